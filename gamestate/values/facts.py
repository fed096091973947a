"""What formulas know of the gamestate: the values of whose formula it is and of the game, those of other players and of
rows, and groups of them; and what is computed by a formula. Nothing goes to whom it is hidden from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from blognomic.i18n.translation import gettext as _
from gamestate.values import value_kinds
from gamestate.values.definitions import NUMBERS, Audience, Definition, Kind, narrowest
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from gamestate.values.nodes import Known, TrackedThing
from gamestate.values.places import connections
from gamestate.values.texts import quoted
from ruleset.law.model import TrackerLaw

if TYPE_CHECKING:
    from gamestate.values.plans import Sight
    from gamestate.values.state import State, Variable

GAME: Final = TrackedThing("game")
ROUNDS: Final = TrackerLaw("zero", "", "", "zero", "")
"""How what is computed becomes a value: rounded towards zero, whatever the law says of results."""


_OF_ANOTHER: Final[Mapping[Audience, Audience]] = {"holder": "emperor", "own": "nobody"}
"""For whom that is made of a holder's value which belongs to another."""


def for_others(audience: Audience) -> Audience:
    """Which of those who see a value of one player or row see that of another, too."""
    return _OF_ANOTHER.get(audience, audience)


def sees_all(variable: "Variable", holder: str, audience: Audience) -> bool:
    """The sight of what is computed, which is for whom its variable says and refuses all that is for fewer."""
    return True


