"""Drafts, and what a text will look like."""

from typing import Annotated, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Schema
from pydantic import Field

from blognomic.web.api import Key, Room, Rows, Sent, Text
from blognomic.web.errors import RuleBroken
from players.api import ANY, POSTS, by, founded, like
from ruleset.law import vocabulary
from votables.changes.change import MOST
from votables.forms.posts import BODY_LENGTH
from votables.models import TITLE_LENGTH, Draft
from votables.queries.kinds import labels
from votables.queries.rendering import render_prose
from votables.services import posting

from .changes import CHANGES, Carrying, Change, sent_changes

router = Room("Posts and matters")
Asks = Literal["", "join", "idle", "unidle", "leave"]


class Deciding(Sent):
    """What a matter is about, besides its words and changes."""

    amends: list[Text] = Field([], max_length=20)
    changes_nothing: bool = False
    choices: list[Text] = Field([], max_length=20)


class Writing(Deciding):
    """What a post or a draft says."""

    title: Text = Field("", max_length=TITLE_LENGTH)
    category: Text = Field("", max_length=20)
    body: Text = Field("", max_length=BODY_LENGTH)
    commentary: Text = Field("", max_length=BODY_LENGTH)
    changes: list[Change] = Field([], max_length=MOST, description=CHANGES)
    asks: Asks = ""


class DraftIn(Writing):
    """What one is writing. Nothing of it is checked but its changes and its length."""


class DraftOut(
    like(Draft, "id title category body commentary amends changes_nothing choices asks saved_at"), Carrying
):
    """A draft of one's own, which nobody else sees."""


class HtmlOut(Schema):
    """What a text will look like."""

    html: str


@router.post("/preview", HtmlOut, ANY)
def preview(request: HttpRequest, *, text: Annotated[Text, Field(max_length=BODY_LENGTH)]) -> dict[str, str]:
    """What a text will look like. Nothing is saved and nothing is rolled."""
    return {"html": str(render_prose(text, prefix="preview", at=request.at, preview=True))}


@router.list("/drafts", DraftOut, POSTS)
def list_drafts(request: HttpRequest) -> Rows:
    """One's own drafts, the last saved first."""
    return Rows(Draft.objects.filter(author=request.user), by="-saved_at")


@router.add("/drafts", DraftOut, POSTS)
def keep_draft(request: HttpRequest, sent: DraftIn) -> Draft:
    """Keep what one is writing. Nobody else sees it."""
    return _saved(request, None, sent)


@router.get("/drafts/{draft}", DraftOut, POSTS)
def one_draft(request: HttpRequest, draft: Key) -> Draft:
    """A draft of one's own."""
    return own_draft(request, draft)


@router.put("/drafts/{draft}", DraftOut, POSTS)
def change_draft(request: HttpRequest, draft: Key, sent: DraftIn) -> Draft:
    """Put something else in the place of what a draft says."""
    return _saved(request, own_draft(request, draft), sent)


@router.delete("/drafts/{draft}", auth=POSTS)
def discard_draft(request: HttpRequest, draft: Key) -> None:
    """Throw a draft away."""
    own_draft(request, draft).delete()


def own_draft(request: HttpRequest, pk: int) -> Draft:
    """A draft of whoever asks. Raises Http404 for any other."""
    return get_object_or_404(Draft, pk=pk, author=request.user)


def _saved(request: HttpRequest, draft: Draft | None, sent: DraftIn) -> Draft:
    words = sent.dict(exclude={"changes"})
    if unknown := set(words["amends"]) - set(vocabulary.AMENDS):
        raise RuleBroken(f"There is no section of the rules called “{min(unknown)}”.", status=400)
    if words["category"] not in labels(founded(request).docket.law):
        raise RuleBroken("The law knows no such category.", status=400)
    changes = sent_changes(sent.changes, at=request.at)
    return posting.save_draft(**by(request), draft=draft, changes=changes, **words)
