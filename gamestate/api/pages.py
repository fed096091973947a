"""The pages that are gamestate."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import AsOf, Room, Rows, Seen, Sent, Text, read, url_of, worked_out
from blognomic.web.as_of import asked_instant
from blognomic.web.errors import RuleBroken
from gamestate.models import Page as PageRow
from gamestate.queries.pages import Version, page_called, version_at, versions_of
from gamestate.rendering import render
from gamestate.services import updating
from gamestate.values.definitions import PAGE_LENGTH, PAGE_TITLE_LENGTH
from players.api.auth import GAMESTATE, Who, by, like

from .updates import Comment, UpdateOut, shown_anew, step_of

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
    return Rows(pages if state == "all" else pages.filter(retired_at__isnull=state == "live"), by="title")


@router.get("/gamestate/pages/{key}", WholePage)
def one_page(request: HttpRequest, key: Text, when: Query[AsOf]) -> PageRow:
    """A page of gamestate, now or at a time."""
    page, at = _called(key), asked_instant(request)
    page.is_there = page.retired_at is None
    if at is None:
        return page
    then = version_at(page, at)
    if then is None:
        raise RuleBroken("There was no such page then.", status=404)
    page.title, page.text, page.is_there, page.last = then.title, then.text, then.is_there, then.entry
    page.html = render(then.text, prefix=f"g{page.pk}", at=then.entry.at) if then.text else ""
    return page


@router.list("/gamestate/pages/{key}/versions", PageVersion)
def page_history(request: HttpRequest, key: Text) -> Rows:
    """Every version of a page, oldest first, even of a removed one."""
    return Rows(versions_of(_called(key)), by=lambda version: (version.number,))


@router.put("/gamestate/pages/{key}", UpdateOut, GAMESTATE)
def write_page(request: HttpRequest, key: Text, sent: PageIn) -> Any:
    """Create or edit a page. It is a conflict (409) if you have not seen its last version."""
    page = page_called(key)
    if page is not None and page.retired_at is not None:
        raise RuleBroken("This page was removed. To get it back, undo that in its history.", status=409)
    text = sent.text.replace("\r\n", "\n").rstrip()
    update = updating.update(
        **by(request, "leave"),
        steps=[step_of({"do": "page", "path": key, "name": sent.title, "to": text})],
        **sent.dict(include={"comment", "correction"}),
        seen={f"page/{page.pk}": sent.seen or None} if page else {},
    )
    return shown_anew(request, update)


def _called(key: str) -> PageRow:
    page = page_called(key)
    if page is None:
        raise Http404
    return page
