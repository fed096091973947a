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
    asked_at: datetime | None = None


def known_version(at: datetime) -> int | None:
    """The version of the game at `at` (UTC, now), a second old at most; None before it is founded. What happens by
    itself makes another one when it is due: it is carried out for that. No query but one a second."""
    if _LastVersion.asked_at is None or not timedelta() <= at - _LastVersion.asked_at < UNASKED:
        version, due_at = _asked()
        if due_at is not None and due_at <= at:
            catch_up(leave=BY_THE_LAW, at=at)
            version, _due_at = _asked()
        _LastVersion.version, _LastVersion.asked_at = version, at
    return _LastVersion.version


def _asked() -> tuple[int | None, datetime | None]:
    return Game.objects.filter(pk=1).values_list("version", "due_at").first() or (None, None)


def note_version(version: int) -> None:
    """Say that the game was just read in that version, if it is later than the one that was known."""
    if _LastVersion.version is not None and version > _LastVersion.version:
        _LastVersion.version = version


def live_version(get_response: GetResponse) -> GetResponse:
    """Answer /live/version/?seen=N with 204 while the game is in its version N, else with the version it is in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            answer = HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        elif is_away():
            answer = HttpResponse(status=503, headers={"Retry-After": AGAIN})
        else:
            version = known_version(timezone.now())
            same = request.GET.get("seen", "") == str(version)
            answer = HttpResponse(status=204) if same else JsonResponse({"version": version})
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware


def forget() -> None:
    """Ask again the next time: for tests."""
    _LastVersion.asked_at = None
