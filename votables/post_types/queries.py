"""Official posts of the dynasty as pages show them, each in a fixed number of queries."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from blognomic.database.together import together
from gamestate.queries.rules import rule_names
from players.models import Dynasty, Player, Reign
from votables.models import Category, Post
from votables.permissions.typed_posts import may_end, may_report, may_weigh, spoken

from .models import Form, OfficialAct, OfficialPost, OfficialResponse, OfficialType
from .requirements import InWords, ends_from, in_words


@dataclass(frozen=True, slots=True)
class Stand:
    """How an official post stands at an instant: the word for it, whether it is open, and until or since when."""

    word: str
    is_open: bool
    waits: bool
    until: datetime | None
    since: datetime | None


def stand_of(official: OfficialPost, at: datetime) -> Stand:
    """How the post stands at `at` (UTC). One that is past its time `waits` until somebody says how it came out."""
    if official.ended_at is not None:
        return Stand(official.ending, False, False, None, official.ended_at)
    if official.is_open(at):
        return Stand(official.type.open_word, True, False, official.closes_at, official.opened_at)
    return Stand(_("Past its time"), False, True, None, official.closes_at)


@dataclass(frozen=True, slots=True)
class EndingStep:
    """A step of its ending action."""

    place: Annotated[int, "Its place, from 0."]
    words: Annotated[str, "What is done."]
    done: Annotated[bool, "Whether it has been."]  # as somebody has reported


@dataclass(frozen=True, slots=True)
class OfficialPostBox:
    """What stands on the page of an official post beside the post itself."""

    official: OfficialPost
    stand: Stand
    rule: str
    words: InWords
    steps: list[EndingStep]
    responses: list[OfficialResponse]
    others: list[OfficialResponse]
    acts: list[OfficialAct]
    ends_from: datetime | None
    ender: str
    may_end: bool
    may_weigh: bool
    may_report: bool

    @property
    def takes_responses(self) -> bool:
        return self.official.type.response != Form.NONE


def box_of(
    post: Post, *, viewer: Player | None, dynasty: Dynasty | None, at: datetime
) -> OfficialPostBox | None:
    """The box of a post for a viewer, in the words of the dynasty; None where the post is of no type. Three queries,
    one for other Story Posts, none for the rest."""
    if post.category != Category.STORY:
        return None
    typed_posts = OfficialPost.objects.select_related("type", "ended_by", "ended_with", "update").filter(
        post=post.pk
    )
    official = typed_posts.first()
    if official is None:
        return None
    official.post = post
    answers, acts, reigns = together(
        official.responses.select_related("player", "comment").defer("comment__html").order_by("comment_id"),
        official.acts.select_related("by", "response__player"),
        Reign.objects.at(at).select_related("player")[:1],
    )
    emperor, type = reigns[0].player if reigns else None, official.type
    return OfficialPostBox(
        official=official,
        stand=stand_of(official, at),
        rule=rule_names([type.rule]).get(type.rule, ""),
        words=in_words(type, dynasty),
        steps=steps_of(official),
        responses=[one for one in answers if one.valid],
        others=[one for one in answers if not one.valid],
        acts=acts,
        ends_from=ends_from(official),
        ender=spoken(type.get_may_end_display(), dynasty),
        may_end=viewer is not None
        and official.ended_at is None
        and may_end(type, post, by=viewer, emperor=emperor),
        may_weigh=viewer is not None and may_weigh(official, by=viewer, emperor=emperor),
        may_report=viewer is not None
        and official.ended_at is not None
        and may_report(official, by=viewer, emperor=emperor),
    )


def steps_of(official: OfficialPost) -> list[EndingStep]:
    """The ending action of its type, with what has been reported. No query."""
    return [
        EndingStep(place, words, place in official.done) for place, words in enumerate(official.type.steps)
    ]


def types_with_counts(at: datetime) -> list[OfficialType]:
    """The types in use, each with `open_count`, how many of its posts are open at `at`, then the retired ones. One
    query."""
    is_open = Q(posts__ended_at__isnull=True, posts__post__removed_at__isnull=True) & (
        Q(posts__closes_at__isnull=True) | Q(posts__closes_at__gt=at)
    )
    counted = OfficialType.objects.annotate(
        open_count=Count("posts", filter=is_open & Q(posts__isnull=False))
    )
    return sorted(counted, key=lambda one: (one.retired_at is not None, one.name.casefold(), one.pk))
