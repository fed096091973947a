"""Posts and votable matters as the API tells them."""

from datetime import datetime

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field

from blognomic.web.api import Refused, Shape, Shown, found_by, read, worked_out
from players.api.auth import Who, like
from ruleset.text.comparing import Difference
from votables.api.blog.changes import Carrying
from votables.judge.verdict import MatterVerdict
from votables.models import Post, Resolution


class PostOut(like(Post, "title author category posted_at tags resolved_at tally"), Shown):
    """A post, as lists have it."""

    label: str = read("get_category_display", "What the law calls the category.")
    status: str = Field(
        description="`pending`, `enacted`, `failed` or `illegal`; empty if it is not a matter."
    )
    comments: int = read("comment_count", "How many comments there are.")


class VoteOut(Shape):
    """Somebody's vote."""

    player: Who
    icon: str = read("cast", "Their icon; empty if the vote is implied.")
    counts_as: str = Field(description="What it counts as; empty for nothing.")
    weight: int = Field(description="How many votes it counts as.")


class VerdictOut(
    like(
        MatterVerdict,
        "may_enact may_fail vetoed self_killed stale",
        of="ruling",
        oldest="Whether it is first in the queue, if its kind has a queue.",
    )
):
    """The outcome of a pending matter by the law in force, and what it still needs."""

    sentence: str
    state: str = Field(description="The outcome, in a word.")
    why: list[str] = read("ruling.why", "The reasons.")
    needs: list[str] = Field(description="What it still needs, in sentences.")
    quorum: int
    votes_for: int = read("ruling.tally.f", "How many votes are FOR.")
    votes_against: int = read("ruling.tally.a", "How many are AGAINST.")
    abstaining: int = read("ruling.tally.x", "How many abstain.")
    choices: list[int] = read("ruling.tally.choices", "Of a vote between named choices, the votes of each.")
    popular: bool = read("ruling.popular", "Whether it is Popular.")
    unpopular: bool = read("ruling.unpopular", "Whether it is Unpopular.")
    next_change: datetime | None = read("ruling.next_change", "When this changes if nobody acts.")
    votes: list[VoteOut] = Field(description="Everybody's votes.")
    waiting: list[Who] = Field(description="Players who have not voted yet.")


class WholePost(
    PostOut,
    Carrying,
    like(
        Post,
        "body body_html commentary commentary_html admin_field edited_at asks matter_since amends "
        "changes_nothing choices vetoed self_killed",
        illegal="Whether an admin marked it as illegal.",
        version="Send it back as `seen` when you edit it.",
    ),
):
    """A post with everything on its page except comments. For a pending matter, also its outcome so far, the votes and
    what it still needs."""

    verdict: VerdictOut | None = worked_out(
        lambda post, context: context["request"].frame.case(post), "Of a pending matter, its outcome so far."
    )


class RuleDifference(like(Difference, "old_text new_text", of="difference")):
    """What happens to one rule."""

    rule: str = read("difference.key", "Its key.")
    number: str = Field(description="Its number among the rules, such as `2.1`.")
    title: str
    what: str = Field(description="What happens to it, in words.")


def find(pk: int) -> Post:
    """A post of the weblog. Raises Http404, or Refused (410) for one that its author removed. One query."""
    post = get_object_or_404(Post.objects.select_related("author").with_numbers(), pk=pk)
    if post.removed_at is not None:
        raise Refused(410, "Its author has removed this post. The record keeps it.")
    return post


Found = found_by(find)
"""The post of an address."""


def anew(request: HttpRequest, made: Post | Resolution) -> Post:
    """What a write answers: the post as it stands after it, read anew; that which was written about, too."""
    vars(request.frame).pop("game", None)
    vars(request.frame).pop("present", None)
    return find(made.pk if isinstance(made, Post) else made.post_id)


def posted(request: HttpRequest, post: Post) -> Post:
    """What a write answers that has made a post: where it is, and how it stands."""
    request.made_at = f"/api/v1/posts/{post.pk}"
    return anew(request, post)
