"""The values of a JSON document read one by one; what is wrong with one knows its place."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from blognomic.text.instants import NO_INSTANT, parse_instant

from .strict import printable

MISSING: Any = object()
T = TypeVar("T")


class FieldMistake(Exception):
    """A mistake, and the steps from the top of the document to it."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.message, self.path = message, list(path)


def check_keys(value: Any, known: frozenset[str]) -> None:
    if type(value) is not dict:
        raise FieldMistake("must be an object")
    if not value.keys() <= known:
        unknown = next(key for key in value if key not in known)
        raise FieldMistake(f"unknown key {printable(unknown)}; known are {', '.join(sorted(known))}")


def each(value: dict[str, Any], key: str, read_item: Callable[[Any], T], default: Any) -> list[T]:
    """The members of a list, read; the mistake in one of them knows its place."""
    items = value.get(key, default)
    if items is default:
        if items is MISSING:
            raise FieldMistake(f"the key {printable(key)} is missing")
        return []
    if type(items) is not list:
        raise FieldMistake("must be a list", f".{key}")
    if not items:
        return items
    members: list[T] = []
    try:
        for item in items:
            members.append(read_item(item))
    except FieldMistake as problem:
        problem.path[:0] = [f".{key}[{len(members)}]"]
        raise
    return members


def text_of(value: dict[str, Any], key: str, default: Any = MISSING) -> str:
    text = value.get(key, default)
    if type(text) is not str:
        if text is MISSING:
            raise FieldMistake(f"the key {printable(key)} is missing")
        raise FieldMistake("must be a string", f".{key}")
    return text


def flag_of(value: dict[str, Any], key: str) -> bool:
    flag = value.get(key, False)
    if type(flag) is not bool:
        raise FieldMistake("must be true or false", f".{key}")
    return flag


def name_of(value: dict[str, Any], key: str, names: frozenset[str]) -> str:
    name = text_of(value, key)
    if name not in names:
        raise FieldMistake(f"{printable(name)} is not among the players", f".{key}")  # in English
    return name


def instant_in(value: Any, place: str = "") -> datetime:
    if type(value) is not str:
        raise FieldMistake(NO_INSTANT, place)
    try:
        return parse_instant(value)
    except ValueError as error:
        raise FieldMistake(str(error), place) from None


def instant_of(value: dict[str, Any], key: str) -> datetime:
    return instant_in(text_of(value, key), f".{key}")
