"""The names of a game as an instruction may write them, found in its tokens."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from .holders import NamedHolders
from .played_state import Holder, PlayedScene
from .templates import Parser, Primitive
from .words import NUMBER_WORDS, ORDINALS, forms, plain, tokens

_SMALL: Final = frozenset(("the", "of"))
LONGEST_ITEM: Final = 4

Found = Iterable[tuple[Any, int]]


class Phrases:
    """Many phrases, each of some words, found at a place by their first word."""

    def __init__(self) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Any]]] = {}

    def add(self, phrase: str, value: Any) -> None:
        words = tuple(token.lower for token in tokens(plain(phrase)))
        if words and (words, value) not in self._by_first.setdefault(words[0], []):
            self._by_first[words[0]].append((words, value))

    def at(self, parser: Parser, start: int) -> Iterator[tuple[Any, int]]:
        if start >= len(parser.lower):
            return
        for words, value in self._by_first.get(parser.lower[start], ()):
            if tuple(parser.lower[start : start + len(words)]) == words:
                yield value, start + len(words)


class Lexicon:
    """What the names of a game are, now: rows may come, go and be renamed between two sentences."""

    def __init__(self, scene: PlayedScene):
        self.scene = scene
        self.players, self.variables, self.adjectives = Phrases(), Phrases(), Phrases()
        self.choices, self.rows, self.tables, self.items = Phrases(), Phrases(), Phrases(), Phrases()
        self.kinds: dict[str, set[str]] = {}
        self.noun, self.plural, self.emperor = Phrases(), Phrases(), Phrases()
        self._cast()
        self._variables()
        self._tables()

    def _cast(self) -> None:
        cast = self.scene.cast
        for name in (*cast.players, *cast.idle):
            holder: Holder = ("player", "", name)
            self.players.add(name, NamedHolders((holder,)))
        one, many = cast.words.get("player", "player"), cast.words.get("players", "players")
        for word in (one, many, "player", "players"):
            self.noun.add(word, "player")
        for word in (many, "players"):
            self.plural.add(word, "player")
        for word in (cast.words.get("emperor", "emperor"), "emperor"):
            self.emperor.add(word, "emperor")

    def _variables(self) -> None:
        for each in self.scene.variables:
            for form in forms(each.name):
                self.variables.add(form, each.name)
            self.kinds.setdefault(each.name, set()).add(each.type)
            if each.type == "yes-no":
                self.adjectives.add(each.name, each.name)
            for choice in each.choices:
                self.choices.add(str(choice), str(choice))
        for place in self._places():
            for value in place.values():
                for item in value if isinstance(value, list) else ():
                    for form in forms(item):
                        self.items.add(form, item)

    def _places(self) -> Iterator[Mapping[str, Any]]:
        values = self.scene.values
        yield values.get("game", {})
        yield from values.get("players", {}).values()
        for rows in values.get("tables", {}).values():
            yield from rows

    def _tables(self) -> None:
        for table in self.scene.tables():
            for form in forms(table):
                self.tables.add(form, table)
            for row in self.scene.rows(table):
                name = str(row.get("Name", ""))
                for form in (
                    {name, name.removeprefix("The ").removeprefix("the ")}
                    if name.casefold().startswith("the ")
                    else {name}
                ):
                    if form == name:
                        self.rows.add(form, NamedHolders((("row", table, name),)))

    # -- what the templates call by name

    def primitives(self) -> Mapping[str, Primitive]:
        named: dict[str, Primitive] = {
            name: getattr(self, name).at
            for name in (
                "players",
                "variables",
                "adjectives",
                "choices",
                "rows",
                "tables",
                "items",
                "noun",
                "plural",
                "emperor",
            )
        }
        kinds: dict[str, Callable[[str], bool]] = {
            "listvar": lambda name: "list" in self.kinds[name],
            "playervar": lambda name: "player" in self.kinds[name],
            "numbervar": lambda name: "number" in self.kinds[name],
            "yesvar": lambda name: "yes-no" in self.kinds[name],
        }
        for kind, fits in kinds.items():
            named[kind] = self._of_kind(fits)
        return named | {
            "number": number,
            "ordinal": ordinal,
            "quote": quote,
            "newitem": new_item,
            "fill": fill,
            "manytables": self._many_tables,
            "quotedrow": self._quoted_row,
        }

    def _many_tables(self, parser: Parser, start: int) -> Found:
        """A table by the word for several of its rows: "the Ovens" are all, "the Oven" is one that was named."""
        return [
            (name, end)
            for name, end in self.tables.at(parser, start)
            if " ".join(parser.lower[start:end]) == name.casefold()
        ]

    def _quoted_row(self, parser: Parser, start: int) -> Found:
        """A row whose name stands in quotation marks."""
        for text, end in quote(parser, start):
            for table in self.scene.tables():
                for row in self.scene.rows(table):
                    if str(row.get("Name", "")).casefold() == text.casefold():
                        yield NamedHolders((("row", table, str(row["Name"])),)), end

    def _of_kind(self, fits: Callable[[str], bool]) -> Primitive:
        def names(parser: Parser, start: int) -> Found:
            return [(name, end) for name, end in self.variables.at(parser, start) if fits(name)]

        return names


_FILL: Final = frozenset(
    (
        "immediately hereby simply please instead also each all both now then additionally promptly accordingly duly "
        "automatically thereby"
    ).split()
)


def fill(parser: Parser, start: int) -> Found:
    """Words that change nothing: "hereby", "also", "immediately"."""
    readings = [(None, start)]
    while start < len(parser.lower) and parser.lower[start] in _FILL:
        start += 1
        readings.append((None, start))
    return readings


def number(parser: Parser, start: int) -> Found:
    """A number in digits or words; "-3" and "minus three"."""
    lower = parser.lower
    sign = 1
    if start < len(lower) and lower[start] in ("-", "minus", "negative"):
        sign, start = -1, start + 1
    if start >= len(lower):
        return []
    token = parser.tokens[start]
    if token.kind == "number":
        return [(sign * Fraction(token.text), start + 1)]
    value, end = _in_words(lower, start)
    if value is None:
        return []
    return [(Fraction(sign * value), end)]


def _in_words(lower: list[str], start: int) -> tuple[int | None, int]:
    at = start
    if lower[at] in ("a", "one") and at + 1 < len(lower) and lower[at + 1] in ("hundred", "dozen"):
        return NUMBER_WORDS[lower[at + 1]], at + 2
    value = NUMBER_WORDS.get(lower[at])
    if value is None:
        return None, start
    if value % 10 == 0 and 20 <= value < 100 and at + 1 < len(lower):
        unit = NUMBER_WORDS.get(lower[at + 1], 0)
        if 0 < unit < 10:
            return value + unit, at + 2
    return value, at + 1


def ordinal(parser: Parser, start: int) -> Found:
    if start < len(parser.lower) and parser.lower[start] in ORDINALS:
        return [(ORDINALS[parser.lower[start]], start + 1)]
    return []


def quote(parser: Parser, start: int) -> Found:
    if start < len(parser.tokens) and parser.tokens[start].kind == "quote":
        return [
            (
                parser.tokens[start].text.rstrip(",")
                if parser.tokens[start].text.endswith(",")
                else parser.tokens[start].text,
                start + 1,
            )
        ]
    return []


def new_item(parser: Parser, start: int) -> Found:
    """A name that the game may not know yet: words of which each is in capitals, or a quotation."""
    readings = list(quote(parser, start))
    end = start
    while end < len(parser.tokens) and end - start < LONGEST_ITEM:
        token = parser.tokens[end]
        if (
            token.kind != "word"
            or not token.text[:1].isupper()
            and not (end > start and token.lower in _SMALL)
        ):
            break
        end += 1
        if token.text[:1].isupper():
            readings.append((" ".join(each.text for each in parser.tokens[start:end]), end))
    return readings
