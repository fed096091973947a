"""Official posts of the dynasty: those that are open and were, ending them, and which comments answer them."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.problems import Refused
from blognomic.web.api.shapes import Key, Sent, Text, url_of
from players.api.auth import token
from players.api.people import Who, who
from votables.fair_play import check_comment
from votables.post_types.models import NAME_LENGTH, OfficialPost, OfficialResponse
from votables.post_types.pages import box_of, stand_of
from votables.queries.frame import outlook
from votables.services import closing_posts
from votables.services.closing_posts import OUTCOME_LENGTH, REASON_LENGTH

from .shapes import CONFIRMED, find

router = Router(tags=["Official posts"])
WRITE = token("comments")
STEPS = "The places of the steps of its ending action that were carried out, from 0."


class OfficialOut(Schema):
    """An official post, as lists have it."""

    post: int
    url: str
    title: str
    author: Who
    official_type: int = Field(description="The key of its type.")
    name: str = Field(description="What the type is called.")
    state: Literal["open", "past", "ended"] = Field(
        description="`past`: its time is over, and nobody has said how it came out."
    )
    word: str = Field(description="The type's own word for that.")
    opened_at: datetime
    closes_at: datetime | None
    ended_at: datetime | None
    responses: int = Field(description="How many comments count as responses.")


class ResponseOut(Schema):
    """A comment made while the post was open."""

    id: int
    comment: int
    by: Who
    valid: bool = Field(description="Whether it counts as a response.")
    reason: str = Field(description="Why not, or why it was decided otherwise.")


class StepOut(Schema):
    place: int
    words: str
    done: bool


class OfficialActOut(Schema):
    """What somebody did about it."""

    kind: Literal["ended", "reported", "counted", "discounted"]
    at: datetime
    by: Who
    words: str
    response: int | None


class WholeOfficial(OfficialOut):
    """An official post with what stands beside it on its page."""

    rule: str
    may_end: str = Field(description="Who may end it.")
    ends_from: datetime | None = Field(description="From when on, where that takes time.")
    endings: list[str] = Field(description="How it may end.")
    ended_by: Who | None
    ended_with: int | None = Field(description="The key of the comment that ended it.")
    outcome: str
    update: int | None = Field(description="The update of the gamestate that carried out its ending action.")
    posting: list[str]
    responding: list[str]
    ending: list[str]
    steps: list[StepOut]
    answers: list[ResponseOut]
    acts: list[OfficialActOut]


class OfficialFilters(Schema):
    """Which official posts are asked for."""

    official_type: Key | None = Field(None, description="The key of a type.")
    state: Literal["", "open", "over"] = Field("", description="`over`: past its time, or ended.")


class EndIn(Sent):
    """How an official post ends."""

    ending: Text = Field(
        "", max_length=NAME_LENGTH, description="One of its `endings`; empty for the first of them."
    )
    outcome: Text = Field("", max_length=OUTCOME_LENGTH, description="Markdown; dice in it are rolled.")
    done: list[int] = Field([], max_length=100, description=STEPS)
    confirmed: bool = Field(False, description=CONFIRMED)


class ReportIn(Sent):
    """How the ending action of an official post was carried out."""

    done: list[int] = Field([], max_length=100, description=STEPS)
    update: Key | None = Field(None, description="The update of the gamestate that did it.")


class CountIn(Sent):
    """Whether a comment counts as a response."""

    valid: bool
    reason: Text = Field(min_length=1, max_length=REASON_LENGTH)


def _short(official: OfficialPost, responses: int, at: datetime) -> dict[str, Any]:
    stand, post = stand_of(official, at), official.post
    return {
        "post": post.pk,
        "url": url_of(post.get_absolute_url()),
        "title": post.title,
        "author": who(post.author),
        "official_type": official.type_id,
        "name": official.type.name,
        "state": "open" if stand.is_open else "past" if stand.waits else "ended",
        "word": stand.word,
        "opened_at": official.opened_at,
        "closes_at": official.closes_at,
        "ended_at": official.ended_at,
        "responses": responses,
    }


def _answer(one: OfficialResponse) -> dict[str, Any]:
    told = {"valid": one.valid, "reason": one.reason}
    return {"id": one.pk, "comment": one.comment_id, "by": who(one.player), **told}


def _whole(request: HttpRequest, post: int) -> dict[str, Any]:
    """The official post of that post's key. Raises Refused (404) for a post of no type."""
    box = box_of(find(post), viewer=None, dynasty=outlook(request).dynasty, at=request.at)
    if box is None:
        raise Refused(404, "This post is of no type of official posts.")
    official = box.official
    return {
        **_short(official, len(box.responses), request.at),
        "rule": box.rule,
        "may_end": box.ender,
        "ends_from": box.ends_from,
        "endings": official.type.outcomes,
        "ended_by": who(official.ended_by),
        "ended_with": official.ended_with_id,
        "outcome": official.outcome,
        "update": official.update_id,
        "posting": box.words.posting,
        "responding": box.words.responding,
        "ending": box.words.ending,
        "steps": [{"place": one.place, "words": one.words, "done": one.done} for one in box.steps],
        "answers": [
            _answer(one) for one in sorted((*box.responses, *box.others), key=lambda one: one.comment_id)
        ],
        "acts": [
            {
                "kind": one.kind,
                "at": one.at,
                "by": who(one.by),
                "words": one.words,
                "response": one.response_id,
            }
            for one in box.acts
        ],
    }


