"""Steps on what is tracked rather than on its values: variables, tables, rows and pages come, change and go."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from blognomic.i18n.stored_messages import NOTHING, StoredMessage
from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop, in_the_games_language
from gamestate.values import value_kinds
from gamestate.values.definitions import Definition
from gamestate.values.errors import ValueRefused
from gamestate.values.keeping import check_formulas, check_seen_when
from gamestate.values.plans import StepTrouble
from gamestate.values.state import Page, Row, Table, Variable, cells_of, of_row
from gamestate.values.steps import Step
from gamestate.values.value_kinds import Reading
from gamestate.values.working import Working

MOST_VARIABLES: Final = 120
MOST_TABLES: Final = 30
MOST_ROWS: Final = 300
MOST_PAGES: Final = 100
NEW: Final = "new-"
REVEALED: Final = StoredMessage(gettext_noop("shown to everybody"))
Found = TypeVar("Found")


def define(work: Working, step: Step) -> None:
    if len(work.state.variables) >= MOST_VARIABLES:
        raise ValueRefused(_("You can track at most {most} variables at a time.").format(most=MOST_VARIABLES))
    definition = _needed(step.definition)
    head, dot, tail = step.path.partition(".")
    if (step.scope == "row") != bool(dot):
        raise ValueRefused(
            _("A column is named by its table’s key, a point and its own; nothing else has a point.")
        )
    table = work.state.table_of(head).id if dot else ""
    key = tail if dot else head
    if any(each.key == key and each.table == table for each in work.state.variables.values()):
        raise ValueRefused(_("Something called “{key}” is already tracked.").format(key=step.path))
    check_reference(work, definition)
    variable = Variable(f"new-{work.place}", key, step.scope, table, definition)
    add_variable(work, variable)
    check_formulas(work, variable)
    check_seen_when(work, None, variable)
    if definition.formula:
        return
    starts: dict[str, Reading] = {}
    for holder in work.state.holders_of(variable):
        if holder.startswith("player:") and not work.state.counts(work.state.people[int(holder[7:])]):
            continue
        try:
            starts[holder] = (
                work.reading(variable, holder, step.to) if step.to else work.start(variable, holder)
            )
        except ValueRefused as refused:
            work.refuse(refused, holder)
    for holder, reading in starts.items():
        work.put(variable, holder, reading)


def check_reference(work: Working, definition: Definition) -> None:
    if definition.kind == "row":
        work.state.table_of(definition.refers)


def add_variable(work: Working, variable: Variable) -> None:
    work.alter("variable", variable.id, "", None, variable.definition.as_json())
    work.state = replace(work.state, variables={**work.state.variables, variable.id: variable})


def drop_variable(work: Working, variable: Variable) -> None:
    work.alter("variable", variable.id, "", variable.definition.as_json(), None)
    rest = {key: each for key, each in work.state.variables.items() if key != variable.id}
    work.state = replace(work.state, variables=rest)


def redefine(work: Working, step: Step) -> None:
    variable, definition = work.state.variable_of(step.path), _needed(step.definition)
    check_reference(work, definition)
    changed = replace(variable, definition=definition)
    old = variable.definition
    work.alter("variable", variable.id, "", old.as_json(), definition.as_json())
    computed_before = (
        {holder: cell.value for holder, cell in cells_of(work.state, variable)} if old.formula else {}
    )
    work.state = replace(work.state, variables={**work.state.variables, variable.id: changed})
    check_formulas(work, changed)
    check_seen_when(work, old, changed)
    if definition.formula:
        return
    if old.formula:
        _keep_what_was_computed(work, changed, computed_before)
        return
    if _means_the_same(old, definition):
        _show_seen(work, old, changed)
        return
    for holder, cell in list(cells_of(work.state, variable)):
        audience = work.state.audience(variable, holder)
        if not work.sees(variable, holder):
            convert_unseen(work, old, changed, holder, step.invalid)
            continue
        try:
            reading = converted(work, old, changed, cell.value)
            if reading.value != cell.value:
                work.put(changed, holder, reading, of=audience)
        except ValueRefused as refused:
            settle_invalid(work, changed, holder, cell.value, step.invalid, refused)
    _show_seen(work, old, changed)


def _keep_what_was_computed(work: Working, variable: Variable, values: Mapping[str, object]) -> None:
    """Let values that were computed stand as they were, now that they are set by hand."""
    for holder, value in values.items():
        try:
            work.put(
                variable, holder, value_kinds.check(variable.definition, value, work.state, work.tracker)
            )
        except ValueRefused:
            work.put(variable, holder, work.start(variable, holder))


def _show_seen(work: Working, old: Definition, variable: Variable) -> None:
    """Where the emperor, who sees the values, lets everybody see them by the definition, that shows those that stand,
    and says so of each. Nobody else's definition does: it is about the values to come."""
    if work.reveals and old.audience != "all" and variable.definition.audience == "all":
        for holder in [holder for holder, __ in cells_of(work.state, variable)]:
            if work.sees(variable, holder):
                show(work, variable, holder)


