"""An application that takes its time, to be served by the processes under test: /?SECONDS, or /?SECONDS&waited; none
without."""

import os
import time
from collections.abc import Callable

import django

django.setup()  # for what the site's server makes ready before its processes begin

from blognomic.middleware.waiting import waited  # noqa: E402 (which needs what was set up)


def app(environ: dict, start_response: Callable) -> list[bytes]:
    """Says for how many seconds the request had waited."""
    seconds, _, _ = environ["QUERY_STRING"].partition("&")
    body = str(waited(environ["gunicorn.socket"])).encode()
    time.sleep(float(seconds or 0))
    start_response("200 OK", [("Content-Length", str(len(body))), ("X-Process", str(os.getpid()))])
    return [body]
