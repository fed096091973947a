"""The pages that are gamestate."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import AsOf, Sent, Text, url_of
from blognomic.web.as_of import asked_instant
from blognomic.web.errors import RuleBroken
from gamestate.api.update_shapes import UpdateOut, told_anew
from gamestate.models import Page as PageRow
from gamestate.queries.pages import Version, page_called, version_at, versions_of
from gamestate.rendering import render
from gamestate.services.updating import COMMENT_LENGTH
from gamestate.values.definitions import PAGE_LENGTH, PAGE_TITLE_LENGTH
from players.api.auth import token
from players.api.people import Who, who
from votables.services import tracking

from .updates import step_of

router = Router(tags=["Gamestate"])
WRITE = token("gamestate")


class PageOut(Schema):
    """A page of gamestate."""

    id: int
    key: str = Field(
        description="What addresses call it; one that was removed may share it, and goes by its `id`."
    )
    url: str
    title: str
    last: int | None = Field(description="To be sent back as `seen` by whoever writes it anew.")
    at: datetime | None
    by: Who | None
    removed_at: datetime | None


class WholePage(PageOut):
    text: str
    html: str
    is_there: bool = Field(description="Whether it was there at the instant that is asked for.")


class PageFilters(Schema):
    """Which pages are asked for."""

    state: Literal["live", "retired", "all"] = Field(
        "live", description="`retired` are those that were removed."
    )


class PageVersion(Schema):
    number: int
    at: datetime
    by: Who | None
    title: str
    text: str
    is_there: bool


class PageIn(Sent):
    """A page, written anew. An empty text blanks it."""

    title: Text = Field(min_length=1, max_length=PAGE_TITLE_LENGTH)
    text: Text = Field("", max_length=PAGE_LENGTH)
    comment: Text = Field("", max_length=COMMENT_LENGTH)
    correction: bool = False
    seen: int | None = Field(
        None, ge=0, le=10**15, description="The `last` that one looked at; none for a new page."
    )


@router.get("/gamestate/pages", response=Page[PageOut], url_name="pages", summary="Pages")
def list_pages(request: HttpRequest, paging: Query[Paging], filters: Query[PageFilters]) -> dict[str, Any]:
    """The pages that are gamestate, and those that were."""
    found = PageRow.objects.select_related("last__update__by")
    if filters.state != "all":
        found = found.filter(retired_at__isnull=filters.state == "live")
    rows = rows_of(request, found, paging, by="title", kind=str, descending=False)
    return page(request, map(_page, rows))


@router.get("/gamestate/pages/{key}", response=WholePage, url_name="page", summary="One page")
def one_page(request: HttpRequest, key: Text, asked: Query[AsOf]) -> dict[str, Any]:
    """A page of gamestate as it stands, or as it stood at an instant."""
    found = _called(key)
    told = {**_page(found), "text": found.text, "html": found.html, "is_there": found.retired_at is None}
    at = asked_instant(request)
    if at is None:
        return told
    then = version_at(found, at)
    if then is None:
        raise RuleBroken("There was no such page then.", status=404)
    html = render(then.text, prefix=f"g{found.pk}", at=then.entry.at) if then.text else ""
    return {**told, **_version(then), "last": then.key, "html": html}


@router.get(
    "/gamestate/pages/{key}/versions",
    response=list[PageVersion],
    url_name="page_versions",
    summary="Its versions",
)
def page_history(request: HttpRequest, key: Text) -> list[dict[str, Any]]:
    """Every version of a page, the first one first, also of one that was removed."""
    return [{**_version(one), "number": one.number} for one in versions_of(_called(key))]


def _version(one: Version) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("title", "text", "is_there")}
    return {**told, "at": one.entry.at, "by": who(one.entry.update.by)}


@router.put("/gamestate/pages/{key}", response=UpdateOut, auth=WRITE, url_name="page", summary="Write it")
def write_page(request: HttpRequest, key: Text, sent: PageIn) -> dict[str, Any]:
    """Make a page, or write it anew. Raises a conflict for who has not seen its last version."""
    there = page_called(key)
    if there is not None and there.retired_at is not None:
        raise RuleBroken("This page was removed. Undo that in its history to have it back.", status=409)
    text = sent.text.replace("\r\n", "\n").rstrip()
    made = tracking.update_gamestate(
        by=request.user,
        at=request.at,
        steps=[step_of({"do": "page", "path": key, "name": sent.title, "to": text})],
        comment=sent.comment,
        correction=sent.correction,
        seen={f"page/{there.pk}": sent.seen or None} if there else {},
    )
    return told_anew(request, made)


def _page(found: PageRow) -> dict[str, Any]:
    last = found.last
    return {
        "id": found.pk,
        "key": found.key,
        "url": url_of(f"/gamestate/pages/{found.pk if found.retired_at else found.key}/"),
        "title": found.title,
        "last": found.last_id,
        "at": last.at if last else None,
        "by": who(last.update.by) if last else None,
        "removed_at": found.retired_at,
    }


def _called(key: str) -> PageRow:
    found = page_called(key)
    if found is None:
        raise Http404
    return found
