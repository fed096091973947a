"""The laws of a game file, and how its special cases were switched: read and written.

A law stands there by the name of one that comes with the program, or as an object; those that followed it, and the
changes of a special case, each with its instant, in the order of time.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from blognomic.text.instants import format_instant
from ruleset.law import SHIPPED, Law, LawError, document, from_object, load, to_object

from .facts import EarlierLaw, Switches
from .icons import LawIconReader, reader_for
from .json_values import FieldMistake, check_keys, each, instant_in, instant_of
from .strict import printable

_FOLLOWING = frozenset(("from", "law"))


class Laws:
    """The laws of a file, one after the other, and what all of them know."""

    def __init__(self, value: dict[str, Any]) -> None:
        if "law" not in value:
            raise FieldMistake('the key "law" is missing')
        first = _law(value["law"], ".law")
        following = each(value, "laws", _following, ()) if "laws" in value else []
        self.since = tuple([since for since, _law in following])
        _check_order(self.since, lambda i: (f".laws[{i}].from",))
        self.laws = (first, *(law for _since, law in following))
        self.kinds = tuple(dict.fromkeys(kind for law in self.laws for kind in law.kinds))
        readers = [reader_for(law.codes) for law in self.laws]
        self._reader = readers[0] if all(reader.codes == readers[0].codes for reader in readers) else None
        self._readers = readers

    @property
    def earlier(self) -> tuple[EarlierLaw, ...]:
        return tuple([EarlierLaw(law, until) for law, until in zip(self.laws, self.since, strict=False)])

    def reader_at(self, at: datetime) -> LawIconReader:
        """The reader of the icons that the law in force at `at` knows."""
        return self._reader or self._readers[bisect_right(self.since, at)]


def _law(value: Any, place: str) -> Law:
    """A law by the name of one that comes with the program, or as an object."""
    if type(value) is str:
        if value not in SHIPPED:
            raise FieldMistake(f"unknown law {printable(value)}; known are {', '.join(SHIPPED)}", place)
        return load(value)
    if type(value) is not dict:
        raise FieldMistake("must be the name of a law, or a law's document as an object", place)
    try:
        return from_object(value, source="")
    except LawError as error:
        key = error.key if error.key.isprintable() else printable(error.key)
        problem = error.problem if error.problem.isprintable() else printable(error.problem)
        raise FieldMistake(problem, place, f".{key}" if key else "") from None


def _following(value: Any) -> tuple[datetime, Law]:
    check_keys(value, _FOLLOWING)
    since = instant_of(value, "from")
    if "law" not in value:
        raise FieldMistake('the key "law" is missing')
    return since, _law(value["law"], ".law")


def _check_order(instants: Sequence[datetime], place: Callable[[int], tuple[str, ...]]) -> None:
    """Whether changes of one thing follow each other in time."""
    for i, (earlier, later) in enumerate(zip(instants, instants[1:], strict=False), start=1):
        if later == earlier:
            raise FieldMistake("two changes at one instant", *place(i))
        if later < earlier:
            raise FieldMistake("before the change that it follows", *place(i))


def special_cases(value: Any, laws: Laws) -> dict[str, bool | Switches]:
    if type(value) is not dict:
        raise FieldMistake("must be an object", ".special_cases")
    states: dict[str, bool | Switches] = {}
    for name, state in value.items():
        place = (".special_cases", f"[{printable(name)}]")
        known = [law.special_cases[name] for law in laws.laws if name in law.special_cases]
        if not any(case.judging for case in known):
            whose = laws.laws[0].name if len(laws.laws) == 1 else "none of the laws"
            has = "has no" if len(laws.laws) == 1 else "has"
            raise FieldMistake(f"{printable(whose)[1:-1]} {has} such special case", *place)  # in English
        if type(state) is bool:
            states[name] = state
        elif type(state) is list:
            states[name] = _switches(state, place)
        else:
            raise FieldMistake("must be true or false, or a list of changes", *place)
    return states


def _switches(value: list[Any], place: tuple[str, ...]) -> Switches:
    """The changes of a special case."""
    switches = tuple([_switch(item, *place, f"[{i}]") for i, item in enumerate(value)])
    _check_order([since for since, _state in switches], lambda i: (*place, f"[{i}][0]"))
    return switches


def _switch(value: Any, *place: str) -> tuple[datetime, bool]:
    """A change of a special case: from when on, and whether it is active then."""
    if type(value) is not list or len(value) != 2:
        raise FieldMistake("must be a change: a list of an instant, and true or false", *place)
    since, state = value
    at = instant_in(since, "".join((*place, "[0]")))
    if type(state) is not bool:
        raise FieldMistake("must be true or false", *place, "[1]")
    return at, state


# -- writing


def is_shipped(law: Law) -> bool:
    """Whether the law says exactly what one of the shipped documents says."""
    return law.name in SHIPPED and law.text == document(law.name)


def write_law(law: Law) -> str | dict[str, Any]:
    return law.name if is_shipped(law) else to_object(law)


def write_state(state: bool | Switches) -> bool | list[list[str | bool]]:
    if isinstance(state, bool):
        return state
    return [[format_instant(since), active] for since, active in state]
