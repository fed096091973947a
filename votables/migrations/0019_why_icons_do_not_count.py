"""Why icons in comments do not count is kept as messages, and stands in the HTML of comments no more."""

import json
import re

from django.db import migrations

from players.migrations._english_of_before import in_english, let_alter

BATCH = 500
SAID = ("This law has no such icon.", "It is not pending, so no votes are cast on it.")
LOCKED = re.compile(r"Your vote made it (.+), and may not be changed any more\.", re.DOTALL)
SHOWN = re.compile(r'(<span class="icon-ignored") title="[^"]*">')


def read(text):
    """The data of the message that the reason was written from: what else the site wrote is a label of the law."""
    if not isinstance(text, str):
        return text
    if text in SAID:
        return {"says": text, "with": {}}
    if found := LOCKED.fullmatch(text):
        says = "Your vote made it {state}, and may not be changed any more."
        return {"says": says, "with": {"state": _label(found[1])}}
    if text.endswith("."):
        return {"says": "{label}.", "with": {"label": _label(text[:-1])}}
    return text


def _label(words):
    return {"says": "{label}", "with": {"label": {"law": words}}}


def _rewrite(apps, editor, change, show):
    comments = apps.get_model("votables", "Comment").objects.using(editor.connection.alias)
    rows, last = comments.exclude(ignored={}).order_by("pk"), 0
    cast = "%s::jsonb" if editor.connection.vendor == "postgresql" else "%s"
    statement = f"UPDATE votables_comment SET ignored = {cast}, html = %s WHERE id = %s"
    while batch := list(rows.filter(pk__gt=last).values_list("pk", "ignored", "html")[:BATCH]):
        last = batch[-1][0]
        written = []
        for key, ignored, html in batch:
            reasons = {place: change(reason) for place, reason in ignored.items()}
            written.append((json.dumps(reasons), show(html), key))
        with editor.connection.cursor() as cursor:
            cursor.executemany(statement, written)
    let_alter(editor)


class Migration(migrations.Migration):
    dependencies = [("votables", "0018_what_was_pending_then")]

    operations = [
        migrations.RunPython(
            lambda apps, editor: _rewrite(apps, editor, read, lambda html: SHOWN.sub(r"\1>", html)),
            lambda apps, editor: _rewrite(apps, editor, in_english, lambda html: html),
        )
    ]
