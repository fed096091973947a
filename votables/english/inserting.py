"""Words put into rules: at an end, before or after a place, as a paragraph or as an item of a list. Pure."""

import re

from blognomic.i18n.translation import gettext as _
from ruleset.text.tree import Node

from .amender import Amender, Parts, not_understood
from .grammar import Phrase
from .naming import find
from .passages import UNITS, located, marked_as, pieces, put, quoted
from .scopes import Scope, missing, occurs, regions, rules_in, scope
from .shapes import Span, Unclear

_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s")
CONTENT = ("", *UNITS, "text")


def insert(parts: Parts, amender: Amender, verb: str) -> None:
    """ "Add “a” to the end of …", "after “a”, insert …", "to the list in …, add this item: …"."""
    content, noun = _content(parts)
    parts.take(
        lambda one: one.role == "before" and one.noun == "subrule" and not one.names and not one.number
    )
    beside = parts.take(lambda one: one.role in ("after", "before") and not one.has("following"))
    between = parts.take(lambda one: one.role == "between")
    second = parts.take(lambda one: not one.role and one.is_bare and "and" in one.after) if between else None
    edge = parts.take(lambda one: one.noun in ("end", "start"))
    where = scope(parts, amender)
    parts.take_all(lambda one: one.noun == "text" and one.text is None and one.role in ("in", "to", ""))
    parts.check_all_taken()
    at_start = verb == "prepend" or (edge is not None and edge.noun == "start")
    if between is not None:
        _put_between(between, second, content, where, amender)
    elif beside is not None and edge is None:
        _put_beside(beside, content, noun, where, amender)
    elif beside is not None:
        raise not_understood()
    else:
        if not where.keys and not where.inner and not amender.context:
            raise Unclear(_("Say to which rule."))
        for node in rules_in(where, amender):
            _put_at_edge(node, content, noun, where, at_start, amender)


def _content(parts: Parts) -> tuple[str, str]:
    """The words that are put in, and of what kind they are said to be."""
    bodies = parts.take_all(lambda one: one.body is not None)
    kinds = parts.take_all(
        lambda one: (
            one.role in ("", "as")
            and one.text is None
            and not one.number
            and one.noun in (*UNITS, "text")
            and _is_new(one)
        )
    )
    noun = next((one.noun for one in kinds if one.noun != "text"), "")
    if not bodies:
        bodies = parts.take_all(
            lambda one: (
                one.role in ("", "having")
                and one.text is not None
                and one.noun in CONTENT
                and "and" not in one.after
            )
        )
    if len(bodies) != 1:
        raise Unclear(_("Its text is missing.") if not bodies else _("Say which text is added."))
    return bodies[0].text or "", bodies[0].noun if bodies[0].noun in UNITS else noun


def _is_new(part: Phrase) -> bool:
    return not part.which_of("ordinal") and not part.has("same") and not part.has("it")


def _put_at_edge(node: Node, content: str, noun: str, where: Scope, at_start: bool, amender: Amender) -> None:
    text = node.text
    inner = where.inner[-1] if where.inner else None
    found = regions(node, where, amender)
    if len(found) != 1:
        raise Unclear(_("Say where."))
    start, end = found[0]
    if inner is not None and inner.noun == "list":
        amender.edit(node.key, _with_item(text, (start, end), content, at_start))
        return
    if inner is not None and inner.noun == "table":
        raise Unclear(_("Say where in the table, with the row as it is to stand."))
    if inner is None and noun == "item":
        lists = [one.span for one in pieces(text) if one.kind == "list"]
        if len(lists) != 1:
            raise Unclear(_("Say to which list."))
        amender.edit(node.key, _with_item(text, lists[0], content, at_start))
        return
    if inner is None:
        new = f"{content.strip()}\n\n{text}" if at_start else f"{text.rstrip()}\n\n{content.strip()}"
        last = pieces(text)[-1:]
        if not at_start and last and last[0].kind == "list" and _is_items(content):
            new = _with_item(text, last[0].span, content, False)
        amender.edit(node.key, new.strip())
        return
    place = start if at_start else end
    if at_start and inner.noun == "item":
        place = start + len(text[start:end]) - len(marked_as(text[start:end], "").removeprefix("* "))
    amender.edit(node.key, put(text, place, content))


