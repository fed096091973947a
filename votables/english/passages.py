"""The places of a rule's text that a sentence can speak of: paragraphs, sentences, lists, items, tables, brackets.
Pure. A span is from and to, in code points of the text."""

import re
from collections.abc import Sequence

from blognomic.i18n.translation import gettext as _
from ruleset.text.inserting import MARK, Passage, pieces
from ruleset.text.quoted_words import flat, spans

from .grammar import Phrase
from .reading_parts import Span, Unclear

ORDINALS = {
    **dict.fromkeys(("first", "1st", "opening paragraph"), 0),
    **dict.fromkeys(("second", "2nd"), 1),
    **dict.fromkeys(("third", "3rd"), 2),
    **dict.fromkeys(("fourth", "4th"), 3),
    **dict.fromkeys(("fifth", "5th"), 4),
    **dict.fromkeys(("sixth", "6th"), 5),
    **dict.fromkeys(("seventh", "7th"), 6),
    **dict.fromkeys(("eighth", "8th"), 7),
    **dict.fromkeys(("ninth", "9th"), 8),
    **dict.fromkeys(("tenth", "10th"), 9),
    **dict.fromkeys(("last", "final", "closing"), -1),
    **dict.fromkeys(("penultimate", "second to last", "second-to-last", "next to last"), -2),
}
CARDINALS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SENTENCE = re.compile(r"[.!?…]+[\"”’')\]]*(?=\s+[\"“‘'(\[]?[^\W_a-z])|\Z")
_BRACKETS = re.compile(r"\([^()]*\)")
UNITS = ("paragraph", "sentence", "block", "list", "item", "table", "row", "brackets")


def sentences_in(text: str, span: Span) -> list[Span]:
    """The sentences between two places of a text, those of its paragraphs and items."""
    sentences = []
    for piece in pieces(text):
        for start, end in piece.items or ((piece.span,) if piece.kind == "paragraph" else ()):
            if end <= span[0] or start >= span[1]:
                continue
            at = start
            for match in _SENTENCE.finditer(text, start, end):
                if text[at : match.end()].strip() and match.end() <= end:
                    lead = len(text[at : match.end()]) - len(text[at : match.end()].lstrip())
                    sentences.append((at + lead, match.end()))
                at = match.end()
            if text[at:end].strip():
                sentences.append((at + len(text[at:end]) - len(text[at:end].lstrip()), end))
    return sentences


def candidates(noun: str, text: str, within: Span, words: str = "") -> list[list[Span]]:
    """All that a noun may speak of between two places: more than one list where it may be counted in more than one
    way, as paragraphs with or without the lists between them."""
    some = [one for one in pieces(text) if one.span[0] >= within[0] and one.span[1] <= within[1]]
    if noun == "paragraph":
        plain = [one.span for one in some if one.kind == "paragraph"]
        return [plain, [one.span for one in some if one.kind != "heading"]]
    if noun == "sentence":
        return [sentences_in(text, within)]
    if noun == "block":
        return [[*(one.span for one in some), *sentences_in(text, within)]]
    if noun == "list":
        return [[one.span for one in lists_of(text, within, words)]]
    if noun == "table":
        return [[one.span for one in some if one.kind == noun]]
    if noun == "item":
        return [
            [
                item
                for one in lists_of(text, within, words)
                for item in one.items
                if item[0] >= within[0] and item[1] <= within[1]
            ]
        ]
    if noun == "row":
        return [[row for one in some if one.kind == "table" for row in _rows(text, one.span)]]
    return [[match.span() for match in _BRACKETS.finditer(text, *within)]]


def lists_of(text: str, within: Span, words: str) -> list[Passage]:
    """The lists that reach into a stretch: where some are numbered and others not, those of which the words speak."""
    lists = [one for one in pieces(text) if one.items and one.span[0] < within[1] and within[0] < one.span[1]]
    numbered, bulleted = _NUMBERED_WORDS.search(words), _BULLETED_WORDS.search(words)
    if numbered or bulleted:
        alike = [one for one in lists if bool(_NUMBERED.match(text[slice(*one.items[0])])) is bool(numbered)]
        return alike or lists
    return lists


_NUMBERED = re.compile(r"\s*\d")
_NUMBERED_WORDS = re.compile(r"\bsteps?\b|\bnumbered|^ordered")
_BULLETED_WORDS = re.compile(r"\bbullet|^unordered")


def _is_counted(part: Phrase) -> bool:
    """Whether a place is told by counting alone."""
    if part.opening or part.ending or part.names or part.has("all"):
        return False
    return bool(part.which_of("ordinal") or part.number)


def _by_lists(part: Phrase, text: str, within: Span) -> list[list[Span]]:
    """The items that are meant, if it is those of each list by itself."""
    lists = [list(one.items) for one in lists_of(text, within, part.noun_words)]
    return [_chosen(part, some, text) for some in lists] if len(lists) > 1 else []


def _rows(text: str, span: Span) -> list[Span]:
    """The rows of a table below its heading."""
    return _lines(text, span)[2:]


def _lines(text: str, span: Span) -> list[Span]:
    line_spans, at = [], span[0]
    for line in text[slice(*span)].split("\n"):
        line_spans.append((at, at + len(line)))
        at += len(line) + 1
    return line_spans


