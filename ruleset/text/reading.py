"""A ruleset from a file, in whatever format, and which of its rules are those that stand already. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath

from blognomic.text.likeness import NEAR, by_words

from . import markdown, wikitext
from .comparing import PAIRS
from .mistakes import ReadingProblem, Unreadable
from .tree import Node, Placed, Tree, part_of

FORMATS = ("wikitext", "markdown", "xml")
LONGEST = 5_000_000  # characters of one ruleset

_ENDINGS = {
    ".wiki": "wikitext",
    ".wikitext": "wikitext",
    ".mediawiki": "wikitext",
    ".md": "markdown",
    ".markdown": "markdown",
    ".xml": "xml",
}


def guess(name: str, beginning: str) -> str | None:
    """The format of a file: by how its name ends, else by the first heading in its beginning. None: no telling."""
    if known := _ENDINGS.get(PurePath(name).suffix.lower()):
        return known
    if beginning.lstrip("\ufeff \t\r\n").startswith("<"):
        return "xml"
    first = re.search(r"^(={1,6}[^=\n].*=|#{1,8}[ \t]).*$", beginning, flags=re.MULTILINE)
    return None if first is None else "wikitext" if first[1][0] == "=" else "markdown"


def read(source: str, *, format: str, listed: list[ReadingProblem] | None = None) -> Tree:
    """The ruleset that a text in "wikitext" or "markdown" says. Raises Unreadable with every problem and its line.

    Wikitext is read whatever stands in it: `listed` gets what was not understood and is kept as text.
    """
    if len(source) > LONGEST:
        raise Unreadable([ReadingProblem(1, f"a ruleset has at most {LONGEST:,} characters")])
    if "\0" in source:
        line = source[: source.index("\0")].count("\n") + 1
        raise Unreadable([ReadingProblem(line, "there is a character (U+0000) that no text may have")])
    return wikitext.read(source, listed) if format == "wikitext" else markdown.read(source)


def adopting(tree: Tree, standing: Tree, *earlier: Tree) -> Tree:
    """`tree` with the keys of the rules of `standing` where a rule is evidently the same, so that it keeps its history;
    else with those of `earlier` rulesets, the latest first: what comes back is what went.

    The same are, one after the other: rules of one name in one place (duplicates in their order); sections in which
    rules of the same names stand; sections that the law calls the same; rules of a name that both rulesets have once;
    rules of a text that both have once; rules with most of their words in common, the most alike first.
    """
    matches: dict[str, str] = {}
    parts: dict[str, str] = {}
    for known in (standing, *earlier):
        parts = {section.key: section.part for section in known.sections} | parts
        if all(node.key in matches for node in tree.walk()):
            break
        for name_of in (_path, _held, _section, _name, _text):
            old = _once(known, name_of, set(matches.values()))
            new = _once(tree, name_of, set(matches))
            matches |= {new[name]: old[name] for name in new.keys() & old.keys()}
        matches |= _reworded(tree, known, matches)
    sections = (_rekeyed(section, matches) for section in tree.sections)
    return Tree(tuple(replace(one, part=one.part or parts.get(one.key, "")) for one in sections))


def _reworded(tree: Tree, known: Tree, matches: Mapping[str, str]) -> dict[str, str]:
    """Which of the rules that are left are rules of `known` renamed and reworded. None where too many are left."""
    taken = set(matches.values())
    new = [placed for placed in _rules(tree) if placed.node.key not in matches]
    old = [placed for placed in _rules(known) if placed.node.key not in taken]
    if len(new) * len(old) > PAIRS:
        return {}
    were = [(one, _words(one.node)) for one in old]
    alike = [
        (round(by_words(words, others), 2), matches.get(one.above[-1]) == other.above[-1], one, other)
        for one, words in ((one, _words(one.node)) for one in new)
        for other, others in were
    ]
    reworded: dict[str, str] = {}
    for how_much, _, one, other in sorted(alike, key=lambda pair: pair[:2], reverse=True):
        if how_much >= NEAR and one.node.key not in reworded and other.node.key not in reworded.values():
            reworded[one.node.key] = other.node.key
    return reworded


def _words(node: Node) -> Counter[str]:
    """The words of a rule, its name among them; none where they are too few to tell rules apart by."""
    words = Counter(re.findall(r"\w+", f"{node.title} {node.text}".casefold()))
    return words if words.total() >= FEWEST_WORDS else Counter()


Names = Iterable[tuple[object, str]]


def _once(tree: Tree, name_of: Callable[[Tree], Names], taken: set[str]) -> dict[object, str]:
    """The keys of the rules, those `taken` left out, by a name which only they have."""
    keys: dict[object, list[str]] = defaultdict(list)
    for name, key in name_of(tree):
        if key not in taken:
            keys[name].append(key)
    return {name: keys_so_named[0] for name, keys_so_named in keys.items() if len(keys_so_named) == 1}


def _path(tree: Tree) -> Iterator[tuple[object, str]]:
    """Each rule's names from its section down; the second of one path is told from the first by its count."""
    names = {node.key: node.name.casefold() for node in tree.walk()}
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    for placed in tree.placed():
        path = tuple(names[key] for key in (*placed.above, placed.node.key))
        counts[path] += 1
        yield (path, counts[path]), placed.node.key


def _held(tree: Tree) -> Iterator[tuple[object, str]]:
    for section in tree.sections:
        if section.children:
            yield tuple(rule.name.casefold() for rule in section.children), section.key


def _section(tree: Tree) -> Iterator[tuple[object, str]]:
    return ((part_of(section), section.key) for section in tree.sections)


def _name(tree: Tree) -> Iterator[tuple[object, str]]:
    return ((placed.node.name.casefold(), placed.node.key) for placed in _rules(tree))


NO_CHANCE = 40  # characters of a text that nobody would write twice by chance
FEWEST_WORDS = 6  # of a rule that is known again by them


def _text(tree: Tree) -> Iterator[tuple[object, str]]:
    return ((one.node.text, one.node.key) for one in _rules(tree) if len(one.node.text) >= NO_CHANCE)


def _rules(tree: Tree) -> Iterator[Placed]:
    return (placed for placed in tree.placed() if placed.depth)


def _rekeyed(node: Node, matches: dict[str, str]) -> Node:
    children = tuple(_rekeyed(child, matches) for child in node.children)
    return replace(node, key=matches.get(node.key, node.key), children=children)
