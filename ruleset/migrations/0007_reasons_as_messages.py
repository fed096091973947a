"""The reasons that the site writes for versions of the law and of the rules become messages."""

from django.db import migrations, models

from players.migrations._english_of_before import become_messages


class Migration(migrations.Migration):
    dependencies = [
        ("ruleset", "0006_parts_of_sections"),
        ("players", "0016_what_was_sent_with_a_key"),
    ]

    operations = [
        *become_messages("ruleset", "lawversion", why=models.TextField(blank=True)),
        *become_messages("ruleset", "revision", why=models.TextField(blank=True)),
    ]
