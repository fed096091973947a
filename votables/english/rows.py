"""The cells of a new row, as a sentence lists them: "a row with the values “Cook”, 2 and hungry". Pure."""

import re
from collections.abc import Sequence

from .atoms import Atom

_VALUES = frozenset("value values cell cells entry entries".split())
_LEADS = frozenset("with has having containing holding contains".split())
_PASSED = frozenset("the following these values cells".split())
_ENDS = frozenset("to in into at after before below above and".split())
MOST = 30  # cells


def with_row(tokens: Sequence[Atom], source: str) -> list[Atom]:
    """The tokens with the cells that are listed behind "a row with the values" as one row of Markdown."""
    some = list(tokens)
    row = next((at for at, one in enumerate(some) if one.lower == "row"), None)
    if row is None:
        return some
    at = next(
        (at for at in range(row, len(some)) if some[at].kind == "word" and some[at].lower in _VALUES), None
    )
    if at is None or not any(one.lower in _LEADS for one in some[row:at]):
        return some
    lead = next(place for place in range(at, row, -1) if some[place].lower in _LEADS)
    if any(one.lower not in _PASSED for one in some[lead + 1 : at]):
        return some
    begin = at + 1 + (at + 1 < len(some) and some[at + 1].kind == ":")
    cells, end = _cells(some, begin, source)
    if len(cells) < 2:
        return some
    line = f"| {' | '.join(cells)} |"
    body = Atom("body", line, some[begin].start, some[end - 1].end)
    return [*some[:lead], body, *some[end:]]


def _cells(some: Sequence[Atom], begin: int, source: str) -> tuple[list[str], int]:
    """The cells that are listed from `begin` on, and where the list ends."""
    cells: list[str] = []
    place = begin
    is_last = False
    while place < len(some) and not is_last and len(cells) < MOST:
        if cells:
            joins = [one.lower for one in some[place : place + 2]]
            if joins[:1] == [","]:
                is_last = joins[1:] == ["and"]
                place += 1 + is_last
            elif joins[:1] == ["and"]:
                is_last = True
                place += 1
            else:
                break
        cell, place = _cell(some, place, source)
        if not cell:
            return [], begin
        cells.append(cell)
    return (cells, place) if is_last else ([], begin)


def _cell(some: Sequence[Atom], place: int, source: str) -> tuple[str, int]:
    if place < len(some) and some[place].kind in ("quote", "strong"):
        return some[place].text, place + 1
    end = place
    while (
        end < len(some) and some[end].kind in ("word", "number", "name", "-") and some[end].lower not in _ENDS
    ):
        end += 1
    if end == place:
        return "", place
    return source[some[place].start : some[end - 1].end], end


def as_row(content: str, columns: int) -> str | None:
    """Words as a row of Markdown with so many columns: "Cook | 2 | hungry", "Cook, 2, hungry"; None where they are no
    row."""
    if "\n" in content.strip():
        return None
    for mark in ("|", ","):
        cells = [cell.strip() for cell in content.strip().strip("|").split(mark)]
        if len(cells) == columns > 1 and all(cells):
            return f"| {' | '.join(cells)} |"
    return None


def columns_of(text: str) -> int:
    """How many columns a table of Markdown has."""
    first = text.strip().split("\n")[0].strip().strip("|")
    return len(re.split(r"(?<!\\)\|", first))
