"""Words, numbers, marks and atoms of a stretch of text. Pure.

An atom is read as one piece, whatever stands in it: a quotation, an emphasised name, a link, the name of a rule, a
player or a variable. Every token keeps its place in the text, in code points.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

# Kinds of tokens: word, number, quote, strong (bold, italic, a link), name, tag ("[Active]"), body (a block of text),
# item (where a list's item begins), stop, and each mark of punctuation by itself.
OPENING = {"“": '”"', '"': '"”', "‘": "’'", "'": "'’", "„": "“”", "«": "»"}
LONGEST_QUOTATION = 20_000
SHORT_QUOTATION = 200
MOST_TOKENS = 10_000  # of a paragraph; what is left is one piece that nothing can be made of
MOST_UNSURE = (
    20  # quotations of a paragraph whose end is not clear; those after them are short, and in the end none
)


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of a sentence: its kind, what it says (a quotation without its marks), from where to where, and for a
    name what it names ("rule", "player" …)."""

    kind: str
    text: str
    start: int
    end: int
    of: str = ""

    @property
    def lower(self) -> str:
        return self.text.casefold()


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a game that may stand unquoted, by their first words; `of` says what each names."""

    by_first: Mapping[str, tuple[tuple[tuple[str, ...], str, str], ...]] = field(default_factory=dict)

    @staticmethod
    def of(named: Iterable[tuple[str, str]]) -> "KnownNames":
        """`named`: pairs of a name and what it names. The longer is found before the shorter."""
        by_first_word: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        for name, of in named:
            if words := tuple(plain_words(name)):
                by_first_word.setdefault(words[0], []).append((words, name, of))
        by_length = {
            first: tuple(sorted(some, key=lambda one: -len(one[0]))) for first, some in by_first_word.items()
        }
        return KnownNames(by_length)


_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*['’]?|_", re.UNICODE)
_PIECE = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>\d{1,6}(?:\.\d{1,6})*(?![\w%]))"
    r"|(?P<word>[^\W_]+(?:['’\-][^\W_]+)*(?:(?<=s)['’](?=\s))?)"
    r"|(?P<link>\[\[(?P<wiki>[^\[\]\n]{1,300})\]\]|\[(?P<text>[^\[\]\n]{1,300})\]\([^()\s]{1,500}\))"
    r"|(?P<tag>\[[^\[\]\n]{1,40}\])"
    r"|(?P<strong>(?P<marks>\*{1,3}|_{1,3})(?=\S)(?P<inner>[^*_\n]{1,300})(?<=\S)(?P=marks))"
    r"|(?P<code>(?P<ticks>`{1,9})(?!`)(?P<coded>[^\n]{1,2000}?)(?<!`)(?P=ticks)(?!`))"
    r"|(?P<stop>[.!?]+|…)"
    r"|(?P<mark>.)",
    re.DOTALL,
)


def plain_words(text: str) -> list[str]:
    """The words of a name as they are compared: straight apostrophes; case is kept."""
    return [word.replace("’", "'") for word in _WORD.findall(text)]


def tokens(text: str, names: KnownNames) -> Iterator[Atom]:
    """The tokens of a paragraph, with places in `text`."""
    place = unsure = count = 0
    while place < len(text):
        count += 1
        if count > MOST_TOKENS:
            yield Atom("rest", text[place:], place, len(text))
            return
        if text[place] in OPENING and unsure < 5 * MOST_UNSURE and _may_open(text, place):
            end, is_sure = closing(
                text, place, LONGEST_QUOTATION if unsure < MOST_UNSURE else SHORT_QUOTATION
            )
            unsure += not is_sure
            if end:
                yield Atom("quote", text[place + 1 : end], place, end + 1)
                place = end + 1
                continue
        if named := _name_at(text, place, names):
            yield named
            place = named.end
            continue
        piece = _PIECE.match(text, place)
        assert piece is not None, "any character is a mark"
        if token := _token(piece):
            yield token
        place = piece.end()


def _token(piece: "re.Match[str]") -> Atom | None:
    start, end, text = piece.start(), piece.end(), piece[0]
    match piece.lastgroup:
        case "space":
            return None
        case "link":
            return Atom("strong", piece["wiki"] or piece["text"], start, end)
        case "strong":
            return Atom("strong", _unquoted(piece["inner"]), start, end)
        case "code":
            return Atom("quote", _coded(piece["coded"]), start, end)
        case "mark":
            return Atom(text, text, start, end)
        case "tag":
            return Atom("tag", text[1:-1], start, end)
        case kind:
            return Atom(str(kind), text, start, end)


def _coded(text: str) -> str:
    """What code says: as in Markdown, a blank at each end only sets it off."""
    is_set_off = text[0] == text[-1] == " " and text.strip()
    return text[1:-1] if is_set_off else text


def _unquoted(text: str) -> str:
    marked = len(text) > 2 and text[0] in OPENING and text[-1] in OPENING[text[0]]
    return text[1:-1] if marked else text


def _may_open(text: str, place: int) -> bool:
    before = text[place - 1] if place else " "
    if text[place] in "'\"‘":
        return not (before.isalnum() or before in "'’\"”.,;:!?)")
    return True


def closing(text: str, start: int, longest: int = LONGEST_QUOTATION) -> tuple[int, bool]:
    """Where the quotation that opens at `start` ends, those inside it left alone (0: it does not), and whether that is
    sure: every quotation inside it ends too."""
    end = min(len(text), start + longest)
    if text[start] in "'‘":
        return _closing_single(text, start, end)
    depth = first = 0
    for place in range(start, end):
        letter = text[place]
        if letter in "“„«" or (letter == '"' and (place == start or _opens_inside(text, place))):
            depth += 1
        elif letter in '”"»':
            depth -= 1
            first = first or place
            if not depth:
                return place, True
    return first, False


def _opens_inside(text: str, place: int) -> bool:
    before, after = text[place - 1], text[place + 1 : place + 2] or " "
    return (before.isspace() or before in "([“—-") and not (after.isspace() or after in ".,;:!?)")


def _closing_single(text: str, start: int, end: int) -> tuple[int, bool]:
    doubtful = 0
    for place in range(start + 1, end):
        letter = text[place]
        if letter == "‘" or (letter == "'" and text[place - 1].isspace()):
            break
        if letter in OPENING[text[start]] and not (text[place + 1 : place + 2] or " ").isalnum():
            if not _may_be_possessive(text, place):
                return place, True
            doubtful = doubtful or place
    return doubtful, False


def _may_be_possessive(text: str, place: int) -> bool:
    return (
        text[place - 1] == "s"
        and text[place + 1 : place + 2] == " "
        and text[place + 2 : place + 3].isalpha()
    )


def _name_at(text: str, place: int, names: KnownNames) -> Atom | None:
    if not text[place].isalnum() or (place and (text[place - 1].isalnum() or text[place - 1] == "_")):
        return None
    first = _WORD.match(text, place)
    if first is None:
        return None
    word = first[0].rstrip("'’").replace("’", "'")
    for known in dict.fromkeys((word, word.removesuffix("'s"))):
        for words, name, of in names.by_first.get(known, ()):
            if (end := _end_of(words, text, place)) is not None:
                owning = _OWNING.match(text, end) if of == "part" else None
                return Atom("name", name, place, owning.end() if owning else end, of)
    return None


def _end_of(words: tuple[str, ...], text: str, place: int) -> int | None:
    """Where a name that begins at `place` ends, its words in their order with at most marks and spaces between."""
    end = place
    for count, word in enumerate(words):
        gap = _BETWEEN.match(text, end) if count else None
        end = gap.end() if gap else end
        here = text[end : end + len(word)].replace("’", "'")
        if here != word:
            return None
        end += len(word)
    return None if _GOES_ON.match(text, end) else end


_OWNING = re.compile(r"['’]s\b")
_BETWEEN = re.compile(r"[\s,:;!?.&–—-]{1,4}")
_GOES_ON = re.compile(r"\w|(?<=\d)\.\d")  # a word, or a number: a rule "1" is none in "rule 1.1"
