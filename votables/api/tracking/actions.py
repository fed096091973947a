"""Actions that the rules allow so and so often."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import Key, Sent, Text
from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction, Taking
from gamestate.models.tracked import NAME_LENGTH
from gamestate.queries.acting import actions_for, log_of_takings
from gamestate.services import acting
from players.api.auth import token
from players.api.people import Who, who
from votables.services import tracking

router = Router(tags=["Actions, sealed orders, secrets"])
WRITE = token("gamestate")


class ActionOut(Schema):
    """An action that the rules allow so and so often."""

    id: int
    key: str
    name: str
    description: str
    rule: str
    frequency: str
    again: datetime | None = Field(
        description="From when on the token's owner may take it, if they play and the law knows the frequency."
    )
    why: str = Field(description="What stands in the way.")


class ActionIn(Sent):
    """An action that the rules allow."""

    name: Text = Field(min_length=1, max_length=NAME_LENGTH)
    frequency: Text = Field(max_length=40, description="One of the law's, such as `daily`.")
    description: Text = Field("", max_length=acting.DESCRIPTION_LENGTH)
    rule: Key | None = Field(None, description="The rule that allows it.")


class DeclaredOut(Schema):
    id: int
    key: str
    name: str
    frequency: str


class TakingOut(Schema):
    """Somebody took an action."""

    id: int
    action: int
    name: str
    by: Who
    at: datetime
    comment: str
    update: int | None
    withdrawn_at: datetime | None


class TakeIn(Sent):
    comment: Text = Field("", max_length=acting.COMMENT_LENGTH)


@router.get("/actions", response=list[ActionOut], url_name="actions", summary="Limited actions")
def actions(request: HttpRequest) -> list[dict[str, Any]]:
    """What the rules allow how often; with a token, also when its owner may take each again."""
    own = request.user if request.token is not None else None
    told = [
        {
            "id": one.action.pk,
            "key": one.action.key,
            "name": one.action.name,
            "description": one.action.description,
            "rule": one.rule,
            "frequency": one.action.frequency,
            "again": one.again.at if one.again else None,
            "why": one.why,
        }
        for one in actions_for(own, at=request.at)
    ]
    # What may be taken at once may be so at any moment of asking.
    request.lasting = [
        {**one, "again": "now"} if one["again"] and one["again"] <= request.at else one for one in told
    ]
    return told


@router.post(
    "/actions", response={201: DeclaredOut}, auth=token("admin"), url_name="actions", summary="Declare one"
)
def declare_action(request: HttpRequest, sent: ActionIn) -> Status:
    """Let an admin or the emperor say that the rules allow an action so and so often."""
    made = tracking.declare_action(by=request.user, at=request.at, **sent.dict())
    return Status(201, {"id": made.pk, "key": made.key, "name": made.name, "frequency": made.frequency})


@router.delete(
    "/actions/{int:action}", response={204: None}, auth=token("admin"), url_name="action", summary="Retire it"
)
def retire_action(request: HttpRequest, action: Key) -> Status:
    """Let an admin or the emperor say that the rules allow an action no more. Its log stays."""
    found = get_object_or_404(LimitedAction, pk=action)
    tracking.retire_action(action=found, by=request.user, at=request.at)
    return Status(204, None)


@router.get("/actions/takings", response=Page[TakingOut], url_name="takings", summary="Every taking")
def list_takings(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Every time that an action was taken, newest first."""
    rows = rows_of(request, log_of_takings(), paging, by="at", kind=datetime)
    return page(request, map(_taking, rows))


@router.post(
    "/actions/{int:action}/take", response={201: TakingOut}, auth=WRITE, url_name="take", summary="Take it"
)
def take(request: HttpRequest, action: Key, sent: TakeIn) -> Status:
    """Take an action, if the law lets one at this instant."""
    found = get_object_or_404(LimitedAction, pk=action)
    made = tracking.take_action(action=found, by=request.user, at=request.at, comment=sent.comment)
    return Status(201, _taking(made))


@router.delete(
    "/actions/takings/{taking}", response=TakingOut, auth=WRITE, url_name="taking", summary="Withdraw it"
)
def take_back(request: HttpRequest, taking: Key) -> dict[str, Any]:
    """Let a taking that was recorded by mistake count no more."""
    found = get_object_or_404(Taking.objects.select_related("action", "by"), pk=taking)
    if found.by_id != request.user.pk and "admin" not in request.token.scopes:
        raise RuleBroken(
            "Only who took an action, or an admin, may take that back.", rule="Ruleset and Gamestate"
        )
    return _taking(acting.take_back(taking=found, by=request.user, at=request.at))


def _taking(one: Taking) -> dict[str, Any]:
    return {
        "id": one.pk,
        "action": one.action_id,
        "name": one.action.name,
        "by": who(one.by),
        "at": one.at,
        "comment": one.comment,
        "update": one.update_id,
        "withdrawn_at": one.withdrawn_at,
    }
