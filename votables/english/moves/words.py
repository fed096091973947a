"""A sentence of a rule as the words that moves are said in. Pure."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lark import Token

from gamestate.clockwork.when import WEEKDAYS
from votables.english.definitions.words import NUMBER_WORDS, bare, number

from .move_shapes import MoveValue

# What is said in several ways, as the grammar has it.
_ALIKE: Final[Mapping[str, str]] = {
    form: word
    for word, forms in {
        "gain": "gains receive receives get gets earn earns",
        "lose": "loses discard discards",
        "spend": "pay spends pays",
        "increase": "increases raise raises increased raised",
        "decrease": "decreases reduce reduces lower lowers decreased reduced lowered",
        "set": "sets change changes",
        "exchange": "convert trade",
        "give": "transfer",
        "add": "adds",
        "a": "an",
        "may": "can",
        "roll": "rolls",
        "has": "have",
        "their": "his her its",
        "they": "he she",
        "fewer": "less",
        "many": "much",
        "amount": "number quantity",
        "any": "every each",
        "whenever": "when",
        "join": "joins",
        "reach": "reaches",
        "provided": "providing",
    }.items()
    for form in forms.split()
}
_WEEKDAY: Final = "|".join(WEEKDAYS)
_CLOCK: Final = r"(?P<hour>[0-2]?[0-9]):(?P<minute>[0-5][0-9])(?: UTC)?"
_DAYS: Final = rf"(?P<days>(?:{_WEEKDAY})(?:(?:, | and )(?:{_WEEKDAY}))*)"
_CLOCKS: Final = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:every|each|on each|on every) (?:{_DAYS}|(?P<day>day)),? at {_CLOCK}",
        rf"at {_CLOCK},? (?:on )?(?:every|each) (?:{_DAYS}|(?P<day>day))",
        rf"(?:every|each|on each|on every) (?:{_DAYS}|(?P<day>day))(?! (?:of|in|before|after)\b)",
        r"every (?P<hours>[1-9][0-9]{0,2}) hours",
        r"(?:every|each) (?P<hourly>hour)",
    )
]
_OFTEN: Final = re.compile(
    r"once (?:per|a|each|every) (?P<unit>day|week)|as an? (?P<name>[a-z]+(?: communal)?)(?: dynastic| game)? action|"
    r"at any time|any number of times|as often as (?:they|he or she) (?:likes?|wish|want)",
    re.IGNORECASE,
)
_OF_UNITS: Final = {"day": "daily", "week": "weekly"}
_DICE: Final = re.compile(r"[1-9]?[0-9]?DICE[1-9][0-9]{0,5}(?![\w+*/-])")
_FIGURE: Final = re.compile(r"[0-9]{1,9}(?![\w.,:%]*[\w%])")
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_TITLE: Final = re.compile(r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}(?=:|,? gaining )")
_WORDS_OF_NUMBERS: Final = sorted((one for one, much in NUMBER_WORDS.items() if much), key=len, reverse=True)
_NUMBERS: Final = re.compile(rf"(?:{'|'.join(map(re.escape, _WORDS_OF_NUMBERS))})(?![\w-])", re.IGNORECASE)
_OWN_NAMES: Final = frozenset({"p", "other", "amount", "choice", "who"})
"""What the lines of a move name themselves."""
MARKS: Final = {",": "COMMA", ":": "COLON", "'s": "POSS", "'": "POSS"}
LONGEST: Final = 600
"""Of a sentence that is read, in characters."""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """What a game calls its players, what it tracks (`values`), and how often the law lets one do something."""

    player: str
    players: str
    values: Sequence[MoveValue]
    frequencies: Collection[str]
    by_name: Mapping[str, MoveValue] = field(default_factory=dict)

    @staticmethod
    def of(
        words: Mapping[str, str], values: Sequence[MoveValue], frequencies: Collection[str]
    ) -> "MoveWords":
        """`words` as definitions take them; what has the name of another value is left out."""
        values = [one for one in values if one.path not in _OWN_NAMES]
        names = [bare(one.name) for one in values]
        clear = {name: one for name, one in zip(names, values, strict=True) if names.count(name) == 1}
        player, players = words.get("player", "player"), words.get("players", "players")
        return MoveWords(player, players, values, frozenset(frequencies), clear)

    def tokens(self, text: str, known: Collection[str]) -> list[Token] | None:
        """The words of a sentence, by their classes; None where one is not among those that are `known`."""
        some = list(self._tokens(" ".join(text.split()).rstrip(".! ")[:LONGEST], known))
        return None if any(one.type == "UNKNOWN" for one in some) else some

    def _tokens(self, text: str, known: Collection[str]) -> Iterator[Token]:
        at = 0
        while at < len(text):
            if text[at] == " ":
                at += 1
                continue
            kind, what, end = self._at(text, at, known)
            yield Token(kind, what)
            if kind == "UNKNOWN":
                return
            at = end

    def _at(self, text: str, at: int, known: Collection[str]) -> tuple[str, str, int]:
        for clock in _CLOCKS:
            if (match := clock.match(text, at)) is not None and (when := _clock(match)) is not None:
                return "CLOCK", when, match.end()
        if (match := _OFTEN.match(text, at)) is not None:
            name = match["name"] or _OF_UNITS.get((match["unit"] or "").lower(), "")
            name = name.lower().replace(" ", "-")
            if name and name not in self.frequencies:
                return "UNKNOWN", name, at
            return "OFTEN", name, match.end()
        if (named := self._value_at(text, at)) is not None:
            value, end = named
            of = "P" if value.scope == "player" else "G"
            return f"{of}_NUMBER" if value.is_number else f"{of}_CHOICE", value.path, end
        for word, kind in ((self.players, "PLAYERS"), (self.player, "PLAYER")):
            if re.match(rf"{re.escape(word)}(?!\w)", text[at:], re.IGNORECASE):
                return kind, word, at + len(word)
        if (match := _TITLE.match(text, at)) is not None:
            return "TITLE", match[0], match.end()
        if (option := self._option_at(text, at)) is not None:
            return "OPTION", option, at + len(option)
        if (match := _DICE.match(text, at)) is not None:
            return "DICE", match[0], match.end()
        if (match := _FIGURE.match(text, at) or _NUMBERS.match(text, at)) is not None:
            return "FIGURE", str(number(match[0])), match.end()
        for mark, kind in MARKS.items():
            if text.startswith(mark, at):
                return kind, mark, at + len(mark)
        match = _WORD.match(text, at)
        if match is None:
            return "UNKNOWN", text[at], at
        word = match[0].lower()
        word = word if word.upper() in known else _ALIKE.get(word, word)
        return (word.upper() if word.upper() in known else "UNKNOWN"), word, match.end()

    def _value_at(self, text: str, at: int) -> tuple[MoveValue, int] | None:
        """The value whose name stands there, in capitals where it is written so: the longest."""
        if at and (text[at - 1].isalnum() or text[at - 1] == "_"):
            return None
        best: tuple[MoveValue, int] | None = None
        for value in self.values:
            if self.by_name.get(bare(value.name)) is not value:
                continue
            for form in (value.name, f"{value.name}s", value.name.removesuffix("s")):
                match = re.compile(rf"{re.escape(form)}(?![\w-])", re.IGNORECASE).match(text, at)
                is_written = match is not None and (match[0][0].isupper() or value.name[0].islower())
                if match is not None and is_written and (best is None or match.end() > best[1]):
                    best = value, match.end()
        return best

    def _option_at(self, text: str, at: int) -> str | None:
        some = {one for value in self.values for one in value.choices}
        some = {one for one in some if re.match(rf"{re.escape(one)}(?!\w)", text[at:])}
        return max(some, key=len, default=None)


def _clock(match: re.Match[str]) -> str | None:
    """When it is, as the site has it; None where there is no such hour."""
    named = match.groupdict()
    if named.get("hours"):
        return f"every {named['hours']} hours"
    if named.get("hourly"):
        return "every hour"
    hour, minute = int(named.get("hour") or 0), named.get("minute") or "00"
    if hour > 23:
        return None
    days = [one.capitalize() for one in re.findall(_WEEKDAY, (named.get("days") or "").lower())]
    *others, last = days or ["day"]
    what = f"{', '.join(others)} and {last}" if others else last  # in English
    return f"every {what} at {hour:02}:{minute}"
