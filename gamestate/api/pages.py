"""The pages that are gamestate."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import AsOf, Room, Rows, Seen, Sent, Text, read, url_of, worked_out
from blognomic.web.as_of import asked_instant
from gamestate.models import Page as PageRow
from gamestate.queries.pages import Version, page_asked_for, rewritten, versions_of
from gamestate.services import updating
from gamestate.values.definitions import PAGE_LENGTH, PAGE_TITLE_LENGTH
from players.api.auth import GAMESTATE, Who, by, like

from .updates import Comment, UpdateOut, shown_anew

router = Room("Gamestate")


class PageOut(like(PageRow, "id title")):
    """A page of gamestate."""

    url: str = worked_out(
        lambda page: url_of(f"/gamestate/pages/{page.pk if page.retired_at else page.key}/")
    )
    key: str = Field(
        description="Its name in addresses. A removed page can have the same one; use its `id` for that."
    )
    last: int | None = read("last_id", "Send it back as `seen` when you edit it.")
    at: datetime | None = worked_out(lambda page: page.last.at if page.last else None)
    by: Who | None = worked_out(lambda page: page.last.update.by if page.last else None)
    removed_at: datetime | None = read("retired_at", "Since when it has been removed (UTC).")


class WholePage(PageOut, like(PageRow, "text html")):
    """A page with its text."""

    is_there: bool


State = Annotated[
    Literal["live", "retired", "all"], Query("live", description="`retired` are those that were removed.")
]


class PageVersion(like(Version, "number title text is_there")):
    """An earlier version of a page."""

    at: datetime = read("entry.at")
    by: Who | None = read("entry.update.by")


class PageIn(Sent):
    """A page to save. An empty text blanks it."""

    title: Text = Field(min_length=1, max_length=PAGE_TITLE_LENGTH)
    text: Text = Field("", max_length=PAGE_LENGTH)
    comment: Comment = ""
    correction: bool = False
    seen: Seen = Field(None, description="The `last` that you looked at; none for a new page.")


@router.list("/gamestate/pages", PageOut)
def list_pages(request: HttpRequest, state: State = "live") -> Rows:
    """The pages of gamestate, and the removed ones."""
    pages = PageRow.objects.select_related("last__update__by")
    return Rows({"all": pages.all, "live": pages.live, "retired": pages.retired}[state](), by="title")


@router.get("/gamestate/pages/{key}", WholePage)
def one_page(request: HttpRequest, key: Text, when: Query[AsOf]) -> PageRow:
    """A page of gamestate, now or at a time."""
    return page_asked_for(key, asked_instant(request))


@router.list("/gamestate/pages/{key}/versions", PageVersion)
def page_history(request: HttpRequest, key: Text) -> Rows:
    """Every version of a page, oldest first, even of a removed one."""
    return Rows(versions_of(page_asked_for(key)), by=lambda version: (version.number,))


@router.put("/gamestate/pages/{key}", UpdateOut, GAMESTATE)
def write_page(request: HttpRequest, key: Text, sent: PageIn) -> Any:
    """Create or edit a page. It is a conflict (409) if you have not seen its last version."""
    meant = rewritten(key, sent.title, sent.text, seen=sent.seen)
    update = updating.update(**by(request, "leave"), **meant, **sent.dict(include={"comment", "correction"}))
    return shown_anew(request, update)
