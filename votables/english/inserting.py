"""Words put into rules: at an end, before or after a place, as a paragraph or as an item of a list. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from ruleset.text.inserting import Passage, are_items, are_rows, marked_as, pieces
from ruleset.text.tree import Node

from .amender import Amender, Parts, not_understood
from .grammar import Phrase
from .passages import ORDINALS, UNITS, candidates, lists_of, located, quoted
from .reading_parts import Span, Unclear
from .rows import as_row, columns_of
from .rule_references import find
from .scopes import Scope, missing, occurs, of_kind, regions, rules_in, scope

CONTENT = ("", *UNITS, "text")
EXTENDS = ("expand", "expanded", "expanding", "extend", "extended", "extending")  # English


def insert(parts: Parts, amender: Amender, verb: str) -> None:
    """ "Add “a” to the end of …", "after “a”, insert …", "to the list in …, add this item: …"."""
    _part_from_names(parts)
    is_between = any(one.role == "between" for one in parts.rest)
    counted = None if is_between else parts.take(_is_counted_place)
    content, noun, noun_words = _content(parts)
    if counted is not None:
        noun, noun_words = counted.noun, counted.noun_words
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
    if any(one.noun in ("rules_of", "section") and not one.has("all") for one in parts.rest):
        raise Unclear(_("Say to which rule."))
    where = of_kind(scope(parts, amender), noun_words if noun == "item" else "")
    parts.take_all(lambda one: one.noun == "text" and one.text is None and one.role in ("in", "to", ""))
    parts.check_all_taken()
    at_start = verb == "prepend" or (edge is not None and edge.noun == "start")
    if counted is not None:
        if edge is not None or beside is not None or between is not None:
            raise not_understood()
        _put_in_turn(counted, content, where, amender)
    elif between is not None:
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
            _put_at_edge(node, content, noun, where, at_start, amender, chosen)


def _part_from_names(parts: Parts) -> None:
    """With the words that stand behind "as a new paragraph" or "as the second step" apart from it: they are what is
    put in."""
    for at, one in enumerate(parts.rest):
        is_place = (
            one.role == "as"
            or one.has("new")
            or (not one.role and _is_counted_place(replace(one, names=(), body=None)))
        )
        if (
            is_place
            and one.role in ("", "as")
            and one.noun in UNITS
            and len(one.names) + (one.body is not None) == 1
        ):
            if one.role == "as" or one.which_of("ordinal"):
                plain = Phrase(names=one.names, body=one.body)
                parts.rest[at : at + 1] = [replace(one, names=(), body=None), plain]
                return


def _is_counted_place(part: Phrase) -> bool:
    """Whether a phrase says which paragraph, sentence or item the new one is to be: "as the second step"."""
    if part.noun not in ("paragraph", "sentence", "item", "row") or part.role not in ("", "as"):
        return False
    if part.text is not None or part.names or part.opening or part.ending or part.has("same"):
        return False
    if part.has("it") and part.role != "as":
        return False
    return part.which_of("ordinal") in ORDINALS or (part.role == "as" and part.number.isdecimal())


def _put_in_turn(counted: Phrase, content: str, where: Scope, amender: Amender) -> None:
    """Words as the second paragraph, the third step, the last sentence: before that which has that place now."""
    if not where.keys and not where.inner and not amender.context:
        raise Unclear(_("Say to which rule."))
    (node,) = rules_in(where, amender)[:1]
    spans = regions(node, where, amender)
    if len(rules_in(where, amender)) != 1 or len(spans) != 1:
        raise Unclear(_("Say which rule."))
    ordinal = counted.which_of("ordinal")
    place = ORDINALS[ordinal] if ordinal else int(counted.number) - 1
    if counted.noun == "item" and len(lists_of(node.text, spans[0], counted.noun_words)) != 1:
        raise Unclear(_("Say to which list."))
    beside = {
        _beside(place, some) for some in candidates(counted.noun, node.text, spans[0], counted.noun_words)
    }
    if len(beside) != 1:
        raise Unclear(_("Say after which item it goes.") if counted.noun == "item" else _("Say where."))
    span, edge = beside.pop()
    how = {"item": f"{edge}-item", "row": f"{edge}-item", "paragraph": f"{edge}-block"}.get(
        counted.noun, edge
    )
    if counted.noun == "row" and not are_rows(content):
        raise Unclear(_("Say where in the table, with the row as it is to stand."))
    amender.insert(node, span, content, how)


def _beside(place: int, some: Sequence[Span]) -> tuple[Span, str]:
    """Beside which of some places the one that is to be in that place stands, and on which side of it. Raises Unclear
    where there are not so many."""
    if some and place in (-1, len(some)):
        return some[-1], "after"
    if 0 <= place < len(some):
        return some[place], "before"
    raise Unclear(_("Say where."))


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
                and (
                    one.text is not None
                    or (one.noun in ("item", "sentence", "paragraph") and bool(one.names))
                )
                and one.noun in CONTENT
                and "and" not in one.after
            )
        )
    if len(bodies) != 1:
        raise Unclear(_("Its text is missing.") if not bodies else _("Say which text is added."))
    if bodies[0].noun in UNITS:
        kind = bodies[0]
    if len(bodies[0].names) > 1:
        lines = [name.text for name in bodies[0].names]
        joined = {"item": "\n".join(f"* {line}" for line in lines), "sentence": " ".join(lines)}
        return joined.get(kind.noun, "\n\n".join(lines)), kind.noun, kind.noun_words
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
    if not at_start:
        _check_goes_on(
            text[:end], content, is_inside=inner is not None and inner.noun not in ("list", "table")
        )
    if noun == "row" and not are_rows(content):
        content = _as_row(content, text, (start, end)) or content
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


def _check_goes_on(before: str, content: str, *, is_inside: bool) -> None:
    """Raise Unclear where words that go on a sentence would stand behind its full stop."""
    begins = content.strip()[:1]
    if before.rstrip()[-1:] in tuple(".!?") and (begins in tuple(",;:)") or (is_inside and begins.islower())):
        raise Unclear(
            _("“{words}” would come after a full stop. Quote the words that it should follow.").format(
                words=content.strip()[:60]
            )
        )


def _as_row(content: str, text: str, region: Span) -> str | None:
    tables = [
        one.span
        for one in pieces(text)
        if one.kind == "table" and region[0] <= one.span[0] and one.span[1] <= region[1]
    ]
    return as_row(content, columns_of(text[slice(*tables[0])])) if len(tables) == 1 else None


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
                unit = noun or (first.noun if first.noun == "paragraph" else "")
                amender.insert(node, one[0], content, _how(node.text, one[0], _AFTER, content, unit))
                return
    raise Unclear(_("These two do not stand one after the other, or not once."))
