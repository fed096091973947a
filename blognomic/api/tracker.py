"""The gamestate: values, tables, the log of updates, pages; changing and undoing."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.api.auth import reader, token
from blognomic.api.offices import ADMIN
from blognomic.api.paging import Page, Paging, page, rows_of
from blognomic.api.shapes import Instant, Key, Sent, Text, Who, url_of, who
from blognomic.api.votes import RollShort
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Dispute, LimitedAction, Update
from gamestate.models import Page as PageRow
from gamestate.queries.exporting import named_value
from gamestate.queries.log import UpdateShown, Wanted, names_in, shown_updates, updates
from gamestate.queries.log_files import change_told
from gamestate.queries.now import tracked_now, with_pages
from gamestate.queries.pages import live_pages, page_called, versions_of
from gamestate.queries.tables import CellShown, Column, Grid, Line
from gamestate.services import undoing, updating
from gamestate.services.undoing import MOST_UPDATES
from gamestate.services.updating import COMMENT_LENGTH
from gamestate.values import kinds
from gamestate.values.definitions import LONG_LENGTH, PAGE_LENGTH, PAGE_TITLE_LENGTH
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration, Plan, seen_key
from gamestate.values.state import State, Variable
from gamestate.values.steps import MOST_HOLDERS, Step, read_step
from gamestate.views.asking import Looked, look, shared
from players.errors import RuleBroken
from votables.services import officials, tracking
from votables.views.tracking.undo import things

router = Router(tags=["Gamestate"])
WRITE = token("gamestate")
AS_OF = Field("", max_length=40, description="As of an instant, such as 2026-11-21T14:05:00Z; empty: now.")
PATH = "What is changed: the key of a variable, or of a table and a column with a point between."
# What an update may do by itself; definitions are an admin's.
DEFINES = (
    "define", "alter", "retire", "define-table", "alter-table", "retire-table", "add-row", "alter-row", "retire-row",
    "retire-page",
)  # fmt: skip


class AsOf(Schema):
    at: Text = AS_OF


class VariableOut(Schema):
    """Something that is tracked."""

    id: int
    path: str = Field(description="What updates and formulas call it.")
    name: str
    kind: str
    description: str
    rule: str = Field(description="The rule that it comes from.")
    hidden: bool = Field(description="Whether not everybody sees its values.")


class CellOut(Schema):
    """A value. Of a hidden one, nothing but that it is there."""

    path: str
    value: Any
    text: str
    last: int | None = Field(
        description="The entry that set it: to be sent back as `seen` by whoever changes it."
    )
    hidden: bool
    disputed: bool


class LineOut(Schema):
    """A player, a row or the game, with its values."""

    holder: str = Field(description="What updates call it, such as `player:3`.")
    name: str
    idle: bool
    emperor: bool
    values: list[CellOut]


class GridOut(Schema):
    """A table."""

    key: str
    name: str
    at: datetime
    variables: list[VariableOut]
    lines: list[LineOut]


class StateOut(Schema):
    """The players' table, the game's own values, and which tables there are besides."""

    at: datetime
    players: GridOut
    game: GridOut
    tables: list[dict[str, str]]


class ChangeOut(Schema):
    """One thing before and after an update."""

    about: str
    key: str
    what: str
    whose: str | None
    old: Any
    new: Any
    typed: str
    note: str
    refused: str | None = Field(description="Why the tracker would have refused it.")
    undone_by: list[int]


class DisputeOut(Schema):
    """A player's word that an update does not show the gamestate, or does although the tracker refused it."""

    id: int
    kind: str
    by: Who
    at: datetime
    why: str
    outcome: str
    settled_at: datetime | None
    settled_by: Who | None


class UpdateOut(Schema):
    """An update of the gamestate with what it changed, as far as whoever asks may see it."""

    id: int
    url: str
    at: datetime
    by: Who | None
    kind: str
    correction: bool
    comment: str
    link: str
    changes: list[ChangeOut]
    hidden: int = Field(description="How many of its changes are hidden from whoever asks.")
    rolls: list[RollShort]
    actions: list[str]
    disputes: list[DisputeOut]
    undoes: list[int]
    undone_by: list[int]


class LogFilters(Schema):
    """Which updates are asked for."""

    player: Key | None = Field(None, description="Whose values changed.")
    by: Key | None = Field(None, description="Who made them.")
    variable: Key | None = None
    words: Text = Field("", max_length=100)
    kind: Literal["", "change", "undo", "enactment", "definition", "roster", "dynasty", "afresh"] = ""
    dice: bool = False
    disputed: bool = False
    since: Instant | None = None
    until: Instant | None = None


