"""What changed between two states of the ruleset, and where each paragraph of a rule came from. Pure."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from blognomic.i18n.translation import gettext, gettext_noop
from blognomic.text.alignment import Aligner
from blognomic.text.likeness import NEAR, by_words

from .tree import Node, Placed, Tree

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
KINDS = (
    gettext_noop("added"),
    gettext_noop("repealed"),
    gettext_noop("renamed"),
    gettext_noop("moved"),
    gettext_noop("amended"),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that is not the same in both: its place and node before and after (None where it did not stand), and
    whether it was `shifted` among the same siblings."""

    before: Placed | None
    after: Placed | None
    shifted: bool = False

    @property
    def placed(self) -> Placed:
        """Where it stands, or stood last."""
        placed = self.after or self.before
        assert placed is not None, "a difference is between two states, and in one of them the rule stands"
        return placed

    @property
    def key(self) -> str:
        return self.placed.node.key

    @property
    def kinds(self) -> list[str]:
        """What happened to it: `added`, `repealed`, `renamed`, `moved`, `amended`."""
        if self.before is None:
            return ["added"]
        if self.after is None:
            return ["repealed"]
        was, now = self.before, self.after
        happened = (
            ("renamed", was.node.title != now.node.title),
            ("moved", self.shifted or was.above[-1:] != now.above[-1:]),
            ("amended", was.node.text != now.node.text),
        )
        return [word for word, so in happened if so]

    @property
    def kinds_in_words(self) -> list[str]:
        """The same in the language of the reader."""
        return [gettext(kind) for kind in self.kinds]

    @property
    def old_text(self) -> str:
        return self.before.node.text if self.before else ""

    @property
    def new_text(self) -> str:
        return self.after.node.text if self.after else ""


def compare(before: Tree, after: Tree) -> list[Difference]:
    """The rules that were added, repealed, renamed, moved or amended, in the order of the later state; what was
    repealed stands where it stood."""
    old = {placed.node.key: placed for placed in before.placed()}
    new = {placed.node.key: placed for placed in after.placed()}
    shifted = _shifted(before, after)
    differences = [Difference(old.get(key), placed, key in shifted) for key, placed in new.items()]
    differences = [difference for difference in differences if difference.kinds]
    gone = [Difference(placed, None) for key, placed in old.items() if key not in new]
    return sorted([*differences, *gone], key=lambda difference: _order(difference.placed))


def _shifted(before: Tree, after: Tree) -> set[str]:
    """The rules that stand below the same one in both, but not in the same order: as few as explain it."""
    old, new = _children(before), _children(after)
    rules: set[str] = set()
    for parent in old.keys() & new.keys():
        rules |= shifted([node.key for node in old[parent]], [node.key for node in new[parent]])
    return rules


def _children(tree: Tree) -> dict[str | None, Sequence[Node]]:
    """What stands below each rule, and below none of them (None)."""
    return {None: tree.sections, **{node.key: node.children for node in tree.walk()}}


def shifted(were: Sequence[K], are: Sequence[K]) -> set[K]:
    """Those in both orders whose moving explains the later one: as few as do. Of two that changed places, the one that
    stands later now."""
    both = set(were) & set(are)
    were, are = [key for key in were if key in both], [key for key in are if key in both]
    if were == are:
        return set()
    return both - {key for match in Aligner[K]().align(are, were) if match.same for key in match.old}


def _order(placed: Placed) -> tuple[int, ...]:
    return tuple(int(part) for part in placed.number.split("."))


_BETWEEN = re.compile(r"\n(?:[ \t]*\n)+|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t]|\|)")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a Markdown text, each item of a list and each row of a table being one."""
    return [part for part in _BETWEEN.split(text.replace("\r\n", "\n")) if part.strip()]


def blame(versions: Iterable[tuple[T, str]]) -> list[tuple[str, tuple[T, ...]]]:
    """For each paragraph of the last text the version that it came from, and those that have reworded it since.

    `versions` are pairs of whatever names a version and its text, the oldest first. A paragraph with most of the words
    of one that stood there is that one reworded; one that comes back has the origin that it had. One that was only
    moved about within the text keeps its origin where the engine sees it.
    """
    now: list[tuple[str, tuple[T, ...]]] = []
    known: dict[str, tuple[T, ...]] = {}
    for version, text in versions:
        before, now = now, []
        stretches = Aligner[str](anchored=False).align([words for words, _ in before], paragraphs(text))
        for match in stretches:
            were, before = before[: len(match.old)], before[len(match.old) :]
            now += were if match.same else _traced(were, match.new, known, version)
        known |= dict(now)
    return now


PAIRS = 900  # so many are looked at where paragraphs were rewritten


def _traced(
    gone: Sequence[tuple[str, tuple[T, ...]]],
    came: Sequence[str],
    known: Mapping[str, tuple[T, ...]],
    version: T,
) -> list[tuple[str, tuple[T, ...]]]:
    """What came in the place of what went, with where it is from."""
    left = [(Counter(words.split()), origin) for words, origin in gone]
    traced: list[tuple[str, tuple[T, ...]]] = []
    for words in came:
        origin = known.get(words)
        if origin is None and len(gone) * len(came) <= PAIRS:
            word_counts = Counter(words.split())
            alike = [by_words(word_counts, other) for other, _ in left]
            if alike and max(alike) >= NEAR:
                origin = (*left.pop(alike.index(max(alike)))[1], version)
        traced.append((words, origin or (version,)))
    return traced
