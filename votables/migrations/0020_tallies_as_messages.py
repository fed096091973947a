"""How the votes of a matter stood when it was resolved is kept as a message."""

import re

from django.db import migrations, models

from blognomic.search.indexes import Index, install
from players.migrations._english_of_before import become_messages

WORDS = Index("votables_post", ("body", "commentary", "admin_field"), heading="title")
ABSTAINING = re.compile(r"([0-9]+–[0-9]+) with ([0-9]+) abstaining")


def read(text):
    """The data of the message that a tally was written from."""
    if (found := ABSTAINING.fullmatch(text)) is None:
        return text
    return {"says": "{score} with {number} abstaining", "with": {"score": found[1], "number": found[2]}}


def index(apps, editor):
    """SQLite makes the table of posts anew, without the triggers that follow their words."""
    if editor.connection.vendor == "sqlite":
        install(WORDS, editor)


class Migration(migrations.Migration):
    dependencies = [("votables", "0019_why_icons_do_not_count")]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, index),
        *become_messages("votables", "post", read, tally=models.CharField(max_length=120, blank=True)),
        *become_messages("votables", "resolution", read, tally=models.CharField(max_length=120, blank=True)),
        migrations.RunPython(index, migrations.RunPython.noop),
    ]
