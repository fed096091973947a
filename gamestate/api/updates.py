"""The log of updates, and changing values: what it would come to, doing it, disputing it."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api import Instant, Key, Page, Paging, Room, Seen, Sent, Text, page, row_of
from blognomic.web.errors import RuleBroken
from gamestate.api.update_shapes import DisputeOut, UpdateOut, shown_anew, shown_to, viewing
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Dispute, LimitedAction, Update
from gamestate.queries.log import LogQuestion, UpdateShown, updates
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import COMMENT_LENGTH, plan
from gamestate.services import undoing, updating
from gamestate.values import kinds
from gamestate.values.definitions import LONG_LENGTH, narrowest
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration, Plan, seen_key
from gamestate.values.state import State, Variable
from gamestate.values.steps import MOST_HOLDERS, Step, read_step
from players.api import by, token

router = Room("Gamestate")
WRITE = token("gamestate")
PATH = "What is changed: the key of a variable, or of a table and a column with a point between."


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
    seen: Seen = Field(None, description="The `last` that one looked at: a later one is a conflict (409).")


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
    before: str
    after: str
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


class WhyIn(Sent):
    why: Text = Field(min_length=1, max_length=COMMENT_LENGTH)


@router.get("/gamestate/updates", "The log", Page[UpdateOut])
def list_updates(request: HttpRequest, paging: Query[Paging], filters: Query[LogFilters]) -> dict[str, Any]:
    """Every update, newest first; or those that are looked for."""
    rows = updates(LogQuestion(**filters.dict()), viewing(request))
    return page(request, rows, paging, by="-at", tell=partial(shown_to, request))


@router.get("/gamestate/updates/{update}", "One update", UpdateOut)
def one_update(request: HttpRequest, update: row_of(Update.objects.select_related("by"))) -> UpdateShown:
    """An update by its number."""
    return shown_anew(request, update)


@router.add("/gamestate/updates", "Change the gamestate", UpdateOut, WRITE)
def update_values(request: HttpRequest, response: HttpResponse, sent: UpdateIn) -> UpdateShown:
    """Change any number of values at once, or none, with a comment. Conflicts are told, and nothing is overwritten."""
    actions = list(LimitedAction.objects.filter(pk__in=sent.actions, retired_at__isnull=True))
    if len(actions) < len(set(sent.actions)):
        raise RuleBroken("One of the actions is not allowed by the rules any more.", status=409)
    made = updating.update(
        **by(request, "leave"),
        steps=_steps(sent.changes),
        seen=_seen(sent.changes, tracked_now(None).state),
        actions=actions,
        shared=request.present,
        **sent.dict(include={"comment", "correction", "insist"}),
    )
    response["Location"] = f"{request.path}/{made.pk}"
    return shown_anew(request, made)


@router.post("/gamestate/preview", "Preview an update", PlanOut, WRITE)
def plan_update(request: HttpRequest, sent: UpdateIn) -> dict[str, Any]:
    """What an update would come to, and what stands in its way."""
    state, viewer = tracked_now(None).state, viewer_of(request.user, at=request.at)
    planned = plan(
        state,
        _steps(sent.changes),
        sight=viewer.sees,
        at_once=True,
        seen=_seen(sent.changes, state),
        insist=bool(sent.insist.strip()),
    )
    return {"outcomes": list(_outcomes(planned, viewing(request))), "troubles": planned.troubles}


def _outcomes(planned: Plan, viewer: Viewer) -> Iterable[dict[str, str]]:
    """The values that would be others, as far as the viewer may see them."""
    for one in planned.alterations:
        variable = planned.state.variables.get(one.id) if one.about == "value" else None
        audience = narrowest(one.audience, one.audience_before)
        if variable is not None and viewer.sees(variable, one.holder, audience):
            yield _outcome(one, variable, planned.state)


def _outcome(one: Alteration, variable: Variable, state: State) -> dict[str, str]:
    return {
        "what": state.path_of(variable),
        "whose": one.holder,
        "before": kinds.show(variable.definition, one.old, state),
        "after": kinds.show(variable.definition, one.new, state),
        "note": one.refused or one.note.in_english,
    }


def _steps(changes: Sequence[ChangeIn]) -> list[Step]:
    """The changes as steps. Raises RuleBroken (400)."""
    return [step_of({"do": "set", "path": one.path, "of": one.of, "to": one.to}) for one in changes]


def step_of(value: dict[str, Any]) -> Step:
    try:
        return read_step(value)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None


def _seen(changes: Sequence[ChangeIn], state: State) -> dict[str, int | None]:
    """Which entries were the last when one looked, of the changes that say so. What is not tracked is told later, by
    the plan."""
    last_seen: dict[str, int | None] = {}
    for one in changes:
        if one.seen is None:
            continue
        try:
            variable = state.variable_of(one.path)
        except ValueRefused:
            continue
        last_seen |= {seen_key(variable.id, holder): one.seen or None for holder in one.of}
    return last_seen


@router.add("/gamestate/updates/{update}/disputes", "Dispute it", DisputeOut, WRITE)
def dispute(request: HttpRequest, update: row_of(Update), sent: WhyIn) -> Dispute:
    """Say that an update does not show the gamestate: it stands marked until that is settled."""
    return undoing.dispute(update=update, **by(request, "leave"), why=sent.why)


@router.delete("/gamestate/disputes/{dispute}", "Take it back", DisputeOut, WRITE)
def take_back_dispute(request: HttpRequest, dispute: row_of(Dispute.objects.select_related("by"))) -> Dispute:
    """Take a dispute of one's own back."""
    return undoing.take_back(dispute=dispute, **by(request, "leave"))
