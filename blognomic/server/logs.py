"""What the site writes to its log: in production one JSON document a line, each with the id of its request.

Nothing here knows who asked: neither addresses nor names are written down, and a path that holds a secret key is
written as its route.
"""

import logging
import re
import secrets
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

# What a proxy may call a request: enough to be unlike others, and nothing that could pretend to be more of the log.
OFFERED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
# The parts of addresses with which their bearer may do something.
SECRET_PARTS = {"key", "token", "uidb36"}

_request_id: ContextVar[str] = ContextVar("request_id", default="")
_access = logging.getLogger("blognomic.access")


def request_ids(get_response: GetResponse) -> GetResponse:
    """Give each request an id, `request.id`, and write one line when it is answered.

    The id is the one that a trusted proxy sends in X-Request-ID, if it looks like one, else new. It is in every line
    that is logged meanwhile, and in the answer.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.id = _id_of(request)
        _request_id.set(request.id)
        begun = time.perf_counter()
        response = get_response(request)
        response["X-Request-ID"] = request.id
        fields = {
            "method": request.method,
            "path": _path_of(request),
            "status": response.status_code,
            "milliseconds": round(1000 * (time.perf_counter() - begun), 1),
        }
        _access.info("%(method)s %(path)s %(status)s", fields, extra=fields)
        return response

    return middleware


def _id_of(request: HttpRequest) -> str:
    offered = request.META.get("HTTP_X_REQUEST_ID", "") if settings.BEHIND_PROXY else ""
    return offered if OFFERED.fullmatch(offered) else secrets.token_hex(16)


@receiver(request_finished)
def _forget_the_request(**kwargs: object) -> None:
    """The answer has been sent; Django writes a line of its own for some before that."""
    _request_id.set("")


def _path_of(request: HttpRequest) -> str:
    """The path as asked for, without the query; its route where it holds a secret."""
    return f"/{request.resolver_match.route}" if holds_secret(request) else request.path


def holds_secret(request: HttpRequest) -> bool:
    """Whether the address holds a key with which whoever has it may do something."""
    match = request.resolver_match
    return match is not None and bool(SECRET_PARTS & match.kwargs.keys())


class WithRequestId(logging.Filter):
    """Puts the id of the request, "" outside of one, into each line."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "request_id"):
            record.request_id = _request_id.get()
        return True


def logging_as(*, json: bool, level: str = "INFO") -> dict[str, Any]:
    """The configuration of `logging`, for Django and for gunicorn alike: all to standard error.

    With `json`, each line is a document, and each request has one. Without, lines are text and only warnings are
    written, as suits development.
    """
    handler = {"class": "logging.StreamHandler", "filters": ["request_id"]}
    if json:
        handler["formatter"] = "json"
    quiet = {"level": "ERROR"}  # the line of the request says as much of whatever is answered with 4xx
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": WithRequestId}},
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": ["levelname", "name", "message", "request_id"],
                "rename_fields": {"levelname": "level", "name": "logger"},
                "reserved_attrs": [*vars(logging.makeLogRecord({})), "message", "request", "status_code"],
                "timestamp": "at",
            }
        },
        "handlers": {"console": handler},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "blognomic.access": {"level": level if json else "WARNING"},
            "gunicorn.error": {"level": level, "handlers": [], "propagate": True},
            "gunicorn.access": {"level": "WARNING", "handlers": [], "propagate": True},
        }
        | ({"django.request": quiet, "django.security": quiet} if json else {}),
    }