def convert_unseen(work: Working, old: Definition, variable: Variable, holder: str, invalid: str) -> None:
    """Put a value that who acts may not see under a changed definition. Whatever the value is, it is told of in the
    same way and nothing refuses it, so that nobody learns by trying definitions what it is."""
    cell, audience = work.state.cell(variable, holder), work.state.audience(variable, holder)
    trial = replace(work, alterations=[], troubles=[])
    trial.before = work.before
    try:
        reading = converted(trial, old, variable, cell.value)
    except ValueRefused as refused:
        try:
            settle_invalid(trial, variable, holder, cell.value, invalid, refused)
            reading = Reading(trial.state.value(variable, holder))
        except ValueRefused:
            reading = Reading(None)
    work.put(variable, holder, reading, of=audience, unseen=True)


def reveal(work: Working, variable: Variable) -> None:
    """Show what a variable holds to everybody, and what it comes to hold: an act of its own, named in the log. While it
    is only proposed, and for the steps after it, nobody sees more than before."""
    if not work.reveals:
        raise ValueRefused(_("Only the emperor or a matter can show everybody what is hidden."))
    definition = variable.definition
    if not work.state.hidden([variable]):
        raise ValueRefused(_("Everybody already sees {name}.").format(name=definition.name))
    holders = [holder for holder, __ in cells_of(work.state, variable)]
    if not all(work.state.audience(variable, holder) in work.reveals for holder in holders):
        raise ValueRefused(
            _("Only a matter can show everybody what the emperor does not see: {name}.").format(
                name=definition.name
            )
        )
    for holder in holders:
        show(work, variable, holder)
    if definition.audience != "all":
        shown = replace(variable, definition=replace(definition, audience="all"))
        work.alter("variable", variable.id, "", definition.as_json(), shown.definition.as_json())
        work.state = replace(work.state, variables={**work.state.variables, variable.id: shown})


def show(work: Working, variable: Variable, holder: str) -> None:
    """Show a value to everybody, from when it is written down."""
    cell, audience = work.state.cell(variable, holder), work.state.audience(variable, holder)
    if audience == "all":
        return
    work.alter(
        "value",
        variable.id,
        holder,
        cell.value,
        cell.value,
        note=REVEALED,
        audience=audience,
        audience_before=audience,
        reveals=True,
    )
    # it keeps for whom it was, however its variable is defined by the steps that follow
    work.state = work.state.with_cells({(variable.id, holder): replace(cell, audience=audience)})


def converted(work: Working, old: Definition, variable: Variable, value: object) -> Reading:
    """A value under a changed definition. Raises ValueRefused where it is not valid there."""
    if value is None or old.kind == variable.definition.kind and old.refers == variable.definition.refers:
        return value_kinds.check(variable.definition, value, work.state, work.tracker)
    with in_the_games_language():  # it is kept as a value
        shown = value_kinds.show(old, value, work.state)
    return value_kinds.read_text(variable.definition, shown, work.state, work.tracker)


