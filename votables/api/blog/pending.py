"""The queue, and what a pending matter would do."""

from typing import Any

from django.http import HttpRequest
from ninja import Schema
from pydantic import Field

from blognomic.web.api import Refused, Room, ToldShape, read, worked_out
from players.api import founded, like, token
from ruleset.text.comparing import Difference
from votables.changes.preview import Proposed, proposed
from votables.models import Post

from .shapes import Found, WholePost, counted

router = Room("Posts and matters")


class RuleDifference(like(Difference, "old_text new_text", of="difference")):
    """What happens to one rule."""

    rule: str = read("difference.key", "Its key.")
    number: str = Field(description="Its number among the rules, such as `2.1`.")
    title: str
    what: str = Field(description="What happens to it, in words.")


class EffectOut(ToldShape):
    """What one change of a matter would do now."""

    said: str = Field(description="What it says, as a sentence.")
    fits: bool = worked_out(
        lambda one: one.effect.misfit is None, "Whether it can be carried out as the rules are now."
    )
    differences: list[RuleDifference]


class EffectsOut(Schema):
    """What a pending matter would do if it were enacted now."""

    effects: list[EffectOut] = Field(description="What each of its changes would do, in their order.")
    missing_tags: list[str] = Field(description="Tags that its title lacks for what it changes.")


@router.get("/queue", "The queue", list[WholePost])
def queue(request: HttpRequest) -> list[Post]:
    """The pending matters in the order in which they come up, each with how it stands."""
    cases = founded(request).queue
    posts = Post.objects.filter(pk__in=[case.post.pk for case in cases]).annotate(comment_count=counted())
    numbers = dict(posts.values_list("pk", "comment_count"))
    for case in cases:
        case.post.comment_count = numbers.get(case.post.pk, 0)
    return [case.post for case in cases]


@router.get("/queue/mine", "What needs one's vote", list[int], token())
def needs_vote(request: HttpRequest) -> list[int]:
    """The keys of the pending matters on which one has no vote yet, without those that can only fail."""
    return request.frame.needs_vote


@router.get("/posts/{post}/effects", "What it would do", EffectsOut)
def effects(request: HttpRequest, post: Found) -> dict[str, Any]:
    """What the changes of a pending matter would do if it were enacted now."""
    game = founded(request)
    if game.case(post) is None:
        raise Refused(409, "Only a pending matter would do something.")
    key = f"votables.changes.preview {post.pk}"
    would_do: Proposed | None = game.shared.kept(key, lambda: proposed(post, game.docket))
    return {
        "effects": would_do.now if would_do else [],
        "missing_tags": [tag.name for tag in (would_do.missing_tags if would_do else ())],
    }
