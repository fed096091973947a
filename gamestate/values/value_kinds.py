"""The kinds of values: reading what is typed, keeping to what the definition and the law allow, showing it again.

A value is what JSON can hold: whole -> int; decimal -> "98.6", with exactly its places; text, long, choice -> str;
choices, texts -> list of str; yes_no -> bool; player -> its key; players -> list of keys; row -> its key,
or "new-3" before it has one; instant -> "2026-11-21T14:05:00Z". Blank is None, for a list [].
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final, NoReturn, Protocol

from blognomic.i18n.stored_messages import NOTHING, StoredMessage, joined
from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop, ngettext, whole_day
from blognomic.text.outside import LARGEST_KEY
from gamestate.values.definitions import (
    LARGEST,
    LISTS,
    LONG_LENGTH,
    MOST_ITEMS,
    NUMBERS,
    TEXT_LENGTH,
    Definition,
)
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import is_formula, parse, read_literal
from gamestate.values.nodes import Known, TrackedThing
from gamestate.values.texts import (
    clean_line,
    clean_long,
    find_choice,
    items_text,
    join_items,
    plain_number,
    quoted,
    read_instant,
    read_yes_no,
    split_items,
    with_places,
)
from ruleset.law.model import TrackerLaw

_LIMIT: Final = Fraction(LARGEST)
_DECIMAL = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,30})?")
_NEW_ROW = re.compile(r"new-[0-9]{1,9}")


class NameFinder(Protocol):
    """Finds players and rows by what people call them. `player` and `row` raise ValueRefused when there is none."""

    def player(self, text: str) -> int: ...

    def player_name(self, key: int) -> str: ...

    def row(self, table: str, text: str) -> int | str: ...

    def row_name(self, table: str, key: int | str) -> str: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What to keep, and what the tracker made of what was asked for, as a note for people (mostly "")."""

    value: object
    note: StoredMessage = NOTHING


# -- reading


def read_text(definition: Definition, typed: str, names: NameFinder, tracker: TrackerLaw) -> Reading:
    """What somebody typed as a value. A number may be "=-3" or another formula that names nothing; a sign is part of it
    (changes such as "+5" are read by `expressions.read_number`). A list may begin with "=". Raises ValueRefused."""
    if definition.kind in NUMBERS:
        return _read_number(definition, typed, tracker)
    if definition.kind in LISTS:
        typed = typed.lstrip(" \t").removeprefix("=")
        what = _item_of(definition)
        items = [clean_line(item, what, TEXT_LENGTH) for item in split_items(typed)]
        if definition.kind == "players":
            return _allowed(definition, [names.player(item) for item in items])
        if definition.kind == "choices":
            items = [find_choice(item, definition.choices) or item for item in items]
        return _allowed(definition, items)
    if definition.kind == "long":
        return _allowed(definition, clean_long(typed, definition.name, LONG_LENGTH) or None)
    line = clean_line(typed, definition.name, TEXT_LENGTH)
    return _allowed(definition, _read_line(definition, line, names) if line else None)


def check(definition: Definition, value: object, names: NameFinder, tracker: TrackerLaw) -> Reading:
    """A value that was read before, perhaps under another definition, as one of this definition. Nothing is rounded or
    set to a bound: what does not fit is refused. A row must be there still; a player may have left. Raises
    ValueRefused."""
    if definition.kind in NUMBERS and value is not None:
        return _check_number(definition, value)
    if definition.kind in LISTS:
        return _check_list(definition, [] if value is None else value)
    if value is None:
        return _allowed(definition, None)
    if definition.kind == "yes_no":
        fits = isinstance(value, bool)
    elif definition.kind == "player":
        fits = _is_key(value)
    elif definition.kind == "row":
        fits = _is_key(value) or _is_new_row(value)
        if fits and isinstance(value, int | str):
            _check_row(definition, value, names)
    else:
        fits = isinstance(value, str)
        if isinstance(value, str) and definition.kind == "long":
            value = clean_long(value, definition.name, LONG_LENGTH) or None
        elif isinstance(value, str):
            value = clean_line(value, definition.name, TEXT_LENGTH) or None
            if definition.kind == "instant" and isinstance(value, str):
                value = read_instant(value, definition.name)
    if not fits:
        raise ValueRefused(_("This is not a value for {name}.").format(name=definition.name))
    return _allowed(definition, value)


