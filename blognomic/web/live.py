"""Pages that stay up to date while they are open: the same page whole, or as the parts of it that change.

Whoever asks with the header HX-Request (js/live.js, by htmx) gets parts, each an element that goes to the place of the
one with its id. Everybody else gets the page. A reader who says which parts their page has gets the others alone; all
strangers get all parts, which are kept for them.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

HEADER = "HX-Request"
SEEN = "X-Seen-Parts"  # names and signs, as "queue:0a1b2c3d entry-7:4e5f6a7b"
# What a response that is made of parts says of itself, so that no other page is taken for one.
MADE_OF_PARTS = "X-Parts"


def wants_parts(request: HttpRequest) -> bool:
    return request.headers.get(HEADER) == "true"


def shown_live(
    request: HttpRequest, template: str, context: dict[str, Any], *, parts: str, status: int = 200
) -> HttpResponse:
    """The page, or its parts, whichever is asked for; no cache may take the one for the other."""
    if wants_parts(request):
        seen = request.headers.get(SEEN, "").split() if request.user.is_authenticated else []
        response = render(
            request, parts, {**context, "live": True, "seen_parts": frozenset(seen)}, status=status
        )
        response.headers[MADE_OF_PARTS] = "1"
    else:
        response = render(request, template, context, status=status)
    patch_vary_headers(response, (HEADER,))
    return response