class ChangeIn(Sent):
    """One value, or the same one of several, set or shifted."""

    path: Text = Field(max_length=200, description=PATH)
    of: list[Text] = Field(
        min_length=1,
        max_length=MOST_HOLDERS,
        description="Whose: `player:3`, `row:7`, `row=Forest`, `game`, `players`…",
    )
    to: Text = Field(max_length=LONG_LENGTH, description="What is written in the field: `12`, `+5`, `=a+b`.")
    seen: int | None = Field(
        None, ge=0, le=10**15, description="The `last` that one looked at: a later one is a conflict (409)."
    )


class UpdateIn(Sent):
    """Any number of changes at once, or none, with a comment. All of it is done, or nothing."""

    changes: list[ChangeIn] = Field([], max_length=500)
    comment: Text = Field(
        "", max_length=COMMENT_LENGTH, description="Dice in it are rolled once, when it is saved."
    )
    correction: bool = Field(False, description="It corrects what is shown, and is no action of the game.")
    insist: Text = Field(
        "",
        max_length=COMMENT_LENGTH,
        description="Why a refused value is legal: it is recorded, marked as disputed.",
    )
    actions: list[Key] = Field([], max_length=50, description="Limited actions that are taken with it.")


class Outcome(Schema):
    """What a value would come to."""

    what: str
    whose: str
    old: str
    new: str
    note: str


class TroubleOut(Schema):
    place: int = Field(description="Which of the changes, from 0.")
    kind: str = Field(description="`wrong`, `refused` or `conflict`.")
    sentence: str
    rule: str


class PlanOut(Schema):
    """What an update would come to. Nothing is saved, and nothing is rolled."""

    outcomes: list[Outcome]
    troubles: list[TroubleOut]


class DefineIn(Sent):
    """Steps that change what is tracked, as changes on matters have them."""

    steps: list[dict[str, Any]] = Field(min_length=1, max_length=100)
    comment: Text = Field("", max_length=COMMENT_LENGTH)


class UndoIn(Sent):
    """Undo updates, one or a run of them, whole or in part."""

    updates: list[Key] = Field(min_length=1, max_length=MOST_UPDATES)
    why: Text = Field(min_length=1, max_length=COMMENT_LENGTH)
    choices: dict[Text, Literal["restore", "shift", "skip"]] = Field(
        {}, description="What is done with each thing, by its `key`, where it is not what is proposed."
    )
    seen: int | None = Field(
        None, ge=0, le=10**15, description="The `newest` of the preview: what is later conflicts."
    )


class UndoneThing(Schema):
    """Something that can be put back."""

    key: str
    what: str
    whose: str
    now: str
    back_to: str
    later: int = Field(description="How many later changes of the same thing there are.")
    how: str = Field(description="What is proposed.")
    possible: list[str]


class UndoPlan(Schema):
    newest: int | None
    things: list[UndoneThing]


class WhyIn(Sent):
    why: Text = Field(min_length=1, max_length=COMMENT_LENGTH)


class PageOut(Schema):
    """A page of gamestate."""

    key: str
    url: str
    title: str
    last: int | None = Field(description="To be sent back as `seen` by whoever writes it anew.")
    at: datetime | None
    by: Who | None


class WholePage(PageOut):
    text: str
    html: str


class PageVersion(Schema):
    number: int
    at: datetime
    by: Who | None
    title: str
    text: str
    is_there: bool


class PageIn(Sent):
    """A page, written anew. An empty text blanks it."""

    title: Text = Field(min_length=1, max_length=PAGE_TITLE_LENGTH)
    text: Text = Field("", max_length=PAGE_LENGTH)
    comment: Text = Field("", max_length=COMMENT_LENGTH)
    correction: bool = False
    seen: int | None = Field(
        None, ge=0, le=10**15, description="The `last` that one looked at; none for a new page."
    )


# -- reading


def _variable(column: Column, state: State) -> dict[str, Any]:
    definition = column.definition
    return {
        "id": int(column.variable.id),
        "path": state.path_of(column.variable),
        "name": definition.name,
        "kind": definition.kind,
        "description": definition.description,
        "rule": column.rule,
        "hidden": column.is_hidden,
    }


def _cell(cell: CellShown, state: State) -> dict[str, Any]:
    refers = cell.variable.definition.refers
    return {
        "path": state.path_of(cell.variable),
        "value": None if cell.is_hidden else named_value(cell.kind, cell.value, state, refers=refers),
        "text": cell.text,
        "last": cell.last,
        "hidden": cell.is_hidden,
        "disputed": cell.is_disputed,
    }


