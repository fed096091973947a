"""Sentences into phrases, by the grammar of `amendments.lark`. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from . import atoms
from .words import VERBS, classes, classified

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


_ARTICLE = re.compile(r"\b(?:The|An?)\s+\Z")


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
    words = list(_by_before_verbs(_names_first(_with_bare_names(list(classified(tokens)), source))))
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
    return [
        token.text for kind, token in _with_bare_names(list(classified(tokens)), source) if kind == "WORD"
    ]


def _with_bare_names(words: list[tuple[str, atoms.Atom]], source: str) -> list[tuple[str, atoms.Atom]]:
    """With a name that stands unquoted after "called", or after "to" where something is renamed, as one word. `source`
    is the instruction: articles are part of a name."""
    with_names: list[tuple[str, atoms.Atom]] = []
    place = 0
    while place < len(words):
        kind, token = words[place]
        naming = bool(with_names) and (with_names[-1][0] in ("CALLED", "CALL") or _renames(with_names))
        capital = token.kind in ("word", "name") and token.text[:1].isupper()
        end = _end_of_name(words, place) if naming and capital else place
        if end > place and not (kind == "NAME" and end == place + 1):
            last = words[end - 1][1]
            article = _ARTICLE.search(source[max(0, token.start - 6) : token.start])
            start = token.start - (len(article[0]) if article else 0)
            with_names.append(
                ("BARE", atoms.Atom("bare", " ".join(source[start : last.end].split()), start, last.end))
            )
            place = end
        else:
            with_names.append(words[place])
            place += 1
    return with_names


def _renames(before: list[tuple[str, atoms.Atom]]) -> bool:
    return before[-1][0] in ("TO", "AS") and any(kind == "RENAME" for kind, _ in before)


def _end_of_name(words: list[tuple[str, atoms.Atom]], place: int) -> int:
    """Up to the last capital word before words that are none; small ones may stand between two capitals."""
    end = at = place
    while at < len(words) and words[at][1].kind in ("word", "name"):
        if words[at][1].text[:1].isupper() and words[at][0] not in ("RULES_OF", "RULE"):
            end = at + 1
        elif words[at][1].lower not in ("of", "and", "in", "on", "for", "with", "or", "to", "from", "by"):
            break
        at += 1
    return end


def _by_before_verbs(words: list[tuple[str, atoms.Atom]]) -> Iterator[tuple[str, atoms.Atom]]:
    """ "By" before a verb joins two clauses: "amend the rule by replacing". What says no more than "to read" does, or
    how a text looks in brackets, is left out."""
    for place, (kind, token) in enumerate(words):
        if kind == "AS_FOLLOWS" and place and words[place - 1][0] in ("READ", "HAVING", "TO"):
            continue
        if _is_remark(words, place):
            continue
        if kind == "START" and place + 1 < len(words) and words[place + 1][0] in ("QUOTE", "STRONG"):
            kind = "STARTING"
        following = words[place + 1][0] if place + 1 < len(words) else ""
        if kind == "EDITS" and token.lower in ("change", "changes") and _is_verb_here(words, place):
            kind = "CHANGE"
        yield ("AND" if kind == "BY" and following in VERBS else kind), token


def _names_first(words: list[tuple[str, atoms.Atom]]) -> list[tuple[str, atoms.Atom]]:
    """With "the “X” rule" as "the rule “X”"."""
    reordered = list(words)
    for place in range(1, len(reordered)):
        named, noun = reordered[place - 1], reordered[place]
        before = reordered[place - 2][0] if place > 1 else ""
        if (
            named[0] in ("QUOTE", "STRONG", "NAME")
            and noun[0] in ("RULE", "SUBRULE")
            and before not in _NOUNS
        ):
            if noun[1].lower in ("rule", "subrule", "special case rule", "special case", "sub-rule"):
                reordered[place - 1], reordered[place] = noun, named
    return reordered


_NOUNS = ("RULE", "SUBRULE", "CALLED", "NUMBER", "SENTENCE", "PARAGRAPH", "TEXT", "NEW", "CREATE", "ADD")


def _is_remark(words: list[tuple[str, atoms.Atom]], place: int) -> bool:
    """Whether a word is one of "(unbulleted)"."""
    kinds = [kind for kind, _ in words]
    return any(
        kinds[at : at + 3] == ["OPEN", "UNQUOTED", "CLOSE"] for at in range(max(0, place - 2), place + 1)
    )


def _is_verb_here(words: list[tuple[str, atoms.Atom]], place: int) -> bool:
    before = words[place - 1][0] if place else "COMMA"
    return before not in ("FOLLOWING", "ALL", "SAME", "NEW", "CARDINAL", "ORDINAL", "UNQUOTED", "IT")


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