@dataclass(frozen=True, slots=True)
class StateFacts:
    """What a formula may use whose value is for `audience` and belongs to `holder` ("" for nobody), or to a variable of
    the table `table`. `sight`: what who acts may see; `computing`: what is being computed by now, so that nothing is
    made of itself; `title_of`: what people call the value that it is for."""

    state: "State"
    holder: str
    sight: "Sight"
    tracker: TrackerLaw
    audience: Audience = "all"
    title_of: str = ""
    computing: tuple[tuple[str, str], ...] = ()

    # -- as `gamestate.values.nodes.FormulaFacts` asks for them

    def name(self, name: str) -> Known:
        """What stands under a name by itself. Raises ValueRefused."""
        variable = self._own(name)
        if variable is not None:
            return self._value(variable, "game" if variable.scope == "game" else self.holder)
        table = self.state.by_key("table").get(name)
        if table is not None:
            return tuple(TrackedThing(f"row:{row.id}") for row in self.state.rows_of(table.id))
        if name == "game":
            return GAME
        if name == "me" and self.holder not in ("", "game"):
            return TrackedThing(self.holder)
        if name == "emperor":
            emperor = next((one for one in self.state.players(idle=True) if one.is_emperor), None)
            return TrackedThing(f"player:{emperor.key}") if emperor else None
        if name in ("players", "everyone", "idle"):
            return self._group(name)
        raise ValueRefused(_("Formulas here do not know “{name}”.").format(name=name))

    def part(self, thing: TrackedThing, name: str) -> Known:
        """The value of that name which a player, a row or the game has; a row's, or player's, `name`, and a row's
        `place` in its table. Raises ValueRefused."""
        kind, _colon, key = thing.holder.partition(":")
        if kind == "order":
            return self._part_of_order(int(key), name)
        variable = self._scope_of(thing).get(name)
        if variable is not None:
            return self._value(variable, thing.holder)
        if name == "name" and thing != GAME:
            return self.thing_name(thing)
        if name == "place" and thing != GAME:
            return Fraction(self._line(thing).index(thing) + 1)
        raise ValueRefused(
            _("{thing} has no {name}.").format(thing=self.thing_name(thing), name=quoted(name))
        )

    def answers(self, call: str) -> tuple[Known, ...]:
        """The orders of the sealed call of that name. Raises ValueRefused where none waits to be settled."""
        waiting = self.state.calls.get(call)
        if waiting is None or waiting.orders is None:
            raise ValueRefused(none_waits(call))
        return tuple(TrackedThing(f"order:{each.id}") for each in waiting.orders)

    def is_list(self, name: str) -> bool:
        """Whether a name by itself is a group or a table."""
        is_group = name in ("players", "everyone", "idle") or name in self.state.by_key("table")
        return is_group and self._own(name) is None

    def others(self, name: str) -> Sequence[Fraction]:
        """The values of the other active players that are numbers, and valid ones. Raises ValueRefused."""
        variable = self._own(name)
        if variable is None:
            raise ValueRefused(_("Formulas here do not know “{name}”.").format(name=name))
        if variable.scope != "player":
            raise ValueRefused(
                _("{name} is not tracked for each player.").format(name=variable.definition.name)
            )
        numbers: list[Fraction] = []
        for person in self.state.players():
            holder = f"player:{person.key}"
            if holder == self.holder or not self.state.counts(person):
                continue
            value = self._seen(variable, holder)
            number = value_kinds.number(variable.definition, value)
            if number is not None and self._is_valid(variable, value):
                numbers.append(number)
        return numbers

    def after(self, thing: TrackedThing, steps: int) -> TrackedThing:
        """The row or player so many places further; after the last comes the first."""
        line = self._line(thing)
        return line[(line.index(thing) + steps) % len(line)]

    def neighbours(self, thing: TrackedThing) -> tuple[TrackedThing, ...]:
        """The rows that one is connected with. Raises ValueRefused."""
        kind, _colon, key = thing.holder.partition(":")
        row = self.state.rows.get(key) if kind == "row" else None
        if row is None:
            raise ValueRefused(_("{thing} is no row of a table.").format(thing=self.thing_name(thing)))
        beside = connections(self.state.tables[row.table], self.state)
        return tuple(TrackedThing(f"row:{other}") for other in beside[key])

    def unveiled(self) -> "StateFacts":
        """The same for what may be made of everything, whoever sees it."""
        return replace(self, sight=sees_all, audience="nobody")

    def title(self, name: str) -> str:
        """What people call the value of that name."""
        variable = self._own(name) or next(
            (each for each in self.state.variables.values() if each.key == name), None
        )
        return variable.definition.name if variable else name

    def thing_name(self, thing: TrackedThing) -> str:
        return self.state.holder_name(thing.holder)

    # -- parts of them

    def _own(self, name: str) -> "Variable | None":
        own = self._scope_of(TrackedThing(self.holder)).get(name) if self.holder != "game" else None
        return own or self.state.by_key("game").get(name)  # type: ignore[return-value]

    def _scope_of(self, thing: TrackedThing) -> Mapping[str, "Variable"]:
        """What a player, a row or the game has, by key."""
        kind, _colon, key = thing.holder.partition(":")
        if kind == "row":
            row = self.state.rows.get(key)
            return self.state.by_key(f"columns:{row.table}") if row else {}  # type: ignore[return-value]
        return self.state.by_key(kind)  # type: ignore[return-value]

    def _group(self, name: str) -> tuple[Known, ...]:
        people = self.state.players(idle=name != "players")
        if name == "idle":
            people = [person for person in people if person.idle]
        return tuple(TrackedThing(f"player:{person.key}") for person in people if self.state.counts(person))

    def _part_of_order(self, key: int, name: str) -> Known:
        """A sealed order's `answer`, and the `player` whose it is."""
        order = self.state.order(key)
        if name == "player":
            return TrackedThing(f"player:{order.player}")
        if name == "answer":
            return order.answer  # type: ignore[return-value]
        raise ValueRefused(
            _("{thing} has no {name}.").format(
                thing=self.state.holder_name(f"order:{key}"), name=quoted(name)
            )
        )

    def _line(self, thing: TrackedThing) -> list[TrackedThing]:
        """All that stand in one order with a row or player. Raises ValueRefused where that is gone."""
        kind, _colon, key = thing.holder.partition(":")
        if kind == "row" and key in self.state.rows:
            line = [TrackedThing(f"row:{row.id}") for row in self.state.rows_of(self.state.rows[key].table)]
        else:
            line = [
                TrackedThing(f"player:{one.key}") for one in self.state.players() if self.state.counts(one)
            ]
        if thing not in line:
            raise ValueRefused(_("{thing} has no place in an order.").format(thing=self.thing_name(thing)))
        return line

    def _value(self, variable: "Variable", holder: str) -> Known:
        value = self._seen(variable, holder)
        if value is not None and not self._is_valid(variable, value):
            raise ValueRefused(
                _("{name} has an invalid value here, so nothing can use it.").format(
                    name=variable.definition.name
                ),
                rule=self.tracker.invalid_rule,
            )
        return as_known(variable.definition, value)

    def _seen(self, variable: "Variable", holder: str) -> object:
        """A value, unless it is hidden from who acts, or from some who will see what is computed of it: what derives
        from something hidden stays hidden from whoever may not see that."""
        audience = self.state.audience(variable, holder)
        if not self.sight(variable, holder, audience):
            raise ValueRefused(
                _("{name} is hidden, so no formula can use it.").format(name=variable.definition.name)
            )
        if holder != self.holder:  # who holds the one is not who holds the other
            audience = for_others(audience)
        if narrowest(self.audience, audience) != self.audience:
            raise ValueRefused(
                _(
                    "{name} is hidden from some who see {target}, so a formula cannot use it there."
                    " Show {name} to everybody first, or write the number itself."
                ).format(name=variable.definition.name, target=self.title_of)
            )
        if variable.definition.formula:
            return computed(self.state, variable, holder, self.computing)
        return self.state.value(variable, holder)

    def _is_valid(self, variable: "Variable", value: object) -> bool:
        if variable.definition.formula:
            return True
        try:
            value_kinds.check(variable.definition, value, self.state, self.tracker)
        except ValueRefused:
            return False
        return True


