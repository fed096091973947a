"""Where a rule can be put, once changes have come about. No query."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ruleset.text.amending import TOP, new_key

from .apply import ChangesOutcome
from .kind import NEW_RULE


@dataclass(frozen=True, slots=True)
class RulePlace:
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


def rule_places(outcome: ChangesOutcome) -> list[RulePlace]:
    """Where a rule can be put once the changes of a matter have come about: all rules in the order of reading, with the
    new ones; then those that a condition keeps out as things are."""
    there = [
        RulePlace(placed.node.key, f"{placed.number} {placed.node.title}", (TOP, *placed.above)[-1])
        for placed in outcome.after.tree.placed()
    ]
    known = {place.key for place in there}
    for effect in outcome.effects:
        new = effect.change.kind.new_rule(effect.change.payload)
        if new is not None and effect.skipped and new_key(effect.place) not in known:
            there.append(RulePlace(new_key(effect.place), new.title or _("(without a title)"), new.parent))
    return there
