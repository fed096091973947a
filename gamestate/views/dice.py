"""Reading about dice: the log, statistics, one roll, the seeds and their check, and the log as a file."""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import condition, require_safe

from blognomic.text.instants import format_instant
from blognomic.text.outside import is_key
from gamestate.forms.rolls import CheckForm, RollLogForm, StatisticsForm
from gamestate.models import Roll
from gamestate.queries.exporting import csv_lines
from gamestate.queries.luck import statistics_now
from gamestate.queries.recomputing import explained
from gamestate.queries.rolling import (
    CHUNK,
    MOST_CHECKED,
    Sought,
    checked_up_to,
    log_page,
    newest_seen,
    published_seeds,
    rolls_sought,
)
from gamestate.queries.shuffles import decks_shown, shuffles_shown

SEEDS_SHOWN = 62
COLUMNS = (
    "number", "at", "player", "name", "where", "where_id", "part", "command", "comment", "law", "seed_hash",
    "faces", "total", "previous", "hash",
)  # fmt: skip


def sought_in(form: RollLogForm) -> Sought:
    """What a form asks for; of a form that is not right, what is right of it."""
    form.is_valid()
    return Sought(**{name: value for name, value in form.cleaned_data.items() if value})


def before_in(request: HttpRequest) -> int | None:
    """The number before which the page is asked for."""
    given = request.GET.get("before", "")
    return int(given) if is_key(given) else None


@require_safe
def dice_log(request: HttpRequest) -> HttpResponse:
    """Every roll, newest first, by player, die, place, day and words."""
    form = RollLogForm(request.GET)
    page = log_page(rolls_sought(sought_in(form)), before=before_in(request))
    filters = {name for name in form.fields if request.GET.get(name)}
    return render(request, "gamestate/dice_log.html", {"form": form, "page": page, "filters": filters})


@require_safe
def dice_statistics(request: HttpRequest) -> HttpResponse:
    """How often each outcome of each die came up, beside what is to be expected."""
    form = StatisticsForm(request.GET)
    form.is_valid()
    player, die = form.cleaned_data.get("player"), form.cleaned_data.get("die") or ""
    luck = statistics_now(request.present, player=player, die=die) if request.present else None
    return render(
        request,
        "gamestate/dice_statistics.html",
        {"form": form, "luck": luck, "player": player, "die": die},
    )


@require_safe
def roll(request: HttpRequest, number: int) -> HttpResponse:
    """One roll with everything that it was drawn from, and what drawing it again gives."""
    shown = get_object_or_404(Roll.objects.select_related("by"), number=number)
    context = {"roll": shown, "how": explained(shown, at=request.at)}
    return render(request, "gamestate/dice_roll.html", context)


@require_safe
def dice_check(request: HttpRequest) -> HttpResponse:
    """The seeds of the days, and, when asked (`?check`), a check of at most MOST_CHECKED rolls."""
    form = CheckForm(request.GET)
    form.is_valid()
    newest = Roll.objects.order_by("-number").first()
    stretch = None
    if "check" in request.GET and newest is not None:
        stretch = checked_up_to(form.cleaned_data.get("last"), at=request.at, newest=newest.number)
    seeds = list(islice(published_seeds(at=request.at), SEEDS_SHOWN))
    today = request.at.date()
    context = {
        "form": form,
        "newest": newest,
        "checked": stretch.checked if stretch else None,
        "first": stretch.first if stretch else 1,
        "ahead": [seed for seed in reversed(seeds) if seed.day > today],
        "seeds": [seed for seed in seeds if seed.day <= today],
        "most": MOST_CHECKED,
        "decks": decks_shown(at=request.at),
    }
    return render(request, "gamestate/dice_check.html", context)


# -- files


def _tag(request: HttpRequest) -> str:
    """Of a file with the rolls: another one when there is another roll, another seed to see or another question."""
    last, seen = newest_seen(at=request.at)
    decks = [(each.hash, each.shuffles, each.secret) for each in decks_shown(at=request.at)]
    return f'"{sha256(f"{request.get_full_path()} {last} {seen} {decks}".encode()).hexdigest()[:32]}"'


@require_safe
@condition(etag_func=_tag)
def dice_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The rolls that are asked for as a table, oldest first. A cell that a spreadsheet would take for a formula begins
    with an apostrophe; the JSON file has every text as it is."""
    response = StreamingHttpResponse(_csv_lines(_rolls_of(request)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="dice.csv"'
    return response


@require_safe
@condition(etag_func=_tag)
def dice_json(request: HttpRequest) -> StreamingHttpResponse:
    """The rolls that are asked for with all that they were drawn from, oldest first, and the seeds as far as they are
    revealed; and the shuffles, with the cards of dynasties that are over: what it takes to check all this elsewhere."""
    response = StreamingHttpResponse(_json_parts(request), content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="dice.json"'
    return response


def _rolls_of(request: HttpRequest) -> Iterator[dict[str, object]]:
    rolls = rolls_sought(sought_in(RollLogForm(request.GET))).select_related(None).order_by("number")
    for one in rolls.iterator(chunk_size=CHUNK):
        yield {
            "number": one.number,
            "at": format_instant(one.at),
            "player": one.by_id,
            "name": one.name,
            "where": one.where,
            "where_id": one.where_pk or 0,
            "part": one.part,
            "command": one.command,
            "comment": one.comment,
            "law": one.law,
            "seed_hash": one.seed_hash,
            "faces": one.faces,
            "total": one.total or None,
            "previous": one.previous,
            "hash": one.hash,
        }


def _csv_lines(rolls: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield from csv_lines([COLUMNS])
    for one in rolls:
        one["faces"] = " | ".join(map(str, one["faces"]))
        yield from csv_lines([[one[column] for column in COLUMNS]])


def _json_parts(request: HttpRequest) -> Iterator[str]:
    yield '{"format": "blognomic-dice/1", "seeds": ['
    for place, seed in enumerate(published_seeds(at=request.at)):
        members = {
            "day": seed.day.isoformat(),
            "hash": seed.hash,
            "published": format_instant(seed.published_at),
            "secret": seed.secret or None,
        }
        yield (",\n" if place else "\n") + json.dumps(members)
    yield '],\n"decks": ['
    for place, deck in enumerate(decks_shown(at=request.at)):
        members = {
            "dynasty": deck.dynasty.number,
            "hash": deck.hash,
            "published": format_instant(deck.published_at),
            "secret": deck.secret or None,
        }
        yield (",\n" if place else "\n") + json.dumps(members)
    yield '],\n"shuffles": ['
    for place, shuffle in enumerate(shuffles_shown(at=request.at)):
        yield (",\n" if place else "\n") + json.dumps(shuffle, ensure_ascii=False)
    yield '],\n"rolls": ['
    for place, one in enumerate(_rolls_of(request)):
        yield (",\n" if place else "\n") + json.dumps(one, ensure_ascii=False)
    yield "]}\n"
