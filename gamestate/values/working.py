"""Carrying out steps on a state, one value at a time: what is typed becomes a value, and is written down."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Literal

from blognomic.i18n.stored_messages import StoredMessage, joined
from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from gamestate.values import value_kinds
from gamestate.values.definitions import LISTS, NUMBERS, Audience, Definition, narrowest
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import is_formula, is_relative, parse, read_number, read_typed
from gamestate.values.facts import StateFacts, as_kept, bounded
from gamestate.values.plans import (
    About,
    Alteration,
    Roller,
    Shelf,
    Sight,
    StepTrouble,
    Submitted,
    merged,
    seen_key,
)
from gamestate.values.state import GAME, Row, State, Variable, of_player, of_row
from gamestate.values.texts import quoted
from gamestate.values.value_kinds import Reading
from ruleset.law.model import TrackerLaw


@dataclass
class Working:
    """A state that is being changed, with all that has been altered and all that could not be done so far.

    What who acts may see (`sight`) is asked of each value by `sees`, and nowhere else. A value carries for whom it was
    set (`State.audience`), so that no step makes it seen for those after it, whatever it does to the definition; what
    is computed from hidden values goes to no value that others may see. `reveals`: for whom the hidden values are
    that who acts may show to everybody, which is a step of its own (see `gamestate.values.defining.reveal`). `dice`:
    what dice in steps come to, None where none are rolled; `is_rolled`: they have been, so that what follows of them is
    not refused any more.
    """

    state: State
    tracker: TrackerLaw
    sight: Sight
    at_once: bool
    seen: Mapping[str, int | None]
    insist: bool
    shelf: Shelf
    submitted: Submitted | None = None
    reveals: Set[Audience] = frozenset()
    dice: Roller | None = None
    is_rolled: bool = False
    place: int = 0
    path: str = ""
    alterations: list[Alteration] = field(default_factory=list)
    troubles: list[StepTrouble] = field(default_factory=list)
    before: State = field(init=False)

    def __post_init__(self) -> None:
        self.before = self.state

    def refuse(self, refused: ValueRefused, holder: str) -> None:
        kind: Literal["wrong", "refused"] = "refused" if refused.recordable else "wrong"
        self.troubles.append(
            StepTrouble(self.place, self.path, holder, refused.sentence, refused.rule, kind, refused.value)
        )

    def alter(self, about: About, key: str, holder: str, old: object, new: object, **more: object) -> None:
        self.alterations.append(Alteration(about, key, holder, old, new, self.place, **more))  # type: ignore[arg-type]

    def sees(self, variable: Variable, holder: str) -> bool:
        """Whether who acts may see a value as it stands, or could as the act began, and it is the same still."""
        if self.sight(variable, holder, self.state.audience(variable, holder)):
            return True
        was = self.before.variables.get(variable.id)
        if was is None or self.before.cell(was, holder) != self.state.cell(variable, holder):
            return False
        return self.sight(was, holder, self.before.audience(was, holder))

    def put(
        self, variable: Variable, holder: str, reading: Reading, *, of: Audience = "all", **more: object
    ) -> None:
        """Set a value, and write it down. It is for whom its variable says, and where it is made of a hidden value, for
        nobody who may not see that (`of`)."""
        self.check_typed(variable)
        old, before = self.state.cell(variable, holder), self.state.audience(variable, holder)
        audience = narrowest(variable.definition.audience, of)
        self.alter(
            "value",
            variable.id,
            holder,
            old.value,
            reading.value,
            note=reading.note,
            audience=audience,
            audience_before=before,
            **more,
        )
        cell = replace(old, value=reading.value, audience=audience)
        self.state = self.state.with_cells({(variable.id, holder): cell})

    def merged(self) -> tuple[Alteration, ...]:
        """The alterations, one for each target, without those that come to nothing."""
        return merged(self.alterations, self.state)

    def facts(self, variable: Variable, holder: str) -> StateFacts:
        """What a formula for a value may use."""
        definition = variable.definition
        state = self.before if self.at_once else self.state
        return StateFacts(state, holder, self.sight, self.tracker, definition.audience, definition.name)

    def bounded(self, variable: Variable, holder: str) -> Definition:
        """The definition of a value with the bounds that its formulas give it now. Raises ValueRefused."""
        return bounded(variable.definition, self.facts(variable, holder))

    def reading(self, variable: Variable, holder: str, typed: str) -> Reading:
        """The value that `typed` makes of the present one. Raises ValueRefused."""
        definition, old = variable.definition, self.state.value(variable, holder)
        if definition.kind in NUMBERS and typed.strip():
            return self.number_reading(variable, holder, typed, value_kinds.number(definition, old))
        if definition.kind in LISTS and typed.lstrip()[:1] in ("+", "-", "="):
            return self.list_reading(definition, old, typed.strip())
        try:
            return value_kinds.read_text(definition, typed, self.state, self.tracker)
        except ValueRefused:
            if not is_formula(typed) or definition.kind not in _BY_FORMULA:
                raise
        known = parse(typed).run(self.facts(variable, holder))
        return as_kept(definition, known, self.state, self.tracker)

    def number_reading(self, variable: Variable, holder: str, typed: str, old: Fraction | None) -> Reading:
        """The number that `typed` makes of the `old` one. Raises ValueRefused."""
        formula, facts = read_typed(typed), self.facts(variable, holder)
        if formula is None or not formula.dice:
            exact = read_number(typed, old=old, facts=facts)
            return value_kinds.settle_number(self.bounded(variable, holder), exact, self.tracker)
        rolled = self.throw(variable, holder, formula.dice)
        exact = read_number(typed, old=old, facts=facts, dice=rolled)
        bounds = self.bounded(variable, holder)
        if self.is_rolled:
            bounds = replace(bounds, below="set", above="set")
        reading = value_kinds.settle_number(bounds, exact, self.tracker)
        shown = ", ".join(f"{each}: {number}" for each, number in zip(formula.dice, rolled, strict=True))
        note = StoredMessage(gettext_noop("rolled {dice}"), dice=shown)
        if not self.is_rolled:
            note = StoredMessage(
                gettext_noop("with the lowest throw; the dice are rolled when this is saved")
            )
        return replace(reading, note=joined([note, reading.note] if reading.note else [note]))

    def throw(self, variable: Variable, holder: str, commands: Sequence[str]) -> Sequence[int]:
        """What dice came to that stand in the field of a value. Raises ValueRefused where none are rolled."""
        if self.dice is None:
            raise ValueRefused(_("Dice can be rolled only in an update of the gamestate."))
        if self.state.audience(variable, holder) != "all" or variable.definition.audience != "all":
            raise ValueRefused(
                _("{name} is hidden, and everybody sees dice: write the number itself.").format(
                    name=variable.definition.name
                )
            )
        return self.dice(self.place, holder, commands)

    def list_reading(self, definition: Definition, old: object, typed: str) -> Reading:
        """ "+Cudgel" adds to a list, "-Meat" takes away, "=" sets it to what follows."""
        sign, rest = typed[0], typed[1:]
        if sign == "=":
            return value_kinds.read_text(definition, typed, self.state, self.tracker)
        loose = replace(definition, twice=True, blank=True)
        try:
            items = value_kinds.read_text(loose, rest, self.state, self.tracker).value
        except ValueRefused as refused:
            if not refused.recordable:
                raise
            items = refused.value  # what the whole list is checked for below
        now = list(old) if isinstance(old, list) else []
        for item in items if isinstance(items, list) else []:
            if sign == "+":
                now.append(item)
            elif item in now:
                now.remove(item)
            else:
                shown = value_kinds.show(loose, [item], self.state)
                raise ValueRefused(
                    _("{name} does not hold {shown}.").format(name=definition.name, shown=shown)
                )
        return value_kinds.check(definition, now, self.state, self.tracker)

    def start(self, variable: Variable, holder: str) -> Reading:
        """The default of a variable, computed for a holder."""

        def evaluate(text: str) -> Fraction:
            return parse(text).evaluate(self.facts(variable, holder))

        return value_kinds.start(self.bounded(variable, holder), evaluate, self.state, self.tracker)

    def set_value(self, variable: Variable, holder: str, typed: str) -> None:
        self.check_typed(variable)
        cell, audience = self.state.cell(variable, holder), self.state.audience(variable, holder)
        is_shift = _is_shift(variable.definition, typed)
        is_seen = self.sees(variable, holder)
        if is_shift or not self.sight(variable, holder, variable.definition.audience):
            self.check_seen(variable, holder)
        refused = ""
        try:
            reading = self.reading(variable, holder, typed)
        except ValueRefused as problem:
            if not (problem.recordable and self.insist):
                raise
            reading, refused = Reading(problem.value), problem.sentence
        key = seen_key(variable.id, holder)
        if (
            key in self.seen
            and self.seen[key] != cell.last
            and (reading.value != cell.value or not is_seen)
            and not is_shift
        ):
            now = value_kinds.show(variable.definition, cell.value, self.state) if is_seen else _("hidden")
            now = now or _("blank")
            sentence = _("Somebody has just changed it: it is {now} now.").format(now=now)
            self.troubles.append(
                StepTrouble(
                    self.place,
                    self.path,
                    holder,
                    sentence,
                    kind="conflict",
                    value=cell.value if is_seen else None,
                )
            )
            return
        shown = typed.strip()
        as_stored = value_kinds.typed(variable.definition, reading.value, self.state)
        self.put(
            variable,
            holder,
            reading,
            of=audience if is_shift else "all",
            typed=shown[:300] if shown != as_stored else "",
            refused=refused,
            unseen=not is_seen,
        )

    def check_seen(self, variable: Variable, holder: str) -> None:
        """Raise ValueRefused unless who acts may see the value as it stands."""
        if not self.sees(variable, holder):
            raise ValueRefused(
                _("{name} is hidden: only those who can see it can set it.").format(
                    name=variable.definition.name
                )
            )

    def check_typed(self, variable: Variable) -> None:
        """Raise ValueRefused for a value that is computed, which nobody sets."""
        if variable.definition.formula:
            raise ValueRefused(
                _("{name} follows its formula, {formula}. Change the values in that instead.").format(
                    name=variable.definition.name, formula=quoted(variable.definition.formula)
                )
            )

    def holders(self, variable: Variable, of: Iterable[str]) -> list[str]:
        """Everybody and everything that `of` names. Raises ValueRefused for what has no such value."""
        holders: dict[str, None] = {}
        for one in of:
            holders.update(dict.fromkeys(self._named(variable, one)))
        return list(holders)

    def _named(self, variable: Variable, one: str) -> list[str]:
        state, name = self.state, variable.definition.name
        if variable.scope == "row":
            if one == "rows":
                return state.holders_of(variable)
            if one.startswith("row=") or one.startswith("row:"):
                return [of_row(self.row_named(variable.table, one).id)]
            raise ValueRefused(_("{name} is tracked for the rows of a table.").format(name=name))
        if variable.scope == "game":
            if one == GAME:
                return [GAME]
            raise ValueRefused(_("{name} is tracked for the game as a whole.").format(name=name))
        groups = {
            "players": [person for person in state.players() if state.counts(person)],
            "subjects": [person for person in state.players() if not person.is_emperor],
            "idle": [person for person in state.people.values() if person.idle],
            "everyone": state.players(idle=True),
        }
        if one in groups:
            return [of_player(person.key) for person in groups[one]]
        person = state.people.get(int(one.partition(":")[2])) if one.startswith("player:") else None
        if person is None or not (person.plays or person.idle):
            raise ValueRefused(_("{name} is tracked for players.").format(name=name))
        return [of_player(person.key)]

    def row_named(self, table: str, one: str) -> Row:
        """The row that "row:12" or "row=Forest" means. Raises ValueRefused."""
        meant = one[4:].strip()
        for row in self.state.rows_of(table):
            if (one.startswith("row:") and row.id == meant) or (
                one.startswith("row=") and row.name.casefold() == meant.casefold()
            ):
                return row
        raise ValueRefused(
            _("There is no longer a row “{wanted}”.").format(wanted=meant)
            if one[3] == ":"
            else _("No row is called “{wanted}”.").format(wanted=meant)
        )


# What may be written as a formula besides numbers, where it means nothing else.
_BY_FORMULA: Final = frozenset({"player", "row", "yes_no", "choice"})


def _is_shift(definition: Definition, typed: str) -> bool:
    """Whether what was typed changes the value, whatever it is by now, rather than setting it."""
    if definition.kind in NUMBERS:
        return is_relative(typed)
    return definition.kind in LISTS and typed.lstrip()[:1] in ("+", "-")
