"""Finding dice commands in a text: DICE*N*, *Y*DICE*N*, the lists of the law (FRUIT, COLOUR), CARD and {a,b,c}.

A command is typed in capitals and stands by itself: no letter or digit touches it, so that `DICE6s` and
`preDICE6` are words. An underscore belongs to a word that it joins (`MAX_DICE6`), and else is emphasis. Only the
digits 0 to 9 are digits. A sign after the command is a word around it (`DICE6-2` is DICE6), a minus before N is
part of it (`DICE-3` gives 0).

`{a,b,c}` is a list within one line with at least one comma; its values are trimmed and may repeat, which makes
them likelier. Commands among its values are values, not commands. Braces with no comma are words, but `{}` is
taken for a list that somebody forgot to fill.

What looks like a command but cannot be rolled is found too, with a sentence that says why: a text is refused as a
whole rather than rolled in part, for a roll cannot be taken back.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import thousands
from ruleset.law.model import DiceLaw

MOST_COMMANDS = 20
MOST_DICE = 100
MOST_DIGITS = 100
MOST_VALUES = 500
LONGEST_LIST = 10_000

# Neither a letter nor a digit before or after, nor one joined by underscores.
_BEFORE = r"(?<![^\W_])(?<![^\W_]_)(?<![^\W_]__)"
_AFTER = r"(?!_*+[^\W_])"
# A fraction and commas between thousands are read so that they can be refused: DICE1,000 is no DICE1.
_DIE = (
    r"(?P<count>[0-9]++(?:\.[0-9]++)?+)?+"
    r"DICE(?P<sides>-?[0-9]++(?:\.[0-9]++)?+(?:,[0-9]{3}(?![^\W_]))*+)"
)
# What every command has, whatever the law says: a brace, or a word or the name of a die in capitals.
_SUSPECT = re.compile(r"\{|DICE|(?<![^\W_])[A-Z]++(?![^\W_])")


@dataclass(frozen=True, slots=True)
class DiceCommand:
    """Something to roll, as it stands in a text from `start` to before `end`.

    `kind`: `die` (`count` dice of `sides` sides, which may be 0 or less), `list` (an outcome list of the law),
    `card`, or `choice` (a list in braces). `options` are the outcomes, each as likely as another, of all but a
    die; then `sides` is how many there are and `count` is 1. `problem`: why it cannot be rolled, a sentence, or
    ""; with a problem the numbers mean nothing.
    """

    text: str
    start: int
    end: int
    kind: Literal["die", "list", "card", "choice"]
    count: int
    sides: int
    options: tuple[str, ...] = ()
    problem: str = ""


def die_for(number: int) -> str:
    """The command of the die that picks one of so many."""
    return f"DICE{number}"


def may_hold_commands(text: str) -> bool:
    """Whether there may be a dice command in `text` under some law; where there is none, no law need be read to know.
    Every list has a name in capitals."""
    return _SUSPECT.search(text) is not None


def commands(text: str, law: DiceLaw) -> tuple[DiceCommand, ...]:
    """The dice commands in `text` (see the top of this file), in order. Reads any text, in time linear in its length.

    At most MOST_COMMANDS can be rolled in one text; the next one is given a problem and ends the reading.
    """
    rollable: list[DiceCommand] = []
    for command in _all(text, law):
        if len(rollable) == MOST_COMMANDS:
            problem = _("A text can have at most {most} rolls; this one has more.").format(most=MOST_COMMANDS)
            return (*rollable, _unrollable(command.text, command.start, command.kind, problem))
        rollable.append(command)
    return tuple(rollable)


def _all(text: str, law: DiceLaw) -> Iterator[DiceCommand]:
    pattern = _pattern((*law.lists, *law.aliases), bool(law.suits))
    end = 0
    for start, stop in _lists_in_braces(text) if law.braces else ():
        yield from _words(text, end, start, pattern, law)
        yield _choice(text[start:stop], start, law)
        end = stop
    yield from _words(text, end, len(text), pattern, law)


def _words(text: str, start: int, end: int, pattern: re.Pattern[str], law: DiceLaw) -> Iterator[DiceCommand]:
    for match in pattern.finditer(text, start, end):
        typed = match.group()
        if match["sides"] is not None:
            yield _die(match, law)
        elif typed == "CARD" and law.suits:
            yield _options(typed, match.start(), "card", _pack(law.suits, law.values))
        else:
            yield _options(typed, match.start(), "list", tuple(law.lists[law.aliases.get(typed, typed)]))


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...], cards: bool) -> re.Pattern[str]:
    words = "|".join((*names, "CARD") if cards else names)
    return re.compile(f"{_BEFORE}(?:{_DIE}{'|' if words else ''}{words}){_AFTER}")


@lru_cache(maxsize=64)
def _pack(suits: tuple[str, ...], values: tuple[str, ...]) -> tuple[str, ...]:
    # What the law calls them, in English.
    return tuple(f"{value} of {suit}" for suit in suits for value in values)  # in English


def _options(
    text: str, start: int, kind: Literal["list", "card", "choice"], options: tuple[str, ...]
) -> DiceCommand:
    return DiceCommand(text, start, start + len(text), kind, 1, len(options), options)


def _unrollable(
    text: str, start: int, kind: Literal["die", "list", "card", "choice"], problem: str
) -> DiceCommand:
    return DiceCommand(text, start, start + len(text), kind, 0, 0, (), problem)


def _die(match: re.Match[str], law: DiceLaw) -> DiceCommand:
    typed, start = match.group(), match.start()
    count, sides = match["count"] or "1", match["sides"]
    problem = _problem_of_count(count) or _problem_of_sides(sides, law)
    if problem:
        return _unrollable(typed, start, "die", _cannot(typed, problem))
    return DiceCommand(typed, start, match.end(), "die", _number(count), _number(sides))


def _problem_of_count(count: str) -> str:
    if "." in count:
        return _("the number of dice must be whole.")
    digits = count.lstrip("0")
    if not digits:
        return _("that is not a die, so there is nothing to roll.")
    if len(digits) > len(str(MOST_DICE)) or int(digits) > MOST_DICE:
        return _("you can roll at most {most} dice at once.").format(most=MOST_DICE)
    return ""


def _problem_of_sides(sides: str, law: DiceLaw) -> str:
    """Why a die cannot have so many sides. Of a long number, only the length is looked at."""
    if "." in sides:
        return _("the number of sides must be whole.")
    if "," in sides:
        return _("please write the number of sides without commas.")
    digits = sides.lstrip("-").lstrip("0")
    largest = law.largest
    if largest is not None and not sides.startswith("-"):
        length = len(str(largest))
        if len(digits) > length or (len(digits) == length and int(digits) > largest):
            if largest == 10**length - 1:
                return _("a die has fewer than {number} digits (“{rule}”).").format(
                    number=length + 1, rule=law.rule
                )
            return _("a die has at most {most} sides (“{rule}”).").format(
                most=thousands(largest), rule=law.rule
            )
    elif len(digits) > MOST_DIGITS:
        return _("numbers of more than {most} digits cannot be rolled here.").format(most=MOST_DIGITS)
    return ""


def _number(digits: str) -> int:
    """The number, however many zeros it begins with: Python itself refuses to read thousands of digits."""
    size = int(digits.lstrip("-").lstrip("0") or "0")
    return -size if digits.startswith("-") else size


def _lists_in_braces(text: str) -> list[tuple[int, int]]:
    """The spans of lists in braces, outermost ones only, in order: those with a comma in them, or nothing at all.

    One pass: for each brace that closes, whether a comma has come since the one that it closes.
    """
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    last_comma = before = -1
    for sign in re.finditer(r"[{},\n]", text):
        place, what = sign.start(), sign.group()
        if what == "{":
            opened.append(place)
        elif what == ",":
            last_comma = place
        elif what == "\n":
            opened.clear()
        elif opened:
            start = opened.pop()
            while last_comma > start and spans and spans[-1][0] > start:
                spans.pop()  # It lies within this one.
            if last_comma > start or (before == start and not text[start + 1 : place].strip()):
                spans.append((start, place + 1))
        before = place
    return spans


def _choice(typed: str, start: int, law: DiceLaw) -> DiceCommand:
    inside = typed[1:-1]
    problem = ""
    if not inside.strip():
        problem = _("there is nothing in the braces")
    elif "{" in inside or "}" in inside:
        problem = _("there are braces within its braces")
    elif len(inside) > LONGEST_LIST:
        problem = _("it has more than {most} characters").format(most=thousands(LONGEST_LIST))
    elif inside.count(",") >= MOST_VALUES:
        problem = _("it has more than {most} values").format(most=MOST_VALUES)
    else:
        options = tuple(value.strip() for value in inside.split(","))
        if all(options):
            return _options(typed, start, "choice", options)
        problem = _("one of its values is empty")
    problem = _cannot(typed, _("{problem} (“{rule}”).").format(problem=problem, rule=law.rule))
    return _unrollable(typed, start, "choice", problem)


def _cannot(typed: str, problem: str) -> str:
    return _("{command} cannot be rolled: {problem}").format(command=_shown(typed), problem=problem)


def _shown(typed: str) -> str:
    return typed if len(typed) <= 40 else f"{typed[:39]}…"