def start(
    definition: Definition, evaluate: Callable[[str], Fraction], names: NameFinder, tracker: TrackerLaw
) -> Reading:
    """The default: what the definition says, for which `evaluate` is given a formula ("=…"); without a default, the
    allowed number nearest to zero, no, blank, an empty list, or, where a choice may not be left blank, the first by
    the alphabet. Raises ValueRefused, also when the formula leads to what is not allowed."""
    if definition.default and definition.kind in NUMBERS and is_formula(definition.default):
        return settle_number(definition, evaluate(definition.default), tracker)
    if definition.default:
        return read_text(definition, definition.default, names, tracker)
    if definition.kind in NUMBERS:
        least, most = _bounds(definition)
        nearest = max(Fraction(0), Fraction(0) if least is None else least)
        return Reading(_number_as_kept(definition, nearest if most is None else min(nearest, most)))
    first = (
        ""
        if definition.blank
        else min(definition.choices, key=lambda each: (each.casefold(), each), default="")
    )
    if definition.kind == "choice":
        return Reading(first or None)
    if definition.kind in LISTS:
        return Reading([first] if definition.kind == "choices" and first else [])
    return Reading(False if definition.kind == "yes_no" else None)


def settle_number(definition: Definition, exact: Fraction, tracker: TrackerLaw) -> Reading:
    """A computed number as it is kept: rounded towards zero where the law rounds, and where it leaves the range, set
    to its bound or refused, as the law and the definition say. Raises ValueRefused."""
    name, places = definition.name, definition.places
    if abs(exact) >= _LIMIT:
        raise ValueRefused(_("{name} can have at most 30 digits before its point.").format(name=name))
    units = int(exact * 10**places)
    number = Fraction(units, 10**places)
    notes: list[StoredMessage] = []
    if number != exact:
        if tracker.rounding == "none":
            raise ValueRefused(
                _not_rounded(definition, exact),
                rule=tracker.rounding_rule,
            )
        words = gettext_noop("rounded towards zero from {number}")
        notes.append(StoredMessage(words, number=plain_number(exact)))
    floor, ceiling = _bounds(definition)
    if floor is not None and number < floor:
        number, note = _below(definition, number, floor, tracker)
        notes.append(note)
    elif ceiling is not None and number > ceiling:
        shown = plain_number(ceiling)
        if definition.above == "refuse":
            raise _too_high(definition, number, ceiling)
        number = ceiling
        words = gettext_noop("set to {number}: {name} cannot be above {limit}")
        notes.append(StoredMessage(words, number=shown, name=name, limit=shown))
    return Reading(_number_as_kept(definition, number), joined(notes))


# -- showing


def show(definition: Definition, value: object, names: NameFinder) -> str:
    """The value for people; "" for blank. A long text is its Markdown. Whatever the log holds can be shown."""
    if definition.kind == "instant" and isinstance(value, str):
        return _instant_for_people(value)
    if isinstance(value, list):
        items = [_one(definition, item, names) for item in value]
        return ("; " if any("," in item for item in items) else ", ").join(items)
    return _one(definition, value, names)


def typed(definition: Definition, value: object, names: NameFinder) -> str:
    """What stands in the field in which the value is edited; `read_text` reads it back. A number below zero is "=-3",
    since "-3" would be a change, and so is a list that begins with a sign."""
    if isinstance(value, bool):
        return "yes" if value else "no"  # in English whoever reads it, as it may be kept
    if definition.kind == "instant" and isinstance(value, str):
        return value.replace("T", " ").removesuffix("Z").removesuffix(":00")
    if isinstance(value, list):
        text = join_items([_one(definition, item, names) for item in value])
        return f"={text}" if text.startswith(("+", "-", "=")) else text
    text = _one(definition, value, names)
    return f"={text}" if definition.kind in NUMBERS and text.startswith("-") else text


def number(definition: Definition, value: object) -> Fraction | None:
    """The value for formulas: a number, 1 or 0 for yes or no, None for everything else and for blank."""
    if definition.kind == "yes_no" and isinstance(value, bool):
        return Fraction(int(value))
    return kept_number(value) if definition.kind in NUMBERS else None


# -- parts of reading


def _read_line(definition: Definition, line: str, names: NameFinder) -> object:
    """A line that is not blank, as a value that may yet be outside what is allowed."""
    if definition.kind == "choice":
        return find_choice(line, definition.choices) or line
    if definition.kind == "yes_no":
        return read_yes_no(line, definition.name)
    if definition.kind == "player":
        return names.player(line)
    if definition.kind == "row":
        return names.row(definition.refers, line)
    if definition.kind == "instant":
        return read_instant(line, definition.name)
    return line


