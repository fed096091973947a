"""Whether the game has changed: what every open page asks a few times a minute, and so answered before all else.

The answer is a number that anybody may know, the game's version. One query, and none when the process has asked within
the last second; no session, no user, no page.
"""

from collections.abc import Callable
from time import monotonic

from django.http import HttpRequest, HttpResponse, JsonResponse

from blognomic.reach.answers import AGAIN
from blognomic.reach.database import is_away
from players.models import Game

GetResponse = Callable[[HttpRequest], HttpResponse]
PATH = "/live/version/"
UNASKED = 1.0  # seconds


class _Last:
    version: int | None = None
    asked_at = float("-inf")


def freshness(get_response: GetResponse) -> GetResponse:
    """Answer /live/version/?seen=N with 204 while the game is in its version N, else with the version it is in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            answer = HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        elif is_away():
            answer = HttpResponse(status=503, headers={"Retry-After": AGAIN})
        else:
            version = _version()
            same = request.GET.get("seen", "") == str(version)
            answer = HttpResponse(status=204) if same else JsonResponse({"version": version})
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return middleware


def _version() -> int | None:
    """The version of the game, at most a second old; None before it is founded."""
    now = monotonic()
    if not 0 <= now - _Last.asked_at < UNASKED:
        _Last.version = Game.objects.filter(pk=1).values_list("version", flat=True).first()
        _Last.asked_at = now
    return _Last.version


def forget() -> None:
    """Ask again the next time: for tests."""
    _Last.asked_at = float("-inf")
