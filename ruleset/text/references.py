"""How rules are named in running text: by a title, which two may have, and by a number, which moves. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from .tree import Node, Placed, Tree, bare

_NUMBER = r"\d{1,3}(?:\.\d{1,3})*"
_WITH_DOTS = r"\d{1,3}(?:\.\d{1,3})+"
# "rule 1.4", "Rules 2, 1.4 and 3.1.2", "section 3".
_NAMED = re.compile(
    rf"\b(?:sub)?(?:rule|section)s?\s+({_NUMBER}(?:(?:\s*,\s*|\s+(?:and|or|to)\s+){_WITH_DOTS})*)(?![\w.]*\w)",
    re.IGNORECASE,
)


class Numbered(Protocol):
    """A rule in its place, such as `Placed`."""

    @property
    def number(self) -> str: ...

    @property
    def node(self) -> Node: ...


@dataclass(frozen=True, slots=True)
class Shared:
    """A title that several rules have. `rules` in the order of reading; `[[title]]` leads to `first`."""

    title: str
    rules: tuple[Numbered, ...]
    first: Numbered


@dataclass(frozen=True, slots=True)
class Astray:
    """A number by which the text of a `rule` names another, that it `meant`, and under which another rule stands
    (`now`), or none. `place` is the number of the rule that it meant, "" where that is gone."""

    rule: Placed
    number: str
    meant: Node
    now: Node | None
    place: str

    @property
    def link(self) -> str:
        """What to write instead, which leads there whatever its number is; "" for a rule that is gone."""
        return f"[[{self.meant.name}]]" if self.place else ""


def shared_titles(rules: Iterable[Numbered]) -> dict[str, Shared]:
    """The titles that more than one of a ruleset's rules has, by their names in small letters and without tags."""
    by_name: dict[str, list[Numbered]] = defaultdict(list)
    for placed in rules:
        by_name[placed.node.name.casefold()].append(placed)
    return {
        name: Shared(alike[0].node.name, tuple(alike), min(alike, key=_age))
        for name, alike in by_name.items()
        if len(alike) > 1
    }


def _age(placed: Numbered) -> tuple[bool, int]:
    """Of two rules of one name a link leads to that which came first (see `rules_by_name` of `ruleset.queries`)."""
    key = placed.node.key
    return (False, int(key)) if key.isdecimal() else (True, 0)


def newly_shared(before: Tree, after: Tree) -> list[Shared]:
    """The titles that more rules have after a change than before it."""
    was = shared_titles(before.placed())
    return [
        one
        for name, one in shared_titles(after.placed()).items()
        if name not in was
        or {each.node.key for each in one.rules} - {each.node.key for each in was[name].rules}
    ]


def shared_in(text: str, rules: Iterable[Numbered]) -> list[Shared]:
    """The titles in a text, as in [[Title]], that more than one rule has."""
    if "[[" not in text:
        return []
    shared = shared_titles(rules)
    written = dict.fromkeys(
        bare(name).casefold() for name in re.findall(r"\[\[([^\[\]@][^\[\]]{0,300})\]\]", text)
    )
    return [shared[name] for name in written if name in shared]


@lru_cache(maxsize=1_000)
def numbers_in(text: str) -> tuple[str, ...]:
    """The numbers by which a text names rules, each once: "1.4" in "as rule 1.4 says"."""
    numbers = (number for named in _NAMED.findall(text) for number in re.findall(_NUMBER, named))
    return tuple(dict.fromkeys(numbers))


def astray(before: Tree, after: Tree) -> list[Astray]:
    """The numbers in the rules' texts that meant a rule in the ruleset `before`, and that in the one `after` another
    rule has, or none. What a text says only since then is meant as it stands."""
    was, now = (
        {placed.number: placed.node for placed in before.placed()},
        {placed.number: placed.node for placed in after.placed()},
    )
    places = {placed.node.key: placed.number for placed in after.placed()}
    texts = {node.key: node.text for node in before.walk()}
    strayed = []
    for placed in after.placed():
        known = numbers_in(texts.get(placed.node.key, ""))
        for number in numbers_in(placed.node.text):
            meant, there = was.get(number), now.get(number)
            if number not in known or meant is None or (there is not None and there.key == meant.key):
                continue
            strayed.append(Astray(placed, number, meant, there, places.get(meant.key, "")))
    return strayed
