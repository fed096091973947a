"""The queue, and what a pending matter would do."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from ninja import Schema

from blognomic.web.api import Refused, Room, ToldShape, read, worked_out
from players.api import founded, token
from votables.changes.preview import Proposed, proposed
from votables.models import Post

from .shapes import Found, WholePost, counted

router = Room("Posts and matters")


class RuleDifference(Schema):
    """What happens to one rule."""

    rule: str = read("difference.key")
    number: str
    title: str
    what: str
    old_text: str = read("difference.old_text")
    new_text: str = read("difference.new_text")


class EffectOut(ToldShape):
    """What one change of a matter would do now."""

    said: str
    fits: bool = worked_out(
        lambda one: one.effect.misfit is None, "Whether it can be carried out as the rules are now."
    )
    differences: list[RuleDifference]


class EffectsOut(Schema):
    """What a pending matter would do if it were enacted now."""

    effects: list[EffectOut]
    missing_tags: list[str]


@router.get("/queue", "The queue", list[WholePost])
def queue(request: HttpRequest) -> list[Post]:
    """The pending matters in the order in which they come up, each with how it stands."""
    cases = founded(request).queue
    numbers = _numbers(case.post.pk for case in cases)
    for case in cases:
        case.post.comment_count = numbers.get(case.post.pk, 0)
    return [case.post for case in cases]


def _numbers(keys: Iterable[int]) -> dict[int, int]:
    posts = Post.objects.filter(pk__in=list(keys)).annotate(comment_count=counted())
    return dict(posts.values_list("pk", "comment_count"))


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
    told: Proposed | None = game.shared.kept(
        f"votables.changes.preview {post.pk}", lambda: proposed(post, game.docket)
    )
    return {
        "effects": told.now if told else [],
        "missing_tags": [tag.name for tag in (told.missing_tags if told else ())],
    }