def _official(post: int) -> OfficialPost:
    find(post)  # which says if it was removed
    return get_object_or_404(OfficialPost.objects.select_related("type", "post__author"), post=post)


@router.get(
    "/official-posts", response=Page[OfficialOut], url_name="official_posts", summary="Official posts"
)
def list_official_posts(
    request: HttpRequest, paging: Query[Paging], filters: Query[OfficialFilters]
) -> dict[str, Any]:
    """The official posts of the game, newest first."""
    listed = OfficialPost.objects.for_list()
    if filters.official_type is not None:
        listed = listed.filter(type=filters.official_type)
    kinds = {
        "": listed.visible,
        "open": lambda: listed.open_at(request.at),
        "over": lambda: listed.over_at(request.at),
    }
    rows = rows_of(request, kinds[filters.state](), paging, by="opened_at", kind=datetime)
    return page(request, (_short(one, one.counted, request.at) for one in rows))


@router.get(
    "/posts/{post}/official", response=WholeOfficial, url_name="official", summary="One official post"
)
def one_official_post(request: HttpRequest, post: Key) -> dict[str, Any]:
    """How an official post stands: its type's conditions, who answered, how it ended and what was done for it."""
    return _whole(request, post)


@router.post(
    "/posts/{post}/official/end",
    response={201: WholeOfficial},
    auth=WRITE,
    url_name="end_official",
    summary="End it",
)
def end_official(request: HttpRequest, post: Key, sent: EndIn) -> Status:
    """End an official post by a comment that says so, for good."""
    official = _official(post)
    if not sent.confirmed:
        check_comment(post=official.post, by=request.user, at=request.at)
    told = {"ending": sent.ending, "outcome": sent.outcome, "done": sent.done}
    closing_posts.end(post=official.post, by=request.user, at=request.at, **told)
    return Status(201, _whole(request, post))


@router.put(
    "/posts/{post}/official/ending-action",
    response=WholeOfficial,
    auth=WRITE,
    url_name="report_official",
    summary="Report what was done",
)
def report_official(request: HttpRequest, post: Key, sent: ReportIn) -> dict[str, Any]:
    """Say which steps of the ending action have been carried out, and by which update of the gamestate."""
    closing_posts.report(
        official=_official(post), by=request.user, at=request.at, done=sent.done, update=sent.update
    )
    return _whole(request, post)


@router.put(
    "/official-responses/{answer}",
    response=ResponseOut,
    auth=WRITE,
    url_name="count_response",
    summary="Count it, or not",
)
def count_response(request: HttpRequest, answer: Key, sent: CountIn) -> dict[str, Any]:
    """Say that a comment counts as a response after all, or does not, and why."""
    found = get_object_or_404(OfficialResponse, pk=answer)
    told = {"valid": sent.valid, "reason": sent.reason}
    return _answer(closing_posts.count(response=found, by=request.user, at=request.at, **told))
