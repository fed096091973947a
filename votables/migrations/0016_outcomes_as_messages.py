"""What admins' acts write into their field of a post, and the reasons of resolutions, become messages."""

import json

from django.db import migrations, models

from players.migrations._english_of_before import as_message, become_messages, let_alter

BATCH = 1_000


def as_notes(text):
    """The messages of the paragraphs of a field of admins; None where all of it is somebody's own words."""
    notes = [as_message(one) for one in text.split("\n\n")]
    return notes if any(isinstance(one, dict) for one in notes) else None


def note(apps, editor):
    Post = apps.get_model("votables", "Post")
    rows, last = Post.objects.using(editor.connection.alias).exclude(admin_field="").order_by("pk"), 0
    cast = "%s::jsonb" if editor.connection.vendor == "postgresql" else "%s"
    statement = f"UPDATE votables_post SET admin_notes = {cast} WHERE id = %s"
    while batch := list(rows.filter(pk__gt=last).values_list("pk", "admin_field")[:BATCH]):
        last = batch[-1][0]
        found = ((as_notes(text), key) for key, text in batch)
        with editor.connection.cursor() as cursor:
            cursor.executemany(statement, [(json.dumps(notes), key) for notes, key in found if notes])
    let_alter(editor)


class Migration(migrations.Migration):
    dependencies = [
        ("votables", "0015_reigns_that_were_won"),
        ("players", "0016_what_was_sent_with_a_key"),
    ]

    operations = [
        migrations.AddField("post", "admin_notes", models.JSONField(blank=True, null=True)),
        migrations.RunPython(note, migrations.RunPython.noop),  # the text stands beside it
        *become_messages("votables", "resolution", reason=models.TextField(blank=True)),
    ]
