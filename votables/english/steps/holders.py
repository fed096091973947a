"""Who is meant: players, rows, and those among them of whom something holds."""

from dataclasses import dataclass

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .obstacles import NoSenseHere
from .played_state import Cell, Holder, PlayedScene
from .values import Get, It, SameMeasure, Subject, ValueCondition, ValueExpression, Var, WhoIsMeant, amount


@dataclass(frozen=True, slots=True)
class NamedHolders:
    holders: tuple[Holder, ...]

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        scene.mentioned = tuple(dict.fromkeys((*scene.mentioned, *self.holders)))
        return self.holders


@dataclass(frozen=True, slots=True)
class Group:
    """Active, idle or all players."""

    which: str = "active"

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        return scene.group(self.which)


@dataclass(frozen=True, slots=True)
class RowsOf:
    table: str

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        return tuple(("row", self.table, row["Name"]) for row in scene.rows(self.table))


@dataclass(frozen=True, slots=True)
class Emperor:
    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if not scene.cast.emperor:
            raise Unclear(_("There is no emperor."))
        return NamedHolders((("player", "", scene.cast.emperor),)).find(scene, subject)


@dataclass(frozen=True, slots=True)
class Author:
    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if not scene.cast.author:
            raise Unclear(_("It is not known who the author is."))
        return NamedHolders((("player", "", scene.cast.author),)).find(scene, subject)


@dataclass(frozen=True, slots=True)
class All:
    """Several together."""

    parts: tuple[WhoIsMeant, ...]

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        holders = [holder for part in self.parts for holder in part.find(scene, subject)]
        if len(set(holders)) < len(holders):
            raise NoSenseHere(_("The same one is named twice."))
        return tuple(holders)


@dataclass(frozen=True, slots=True)
class Except:
    of: WhoIsMeant
    but: WhoIsMeant

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        out = set(self.but.find(scene, subject))
        return tuple(holder for holder in self.of.find(scene, subject) if holder not in out)


@dataclass(frozen=True, slots=True)
class Including:
    of: WhoIsMeant
    also: WhoIsMeant

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        return tuple(dict.fromkeys((*self.of.find(scene, subject), *self.also.find(scene, subject))))


@dataclass(frozen=True, slots=True)
class Where:
    """Those of whom a condition holds."""

    of: WhoIsMeant
    condition: ValueCondition

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        return tuple(
            each for each in self.of.find(scene, subject) if self.condition.holds(scene, (each, *subject))
        )


@dataclass(frozen=True, slots=True)
class Surely:
    """Those of whom it is said in passing that something holds: "Ada, who is idle, …". It must."""

    of: WhoIsMeant
    condition: ValueCondition

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        holders = self.of.find(scene, subject)
        if not all(self.condition.holds(scene, (each, *subject)) for each in holders):
            raise Unclear(_("What it says of {name} is not true.").format(name=holders[0][2]))
        return holders


@dataclass(frozen=True, slots=True)
class SameRanked:
    """Those among whom the last "most" was found: "the one with the second most"."""

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if scene.ranked is None:
            raise Unclear(_("It is not clear the most of what is meant."))
        return tuple(scene.ranked.find(scene, subject))


@dataclass(frozen=True, slots=True)
class Most:
    """Those with the most or the least of something: `count` of them, from place `rank` on. `tied` is all who have as
    much; else there is no answer in a tie for the last place."""

    of: WhoIsMeant
    measure: ValueExpression
    highest: bool
    count: int = 1
    rank: int = 1
    tied: bool = False

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        holders = self.of.find(scene, subject)
        if not isinstance(self.measure, SameMeasure):
            scene.measure, scene.ranked = self.measure, self.of
            if isinstance(self.measure, Get) and isinstance(self.measure.of, Var):
                scene.compared = self.measure.of.names[0]
        amounts = {each: amount(self.measure, scene, (each, *subject)) for each in holders}
        ordered = sorted(holders, key=lambda each: -amounts[each] if self.highest else amounts[each])
        if self.rank - 1 + self.count > len(ordered):
            raise Unclear(_("There are not as many as that."))
        chosen = ordered[self.rank - 1 : self.rank - 1 + self.count]
        if self.tied:
            return tuple(each for each in holders if amounts[each] in {amounts[one] for one in chosen})
        others = [each for each in holders if each not in chosen]
        if {amounts[each] for each in others} & {amounts[each] for each in chosen}:
            raise Unclear(_("There is a tie, and what happens then is not said."))
        return tuple(chosen)


