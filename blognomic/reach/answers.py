"""What readers and programs are told while the database does not do its part: 503, what is wrong, and what became of
what they sent."""

import logging
import sys
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error

from blognomic.database.troubles import SENTENCES, Trouble, for_hosts, trouble_of
from blognomic.middleware.programs import is_api
from blognomic.reach.database import is_away, is_lost
from blognomic.web.api import problems

GetResponse = Callable[[HttpRequest], HttpResponse]
AGAIN = "10"
"""After how many seconds programs may ask again."""
REMEMBERED = 60.0
READING = {"GET", "HEAD", "OPTIONS"}
log = logging.getLogger(__name__)


def at_once(get_response: GetResponse) -> GetResponse:
    """While the database is known to be away, answer so at once. What needs no database is answered before."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return unavailable(request, Trouble.AWAY) if is_away() else get_response(request)

    return middleware


class _Damage:
    """When (of `monotonic`) this process last met a damaged part of the database."""

    seen_at = float("-inf")


def was_damaged() -> bool:
    """Whether somebody has met a damaged part of the database within the last minute: readiness reads too little to
    meet it by itself."""
    return time.monotonic() - _Damage.seen_at < REMEMBERED


def of_fault(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to a request in which `error` was raised, where the database is to blame; else None."""
    trouble = trouble_of(error)
    if error is None or trouble is None:
        return None
    if trouble is Trouble.DAMAGED:
        _Damage.seen_at = time.monotonic()
    was_asked = is_lost(error) and request.method not in READING
    log.error("%s (%s)", for_hosts(error), error, extra={"path": request.path})
    return unavailable(request, trouble, was_asked=was_asked)


def unavailable(request: HttpRequest, trouble: Trouble, *, was_asked: bool = False) -> HttpResponse:
    """503, with what is wrong. `was_asked`: the database was asked to store something and fell silent, so that nobody
    knows whether it did; else nothing was stored."""
    sentence = _(SENTENCES[trouble])
    if was_asked:
        stored = _("The site may have saved what you sent. Send it again: it is done only once.")
    else:
        stored = _("The site did not save what you sent. The game has lost nothing.")
    if is_api(request):
        return problems.problem(503, f"{sentence} {stored}", headers={"Retry-After": AGAIN})
    context = {"sentence": sentence, "stored": stored, "trouble": trouble.value}
    response = HttpResponse(render_to_string("503.html", context), status=503)
    response["Retry-After"] = AGAIN
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True  # Django would write it down once more, with the whole way there
    return response


def fault(request: HttpRequest) -> HttpResponse:
    """The page for whatever went wrong: Django's handler of 500. Where the database did, it says so."""
    return of_fault(request, sys.exc_info()[1]) or server_error(request)
