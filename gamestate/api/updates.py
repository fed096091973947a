"""The log of updates, as far as whoever asks may see them, and changing values: what it would come to, doing it,
disputing it."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import Instant, Key, OpenOr, PathOf, Room, Rows, Seen, Sent, Shape, Text, read, row_of
from blognomic.web.errors import RuleBroken
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Dispute, Update
from gamestate.queries.acting import live_actions_of
from gamestate.queries.log import LogQuestion, MoveResult, UpdateShown, shown_updates, updates
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import COMMENT_LENGTH, ValueOutcome, outcomes, previewed, seen_entries
from gamestate.services import undoing, updating
from gamestate.values.definitions import LONG_LENGTH
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import StepTrouble
from gamestate.values.state import State
from gamestate.values.steps import MOST_HOLDERS, Step, read_step
from gamestate.views.viewing import shared
from players.api.auth import GAMESTATE, by, like, reader

router = Room("Gamestate")
Comment = Annotated[Text, Field(max_length=COMMENT_LENGTH)]
Why = Annotated[Comment, Field(min_length=1)]


class RollShort(Shape):
    """A roll in a comment or an update."""

    number: int
    roll: str = read("told", "Such as `2DICE6: 2, 5 (7)`.")


class ChangeOut(Shape):
    """A thing before and after an update."""

    about: str = Field(description="Such as `value`, `variable`, `table`, `row` or `page`.")
    key: str
    what: str
    whose: str | None
    before: Any = read("old")
    after: Any = read("new")
    typed: str = Field(description="What was typed.")
    note: str
    refused: str | None
    undone_by: list[int]


class DisputeOut(like(Dispute, "id kind at by why settled_at settled_by")):
    """A player's claim that an update is wrong, or right although the tracker refused it."""

    outcome: OpenOr = Field(description="Its result.")


MoveResultOut = like(
    MoveResult,
    comment="What was said.",
    answers="What was answered, by what was asked.",
    rolls="What was rolled.",
    called="MoveResultOut",
)


class UpdateOut(
    like(Update, "id at by kind comment correction", of="update", note="What the site says of it.")
):
    """An update of the gamestate and what it changed, as far as you can see it."""

    url: PathOf = read("update.get_absolute_url")
    link: PathOf = read("update.link", "Where it was made, if not in the tracker.")
    changes: list[ChangeOut] = Field(description="What it changed.")
    hidden: int = Field(description="How many of its changes are hidden from you.")
    rolls: list[RollShort] = Field(description="The dice that were rolled in its comment.")
    actions: list[str] = Field(description="The limited actions that were taken with it.")
    disputes: list[DisputeOut] = Field(description="The disputes about it.")
    result: MoveResultOut | None = Field(
        description="What came of a move that not everybody sees, where you do; else null."
    )
    undoes: list[int] = Field(description="The keys of the updates that it undoes.")
    undone_by: list[int]


class LogFilters(Shape):
    """Which updates are asked for."""

    player: Key | None = Field(None, description="Whose values changed.")
    by: Key | None = Field(None, description="Who made them.")
    variable: Key | None = Field(None, description="Of which variable.")
    words: Text = Field("", max_length=100)
    kind: Literal["", *Update.Kind.values] = ""
    dice: bool = Field(False, description="With dice alone.")
    disputed: bool = Field(False, description="Disputed ones alone.")
    since: Instant | None = None
    until: Instant | None = None


class ChangeIn(Sent):
    """One value, or the same one of several, set or shifted."""

    path: Text = Field(max_length=200, description="What changes: a variable's key, or `table.column`.")
    of: list[Text] = Field(
        min_length=1,
        max_length=MOST_HOLDERS,
        description="Whose: `player:3`, `row:7`, `row=Forest`, `game`, `players`…",
    )
    to: Text = Field(
        max_length=LONG_LENGTH, description="What is written in the field: `12`, `+5`, `=a+b`, `+DICE6`."
    )
    seen: Seen = Field(None, description="The `last` that you looked at. A later one is a conflict (409).")


