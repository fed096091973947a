"""What happened since one's last visit, or since any instant of late."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from blognomic.web.api.shapes import Instant, Sent
from blognomic.web.errors import RuleBroken
from gamestate.api.update_shapes import viewing
from players.api.auth import token, viewer
from players.api.people import Who, who
from votables.api.game import founded
from votables.queries.frame import outlook
from votables.visits import keeping
from votables.visits.news import LAST_DAY, LAST_WEEK, Talk, news

from .roster import EventOut, event_out

router = Router(tags=["What is new"])
PRIVATE = token("private")
KINDS = ("posts", "talks", "resolutions", "revisions", "laws", "updates", "rolls", "events")


class NewPost(Schema):
    id: int
    title: str
    author: Who
    posted_at: datetime


class NewVote(Schema):
    by: Who
    icon: str


class NewTalk(Schema):
    """What was said on a post."""

    post: int
    title: str
    comments: list[int] = Field(description="The keys of the comments, the first one first.")
    votes: list[NewVote] = Field(description="The last vote among them of each who voted.")


class NewOutcome(Schema):
    post: int
    title: str
    at: datetime
    status: str


class NewsOut(Schema):
    """What happened after an instant, each newest first. Of one's own doing, nothing since one's own last visit."""

    since: datetime
    own: bool = Field(description="Whether that is since the last visit of the token's owner.")
    posts: list[NewPost]
    talks: list[NewTalk]
    resolutions: list[NewOutcome]
    revisions: list[int]
    laws: list[int]
    updates: list[int] = Field(description="The keys of updates of the gamestate.")
    rolls: list[int] = Field(description="The numbers of rolls.")
    events: list[EventOut]
    dynasties: list[int] = Field(description="The numbers of dynasties that have begun.")
    more: list[str] = Field(description="Of what there may be more than is told.")


class UpTo(Sent):
    up_to: Instant = Field(description="Up to when one has read everything.")


class Since(Schema):
    since: datetime | None = Field(description="Since when things are new to one now.")


def _instant(since: datetime, at: datetime) -> datetime:
    """Raises RuleBroken (400) for an instant that has not come."""
    if since > at:
        raise RuleBroken("That instant has not come yet: nothing has happened since then.", status=400)
    return since


def _talk(one: Talk) -> dict[str, Any]:
    votes = [{"by": {"id": each.author, "name": each.name}, "icon": each.cast} for each in one.votes]
    return {
        "post": one.post,
        "title": one.title,
        "comments": [each.pk for each in one.comments],
        "votes": votes,
    }


@router.get("/news", response=NewsOut, url_name="news", summary="What is new")
def list_news(request: HttpRequest, since: Instant | None = None) -> dict[str, Any]:
    """What happened since an instant; without one, since one's last visit, if the token has the scope `private`, or
    within the last day. Asking here is no visit."""
    game, reader = founded(request), viewer(request)
    last = game.new_since if reader and since is None else None
    start = _instant(since, request.at) if since else last
    start = start or request.at - (LAST_WEEK if reader else LAST_DAY)
    found = news(game.present, since=start, viewer=viewing(request), but=reader if last else None)
    told = {
        "since": start,
        "own": last is not None,
        "posts": [
            {"id": one.pk, "title": one.title, "author": who(one.author), "posted_at": one.posted_at}
            for one in found.posts.rows
        ],
        "talks": [_talk(one) for one in found.talks.rows],
        "resolutions": [
            {"post": one.post_id, "title": one.post.title, "at": one.at, "status": one.to_status}
            for one in found.resolutions.rows
        ],
        "revisions": [one.pk for one in found.revisions.rows],
        "laws": [one.pk for one in found.laws.rows],
        "updates": [one.update.pk for one in found.updates.rows],
        "rolls": [one.number for one in found.rolls.rows],
        "events": [event_out(one) for one in found.events.rows],
        "dynasties": [one.number for one in found.dynasties],
        "more": [kind for kind in KINDS if getattr(found, kind).more],
    }
    if since is None and last is None:
        # A week or a day back from whenever one asks: it is another answer only when it tells of other things.
        request.lasting = {**told, "since": None}
    return told


@router.post("/news/read", response=Since, auth=PRIVATE, url_name="read", summary="Count it as read")
def read_news(request: HttpRequest, sent: UpTo) -> dict[str, Any]:
    """Count what happened up to an instant as read, here and on the site."""
    until = _instant(sent.up_to, request.at)
    before = outlook(request).new_since or request.at - LAST_WEEK
    keeping.read_up_to(request.user, until=until, now_since=before, at=request.at)
    return {"since": until}


@router.post("/news/unread", response={204: None}, auth=PRIVATE, url_name="unread", summary="Take that back")
def unread_news(request: HttpRequest) -> Status:
    """Let what was new before be new again."""
    if not keeping.take_back(request.user):
        raise RuleBroken("There is nothing to take back.", status=409)
    return Status(204, None)
