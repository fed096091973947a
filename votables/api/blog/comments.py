"""Comments, and the votes in them; how matters were resolved."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Confirmed, PathOf, Room, Rows, Text, read, worked_out
from gamestate.api.updates import RollShort
from players.api.auth import COMMENTS, by, like
from votables.models import Comment, Post, Resolution
from votables.queries.comments import CommentRow, comment_rows, settled
from votables.queries.fair_play import check_comment
from votables.queries.finding import without_removed
from votables.queries.pending import Case
from votables.services.commenting import COMMENT_LENGTH, comment

from .shapes import Found, VoteOut
from .writing import Asks

router = Room("Comments and votes")


class CommentOut(
    like(
        Comment,
        "id post author at html asks",
        of="comment",
        text="What it says, in Markdown.",
        icons="The voting icons in it.",
    )
):
    """A comment. Its vote, if there is one, is in its icons."""

    url: PathOf = read("comment.get_absolute_url")
    icon: str = read("comment.cast", "The last icon that its author could use; empty without one.")
    mark: str = Field(description="`effective`, `superseded` or `uncounted`; empty if it has no vote.")
    note: str = Field(description="Why its vote does not count.")
    rolls: list[RollShort] = Field(description="Its dice.")


class CommentIn(Confirmed):
    """A comment, a vote, or both."""

    text: Text = Field(
        "", max_length=COMMENT_LENGTH, description="Markdown. Icons such as `:for:` vote; dice roll."
    )
    vote: Text = Field(
        "", max_length=40, description="An icon to put after the text, such as `for` or `against`."
    )
    asks: Asks = ""


class Written(CommentOut):
    """A new comment."""

    ignored: list[str] = worked_out(
        lambda row: list(dict.fromkeys(reason.in_english for reason in row.comment.ignored.values())),
        "Why icons in it do not count.",
    )

    # Whether it is effective is for the next reading to say: then every other vote is known, too.
    mark: str = worked_out(lambda row: "", "Empty: read the comment again to know.")
    note: str = worked_out(lambda row: "", "Empty: read the comment again to know.")


class ResolutionOut(like(Resolution, "id at by against_verdict reason from_status tally")):
    """A status that an admin gave to a matter, with all the facts it was judged by."""

    status: str = read("to_status", "What it was given.")
    law: str = read("law.name", "The law that it was judged by.")
    facts: dict[str, Any] = Field(
        description="The game file that the verdict was made from, for `POST /judge`."
    )
    verdict: dict[str, Any] = Field(description="What the judge said of it, as `POST /judge` does.")


def _rows(post: Post, case: Case | None) -> list[CommentRow]:
    """All comments of a post, with what became of their votes. Four queries at most."""
    if case:
        return comment_rows(case.docket.comments[post.pk], case, [])
    comments = list(post.comments.order_by("at", "pk").select_related("author"))
    return comment_rows(comments, None, settled(post).ballots if post.is_matter else [])


@router.list("/posts/{post}/comments", CommentOut)
def list_comments(request: HttpRequest, post: Found) -> Rows:
    """The comments on a post in order, each with the value of its vote."""
    rows = _rows(post, request.frame.case(post))
    return Rows(rows, by=lambda row: (row.comment.at, row.comment.pk))


@router.add("/posts/{post}/comments", Written, COMMENTS)
def write_comment(request: HttpRequest, post: Found, sent: CommentIn) -> CommentRow:
    """Comment on a post. An icon in it is your vote. Dice in it are rolled once."""
    text = sent.text
    if sent.vote:
        text = f"{text.rstrip()}\n\n:{sent.vote.strip(':')}:".lstrip()
    if not sent.confirmed:
        check_comment(post=post, **by(request), shared=request.present)
    others = sent.dict(include={"asks", "confirmed"})
    written: Comment = comment(post=post, **by(request), text=text, shared=request.present, **others)
    request.made_at = f"{request.path}#{written.pk}"
    return comment_rows([written], None, [])[0]


@router.get("/posts/{post}/votes", list[VoteOut])
def votes(request: HttpRequest, post: Found) -> Sequence[Any]:
    """Everybody's vote on a matter; for a resolved one, as it was when resolved."""
    case = request.frame.case(post)
    return case.votes if case else settled(post).ballots if post.is_matter else []


@router.list("/posts/{post}/resolutions", ResolutionOut)
def list_resolutions(request: HttpRequest, post: Found) -> Rows:
    """Every status that a matter had, newest first, each with the facts behind it."""
    resolutions = post.resolutions.select_related("by", "law").defer("law__document")
    return Rows(resolutions, by="-at", tell=without_removed)
