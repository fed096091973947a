"""The weekly chronicle: a week, and the list of weeks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from blognomic.web.errors import RuleBroken
from votables.chronicle.kept_weeks import A_PAGE, chapter, chapters, first_of, week_asked_for, weeks_down_from
from votables.chronicle.weeks import week_of


@require_safe
def chronicle(request: HttpRequest) -> HttpResponse:
    """The weeks of the game, newest first, each in a sentence; those up to ?to=2026-W47."""
    present = request.present
    first = first_of(present) if present else None
    if first is None:
        return render(request, "votables/chronicle.html", {"chapters": []})
    newest, this = week_of(request.at), week_of(request.at)
    if name := request.GET.get("to", ""):
        newest = week_asked_for(name, first=first, at=request.at)
    weeks = weeks_down_from(newest, first, A_PAGE)
    later = newest
    for _week in range(A_PAGE):
        later = min(later.after, this)
    context = {
        "chapters": chapters(present, weeks),
        "newest": newest,
        "later": later if newest < this else None,
        "is_latest": newest == this,
        "older": weeks[-1].before if weeks[-1] > first else None,
        "first": first,
    }
    return render(request, "votables/chronicle.html", context)


@require_safe
def week(request: HttpRequest, name: str) -> HttpResponse:
    """What happened in one week."""
    present = request.present
    if present is None:
        raise RuleBroken(_("No game has been founded here yet, so there is nothing to tell."), status=404)
    first = first_of(present)
    this_week = week_asked_for(name, first=first, at=request.at)
    context = {
        "chapter": chapter(present, this_week),
        "before": this_week.before if first and this_week > first else None,
        "after": this_week.after if this_week.end <= request.at else None,
    }
    return render(request, "votables/chronicle_week.html", context)
