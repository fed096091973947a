"""One variable, and what is tracked no more."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text.outside import is_key
from blognomic.web.as_of import asked_instant
from blognomic.web.errors import RuleBroken
from gamestate.hidden import viewer_of
from gamestate.models import Showing, Variable
from gamestate.queries.exporting import as_csv, retired_as_json
from gamestate.queries.history import HEIGHT, WIDTH, as_it_was, charts_of, entries_of, history_in_words
from gamestate.queries.log import definition_history, shown_definition
from gamestate.queries.now import begin, log_seen_as, names_now, rule_of
from gamestate.queries.retired import dynasties_with_retired, last_grids, last_tables, retired_pages_of
from gamestate.queries.snapshot import plain_variable
from gamestate.queries.tables import Grid, Tables, limits
from gamestate.rendering import render as render_text
from gamestate.values.definitions import KINDS, OF_THE_EMPEROR
from gamestate.views.downloads import csv_file
from gamestate.views.viewing import rest_of, shared
from players.models import Dynasty
from players.queries.roster import other_players, people_by_key

PAGE = 50


@require_safe
def variable(request: HttpRequest, pk: int) -> HttpResponse:
    """What a variable is, where it comes from, and all that it ever was; or what it was at an instant."""
    tracked = get_object_or_404(Variable.objects.select_related("table", "dynasty"), pk=pk)
    past = asked_instant(request)
    if past and as_it_was(tracked, past) is None:
        return render(request, "gamestate/not_yet.html", {"variable": tracked, "past": past}, status=404)
    begin(shared(request), with_log=True)
    viewer = viewer_of(request.user, at=request.at, present=shared(request))
    definition = plain_variable(tracked).definition
    player = _chosen(request.GET.get("player", ""))
    entries = entries_of(tracked, viewer, player=player, until=past)
    page = Paginator(entries, PAGE).get_page(request.GET.get("page"))
    is_hidden = definition.audience != "all"
    may_show = (
        definition.audience in OF_THE_EMPEROR
        and viewer.is_emperor
        and tracked.retired_at is None
        and not past
    )
    context = {
        "seen_as": log_seen_as(viewer, shared(request)),
        "is_kept": not past and player is None and page.number == 1,
        "variable": tracked,
        "definition": definition,
        "kind": KINDS[definition.kind],
        "limits": limits(definition),
        "parts": shown_definition(definition),
        # what is kept of the page needs none of these
        "description": lambda: render_text(definition.description, prefix=f"d{tracked.pk}", at=request.at),
        "rule": SimpleLazyObject(lambda: rule_of(definition, shared(request))),
        "past": past,
        "query": rest_of(past) + (f"player={player}&" if player else ""),
        "rest": rest_of(past),
        "chosen": people_by_key([player]).get(player) if player else None,
        "charts": SimpleLazyObject(lambda: charts_of(tracked, viewer, at=past or request.at, player=player)),
        "box": f"0 0 {WIDTH} {HEIGHT}",
        "page": page,
        "history": SimpleLazyObject(
            lambda: history_in_words(page.object_list, tracked, names_now(shared(request)))
        ),
        "definitions": SimpleLazyObject(lambda: definition_history(tracked.pk, until=past or request.at)),
        "is_hidden": is_hidden,
        "may_show": may_show,
        "showings": Showing.objects.of_variable(tracked, request.at).select_related("to") if may_show else [],
        "others": other_players(request.user) if may_show else [],
    }
    return render(request, "gamestate/variable.html", context)


@require_safe
def retired(request: HttpRequest) -> HttpResponse:
    """What was tracked once, by dynasty: its last values, for ever."""
    key = _chosen(request.GET.get("dynasty", ""))
    context = {"dynasties": dynasties_with_retired(), "grids": []}
    if key is not None:
        dynasty = get_object_or_404(Dynasty, pk=key)
        context |= {
            "dynasty": dynasty,
            "grids": _last_of(dynasty, request)[1],
            "pages": retired_pages_of(dynasty),
        }
    return render(request, "gamestate/retired.html", context)


@require_safe
def retired_csv(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One of the tables of a dynasty that is over, as it was last, as CSV."""
    dynasty = get_object_or_404(Dynasty, pk=pk)
    with in_the_games_language():
        grid = dict(_last_of(dynasty, request)[1]).get(key)
        text = as_csv(grid, first="Name") if grid else ""
    if grid is None:
        raise Http404(_("That dynasty does not have this table."))
    return csv_file(text, f"dynasty-{pk}-{key}")


@require_safe
def retired_json(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that a dynasty tracked, as it was last, as JSON."""
    dynasty = get_object_or_404(Dynasty, pk=pk)
    with in_the_games_language():
        tables, grids = _last_of(dynasty, request)
        document = retired_as_json(grids, tables.state, dynasty=dynasty.name)
    return JsonResponse(document)


def _chosen(text: str) -> int | None:
    """A key out of the address. Raises RuleBroken (400) for what is none."""
    if not text:
        return None
    if not is_key(text):
        raise RuleBroken(_("There is no such player or dynasty."), status=400)
    return int(text)


def _last_of(dynasty: Dynasty, request: HttpRequest) -> tuple[Tables, list[tuple[str, Grid]]]:
    """What a dynasty tracked, as it was last, as far as the reader may see it. Nine queries at most."""
    tables = last_tables(dynasty, viewer_of(request.user, at=request.at, present=shared(request)))
    return tables, last_grids(tables)