def cells(text: str, names: Sequence[str]) -> list[Span]:
    """The cells of the tables of a text whose column and row have these two names, in either order."""
    matching = []
    for table in (one.span for one in pieces(text) if one.kind == "table"):
        rows = [_cells_of_line(text, start, end) for start, end in _lines(text, table)]
        heads = [text[slice(*span)] for span in rows[0]]
        for row in rows[2:]:
            first = text[slice(*row[0])] if row else ""
            other = [name for name in names if name != first]
            if first in names and len(other) == 1 and other[0] in heads and heads.index(other[0]) < len(row):
                matching.append(row[heads.index(other[0])])
    return matching


def _cells_of_line(text: str, start: int, end: int) -> list[Span]:
    """The spans of what a row's cells say."""
    cell_spans = []
    for match in re.finditer(r"(?<=\|)[^|\n]*(?=\|)", text[start:end]):
        cell = match[0]
        at = start + match.start() + len(cell) - len(cell.lstrip())
        cell_spans.append((at, at + len(cell.strip())))
    return cell_spans


def named_parts(text: str) -> list[str]:
    """What the tables and lists of a text call their columns, rows and items, where that is a name."""
    names = []
    for line in text.split("\n"):
        if line.lstrip().startswith("|"):
            names += [cell.strip() for cell in line.split("|")[1:-1]]
        elif mark := MARK.match(line):
            names.append(line[mark.end() :].split(":")[0].strip())
    return [name for name in names if _NAME.fullmatch(name)]


_NAME = re.compile(r"[A-Z][\w’'-]*(?: [\w’'-]+){0,4}")


def located(part: Phrase, text: str, within: Span) -> list[Span]:
    """The spans that a phrase speaks of. Raises Unclear where it is none, or may be several."""
    ways = [_chosen(part, some, text) for some in candidates(part.noun, text, within, part.noun_words)]
    if part.noun == "item" and _is_counted(part):
        ways += [one for one in _by_lists(part, text, within) if one and one != ways[0]]
    if any(one != ways[0] for one in ways[1:]):
        if part.noun == "paragraph" and ways[0] and (part.opening or part.ending or part.names):
            return ways[0]
        if part.noun == "item":
            raise Unclear(_("There is more than one list. Say in which, or quote the item."))
        raise Unclear(
            _(
                "There are lists between the paragraphs, so it is not clear which one is meant. Quote its first words."
            )
        )
    if not ways[0]:
        raise Unclear(_("There is no such {unit} in the rule.").format(unit=part.noun_words or part.noun))
    return ways[0]


def _chosen(part: Phrase, some: Sequence[Span], text: str) -> list[Span]:
    if part.opening:
        some = [one for one in some if _bare(text, one).startswith(flat(part.opening).strip())]
    if part.ending:
        some = [one for one in some if _bare(text, one).endswith(flat(part.ending).strip())]
    if part.noun == "list" and len(part.names) == 1:
        return _counted(part, [one for one in some if _leads_to(part.names[0].text, text, one)])
    if part.names or part.body:
        words = flat(part.text or "").strip()
        some = [one for one in some if _is_named(_bare(text, one), words, part.noun)]
    return _counted(part, list(some))


def _leads_to(words: str, text: str, span: Span) -> bool:
    """Whether what stands just before a list speaks of what the list is said to be of."""
    before = text[: span[0]].rstrip().rpartition("\n")[2].casefold()
    words_said = [word.casefold().removesuffix("s") for word in re.findall(r"\w+", words)]
    return bool(words_said) and all(re.search(rf"\b{re.escape(word)}", before) for word in words_said)


def _is_named(text: str, words: str, noun: str) -> bool:
    """Whether a place is what is quoted, an item that begins with it and a colon, or a row of that name."""
    if noun == "row" and text.startswith("|"):
        return words in (text, text.split("|")[1].strip())
    return text == words or text.startswith(f"{words}:")


def _bare(text: str, span: Span) -> str:
    """What stands there as it is compared, without the mark of an item."""
    words = text[slice(*span)]
    mark = MARK.match(words)
    return flat(words[mark.end() :] if mark else words).strip()


def _counted(part: Phrase, some: list[Span]) -> list[Span]:
    if span := part.which_of("ordinals"):
        first, last = (int(place) for place in span.split())
        return some[first : last + 1] if last < len(some) else []
    ordinal, cardinal = part.which_of("ordinal"), CARDINALS.get(part.which_of("cardinal"), 0)
    if part.has("all"):
        return some
    if part.number:
        place = int(part.number) if part.number.isdecimal() else 0
        return some[place - 1 : place] if place else []
    if ordinal in ("only", "sole", "lone") or not ordinal:
        if cardinal or part.has("both"):
            return some if len(some) == (cardinal or 2) else []
        if len(some) > 1:
            raise Unclear(_("There are {count} of them. Say which one.").format(count=len(some)))
        return some
    place = ORDINALS[ordinal]
    if cardinal:
        if cardinal > len(some):
            return []
        return some[:cardinal] if place == 0 else some[-cardinal:] if place == -1 else []
    return [some[place]] if -len(some) <= place < len(some) else []


def quoted(words: str, text: str, within: Span) -> list[Span]:
    """Where words stand between two places of a text."""
    places, _parts = spans(words, text[slice(*within)])
    return [(start + within[0], end + within[0]) for start, end in places]
