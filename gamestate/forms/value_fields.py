"""The form of an update: a field for each value, and what comes of it when it is sent.

A field is called by its value and the entry that set it when the page was made, such as "12/player:3@881"; so a field
that was not changed is told from one that was, and somebody else's change is seen.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import KEY
from blognomic.web.errors import RuleBroken
from gamestate.queries.log import values_set_by
from gamestate.queries.snapshot import holder_of
from gamestate.queries.tables import CellShown, Tables
from gamestate.values import value_kinds
from gamestate.values.plans import Plan, StepTrouble, seen_key
from gamestate.values.state import GAME, State, Variable
from gamestate.values.steps import Step

MOST_FIELDS = 1_500
_NAME = re.compile(rf"({KEY})/(game|(?:player|row):{KEY})@({KEY})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class SentField:
    """A field that was sent: which value, the entry that was its last (None: none), and what was written."""

    variable: str
    holder: str
    last: int | None
    typed: str

    @property
    def key(self) -> str:
        return seen_key(self.variable, self.holder)


@dataclass(slots=True)
class Field:
    """A field as the page shows it. `value` is what stands in it; `trouble` why it cannot be done, `now` how the value
    stands if somebody else changed it meanwhile; `outcome` what a preview says that it comes to."""

    cell: CellShown
    value: str
    name: str
    trouble: StepTrouble | None = None
    now: str = ""
    outcome: str = ""
    note: str | StoredMessage = ""
    is_changed: bool = False

    @property
    def is_long(self) -> bool:
        return self.cell.is_long or "\n" in self.value


@dataclass(slots=True)
class FieldGroup:
    """The fields of one player, one row or the game."""

    name: str
    holder: str
    fields: list[Field] = field(default_factory=list)


def read_fields(data: QueryDict) -> list[SentField]:
    """The fields of values among those that were sent. Raises RuleBroken (400) for a name that means nothing."""
    fields: list[SentField] = []
    for name in data:
        if "/" not in name and "@" not in name:
            continue
        match = _NAME.fullmatch(name)
        if match is None or len(fields) >= MOST_FIELDS:
            raise RuleBroken(_("This form has fields the tracker does not know. Open it again."), status=400)
        typed = data[name].replace("\r\n", "\n")
        fields.append(SentField(match[1], match[2], int(match[3]) if match[3] else None, typed))
    if len({sent.key for sent in fields}) < len(fields):
        raise RuleBroken(_("This form has two fields for one value. Open it again."), status=400)
    return fields


def changed(sent: Sequence[SentField], tables: Tables) -> tuple[list[SentField], list[SentField]]:
    """Those that were changed, and those whose value is tracked no more. At most three queries.

    What stood in a field is told from the entry that it names. A hidden value counts as changed whatever was
    written, so that nothing can be learnt of it by trying.
    """
    state = tables.state
    then = _entries_then(sent, tables)
    altered: list[SentField] = []
    lost: list[SentField] = []
    for one in sent:
        variable = state.variables.get(one.variable)
        if variable is None or one.holder not in _holders(state, variable):
            lost.append(one)
            continue
        if tables.sees(variable, one.holder):
            value = state.value(variable, one.holder)
            if one.last != state.cell(variable, one.holder).last:
                value = then.get(one.key)
            if one.typed.strip() == value_kinds.typed(variable.definition, value, state).strip():
                continue
        altered.append(one)
    return altered, lost


def _holders(state: State, variable: Variable) -> set[str]:
    if variable.scope == "game":
        return {GAME}
    if variable.scope == "row":
        return {f"row:{row.id}" for row in state.rows.values() if row.table == variable.table}
    return {f"player:{person.key}" for person in state.people.values() if person.plays or person.idle}


def _entries_then(sent: Iterable[SentField], tables: Tables) -> Mapping[str, object]:
    """What values were when the form was made, of those that have changed since, as far as they may be seen: a form can
    be made to name any entry. One query, or none."""
    state = tables.state
    stale = {
        one.last
        for one in sent
        if one.last is not None
        and one.variable in state.variables
        and state.cell(state.variables[one.variable], one.holder).last != one.last
    }
    if not stale:
        return {}
    entries = values_set_by(stale)
    return {
        seen_key(str(entry.variable_id), holder_of(entry)): entry.new
        for entry in entries
        if str(entry.variable_id) in state.variables
        and tables.sight(state.variables[str(entry.variable_id)], holder_of(entry), entry.audience)
    }


def steps_of(sent: Iterable[SentField], state: State) -> list[Step]:
    """The steps that set what was changed."""
    return [Step.set(state.path_of(state.variables[one.variable]), (one.holder,), one.typed) for one in sent]


def seen_of(sent: Iterable[SentField]) -> dict[str, int | None]:
    """Which entries were the last when the form was made."""
    return {one.key: one.last for one in sent}


def groups_of(
    cells: Iterable[CellShown],
    tables: Tables,
    *,
    sent: Sequence[SentField] = (),
    steps: Sequence[SentField] = (),
    troubles: Iterable[StepTrouble] = (),
    planned: Plan | None = None,
) -> list[FieldGroup]:
    """The fields of the form by whose they are: as they stand, or as they were sent, with what is wrong with them.

    `steps` are those of `sent` that were changed, in the order of the steps that troubles name. A field in conflict
    names the entry that it is in conflict with, so that it can be sent again; others keep theirs.
    """
    state = tables.state
    wrong = {steps[trouble.place].key: trouble for trouble in troubles if trouble.place < len(steps)}
    sent_by_key = {one.key: one for one in sent}
    meant = {one.key for one in steps}
    outcomes = (
        {seen_key(each.id, each.holder): each for each in planned.alterations if each.about == "value"}
        if planned
        else {}
    )
    groups: dict[str, FieldGroup] = {}
    for cell in cells:
        key = seen_key(cell.variable.id, cell.holder)
        one, trouble, outcome = sent_by_key.get(key), wrong.get(key), outcomes.get(key)
        if cell.is_hidden and not trouble:
            continue
        made = Field(cell, one.typed if one else cell.typed, cell.field, is_changed=key in meant)
        if one:
            last = cell.last if trouble and trouble.kind == "conflict" else one.last
            made.name = f"{key}@{last or ''}"
        if trouble:
            made.trouble = trouble
            now = _("hidden") if cell.is_hidden else cell.text or _("blank")
            made.now = now if trouble.kind == "conflict" else ""
        elif planned and key in meant:
            after = outcome.new if outcome else planned.state.value(cell.variable, cell.holder)
            made.outcome = value_kinds.show(cell.variable.definition, after, planned.state) or _("blank")
            made.note = (outcome.refused or outcome.note) if outcome else _("as it is")
        group = groups.setdefault(cell.holder, FieldGroup(state.holder_name(cell.holder), cell.holder))
        group.fields.append(made)
    return list(groups.values())