def _line(line: Line, state: State) -> dict[str, Any]:
    return {
        "holder": line.holder,
        "name": line.name,
        "idle": line.person is not None and line.person.idle,
        "emperor": line.person is not None and line.person.is_emperor,
        "values": [_cell(cell, state) for cell in line.cells],
    }


def _grid(grid: Grid, looked: Looked, at: datetime, *, key: str = "", name: str = "") -> dict[str, Any]:
    state = looked.state
    return {
        "key": grid.table.key if grid.table else key,
        "name": grid.title or name,
        "at": at,
        "variables": [_variable(column, state) for column in grid.columns],
        "lines": [_line(line, state) for line in (*grid.lines, *grid.idle)],
    }


def _instant(looked: Looked, request: HttpRequest) -> datetime:
    """The instant that an answer is of: for the present, that of what is kept of it."""
    return looked.past or (request.present.at if request.present else request.at)


@router.get("/gamestate", response=StateOut, url_name="gamestate", summary="How it stands")
def gamestate(request: HttpRequest, asked: Query[AsOf]) -> dict[str, Any]:
    """The players' table with idle players last, the game's own values, and the names of the other tables."""
    looked = look(request, reader(request))
    at = _instant(looked, request)
    game = looked.tables.game()
    of_game = Grid(
        tuple(column for column, _ in game), (Line("game", "The game", tuple(cell for _, cell in game)),)
    )
    return {
        "at": at,
        "players": _grid(looked.tables.players(), looked, at, key="players", name="Players"),
        "game": _grid(of_game, looked, at, key="game", name="The game"),
        "tables": [{"key": one.key, "name": one.definition.name} for one in looked.tables.tables()],
    }


@router.get("/gamestate/tables/{key}", response=GridOut, url_name="table", summary="One table")
def table(request: HttpRequest, key: Text, asked: Query[AsOf]) -> dict[str, Any]:
    """A table that the rules make."""
    looked = look(request, reader(request))
    for found in looked.state.tables.values():
        if key == found.key:
            return _grid(looked.tables.table(found), looked, _instant(looked, request))
    raise Http404


def viewing(request: HttpRequest) -> Viewer:
    """Who looks, as far as the token lets them see what is hidden."""
    return viewer_of(reader(request), at=request.at, present=shared(request))


def _dispute(one: Dispute) -> dict[str, Any]:
    return {
        "id": one.pk,
        "kind": one.kind,
        "by": who(one.by),
        "at": one.at,
        "why": one.why,
        "outcome": one.outcome or "open",
        "settled_at": one.settled_at,
        "settled_by": who(one.settled_by),
    }


def _updates(rows: Sequence[Update], viewer: Viewer) -> list[dict[str, Any]]:
    """Updates with all that the viewer may see of them. Eight queries, however many."""
    shown = shown_updates(rows, viewer, most=None, whole=True)
    names = names_in(entry.entry for one in shown for entry in one.entries)

    def told(one: UpdateShown) -> dict[str, Any]:
        update = one.update
        return {
            "id": update.pk,
            "url": url_of(update.get_absolute_url()),
            "at": update.at,
            "by": who(update.by),
            "kind": update.kind,
            "correction": update.correction,
            "comment": update.comment,
            "link": url_of(update.link),
            "changes": [change_told(entry, names) for entry in one.entries],
            "hidden": one.hidden,
            "rolls": [{"number": roll.number, "roll": roll.told} for roll in one.rolls],
            "actions": [str(taking.action) for taking in one.takings if not taking.withdrawn_at],
            "disputes": [_dispute(each) for each in one.disputes],
            "undoes": one.undoes,
            "undone_by": one.undone_by,
        }

    return [told(one) for one in shown]


@router.get("/gamestate/updates", response=Page[UpdateOut], url_name="updates", summary="The log")
def list_updates(request: HttpRequest, paging: Query[Paging], filters: Query[LogFilters]) -> dict[str, Any]:
    """Every update, newest first; or those that are looked for."""
    viewer = viewing(request)
    rows = rows_of(request, updates(Wanted(**filters.dict()), viewer), paging, by="at", kind=datetime)
    return page(request, _updates(rows, viewer))


@router.get("/gamestate/updates/{update}", response=UpdateOut, url_name="update", summary="One update")
def one_update(request: HttpRequest, update: Key) -> dict[str, Any]:
    """An update by its number."""
    return _told(request, get_object_or_404(Update.objects.select_related("by"), pk=update))


