"""What followed from matters is kept with its sentences as messages."""

import json
from datetime import UTC, datetime

from django.db import migrations

from players.migrations._english_of_before import NAMES, as_message, in_english, let_alter

BATCH = 500
SAID = ("kept", "undone", "said", "what", "skipped", "corrected", "found")


def told(name, value):
    """The value of a consequence with its sentences as messages."""
    if isinstance(value, dict):
        return {key: told(key, one) for key, one in value.items()}
    if not isinstance(value, str):
        return value
    if name == "name":
        return {"says": value, "with": {}} if value in NAMES else value
    if name == "until":
        return _instant(value)
    return as_message(value) if name in SAID else value


def _instant(text):
    try:
        at = datetime.strptime(text, "%d %B %Y, %H:%M UTC").replace(tzinfo=UTC)
    except ValueError:
        return text
    return {"says": "{instant}", "with": {"instant": {"at": at.isoformat()}}}


def written(name, value):
    """The same as English text."""
    if isinstance(value, dict):
        return in_english(value) if "says" in value else {key: written(key, one) for key, one in value.items()}
    return value


def _rewrite(apps, editor, change):
    Resolution = apps.get_model("votables", "Resolution")
    rows, last = Resolution.objects.using(editor.connection.alias).exclude(consequences=[]).order_by("pk"), 0
    cast = "%s::jsonb" if editor.connection.vendor == "postgresql" else "%s"
    statement = f"UPDATE votables_resolution SET consequences = {cast} WHERE id = %s"
    while batch := list(rows.filter(pk__gt=last).values_list("pk", "consequences")[:BATCH]):
        last = batch[-1][0]
        found = [(json.dumps([change("", one) for one in those]), key) for key, those in batch]
        with editor.connection.cursor() as cursor:
            cursor.executemany(statement, found)
    let_alter(editor)


class Migration(migrations.Migration):
    dependencies = [("votables", "0016_outcomes_as_messages")]

    operations = [
        migrations.RunPython(
            lambda apps, editor: _rewrite(apps, editor, told),
            lambda apps, editor: _rewrite(apps, editor, written),
        )
    ]