def none_waits(call: str) -> str:
    """What is told where a formula or a move looks for a sealed call that is not there."""
    return _("No sealed orders called {name} are open and wait to be settled.").format(name=quoted(call))


def as_known(definition: Definition, value: object) -> Known:
    """A value as formulas have it: a number, yes or no, a text, a player or row, a list, or blank."""
    if definition.kind in NUMBERS:
        return value_kinds.kept_number(value)
    if definition.kind == "player" and isinstance(value, int):
        return TrackedThing(f"player:{value}")
    if definition.kind == "row" and isinstance(value, int | str):
        return TrackedThing(f"row:{value}")
    if isinstance(value, list):
        if definition.kind == "players":
            return tuple(TrackedThing(f"player:{item}") for item in value)
        return tuple(str(item) for item in value)
    return value if isinstance(value, bool | str) else None


def as_kept(
    definition: Definition, known: Known, names: value_kinds.NameFinder, tracker: TrackerLaw
) -> value_kinds.Reading:
    """What a formula came to as a value of a definition. Raises ValueRefused for what cannot be one."""
    if definition.kind in NUMBERS:
        if isinstance(known, bool):
            known = Fraction(int(known))
        if isinstance(known, Fraction):
            return value_kinds.settle_number(definition, known, tracker)
    elif definition.kind == "yes_no" and isinstance(known, Fraction) and known in (0, 1):
        known = bool(known)
    kept = _kept(definition, known)
    if kept is None and known is not None:
        raise ValueRefused(_("This is not a value for {name}.").format(name=definition.name))
    return value_kinds.check(definition, kept, names, tracker)


def _kept(definition: Definition, known: Known) -> object:
    if isinstance(known, tuple):
        items = [_kept(replace(definition, kind=_SINGLE.get(definition.kind, "text")), one) for one in known]
        return items if definition.kind in _SINGLE and None not in items else None
    if isinstance(known, TrackedThing):
        kind, _colon, key = known.holder.partition(":")
        if kind == definition.kind:
            return int(key) if key.isdecimal() else key
        return None
    if definition.kind in ("player", "row") or isinstance(known, Fraction):
        return None
    if isinstance(known, bool):
        return known if definition.kind == "yes_no" else None
    return known


_SINGLE: Final[Mapping[str, Kind]] = {"players": "player", "choices": "choice", "texts": "text"}


def computed(
    state: "State", variable: "Variable", holder: str, computing: tuple[tuple[str, str], ...] = ()
) -> object:
    """The value of a variable that is kept by its formula, for a holder. Raises ValueRefused where it has none: what it
    is made of is blank, hidden, or itself."""
    definition = variable.definition
    if (variable.id, holder) in computing:
        raise ValueRefused(_("{name} is computed from itself.").format(name=definition.name))
    return state.once(
        ("computed", variable.id, holder), lambda: _computed(state, variable, holder, computing)
    )


def _computed(
    state: "State", variable: "Variable", holder: str, computing: tuple[tuple[str, str], ...]
) -> object:
    definition = variable.definition
    facts = StateFacts(
        state,
        holder,
        sees_all,
        ROUNDS,
        definition.audience,
        definition.name,
        (*computing, (variable.id, holder)),
    )
    result = parse(definition.formula).run(facts)
    return as_kept(replace(definition, floor=None, ceiling=None), result, state, ROUNDS).value


def bounded(definition: Definition, facts: StateFacts) -> Definition:
    """The definition with the bounds that formulas give it. Raises ValueRefused where one has no result."""
    least, most = definition.floor_formula, definition.ceiling_formula
    if not (least or most):
        return definition
    floors, ceilings = [definition.floor], [definition.ceiling]
    if least:
        floors.append(_bound(parse(least).evaluate(facts), definition.places, up=True))
    if most:
        ceilings.append(_bound(parse(most).evaluate(facts), definition.places, up=False))
    floor = max((each for each in floors if each is not None), default=None)
    ceiling = min((each for each in ceilings if each is not None), default=None)
    return replace(definition, floor=floor, ceiling=ceiling)


def _bound(exact: Fraction, places: int, *, up: bool) -> Decimal:
    """A bound as a number of so many places: the next one below it, or with `up` above it."""
    units = exact * 10**places
    whole = -(-units.numerator // units.denominator) if up else units.numerator // units.denominator
    return Decimal(whole).scaleb(-places)
