"""Players, rows and laws for the tests of values."""

from gamestate.values.definitions import Definition, read_definition
from gamestate.values.errors import ValueRefused
from ruleset.law.model import TrackerLaw

REFUSES = TrackerLaw("refuse", "Numbers and Variables", "", "zero", "Numbers and Variables")
"""As in 2012 and after: below zero is refused, results are rounded towards zero."""
SETS = TrackerLaw("zero", "Numbers and Variables", "", "zero", "Numbers and Variables")
"""As in 2011: below zero is set to zero."""
NO_ROUNDING = TrackerLaw("zero", "Glossary", "", "none", "")
"""As in 2006."""

PLAYERS = {3: "Hollis", 12: "Smith, John", 15: "semi;colon", 21: "Iß", 30: "+1", 31: "=x"}
ROWS = {("locations", 34): "Village Square", ("locations", "new-3"): "The Inn; Upstairs"}


class Table:
    """Finds the players and rows above, by their names without regard to case."""

    def player(self, text: str) -> int:
        for key, name in PLAYERS.items():
            if name.casefold() == text.casefold():
                return key
        raise ValueRefused("There is no such player.")

    def player_name(self, key: int) -> str:
        return PLAYERS.get(key, "somebody who has left")

    def row(self, table: str, text: str) -> int | str:
        for (its_table, key), name in ROWS.items():
            if its_table == table and name.casefold() == text.casefold():
                return key
        raise ValueRefused("There is no such row.")

    def row_name(self, table: str, key: int | str) -> str:
        return ROWS.get((table, key), "a row that is gone")


NAMES = Table()


def defined(kind: str, name: str = "Wealth", **parts: object) -> Definition:
    """A definition as a form or a change gives it."""
    return read_definition({"name": name, "kind": kind, **parts})


def refusal(act, *arguments, **named) -> ValueRefused:
    """The refusal that a call ends in."""
    try:
        result = act(*arguments, **named)
    except ValueRefused as refused:
        return refused
    raise AssertionError(f"not refused: {result!r}")


def in_full(refused: ValueRefused) -> tuple[str, str, object, bool]:
    return refused.sentence, refused.rule, refused.value, refused.recordable


class Numbers:
    """What a formula knows where numbers are all that there is: its own by a function, and those of others."""

    def __init__(self, value, others=lambda name: []):
        self.name, self.others = value, others

    def is_list(self, name):
        return False

    def part(self, thing, name):
        raise ValueRefused(f"{thing.holder} has no {name}.")

    def after(self, thing, steps):
        raise ValueRefused(f"Nothing comes after {thing.holder}.")

    def neighbours(self, thing):
        raise ValueRefused(f"Nothing is beside {thing.holder}.")

    def title(self, name):
        return name.capitalize()

    def thing_name(self, thing):
        return thing.holder
