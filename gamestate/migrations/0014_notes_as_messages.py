"""What the tracker notes of a value, and why it would refuse it, become messages."""

from django.db import migrations, models

from players.migrations._english_of_before import as_notes, become_messages


class Migration(migrations.Migration):
    dependencies = [
        ("gamestate", "0013_no_longer_whether_hidden"),
        ("players", "0016_what_was_sent_with_a_key"),
    ]

    operations = [
        *become_messages(
            "gamestate",
            "entry",
            as_notes,
            note=models.CharField(max_length=300, blank=True),
            refused=models.CharField(max_length=300, blank=True),
        ),
        *become_messages("gamestate", "dispute", why=models.TextField()),
    ]
