"""Official posts of the dynasty: those that are open and were, ending them, and which comments answer them."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import Confirmed, Key, PathOf, Room, Rows, Sent, Shape, Text, read, row_of, worked_out
from blognomic.web.api.shapes import InEnglish
from blognomic.web.errors import RuleBroken
from players.api.auth import COMMENTS, Who, like
from votables.models import Post
from votables.post_types.models import NAME_LENGTH, OfficialPost, OfficialResponse
from votables.post_types.queries import EndingStep, box_of, stand_of
from votables.queries.fair_play import check_comment
from votables.services import closing_posts
from votables.services.closing_posts import OUTCOME_LENGTH, REASON_LENGTH

from .shapes import Found

router = Room("Official posts")
STEPS = "The places of the steps of its ending action that were carried out, from 0."
Done = Annotated[list[int], Field(max_length=100, description=STEPS)]


def _state(official: OfficialPost, context: dict[str, Any]) -> str:
    stand = stand_of(official, context["request"].at)
    return "open" if stand.is_open else "past" if stand.waits else "ended"


class OfficialOut(like(OfficialPost, "ended_at opened_at closes_at", post="Its key.")):
    """An official post, as lists have it."""

    url: PathOf = read("post.get_absolute_url")
    title: str = read("post.title")
    author: Who = read("post.author")
    official_type: int = read("type_id", "The key of its type.")
    name: str = read("type.name", "What the type is called.")
    state: Literal["open", "past", "ended"] = worked_out(
        _state, "`past`: it is closed, and nobody has said how it came out."
    )
    word: str = worked_out(
        lambda official, context: stand_of(official, context["request"].at).word,
        "The type's word for that.",
    )
    responses: int = read("counted", "How many comments count as responses.")


class ResponseOut(like(OfficialResponse, "id valid reason", comment="Its key.")):
    """A comment made while the post was open, and whether and why it counts as a response."""

    by: Who = read("player")


StepOut = like(EndingStep, "place words done", called="StepOut")


class OfficialActOut(Shape):
    """What somebody did about it."""

    kind: Literal["ended", "reported", "counted", "discounted"]
    at: datetime
    by: Who
    words: InEnglish = Field(description="The same as a sentence.")
    response: int | None = read("response_id", "The key of the response that it is about.")


class WholeOfficial(OfficialOut):
    """An official post: its type's conditions, who answered, how it ended and what was done for it."""

    rule: str = read("box.rule")
    may_end: str = read("box.ender", "Who may end it.")
    ends_from: datetime | None = read("box.ends_from", "From when, if it takes time.")
    endings: list[str] = read("type.outcomes", "How it may end.")
    ended_by: Who | None
    ended_with: int | None = read("ended_with_id", "The key of the comment that ended it.")
    outcome: str = Field(description="How it came out, in Markdown.")
    update: int | None = read("update_id", "The update of the gamestate that carried out its ending action.")
    posting: list[str] = read("box.words.posting")
    responding: list[str] = read("box.words.responding")
    ending: list[str] = read("box.words.ending")
    steps: list[StepOut] = read("box.steps", "The steps of its ending action.")
    answers: list[ResponseOut] = worked_out(
        lambda official: sorted(
            (*official.box.responses, *official.box.others), key=lambda one: one.comment_id
        ),
        "The comments made while it was open, counted or not.",
    )
    acts: list[OfficialActOut] = read("box.acts", "What was done about it.")


class OfficialFilters(Shape):
    """Which official posts are asked for."""

    official_type: Key | None = Field(None, description="The key of a type.")
    state: Literal["", "open", "over"] = Field("", description="`over`: past its time, or ended.")


class EndIn(Confirmed):
    """How an official post ends."""

    ending: Text = Field(
        "", max_length=NAME_LENGTH, description="One of its `endings`; empty for the first of them."
    )
    outcome: Text = Field("", max_length=OUTCOME_LENGTH, description="Markdown; dice in it are rolled.")
    done: Done = []


class ReportIn(Sent):
    """How the ending action of an official post was carried out."""

    done: Done = []
    update: Key | None = Field(None, description="The update of the gamestate that did it.")


class CountIn(Sent):
    """Whether a comment counts as a response."""

    valid: bool
    reason: Text = Field(min_length=1, max_length=REASON_LENGTH)


def _whole(request: HttpRequest, of: Post | OfficialPost) -> OfficialPost:
    """The official post of that post, or as it stands by now, with what its page shows. Raises RuleBroken (404) for a
    post of no type."""
    post = of if isinstance(of, Post) else of.post
    box = box_of(post, viewer=None, dynasty=request.frame.dynasty, at=request.at)
    if box is None:
        raise RuleBroken("This post is of no type of official posts.", status=404)
    box.official.box, box.official.counted = box, len(box.responses)
    return box.official


WHOLE: dict[str, Any] = {"answer": WholeOfficial, "auth": COMMENTS, "then": _whole}


@router.list("/official-posts", OfficialOut)
def list_official_posts(request: HttpRequest, filters: Query[OfficialFilters]) -> Rows:
    """The official posts of the game, newest first."""
    listed = OfficialPost.objects.for_list().of_type(filters.official_type)
    if filters.state:
        listed = (listed.open_at if filters.state == "open" else listed.over_at)(request.at)
    else:
        listed = listed.visible()
    return Rows(listed, by="-opened_at")


@router.one("/posts/{post}/official", WholeOfficial, then=_whole)
def one_official_post(post: Found) -> None: ...


@router.add("/posts/{post}/official/end", does=closing_posts.end, asks=check_comment, **WHOLE)
def end_official(post: Found, sent: EndIn) -> None: ...


@router.put("/posts/{post}/official/ending-action", does=closing_posts.report, **WHOLE)
def report_official(post: Found, sent: ReportIn) -> None: ...


@router.put("/official-responses/{answer}", ResponseOut, COMMENTS, does=closing_posts.count)
def count_response(answer: row_of(OfficialResponse), sent: CountIn) -> None: ...
