"""A plan into the database: new things, the entries of the log, and how everything stands after them."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from django.db import connection

from gamestate.models import Cell, Entry, Page, Row, Table, Update, Variable
from gamestate.rendering import render
from gamestate.values.plans import Alteration, Plan
from gamestate.values.state import GAME, State
from players.queries.roster import dynasty_at

About = Entry.About


_THINGS: dict[str, type[Table] | type[Variable] | type[Row] | type[Page]] = {
    About.TABLE: Table,
    About.VARIABLE: Variable,
    About.ROW: Row,
    About.PAGE: Page,
}


class _Keys:
    """The keys in the database of things that a plan names by their ids, "new-3" among them."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str], int] = {}

    def __call__(self, about: str, key: str) -> int:
        return int(key) if key.isdecimal() else self.made[about, key]


def write(planned: Plan, *, update: Update, before: State) -> list[Entry]:
    """Write a plan's alterations as entries of `update`, and bring what is tracked up to them."""
    keys = _Keys()
    is_new = [each for each in planned.alterations if each.about != "value" and not each.id.isdecimal()]
    dynasty = dynasty_at(update.at) if is_new else None
    # tables before their rows and columns, and all of them before values
    order = [About.TABLE, About.VARIABLE, About.ROW, About.PAGE, About.VALUE]
    alterations = sorted(planned.alterations, key=lambda each: order.index(About(each.about)))
    for each in alterations:
        if each.about in _THINGS and each.id.isdecimal() and each.new is None:
            # what goes makes room for what comes under its key in the same act
            _THINGS[each.about].objects.filter(pk=int(each.id)).update(retired_at=update.at)
    for each in alterations:
        if each.about != "value" and not each.id.isdecimal():
            keys.made[each.about, each.id] = _make(
                each, planned.state, update, dynasty.pk if dynasty else None, keys
            )
    entries = [_entry(each, planned.state, before, update, keys) for each in alterations]
    Entry.objects.bulk_create(entries)
    for each, entry in zip(alterations, entries, strict=True):
        if each.about != "value":
            _STAND[each.about](entry, update)
    _set_cells([entry for entry in entries if entry.about == About.VALUE])
    return entries


def _make(each: Alteration, state: State, update: Update, dynasty: int | None, keys: _Keys) -> int:
    """Create the row of something new; its entry fills it in."""
    if each.about == "table":
        table = state.tables[each.id]
        return Table.objects.create(key=table.key, dynasty_id=dynasty, made_at=update.at).pk
    if each.about == "variable":
        variable = state.variables[each.id]
        return Variable.objects.create(
            key=variable.key,
            scope=variable.scope,
            table_id=keys("table", variable.table) if variable.table else None,
            dynasty_id=dynasty,
            made_at=update.at,
        ).pk
    if each.about == "row":
        row = state.rows[each.id]
        return Row.objects.create(
            table_id=keys("table", row.table), name=row.name, order=row.order, made_at=update.at
        ).pk
    return Page.objects.create(key=state.pages[each.id].key, dynasty_id=dynasty, made_at=update.at).pk


def _entry(each: Alteration, state: State, before: State, update: Update, keys: _Keys) -> Entry:
    entry = Entry(
        update=update,
        at=update.at,
        about=each.about,
        old=each.old,
        new=each.new,
        typed=each.typed[:300],
        note=each.note,
        refused=each.refused,
    )
    if each.about == "value":
        variable = state.variables.get(each.id) or before.variables[each.id]
        entry.variable_id = keys("variable", each.id)
        entry.audience, entry.audience_before = each.audience, each.audience_before
        if each.reveals:
            entry.audience = "all"
            entry.audience_before = "all" if each.new == each.old else each.audience_before
        if variable.definition.kind == "row" and isinstance(each.new, str):
            entry.new = keys("row", each.new)
        kind, _, key = each.holder.partition(":")
        if kind == "player":
            entry.player_id = int(key)
        elif each.holder != GAME:
            entry.row_id = keys("row", key)
    else:
        setattr(entry, f"{each.about}_id", keys(each.about, each.id))
    return entry


def _stand_table(entry: Entry, update: Update) -> None:
    fields: dict[str, object] = {"retired_at": update.at if entry.new is None else None}
    if entry.new is not None:
        fields["definition"] = entry.new
    Table.objects.filter(pk=entry.table_id).update(**fields)


def _stand_variable(entry: Entry, update: Update) -> None:
    fields: dict[str, object] = {"retired_at": update.at if entry.new is None else None}
    if entry.new is not None:
        fields["definition"] = entry.new
    Variable.objects.filter(pk=entry.variable_id).update(**fields)


def _stand_row(entry: Entry, update: Update) -> None:
    fields: dict[str, object] = {"retired_at": update.at if entry.new is None else None}
    if entry.new is not None:
        fields |= {"name": entry.new["name"], "order": entry.new["order"]}
    Row.objects.filter(pk=entry.row_id).update(**fields)


def _stand_page(entry: Entry, update: Update) -> None:
    fields: dict[str, object] = {"retired_at": update.at if entry.new is None else None, "last": entry}
    if entry.new is not None:
        text = cast(str, entry.new["text"])
        html = render(text, prefix=f"g{entry.page_id}", at=update.at)
        fields |= {"title": entry.new["title"], "text": text, "html": html}
    Page.objects.filter(pk=entry.page_id).update(**fields)


_STAND: dict[str, Callable[[Entry, Update], None]] = {
    About.TABLE: _stand_table,
    About.VARIABLE: _stand_variable,
    About.ROW: _stand_row,
    About.PAGE: _stand_page,
}


# Of whom a value is, and by which of the table's constraints there is one: written out, for Django writes no value that
# may be there under a constraint with a condition, and reading them first takes longer than all the rest.
_HOLDERS = {
    "player_id": '("variable_id", "player_id") WHERE "player_id" IS NOT NULL',
    "row_id": '("variable_id", "row_id") WHERE "row_id" IS NOT NULL',
    "": '("variable_id") WHERE "player_id" IS NULL AND "row_id" IS NULL',
}
_COLUMNS = ("variable_id", "player_id", "row_id", "value", "last_id")
MOST_AT_ONCE = 150  # rows of a statement: databases take a limited number of parameters


def _set_cells(entries: list[Entry]) -> None:
    """Bring the values up to their entries. One query for players, one for rows and one for the game, for so many at
    once."""
    value = Cell._meta.get_field("value")
    of_holder: dict[str, dict[tuple[int | None, ...], list[Any]]] = {holder: {} for holder in _HOLDERS}
    for entry in entries:
        holder = "player_id" if entry.player_id else "row_id" if entry.row_id else ""
        key = (entry.variable_id, entry.player_id, entry.row_id)
        of_holder[holder][key] = [*key, value.get_db_prep_save(entry.new, connection), entry.pk]
    for holder, rows in of_holder.items():
        written = list(rows.values())
        for begin in range(0, len(written), MOST_AT_ONCE):
            _write_cells(written[begin : begin + MOST_AT_ONCE], unique=_HOLDERS[holder])


def _write_cells(rows: Sequence[list[Any]], *, unique: str) -> None:
    columns = ", ".join(f'"{column}"' for column in _COLUMNS)
    places = ", ".join([f"({', '.join(['%s'] * len(_COLUMNS))})"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "gamestate_cell" ({columns}) VALUES {places} ON CONFLICT {unique} '
            'DO UPDATE SET "value" = excluded."value", "last_id" = excluded."last_id"',
            [field for row in rows for field in row],
        )
