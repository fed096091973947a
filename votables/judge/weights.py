"""What a vote weighs under a law on whose terms not every vote weighs 1."""

from typing import TYPE_CHECKING

from ruleset.law import engine as cel
from ruleset.law.expressions import Value
from ruleset.law.matters import MAX_WEIGHT

from .situation import whole

if TYPE_CHECKING:
    from .voting import Hearing


class Scales:
    """Weighs votes on one matter by the formula of the law, as things stand now.

    A formula that gives no number weighs as its fallback says; nothing weighs less than 0 or more than MAX_WEIGHT.
    """

    def __init__(self, hearing: "Hearing") -> None:
        situation, matter = hearing.situation, hearing.matter
        assert situation.law.weight is not None  # nobody weighs where every vote weighs 1
        self.situation, self.author, self.number = situation, matter.author, situation.law.weight
        self._facts: dict[str, Value] = {
            "n": situation.n,
            "q": situation.q,
            "hiatus": situation.hiatus_at_tick(situation.tick),
            "special": dict(situation.special),
            "kind": hearing.kind.manner,
            "amends": sorted(matter.amends),
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
            "values": situation.whole_values,
        }

    def weight(self, name: str, icon: str) -> int:
        """What the vote of `name` weighs when it is cast, or implied, with `icon`."""
        computed = None
        if self.number.formula is not None:
            facts = {
                **self._facts,
                "is_author": name == self.author,
                "is_emperor": name == self.situation.office,
                "is_admin": self.situation.players[name].admin,
                "icon": icon,
                "voter": whole(self.situation.game.holdings.get(name, {})),
            }
            computed = self.number.formula.number(cel.Context(facts))
        weight = self.number.fallback if computed is None else computed
        return min(max(weight, 0), MAX_WEIGHT)
