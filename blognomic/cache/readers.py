"""Whom an answer is for: one reader, or all who are strangers to the site."""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from blognomic.server.logs import holds_secret

# The cookies by which a reader is known, and by which one is told something once.
OWN = frozenset({settings.SESSION_COOKIE_NAME, "messages"})


def is_stranger(request: HttpRequest) -> bool:
    """Whether nothing of the request tells who asks: nobody is signed in, and nobody is told something once."""
    if "HTTP_COOKIE" in request.META and not request.COOKIES.keys().isdisjoint(OWN):
        return False
    return "HTTP_AUTHORIZATION" not in request.META


def is_for_all(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether every stranger would be answered the same, so that the answer holds nobody's secret. Whoever brings the
    cookie of forms may have been given its token in the page."""
    directives = response.headers.get("Cache-Control", "")
    return (
        request.method in ("GET", "HEAD")
        and is_stranger(request)
        and settings.CSRF_COOKIE_NAME not in request.COOKIES
        and not response.cookies
        and not holds_secret(request)
        and not any(word in directives for word in ("no-store", "private"))
    )
