"""The address at which a game is founded in the browser: whoever has it may found the game of this site, once, for
there is one game. The host gets it from a command; a developer on the same machine, from the empty front page."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

SALT = "votables.founding"
VALID_HOURS = 24
HERE = ("127.0.0.1", "::1")


def founding_path() -> str:
    """The path, good for a day."""
    return reverse("votables:found", args=[signing.dumps("found", salt=SALT)])


def is_founding_token(token: str) -> bool:
    """Whether this site signed it, less than a day ago."""
    try:
        return bool(signing.loads(token, salt=SALT, max_age=VALID_HOURS * 3600) == "found")
    except signing.BadSignature:
        return False


def is_at_this_machine(request: HttpRequest) -> bool:
    """Whether a developer asks from the machine that serves: with DEBUG alone, and past no proxy."""
    forwarded = any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"))
    return bool(settings.DEBUG) and request.META.get("REMOTE_ADDR") in HERE and not forwarded
