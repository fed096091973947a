"""The pages that are gamestate, for reading: as they stand, as they stood, and what changed."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from blognomic.text.differences import as_html, word_diff
from blognomic.web.as_of import asked_instant
from gamestate.models import Page
from gamestate.queries.pages import (
    Version,
    live_pages,
    page_asked_for,
    pages_then,
    retired_pages,
    versions_of,
)


@require_safe
def pages(request: HttpRequest) -> HttpResponse:
    """All pages, or those that there were at an instant."""
    past = asked_instant(request)
    context = (
        {"past": past, "versions": pages_then(past)}
        if past
        else {"pages": live_pages(), "retired": retired_pages()}
    )
    return render(request, "gamestate/pages.html", context)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """A page as it stands, or as it stood at an instant."""
    past = asked_instant(request)
    tracked_page = page_asked_for(key, past)
    context = {"tracked_page": tracked_page, "past": past, "last": tracked_page.last}
    return render(request, "gamestate/page.html", context)


@require_safe
def page_history(request: HttpRequest, key: str) -> HttpResponse:
    """Every version of a page, newest first."""
    tracked_page = page_asked_for(key)
    versions = versions_of(tracked_page)[::-1]
    context = {
        "tracked_page": tracked_page,
        "versions": versions,
        "may_edit": _may_edit(request, tracked_page),
    }
    return render(request, "gamestate/page_history.html", context)


@require_safe
def page_difference(request: HttpRequest, key: str) -> HttpResponse:
    """What changed between two versions of a page, given by their entries; the last change without them."""
    tracked_page = page_asked_for(key)
    versions = versions_of(tracked_page)
    after = _version(versions, request.GET.get("to", "")) or versions[-1]
    before = _version(versions, request.GET.get("from", "")) or next(
        (each for each in versions if each.number == after.number - 1), None
    )
    pieces = word_diff(_whole(before), _whole(after))
    context = {
        "tracked_page": tracked_page,
        "before": before,
        "after": after,
        "html": as_html(pieces),
        "is_same": all(piece.kind == "same" for piece in pieces),
        "earlier": [
            version
            for version in (before, after)
            if version and version.is_there and version.key != versions[-1].key
        ]
        if _may_edit(request, tracked_page)
        else [],
    }
    return render(request, "gamestate/page_difference.html", context)


def _may_edit(request: HttpRequest, page: Page) -> bool:
    return request.user.is_authenticated and request.user.is_playing and page.retired_at is None


def _version(versions: list[Version], key: str) -> Version | None:
    """The version that is asked for by its entry, None where nothing is. Raises Http404 for one of another page."""
    if not key:
        return None
    for version in versions:
        if str(version.key) == key:
            return version
    raise Http404(_("This page does not have that version."))


def _whole(version: Version | None) -> str:
    """A version's title and text as one, or nothing before the first."""
    if version is None or not version.is_there:
        return ""
    return f"# {version.title}\n\n{version.text}\n"
