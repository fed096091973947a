"""The gamestate as tables: the players', and those that the rules make; on pages, and for other programs."""

from itertools import chain

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from blognomic.i18n.dynasty_words import in_the_games_language
from gamestate.drawing.boards import draw_board
from gamestate.queries.boards import board_of
from gamestate.queries.by_itself import BY_ITSELF, next_of_each
from gamestate.queries.exporting import as_csv, game_as_csv, players_as_csv, players_as_json, table_as_json
from gamestate.queries.standings import ranked_numbers, standings_of
from gamestate.queries.tables import Grid, part_of, sort_grid
from gamestate.queries.turns import turns_now
from gamestate.values.state import GAME, Table
from gamestate.views.downloads import MARK, csv_file, long_file
from gamestate.views.viewing import Looked, look, may_do, shared


def sorted_as(grid: Grid, request: HttpRequest, looked: Looked) -> tuple[Grid, str]:
    """The grid in the order that ?sort= asks for, and that order; "" for its own."""
    order = request.GET.get("sort", "")
    known = any(order in (column.variable.key, f"-{column.variable.key}") for column in grid.columns)
    return sort_grid(grid, order, looked.tables), order if known else ""


def _sorting(order: str, *, with_idle: bool = False) -> str:
    """What the address of another part says besides its number."""
    return (f"sort={order}&" if order else "") + ("idle=shown&" if with_idle else "")


@require_safe
def values(request: HttpRequest) -> HttpResponse:
    """The gamestate: what the game has, and the players' table."""
    looked = look(request, besides=[BY_ITSELF])
    whole, order = sorted_as(looked.kept("gamestate.players", looked.tables.players), request, looked)
    with_idle = "idle" in request.GET
    grid, page, more_idle = part_of(whole, number=request.GET.get("page", ""), with_idle=with_idle)
    looked.state.expect(holders=[GAME, *(line.holder for line in (*grid.lines, *grid.idle))])
    context = {
        "looked": looked,
        "grid": grid,
        "page": page,
        "idle": len(whole.idle),
        "more_idle": more_idle,
        "order": order,
        "with_idle": with_idle,
        "sorting": _sorting(order, with_idle=with_idle),
        "game": looked.kept("gamestate.game", looked.tables.game),
        "tables": looked.tables.tables(),
        "is_empty": not (looked.state.variables or looked.state.tables),
        "suggest": looked.suggestions,
        "turns": [] if looked.past else turns_now(looked.tables, at=request.at, present=shared(request)),
        "may_do": may_do(request, looked),
        "forecast": [] if looked.past else next_of_each(shared(request)),
    }
    return render(request, "gamestate/values.html", context)


@require_safe
def standings(request: HttpRequest) -> HttpResponse:
    """Who stands where by a number of players (`?by=`), and what changed since its reader was last here."""
    looked = look(request)
    numbers = ranked_numbers(looked.tables)
    key = request.GET.get("by", "")
    chosen = next((one for one in numbers if one.key == key), None if key else next(iter(numbers), None))
    if key and chosen is None:
        raise Http404(_("There is no such number."))
    since = request.frame.new_since
    context = {
        "numbers": numbers,
        "chosen": chosen,
        "shows_changes": since is not None and chosen is not None and not chosen.definition.formula,
        "lines": standings_of(chosen, looked.tables, looked.viewer, since=since) if chosen else [],
    }
    return render(request, "gamestate/standings.html", context)


@require_safe
def players_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The players' table as CSV."""
    looked = look(request)
    lines = players_as_csv(looked.tables, _players(looked))
    return long_file(chain([MARK], lines), "players.csv", content_type="text/csv; charset=utf-8")


@require_safe
def game_csv(request: HttpRequest) -> HttpResponse:
    """The game's own values as CSV."""
    looked = look(request)
    with in_the_games_language():
        return csv_file(game_as_csv(looked.tables), "game")


@require_safe
def players_json(request: HttpRequest) -> StreamingHttpResponse:
    """The players' table and the game's own values as JSON."""
    looked = look(request)
    parts = players_as_json(looked.tables, _players(looked), at=looked.past or request.at)
    return StreamingHttpResponse(parts, content_type="application/json")


def _players(looked: Looked) -> Grid:
    with in_the_games_language():
        return looked.tables.players()


@require_safe
def table(request: HttpRequest, key: str) -> HttpResponse:
    """A table that the rules make."""
    looked = look(request)
    tracked_table = _table(looked, key)
    whole = looked.kept(f"gamestate.table {tracked_table.id}", lambda: looked.tables.table(tracked_table))
    rows, order = sorted_as(whole, request, looked)
    grid, page, _more_idle = part_of(rows, number=request.GET.get("page", ""), with_idle=False)
    board = board_of(tracked_table, looked.tables) if tracked_table.definition.look else None
    context = {
        "looked": looked,
        "board": draw_board(board, lambda place: (f"#row-{place.row}", {})) if board else "",
        "grid": grid,
        "page": page,
        "lines": rows.lines,
        "sorting": _sorting(order),
        "order": order,
        "table": tracked_table,
        "rule": looked.tables.rules.get(tracked_table.definition.rule or 0, ""),
        "suggest": looked.suggestions,
    }
    return render(request, "gamestate/table.html", context)


@require_safe
def table_csv(request: HttpRequest, key: str) -> HttpResponse:
    """A table as CSV."""
    looked = look(request)
    tracked_table = _table(looked, key)
    with in_the_games_language():
        return csv_file(
            as_csv(looked.tables.table(tracked_table), first=tracked_table.definition.name), tracked_table.key
        )


@require_safe
def table_json(request: HttpRequest, key: str) -> HttpResponse:
    """A table as JSON."""
    looked = look(request)
    tracked_table = _table(looked, key)
    with in_the_games_language():
        document = table_as_json(
            looked.tables, looked.tables.table(tracked_table), at=looked.past or request.at
        )
    return JsonResponse(document)


def _table(looked: Looked, key: str) -> Table:
    """The table of that key, or whose row has it. Raises Http404."""
    for tracked_table in looked.state.tables.values():
        if key in (tracked_table.key, tracked_table.id):
            return tracked_table
    raise Http404(_("There is no such table."))
