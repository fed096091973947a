"""What changed between two states of the ruleset, and where each paragraph of a rule came from. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TypeVar

from ruleset.tree import Placed, Tree

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that is not the same in both: its place and node before and after (None where it did not stand)."""

    before: Placed | None
    after: Placed | None

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
            ("moved", was.above[-1:] != now.above[-1:]),
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
    found = [Difference(old.get(key), placed) for key, placed in new.items()]
    found = [difference for difference in found if difference.kinds]
    gone = [Difference(placed, None) for key, placed in old.items() if key not in new]
    return sorted([*found, *gone], key=lambda difference: _order(difference.after or difference.before))


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
