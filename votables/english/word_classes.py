"""The words of instructions by their class: what the grammar calls them. Pure.

Articles, polite words and adverbs that change nothing are passed over; every other word has a class, or is one that the
grammar does not know.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import pairwise

from .atoms import Atom

PASSED_OVER = frozenset(
    "the a an also please simply additionally finally besides furthermore hereby immediately directly just therefore "
    "moreover accordingly instead respectively henceforth hereafter now either already again currently still duly "
    "hence have".split()
)
# What helps a verb to say what happens: "is to be replaced".
_HELPS = frozenset("is are be been shall should will must was gets get needs".split())


def _phrases() -> Iterator[tuple[tuple[str, ...], str]]:
    """The phrases of `words.txt`, each with its class."""
    text = files("votables.english").joinpath("words.txt").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=[A-Z])", re.sub(r"(?m)^#.*\n", "", text).strip()):
        name, _colon, listed = entry.partition(":")
        for phrase in listed.split("|"):
            yield tuple(phrase.split()), name


_PHRASES = dict(_phrases())
_LONGEST: dict[str, int] = {}
for _phrase in _PHRASES:
    _LONGEST[_phrase[0]] = max(_LONGEST.get(_phrase[0], 0), len(_phrase))

_MARKS = {
    ",": "COMMA",
    ";": "SEMICOLON",
    "(": "OPEN",
    ")": "CLOSE",
    "quote": "QUOTE",
    "strong": "STRONG",
    "number": "NUMBER",
    "body": "BODY",
    "item": "NEXT",
    "tag": "TAG",
    "&": "AND",
    "→": "TO",
}
# Marks that are called by their names, as words that are put in or taken out.
_NAMED_MARKS = {"comma": ",", "semicolon": ";"}
_NAMED = {"rule": "NAME", "part": "PART"}
_SILENT = frozenset((":", "-", "–", "—", "stop", "”", '"'))
VERBS = frozenset(
    "ADD PREPEND CREATE REPLACE SUBSTITUTE CHANGE REMOVE REPEAL RENAME MOVE COPY SWAP SET ACTIVATE DEACTIVATE".split()
)


def may_name(word: str) -> bool:
    """Whether a capital word is taken for a name: not where it has a class by itself, but for those words that mostly
    say no more than what goes without saying ("single", "present")."""
    known = _PHRASES.get((word.lower(),))
    return known in (None, "UNQUOTED") and word.lower() not in PASSED_OVER


def classes() -> Iterable[str]:
    """The classes that the grammar may speak of."""
    return {*_PHRASES.values(), *_MARKS.values(), "NAME", "PART", "WORD", "BARE"}


def classified(tokens: Iterable[Atom]) -> Iterator[tuple[str, Atom]]:
    """The tokens of a sentence by class, phrases as one, and what says nothing left out."""
    given = list(tokens)
    announced = {after.start for before, after in pairwise(given) if before.kind == ":"}
    some = [
        one
        for one, after in pairwise([*given, None])
        if one is not None and one.kind not in _SILENT and not _is_silent(one, after)
    ]
    some = list(_without_helpers(some))
    place = 0
    between = False
    while place < len(some):
        here = some[place]
        between = between or here.lower == "between"
        if here.start in announced and here.kind == "quote" and between and some[place - 1].lower in _UNITS:
            yield (
                "BODY",
                Atom("body", here.text, here.start, here.end),
            )  # "between the first and second steps: “a”"
            place += 1
            continue
        if here.kind == "word" and (mark := _NAMED_MARKS.get(here.lower)):
            yield "QUOTE", Atom("quote", mark, here.start, here.end)  # "insert a comma"
            place += 1
            continue
        if (
            here.start in announced
            and here.kind == "quote"
            and place
            and _ends(some, place)
            and _is_place_word(some, place)
        ):
            yield "BODY", Atom("body", here.text, here.start, here.end)  # "add to the dynastic rules: “a”"
            place += 1
            continue
        if here.kind == "name":
            yield _NAMED.get(here.of, "WORD"), here
            place += 1
            continue
        if here.kind != "word":
            yield _MARKS.get(here.kind, "WORD"), here
            place += 1
            continue
        name, count = _phrase_at(some, place)
        if name == "SKIP":
            place += count
            continue
        last = some[place + count - 1]
        phrase = " ".join(one.lower for one in some[place : place + count])
        yield name, Atom("word", phrase if count > 1 else here.text, here.start, last.end)
        place += count


_UNITS = frozenset("steps bullets items paragraphs sentences rows points entries".split())


def _ends(some: list[Atom], place: int) -> bool:
    """Whether nothing but a stop stands behind a place."""
    return all(one.kind == "stop" for one in some[place + 1 :])


def _is_place_word(some: list[Atom], place: int) -> bool:
    """Whether what stands before is where something goes, and is not called by what follows."""
    return any(
        _phrase_at(some, start)
        in (
            ("RULES_OF", place - start),
            ("END", place - start),
            ("START", place - start),
            ("LIST", place - start),
        )
        for start in range(max(0, place - 4), place)
    )


def _is_silent(token: Atom, after: Atom | None) -> bool:
    if token.lower == "instead" and after is not None and after.lower == "of":
        return False
    return token.kind == "word" and token.lower in PASSED_OVER


def _without_helpers(some: list[Atom]) -> Iterator[Atom]:
    """Without "is", "should be" and so on before a verb that says what is done."""
    place = 0
    while place < len(some):
        end = place
        while (
            end < len(some)
            and end < place + 4
            and (some[end].lower in _HELPS or (end > place and some[end].lower == "to"))
        ):
            end += 1
        if end > place and end < len(some) and _phrase_at(some, end)[0] in VERBS and some[end].lower != "set":
            place = end
        yield some[place]
        place += 1


def _phrase_at(some: list[Atom], place: int) -> tuple[str, int]:
    first = some[place].lower.replace("’", "'")
    words: list[str] = []
    for one in some[place : place + _LONGEST.get(first, 1)]:
        if one.kind != "word":
            break
        words.append(one.lower.replace("’", "'"))
    for count in range(len(words), 0, -1):
        if name := _PHRASES.get(tuple(words[:count])):
            return name, count
    return "WORD", 1
