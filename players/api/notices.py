"""Notices and their settings."""

from typing import Annotated, Literal

from django.conf import settings
from django.http import HttpRequest
from pydantic import BeforeValidator, Field

from blognomic.web.api import Key, Linked, Room, Rows, Sent, Shape, worked_out
from players.api.auth import PRIVATE, by, like
from players.models import Notice
from players.notices import inbox, telling
from players.notices.inbox import NoticeChoices
from players.notices.notice_kinds import How, Kind
from players.permissions import check_may_be_told, may_be_told

Language = Literal[tuple(code for code, __ in settings.LANGUAGES)]

router = Room("For oneself")
KINDS = "How you hear about each kind of news: not at all, on the site, by an e-mail each, or once a day."
UpTo = Annotated[Key, Field(description="The newest notice that was seen.")]


class NoticeOut(like(Notice, "id kind at read_at"), Linked):
    """A notice."""

    sentence: Annotated[str, BeforeValidator(str)]


class Number(Shape):
    """How many there were."""

    number: int = worked_out(lambda marked: marked, "How many notices were marked as read.")


class SettingsOut(like(NoticeChoices, "digest_hour language")):
    """Your notice settings."""

    kinds: dict[str, How] = worked_out(
        lambda choices, context: {
            kind: how for kind, how in choices.by_kind.items() if may_be_told(context["request"].user, kind)
        },
        KINDS,
    )
    trouble: str = worked_out(
        lambda choices: choices.trouble.problem.in_english if choices.trouble else "",
        "Why the last letter could not be sent, if it could not.",
    )


class SettingsIn(Sent):
    """New notice settings. Those that you leave out stay."""

    kinds: dict[Kind, How] = Field({}, description=KINDS)
    digest_hour: int | None = Field(None, ge=0, le=23)
    language: Language | None = None


@router.list("/notices", NoticeOut, PRIVATE)
def list_notices(request: HttpRequest, unread: bool = False) -> Rows:
    """Your notices, newest first."""
    return Rows(inbox.inbox_of(request.user, unread_only=unread), by="-at")


@router.post("/notices/read", Number, PRIVATE, does=telling.read_all)
def read_notices(*, up_to: UpTo) -> None: ...


@router.get("/notices/settings", SettingsOut, PRIVATE)
def notice_settings(request: HttpRequest) -> NoticeChoices:
    """Your notice settings. Only admins have those for admins."""
    return inbox.choices_of(request.user)


@router.patch("/notices/settings", SettingsOut, PRIVATE)
def choose_notices(request: HttpRequest, sent: SettingsIn) -> NoticeChoices:
    """Change your notice settings. They also apply to e-mails that still wait."""
    for kind in sorted(sent.kinds):
        check_may_be_told(request.user, kind)
    telling.choose(**by(request), **dict(sent))
    return inbox.choices_of(request.user)