class UpdateIn(Sent):
    """Any number of changes at once, or none, with a comment. All of it is done, or nothing."""

    changes: list[ChangeIn] = Field([], max_length=500, description="What is changed.")
    comment: Comment = Field("", description="Dice in it are rolled once, when it is saved.")
    correction: bool = False
    insist: Comment = Field(
        "", description="Why a refused value is legal: it is recorded, marked as disputed."
    )
    actions: list[Key] = Field([], max_length=50, description="Limited actions that are taken with it.")


Outcome = like(ValueOutcome, "what whose before after note", called="Outcome")
TroubleOut = like(StepTrouble, "sentence rule place kind", called="TroubleOut")


class PlanOut(Shape):
    """A preview of an update. Nothing is saved, and nothing is rolled."""

    outcomes: list[Outcome] = Field(description="What would change, as far as you can see it.")
    troubles: list[TroubleOut] = Field(description="What stops it.")


def viewing(request: HttpRequest) -> Viewer:
    """Who looks, as far as the token lets them see what is hidden."""
    return viewer_of(reader(request), at=request.at, present=shared(request))


def shown_to(request: HttpRequest, rows: Sequence[Update]) -> list[UpdateShown]:
    """Updates with all that whoever asks may see of them. Eight queries, however many."""
    return shown_updates(rows, viewing(request), most=None, whole=True)


def shown_anew(request: HttpRequest, update: Update) -> UpdateShown:
    """One update, as far as you can see it."""
    (shown,) = shown_to(request, [update])
    return shown


@router.list("/gamestate/updates", UpdateOut)
def list_updates(request: HttpRequest, filters: Query[LogFilters]) -> Rows:
    """Updates, newest first; all, or those that match."""
    rows = updates(LogQuestion(**filters.dict()), viewing(request))
    return Rows(rows, by="-at", tell=partial(shown_to, request))


@router.one("/gamestate/updates/{update}", UpdateOut, then=shown_anew)
def one_update(update: row_of(Update.objects.select_related("by"))) -> None: ...


@router.add("/gamestate/updates", UpdateOut, GAMESTATE)
def update_values(request: HttpRequest, sent: UpdateIn) -> UpdateShown:
    """Change any number of values at once, or none, with a comment. A conflict is reported, and nothing is
    overwritten."""
    actions = live_actions_of(sent.actions)
    if len(actions) < len(set(sent.actions)):
        raise RuleBroken("One of the actions is not allowed by the rules any more.", status=409)
    update = updating.update(
        **by(request, "leave"),
        **_meant(sent, tracked_now(None).state),
        actions=actions,
        shared=request.present,
        **sent.dict(include={"comment", "correction", "insist"}),
    )
    request.made_at = f"{request.path}/{update.pk}"
    return shown_anew(request, update)


@router.post("/gamestate/preview", PlanOut, GAMESTATE)
def plan_update(request: HttpRequest, sent: UpdateIn) -> dict[str, Any]:
    """Preview an update, and what stops it."""
    state, viewer = tracked_now(None).state, viewer_of(request.user, at=request.at)
    planned = previewed(state, **_meant(sent, state), sight=viewer.sees, insist=sent.insist)
    return {"outcomes": outcomes(planned, viewing(request).sees), "troubles": planned.troubles}


def _meant(sent: UpdateIn, state: State) -> dict[str, Any]:
    """The changes as steps, and what was looked at. Raises RuleBroken (400)."""
    steps = [step_of({"do": "set", "path": one.path, "of": one.of, "to": one.to}) for one in sent.changes]
    looked_at = ((one.path, one.of, one.seen) for one in sent.changes)
    return {"steps": steps, "seen": seen_entries(looked_at, state)}


def step_of(value: dict[str, Any]) -> Step:
    """A step as it is stored. Raises RuleBroken (400) for what is none."""
    try:
        return read_step(value)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None


@router.add("/gamestate/updates/{update}/disputes", DisputeOut, GAMESTATE, does=undoing.dispute)
def dispute(update: row_of(Update), *, why: Why) -> None: ...


@router.delete("/gamestate/disputes/{dispute}", DisputeOut, GAMESTATE, does=undoing.take_back)
def take_back_dispute(dispute: row_of(Dispute.objects.select_related("by"))) -> None: ...
