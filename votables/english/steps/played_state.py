"""The gamestate while steps are carried out on it: values that can be read and set, within what is tracked."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from blognomic.i18n.translation import gettext as _
from gamestate.values.definitions import LARGEST

from ..reading_parts import Unclear
from .obstacles import NoSenseHere
from .words import forms

Holder = tuple[str, str, str]
"""Who has a value: ("player", "", name), ("row", table, name) or ("game", "", "")."""
Cell = tuple[Holder, str]
GAME: Final[Holder] = ("game", "", "")
_LIMIT: Final = Fraction(LARGEST)


@dataclass(frozen=True, slots=True)
class ScenedVariable:
    name: str
    of: str
    type: str
    whole: bool = True
    min: Fraction | None = None
    max: Fraction | None = None
    choices: tuple[str, ...] = ()
    default: Any = None

    @property
    def table(self) -> str:
        return self.of.removeprefix("table:") if self.of.startswith("table:") else ""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays, and what they are called."""

    players: tuple[str, ...]
    idle: tuple[str, ...]
    emperor: str
    emperor_counts: bool
    author: str | None
    words: Mapping[str, str] = field(default_factory=dict)


def number_of(value: Any) -> Fraction | None:
    return None if value is None else Fraction(str(value))


class PlayedScene:
    """Values by cell, and what the words last spoke of (`people`, `it`, `amount`), for pronouns."""

    def __init__(self, cast: Cast, variables: Sequence[ScenedVariable], values: Mapping[str, Any]):
        self.cast = cast
        self.variables = list(variables)
        self.values: dict[str, Any] = deepcopy(dict(values))
        self.people: tuple[Holder, ...] | None = None
        self.it: tuple[Cell, ...] | None = None
        self.asked: tuple[Cell, ...] | None = None
        self.amount: Fraction | None = None
        self.loose = False
        self.setting = ""
        self.compared = ""  # the variable last compared
        self.measure: Any = None  # that by which the last "most" was found
        self.ranked: Any = None  # those among whom it was found
        self.fresh = False
        self.changed: tuple[Cell, ...] = ()  # what this sentence last changed, or would have changed
        self.acted: tuple[Holder, ...] = ()  # of whom this sentence has changed something
        self.added: Holder | None = None  # the row last added
        self.judged: Any = None  # what was last asked of somebody: "is Lost"
        self.shifted = False
        self.mentioned: tuple[Holder, ...] = ()
        self.has_asked_of_another = False  # a condition spoke of whom somebody has: "if Bo has a Helper"
        self.done = 0
        self.stopped = False

    def copy(self) -> "PlayedScene":
        other = PlayedScene(self.cast, self.variables, self.values)
        other.people, other.it, other.amount, other.stopped = self.people, self.it, self.amount, self.stopped
        other.asked, other.mentioned, other.done = self.asked, self.mentioned, self.done
        other.fresh, other.shifted = self.fresh, self.shifted
        other.has_asked_of_another = self.has_asked_of_another
        other.compared, other.measure, other.added = self.compared, self.measure, self.added
        other.ranked = self.ranked
        other.changed, other.judged, other.acted = self.changed, self.judged, self.acted
        return other

    def become(self, other: "PlayedScene") -> None:
        """What another scene, made of this one, has come to."""
        self.values, self.people, self.it, self.asked = other.values, other.people, other.it, other.asked
        self.amount, self.stopped, self.mentioned = other.amount, other.stopped, other.mentioned
        self.fresh, self.shifted = other.fresh, other.shifted
        self.has_asked_of_another = other.has_asked_of_another
        self.compared, self.measure, self.added = other.compared, other.measure, other.added
        self.ranked = other.ranked
        self.changed, self.judged, self.acted = other.changed, other.judged, other.acted

    def spoken_of(self, kind: str) -> tuple[Holder, ...]:
        """Whom a pronoun means: the one named in this sentence, or those of whom the words before spoke. Raises Unclear
        where several are named in this sentence and nothing has been done with any of them yet."""
        named = tuple(each for each in self.mentioned if each[0] == (kind or each[0]))
        if len(named) == 1 and not self.fresh:
            return named
        if len(named) > 1 and not self.fresh:
            raise Unclear(_("It is not clear who is meant."))
        people = self.people or ()
        return tuple(each for each in people if each[0] == (kind or each[0]))

    # -- what is tracked

    def variable(self, name: str, holder: Holder) -> ScenedVariable:
        kind, table, _name = holder
        of = {"player": "player", "game": "game"}.get(kind, f"table:{table}")
        for each in self.variables:
            if each.name == name and each.of == of:
                return each
        raise NoSenseHere(
            _("“{name}” is not tracked for {owner}.").format(name=name, owner=holder[2] or _("the game"))
        )

    def own_of_game(self, name: str) -> ScenedVariable:
        """A variable of the game that is named without an owner. Raises Unclear where others have one of that name."""
        variable = self.variable(name, GAME)
        if any(each.of != "game" and forms(each.name) & forms(name) for each in self.variables):
            raise Unclear(_("“{name}” is the name of more than one variable.").format(name=name))
        return variable

    def is_of_game(self, name: str) -> bool:
        """Whether the game has a variable of this name."""
        return any(each.of == "game" and forms(each.name) & forms(name) for each in self.variables)

    def last_name(self) -> str:
        """The one variable that was last changed."""
        names = {cell[1] for cell in self.it or ()}
        if len(names) != 1:
            raise Unclear(_("It is not clear of what this is an amount."))
        return names.pop()

    def elided_name(self) -> str:
        """The one variable that this sentence has changed so far."""
        names = {cell[1] for cell in self.changed}
        if len(names) != 1:
            raise NoSenseHere(_("It is not clear of what this is an amount."))
        return names.pop()

    def variables_of(self, holder: Holder) -> list[ScenedVariable]:
        kind, table, _name = holder
        of = {"player": "player", "game": "game"}.get(kind, f"table:{table}")
        return [each for each in self.variables if each.of == of]

    def tables(self) -> list[str]:
        return list(self.values.get("tables", {}))

    def rows(self, table: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.values["tables"][table]
        return rows

    def row(self, table: str, name: str) -> dict[str, Any]:
        for row in self.rows(table):
            if row.get("Name") == name:
                return row
        raise Unclear(_("There is no “{name}” any more.").format(name=name))

    def table_named(self, word: str) -> str | None:
        return next((table for table in self.tables() if word.casefold() in forms(table)), None)

    # -- values

    def get(self, cell: Cell) -> Any:
        holder, name = cell
        variable = self.variable(name, holder)
        value = self._place(holder).get(name, variable.default)
        if variable.type == "list" and value is None:
            return []
        return value

    def set(self, cell: Cell, value: Any) -> None:
        holder, name = cell
        variable = self.variable(name, holder)
        if variable.table and name == "Name":
            self.rename(variable.table, holder[2], value)
            return
        self._place(holder)[name] = self.fitted(variable, value)

    def _place(self, holder: Holder) -> dict[str, Any]:
        kind, table, name = holder
        if kind == "game":
            place: dict[str, Any] = self.values.setdefault("game", {})
            return place
        if kind == "row":
            return self.row(table, name)
        place = self.values.setdefault("players", {}).setdefault(name, {})
        return place

    def fitted(self, variable: ScenedVariable, value: Any) -> Any:
        """The value as this variable keeps it. Raises Unclear, or DoesNotFit for another kind of value."""
        match variable.type:
            case "number":
                return self._number(variable, value)
            case "yes-no":
                if isinstance(value, bool):
                    return value
            case "choice":
                return self._choice(variable, value)
            case "player":
                return self._player(value)
            case "list":
                if isinstance(value, list):
                    return [str(each) for each in value]
            case _:
                if isinstance(value, str):
                    return value
        raise NoSenseHere(_("That is no value of the right kind for {name}.").format(name=variable.name))

    def _number(self, variable: ScenedVariable, value: Any) -> int | float:
        if isinstance(value, bool) or not isinstance(value, Fraction | int):
            raise NoSenseHere(_("{name} is a number, but that is not.").format(name=variable.name))
        value = Fraction(value)
        if self.loose and variable.whole and value.denominator != 1:
            raise Unclear(_("The percentage does not come out whole. Say how to round it."))
        if variable.whole:
            value = Fraction(floor(value) if value >= 0 else ceil(value))
        if variable.min is not None and value < variable.min:
            raise Unclear(
                _("{name} would go below its minimum, {least}.").format(
                    name=variable.name, least=variable.min
                )
            )
        if variable.max is not None and value > variable.max:
            raise Unclear(
                _("{name} would go above its maximum, {most}.").format(name=variable.name, most=variable.max)
            )
        if abs(value) >= _LIMIT:
            raise Unclear(_("{name} would become too large.").format(name=variable.name))
        return int(value) if value.denominator == 1 else float(value)

    def _choice(self, variable: ScenedVariable, value: Any) -> str:
        if isinstance(value, Fraction) and value.denominator == 1:
            value = str(value)
        if isinstance(value, str):
            if value == "" and variable.default == "":
                return ""
            for each in variable.choices:
                if str(each).casefold() == value.casefold():
                    return each
        raise NoSenseHere(
            _("{name} cannot be set to that: it is not one of its choices.").format(name=variable.name)
        )

    def _player(self, value: Any) -> str:
        if value == "":
            return ""
        for each in (*self.cast.players, *self.cast.idle):
            if isinstance(value, str) and each.casefold() == value.casefold():
                return each
        raise NoSenseHere(_("That is no player."))

    def default(self, cell: Cell) -> Any:
        variable = self.variable(cell[1], cell[0])
        if variable.default is None:
            raise Unclear(_("{name} has no default.").format(name=variable.name))
        value = deepcopy(variable.default)
        return Fraction(str(value)) if variable.type == "number" else value

    # -- rows

    def add_row(self, table: str, name: str, cells: Iterable[tuple[str, Any]]) -> Holder:
        if not name:
            raise Unclear(_("The new row has no name."))
        if any(str(row.get("Name", "")).casefold() == name.casefold() for row in self.rows(table)):
            raise Unclear(_("There is a “{name}” already.").format(name=name))
        columns = [each for each in self.variables if each.of == f"table:{table}"]
        self.rows(table).append(
            {each.name: name if each.name == "Name" else deepcopy(each.default) for each in columns}
            | {"Name": name}
        )
        holder = ("row", table, name)
        for column, value in cells:
            self.set((holder, column), value)
        self.added = holder
        return holder

    def remove_row(self, holder: Holder) -> None:
        self.rows(holder[1]).remove(self.row(holder[1], holder[2]))

    def rename(self, table: str, old: str, new: Any) -> None:
        if not isinstance(new, str) or not new:
            raise NoSenseHere(_("A row has a name."))
        if any(row["Name"].casefold() == new.casefold() for row in self.rows(table) if row["Name"] != old):
            raise Unclear(_("There is a “{name}” already.").format(name=new))
        self.row(table, old)["Name"] = new
        was, now = ("row", table, old), ("row", table, new)
        self.mentioned = tuple(now if each == was else each for each in self.mentioned)
        self.people = tuple(now if each == was else each for each in self.people or ()) or None

    # -- people

    def group(self, which: str) -> tuple[Holder, ...]:
        """ "active", "idle" or "all" players, the emperor among them as the game counts."""
        names = {
            "active": self.cast.players,
            "idle": self.cast.idle,
            "all": (*self.cast.players, *self.cast.idle),
        }[which]
        return tuple(
            ("player", "", name) for name in names if self.cast.emperor_counts or name != self.cast.emperor
        )
