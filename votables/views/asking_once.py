"""Pointing something out to a writer before it is done, once: sent again, the form says that it has been read."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from blognomic.web.errors import NeedsConfirmation, RuleBroken

# What the form then says; the templates put it there.
FIELD = "warned"


def ask_once(request: HttpRequest, check: Callable[..., None], **about: Any) -> None:
    """Let `check` (of `votables.queries.fair_play`) raise NeedsConfirmation, unless the writer has been asked."""
    if FIELD not in request.POST:
        check(by=request.user, at=request.at, **about)


def is_warned(request: HttpRequest, refusal: RuleBroken | None) -> bool:
    """Whether what is sent next comes from somebody who has been asked."""
    return FIELD in request.POST or isinstance(refusal, NeedsConfirmation)
