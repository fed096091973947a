"""Comments, and the votes in them; how matters were resolved."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, cut, page, rows_of
from blognomic.web.api.shapes import Key, Sent, Text, url_of
from gamestate.api.update_shapes import RollShort
from players.api.auth import token
from players.api.people import Who, who
from votables.fair_play import check_comment
from votables.models import Comment, Post
from votables.queries.comments import CommentRow, comment_rows, settled
from votables.queries.finding import without_removed
from votables.queries.frame import outlook
from votables.queries.pending import Case
from votables.services.commenting import COMMENT_LENGTH, comment

from .shapes import CONFIRMED, VoteOut, find

router = Router(tags=["Comments and votes"])


class CommentOut(Schema):
    """A comment. Its vote, if there is one, is in its icons."""

    id: int
    url: str
    post: int
    author: Who
    at: datetime
    text: str = Field(description="Markdown.")
    html: str
    icons: list[str] = Field(description="The voting icons in it.")
    icon: str = Field(description="The one that its author could use, the last of them; empty without one.")
    mark: str = Field(
        description="`effective`, `superseded` or `uncounted`; empty where there is no vote in it."
    )
    note: str = Field(description="Why the vote in it does not stand.")
    asks: str
    rolls: list[RollShort]


class CommentIn(Sent):
    """A comment, a vote, or both."""

    text: Text = Field(
        "", max_length=COMMENT_LENGTH, description="Markdown. Icons such as `:for:` vote; dice roll."
    )
    vote: Text = Field(
        "", max_length=40, description="An icon to put after the text, such as `for` or `against`."
    )
    asks: Literal["", "join", "idle", "unidle", "leave"] = ""
    confirmed: bool = Field(False, description=CONFIRMED)


class Written(CommentOut):
    """A comment that was just written."""

    ignored: list[str] = Field(description="Why icons in it do not count.")


class ResolutionOut(Schema):
    """A status that an admin gave to a matter, with all that the judge looked at."""

    id: int
    at: datetime
    by: Who
    from_status: str
    status: str
    against_verdict: bool
    reason: str
    tally: str
    law: str
    facts: dict[str, Any] = Field(
        description="The game file that the verdict was made from, for `POST /judge`."
    )
    verdict: dict[str, Any]


def comment_out(row: CommentRow) -> dict[str, Any]:
    one = row.comment
    return {
        "id": one.pk,
        "url": url_of(one.get_absolute_url()),
        "post": one.post_id,
        "author": who(one.author),
        "at": one.at,
        "text": one.text,
        "html": one.html,
        "icons": one.icons,
        "icon": one.cast,
        "mark": row.mark,
        "note": row.note,
        "asks": one.asks,
        "rolls": [{"number": roll.number, "roll": roll.told} for roll in row.rolls],
    }


def _rows(post: Post, case: Case | None) -> list[CommentRow]:
    """All comments of a post, with what became of their votes. Four queries at most."""
    found = (
        case.held.comments[post.pk]
        if case
        else list(post.comments.order_by("at", "pk").select_related("author"))
    )
    ballots = settled(post).ballots if post.is_matter and not case else []
    return comment_rows(found, case, ballots)


@router.get(
    "/posts/{post}/comments", response=Page[CommentOut], url_name="comments", summary="Comments on it"
)
def list_comments(request: HttpRequest, post: Key, paging: Query[Paging]) -> dict[str, Any]:
    """The comments on a post in their order, each with what its vote is worth."""
    found = find(post)
    rows = _rows(found, outlook(request).case(found))
    return page(request, map(comment_out, cut(request, rows, paging)))


@router.post(
    "/posts/{post}/comments",
    response={201: Written},
    auth=token("comments"),
    url_name="comments",
    summary="Comment and vote",
)
def write_comment(request: HttpRequest, response: HttpResponse, post: Key, sent: CommentIn) -> Status:
    """Comment on a post; vote with an icon in it. Dice in it are rolled once."""
    found, text = find(post), sent.text
    if sent.vote:
        text = f"{text.rstrip()}\n\n:{sent.vote.strip(':')}:".lstrip()
    if not sent.confirmed:
        check_comment(post=found, by=request.user, at=request.at)
    made: Comment = comment(
        post=found, by=request.user, at=request.at, text=text, asks=sent.asks, confirmed=sent.confirmed
    )
    (row,) = comment_rows([made], None, [])
    told = comment_out(row)
    # Whether it is effective is for the next reading to say: then every other vote is known, too.
    told |= {"mark": "", "note": "", "ignored": list(dict.fromkeys(made.ignored.values()))}
    response["Location"] = f"{request.path}#{made.pk}"
    return Status(201, told)


@router.get("/posts/{post}/votes", response=list[VoteOut], url_name="votes", summary="Votes on it")
def votes(request: HttpRequest, post: Key) -> list[dict[str, Any]]:
    """How everybody's vote on a matter stands; of a resolved one, how it stood when it was resolved."""
    found = find(post)
    case = outlook(request).case(found)
    of = case.votes if case else settled(found).ballots if found.is_matter else []
    return [
        {"player": who(one.player), "icon": one.cast, "counts_as": one.counts_as, "weight": one.weight}
        for one in of
    ]


@router.get(
    "/posts/{post}/resolutions",
    response=Page[ResolutionOut],
    url_name="resolutions",
    summary="How it came out",
)
def list_resolutions(request: HttpRequest, post: Key, paging: Query[Paging]) -> dict[str, Any]:
    """Every status that a matter was given, newest first, each with the facts that it was judged by."""
    rows = find(post).resolutions.select_related("by", "law").defer("law__document")
    return page(
        request,
        (
            {
                "id": one.pk,
                "at": one.at,
                "by": who(one.by),
                "from_status": one.from_status,
                "status": one.to_status,
                "against_verdict": one.against_verdict,
                "reason": one.reason.in_english,
                "tally": one.tally,
                "law": one.law.name,
                "facts": one.facts,
                "verdict": one.verdict,
            }
            for one in without_removed(rows_of(request, rows, paging, by="at", kind=datetime))
        ),
    )
