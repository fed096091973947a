"""One variable, and what is tracked no more."""

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from gamestate.hidden import viewer_of
from gamestate.models import Cell, Page, Showing, Variable
from gamestate.queries.history import HEIGHT, WIDTH, as_it_was, charts_of, entries_of, history_in_words
from gamestate.queries.log import definition_history, names_of, shown_definition
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import holder_of, plain_variable
from gamestate.queries.tables import limits, sight_then
from gamestate.rendering import render as render_text
from gamestate.values import kinds
from gamestate.values.definitions import KINDS
from gamestate.values.state import State
from gamestate.views.asking import asked_instant, rest_of
from players.errors import RuleBroken
from players.models import Dynasty, Player

PAGE = 50


@require_safe
def variable(request: HttpRequest, pk: int) -> HttpResponse:
    """What a variable is, where it comes from, and all that it ever was; or what it was at an instant."""
    found = get_object_or_404(Variable.objects.select_related("table", "dynasty"), pk=pk)
    past = asked_instant(request)
    if past and as_it_was(found, past) is None:
        return render(request, "gamestate/not_yet.html", {"variable": found, "past": past}, status=404)
    viewer = viewer_of(request.user, at=request.at)
    definition = plain_variable(found).definition
    player = _chosen(request.GET.get("player", ""))
    entries = entries_of(found, viewer, player=player)
    if past:
        entries = entries.filter(at__lte=past)
    page = Paginator(entries, PAGE).get_page(request.GET.get("page"))
    is_hidden = definition.audience != "all"
    may_show = is_hidden and viewer.is_emperor and found.retired_at is None and not past
    rule = rule_names([definition.rule]).get(definition.rule or 0, "")
    context = {
        "variable": found,
        "definition": definition,
        "kind": KINDS[definition.kind],
        "limits": limits(definition),
        "parts": shown_definition(definition),
        "description": render_text(definition.description, prefix=f"d{found.pk}", at=request.at)
        if definition.description
        else "",
        "rule": rule,
        "past": past,
        "query": rest_of(past) + (f"player={player}&" if player else ""),
        "rest": rest_of(past),
        "chosen": Player.objects.filter(pk=player).first() if player else None,
        "charts": charts_of(found, viewer, at=past or request.at),
        "box": f"0 0 {WIDTH} {HEIGHT}",
        "page": page,
        "history": history_in_words(page.object_list, found),
        "definitions": definition_history(found.pk, until=past or request.at),
        "is_hidden": is_hidden,
        "may_show": may_show,
        "showings": Showing.objects.filter(variable=found, until__isnull=True).select_related("to")
        if may_show
        else [],
        "others": Player.objects.active().exclude(pk=request.user.pk).order_by("name_key")
        if may_show
        else [],
    }
    return render(request, "gamestate/variable.html", context)


@require_safe
def retired(request: HttpRequest) -> HttpResponse:
    """What was tracked once, by dynasty: its last values, for ever."""
    wanted = _chosen(request.GET.get("dynasty", ""))
    gone = Q(variables__retired_at__isnull=False)
    dynasties = Dynasty.objects.annotate(retired=Count("variables", filter=gone)).filter(retired__gt=0)
    context = {"dynasties": dynasties.order_by("-started_at", "-pk"), "grids": []}
    if wanted is not None:
        context |= _last_values(request, get_object_or_404(Dynasty, pk=wanted))
    return render(request, "gamestate/retired.html", context)


def _chosen(text: str) -> int | None:
    """A key out of the address. Raises RuleBroken (400) for what is none."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise RuleBroken("There is no such player or dynasty.", status=400)
    return int(text)


def _last_values(request: HttpRequest, dynasty: Dynasty) -> dict[str, object]:
    """The tables of a dynasty as they were last, as far as the reader may see them. Eleven queries at most."""
    viewer = viewer_of(request.user, at=request.at)
    variables = list(
        Variable.objects.filter(dynasty=dynasty, retired_at__isnull=False).select_related("table")
    )
    plain = {each.pk: plain_variable(each) for each in variables}
    sight = sight_then(viewer, State({str(key): each for key, each in plain.items()}))
    cells = list(Cell.objects.filter(variable__in=variables).select_related("player", "row"))
    players, rows = set(), set()
    for cell in cells:
        kind, value = plain[cell.variable_id].definition.kind, cell.value
        keys = {each for each in (value if isinstance(value, list) else [value]) if type(each) is int}
        if kind in ("player", "players"):
            players |= keys
        elif kind == "row":
            rows |= keys
    names = names_of(players, rows)
    grids: dict[str, dict] = {}
    for each in sorted(variables, key=lambda one: (plain[one.pk].definition.order, str(one))):
        title = str(each.table) if each.table_id else {"player": "Players", "game": "The game"}[each.scope]
        grid = grids.setdefault(title, {"title": title, "columns": [], "lines": {}})
        grid["columns"].append(each)
    for cell in cells:
        one = next(each for each in variables if each.pk == cell.variable_id)
        title = str(one.table) if one.table_id else {"player": "Players", "game": "The game"}[one.scope]
        holder = holder_of(cell)
        name = cell.player.name if cell.player_id else cell.row.name if cell.row_id else "The game"
        line = grids[title]["lines"].setdefault(holder, {"name": name, "cells": {}})
        told = plain[cell.variable_id]
        line["cells"][cell.variable_id] = (
            kinds.show(told.definition, cell.value, names) if sight(told, holder) else None
        )
    shown = [
        {
            "title": grid["title"],
            "columns": grid["columns"],
            "lines": sorted(
                (
                    (line["name"], [line["cells"].get(each.pk, "") for each in grid["columns"]])
                    for line in grid["lines"].values()
                ),
                key=lambda line: line[0].casefold(),
            ),
        }
        for grid in grids.values()
    ]
    return {
        "dynasty": dynasty,
        "grids": shown,
        "pages": Page.objects.filter(dynasty=dynasty, retired_at__isnull=False).order_by("title", "pk"),
        "has_hidden": any(value is None for grid in shown for _, values in grid["lines"] for value in values),
    }
