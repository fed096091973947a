"""What sealed orders answer: the question of a call, an answer as it is kept, and what of it counts when the orders are
opened. What a call asks, it asks as a move does; its bounds and choices are worked out on what everybody may see, for
what an order is cut to is shown to all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.answering import bounds, members
from gamestate.moves.move import MoveQuestion
from gamestate.moves.reading import read_question
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula
from gamestate.values.facts import StateFacts, sees_all
from gamestate.values.nodes import Known, LiteralNode, TrackedThing
from gamestate.values.state import State, of_player
from ruleset.law.model import TrackerLaw

ASKS_LENGTH: Final = 400
_AMONG_CHOICES: Final = ("choice", "ranking")
_HOLDER: Final = re.compile(r"(?:player|row):[0-9]+", re.ASCII)


def question_of(asks: str, choices: Sequence[str]) -> MoveQuestion | None:
    """What a call asks: a line such as “number from 0 to gold”, without a name; “choice” and “ranking” alone are of the
    `choices`, and so is "" where there are some. None where it asks for words. Raises ValueRefused."""
    kind = asks.strip().lower() or ("choice" if choices else "text")
    if kind == "text":
        return None
    if kind not in _AMONG_CHOICES:
        question = read_question(f"order: {asks.strip()}")
        if question.kind == "text":
            return None
        if any(each.calls for each in (question.among, question.least, question.most) if each is not None):
            raise ValueRefused(_("Only moves look at sealed orders."))
        return question
    if not choices:
        raise ValueRefused(_("Write the choices, one a line."))
    among = Formula("", frozenset(), frozenset(), node=LiteralNode(tuple(choices)))
    return MoveQuestion("order", "choice" if kind == "choice" else "ranking", among=among)


def facts_of_call(state: State, player: int, tracker: TrackerLaw) -> StateFacts:
    """What the bounds and choices of a call may look at for one of its players."""
    return StateFacts(state, of_player(player), sees_all, tracker, "all", _("a sealed order"))


def as_stored(answer: Known) -> object:
    """An answer as JSON: players and rows by their holders."""
    if isinstance(answer, tuple):
        return [as_stored(each) for each in answer]
    if isinstance(answer, TrackedThing):
        return {"of": answer.holder}
    return int(answer) if isinstance(answer, Fraction) else answer


def from_stored(stored: object) -> Known:
    """The same read back."""
    if isinstance(stored, list):
        return tuple(from_stored(each) for each in stored)
    if isinstance(stored, dict):
        holder = str(stored.get("of", ""))
        return TrackedThing(holder) if _HOLDER.fullmatch(holder) else None
    if isinstance(stored, int) and not isinstance(stored, bool):
        return Fraction(stored)
    return stored if isinstance(stored, bool | str) else None


@dataclass(frozen=True, slots=True)
class FittedAnswer:
    """What counts of an answer: all of it, or, where `is_cut`, what fits. Where nothing does, `why` says so, and it
    does not count."""

    answer: Known
    is_cut: bool = False
    why: str = ""

    @property
    def counts(self) -> bool:
        return not self.why


def fitted(question: MoveQuestion | None, answer: Known, facts: StateFacts) -> FittedAnswer:
    """What of an answer counts as things stand when the orders are opened: a number that has become too big is cut to
    the most, and a ranking to what can still be chosen."""
    if question is None or question.kind == "yes_no":
        return FittedAnswer(answer)
    try:
        if question.kind == "number":
            least, most = bounds(question, facts)
            if not isinstance(answer, Fraction) or most < least or answer < least:
                return FittedAnswer(None, why=_("It is less than the least that counts by now."))
            return FittedAnswer(min(answer, Fraction(most)), answer > most)
        options = members(question, facts)
    except ValueRefused as refused:
        return FittedAnswer(None, why=refused.sentence)
    if isinstance(answer, tuple):
        left = tuple(each for each in answer if each in options)
        if left:
            return FittedAnswer(left, left != answer)
    elif answer in options:
        return FittedAnswer(answer)
    return FittedAnswer(None, why=_("What it chose can no longer be chosen."))
