"""What the changes of matters are worked out on: the rules and the law at an instant, and the matters and past
rulesets that changes ask about, fetched at once however many changes there are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q

from ruleset.law import Law
from ruleset.models import RuleVersion
from ruleset.queries import law_at, revision_at, tree_after, tree_of
from ruleset.tree import Tree
from votables.changes import Change
from votables.conditions import Asked
from votables.models import Post, Status


@dataclass(frozen=True, slots=True)
class Grounds:
    """The ruleset (`tree`, after the revision of the key `seen`) and the law; the matters that conditions ask about, by
    their keys; and the rulesets that changes return to, by the keys of their revisions."""

    tree: Tree
    law: Law | None
    seen: int | None = None
    matters: Mapping[int, Asked] = field(default_factory=dict)
    returns: Mapping[int, Tree] = field(default_factory=dict)

    def after(self, *, tree: Tree, law: Law | None, enacted: Post) -> "Grounds":
        """The grounds as they would be once a matter is enacted that makes the rules and the law say this."""
        known = {**self.matters, enacted.pk: Asked(enacted.title, Status.ENACTED.value)}
        return replace(self, tree=tree, law=law, matters=known)


def grounds_of(changes: Iterable[Change], *, at: datetime) -> Grounds:
    """The grounds for these changes at `at` (UTC). At most five queries."""
    changes = list(changes)
    revision, in_force = revision_at(at), law_at(at)
    seen = revision.pk if revision else None
    asked = {change.when.post for change in changes if change.when is not None and change.when.post}
    found = Post.objects.filter(pk__in=asked).only("title", "status") if asked else ()
    return Grounds(
        tree=tree_after(seen),
        law=in_force.law if in_force else None,
        seen=seen,
        matters={post.pk: Asked(post.title, post.status) for post in found},
        returns=_trees({change.revision for change in changes if change.op == "revert"}),
    )


def _trees(revisions: set[int]) -> dict[int, Tree]:
    """The rulesets after several revisions, by their keys. One query, or none."""
    if not revisions:
        return {}
    standing = Q()
    for key in revisions:
        standing |= (Q(until__isnull=True) | Q(until__gt=key)) & Q(revision__lte=key)
    rows = list(RuleVersion.objects.filter(standing).order_by("place", "pk"))
    return {
        key: tree_of(
            row for row in rows if row.revision_id <= key and (row.until_id is None or row.until_id > key)
        )
        for key in revisions
    }