def settle_invalid(
    work: Working, variable: Variable, holder: str, value: object, treatment: str, refused: ValueRefused
) -> None:
    """Deal with a value that the changed definition does not allow, as the step or the law says."""
    definition = variable.definition
    if treatment == "law":
        treatment = work.tracker.invalid
    if treatment == "keep" and refused.recordable:
        audience = work.state.audience(variable, holder)
        work.alter(
            "value",
            variable.id,
            holder,
            value,
            value,
            refused=refused.sentence,
            audience=audience,
            audience_before=audience,
        )
        return
    if treatment == "nearest" and (exact := value_kinds.number(definition, value)) is not None:
        bounded = replace(definition, below="set", above="set")
        reading = value_kinds.settle_number(bounded, exact, work.tracker)
    else:
        reading = work.start(variable, holder)
    invalid = gettext_noop("no longer valid: {why}")
    work.put(
        variable,
        holder,
        replace(reading, note=reading.note or StoredMessage(invalid, why=refused.sentence)),
        of=work.state.audience(variable, holder),
    )


def change_table(work: Working, step: Step) -> None:
    state = work.state
    if step.do == "define-table":
        if len(state.tables) >= MOST_TABLES:
            raise ValueRefused(_("There can be at most {most} tables at a time.").format(most=MOST_TABLES))
        if any(each.key == step.path for each in state.tables.values()):
            raise ValueRefused(_("There is already a table called “{key}”.").format(key=step.path))
        made = Table(f"new-{work.place}", step.path, _needed(step.table))
        work.alter("table", made.id, "", None, made.definition.as_json())
        work.state = replace(state, tables={**state.tables, made.id: made})
        return
    table = state.table_of(step.path)
    if step.do == "retire-table" and table.id.startswith(NEW):
        raise ValueRefused(
            _("The same update makes {name}: leave both out instead.").format(name=table.definition.name)
        )
    if step.do == "alter-table":
        changed = replace(table, definition=_needed(step.table))
        work.alter("table", table.id, "", table.definition.as_json(), changed.definition.as_json())
        work.state = replace(state, tables={**state.tables, table.id: changed})
        return
    if referring := [each for each in state.variables.values() if each.definition.refers == table.key]:
        raise ValueRefused(
            _("{name} refers to the rows of this table: stop tracking that first.").format(
                name=referring[0].definition.name
            )
        )
    for column in state.columns_of(table.id):
        drop_variable(work, column)
    for row in state.rows_of(table.id):
        drop_row(work, row)
    work.alter("table", table.id, "", table.definition.as_json(), None)
    work.state = replace(
        work.state, tables={key: each for key, each in work.state.tables.items() if key != table.id}
    )


def change_row(work: Working, step: Step) -> None:
    table = work.state.table_of(step.path)
    rows = work.state.rows_of(table.id)
    target = None if step.do == "add-row" else work.row_named(table.id, step.of[0])
    if step.do == "retire-row":
        assert target is not None
        if target.id.startswith(NEW):
            raise ValueRefused(
                _("The same update makes {name}: leave both out instead.").format(name=target.name)
            )
        drop_row(work, target)
        return
    if any(row.name.casefold() == step.name.casefold() and row is not target for row in rows):
        raise ValueRefused(
            _("{name} already has a row called “{row}”.").format(name=table.definition.name, row=step.name)
        )
    if target is not None:
        order = target.order if step.order is None else step.order
        put_row(work, replace(target, name=step.name, order=order), old=row_json(target))
        return
    if len(rows) >= MOST_ROWS:
        raise ValueRefused(_("A table has at most {most} rows.").format(most=MOST_ROWS))
    order = step.order if step.order is not None else max((row.order for row in rows), default=0) + 1
    made = Row(f"new-{work.place}", table.id, step.name, order)
    put_row(work, made, old=None)
    for column in _typed(work.state.columns_of(table.id)):
        work.put(column, of_row(made.id), work.start(column, of_row(made.id)))


