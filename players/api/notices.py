"""What one was told."""

from typing import Annotated, Any, Literal

from django.conf import settings
from django.http import HttpRequest
from ninja import Schema
from pydantic import BeforeValidator, Field

from blognomic.web.api import Key, Linked, Room, Rows, Sent
from players.api import by, like, token
from players.models import Notice, Player
from players.notices import inbox, telling
from players.notices.kinds import KINDS, How, Kind
from players.permissions import check_may_be_told, may_be_told

Language = Literal[tuple(code for code, __ in settings.LANGUAGES)]

router = Room("For oneself")
PRIVATE = token("private")


class NoticeOut(like(Notice, "id kind at read_at"), Linked):
    """Something that one was told."""

    sentence: Annotated[str, BeforeValidator(str)]


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


@router.list("/notices", "One's notices", NoticeOut, PRIVATE, by="-at")
def list_notices(request: HttpRequest, unread: bool = False) -> Rows:
    """What one was told, newest first."""
    return inbox.inbox_of(request.user, unread_only=unread)


@router.post("/notices/read", "Mark as read", Number, PRIVATE)
def read_notices(request: HttpRequest, sent: ReadIn) -> dict[str, int]:
    """Mark as read what one was told up to a notice."""
    return {"number": telling.read_all(**by(request), up_to=sent.up_to)}


@router.get("/notices/settings", "How one hears of what", SettingsOut, PRIVATE)
def notice_settings(request: HttpRequest) -> dict[str, Any]:
    """How one hears of each kind of thing. What is for admins alone, only they are told."""
    return _settings(request)


@router.patch("/notices/settings", "Choose how to hear of what", SettingsOut, PRIVATE)
def choose_notices(request: HttpRequest, sent: SettingsIn) -> dict[str, Any]:
    """Choose how to hear of things. Letters that are still to go follow it."""
    for kind in sorted(sent.kinds):
        check_may_be_told(request.user, kind)
    choices = {kind.value: how.value for kind, how in sent.kinds.items()}
    others = {"digest_hour": sent.digest_hour, "language": sent.language}
    telling.choose(**by(request), choices=choices, **others)
    return _settings(request)


def _kinds(player: Player) -> list[str]:
    """The kinds of things that somebody is told of."""
    return [kind for kind in KINDS if may_be_told(player, kind)]


def _settings(request: HttpRequest) -> dict[str, Any]:
    chosen = inbox.choices_of(request.user)
    return {
        "kinds": {kind: chosen.by_kind[kind] for kind in _kinds(request.user)},
        "digest_hour": chosen.digest_hour,
        "language": chosen.language,
        "trouble": chosen.trouble.problem.in_english if chosen.trouble else "",
    }
