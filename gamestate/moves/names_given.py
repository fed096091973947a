"""Names that one move gives to another, as they are kept in between: plain JSON, which keeps their order on every
database."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gamestate.values.nodes import Known, TrackedThing


def as_json(given: Mapping[str, Known]) -> list[list[Any]]:
    """What is given, as JSON: each name with its value."""
    return [[name, _written(value)] for name, value in given.items()]


def from_json(kept: object) -> dict[str, Known]:
    """The same back. What is nothing of the kind is left out."""
    pairs = [one for one in kept if isinstance(one, list)] if isinstance(kept, list) else []
    return {
        name: _read(value)
        for name, value in (one for one in pairs if len(one) == 2)
        if isinstance(name, str) and isinstance(value, dict | list)
    }


def _written(value: Known) -> Any:
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    if isinstance(value, TrackedThing):
        return {"of": value.holder}
    if isinstance(value, Fraction):
        return {"number": str(value)}
    return {"is": value}


def _read(value: Any) -> Known:
    if isinstance(value, list):
        return tuple(_read(each) for each in value)
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("of"), str):
        return TrackedThing(value["of"])
    if isinstance(value.get("number"), str):
        try:
            return Fraction(value["number"])
        except (ValueError, ZeroDivisionError):
            return None
    plain = value.get("is")
    return plain if isinstance(plain, str | bool) else None
