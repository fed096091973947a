"""How what became of changes of what is tracked is told: a step in a sentence of its own, several rows of one table in
one sentence, counted. No query."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

# What a step of the tracker is told as: `what` it is about, and for a row its `table`.
SENTENCES: Final[Mapping[str, str]] = {
    "set": gettext_noop("Set or shift {what}"),
    "reset": gettext_noop("Set {what} back to the default"),
    "define": gettext_noop("Track {what}"),
    "alter": gettext_noop("Change how {what} is tracked"),
    "reveal": gettext_noop("Show {what} to everybody"),
    "retire": gettext_noop("Stop tracking {what}"),
    "define-table": gettext_noop("Make the table {what}"),
    "alter-table": gettext_noop("Change the table {what}"),
    "retire-table": gettext_noop("Remove the table {what}"),
    "add-row": gettext_noop("Add {what} to {table}"),
    "alter-row": gettext_noop("Rename or move {what} in {table}"),
    "retire-row": gettext_noop("Remove {what} from {table}"),
    "page": gettext_noop("Write the page {what}"),
    "retire-page": gettext_noop("Remove the page {what}"),
    "revert-page": gettext_noop("Return the page {what} to how it was at submission"),
}


def together_with(one: Mapping[str, Any], before: Collection[object]) -> object:
    """What is the same for consequences that are told together; rows are told with the table that was made for them.
    None for what is no step."""
    if "about" not in one or one.get("step") not in SENTENCES:
        return None
    step, table = one["step"], one.get("table")
    made = ("define-table", one["about"] if table is None else table)
    if step == "define-table" or (step == "add-row" and made in before):
        return made
    return (step, one["about"]) if table is None else (step, table, "rows")


def sentence_of(alike: Sequence[Mapping[str, Any]]) -> SafeString:
    """The sentence of steps that are told together, without its stop."""
    one = alike[0]
    rows = [each for each in alike if "table" in each]
    what, table = format_html("<b>{}</b>", one["about"]), format_html("<b>{}</b>", one.get("table", ""))
    number = len(dict.fromkeys(each["about"] for each in rows))
    if one["step"] == "define-table" and rows:
        made = ngettext("Make the table {what}: {number} row", "Make the table {what}: {number} rows", number)
        return format_html(made, what=what, number=number)
    if number > 1:
        return format_html(_counted(one["step"], number), number=number, table=table)
    return format_html(_(SENTENCES[one["step"]]), what=what, table=table)


def _counted(step: str, number: int) -> str:
    """What is said of several rows of one table."""
    if step == "add-row":
        return ngettext("Add {number} row to {table}", "Add {number} rows to {table}", number)
    if step == "retire-row":
        return ngettext("Remove {number} row from {table}", "Remove {number} rows from {table}", number)
    return ngettext(
        "Rename or move {number} row in {table}", "Rename or move {number} rows in {table}", number
    )