def _read_number(definition: Definition, typed: str, tracker: TrackerLaw) -> Reading:
    if not typed.strip():
        return _allowed(definition, None)
    if is_formula(typed):
        return settle_number(definition, parse(typed).evaluate(_NOTHING_TO_READ), tracker)
    return settle_number(definition, read_literal(typed), tracker)


class _NothingToRead:
    """What a formula knows where nothing is tracked: nothing."""

    def name(self, name: str) -> NoReturn:
        raise ValueRefused(_("There is no number called {name} here.").format(name=quoted(name)))

    others = answers = name

    def is_list(self, name: str) -> bool:
        return False

    def part(self, thing: TrackedThing, name: str) -> Known:
        self.name(name)

    def after(self, thing: TrackedThing, steps: int) -> NoReturn:
        self.name(self.thing_name(thing))

    def neighbours(self, thing: TrackedThing) -> NoReturn:
        self.name(self.thing_name(thing))

    def unveiled(self) -> "_NothingToRead":
        return self

    def title(self, name: str) -> str:
        return name

    def thing_name(self, thing: TrackedThing) -> str:
        return thing.holder


_NOTHING_TO_READ: Final = _NothingToRead()


# -- parts of checking


def _check_number(definition: Definition, value: object) -> Reading:
    number = kept_number(value)
    if number is None or abs(number) >= _LIMIT:
        raise ValueRefused(_("This is not a number for {name}.").format(name=definition.name))
    if (number * 10**definition.places).denominator != 1:
        raise ValueRefused(_of_other_places(definition, number))
    floor, ceiling = _bounds(definition)
    if floor is not None and number < floor:
        raise _too_low(definition, number, floor)
    if ceiling is not None and number > ceiling:
        raise _too_high(definition, number, ceiling)
    return Reading(_number_as_kept(definition, number))


def _check_list(definition: Definition, value: object) -> Reading:
    if not isinstance(value, list) or len(value) > MOST_ITEMS:
        raise ValueRefused(_("This is not a list for {name}.").format(name=definition.name))
    if definition.kind == "players":
        if not all(_is_key(item) for item in value):
            raise ValueRefused(_("This is not a list of players for {name}.").format(name=definition.name))
        return _allowed(definition, list(value))
    if not all(isinstance(item, str) for item in value):
        raise ValueRefused(_("This is not a list of texts for {name}.").format(name=definition.name))
    what = _item_of(definition)
    items = [clean_line(item, what, TEXT_LENGTH) for item in value]
    return _allowed(definition, [item for item in items if item])


def _item_of(definition: Definition) -> str:
    return _("An item of {name}").format(name=definition.name)


def _check_row(definition: Definition, key: int | str, names: NameFinder) -> None:
    """Refuse a row whose name does not lead back to it: one that is gone, or of another table."""
    try:
        present = names.row(definition.refers, names.row_name(definition.refers, key)) == key
    except ValueRefused:
        present = False
    if not present:
        raise ValueRefused(
            _("{name} names a row that is not in its table.").format(name=definition.name),
            value=key,
            recordable=True,
        )


