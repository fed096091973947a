"""What one was told."""

from datetime import datetime
from typing import Any, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import Key, Sent, url_of
from blognomic.web.errors import RuleBroken
from players.models import Notice, Player
from players.notices import inbox, telling
from players.notices.kinds import KINDS, How, Kind

from .auth import token

Language = Literal[tuple(code for code, __ in settings.LANGUAGES)]

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


class SettingsOut(Schema):
    """How one hears of things."""

    kinds: dict[str, How] = Field(
        description="How one hears of each kind of thing: not at all, on the site, by a letter each, or once a day."
    )
    digest_hour: int = Field(description="At which hour (UTC) the daily letter goes.")
    language: str = Field(description="In which language letters are written, as in `en-gb`.")
    trouble: str = Field(description="Why the last letter could not be sent, if it could not.")


class SettingsIn(Sent):
    """How one wants to hear of things. What is left out stays as it is."""

    kinds: dict[Kind, How] = {}
    digest_hour: int | None = Field(None, ge=0, le=23)
    language: Language | None = None


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
    told = {"kind": one.kind, "at": one.at, "sentence": one.sentence.in_english, "read_at": one.read_at}
    return {"id": one.pk, "url": url_of(one.link), **told}


@router.get(
    "/notices/settings",
    response=SettingsOut,
    auth=PRIVATE,
    url_name="notice_settings",
    summary="How one hears of what",
)
def notice_settings(request: HttpRequest) -> dict[str, Any]:
    """How one hears of each kind of thing. What is for admins alone, only they are told."""
    return _settings(request)


@router.patch(
    "/notices/settings",
    response=SettingsOut,
    auth=PRIVATE,
    url_name="notice_settings",
    summary="Choose how to hear of what",
)
def choose_notices(request: HttpRequest, sent: SettingsIn) -> dict[str, Any]:
    """Choose how to hear of things. Letters that are still to go follow it."""
    if hidden := sorted(set(sent.kinds) - set(_kinds(request.user))):
        raise RuleBroken(f"Only admins are told of {hidden[0]}.", status=400)
    choices = {kind.value: how.value for kind, how in sent.kinds.items()}
    others = {"digest_hour": sent.digest_hour, "language": sent.language}
    telling.choose(by=request.user, choices=choices, at=request.at, **others)
    return _settings(request)


def _kinds(player: Player) -> list[str]:
    """The kinds of things that somebody is told of."""
    return [kind for kind, told in KINDS.items() if player.acts_as_admin or not told.admins_only]


def _settings(request: HttpRequest) -> dict[str, Any]:
    chosen = inbox.choices_of(request.user)
    return {
        "kinds": {kind: chosen.by_kind[kind] for kind in _kinds(request.user)},
        "digest_hour": chosen.digest_hour,
        "language": chosen.language,
        "trouble": chosen.trouble.problem if chosen.trouble else "",
    }
