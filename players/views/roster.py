"""The roster, its history and the public log of the admins."""

from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from blognomic.web.as_of import asked_instant
from players.models import LIVELY, AdminAct, Dynasty, Player, RosterEvent
from players.present import Present
from players.queries.roster import ACTED, dynasty_at, last_of_their_sort, newest_guests, roster_then

PAGE = 50
INSTANTS = 12  # of the past that are kept


@require_safe
def roster(request: HttpRequest) -> HttpResponse:
    """Who plays, now (as the page's frame knows already) or as of an instant: active players, then idle ones."""
    instant = asked_instant(request)
    at = instant or request.at
    groups, dynasty = then(at, request.present) if instant else (None, None)
    guests = newest_guests() if instant is None else []
    context = {"groups": groups, "at": at, "as_of": instant, "dynasty": dynasty, "guests": guests}
    return render(request, "players/roster.html", context)


def then(at: datetime, present: Present | None) -> tuple[dict[str, list[Player]], Dynasty | None]:
    """The roster and the dynasty of an instant (UTC), once for all who look at one of those asked for last."""

    def make() -> tuple[dict[str, list[Player]], Dynasty | None]:
        return roster_then(at), dynasty_at(at)

    return present.few("players.then", at, make, most=INSTANTS, without=LIVELY) if present else make()


@require_safe
def roster_history(request: HttpRequest) -> HttpResponse:
    """Every change to the roster, newest first."""
    events = RosterEvent.objects.newest_first().select_related("player", "by")
    page = Paginator(events, PAGE).get_page(request.GET.get("page"))
    is_admin = request.user.is_authenticated and request.user.acts_as_admin
    last = last_of_their_sort(page) if is_admin else set()
    return render(request, "players/history.html", {"page": page, "last": last, "reversible": ACTED})


@require_safe
def admin_log(request: HttpRequest) -> HttpResponse:
    """Every act of an admin, newest first."""
    acts = AdminAct.objects.order_by("-at", "-pk").select_related("by")
    page = Paginator(acts, PAGE).get_page(request.GET.get("page"))
    return render(request, "players/admin_log.html", {"page": page})