def _told(request: HttpRequest, update: Update) -> dict[str, Any]:
    (told,) = _updates([update], viewing(request))
    return told


# -- changing


@router.post(
    "/gamestate/updates",
    response={201: UpdateOut},
    auth=WRITE,
    url_name="updates",
    summary="Change the gamestate",
)
def update_values(request: HttpRequest, response: HttpResponse, sent: UpdateIn) -> Status:
    """Change any number of values at once, or none, with a comment. Conflicts are told, and nothing is overwritten."""
    actions = list(LimitedAction.objects.filter(pk__in=sent.actions, retired_at__isnull=True))
    if len(actions) < len(set(sent.actions)):
        raise RuleBroken("One of the actions is not allowed by the rules any more.", status=409)
    made = tracking.update_gamestate(
        by=request.user,
        at=request.at,
        steps=_steps(sent.changes),
        comment=sent.comment,
        correction=sent.correction,
        seen=_seen(sent.changes, tracked_now(None).state),
        insist=sent.insist,
        actions=actions,
    )
    response["Location"] = f"{request.path}/{made.pk}"
    return Status(201, _told(request, made))


@router.post("/gamestate/preview", response=PlanOut, auth=WRITE, url_name="plan", summary="Preview an update")
def plan_update(request: HttpRequest, sent: UpdateIn) -> dict[str, Any]:
    """What an update would come to, and what stands in its way."""
    state, viewer = tracked_now(None).state, viewer_of(request.user, at=request.at)
    planned = updating.plan(
        state,
        _steps(sent.changes),
        sight=viewer.sees,
        at_once=True,
        seen=_seen(sent.changes, state),
        insist=bool(sent.insist.strip()),
    )
    return {
        "outcomes": list(_outcomes(planned, viewing(request))),
        "troubles": [
            {"place": one.place, "kind": one.kind, "sentence": one.sentence, "rule": one.rule}
            for one in planned.troubles
        ],
    }


def _outcomes(planned: Plan, viewer: Viewer) -> Iterable[dict[str, str]]:
    """The values that would be others, as far as the viewer may see them."""
    for one in planned.alterations:
        variable = planned.state.variables.get(one.id) if one.about == "value" else None
        if variable is not None and viewer.sees(variable, one.holder):
            yield _outcome(one, variable, planned.state)


def _outcome(one: Alteration, variable: Variable, state: State) -> dict[str, str]:
    return {
        "what": state.path_of(variable),
        "whose": one.holder,
        "old": kinds.show(variable.definition, one.old, state),
        "new": kinds.show(variable.definition, one.new, state),
        "note": one.refused or one.note,
    }


def _steps(changes: Sequence[ChangeIn]) -> list[Step]:
    """The changes as steps. Raises RuleBroken (400)."""
    return [_step({"do": "set", "path": one.path, "of": one.of, "to": one.to}) for one in changes]


def _step(value: dict[str, Any]) -> Step:
    try:
        return read_step(value)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None


def _seen(changes: Sequence[ChangeIn], state: State) -> dict[str, int | None]:
    """Which entries were the last when one looked, of the changes that say so. What is not tracked is told later, by
    the plan."""
    found: dict[str, int | None] = {}
    for one in changes:
        if one.seen is None:
            continue
        try:
            variable = state.variable_of(one.path)
        except ValueRefused:
            continue
        found |= {seen_key(variable.id, holder): one.seen or None for holder in one.of}
    return found


@router.post(
    "/gamestate/definitions", response={201: UpdateOut}, auth=ADMIN, url_name="definitions", summary="Define"
)
def define(request: HttpRequest, sent: DefineIn) -> Status:
    """Let an admin change what is tracked: variables, tables, rows."""
    if any(step.get("do") not in DEFINES for step in sent.steps):
        raise RuleBroken(f"Definitions are changed by the steps {', '.join(DEFINES)}.", status=400)
    steps = [_step(step) for step in sent.steps]
    made = tracking.redefine(by=request.user, at=request.at, steps=steps, comment=sent.comment)
    return Status(201, _told(request, made))


@router.get("/gamestate/undo", response=UndoPlan, auth=WRITE, url_name="undo", summary="What can be undone")
def plan_undoing(request: HttpRequest, update: Key) -> dict[str, Any]:
    """What of an update can be put back, and what has changed since."""
    found, viewer = _chosen([update]), viewing(request)
    now = tracked_now(shared(request))
    reversals = undoing.reversals(found, viewer=viewer, state=with_pages(now, shared(request)))
    return {
        "newest": now.newest,
        "things": [
            {
                "key": one.key,
                "what": one.before.what,
                "whose": one.before.whose,
                "now": one.after.new or one.after.said,
                "back_to": one.before.old,
                "later": len(one.later),
                "how": next(code for code, _, chosen in one.choices if chosen),
                "possible": [code for code, _, _ in one.choices],
            }
            for one in things(reversals, {})
        ],
    }


