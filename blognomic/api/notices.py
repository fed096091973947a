"""What one was told."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.api.auth import token
from blognomic.api.paging import Page, Paging, page, rows_of
from blognomic.api.shapes import Key, Sent, url_of
from players.models import Notice
from players.notices import inbox, telling

router = Router(tags=["For oneself"])
PRIVATE = token("private")


class NoticeOut(Schema):
    """Something that one was told."""

    id: int
    kind: str
    at: datetime
    sentence: str
    url: str
    read_at: datetime | None


class ReadIn(Sent):
    up_to: Key = Field(description="The newest notice that was seen.")


class Number(Schema):
    number: int


@router.get("/notices", response=Page[NoticeOut], auth=PRIVATE, url_name="notices", summary="One's notices")
def list_notices(request: HttpRequest, paging: Query[Paging], unread: bool = False) -> dict[str, Any]:
    """What one was told, newest first."""
    rows = rows_of(request, inbox.inbox_of(request.user, unread_only=unread), paging, by="at", kind=datetime)
    return page(request, map(_notice, rows))


@router.post("/notices/read", response=Number, auth=PRIVATE, url_name="read_notices", summary="Mark as read")
def read_notices(request: HttpRequest, sent: ReadIn) -> dict[str, int]:
    """Mark as read what one was told up to a notice."""
    return {"number": telling.read_all(by=request.user, at=request.at, up_to=sent.up_to)}


def _notice(one: Notice) -> dict[str, Any]:
    names = ("kind", "at", "sentence", "read_at")
    return {"id": one.pk, "url": url_of(one.link), **{name: getattr(one, name) for name in names}}
