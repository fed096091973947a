"""Sentences into phrases, by the grammar of `amendments.lark`. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from . import atoms
from .rearranging import rearranged, with_bare_names
from .word_classes import classes, classified

MOST_WORDS = 300  # of a sentence, a phrase counted as one


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase: its role ("in", "with", "after" …; "" for none), what it speaks of, which of them, by what names.
    `role_words` and `noun_words` are the words of the role and of the noun; `after` the marks and words that join it to
    what stands before it ("comma", "and" …)."""

    role: str = ""
    noun: str = ""
    which: tuple[tuple[str, str], ...] = ()
    number: str = ""
    names: tuple[atoms.Atom, ...] = ()
    body: atoms.Atom | None = None
    mood: str = ""
    role_words: str = ""
    noun_words: str = ""
    after: tuple[str, ...] = ()
    opening: str = ""  # the words with which it begins, and with which it ends
    ending: str = ""
    home: "Phrase | None" = None  # below what the rule stands that it speaks of

    def has(self, kind: str) -> bool:
        return any(one == kind for one, _ in self.which)

    def which_of(self, kind: str) -> str:
        return next((word for one, word in self.which if one == kind), "")

    @property
    def text(self) -> str | None:
        """The text that it is: a quotation or a body of text; None where it is neither."""
        if self.body is not None:
            return self.body.text
        return self.names[0].text if len(self.names) == 1 else None

    @property
    def is_bare(self) -> bool:
        """Whether it is a name or a text and nothing else."""
        return not self.noun and not self.number and self.text is not None

    @property
    def is_plural(self) -> bool:
        return self.noun_words.endswith("s")


@dataclass(frozen=True, slots=True)
class Word:
    """A verb, what joins, or what claims, by its class ("replace", "comma", "there_is")."""

    kind: str
    what: str  # "verb", "join" or "claim"
    words: str


class _Given(Lexer):
    """Takes the classes of words as they were given."""

    def __init__(self, conf: Any):
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]  # without a state of its own
        yield from (Token(kind, str(place)) for place, kind in enumerate(data))


@lru_cache(maxsize=1)
def _parser() -> Lark:
    rules = files("votables.english").joinpath("amendments.lark").read_text(encoding="utf-8")
    declared = f"\n%declare {' '.join(sorted(set(classes()) - {'WORD'}))}\n"
    return Lark(rules + declared, parser="lalr", lexer=_Given, keep_all_tokens=True)


def phrases(tokens: Sequence[atoms.Atom], source: str) -> list[Phrase | Word]:
    """The phrases and words of a sentence in order; nothing for one with a word that the grammar does not know, or that
    is too long."""
    if len(tokens) > 3 * MOST_WORDS:
        return []
    words = rearranged(list(classified(tokens)), source)
    if not words or len(words) > MOST_WORDS or any(kind == "WORD" for kind, _ in words):
        return []
    try:
        tree = _parser().parse([kind for kind, _ in words])
    except LarkError:
        return []
    word_atoms = [token for _, token in words]
    return [_item(one.children[0], word_atoms) for one in tree.children if isinstance(one, Tree)]


def unknown_words(tokens: Sequence[atoms.Atom], source: str) -> list[str]:
    """The words of a sentence that the grammar does not know."""
    return [token.text for kind, token in with_bare_names(list(classified(tokens)), source) if kind == "WORD"]


def _item(tree: Any, word_atoms: list[atoms.Atom]) -> Phrase | Word:
    if tree.data == "phrase":
        return _part(tree, word_atoms)
    leaf = tree.children[0]
    return Word(str(leaf.type).lower(), str(tree.data), word_atoms[int(leaf)].lower)


def _part(tree: Any, word_atoms: list[atoms.Atom]) -> Phrase:
    part = Phrase()
    for child in tree.children:
        if child.data == "role":
            leaf = child.children[0]
            part = replace(part, role=str(leaf.type).lower(), role_words=word_atoms[int(leaf)].lower)
        elif child.data == "mood":
            return Phrase(mood=str(child.children[0].type).lower())
        else:
            part = _thing(child, word_atoms, part)
    return part


def _thing(tree: Any, word_atoms: list[atoms.Atom], part: Phrase) -> Phrase:
    which: list[tuple[str, str]] = []
    names: list[atoms.Atom] = []
    for node in sorted(tree.iter_subtrees(), key=_first_leaf):
        leaves = [one for one in node.children if not isinstance(one, Tree)]
        if node.data == "which" or (node.data == "thing" and leaves):
            kind = "it" if leaves[0].type == "ITS" else str(leaves[0].type).lower()
            which.append((kind, word_atoms[int(leaves[0])].lower))
        elif node.data == "noun":
            part = replace(
                part, noun=str(leaves[0].type).lower(), noun_words=word_atoms[int(leaves[0])].lower
            )
        elif node.data == "name":
            names.append(word_atoms[int(leaves[0])])
        elif node.data == "head" and leaves:
            part = _with_leaf(part, leaves[0], word_atoms[int(leaves[0])])
    return replace(part, which=tuple(which), names=(*part.names, *names))


def _with_leaf(part: Phrase, leaf: Any, token: atoms.Atom) -> Phrase:
    if leaf.type == "NUMBER":
        return replace(part, number=token.text)
    if leaf.type == "BODY":
        return replace(part, body=token)
    return replace(part, names=(token,))


def _first_leaf(node: Any) -> int:
    while isinstance(node, Tree):
        node = node.children[0]
    return int(node)
