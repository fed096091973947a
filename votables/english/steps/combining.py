"""How deeds are put together: in order, at once, on a condition, over and over."""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .deeds import ChangeAmount, Deed, Effect, Simple, perform
from .holders import Most
from .played_state import GAME, Cell, PlayedScene
from .predicates import OfThese, SameSaid, cells_of, core_of
from .values import Subject, ValueCondition, ValueExpression, WhoIsMeant, amount

MOST_TURNS: Final = 100


@dataclass(frozen=True, slots=True)
class Nothing:
    def do(self, scene: PlayedScene, subject: Subject) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Stop:
    """ "This proposal does nothing else"."""

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        scene.stopped = True


@dataclass(frozen=True, slots=True)
class InOrder:
    """`apart`: one of them is a condition set off by a semicolon, which hangs on none before it: "gains 1; if Bo …"."""

    deeds: tuple[Deed, ...]
    apart: bool = False

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        for deed in self.deeds:
            if not scene.stopped:
                deed.do(scene, subject)


@dataclass(frozen=True, slots=True)
class AtOnce(Simple):
    """All is read before anything is changed."""

    deeds: tuple[Deed, ...]

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects: list[Effect] = []
        for deed in self.deeds:
            if not isinstance(deed, Simple):
                raise Unclear(_("This cannot be done at once."))
            effects += deed.effects(scene, subject)
            scene.changed = tuple(cell for cell, _way, _value in effects)
        return effects


def ranked_at_once(deed: Deed) -> Deed | None:
    """Deeds for those at several places of one ranking, by the ranking as it was before the first: "the Baker with the
    most gains 3, the one with the second most 2". None for other deeds."""
    if not isinstance(deed, InOrder) or not all(isinstance(each, Simple) for each in deed.deeds):
        return None
    if sum(_is_of_a_rank(each) for each in deed.deeds) and len(deed.deeds) > 1:
        return AtOnce(deed.deeds)
    return None


def _is_of_a_rank(part: Any) -> bool:
    if isinstance(part, Most):
        return part.rank > 1
    if isinstance(part, tuple):
        return any(map(_is_of_a_rank, part))
    return is_dataclass(part) and any(_is_of_a_rank(getattr(part, one.name)) for one in fields(part))


@dataclass(frozen=True, slots=True)
class With:
    """A deed of which each one takes part by its own condition: "set every Rower’s Pennies to 6 if it is below 6"."""

    deed: ChangeAmount
    condition: ValueCondition

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        scene.loose = False
        effects = []
        for effect in self.deed.effects(scene, subject):
            cell = effect[0]
            scene.it = (cell,)
            if self.condition.holds(scene, (cell[0], *subject) if cell[0] != GAME else subject):
                effects.append(effect)
        perform(effects, scene)


@dataclass(frozen=True, slots=True)
class If:
    condition: ValueCondition
    then: Deed
    otherwise: Deed = Nothing()

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        before = scene.people
        if scene.it is None:
            scene.it = scene.asked
        scene.people = before if subject else scene.people
        holds = self.condition.holds(scene, subject)
        is_of_somebody = isinstance(core_of(self.condition), OfThese)
        if asked_of := cells_of(self.condition):
            scene.it = asked_of.cells(scene, subject)
        it_of_condition, people = scene.it, scene.people
        would_be = None
        if (
            not holds
            and (scene.it is None or is_of_somebody)
            and not (subject and isinstance(self.otherwise, Nothing))
        ):
            would_be = self._would_be(scene, subject)
            scene.it = None if isinstance(self.otherwise, Nothing) else would_be or scene.it
            scene.changed = would_be or scene.changed
        if holds and not subject and self._is_of_any(scene):
            self._for_any(scene)
        else:
            (self.then if holds else self.otherwise).do(scene, subject)
        changed = would_be or (scene.it if holds else None)
        scene.asked = changed or it_of_condition if is_of_somebody else it_of_condition or changed
        scene.it, scene.people = None, people

    def _is_of_any(self, scene: PlayedScene) -> bool:
        """Whether it is done to each of whom the condition holds: "if any Baker has less than 5 Flour, they gain 1"."""
        if not isinstance(self.condition, OfThese) or self.condition.how != "any":
            return False
        if isinstance(self.condition.condition, SameSaid):
            return False
        trial = scene.copy()
        trial.people = trial.it = None
        try:
            self.then.do(trial, ())
        except Unclear:
            return True
        return False

    def _for_any(self, scene: PlayedScene) -> None:
        assert isinstance(self.condition, OfThese), "asked before"
        holders = self.condition.who.find(scene, ())
        meant = [each for each in holders if self.condition.condition.holds(scene, (each,))]
        name = scene.compared
        for holder in meant:
            scene.people, scene.fresh = (holder,), False
            scene.it = (
                ((holder, name),)
                if name and any(one.name == name for one in scene.variables_of(holder))
                else None
            )
            scene.shifted = False
            self.then.do(scene, (holder,))

    def _would_be(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...] | None:
        """What would be changed if the condition held: that is the "it" of "otherwise, set it to 1"."""
        trial = scene.copy()
        try:
            self.then.do(trial, subject)
        except Unclear:
            return None
        return trial.it


@dataclass(frozen=True, slots=True)
class Although:
    """What is said beside a deed, which must be so: "although Ada is idle, she gains 1 Flour"."""

    condition: ValueCondition
    deed: Deed

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        people, it = scene.people, scene.it
        if not self.condition.holds(scene, subject):
            raise Unclear(_("What it says besides is not true."))
        scene.it = it
        scene.people = scene.people or people
        self.deed.do(scene, subject)


@dataclass(frozen=True, slots=True)
class ForEach:
    """A deed for one after the other; `at_once` reads all before, and is for rows and players that do not meet."""

    who: WhoIsMeant
    deed: Deed

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        holders = self.who.find(scene, subject)
        for holder in holders:
            scene.people = (holder,)
            self.deed.do(scene, (holder, *subject))
        scene.people, scene.it = holders, None


@dataclass(frozen=True, slots=True)
class Repeat:
    count: ValueExpression
    deed: Deed

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        count = amount(self.count, scene, subject)
        if count.denominator != 1 or not 0 <= count <= MOST_TURNS:
            raise Unclear(_("It is not clear how often this is done."))
        people, it = scene.people, scene.it
        for _turn in range(int(count)):
            scene.people, scene.it = people, it
            self.deed.do(scene, subject)


@dataclass(frozen=True, slots=True)
class AllAtOnce:
    """ "All of this happens at once", of the one sentence before."""

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        if scene.done != 1:
            raise Unclear(_("It is not clear what happens at once."))