def _is_key(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= LARGEST_KEY


def _is_new_row(value: object) -> bool:
    return isinstance(value, str) and _NEW_ROW.fullmatch(value) is not None


# -- what is allowed


def _allowed(definition: Definition, value: object) -> Reading:
    """A value of the right kind (no number), unless its definition does not allow it."""
    name = definition.name
    problem = ""
    if value is None or value == []:
        problem = "" if definition.blank else _("{name} cannot be blank.").format(name=name)
    elif definition.kind == "choice" and value not in definition.choices:
        problem = _("{value} is not one of the choices for {name}.").format(
            value=quoted(str(value)), name=name
        )
    elif isinstance(value, list):
        if len(value) > MOST_ITEMS:
            raise ValueRefused(
                _("{name} can hold at most {items}.").format(name=name, items=items_text(MOST_ITEMS))
            )
        problem = _problem_of_list(definition, value)
    if problem:
        raise ValueRefused(problem, value=value, recordable=True)
    return Reading(value)


def _problem_of_list(definition: Definition, items: list[object]) -> str:
    if definition.kind == "choices":
        strange = next((item for item in items if item not in definition.choices), None)
        if strange is not None:
            return _("{value} is not one of the choices for {name}.").format(
                value=quoted(str(strange)), name=definition.name
            )
    if len(items) > definition.most:
        return _("{name} can hold at most {items}, not {number}.").format(
            name=definition.name, items=items_text(definition.most), number=len(items)
        )
    if not definition.twice and len(set(items)) < len(items):
        return _("{name} cannot hold the same item twice.").format(name=definition.name)
    return ""


def _bounds(definition: Definition) -> tuple[Fraction | None, Fraction | None]:
    floor, ceiling = definition.floor, definition.ceiling
    return None if floor is None else Fraction(floor), None if ceiling is None else Fraction(ceiling)


def _below(
    definition: Definition, number: Fraction, floor: Fraction, tracker: TrackerLaw
) -> tuple[Fraction, StoredMessage]:
    """What becomes of a number below the floor, and the note about it. Raises ValueRefused."""
    by_law = definition.below == "law" and floor == 0
    if definition.below == "refuse" or (definition.below == "law" and not by_law):
        raise _too_low(definition, number, floor)
    if not by_law:
        shown = plain_number(floor)
        words = gettext_noop("set to {number}: {name} cannot be below {limit}")
        return floor, StoredMessage(words, number=shown, name=definition.name, limit=shown)
    if tracker.below_zero == "refuse":
        raise _too_low(definition, number, floor, tracker.below_zero_rule)
    words = gettext_noop("set to 0: the law sets a number that would fall below zero to zero")
    return floor, StoredMessage(words)


def _too_low(definition: Definition, number: Fraction, floor: Fraction, rule: str = "") -> ValueRefused:
    shown = plain_number(floor)
    return ValueRefused(
        (
            _("{name} cannot be below {bound}: a change that would set it below zero is refused.")
            if floor == 0
            else _("{name} cannot be below {bound}: a change that would set it below {bound} is refused.")
        ).format(name=definition.name, bound=shown),
        rule=rule,
        value=_number_as_kept(definition, number),
        recordable=True,
    )


def _too_high(definition: Definition, number: Fraction, ceiling: Fraction) -> ValueRefused:
    shown = plain_number(ceiling)
    return ValueRefused(
        (
            _("{name} cannot be above {bound}: a change that would set it above zero is refused.")
            if ceiling == 0
            else _("{name} cannot be above {bound}: a change that would set it above {bound} is refused.")
        ).format(name=definition.name, bound=shown),
        value=_number_as_kept(definition, number),
        recordable=True,
    )


# -- numbers as they are kept


def _not_rounded(definition: Definition, number: Fraction) -> str:
    if definition.kind == "whole":
        words = _("{name} holds whole numbers, and the law does not round {number}.")
    else:
        words = ngettext(
            "{name} holds {places} decimal place, and the law does not round {number}.",
            "{name} holds {places} decimal places, and the law does not round {number}.",
            definition.places,
        )
    return words.format(name=definition.name, places=definition.places, number=plain_number(number))


def _of_other_places(definition: Definition, number: Fraction) -> str:
    if definition.kind == "whole":
        words = _("{name} holds whole numbers, and this is {number}.")
    else:
        words = ngettext(
            "{name} holds {places} decimal place, and this is {number}.",
            "{name} holds {places} decimal places, and this is {number}.",
            definition.places,
        )
    return words.format(name=definition.name, places=definition.places, number=plain_number(number))


def _number_as_kept(definition: Definition, number: Fraction) -> int | str:
    return int(number) if definition.kind == "whole" else with_places(number, definition.places)


def kept_number(value: object) -> Fraction | None:
    """A number as it is kept, of any kind of numbers; None for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return Fraction(value)
    return None


# -- parts of showing


def _one(definition: Definition, value: object, names: NameFinder) -> str:
    """One value or item as text, whatever it is: the log holds values of definitions that have changed since."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if definition.kind in ("player", "players") and _is_key(value) and isinstance(value, int):
        return names.player_name(value)
    if definition.kind == "row" and isinstance(value, int | str) and (_is_key(value) or _is_new_row(value)):
        return names.row_name(definition.refers, value)
    if isinstance(value, int):
        return plain_number(Fraction(value))
    return value if isinstance(value, str) else "?"


def _instant_for_people(value: str) -> str:
    try:
        at = datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return value
    clock = f"{at:%H:%M:%S}" if at.second else f"{at:%H:%M}"
    return _("{day}, {time} UTC").format(day=whole_day(at), time=clock)
