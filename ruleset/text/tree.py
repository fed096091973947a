"""A ruleset as a tree: sections, rules and subrules to any depth, each with a title and Markdown text. Pure.

A rule keeps its key through renames and moves. Tags such as [Active] and [Rare] stand in the title, as the rules say;
what they mean is read from there.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ruleset.law.parts import RulesetPart, part_titled

_TAG = re.compile(r"\s*\[([^\[\]]{1,40})\]")
UNNAMED = "Unnamed Rule"
LONGEST_TITLE = 300  # characters


def bare(title: str) -> str:
    """The title without its tags: what a rule is called and linked by."""
    return " ".join(_TAG.sub("", title).split())


def tags(title: str) -> tuple[str, ...]:
    """The tags in a title, as typed: "Bounties [Rare] [Inactive]" has "Rare" and "Inactive"."""
    return tuple(_TAG.findall(title))


def with_status(title: str, status: str) -> str:
    """The title with its status set to `status`, "Active" or "Inactive", as a tag, where it had one."""
    status_tag = re.compile(r"\[(?:active|inactive)\]", re.IGNORECASE)
    kept, replaced = status_tag.subn(f"[{status}]", title, count=1)
    return kept if replaced else f"{title.strip()} [{status}]"


@dataclass(frozen=True, slots=True)
class Node:
    """A section (at the top) or a rule. `key` tells rules apart whatever they are called; "" or a new text for one that
    has none yet. `part` is what a section is to the law (see `part_of`), which it stays when it is renamed; "" for a
    rule, and for a section that has not stood yet. Rulesets that say the same are equal."""

    key: str
    title: str
    text: str = ""
    children: tuple["Node", ...] = ()
    part: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        return bare(self.title)

    @property
    def is_rare(self) -> bool:
        return any(tag.casefold() == "rare" for tag in tags(self.title))

    @property
    def default_is_active(self) -> bool:
        """A special case's default status: active unless it is rare."""
        return not self.is_rare

    @property
    def is_active(self) -> bool:
        """A special case's present status: what its tag says, else its default."""
        statuses = [tag.casefold() for tag in tags(self.title) if tag.casefold() in ("active", "inactive")]
        return statuses[-1] == "active" if statuses else self.default_is_active

    def switched(self, statuses: Mapping[str, bool]) -> "Node":
        """A special case in the status that `statuses` gives for its name, or else its default."""
        active = statuses.get(self.name, self.default_is_active)
        if active == self.is_active:
            return self
        return replace(self, title=with_status(self.title, "Active" if active else "Inactive"))

    def walk(self) -> Iterator["Node"]:
        """The node and all below it, in the order of reading."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Placed:
    """A node in its place: its number as in the table of contents, how deep, and the keys of its ancestors."""

    number: str
    depth: int
    node: Node
    above: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """A whole ruleset."""

    sections: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        for section in self.sections:
            yield from section.walk()

    def placed(self) -> Iterator[Placed]:
        """Every node with its number, in the order of reading."""
        yield from _placed(self.sections, "", ())

    def find(self, key: str) -> Node | None:
        return next((node for node in self.walk() if node.key == key), None)

    def named(self, name: str) -> list[Node]:
        """The rules and sections of that name, without regard to case or tags."""
        plain_name = bare(name).casefold()
        return [node for node in self.walk() if node.name.casefold() == plain_name]

    def section_of(self, key: str) -> Node | None:
        """The section in which a node stands."""
        return next((section for section in self.sections if any(n.key == key for n in section.walk())), None)

    def rules_of(self, part: RulesetPart) -> list[Node]:
        """The rules right below the sections of a part: the special cases, or the dynastic rules without subrules."""
        return [rule for section in self.sections if part_of(section) == part for rule in section.children]

    def mapped(self, change: "dict[str, Node]") -> "Tree":
        """The tree with the nodes of those keys replaced; the order stays."""
        return Tree(tuple(_mapped(section, change) for section in self.sections))


def _placed(nodes: tuple[Node, ...], number: str, above: tuple[str, ...]) -> Iterator[Placed]:
    for place, node in enumerate(nodes, start=1):
        here = f"{number}.{place}" if number else str(place)
        yield Placed(here, len(above), node, above)
        yield from _placed(node.children, here, (*above, node.key))


def _mapped(node: Node, change: dict[str, Node]) -> Node:
    children = tuple(_mapped(child, change) for child in node.children)
    return replace(change.get(node.key, node), children=children)


def part_of(section: Node) -> RulesetPart:
    """What a section is to the law. Its title says so once, when it comes to stand."""
    return RulesetPart(section.part) if section.part else part_titled(section.title)
