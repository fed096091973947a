"""Amendments of the ruleset (see `ruleset.text.amending`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.web.errors import RuleBroken
from ruleset.text import amending
from ruleset.text.amending import TOP, Amendment, AmendmentError, new_key
from ruleset.text.comparing import Difference, compare
from ruleset.text.tree import Placed, Tree

from .apply import CORRECTED, Carrier, Effect, Outcome, Settlement, Worked
from .context import Grounds
from .kind import LONG_WORDS, NEW_RULE, SHORT_WORDS, Kind

# The amendments whose words an admin may put right before applying them, and those that need a place: where that is
# gone, the admin may choose another.
CORRECTABLE: Final = ("edit", "replace", "add", "rename")
PLACED: Final = ("add", "move")


@dataclass(frozen=True, slots=True)
class Place:
    """A rule below or after which another can be put: its key, number and title, and the key of its parent (TOP for a
    section). A new rule's key is that of the change that adds it."""

    key: str
    said: str
    parent: str

    @property
    def is_new(self) -> bool:
        return NEW_RULE.fullmatch(self.key) is not None

    @property
    def label(self) -> str:
        return _("{rule} (new)").format(rule=self.said) if self.is_new else self.said


class Amendments(Kind):
    names = {
        "edit": gettext_lazy("edit"),
        "replace": gettext_lazy("replace words"),
        "add": gettext_lazy("add a rule"),
        "rename": gettext_lazy("rename"),
        "move": gettext_lazy("move"),
        "repeal": gettext_lazy("repeal"),
        "status": gettext_lazy("switch a special case"),
    }

    def read(self, value: Mapping[str, Any]) -> Amendment:
        try:
            return amending.read(value)
        except AmendmentError as error:
            raise RuleBroken(str(error), status=400) from None

    def as_json(self, payload: Amendment) -> dict[str, object]:
        return payload.as_json()

    def speaks_of(self, payload: Amendment) -> Iterable[str]:
        return payload.rule, payload.parent, payload.after

    def stands_on(self, payload: Amendment) -> Iterable[str]:
        return payload.rule, payload.parent

    def adds_rule(self, payload: Amendment) -> bool:
        return payload.op == "add"

    def apply(self, effect: Effect, now: Grounds, carrier: Carrier, settled: Settlement) -> Worked:
        step: Amendment = effect.change.payload
        tree, why = now.tree, ""
        if settled.text is not None and self.can_be_corrected(step):
            step, why = _corrected(step, settled, tree), settled.why or CORRECTED
        if settled.parent and needs_place(step, tree):
            step, why = replace(step, parent=settled.parent, after=""), settled.why or CORRECTED
        applied = amending.apply(tree, [step], unnamed=carrier.unnamed, first_key=effect.place)
        if applied.misfits:
            return replace(effect, misfit=applied.misfits[0]), now, frozenset()
        differences = tuple(compare(tree, applied.tree))
        if step.op == "move" and not differences and applied.tree != tree:
            differences = (Difference(_placed(tree, step.rule), _placed(applied.tree, step.rule)),)
        found = replace(effect, differences=differences, merged=bool(applied.merged), corrected=why)
        return found, replace(now, tree=applied.tree), applied.touched

    def name_of(self, payload: Amendment) -> str:
        return str(self.names[payload.op])

    def subject_of(self, payload: Amendment, tree: Tree) -> str:
        rule = tree.find(payload.rule)
        return payload.title if payload.op == "add" else rule.title if rule is not None else ""

    def meant(self, payload: Amendment) -> tuple[str, str, str]:
        return payload.base, payload.text, "paragraph"

    def places(self, effect: Effect, outcome: Outcome) -> tuple[Place, ...]:
        """Below any rule that there is, but not below itself."""
        step, tree = effect.change.payload, outcome.after.tree
        if effect.misfit is None or not needs_place(step, tree):
            return ()
        own = tree.find(step.rule)
        below = {node.key for node in own.walk()} if own is not None else set()
        return tuple(one for one in places(outcome) if not one.is_new and one.key not in below)

    def touches(self, effect: Effect, outcome: Outcome) -> Mapping[str, str]:
        rule = effect.change.payload.rule
        return {rule: _("a rule that it no longer fits")} if effect.misfit is not None and rule else {}

    def can_be_corrected(self, payload: Amendment) -> bool:
        return payload.op in CORRECTABLE

    def words(self, payload: Amendment) -> str:
        return payload.title if payload.op == "rename" else payload.text

    def title(self, payload: Amendment) -> str | None:
        return payload.title if payload.op == "add" else None

    def field(self, payload: Amendment) -> tuple[str, int]:
        label, lines = super().field(payload)
        if payload.op == "replace":
            label = _("“{words}” becomes").format(words=payload.find)
        return label, SHORT_WORDS if payload.op in ("rename", "replace") else LONG_WORDS

    def about(self, effect: Effect, outcome: Outcome) -> list[str]:
        return super().about(effect, outcome) or _rule_of(effect.change.payload, outcome)


RULES: Final = Amendments()


def _rule_of(step: Amendment, outcome: Outcome) -> list[str]:
    """The rule that an amendment is about which makes none differ, as one that is left out."""
    if step.op == "add":
        return [step.title or _("(without a title)")]
    if found := NEW_RULE.fullmatch(step.rule):
        return _rule_of(outcome.effects[int(found[1])].change.payload, outcome)
    rule = outcome.before.tree.find(step.rule)
    return [rule.title] if rule is not None else []


def places(outcome: Outcome) -> list[Place]:
    """Where a rule can be put once the changes of a matter have come about: all rules in the order of reading, with the
    new ones; then those that a condition keeps out as things are."""
    found = [
        Place(placed.node.key, f"{placed.number} {placed.node.title}", (TOP, *placed.above)[-1])
        for placed in outcome.after.tree.placed()
    ]
    known = {place.key for place in found}
    for effect in outcome.effects:
        step = effect.change.payload
        if effect.change.adds_rule and effect.skipped and new_key(effect.place) not in known:
            found.append(Place(new_key(effect.place), step.title or _("(without a title)"), step.parent))
    return found


def needs_place(step: Amendment, tree: Tree) -> bool:
    """Whether an amendment puts a rule that there is below one that there is not."""
    if step.op not in PLACED or step.parent == TOP or tree.find(step.parent) is not None:
        return False
    return step.op == "add" or tree.find(step.rule) is not None


def _placed(tree: Tree, key: str) -> Placed:
    return next(placed for placed in tree.placed() if placed.node.key == key)


def _corrected(step: Amendment, settled: Settlement, tree: Tree) -> Amendment:
    """The amendment as the admin corrected it, made on what stands now."""
    rule, text = tree.find(step.rule), settled.text or ""
    if step.op == "rename":
        return replace(step, title=text, base=rule.title if rule else step.base)
    if step.op == "add":
        return replace(step, text=text, title=step.title if settled.title is None else settled.title)
    return replace(step, text=text, base=rule.text if rule and step.op == "edit" else step.base)
