"""Putting things back to how an entry of the log found them."""

from collections.abc import Mapping
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from gamestate.values.defining import (
    add_variable,
    change_table,
    drop_page,
    drop_row,
    drop_variable,
    page_json,
    put_page,
    put_row,
    row_json,
)
from gamestate.values.definitions import read_definition, read_table
from gamestate.values.errors import ValueRefused
from gamestate.values.keeping import check_seen_when
from gamestate.values.state import Page, Row, Table, Variable
from gamestate.values.steps import Restore, Step
from gamestate.values.value_kinds import Reading
from gamestate.values.working import Working


def restore(work: Working, step: Restore) -> None:
    match step.about:
        case "value":
            restore_value(work, step)
        case "variable":
            restore_variable(work, step)
        case "table":
            restore_table(work, step)
        case "row":
            restore_row(work, step)
        case "page":
            restore_page(work, step)


def restore_value(work: Working, step: Restore) -> None:
    variable = work.state.variables.get(step.id)
    if variable is None:
        raise ValueRefused(_("What this value belonged to is no longer tracked."))
    if variable.definition.formula:
        return  # it is what its formula makes it by now
    work.check_seen(variable, step.holder)
    work.put(variable, step.holder, Reading(step.to), of=step.audience)


def restore_variable(work: Working, step: Restore) -> None:
    variable = work.state.variables.get(step.id)
    if step.to is None:
        if variable is not None:
            drop_variable(work, variable)
        return
    definition = read_definition(step.to)  # type: ignore[arg-type]
    if variable is None:
        kept = work.shelf.get(("variable", step.id))
        if not isinstance(kept, Variable):
            raise ValueRefused(_("What was tracked here cannot be brought back."))
        taken = any(
            each.key == kept.key and each.table == kept.table for each in work.state.variables.values()
        )
        if taken:
            raise ValueRefused(_("Something else called “{key}” is tracked now.").format(key=kept.key))
        if kept.table and kept.table not in work.state.tables:
            raise ValueRefused(_("The table of this column is gone."))
        add_variable(work, replace(kept, definition=definition))
        return
    work.alter("variable", variable.id, "", variable.definition.as_json(), definition.as_json())
    changed = replace(variable, definition=definition)
    check_seen_when(work, variable.definition, changed)
    work.state = replace(work.state, variables={**work.state.variables, variable.id: changed})


def restore_table(work: Working, step: Restore) -> None:
    table = work.state.tables.get(step.id)
    if step.to is None:
        if table is not None:
            change_table(work, Step("retire-table", table.key))
        return
    kept = table or work.shelf.get(("table", step.id))
    if not isinstance(kept, Table):
        raise ValueRefused(_("This table cannot be brought back."))
    if table is None and any(each.key == kept.key for each in work.state.tables.values()):
        raise ValueRefused(_("There is a new table called “{key}” now.").format(key=kept.key))
    changed = replace(kept, definition=read_table(step.to))  # type: ignore[arg-type]
    work.alter(
        "table", kept.id, "", table.definition.as_json() if table else None, changed.definition.as_json()
    )
    work.state = replace(work.state, tables={**work.state.tables, kept.id: changed})


def restore_row(work: Working, step: Restore) -> None:
    row = work.state.rows.get(step.id)
    if step.to is None:
        if row is not None:
            drop_row(work, row)
        return
    kept = row or work.shelf.get(("row", step.id))
    if not isinstance(kept, Row) or not isinstance(step.to, Mapping):
        raise ValueRefused(_("This row cannot be brought back."))
    name, order = str(step.to.get("name", kept.name)), step.to.get("order", kept.order)
    if any(
        each.name.casefold() == name.casefold() and each.id != kept.id
        for each in work.state.rows_of(kept.table)
    ):
        raise ValueRefused(_("There is a new row called “{name}” now.").format(name=name))
    put_row(
        work,
        replace(kept, name=name, order=order if isinstance(order, int) else kept.order),
        old=row_json(row) if row else None,
    )


def restore_page(work: Working, step: Restore) -> None:
    page = work.state.pages.get(step.id)
    if step.to is None:
        if page is not None:
            drop_page(work, page)
        return
    kept = page or work.shelf.get(("page", step.id))
    if not isinstance(kept, Page) or not isinstance(step.to, Mapping):
        raise ValueRefused(_("This page cannot be brought back."))
    if page is None and any(each.key == kept.key for each in work.state.pages.values()):
        raise ValueRefused(_("There is a new page called “{key}” now.").format(key=kept.key))
    restored = replace(
        kept, title=str(step.to.get("title", kept.title)), text=str(step.to.get("text", kept.text))
    )
    put_page(work, restored, old=page_json(page) if page else None)
