"""Orders known in the sentences of a proposal. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..sentences import EnglishSentence
from .slots import Piece, Unheard, words_of
from .table import CONDITIONS, PATTERNS
from .things import CalledThings

_KINDS = {"quote": "quote", "body": "body"}


def order_in(sentence: EnglishSentence, things: CalledThings) -> dict[str, Any] | None:
    """The change that a sentence orders in so many words, as the site keeps it; None where it is no order."""
    pieces = list(_pieces(sentence))
    when = None
    if pieces[:1] in ([("word", "if")], [("word", "unless")]):
        when, pieces = _condition(pieces, things)
    for pattern in PATTERNS:
        try:
            flat_change = pattern.read(pieces, things)
        except Unheard:
            continue
        change = _as_kept(flat_change)
        return {**change, "when": when} if when is not None else change
    return None


def _pieces(sentence: EnglishSentence) -> Sequence[Piece]:
    pieces: list[Piece] = []
    for token in sentence.tokens:
        if token.kind in _KINDS:
            pieces.append((_KINDS[token.kind], token.text))
        elif token.kind in ("word", "name", "number", "strong", "tag"):
            pieces += [("word", word) for word in words_of(token.text)]
        elif token.kind not in (",", ":", "stop"):
            pieces.append(("mark", token.text))
    return pieces


def _condition(pieces: Sequence[Piece], things: CalledThings) -> tuple[dict[str, Any] | None, list[Piece]]:
    """The condition with which an order begins, and what stands after it."""
    for pattern in CONDITIONS:
        for end in range(4, min(len(pieces), 16)):
            try:
                condition = pattern.read(pieces[:end], things)
            except Unheard:
                continue
            condition.pop("op")
            return condition, list(pieces[end:])
    return None, list(pieces)


def _as_kept(flat_change: Mapping[str, Any]) -> dict[str, Any]:
    """The change as the site keeps it: a step of the tracker by itself."""
    if flat_change["op"] != "track":
        return dict(flat_change)
    return {"op": "track", "step": {name: value for name, value in flat_change.items() if name != "op"}}
