"""Which version the game is in, asked of the database at most once a second by each process.

Kept pages stand while it is the same, and every open page asks for it a few times a minute: it is a number that anybody
may know, and answered before all else, with no session, no user and no page.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from blognomic.reach.answers import AGAIN
from blognomic.reach.database import is_away
from gamestate.services.clockwork import catch_up
from players.models import Game
from votables.services.leave import BY_THE_LAW

GetResponse = Callable[[HttpRequest], HttpResponse]
PATH = "/live/version/"
UNASKED = timedelta(seconds=1)


class _LastVersion:
    version: int | None = None
    latest = 0  # that a page has been made of since then
    asked_at: datetime | None = None


def known_versions(at: datetime) -> range | None:
    """The versions of the game that may be shown at `at` (UTC, now): the one that it was in a second ago at most, and
    those that a page of this process has been made of since; None before it is founded. What happens by itself makes
    another one when it is due: it is carried out for that. No query but one a second."""
    if _LastVersion.asked_at is None or not timedelta() <= at - _LastVersion.asked_at < UNASKED:
        version, due_at = _asked()
        if due_at is not None and due_at <= at:
            catch_up(leave=BY_THE_LAW, at=at)
            version, _due_at = _asked()
        _LastVersion.version, _LastVersion.latest, _LastVersion.asked_at = version, version or 0, at
    version = _LastVersion.version
    return None if version is None else range(version, max(version, _LastVersion.latest) + 1)


def _asked() -> tuple[int | None, datetime | None]:
    return Game.objects.filter(pk=1).values_list("version", "due_at").first() or (None, None)


def note_version(version: int) -> None:
    """Say that a page has just been made of the game in that version."""
    _LastVersion.latest = max(_LastVersion.latest, version)


def live_version(get_response: GetResponse) -> GetResponse:
    """Answer /live/version/?seen=N with 204 while the version N may be shown, else with the one that the game is in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            answer = HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        elif is_away():
            answer = HttpResponse(status=503, headers={"Retry-After": AGAIN})
        else:
            versions = known_versions(timezone.now())
            seen = request.GET.get("seen", "")
            same = versions is not None and seen.isdecimal() and int(seen) in versions
            version = versions and versions[0]
            answer = HttpResponse(status=204) if same else JsonResponse({"version": version})
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware


def forget() -> None:
    """Ask again the next time: for tests."""
    _LastVersion.asked_at = None
