"""Words put into the text of a rule, at a place that is looked up in whatever it says by then: an end, or beside words
that stand there once. Blocks are put beside blocks, items beside items, and words beside words. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from blognomic.i18n.translation import gettext as _

from .blocks import MarkdownBlock, blocks, lines

Span = tuple[int, int]  # from and to, in code points of a text
# Where words can be put: at an end of the text; at an end of a list, its only one or that with the anchor; or beside
# the anchor, the item that holds it, or the block that holds it (a paragraph, a list, a table).
AT_AN_END: Final = ("start", "end")
IN_A_LIST: Final = ("list-start", "list-end")
BESIDE: Final = ("before", "after", "before-item", "after-item", "before-block", "after-block")
PLACES: Final = (*AT_AN_END, *IN_A_LIST, *BESIDE)
MARK: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")


class NoPlace(ValueError):
    """The place is not there, or there is more than one: a sentence that says so."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A block of a text: "paragraph", "list" or another kind of block, and of a list the spans of its items."""

    kind: str
    span: Span
    items: tuple[Span, ...] = ()


def pieces(text: str) -> list[Passage]:
    """The blocks of a text, in order, items that follow one another as one list."""
    passages: list[Passage] = []
    for block in blocks(lines(text)):
        span = _whole(block, text)
        if block.kind != "item":
            passages.append(Passage(block.kind, span))
        elif passages and passages[-1].kind == "list":
            before = passages.pop()
            passages.append(Passage("list", (before.span[0], span[1]), (*before.items, span)))
        else:
            passages.append(Passage("list", span, (span,)))
    return passages


def _whole(block: MarkdownBlock, text: str) -> Span:
    """The span of a block with the marks before it."""
    return text.rfind("\n", 0, block.start) + 1, block.end


def inserted(text: str, words: str, place: str, anchor: str = "") -> str:
    """The text with `words` put in at a place of PLACES. `anchor`: words as they stand in the text, for those places
    that are beside them, and where a list is not the only one. Raises NoPlace."""
    if place in AT_AN_END:
        return put_at_end(text, words, at_start=place == "start")
    if place in IN_A_LIST:
        return put_in_list(text, _list_with(text, anchor, words), words, at_start=place == "list-start")
    return put_beside(text, _only(text, anchor), words, place)


def _only(text: str, anchor: str) -> Span:
    start = text.find(anchor)
    if start < 0:
        raise NoPlace(_("“{words}” is not there.").format(words=anchor))
    if text.find(anchor, start + 1) >= 0:
        raise NoPlace(_("“{words}” is there more than once.").format(words=anchor))
    return start, start + len(anchor)


def _list_with(text: str, anchor: str, words: str) -> Span:
    """The list, or for rows the table, that there is or that holds the anchor."""
    kind = "table" if are_rows(words) else "list"
    lists = [one.span for one in pieces(text) if one.kind == kind]
    if anchor:
        place = _only(text, anchor)
        lists = [one for one in lists if one[0] <= place[0] and place[1] <= one[1]]
    if len(lists) != 1:
        if kind == "table":
            raise NoPlace(_("There is more than one table.") if lists else _("There is no such table."))
        raise NoPlace(_("There is more than one list.") if lists else _("There is no such list."))
    return lists[0]


def put_at_end(text: str, words: str, *, at_start: bool) -> str:
    """The text with words as its first or last block; items join the list with which it ends."""
    last = pieces(text)[-1:]
    if not at_start and last and last[0].kind == "list" and are_items(words):
        return put_in_list(text, last[0].span, words, at_start=False).strip()
    both = f"{words.strip()}\n\n{text}" if at_start else f"{text.rstrip()}\n\n{words.strip()}"
    return both.strip()


