"""Looking ahead: what a form needs to know is looked up before it is written, so that nobody is kept waiting for it.

Whoever sends a form has the game to themselves while it is carried out (`blognomic.middleware.once`). What a view keeps
of the present by looking ahead, it has then at hand; whether somebody was faster is seen when the game is locked
(`players.services.roster.as_shared`).
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse

from blognomic.web.errors import RuleBroken

View = TypeVar("View", bound=Callable[..., HttpResponse])
_LOOKS = "looks_ahead"


def looks_ahead(look: Callable[..., object]) -> Callable[[View], View]:
    """A decorator, the outermost, for a view that a form is sent to: `look`, which takes what the view takes and writes
    nothing, is called before."""

    def decorated(view: View) -> View:
        setattr(view, _LOOKS, look)
        return view

    return decorated


def look_ahead(request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any) -> None:
    """Let a view look ahead, if it does. What it is refused, or does not find, it meets again where it says so."""
    look = getattr(view, _LOOKS, None)
    if look is not None:
        with suppress(RuleBroken, Http404, DatabaseError):
            look(request, *args, **kwargs)