def _typed(variables: Iterable[Variable]) -> list[Variable]:
    """Those of the variables that are not computed."""
    return [each for each in variables if not each.definition.formula]


def put_row(work: Working, row: Row, *, old: object) -> None:
    work.alter("row", row.id, "", old, row_json(row))
    work.state = replace(work.state, rows={**work.state.rows, row.id: row})


def drop_row(work: Working, row: Row) -> None:
    work.alter("row", row.id, "", row_json(row), None)
    rest = {key: each for key, each in work.state.rows.items() if key != row.id}
    work.state = replace(work.state, rows=rest, gone={**work.state.gone, row.id: row.name})


def change_page(work: Working, step: Step) -> None:
    state = work.state
    standing = next((page for page in state.pages.values() if page.key == step.path), None)
    if step.do == "retire-page":
        drop_page(work, state.page_of(step.path))
        return
    if standing is None and len(state.pages) >= MOST_PAGES:
        raise ValueRefused(_("There can be at most {most} pages at a time.").format(most=MOST_PAGES))
    page = standing or Page(f"new-{work.place}", step.path, "", "")
    key = f"page/{page.id}"
    changed = replace(page, title=step.name, text=step.to)
    if key in work.seen and work.seen[key] != page.last and changed != page:
        sentence = _("Somebody has just changed this page. Your text is still below; put both together.")
        work.troubles.append(
            StepTrouble(work.place, work.path, "", sentence, kind="conflict", value=page.text)
        )
        return
    put_page(work, changed, old=page_json(standing) if standing else None)


def revert_page(work: Working, step: Step) -> None:
    """Return a page to how it stood when the matter was submitted, or blank it when there was none: what rulesets from
    2019 on say of a page that becomes gamestate by an enactment. A page that was removed since comes back."""
    if work.submitted is None:
        raise ValueRefused(_("Only a matter can return a page to how it was when the matter was submitted."))
    standing = next((page for page in work.state.pages.values() if page.key == step.path), None)
    then = work.submitted.pages.get(step.path)
    if standing is None and then is None:
        raise ValueRefused(
            _("There is no page called “{key}”, and there was none when the matter was submitted.").format(
                key=step.path
            )
        )
    old = page_json(standing) if standing else None
    if then is None:
        assert standing is not None
        words = gettext_noop("blanked: there was no such page at the matter’s submission, {instant}")
        note = StoredMessage(words, instant=work.submitted.at)
        put_page(work, replace(standing, text=""), old=old, note=note)
        return
    reverted = replace(standing or then.page, title=then.page.title, text=then.page.text)
    words = gettext_noop("as at the matter’s submission, {instant}")
    put_page(work, reverted, old=old, note=StoredMessage(words, instant=work.submitted.at))


def put_page(work: Working, page: Page, *, old: object, note: StoredMessage = NOTHING) -> None:
    work.alter("page", page.id, "", old, page_json(page), note=note)
    work.state = replace(work.state, pages={**work.state.pages, page.id: page})


def drop_page(work: Working, page: Page) -> None:
    work.alter("page", page.id, "", page_json(page), None)
    work.state = replace(
        work.state, pages={key: each for key, each in work.state.pages.items() if key != page.id}
    )


def _means_the_same(old: Definition, new: Definition) -> bool:
    """Whether the values that one definition allows are those that the other does."""
    indifferent = {
        "name": "",
        "description": "",
        "rule": None,
        "order": 0,
        "default": "",
        "audience": "all",
        "on_return": "law",
        "must": "",
        "why": "",
    }
    return replace(old, **indifferent) == replace(new, **indifferent)  # type: ignore[arg-type]


def _needed(definition: Found | None) -> Found:
    if definition is None:
        raise ValueRefused(_("A definition is missing."))
    return definition


def row_json(row: Row) -> dict[str, object]:
    return {"name": row.name, "order": row.order}


def page_json(page: Page) -> dict[str, object]:
    return {"title": page.title, "text": page.text}
