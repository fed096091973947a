"""The changes that a matter carries: what enacting it does to rules and law, checked when written, shown while
pending, applied on what stands by then.

A change is stored as JSON: an amendment of the ruleset (see `ruleset.text.amending`), a law (`{"op": "law", "text",
"base"}`, its document and the one that its author saw), a return of the rules to an earlier revision (`{"op":
"revert", "revision"}`), a step of the tracker (`{"op": "track", "step"}`, see `votables.changes.gamestate`), the word
that a disputed update stands (`{"op": "uphold", "update"}`), a step on the roster (`{"op": "roster", "do", …}`, see
`votables.changes.roster`), one on the types of official posts (`{"op": "official", "do", …}`, see
`votables.changes.post_types`), or a step that only a person can carry out (`{"op": "step", "text"}`). Any may hang on
a condition (`"when"`, see `votables.changes.conditions`). The text of the post is what is voted on; the changes are
its working.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken
from gamestate.values.steps import Step
from players.models import Player
from ruleset.law import Law, LawError
from ruleset.models import Revision, Rule
from ruleset.queries import read as read_law
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH
from ruleset.text import amending
from ruleset.text.amending import Amendment, AmendmentError, new_key
from votables.judge.prospects import constant_quorum
from votables.models import Post
from votables.post_types.models import OfficialType

from . import gamestate, post_types
from . import roster as enrolled
from .conditions import LARGEST_KEY, Condition, read_condition
from .post_types import TypeStep
from .roster import RosterStep

MOST = 40
STEP_LENGTH = 2_000
# The amendments whose words an admin may put right before applying them, and those that need a place: where that is
# gone, the admin may choose another.
CORRECTABLE = ("edit", "replace", "add", "rename")
PLACED = ("add", "move")
# The key of a rule that an earlier change of the same matter adds.
NEW_RULE = re.compile(r"new-(0|[1-9]\d{0,3})")
NAMES = {
    "edit": gettext_lazy("edit"),
    "replace": gettext_lazy("replace words"),
    "add": gettext_lazy("add a rule"),
    "rename": gettext_lazy("rename"),
    "move": gettext_lazy("move"),
    "repeal": gettext_lazy("repeal"),
    "status": gettext_lazy("switch a special case"),
    "law": gettext_lazy("change the law"),
    "revert": gettext_lazy("return the rules to a revision"),
    "track": gettext_lazy("change what is tracked"),
    "uphold": gettext_lazy("uphold a disputed update"),
    "roster": gettext_lazy("change the roster"),
    "official": gettext_lazy("change the types of official posts"),
    "step": gettext_lazy("a step to carry out by hand"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """One change, read and checked."""

    op: str
    amendment: Amendment | None = None
    text: str = ""
    base: str = ""
    revision: int = 0
    when: Condition | None = None
    track: Step | None = None
    update: int = 0
    roster: RosterStep | None = None
    official: TypeStep | None = None

    @property
    def name(self) -> str:
        if self.roster is not None:
            return enrolled.name_of(self.roster)
        if self.official is not None:
            return post_types.name_of(self.official)
        return str(NAMES[self.op]) if self.track is None else gamestate.name_of(self.track)

    @property
    def can_be_corrected(self) -> bool:
        """Whether an admin may put its words right before applying it."""
        if self.track is not None:
            return self.track.do in gamestate.WORDS_OF
        return self.op in (*CORRECTABLE, "law")

    def as_json(self) -> dict[str, object]:
        """The change as it is stored."""
        if self.amendment is not None:
            value = self.amendment.as_json()
        elif self.op == "law":
            value = {"op": "law", "text": self.text, "base": self.base}
        elif self.op == "revert":
            value = {"op": "revert", "revision": self.revision}
        elif self.track is not None:
            value = {"op": "track", "step": self.track.as_json()}
        elif self.op == "uphold":
            value = {"op": "uphold", "update": self.update}
        elif self.roster is not None:
            value = {"op": "roster", **self.roster.as_json()}
        elif self.official is not None:
            value = {"op": "official", **self.official.as_json()}
        else:
            value = {"op": "step", "text": self.text}
        return {**value, "when": self.when.as_json()} if self.when else value


def read_change(value: Mapping[str, object]) -> Change:
    """The change that sent JSON says. Raises RuleBroken (400) with a sentence for its author. Whether the matter or the
    revision that it names exists is not looked up here."""
    change = _change(value)
    if change.op == "law":
        try:
            law = read_law(change.text)
        except LawError as error:
            raise RuleBroken(_("This law cannot be read: {error}").format(error=error), status=400) from None
        check_quorum(law)
    return change


def check_quorum(law: Law) -> None:
    """Raise RuleBroken (400) for a law whose quorum is written out as a number below 1, for good or where its formula
    gives nothing: then a single vote decides, or none."""
    least = constant_quorum(law)
    if least is not None and least < 1:
        sentence = _(
            "A quorum of {number} is reached by a single vote, or by none. Write a number from 1 on."
        )
        raise RuleBroken(sentence.format(number=least), rule=law.quorum.rule, status=400)


def _change(value: Mapping[str, object]) -> Change:
    if not isinstance(value, Mapping):
        raise RuleBroken(_("No such kind of change."), status=400)
    value = dict(value)
    when = value.pop("when", None)
    condition = read_condition(when) if when is not None else None
    check_keepable(*(text for text in value.values() if isinstance(text, str)))
    check_line(str(value.get("title") or ""))
    for name, text in value.items():
        most = TITLE_LENGTH if name == "title" else TEXT_LENGTH
        if isinstance(text, str) and len(text) > most:
            told = _("The {part} of a change has at most {number} characters.")
            number = thousands(most)
            raise RuleBroken(told.format(part=name, number=number), status=400)
    op, text = value.get("op"), value.get("text")
    if op in amending.OPERATIONS:
        try:
            return Change(str(op), amending.read(value), when=condition)
        except AmendmentError as error:
            raise RuleBroken(str(error), status=400) from None
    if op == "law" and set(value) == {"op", "text", "base"} and isinstance(text, str):
        if isinstance(value["base"], str):
            return Change("law", text=text, base=value["base"], when=condition)
    if op == "revert" and set(value) == {"op", "revision"} and type(value["revision"]) is int:
        if not 0 < value["revision"] < LARGEST_KEY:
            raise RuleBroken(_("There is no such revision of the ruleset."), status=400)
        return Change("revert", revision=value["revision"], when=condition)
    if op == "track" and set(value) == {"op", "step"}:
        return Change("track", track=gamestate.read_tracking(value["step"]), when=condition)
    if op == "uphold" and set(value) == {"op", "update"} and type(value["update"]) is int:
        if not 0 < value["update"] < LARGEST_KEY:
            raise RuleBroken(_("There is no such update."), status=400)
        return Change("uphold", update=value["update"], when=condition)
    if op == "roster":
        told = {name: item for name, item in value.items() if name != "op"}
        return Change("roster", roster=enrolled.read_step(told), when=condition)
    if op == "official":
        rule = value.pop("rule", "")
        if not isinstance(rule, str) or (rule and not NEW_RULE.fullmatch(rule)):
            raise RuleBroken(_("The matter makes no such rule."), status=400)
        told = {name: item for name, item in value.items() if name != "op"}
        return Change("official", official=post_types.read_step(told, rule=rule), when=condition)
    if op == "step" and set(value) == {"op", "text"} and isinstance(text, str) and text.strip():
        if len(text) > STEP_LENGTH:
            number = thousands(STEP_LENGTH)
            raise RuleBroken(_("A step has at most {number} characters.").format(number=number), status=400)
        return Change("step", text=text.strip(), when=condition)
    raise RuleBroken(_("No such kind of change."), status=400)


def stored_changes(values: Iterable[Mapping[str, object]]) -> list[Change]:
    """The changes that a post or draft holds; they were checked when they were written. No query."""
    return [_change(value) for value in values]


def read_changes(values: Sequence[Mapping[str, object]]) -> list[Change]:
    """The changes that are to be attached. At most five queries.

    Raises RuleBroken (400) as `read_change` does, for too many, and for a matter, revision, person, type or rule that
    does not exist.
    """
    if len(values) > MOST:
        raise RuleBroken(_("A matter carries at most {number} changes.").format(number=MOST), status=400)
    changes = [read_change(value) for value in values]
    _check_new_rules(changes)
    _check_people(changes)
    _check_types(changes)
    matters = {change.when.post for change in changes if change.when is not None and change.when.post}
    revisions = {change.revision for change in changes if change.op == "revert"}
    if matters and Post.objects.matters().filter(pk__in=matters).count() < len(matters):
        raise RuleBroken(_("There is no such matter."), status=400)
    if revisions and Revision.objects.filter(pk__in=revisions).count() < len(revisions):
        raise RuleBroken(_("There is no such revision of the ruleset."), status=400)
    return changes


def new_rules_of(change: Change) -> set[int]:
    """The places of the changes whose new rules a change speaks of."""
    step = change.amendment
    named = (step.rule, step.parent, step.after) if step is not None else ()
    if change.official is not None:
        named = (change.official.rule,)
    return {int(found[1]) for key in named if (found := NEW_RULE.fullmatch(key))}


def _check_people(changes: Sequence[Change]) -> None:
    named = {change.roster.player for change in changes if change.roster is not None} - {0}
    if named and Player.objects.filter(pk__in=named).count() < len(named):
        raise RuleBroken(_("There is no such person."), status=400)


def _check_types(changes: Sequence[Change]) -> None:
    steps = [change.official for change in changes if change.official is not None]
    types = {step.type for step in steps} - {0}
    rules = {step.definition["rule"] for step in steps if step.definition} - {None}
    if types and OfficialType.objects.filter(pk__in=types).count() < len(types):
        raise RuleBroken(_("There is no such type."), status=400)
    if rules and Rule.objects.filter(pk__in=rules).count() < len(rules):
        raise RuleBroken(_("There is no such rule."), status=400)


def check_kinds(changes: Iterable[Change], *, kind: str, law: Law) -> None:
    """Refuse changes of the roster that the law does not let a matter of this kind make. Raises RuleBroken."""
    for change in changes:
        if change.roster is not None:
            leave = enrolled.leave_of_kind(change.roster, kind, law)
            if not leave.allowed:
                raise RuleBroken(leave.reason, rule=leave.rule)


def _check_new_rules(changes: Sequence[Change]) -> None:
    for place, change in enumerate(changes):
        if any(other >= place or changes[other].op != "add" for other in new_rules_of(change)):
            raise RuleBroken(_("A change speaks only of a new rule that one before it adds."), status=400)


def without(values: Sequence[Mapping[str, object]], place: int) -> list[dict[str, object]]:
    """Stored changes without the one at `place`, those after it still speaking of the new rules that they spoke of.

    Raises RuleBroken when one of them speaks of the rule that would have come with it.
    """
    kept: list[dict[str, object]] = []
    for here, value in enumerate(values):
        if here == place:
            continue
        if place in new_rules_of(_change(value)):
            raise RuleBroken(
                _("Change {number} builds on the rule that this one adds. Take that one away first.").format(
                    number=here + 1
                ),
                status=409,
            )
        kept.append(
            {
                name: _moved_up(item, place) if name in ("rule", "parent", "after") else item
                for name, item in value.items()
            }
        )
    return kept


def _moved_up(key: object, place: int) -> object:
    """A rule's key once the change at `place` is gone."""
    found = NEW_RULE.fullmatch(key) if isinstance(key, str) else None
    return new_key(int(found[1]) - 1) if found and int(found[1]) > place else key
