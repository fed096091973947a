"""Steps that do the same to all whom they are about, whatever the values are: the tracker can keep them as they are.

Whether one is such a step is found out by trying: it is carried out on values that were made up, twice, and must each
time set the same number, or add the same. Only sentences of a few plain words are tried, in which nothing can hang on
who is there or on what they have.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from ..reading_parts import TrackedGame
from .reading import read_steps

MOST_PEOPLE: Final = 100
MOST_DIGITS: Final = 12
_PLAIN: Final = frozenset(
    """set increase raise decrease lower reduce give grant award add gain gains receive receives lose loses take deduct
    subtract the of to by from and s player players becomes become is are be now shall goes go up down rises rise
    falls fall increases decreases increased decreased raised lowered reduced change changes changed put""".split()
)
_EACH: Final = frozenset({"each", "every", "all"})
_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_OTHERS: Final = re.compile(r"[^\w\s'’.]")
_STRANGERS: Final = ("Qx1q", "Qx2q", "Qx3q")
_EMPEROR, _IDLER = "Qx4q", "Qx5q"
Cell = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class UniformStep:
    """What is set (`to`, as it is typed into a field: "3", or "+2" for what is added) of the variable of a name: of all
    `players`, or of those that are `named`, or else of the game."""

    variable: str
    to: str
    players: bool = False
    named: tuple[str, ...] = ()


def uniform_step(words: str, game: TrackedGame) -> UniformStep | None:
    """The step that a sentence is in a game, of which no values are asked for; None where it is none for certain."""
    numbers = [
        dict(one) for one in game.tracked if one["type"] == "number" and one["of"] in ("player", "game")
    ]
    if not numbers or len(game.players) + len(game.idle) > MOST_PEOPLE:
        return None
    rest, named = _without_names(words, (*game.players, *game.idle))
    rest, variables = _without_names(rest, tuple(one["name"] for one in numbers))
    other_words = [word.casefold() for word in re.findall(r"\w+", rest)]
    amounts = [_amount(word) for word in other_words]
    numbered = [one for one in amounts if one is not None]
    known = _PLAIN | _EACH | {word for name in game.words.values() for word in name.casefold().split()}
    if len(numbered) != 1 or len(variables) != 1 or _OTHERS.search(rest):
        return None
    if any(number is None and word not in known for word, number in zip(other_words, amounts, strict=True)):
        return None
    played = _made_up(game, numbers)
    tries = [dict(_changed(words, played, first)) for first in (1_000_003, 5_000_011)]
    cells = tries[0].keys()
    if not cells or cells != tries[1].keys() or {cell[2] for cell in cells} != set(variables):
        return None
    to = _the_same(tries, numbered[0])
    whose = {cell[1] for cell in cells}
    if to is None:
        return None
    if {cell[0] for cell in cells} == {"game"}:
        return None if named or _EACH & set(other_words) else UniformStep(variables[0], to)
    if named:
        return UniformStep(variables[0], to, named=named) if whose == set(named) else None
    counted = set(played.players) - (set() if game.emperor_counts else {played.emperor})
    return (
        UniformStep(variables[0], to, players=True) if whose == counted and _EACH & set(other_words) else None
    )


def _amount(word: str) -> int | None:
    """The whole number that a word is; None for none, and for one that is too long to be meant."""
    if word.isascii() and word.isdecimal():
        return int(word) if len(word) <= MOST_DIGITS else None
    return _NUMBERS.get(word)


def _without_names(words: str, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The words without the names, and which names were among them, each once."""
    named: dict[str, None] = {}
    by_name = {name.casefold(): name for name in names}
    longest = sorted(map(re.escape, names), key=len, reverse=True)
    if not longest:
        return words, ()

    def taken(match: re.Match[str]) -> str:
        name = by_name.get(match[0].casefold())
        if name is None:  # two letters that are the same to a pattern alone
            return match[0]
        named[name] = None
        return " "

    rest = re.sub(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", taken, words, flags=re.IGNORECASE)
    return rest, tuple(named)


def _made_up(game: TrackedGame, numbers: list[dict[str, Any]]) -> TrackedGame:
    """The game with some people more, so that all of them are not those who happen to be there, and without bounds, of
    which the tracker takes care."""
    emperor = game.emperor or _EMPEROR
    players = (*game.players, *_STRANGERS, *([] if game.emperor else [_EMPEROR]))
    tracked = tuple({**one, "min": None, "max": None, "default": 0} for one in numbers)
    return replace(game, players=players, idle=(*game.idle, _IDLER), emperor=emperor, tracked=tracked)


def _changed(words: str, game: TrackedGame, first: int) -> Iterator[tuple[Cell, tuple[int, int]]]:
    """What the words set when carried out on values that all differ, from the `first` on: each value with the one
    before it. Nothing where they are not clear."""
    before = _values(game, first)
    reading = read_steps(words, {**asdict(replace(game, values=before)), "author": game.author or None})
    if reading.questions or reading.amendments or reading.stopped or reading.values is None:
        return
    after: Mapping[str, Any] = reading.values
    for name, value in after["game"].items():
        if value != before["game"][name]:
            yield ("game", "", name), (before["game"][name], value)
    for player, values in after["players"].items():
        for name, value in values.items():
            if value != before["players"][player][name]:
                yield ("player", player, name), (before["players"][player][name], value)


def _values(game: TrackedGame, first: int) -> dict[str, Any]:
    names = {of: [one["name"] for one in game.tracked if one["of"] == of] for of in ("game", "player")}
    people = (*game.players, *game.idle)
    return {
        "game": {name: first + 7 * place for place, name in enumerate(names["game"])},
        "players": {
            person: {
                name: first + 1_009 * row + 100_003 * place for place, name in enumerate(names["player"])
            }
            for row, person in enumerate(people, 1)
        },
        "tables": {},
    }


def _the_same(tries: list[dict[Cell, tuple[int, int]]], amount: int) -> str | None:
    """What was set everywhere, or added everywhere, if it is the amount that is named."""
    values = [pair for one in tries for pair in one.values()]
    results, differences = {after for _, after in values}, {after - before for before, after in values}
    if results == {amount}:
        return str(amount)
    if differences in ({amount}, {-amount}):
        return f"{differences.pop():+}"
    return None
