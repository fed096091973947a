"""What changed between two states of the ruleset, and where each paragraph of a rule came from. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypeVar

from ruleset.tree import Placed, Tree

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that is not the same in both: its place and node before and after (None where it did not stand), and
    whether it was `shifted` among the same siblings."""

    before: Placed | None
    after: Placed | None
    shifted: bool = False

    @property
    def key(self) -> str:
        return (self.after or self.before).node.key

    @property
    def kinds(self) -> list[str]:
        """What happened to it, in words: any of added, repealed, renamed, moved, amended."""
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
    found = [Difference(old.get(key), placed, key in shifted) for key, placed in new.items()]
    found = [difference for difference in found if difference.kinds]
    gone = [Difference(placed, None) for key, placed in old.items() if key not in new]
    return sorted([*found, *gone], key=lambda difference: _order(difference.after or difference.before))


def _shifted(before: Tree, after: Tree) -> set[str]:
    """The rules that stand below the same one in both, but not in the same order: as few as explain it."""
    old = {None: before.sections, **{node.key: node.children for node in before.walk()}}
    new = {None: after.sections, **{node.key: node.children for node in after.walk()}}
    found: set[str] = set()
    for parent in old.keys() & new.keys():
        were, are = [node.key for node in old[parent]], [node.key for node in new[parent]]
        both = set(were) & set(are)
        were, are = [key for key in were if key in both], [key for key in are if key in both]
        if were != are:
            blocks = SequenceMatcher(None, are, were, autojunk=False).get_matching_blocks()
            found |= both - {key for block in blocks for key in are[block.a : block.a + block.size]}
    return found


def _order(placed: Placed) -> tuple[int, ...]:
    return tuple(int(part) for part in placed.number.split("."))


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a Markdown text: what blank lines part."""
    return [part for part in text.replace("\r\n", "\n").split("\n\n") if part.strip()]


def blame(versions: Iterable[tuple[T, str]]) -> list[tuple[str, T]]:
    """For each paragraph of the last text the version that it came from.

    `versions` are pairs of whatever names a version and its text, the oldest first. A paragraph that was reworded
    counts as new; one that was only moved about within the text keeps its origin where difflib sees it.
    """
    origins: list[tuple[str, T]] = []
    for version, text in versions:
        now = paragraphs(text)
        matcher = SequenceMatcher(None, [words for words, _ in origins], now, autojunk=False)
        kept: dict[int, T] = {}
        for block in matcher.get_matching_blocks():
            for offset in range(block.size):
                kept[block.b + offset] = origins[block.a + offset][1]
        origins = [(words, kept.get(place, version)) for place, words in enumerate(now)]
    return origins