def _is_items(content: str) -> bool:
    return all(_ITEM.match(line) for line in content.split("\n") if line.strip())


def _with_item(text: str, span: Span, content: str, at_start: bool) -> str:
    """A list with what is added as its first or last items, each with the mark that the list has."""
    items = next(one.items for one in pieces(text) if one.span == span)
    some = [line for line in content.strip().split("\n") if line.strip()]
    if not (_is_items(content) or len(some) == 1):
        raise Unclear(_("That is more than an item of a list. Say where each part goes."))
    new = "\n".join(marked_as(line.strip(), text[slice(*items[-1])]) for line in some)
    if at_start:
        return f"{text[: span[0]]}{new}\n{text[span[0] :]}"
    return f"{text[: span[1]]}\n{new}{text[span[1] :]}"


def _put_beside(beside: Phrase, content: str, noun: str, where: Scope, amender: Amender) -> None:
    found: list[tuple[Node, Span]] = []
    rules = rules_in(where, amender)
    for node in rules:
        try:
            for region in regions(node, where, amender):
                found += [(node, span) for span in _places(beside, node, region)]
        except Unclear:
            if len(rules) == 1:
                raise
    if not found and beside.text is not None:
        raise missing(beside.text, "\n\n".join(node.text for node in rules))
    if len(found) != 1:
        raise occurs(beside.text or beside.noun_said, len(found))
    node, span = found[0]
    amender.edit(node.key, _beside(node.text, span, beside, content, noun))


def _places(beside: Phrase, node: Node, region: Span) -> list[Span]:
    if beside.noun in UNITS and not (beside.noun == "sentence" and beside.names):
        return located(beside, node.text, region)
    words = beside.text if beside.text is not None else beside.number
    if not words or beside.noun not in ("", "text", "sentence"):
        raise not_understood()
    found = quoted(words, node.text, region)
    ordinal = beside.which_of("ordinal")
    if ordinal and ordinal not in ("only", "sole", "lone"):
        raise not_understood()
    return found


def _beside(text: str, span: Span, beside: Phrase, content: str, noun: str) -> str:
    """The text with something before or after a span: as blocks are put beside blocks, items beside items, and words
    beside words."""
    after = beside.role == "after"
    place = span[1] if after else span[0]
    piece = next(one for one in pieces(text) if one.span[0] <= span[0] and span[1] <= one.span[1])
    item = next((one for one in piece.items if one[0] <= span[0] and span[1] <= one[1]), None)
    if item is not None and (beside.noun == "item" or noun == "item" or _is_items(content)):
        new = marked_as(content.strip(), text[slice(*item)])
        at = item[1] if after else item[0]
        return f"{text[:at]}\n{new}{text[at:]}" if after else f"{text[:at]}{new}\n{text[at:]}"
    whole = (piece.span[1] == span[1]) if after else (piece.span[0] == span[0])
    if noun in ("paragraph", "list", "table") and not whole:
        raise Unclear(_("That is in the middle of a paragraph. Say between which paragraphs it goes."))
    blocky = (
        beside.noun in ("paragraph", "list", "table")
        or noun in ("paragraph", "list", "table")
        or "\n" in content
    )
    if blocky and whole:
        new = content.strip()
        return f"{text[:place]}\n\n{new}{text[place:]}" if after else f"{text[:place]}{new}\n\n{text[place:]}"
    if "\n\n" in content:
        raise Unclear(_("That is in the middle of a paragraph. Say between which paragraphs it goes."))
    return put(text, place, content)


def _put_between(first: Phrase, second: Phrase | None, content: str, where: Scope, amender: Amender) -> None:
    if first.text is None or second is None or second.text is None or find(first.text, amender.tree):
        raise not_understood()
    for node in rules_in(where, amender):
        for region in regions(node, where, amender):
            one, other = (quoted(part.text or "", node.text, region) for part in (first, second))
            if len(one) == len(other) == 1 and not node.text[one[0][1] : other[0][0]].strip():
                amender.edit(node.key, put(node.text, one[0][1], content))
                return
    raise Unclear(_("These two do not stand one after the other, or not once."))
