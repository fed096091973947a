"""Rows that come and go: `add squares: 'The Inn'`, `remove where`."""

from dataclasses import dataclass
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.defining import change_row
from gamestate.values.definitions import read_key
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import TrackedThing
from gamestate.values.state import State
from gamestate.values.steps import Step

NAME_LENGTH: Final = 80


@dataclass(frozen=True, slots=True)
class AddDeed(MoveDeed):
    table: str
    name: Rolling

    def do(self, making: Making, before: State | None) -> None:
        name = making.run(self.name, before or making.work.state)
        if not isinstance(name, str):
            raise ValueRefused(_("A row or page has a name."))
        change_row(making.work, Step("add-row", self.table, name=" ".join(name.split())[:NAME_LENGTH]))


@dataclass(frozen=True, slots=True)
class RemoveDeed(MoveDeed):
    row: Rolling

    def do(self, making: Making, before: State | None) -> None:
        row, state = making.run(self.row, before or making.work.state), making.work.state
        kind, _colon, key = row.holder.partition(":") if isinstance(row, TrackedThing) else ("", "", "")
        if not isinstance(row, TrackedThing) or kind != "row" or key not in state.rows:
            raise ValueRefused(_("Only a row of a table is removed."))
        change_row(making.work, Step("retire-row", state.tables[state.rows[key].table].key, (row.holder,)))


class _Adding(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        word, _space, rest = text.partition(" ")
        if word.lower() != "add" or ":" not in rest:
            return None
        table, _colon, name = rest.partition(":")
        reader.names.add(table.strip().lower())
        return AddDeed(read_key(table.strip().lower()), reader.rolling(name))


class _Removing(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        word, _space, rest = text.partition(" ")
        return RemoveDeed(reader.rolling(rest)) if word.lower() == "remove" and rest else None


ADDING: Final = _Adding()
REMOVING: Final = _Removing()
