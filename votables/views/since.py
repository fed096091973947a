"""What happened since one's last visit, and what one says one has read."""

from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from blognomic.i18n.translation import whole_day
from blognomic.text.instants import format_instant
from blognomic.web.as_of import instant_of
from blognomic.web.errors import RuleBroken
from gamestate.hidden import viewer_of
from gamestate.queries.now import log_seen_as
from players.present import digest
from votables.visits import noting
from votables.visits.news import LAST_DAY, LAST_WEEK, news

SHOWN = 5  # of each kind, until somebody wants all
CHOICES = (
    (gettext_lazy("the last 24 hours"), LAST_DAY),
    (gettext_lazy("the last 7 days"), LAST_WEEK),
    (gettext_lazy("the last 30 days"), timedelta(days=30)),
)


@require_safe
def since(request: HttpRequest) -> HttpResponse:
    """What happened since the end of one's last visit, what needs one's vote first; or since the instant of ?since=.
    Somebody who is here for the first time sees the last week, a stranger the last day."""
    game = request.frame
    instant = instant_of(request.GET.get("since", ""), at=request.at)
    start, is_own = (instant, False) if instant else (game.new_since, True)
    if start is None:
        start, is_own = request.at - (LAST_WEEK if game.player else LAST_DAY), False
    present = request.present
    viewer = viewer_of(request.user, at=request.at, present=present)
    happened = (
        news(present, since=start, viewer=viewer, but=game.player if is_own else None) if present else None
    )
    waiting = set(game.needs_vote)
    cases = [case for case in game.queue if case.post.pk in waiting]
    context = {
        "since": start,
        "is_own": is_own,
        "is_first": game.player is not None and game.new_since is None,
        "is_asked": instant is not None,
        "news": happened,
        "seen_as": log_seen_as(viewer, present),
        "cases": cases,
        "waiting_sign": digest([(case.sign, case.post.matter_since > start) for case in cases]),
        "shown_first": SHOWN,
        "shown": ":" if "all" in request.GET else f":{SHOWN}",
        "whole": f"?since={format_instant(start)}&all=1" if instant else "?all=1",
        "choices": [(words, format_instant(_minute(request.at - back))) for words, back in CHOICES],
        "earlier": game.earlier,
        "start": format_instant(start),
        "now": format_instant(request.at),
    }
    return render(request, "votables/since.html", context)


def _minute(when: datetime) -> datetime:
    return when.replace(second=0, microsecond=0)


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Count what happened up to an instant as read: of the page that was looked at, or one that was chosen."""
    until = instant_of(request.POST.get("up_to", ""), at=request.at)
    if until is None:
        raise RuleBroken(_("Up to when have you read everything?"), status=400)
    before = request.frame.new_since or request.at - LAST_WEEK
    noting.read_up_to(request.user, until=until, now_since=before, at=request.at)
    words = _("What happened up to {day}, {time} UTC counts as read.")
    messages.success(request, words.format(day=whole_day(until), time=f"{until:%H:%M}"))
    return redirect("votables:since")


@require_POST
@login_required
def unread(request: HttpRequest) -> HttpResponse:
    """Take that back."""
    if noting.take_back(request.user):
        messages.success(request, _("What was new before is new again."))
    else:
        messages.info(request, _("There is nothing to take back."))
    return redirect("votables:since")
