"""Posts and votable matters as the API tells them."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Schema
from pydantic import Field

from blognomic.web.api.problems import Refused
from blognomic.web.api.shapes import url_of
from players.api.people import Who, who, whoever
from votables.api.blog.changes import Change, told_change
from votables.models import Post
from votables.queries.frame import outlook
from votables.queries.pending import Case

CONFIRMED = "Whether it is meant all the same, after a refusal that named this field in `confirm`."
AMENDS = "Which sections of the rules it would change, such as `core` and `dynastic`; those of its changes are added."
CHANGES = "What it does when it is enacted."


class PostOut(Schema):
    """A post, as lists have it."""

    id: int
    url: str
    title: str
    tags: list[str]
    category: str = Field(description="Such as `proposal`; empty for a post without one.")
    label: str = Field(description="What the law calls the category.")
    author: Who
    posted_at: datetime
    status: str = Field(
        description="`pending`, `enacted`, `failed` or `illegal`; empty for what is no matter."
    )
    resolved_at: datetime | None
    tally: str = Field(description="How the vote came out, in short; empty while it is pending.")
    comments: int


class VoteOut(Schema):
    """How somebody's vote stands."""

    player: Who
    icon: str = Field(description="The icon that they cast; empty where the vote is implied.")
    counts_as: str = Field(description="What it counts as; empty for nothing.")
    weight: int


class VerdictOut(Schema):
    """How a pending matter stands by the law in force, and what it still needs."""

    sentence: str
    state: str
    may_enact: bool
    may_fail: bool
    why: list[str] = Field(description="The reasons.")
    needs: list[str] = Field(description="What it still needs, in sentences.")
    quorum: int
    votes_for: int
    votes_against: int
    abstaining: int
    choices: list[int] = Field(description="Of a vote between named choices, the votes of each.")
    vetoed: bool
    self_killed: bool
    popular: bool
    unpopular: bool
    oldest: bool | None = Field(description="Whether it is first in the queue, where its kind has one.")
    stale: bool | None
    next_change: datetime | None = Field(description="When time alone would change this.")
    votes: list[VoteOut]
    waiting: list[Who] = Field(description="Players who have no vote on it yet.")


class WholePost(PostOut):
    """A post with all that its page shows but its comments."""

    body: str = Field(description="Markdown.")
    body_html: str
    commentary: str
    commentary_html: str
    admin_field: str
    version: int = Field(description="To be sent back as `seen` by whoever edits it.")
    edited_at: datetime | None
    asks: str = Field(
        description="What it asks of the admins: `join`, `idle`, `unidle`, `leave`, or nothing."
    )
    matter_since: datetime | None
    amends: list[str]
    changes_nothing: bool
    changes: list[Change]
    choices: list[str]
    illegal: bool
    vetoed: bool
    self_killed: bool
    verdict: VerdictOut | None = Field(description="Of a pending matter, how it stands.")


def short(post: Post) -> dict[str, Any]:
    """A post as lists have it. `comment_count` has been counted."""
    return {
        "id": post.pk,
        "url": url_of(post.get_absolute_url()),
        "title": post.title,
        "tags": post.tags,
        "category": post.category,
        "label": post.get_category_display(),
        "author": who(post.author),
        "posted_at": post.posted_at,
        "status": post.status,
        "resolved_at": post.resolved_at,
        "tally": post.tally,
        "comments": post.comment_count,
    }


def verdict(case: Case) -> dict[str, Any]:
    """How a pending matter stands, as its page says it."""
    ruling = case.ruling
    return {
        "sentence": case.sentence,
        "state": case.state,
        "may_enact": ruling.may_enact,
        "may_fail": ruling.may_fail,
        "why": list(ruling.why),
        "needs": case.needs,
        "quorum": case.quorum,
        "votes_for": ruling.tally.f,
        "votes_against": ruling.tally.a,
        "abstaining": ruling.tally.x,
        "choices": list(ruling.tally.choices),
        "vetoed": ruling.vetoed,
        "self_killed": ruling.self_killed,
        "popular": ruling.popular,
        "unpopular": ruling.unpopular,
        "oldest": ruling.oldest,
        "stale": ruling.stale,
        "next_change": ruling.next_change,
        "votes": [
            {"player": who(one.player), "icon": one.cast, "counts_as": one.counts_as, "weight": one.weight}
            for one in case.votes
        ],
        "waiting": whoever(case.waiting),
    }


def whole(request: HttpRequest, post: Post) -> dict[str, Any]:
    """A post with how it stands."""
    case = outlook(request).case(post)
    names = (
        "body", "body_html", "commentary", "commentary_html", "admin_field", "version", "edited_at", "asks",
        "matter_since", "amends", "changes_nothing", "choices", "illegal", "vetoed", "self_killed",
    )  # fmt: skip
    told = {name: getattr(post, name) for name in names}
    changes = list(map(told_change, post.changes))
    return {**short(post), **told, "changes": changes, "verdict": verdict(case) if case else None}


def find(pk: int) -> Post:
    """A post of the weblog. Raises Http404, or Refused (410) for one that its author removed. One query."""
    post = Post.objects.filter(pk=pk).select_related("author").annotate(comment_count=counted()).first()
    if post is None:
        raise Http404
    if post.removed_at is not None:
        raise Refused(410, "Its author has removed this post. The record keeps it.")
    return post


def counted() -> Any:
    """How many comments a post has, as lists of posts count them."""
    return Post.objects.for_front_page().query.annotations["comment_count"]


def anew(request: HttpRequest, post: Post) -> dict[str, Any]:
    """What a write answers: the post as it stands after it, read anew."""
    vars(outlook(request)).pop("game", None)
    vars(outlook(request)).pop("present", None)
    return whole(request, find(post.pk))
