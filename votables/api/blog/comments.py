"""Comments, and the votes in them; how matters were resolved."""

from collections.abc import Sequence
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from pydantic import Field

from blognomic.web.api import Confirmed, PathOf, Room, Rows, Text, read, worked_out
from gamestate.api.update_shapes import RollShort
from players.api import by, like, token
from votables.models import Comment, Post, Resolution
from votables.queries.comments import CommentRow, comment_rows, settled
from votables.queries.fair_play import check_comment
from votables.queries.finding import without_removed
from votables.queries.pending import Case
from votables.services.commenting import COMMENT_LENGTH, comment

from .shapes import Found, VoteOut

router = Room("Comments and votes")


OF_COMMENTS = {"text": "Markdown.", "icons": "The voting icons in it."}


class CommentOut(like(Comment, "id post author at text html icons asks", of="comment", about=OF_COMMENTS)):
    """A comment. Its vote, if there is one, is in its icons."""

    url: PathOf = read("comment.get_absolute_url")
    icon: str = read(
        "comment.cast", "The one that its author could use, the last of them; empty without one."
    )
    mark: str = Field(
        description="`effective`, `superseded` or `uncounted`; empty where there is no vote in it."
    )
    note: str = Field(description="Why the vote in it does not stand.")
    rolls: list[RollShort]


class CommentIn(Confirmed):
    """A comment, a vote, or both."""

    text: Text = Field(
        "", max_length=COMMENT_LENGTH, description="Markdown. Icons such as `:for:` vote; dice roll."
    )
    vote: Text = Field(
        "", max_length=40, description="An icon to put after the text, such as `for` or `against`."
    )
    asks: Literal["", "join", "idle", "unidle", "leave"] = ""


class Written(CommentOut):
    """A comment that was just written."""

    ignored: list[str] = worked_out(
        lambda row: list(dict.fromkeys(reason.in_english for reason in row.comment.ignored.values())),
        "Why icons in it do not count.",
    )

    # Whether it is effective is for the next reading to say: then every other vote is known, too.
    @staticmethod
    def resolve_mark(row: CommentRow) -> str:
        return ""

    @staticmethod
    def resolve_note(row: CommentRow) -> str:
        return ""


class ResolutionOut(like(Resolution, "id at by from_status against_verdict reason tally")):
    """A status that an admin gave to a matter, with all that the judge looked at."""

    status: str = read("to_status", "What it was given.")
    law: str = read("law.name", "The law that it was judged by.")
    facts: dict[str, Any] = Field(
        description="The game file that the verdict was made from, for `POST /judge`."
    )
    verdict: dict[str, Any]


def _rows(post: Post, case: Case | None) -> list[CommentRow]:
    """All comments of a post, with what became of their votes. Four queries at most."""
    found = (
        case.docket.comments[post.pk]
        if case
        else list(post.comments.order_by("at", "pk").select_related("author"))
    )
    ballots = settled(post).ballots if post.is_matter and not case else []
    return comment_rows(found, case, ballots)


@router.list(
    "/posts/{post}/comments", "Comments on it", CommentOut, by=lambda row: (row.comment.at, row.comment.pk)
)
def list_comments(request: HttpRequest, post: Found) -> Rows:
    """The comments on a post in their order, each with what its vote is worth."""
    rows = _rows(post, request.frame.case(post))
    return rows


@router.add("/posts/{post}/comments", "Comment and vote", Written, token("comments"))
def write_comment(request: HttpRequest, response: HttpResponse, post: Found, sent: CommentIn) -> CommentRow:
    """Comment on a post; vote with an icon in it. Dice in it are rolled once."""
    text = sent.text
    if sent.vote:
        text = f"{text.rstrip()}\n\n:{sent.vote.strip(':')}:".lstrip()
    if not sent.confirmed:
        check_comment(post=post, **by(request), shared=request.present)
    told = sent.dict(include={"asks", "confirmed"})
    made: Comment = comment(post=post, **by(request), text=text, shared=request.present, **told)
    response["Location"] = f"{request.path}#{made.pk}"
    return comment_rows([made], None, [])[0]


@router.get("/posts/{post}/votes", "Votes on it", list[VoteOut])
def votes(request: HttpRequest, post: Found) -> Sequence[Any]:
    """How everybody's vote on a matter stands; of a resolved one, how it stood when it was resolved."""
    case = request.frame.case(post)
    return case.votes if case else settled(post).ballots if post.is_matter else []


@router.list("/posts/{post}/resolutions", "How it came out", ResolutionOut, by="-at", tell=without_removed)
def list_resolutions(request: HttpRequest, post: Found) -> Rows:
    """Every status that a matter was given, newest first, each with the facts that it was judged by."""
    return post.resolutions.select_related("by", "law").defer("law__document")
