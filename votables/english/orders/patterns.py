"""A pattern: words with slots between them, written and read. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .slots import OrderSlot, Piece, Unheard, words_of
from .things import CalledThings


@dataclass(frozen=True, slots=True)
class OrderPattern:
    """How the changes of an operation are worded that have the `fixed` parts: words, with the slots at "{}" in their
    order. `known` are the parts that stand in no sentence, for the game knows them: what the author saw."""

    op: str
    words: str
    slots: tuple[OrderSlot, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    known: Mapping[str, Callable[[Mapping[str, Any], CalledThings], Any]] = field(default_factory=dict)

    def says(self, change: Mapping[str, Any], things: CalledThings) -> bool:
        """Whether it says all of a change, and nothing else."""
        parts = {name for slot in self.slots for name in slot.fields} | {"op", *self.fixed, *self.known}
        return (
            change.get("op") == self.op
            and set(change) == parts
            and all(change[name] == value for name, value in self.fixed.items())
            and all(change[name] == seen(change, things) for name, seen in self.known.items())
        )

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        """The sentence. Raises Unsayable."""
        sentence, after_block = "", False
        for words, slot in zip(self.words.split("{}"), (*self.slots, None), strict=True):
            sentence += words.lstrip() if after_block else words
            if slot is None:
                break
            after_block = slot.is_block
            text = slot.write(change, things)
            sentence = f"{sentence.rstrip()}:\n\n{text}\n\n" if after_block else sentence + text
        return sentence.strip() if after_block else f"{sentence}."

    def read(self, pieces: Sequence[Piece], things: CalledThings) -> dict[str, Any]:
        """The change that these pieces of a sentence say. Raises Unheard."""
        change: dict[str, Any] = {"op": self.op, **self.fixed}
        at = 0
        for words, slot in zip(self.words.split("{}"), (*self.slots, None), strict=True):
            expected = [("word", word) for word in words_of(words)]
            if list(pieces[at : at + len(expected)]) != expected:
                raise Unheard
            at += len(expected)
            if slot is not None:
                parts, at = slot.read(pieces, at, things)
                change |= parts
        if at != len(pieces):
            raise Unheard
        return change | {name: seen(change, things) for name, seen in self.known.items()}