def _chosen(keys: Iterable[int]) -> list[Update]:
    wanted = set(keys)
    found = list(Update.objects.filter(pk__in=wanted).select_related("by").order_by("-pk"))
    if len(found) < len(wanted):
        raise Http404
    return found


@router.post("/gamestate/undo", response={201: UpdateOut}, auth=WRITE, url_name="undo", summary="Undo")
def undo(request: HttpRequest, sent: UndoIn) -> Status:
    """Undo updates by a new one that says so."""
    made = officials.undo(
        updates=_chosen(sent.updates),
        by=request.user,
        at=request.at,
        why=sent.why,
        choices=sent.choices,
        seen=sent.seen,
    )
    return Status(201, _told(request, made))


@router.post(
    "/gamestate/updates/{update}/disputes",
    response={201: DisputeOut},
    auth=WRITE,
    url_name="disputes",
    summary="Dispute it",
)
def dispute(request: HttpRequest, update: Key, sent: WhyIn) -> Status:
    """Say that an update does not show the gamestate: it stands marked until that is settled."""
    found = get_object_or_404(Update, pk=update)
    return Status(201, _dispute(undoing.dispute(update=found, by=request.user, at=request.at, why=sent.why)))


@router.delete(
    "/gamestate/disputes/{dispute}",
    response=DisputeOut,
    auth=WRITE,
    url_name="dispute",
    summary="Take it back",
)
def take_back_dispute(request: HttpRequest, dispute: Key) -> dict[str, Any]:
    """Take a dispute of one's own back."""
    found = get_object_or_404(Dispute.objects.select_related("by"), pk=dispute)
    return _dispute(undoing.take_back(dispute=found, by=request.user, at=request.at))


# -- pages


def _page(found: PageRow) -> dict[str, Any]:
    last = found.last
    return {
        "key": found.key,
        "url": url_of(f"/gamestate/pages/{found.key}/"),
        "title": found.title,
        "last": found.last_id,
        "at": last.at if last else None,
        "by": who(last.update.by) if last else None,
    }


def _live_page(key: str) -> PageRow:
    found = page_called(key)
    if found is None or found.retired_at is not None:
        raise Http404
    return found


@router.get("/gamestate/pages", response=Page[PageOut], url_name="pages", summary="Pages")
def list_pages(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """The pages that are gamestate."""
    rows = rows_of(request, live_pages(), paging, by="title", kind=str, descending=False)
    return page(request, map(_page, rows))


@router.get("/gamestate/pages/{key}", response=WholePage, url_name="page", summary="One page")
def one_page(request: HttpRequest, key: Text) -> dict[str, Any]:
    """A page of gamestate."""
    found = _live_page(key)
    return {**_page(found), "text": found.text, "html": found.html}


@router.get(
    "/gamestate/pages/{key}/versions",
    response=list[PageVersion],
    url_name="page_versions",
    summary="Its versions",
)
def page_history(request: HttpRequest, key: Text) -> list[dict[str, Any]]:
    """Every version of a page, the first one first."""
    return [
        {
            "number": one.number,
            "at": one.entry.at,
            "by": who(one.entry.update.by),
            "title": one.title,
            "text": one.text,
            "is_there": one.is_there,
        }
        for one in versions_of(_live_page(key))
    ]


@router.put("/gamestate/pages/{key}", response=UpdateOut, auth=WRITE, url_name="page", summary="Write it")
def write_page(request: HttpRequest, key: Text, sent: PageIn) -> dict[str, Any]:
    """Make a page, or write it anew. Raises a conflict for who has not seen its last version."""
    there = page_called(key)
    if there is not None and there.retired_at is not None:
        raise RuleBroken("This page was removed. Undo that in its history to have it back.", status=409)
    text = sent.text.replace("\r\n", "\n").rstrip()
    made = tracking.update_gamestate(
        by=request.user,
        at=request.at,
        steps=[_step({"do": "page", "path": key, "name": sent.title, "to": text})],
        comment=sent.comment,
        correction=sent.correction,
        seen={f"page/{there.pk}": sent.seen or None} if there else {},
    )
    return _told(request, made)
