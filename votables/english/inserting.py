"""Words put into rules: at an end, before or after a place, as a paragraph or as an item of a list. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from ruleset.text.inserting import Passage, are_items, are_rows, marked_as, pieces
from ruleset.text.tree import Node

from .amender import Amender, Parts, not_understood
from .grammar import Phrase
from .naming import find
from .passages import ORDINALS, UNITS, lists_of, located, quoted
from .scopes import Scope, missing, occurs, regions, rules_in, scope
from .shapes import Span, Unclear

CONTENT = ("", *UNITS, "text")
EXTENDS = ("expand", "expanded", "expanding", "extend", "extended", "extending")  # English


def insert(parts: Parts, amender: Amender, verb: str) -> None:
    """ "Add “a” to the end of …", "after “a”, insert …", "to the list in …, add this item: …"."""
    place = parts.take(
        lambda one: (
            one.role == "as" and one.noun in UNITS and one.which_of("ordinal") in _EDGES and not one.names
        )
    )
    counted = parts.take(
        lambda one: not one.role and one.noun == "item" and bool(one.which_of("ordinal")) and one.text is None
    )
    content, noun, noun_words = _content(parts)
    if unit := place or counted:
        noun, noun_words = unit.noun, unit.noun_words
    parts.take(
        lambda one: one.role == "before" and one.noun == "subrule" and not one.names and not one.number
    )
    beside = parts.take(lambda one: one.role in ("after", "before") and not one.has("following"))
    between = parts.take(lambda one: one.role == "between")
    second = (
        parts.take(lambda one: not one.role and one.noun in CONTENT and "and" in one.after)
        if between
        else None
    )
    edge = parts.take(lambda one: one.noun in ("end", "start"))
    where = scope(parts, amender)
    parts.take_all(lambda one: one.noun == "text" and one.text is None and one.role in ("in", "to", ""))
    parts.check_all_taken()
    at_start = verb == "prepend" or (edge is not None and edge.noun == "start")
    if place is not None:
        if edge is not None or beside is not None or between is not None:
            raise not_understood()
        at_start = _EDGES[place.which_of("ordinal")]
    if between is not None:
        _put_between(between, second, content, noun, where, amender)
    elif beside is not None and edge is None:
        _put_beside(beside, content, noun, where, amender)
    elif beside is not None:
        raise not_understood()
    else:
        if not where.keys and not where.inner and not amender.context:
            raise Unclear(_("Say to which rule."))
        for node in rules_in(where, amender):
            chosen = lists_of(node.text, (0, len(node.text)), noun_words) if noun == "item" else []
            if counted is not None and not _comes_last(counted, chosen):
                raise Unclear(_("Say after which item it goes."))
            _put_at_edge(node, content, noun, where, at_start, amender, chosen)


_EDGES = {"first": True, "1st": True, "opening paragraph": True, "last": False, "final": False}


def _comes_last(counted: Phrase, lists: Sequence[Passage]) -> bool:
    """Whether a "fourth step" is one more than there are."""
    ordinal = ORDINALS[counted.which_of("ordinal")] if counted.which_of("ordinal") in ORDINALS else -9
    return len(lists) == 1 and ordinal in (-1, len(lists[0].items))


def _content(parts: Parts) -> tuple[str, str, str]:
    """The words that are put in, and of what kind they are said to be, in which word."""
    bodies = parts.take_all(lambda one: one.body is not None)
    kinds = parts.take_all(
        lambda one: (
            one.role in ("", "as", "having")
            and one.text is None
            and not one.number
            and one.noun in (*UNITS, "text")
            and _is_new(one)
        )
    )
    kind = next((one for one in kinds if one.noun != "text"), Phrase())
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
    if bodies[0].noun in UNITS:
        kind = bodies[0]
    return bodies[0].text or "", kind.noun, kind.noun_words


def _is_new(part: Phrase) -> bool:
    if part.opening or part.ending or part.names:
        return False
    return not part.which_of("ordinal") and not part.has("same") and not part.has("it")


def _put_at_edge(
    node: Node,
    content: str,
    noun: str,
    where: Scope,
    at_start: bool,
    amender: Amender,
    chosen_lists: Sequence[Passage],
) -> None:
    text = node.text
    inner = where.inner[-1] if where.inner else None
    spans = regions(node, where, amender)
    if len(spans) != 1:
        raise Unclear(_("Say where."))
    start, end = spans[0]
    edge = "start" if at_start else "end"
    rows = are_rows(content) and (inner is None or inner.noun == "table")
    if not rows and (noun == "row" or (inner is not None and inner.noun == "table")):
        raise Unclear(_("Say where in the table, with the row as it is to stand."))
    if rows:
        tables = [one.span for one in pieces(text) if one.kind == "table"]
        if inner is None and len(tables) != 1:
            raise Unclear(_("Say to which table."))
        amender.insert(node, (start, end) if len(tables) > 1 else None, content, f"list-{edge}")
    elif inner is not None and inner.noun != "list":
        if at_start and inner.noun == "item":
            start = end - len(marked_as(text[start:end], "").removeprefix("* "))
        amender.insert(node, (start, end), content, "before" if at_start else "after")
    elif inner is not None or noun == "item":
        lists = [one for one in pieces(text) if one.kind == "list"]
        if inner is None and len(lists) != 1 and len(chosen_lists) != 1:
            raise Unclear(_("Say to which list."))
        chosen = next((one for one in lists if one.span == (start, end)), (*chosen_lists, *lists)[0])
        amender.insert(node, chosen.items[0] if len(lists) > 1 else None, content, f"list-{edge}")
    else:
        amender.insert(node, None, content, edge)


def _put_beside(beside: Phrase, content: str, noun: str, where: Scope, amender: Amender) -> None:
    places: list[tuple[Node, Span]] = []
    rules = rules_in(where, amender)
    for node in rules:
        try:
            for region in regions(node, where, amender):
                places += [(node, span) for span in _places(beside, node, region)]
        except Unclear:
            if len(rules) == 1:
                raise
    if not places and beside.text is not None:
        raise missing(beside.text, "\n\n".join(node.text for node in rules))
    if len(places) != 1:
        raise occurs(beside.text or beside.noun_words, len(places))
    node, span = places[0]
    amender.insert(node, span, content, _how(node.text, span, beside, content, noun))


def _places(beside: Phrase, node: Node, region: Span) -> list[Span]:
    if beside.noun in UNITS and not (beside.noun == "sentence" and beside.names):
        return located(beside, node.text, region)
    words = beside.text if beside.text is not None else beside.number
    if not words or beside.noun not in ("", "text", "sentence"):
        raise not_understood()
    spans = quoted(words, node.text, region)
    ordinal = beside.which_of("ordinal")
    if ordinal and ordinal not in ("only", "sole", "lone"):
        raise not_understood()
    return spans


def _how(text: str, span: Span, beside: Phrase, content: str, noun: str) -> str:
    """How something is put before or after a span: as blocks are put beside blocks, items beside items, and words
    beside words."""
    edge = "after" if beside.role == "after" else "before"
    after = edge == "after"
    piece = next(one for one in pieces(text) if one.span[0] <= span[0] and span[1] <= one.span[1])
    if beside.noun == "row" or noun == "row":
        return f"{edge}-item"
    is_in_item = any(one[0] <= span[0] and span[1] <= one[1] for one in piece.items)
    if is_in_item and (beside.noun == "item" or noun == "item" or are_items(content)):
        return f"{edge}-item"
    whole = piece.span[after] == span[after]
    is_block = noun in ("paragraph", "list", "table")
    if (is_block or "\n\n" in content) and not whole:
        raise Unclear(_("That is in the middle of a paragraph. Say between which paragraphs it goes."))
    blocky = is_block or beside.noun in ("paragraph", "list", "table") or "\n" in content
    return f"{edge}-block" if blocky and whole else edge


def is_extended(parts: Parts) -> bool:
    """Whether words are said by which something grows: "extend the rule X with “a”"."""
    return any(one.role in ("with", "by", "having") and one.text is not None for one in parts.rest)


def extend(parts: Parts, amender: Amender) -> None:
    """ "Extend the rule X with “a”": it goes to the end."""
    for at, one in enumerate(parts.rest):
        if one.role in ("with", "by") and one.text is not None:
            parts.rest[at] = replace(one, role="having")
        elif not one.role and one.noun in ("", "rule", "subrule", *UNITS) and one.body is None:
            parts.rest[at] = replace(one, role="in")
    insert(parts, amender, "add")


def _edge(part: Phrase, text: str, region: Span, noun: str) -> list[Span]:
    if noun in ("item", "row") and part.is_bare:
        return located(replace(part, noun=noun), text, region)
    if part.noun in UNITS and part.text is None:
        return located(part, text, region)
    if part.text is None:
        raise not_understood()
    return quoted(part.text, text, region)


_AFTER = Phrase(role="after")


def _put_between(
    first: Phrase, second: Phrase | None, content: str, noun: str, where: Scope, amender: Amender
) -> None:
    if second is None or (first.text is not None and find(first.text, amender.tree)):
        raise not_understood()
    for node in rules_in(where, amender):
        for region in regions(node, where, amender):
            one, other = (_edge(part, node.text, region, noun) for part in (first, second))
            if len(one) == len(other) == 1 and not node.text[one[0][1] : other[0][0]].strip():
                amender.insert(node, one[0], content, _how(node.text, one[0], _AFTER, content, noun))
                return
    raise Unclear(_("These two do not stand one after the other, or not once."))
