"""What a matter's changes come to at an instant, read with everything that they are worked out on."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cache, partial

from ruleset.law import Law
from ruleset.text.tree import UNNAMED, bare
from votables.changes.apply import Carrier, ChangesOutcome, Settlement, work_out
from votables.changes.change import Change, stored_changes
from votables.changes.conditions import find_out
from votables.changes.context import Context, context_of
from votables.models import Comment, Post


def effective_comments(post: Post) -> list[Comment]:
    """Each player's last comment on the matter that casts a vote. One query."""
    return effective_among(post.comments.exclude(cast="").order_by("at", "pk").select_related("author"))


def effective_among(comments: Iterable[Comment]) -> list[Comment]:
    """Of a matter's comments in their order, each player's last that casts a vote. Who is idle has none."""
    voting = (comment for comment in comments if comment.cast and comment.author.is_playing)
    return list({comment.author_id: comment for comment in voting}.values())


def first_place(matter: Post) -> int:
    """The number after which a matter calls new things of the tracker, so that those of several stay apart."""
    return matter.pk % 10**6 * 100


def outcome_of(
    post: Post, *, at: datetime, settlements: Mapping[int, Settlement] | None = None, then: bool = False
) -> ChangesOutcome:
    """What enacting the matter at `at` would do, on the rules and the law as they are then; on the gamestate as it is
    now, or with `then` as it was at that instant."""
    changes, submitted = stored_changes(post.changes), submitted_at(post)
    effective = partial(effective_comments, post)
    return outcome_on(
        context_of(changes, at=at, submitted=[submitted], then=then),
        changes,
        settlements=settlements,
        unnamed=post.subject,
        effective=effective,
        first=first_place(post),
        kind=post.category,
        submitted=submitted,
    )


def submitted_at(post: Post) -> datetime:
    """When a matter was submitted (UTC): when it became one, which for most is when it was posted."""
    return post.matter_since or post.posted_at


def outcome_of_changes(
    changes: Iterable[Change],
    *,
    at: datetime,
    unnamed: str = "",
    kind: str = "",
    submitted: datetime | None = None,
) -> ChangesOutcome:
    """What changes that nobody has voted on would do at `at`, in a matter of this kind ("" while nobody knows) that was
    submitted at `submitted` (UTC; None: it would be now)."""
    changes = list(changes)
    context = context_of(changes, at=at, submitted=[submitted or at])
    return outcome_on(
        context,
        changes,
        unnamed=unnamed,
        kind=kind,
        submitted=submitted or at,
        is_draft=submitted is None,
    )


def outcome_on(
    context: Context,
    changes: Iterable[Change],
    *,
    settlements: Mapping[int, Settlement] | None = None,
    unnamed: str = "",
    effective: Callable[[], Iterable[Comment]] = list,
    first: int = 0,
    kind: str = "",
    submitted: datetime,
    is_draft: bool = False,
) -> ChangesOutcome:
    """What the changes do on these context. `unnamed` is the subject of their matter, after which the law may call a
    rule without a title; `effective` gives the effective vote comments when a condition asks; `first`: see
    `first_place`; `submitted` is when their matter was (UTC), or would be while it `is_draft`."""
    changes, effective = list(changes), cache(effective)
    findings = {
        place: find_out(change.when, tree=context.tree, matters=context.matters, effective=effective)
        for place, change in enumerate(changes)
        if change.when is not None
    }
    carrier = Carrier(
        law=context.law,
        submitted=submitted,
        unnamed=name_of_unnamed(context.law, unnamed),
        first=first,
        kind=kind,
        is_draft=is_draft,
    )
    return work_out(changes, context, carrier=carrier, findings=findings, settlements=settlements)


def name_of_unnamed(law: Law | None, subject: str) -> str:
    """What the law calls a rule without a title that a matter of this subject makes; the subject's tags are not part of
    a name."""
    return law.rules.name_for(bare(subject)) if law is not None else UNNAMED
