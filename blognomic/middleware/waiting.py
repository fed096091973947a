"""Nobody waits for ever: a request that has waited too long for a free thread is refused before anything is done.

gunicorn's threads answer in the order in which requests came. How long one has waited, its connection knows: since when
nothing more has come in on it.
"""

import socket
import struct
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

GetResponse = Callable[[HttpRequest], HttpResponse]
LONGEST = 10.0  # seconds
COME_AGAIN = 10  # seconds
_LAST_RECEIVED = 52  # where Linux's struct tcp_info says how many milliseconds ago the last data came


def waiting(get_response: GetResponse) -> GetResponse:
    """Answer 503 to whoever has waited for longer than LONGEST, and say when to come again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if waited(request.META.get("gunicorn.socket")) <= LONGEST:
            return get_response(request)
        sentence = _("The site is very busy right now. Nothing was done. Try again in a moment.")
        headers = {"Retry-After": str(COME_AGAIN), "Cache-Control": "no-store"}
        return HttpResponse(
            f"{sentence}\n", status=503, content_type="text/plain; charset=utf-8", headers=headers
        )

    return middleware


def waited(connection: socket.socket | None) -> float:
    """For how many seconds a request has waited that came in on this connection; 0 where that cannot be told, which is
    where it is none of TCP, or the machine's system is not Linux."""
    if connection is None or connection.family not in (socket.AF_INET, socket.AF_INET6):
        return 0.0
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LAST_RECEIVED + 4)
        return struct.unpack_from("=I", info, _LAST_RECEIVED)[0] / 1000
    except (AttributeError, OSError, struct.error):
        return 0.0
