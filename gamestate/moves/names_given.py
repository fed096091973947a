"""Names that one move gives to another, as they are kept in between: plain JSON."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gamestate.values.nodes import Known, TrackedThing


def as_json(given: Mapping[str, Known]) -> dict[str, Any]:
    """What is given, by its names, as JSON."""
    return {name: _written(value) for name, value in given.items()}


def from_json(kept: Mapping[str, Any]) -> dict[str, Known]:
    """The same back. What is nothing of the kind is left out."""
    return {name: _read(value) for name, value in kept.items() if isinstance(value, dict | list)}


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
