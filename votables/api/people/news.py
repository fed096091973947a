"""What happened since the reader's last visit, or since any time of late."""

from datetime import datetime
from types import SimpleNamespace
from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import BeforeValidator, Field

from blognomic.web.api import Instant, KeysOf, Room, Shape, read, worked_out
from blognomic.web.errors import RuleBroken
from gamestate.api.updates import viewing
from players.api.auth import PRIVATE, Who, founded, like, viewer
from votables.models import Post, Resolution
from votables.visits import noting
from votables.visits.news import LAST_DAY, LAST_WEEK
from votables.visits.news import news as news_since

from .roster import EventOut

router = Room("What is new")
KINDS = ("posts", "talks", "resolutions", "revisions", "laws", "updates", "rolls", "events")
Updated = Annotated[list[int], BeforeValidator(lambda rows: [row.update.pk for row in rows])]
Numbers = Annotated[list[int], BeforeValidator(lambda rows: [row.number for row in rows])]


class NewPost(like(Post, "id title author posted_at")):
    """A post that is new."""


class NewVote(Shape):
    """A vote that is new."""

    by: Who = worked_out(lambda vote: {"id": vote.author, "name": vote.name})
    icon: str = read("cast", "Its icon, such as `for`.")


class NewTalk(Shape):
    """Comments on a post."""

    post: int = Field(description="The key of the post.")
    title: str
    comments: KeysOf = Field(description="The keys of the comments, the first one first.")
    votes: list[NewVote] = Field(description="The last vote of each voter among them.")


class NewOutcome(like(Resolution, "at", post="The key of the matter.")):
    """How a matter came out."""

    title: str = read("post.title")
    status: str = read("to_status")


class NewsOut(Shape):
    """What happened after a time, newest first. What you did yourself is left out since your last visit."""

    since: datetime
    own: bool = Field(description="Whether it starts at the last visit of the token's owner.")
    posts: list[NewPost] = read("news.posts.rows", "Posts.")
    talks: list[NewTalk] = read("news.talks.rows", "Comments, by post.")
    resolutions: list[NewOutcome] = read("news.resolutions.rows", "How matters came out.")
    revisions: KeysOf = read("news.revisions.rows", "The keys of revisions of the ruleset.")
    laws: KeysOf = read("news.laws.rows", "The keys of versions of the law.")
    updates: Updated = read("news.updates.rows", "The keys of updates of the gamestate.")
    rolls: Numbers = read("news.rolls.rows", "The numbers of rolls.")
    events: list[EventOut] = read("news.events.rows", "Changes of the roster.")
    dynasties: Numbers = read("news.dynasties", "The numbers of dynasties that have begun.")
    more: list[str] = Field(description="Where there is more than listed.")


UpTo = Annotated[Instant, Field(description="Up to when you have read everything.")]


class Since(Shape):
    """What counts as new now."""

    since: datetime | None = Field(description="Since when things count as new to you now.")


def _instant(since: datetime, at: datetime) -> datetime:
    """Raises RuleBroken (400) for an instant that has not come."""
    if since > at:
        raise RuleBroken("That time has not come yet: nothing has happened since then.", status=400)
    return since


@router.get("/news", NewsOut)
def list_news(request: HttpRequest, since: Instant | None = None) -> SimpleNamespace:
    """What happened since a time. Without it: since your last visit if the token has the scope `private`, or else
    within the last day. Asking here does not count as a visit."""
    game, reader = founded(request), viewer(request)
    last = game.new_since if reader and since is None else None
    start = _instant(since, request.at) if since else last
    start = start or request.at - (LAST_WEEK if reader else LAST_DAY)
    news = news_since(game.shared, since=start, viewer=viewing(request), but=reader if last else None)
    if since is None and last is None:
        # A week or a day back from whenever one asks: it is another answer only when it tells of other things.
        request.of_the_moment = "since"
    more = [kind for kind in KINDS if getattr(news, kind).more]
    return SimpleNamespace(since=start, own=last is not None, news=news, more=more)


@router.post("/news/read", Since, PRIVATE)
def read_news(request: HttpRequest, *, up_to: UpTo) -> dict[str, Any]:
    """Mark everything up to a time as read, here and on the site."""
    until = _instant(up_to, request.at)
    before = request.frame.new_since or request.at - LAST_WEEK
    noting.read_up_to(request.user, until=until, now_since=before, at=request.at)
    return {"since": until}


@router.post("/news/unread", auth=PRIVATE)
def unread_news(request: HttpRequest) -> None:
    """Show as new again what was new before."""
    if not noting.take_back(request.user):
        raise RuleBroken("There is nothing to take back.", status=409)
