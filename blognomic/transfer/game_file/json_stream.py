"""A long document as JSON, a piece at a time."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

# Made once: the encoder that indents leaves behind, each time it is called, what only the collector of garbage frees.
_in_a_line = json.JSONEncoder(ensure_ascii=False).encode
_in_lines = json.JSONEncoder(ensure_ascii=False, indent=1).encode


def pieces(value: Mapping[str, Any]) -> Iterator[str]:
    """The object as JSON that people can read, as `votables.judge.gamefile` writes it, with a line's end behind it.
    What an iterator gives, in it or in an object in it, is a list, and is written as it comes."""
    yield from _object(value, "\n")
    yield "\n"


def _value(value: Any, line: str) -> Iterator[str]:
    """`line` is a line's end, and the spaces before the next."""
    if isinstance(value, Iterator):
        yield from _members((_value(each, f"{line} ") for each in value), line, "[]")
    elif isinstance(value, Mapping):
        yield from _object(value, line)
    elif isinstance(value, list | tuple):
        yield _in_lines(value).replace("\n", line)
    else:
        yield _in_a_line(value)


def _object(value: Mapping[str, Any], line: str) -> Iterator[str]:
    named = ((_in_a_line(name), _value(each, f"{line} ")) for name, each in value.items())
    yield from _members((_named(name, written) for name, written in named), line, "{}")


def _named(name: str, written: Iterator[str]) -> Iterator[str]:
    yield f"{name}: "
    yield from written


def _members(members: Iterator[Iterator[str]], line: str, brackets: str) -> Iterator[str]:
    before = ""
    for member in members:
        yield brackets[0] if not before else ","
        before = f"{line} "
        yield before
        yield from member
    yield f"{line}{brackets[1]}" if before else brackets
