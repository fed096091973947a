"""What became of the changes of an enacted matter: each is written down with the names of what it is about, and told
in a sentence; several rows of one table in one sentence, counted. No query."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage, as_message, with_messages

from .apply import OF_ITSELF, Effect, Outcome, Settlement
from .change import NEW_RULE, Change
from .gamestate import names_of_step
from .post_types import Types, TypeStep
from .roster import People, RosterStep

STEP_NAMED = 100  # characters of a step carried out by hand, as it is named
MOST_NAMED = 3  # of the rules that one change changes, as many by their titles

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
    "revert-page": gettext_noop("Return the page {what} to how it stood at submission"),
}
# What an admin or a condition made of a change besides: such a one has a sentence of its own.
REMARKS: Final = frozenset({"condition", "merged", "corrected", "skipped"})


# -- as it is written down


def became_of(effect: Effect, settled: Settlement | None, outcome: Outcome) -> dict[str, object]:
    """What became of one change, as the resolution records it: the place of the `change`, its `name` and what it is
    `about`, of a step of the tracker which it is (`step`) and of a row its `table`, with what the admin put right."""
    with in_the_games_language():  # labels that are made once forget where they come from
        name = effect.change.name
    told: dict[str, object] = {"change": effect.place, "name": StoredMessage(name)}
    if effect.change.track is not None:
        told["step"] = effect.change.track.do
    names, table = _names(effect, outcome)
    names = list(dict.fromkeys(filter(None, names)))
    if names:
        told["about"] = ", ".join(names[:MOST_NAMED]) + ("…" if len(names) > MOST_NAMED else "")
    if table:
        told["table"] = table
    if effect.finding is not None:
        told["condition"] = {"said": as_message(str(effect.change.when)), **effect.finding.as_json()}
    for name in ("skipped", "corrected"):
        if value := getattr(effect, name):
            told[name] = StoredMessage(value) if value in OF_ITSELF else value
    if effect.merged:
        told["merged"] = True
    if effect.corrected and settled is not None:
        below = outcome.tree.find(settled.parent or "")
        put_right = {"words": settled.text, "below": below and below.title, "title": settled.title}
        told |= {name: value for name, value in put_right.items() if value}
    return told


def _names(effect: Effect, outcome: Outcome) -> tuple[list[str], str]:
    """What people call the things that a change is about, and for rows their table ("" for others)."""
    change = effect.change
    if change.track is not None and outcome.state is not None:
        state = effect.tracked.before if effect.tracked is not None else outcome.state
        return names_of_step(change.track, state)
    if change.roster is not None and outcome.people is not None:
        people = effect.enrolled.before if effect.enrolled is not None else outcome.people
        return [_person_or_dynasty(change.roster, people)], ""
    if change.official is not None:
        return _types_of(change.official, outcome.types or {}), ""
    if change.op == "step":
        return [Truncator(change.text).chars(STEP_NAMED)], ""
    if change.op == "uphold":
        return [str(change.update)], ""
    titles = [placed.node.title for one in effect.differences if (placed := one.after or one.before)]
    return titles or _rule_of(change, outcome), ""


def _person_or_dynasty(step: RosterStep, people: People) -> str:
    """Whom a step on the roster is about; of one that leaves the throne empty who sits on it, of one that ends the
    dynasty its name."""
    key = step.player or (people.emperor if step.do == "emperor" else 0)
    return people.persons[key].name if key in people.persons else people.dynasty


def _types_of(step: TypeStep, types: Types) -> list[str]:
    """What a type of official posts is called, as it is about to be or as it is."""
    if step.definition:
        return [str(step.definition["plural"])]
    return [types[step.type].plural] if step.type in types else []


def _rule_of(change: Change, outcome: Outcome) -> list[str]:
    """The rule that a change is about which makes none differ, as one that is left out."""
    if change.op == "revert":
        return [str(change.revision)]
    step = change.amendment
    if step is None:
        return []
    if change.op == "add":
        return [step.title or _("(without a title)")]
    if found := NEW_RULE.fullmatch(step.rule):
        return _rule_of(outcome.effects[int(found[1])].change, outcome)
    rule = outcome.before.find(step.rule)
    return [rule.title] if rule is not None else []


# -- as people read it


def told_together(consequences: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What followed from one resolution, in its order, to be told one by one: a step of the tracker has a `sentence`,
    and those that would say the same, or that are about rows of one table, are one."""
    found: dict[object, list[Mapping[str, Any]]] = {}
    for place, each in enumerate(consequences):
        found.setdefault(_together_with(each, place, found), []).append(each)
    return [
        with_messages({**alike[0], "sentence": sentence} if (sentence := _sentence(alike)) else alike[0])
        for alike in found.values()
    ]


def _together_with(one: Mapping[str, Any], place: int, before: Mapping[object, object]) -> object:
    """What is the same for consequences that are told together; rows are told with the table that was made for them."""
    if "about" not in one or one.get("step") not in SENTENCES or REMARKS & one.keys():
        return place
    step, table = one["step"], one.get("table")
    made = ("define-table", one["about"] if table is None else table)
    if step == "define-table" or (step == "add-row" and made in before):
        return made
    return (step, one["about"]) if table is None else (step, table, "rows")


def _sentence(alike: list[Mapping[str, Any]]) -> SafeString:
    """The sentence of steps of the tracker that are told together, without its stop; "" for any other consequence."""
    one = alike[0]
    if "about" not in one or one.get("step") not in SENTENCES:
        return SafeString()
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
