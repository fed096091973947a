"""The archive: every post as a list, by time, dynasty, player, category, status and tag."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from blognomic.web.errors import RuleBroken
from votables.archive.counts import sign_of_all
from votables.archive.filters import MONTHS, address_of
from votables.archive.page import LeafSign, leaf, read_place
from votables.archive.page import archive as asked_for
from votables.models import Status

PAGE = 40
PLACES = ("before", "after", "page")


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The posts that are asked for, a calendar of them, and what else can be asked for. What the form sends is asked
    for by the address that everything else leads to, too."""
    game = request.frame
    law = game.docket_or_none.law if game.docket_or_none else None
    ask: dict[str, Any] = {"law": law, "at": request.at, "present": game.present}
    error, status, page = "", 200, None
    leaf_sign: LeafSign
    try:
        shown = asked_for(request.GET, **ask)
        filters = shown.filters
        place = read_place(request.GET, oldest_first=filters.oldest_first)
        turned: dict[str, Any] = {"size": PAGE, "oldest_first": filters.oldest_first, "voter": filters.voter}
        page = SimpleLazyObject(lambda: leaf_sign.made(leaf(shown.posts, place, **turned)))
    except RuleBroken as refusal:
        error, status = refusal.sentence, refusal.status
        shown = asked_for({}, **ask)
        filters = shown.filters
    if "show" in request.GET and not error:
        return redirect(address_of(filters.said))
    where = {name: request.GET[name] for name in PLACES if request.GET.get(name)}
    before_time, after_time = filters.around_time
    address = address_of(filters.said | where)
    leaf_sign = LeafSign(address, game.present)
    context = {
        "archive": shown,
        "sign": sign_of_all(game.present),
        "page": page,
        "leaf_sign": leaf_sign.sign,
        "address": address,
        "is_landing": not filters.query and not where,
        "before_time": before_time,
        "after_time": after_time,
        "error": error,
        "months": [(number, _(name)) for number, name in enumerate(MONTHS, start=1)],
        "statuses": [choice for choice in Status.choices if choice[0]],
    }
    return render(request, "votables/archive.html", context, status=status)
