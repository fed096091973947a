"""What the changes of matters are worked out on: the rules, the law and the gamestate at an instant, the matters that
conditions ask about, and what each kind of change asks for besides, fetched at once however many changes there are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from gamestate.queries.snapshot import state_at, state_now
from gamestate.values.state import State
from ruleset.law import Law
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.text.tree import Tree
from votables.models import Post
from votables.queries.judge_facts import Docket

from .conditions import MatterAsked

if TYPE_CHECKING:  # which are made of it
    from .change import Change
    from .kind import ChangeKind


@dataclass(frozen=True, slots=True)
class Context:
    """The ruleset (`tree`, after the revision of the key `seen`) and the law; the gamestate, where a change is about
    it; the matters that conditions ask about, by their keys; and for each kind of change among them its `own`, as its
    `gather` gives it."""

    tree: Tree
    law: Law | None
    seen: int | None = None
    state: State | None = None
    matters: Mapping[int, MatterAsked] = field(default_factory=dict)
    own: Mapping["ChangeKind", Any] = field(default_factory=dict)

    def with_own(self, kind: "ChangeKind", gathered: Any) -> "Context":
        return replace(self, own={**self.own, kind: gathered})


@dataclass(frozen=True, slots=True)
class Asking:
    """For when the context are asked: `at` (UTC); the instants when the matters of the changes were `submitted`; and
    the docket of `at`, where it is at hand."""

    at: datetime
    submitted: Collection[datetime] = ()
    docket: Docket | None = None


def context_of(
    changes: Iterable["Change"],
    *,
    at: datetime,
    submitted: Collection[datetime] = (),
    then: bool = False,
    docket: Docket | None = None,
) -> Context:
    """The context for these changes at `at` (UTC): the gamestate as it is now, or with `then` as it was at that
    instant; `submitted` and `docket` are as in `Asking`. At most four queries, nine more when a change is about what is
    tracked, and those of the `gather` of each kind among them.
    """
    changes = list(changes)
    in_force = docket.in_force if docket is not None and docket.at == at else law_at(at)
    revision = revision_at(at)
    seen = revision.pk if revision else None
    keys = {change.when.post for change in changes if change.when is not None and change.when.post}
    matters = Post.objects.filter(pk__in=keys).only("title", "status") if keys else ()
    reads = {what for change in changes for what in change.kind.reads(change.payload)}
    payloads: dict[ChangeKind, list[Any]] = {}
    for change in changes:
        payloads.setdefault(change.kind, []).append(change.payload)
    asking = Asking(at, submitted, docket)
    return Context(
        tree=tree_after(seen),
        law=in_force.law if in_force else None,
        seen=seen,
        state=_state(reads, at=at, then=then),
        matters={post.pk: MatterAsked(post.title, post.status) for post in matters},
        own={kind: kind.gather(those, asking) for kind, those in payloads.items()},
    )


def _state(reads: Collection[str], *, at: datetime, then: bool) -> State | None:
    """What is tracked, when a change is about it; with the pages when one is about a page."""
    if "gamestate" not in reads:
        return None
    return state_at(at, pages="pages" in reads) if then else state_now(pages="pages" in reads)
