"""What the changes of matters are worked out on: the rules, the law and the gamestate at an instant, and the matters,
updates and past rulesets that changes ask about, fetched at once however many changes there are."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Prefetch, Q
from django.utils.translation import gettext

from gamestate.models import Dispute, Update
from gamestate.queries.snapshot import state_at, state_now
from gamestate.queries.submitted import pages_at
from gamestate.values.plans import OldPage
from gamestate.values.state import State
from gamestate.values.steps import PAGE_STEPS
from players.models import Player, Reign, name_key
from players.queries.bars import bars_of
from players.queries.roster import dynasty_at
from ruleset.law import Law
from ruleset.models import RuleVersion
from ruleset.queries import law_at, revision_at, tree_after, tree_of
from ruleset.text.tree import Tree
from votables.judge.mantle import INTERREGNUM
from votables.models import Post, Status
from votables.post_types.models import OfficialType
from votables.queries.judge_facts import Docket, docket
from votables.queries.mantles import allies_of, last_emperor, won

from .change import Change
from .conditions import Asked
from .gamestate import Questioned
from .post_types import Known, Types, definition_of
from .roster import People, Person


@dataclass(frozen=True, slots=True)
class Grounds:
    """The ruleset (`tree`, after the revision of the key `seen`) and the law; the matters that conditions ask about, by
    their keys; the rulesets that changes return to, by the keys of their revisions; the gamestate, where a change is
    about it; the updates that changes uphold, by their keys; the people, where a change is about the roster; the types
    of official posts, where one is about those; and the pages that changes return, as they stood at the instants when
    matters were submitted, by instant and key."""

    tree: Tree
    law: Law | None
    seen: int | None = None
    matters: Mapping[int, Asked] = field(default_factory=dict)
    returns: Mapping[int, Tree] = field(default_factory=dict)
    state: State | None = None
    updates: Mapping[int, Questioned] = field(default_factory=dict)
    people: People | None = None
    old_pages: Mapping[datetime, Mapping[str, OldPage]] = field(default_factory=dict)
    types: Types | None = None

    def after(
        self,
        *,
        tree: Tree,
        law: Law | None,
        state: State | None,
        upheld: Iterable[int],
        enacted: Post,
        people: People | None = None,
        types: Types | None = None,
    ) -> "Grounds":
        """The grounds as they would be once a matter is enacted that makes rules, law and gamestate say this, and by
        which these updates stand."""
        known = {**self.matters, enacted.pk: Asked(enacted.title, Status.ENACTED.value)}
        settled = {key: replace(self.updates[key], disputes=()) for key in upheld}
        return replace(
            self,
            tree=tree,
            law=law,
            state=state,
            matters=known,
            updates={**self.updates, **settled},
            people=people,
            types=types,
        )


def grounds_of(
    changes: Iterable[Change],
    *,
    at: datetime,
    submitted: Collection[datetime] = (),
    then: bool = False,
    held: Docket | None = None,
) -> Grounds:
    """The grounds for these changes at `at` (UTC): the gamestate as it is now, or with `then` as it was at that
    instant; `submitted` are the instants when their matters were, and `held` is the docket of `at` where it is at hand.
    At most five queries; nine more when a change is about what is tracked, two when one returns a page, two when one
    upholds an update, one when one is about official posts, and eight when one is about the roster, besides those of
    the docket.
    """
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
        state=_state(changes, at=at, then=then),
        updates=_updates({change.update for change in changes if change.update}),
        people=_people(changes, at=at, held=held),
        old_pages=pages_at(_returned(changes), submitted),
        types=_types(changes),
    )


def _types(changes: Iterable[Change]) -> Types | None:
    """The types of official posts in use, and those that changes are about; None where none is. One query, or none."""
    steps = [change.official for change in changes if change.official is not None]
    if not steps:
        return None
    named = Q(retired_at__isnull=True) | Q(pk__in={step.type for step in steps})
    return {
        one.pk: Known(definition_of(one), is_retired=one.retired_at is not None)
        for one in OfficialType.objects.filter(named)
    }


def _returned(changes: Iterable[Change]) -> set[str]:
    """The keys of the pages that changes return to how they stood when their matter was submitted."""
    steps = (change.track for change in changes if change.track is not None)
    return {step.path for step in steps if step.do == "revert-page"}


def _state(changes: Iterable[Change], *, at: datetime, then: bool) -> State | None:
    """What is tracked, when a change is about it; with the pages when one is about a page."""
    steps = {change.track.do for change in changes if change.track is not None}
    ends = any(
        change.roster is not None and change.roster.do == "end-dynasty" and not change.roster.keep_tracked
        for change in changes
    )
    if not steps and not ends:
        return None
    pages = ends or bool(steps & PAGE_STEPS)
    return state_at(at, pages=pages) if then else state_now(pages=pages)


def _people(changes: Iterable[Change], *, at: datetime, held: Docket | None) -> People | None:
    """The people whom changes of the roster ask about, with all admins, and what the law asks about offices; None where
    no change is one. A fixed number of queries, however many changes there are."""
    steps = [change.roster for change in changes if change.roster is not None]
    if not steps:
        return None
    named = {step.player for step in steps}
    names = {name_key(step.name) for step in steps if step.do == "rename"}
    found = list(Player.objects.filter(Q(pk__in=named) | Q(name_key__in=names) | Q(is_admin=True)))
    barred, held, dynasty = bars_of(found, at=at), held or docket(at), dynasty_at(at)
    reign = Reign.objects.at(at).first()
    declaration = won() if INTERREGNUM in held.verdict.standstill else None
    last = last_emperor(declaration)
    return People(
        at=at,
        persons={
            one.pk: Person(
                one.pk, one.name, one.standing, one.is_admin, barred[one.pk].span if one.pk in barred else ""
            )
            for one in found
        },
        emperor=reign.player_id if reign else 0,
        dynasty=dynasty.name if dynasty else "",
        standstill=frozenset(held.verdict.standstill),
        special_cases=held.in_force.special_cases,
        last_emperor=last.pk if last else 0,
        allies=frozenset(allies_of(declaration)),
    )


def _updates(keys: set[int]) -> dict[int, Questioned]:
    """The updates of those keys with what is held against them now. Two queries, or none."""
    if not keys:
        return {}
    disputes = Dispute.objects.filter(outcome=Dispute.Outcome.OPEN).select_related("by").order_by("pk")
    found = Update.objects.filter(pk__in=keys).select_related("by")
    return {
        update.pk: Questioned(
            key=update.pk,
            by=update.by.name if update.by else gettext("the record"),
            comment=update.comment,
            disputes=tuple(f"{each.by}: {each.why}" for each in update.open_disputes),
        )
        for update in found.prefetch_related(Prefetch("disputes", disputes, to_attr="open_disputes"))
    }


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