def put_in_list(text: str, span: Span, words: str, *, at_start: bool) -> str:
    """The text with words as the first or last items of the list there, each with the mark that the list has; or as the
    first or last rows of the table there."""
    piece = next(one for one in pieces(text) if one.span == span)
    some = [line for line in words.strip().split("\n") if line.strip()]
    if piece.kind == "table":
        rows = _rows(piece, text)
        at = rows[0][0] if at_start and rows else span[1]
        new = "\n".join(_fitting(line.strip(), text[slice(*span)]) for line in some)
        return f"{text[:at]}{new}\n{text[at:]}" if at < span[1] else f"{text[:at]}\n{new}{text[at:]}"
    items = piece.items
    if not (are_items(words) or len(some) == 1):
        raise NoPlace(_("That is more than an item of a list. Say where each part goes."))
    new = "\n".join(marked_as(line.strip(), text[slice(*items[-1])]) for line in some)
    if at_start:
        return f"{text[: span[0]]}{new}\n{text[span[0] :]}"
    return f"{text[: span[1]]}\n{new}{text[span[1] :]}"


def put_beside(text: str, span: Span, words: str, place: str) -> str:
    """The text with words before or after what stands there: at a place of BESIDE."""
    edge, _dash, unit = place.partition("-")
    after = edge == "after"
    if not unit:
        return put(text, span[after], words)
    piece = next((one for one in pieces(text) if one.span[0] <= span[0] and span[1] <= one.span[1]), None)
    if piece is None:
        raise NoPlace(_("That is not in one paragraph."))
    if unit == "block":
        at, new = piece.span[after], words.strip()
        return f"{text[:at]}\n\n{new}{text[at:]}" if after else f"{text[:at]}{new}\n\n{text[at:]}"
    is_table = piece.kind == "table"
    items = _rows(piece, text) if is_table else piece.items
    item = next((one for one in items if one[0] <= span[0] and span[1] <= one[1]), None)
    if item is None:
        raise NoPlace(_("That is not an item of a list."))
    new = (
        _fitting(words.strip(), text[slice(*piece.span)])
        if is_table
        else marked_as(words.strip(), text[slice(*item)])
    )
    at = item[after]
    return f"{text[:at]}\n{new}{text[at:]}" if after else f"{text[:at]}{new}\n{text[at:]}"


def _rows(table: Passage, text: str) -> list[Span]:
    """The rows of a table below its heading."""
    rows, at = [], table.span[0]
    for line in text[slice(*table.span)].split("\n"):
        rows.append((at, at + len(line)))
        at += len(line) + 1
    return rows[2:]


def _fitting(row: str, table: str) -> str:
    """A row with as many cells as the table has. Raises NoPlace for another, and for what is none."""
    if not are_rows(row) or row.count("|") != table.split("\n", 1)[0].count("|"):
        raise NoPlace(_("That is not a row of this table. Write it like this: | a | b |"))
    return row


def are_rows(words: str) -> bool:
    """Whether each line is a row of a table, and none its heading's line."""
    lines = [line.strip() for line in words.split("\n") if line.strip()]
    return bool(lines) and all(
        len(line) > 2 and line[0] == line[-1] == "|" and not set(line) <= set("|-: ") for line in lines
    )


def put(text: str, place: int, words: str) -> str:
    """The text with words put in at a place, a space before and after them where two words would meet."""
    before, after = text[:place], text[place:]
    if before and not before[-1].isspace() and words[:1] and (words[0].isalnum() or words[0] in '(“"[*'):
        if before[-1] not in "([“‘-—/":
            words = f" {words}"
    if after and words and not words[-1].isspace() and (after[0].isalnum() or after[0] in "(“["):
        words = f"{words} "
    return before + words + after


def marked_as(item: str, like: str) -> str:
    """An item of a list with the mark of another one."""
    mark, own = MARK.match(like), MARK.match(item)
    bare_item = item[own.end() :] if own else item
    return (mark[0] if mark else "* ") + bare_item


def are_items(words: str) -> bool:
    """Whether each line is an item of a list."""
    return all(_ITEM.match(line) for line in words.split("\n") if line.strip())
