"""The instant that a page, or a program, asks for."""

from datetime import UTC, datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from .errors import RuleBroken

LONGEST = 40


def asked_instant(request: HttpRequest) -> datetime | None:
    """The instant (UTC) of ?at=, exactly as it is written (14:00:00 is that very instant); None without one.

    Raises RuleBroken (400) as `instant_of` does.
    """
    return instant_of(request.GET.get("at", ""), at=request.at)


def instant_of(text: str, *, at: datetime) -> datetime | None:
    """The instant (UTC unless it says otherwise) that a text names, such as 2026-11-21T14:05; None for no text.

    Raises RuleBroken (400) for what is no instant, and for one after `at` (UTC).
    """
    text = text.strip()
    if not text:
        return None
    try:
        instant = datetime.fromisoformat(text) if len(text) <= LONGEST else None
        instant = instant and (
            instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)
        )
    except (ValueError, OverflowError):
        instant = None
    if instant is None or instant.year == 1:  # which other time zones cannot say
        raise RuleBroken(
            _("That is not a time. Write it in UTC, for example 2026-11-21T14:05:00Z."), status=400
        )
    if instant > at:
        raise RuleBroken(_("That time has not come yet. Choose an earlier one."), status=400)
    return instant