@dataclass(frozen=True, slots=True)
class PlayerIn:
    """The player whose name is some value: "Ka’s Follower"."""

    of: ValueExpression

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if isinstance(self.of, Get) and len(cells := self.of.of.cells(scene, subject)) > 1:
            return self._of_several(cells, scene)
        value = self.of.value(scene, subject)
        if value == "":
            raise Unclear(_("The value is blank, so no player fits this."))
        if not isinstance(value, str):
            raise NoSenseHere(_("That is no player."))
        return (("player", "", scene._player(value)),)

    @staticmethod
    def _of_several(cells: tuple[Cell, ...], scene: PlayedScene) -> tuple[Holder, ...]:
        """ "Their Helper", of several, who may share one; "the Stoker of each Oven": nobody twice."""
        names = [scene.get(cell) for cell in cells]
        is_of_rows = any(cell[0][0] == "row" for cell in cells)
        if "" in names or is_of_rows and len(set(names)) < len(names):
            raise Unclear(_("A value is blank, or two are the same, so it is not clear who is meant."))
        return tuple(("player", "", scene._player(name)) for name in names)


@dataclass(frozen=True, slots=True)
class They:
    """Those who were last spoken of; the one whose turn it is, in a step for each."""

    kind: str = "player"
    one: bool = False

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        players = tuple(dict.fromkeys(each for each in subject if each[0] == self.kind))
        if len(players) > 1:
            raise Unclear(_("It is not clear who is meant."))
        if players:
            return players
        people = scene.spoken_of(self.kind)
        if not people:
            raise NoSenseHere(_("It is not clear who is meant."))
        if self.one and (len(people) > 1 or scene.has_asked_of_another):
            raise Unclear(_("It is not clear who is meant."))
        return people


@dataclass(frozen=True, slots=True)
class TheTwo:
    """The two who were last spoken of: "swap their Petals"."""

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        people = scene.mentioned if len(scene.mentioned) == 2 else scene.people or ()
        if len(people) != 2:
            raise Unclear(_("It is not clear which two are meant."))
        return people


@dataclass(frozen=True, slots=True)
class JustAdded:
    """The row that was added just before: "add an Oven named Bess. Its Heat is 3"."""

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if scene.added is None or scene.people != (scene.added,):
            raise NoSenseHere(_("Nothing was added just before."))
        return (scene.added,)


@dataclass(frozen=True, slots=True)
class ItsHolder:
    """Whose the last value is: "its Heat"."""

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if subject:
            return subject[:1]
        if people := scene.spoken_of(""):
            return people
        holders = {cell[0] for cell in It().cells(scene, subject)}
        if len(holders) != 1:
            raise Unclear(_("It is not clear whose is meant."))
        return tuple(holders)


@dataclass(frozen=True, slots=True)
class Others:
    """Everybody but those last named."""

    of: WhoIsMeant

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        named = subject[:1] or scene.acted or scene.spoken_of("") or scene.mentioned
        if not named:
            raise Unclear(_("It is not clear who the others are."))
        return tuple(each for each in self.of.find(scene, subject) if each not in named)


def holders_of(cells: tuple[Cell, ...]) -> tuple[Holder, ...]:
    return tuple(dict.fromkeys(cell[0] for cell in cells))


@dataclass(frozen=True, slots=True)
class TwoNamed:
    """ "The former" and "the latter" of the two who are named in this sentence, or were in the one before."""

    place: int

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        people = scene.mentioned or scene.people or ()
        if len(people) != 2:
            raise NoSenseHere(_("It is not clear which two are meant."))
        return (people[self.place],)


@dataclass(frozen=True, slots=True)
class JustNamed:
    """ "Who", of the one named before it: "each Baker gains 1 Flour, except Ada, who gains 3"."""

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        if len(scene.mentioned) > 1:
            raise Unclear(_("It is not clear who is meant."))
        return scene.mentioned or They().find(scene, subject)
