"""Which law was in force when, and what the ruleset said."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from ruleset.law import Law, parse
from ruleset.models import LawVersion, Revision, RuleVersion
from ruleset.tree import Node, Tree


@dataclass(frozen=True, slots=True)
class LawInForce:
    """A version of the law with its document read: what the judge is asked with."""

    version: LawVersion
    law: Law

    @property
    def special_cases(self) -> dict[str, bool]:
        return self.version.special_cases


@lru_cache(maxsize=64)
def read(document: str) -> Law:
    """The law that a stored document says; each text is read once in a process. Raises LawError."""
    return parse(document, source="the law in force")


def law_at(at: datetime) -> LawInForce | None:
    """The law in force at `at` (UTC), or None before the game was founded. One query."""
    version = LawVersion.objects.at(at).first()
    return LawInForce(version, read(version.document)) if version else None


def tree_after(revision: int | None) -> Tree:
    """The ruleset as it stood after the revision of that key (None: before the first). One query."""
    return tree_of(rows_after(revision))


def rows_after(revision: int | None) -> list[RuleVersion]:
    """The versions in force after the revision of that key, with their own revisions. One query."""
    if revision is None:
        return []
    return list(RuleVersion.objects.standing_at(revision).select_related("revision"))


def tree_of(rows: Iterable[RuleVersion]) -> Tree:
    """The tree that versions of one instant make; their keys are those of their rules."""
    below: dict[int | None, list[RuleVersion]] = defaultdict(list)
    for row in rows:
        below[row.parent_id].append(row)

    def nodes(parent: int | None) -> tuple[Node, ...]:
        return tuple(Node(str(row.rule_id), row.title, row.text, nodes(row.rule_id)) for row in below[parent])

    return Tree(nodes(None))


def revision_at(at: datetime) -> Revision | None:
    """The last revision up to `at` (UTC), or None before the first. One query."""
    return Revision.objects.filter(at__lte=at).order_by("-at", "-pk").select_related("by").first()
