"""Actions that the rules allow so and so often."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Key, Room, Rows, Sent, Text, read, row_of, worked_out
from gamestate.models import LimitedAction, Taking
from gamestate.models.tracked import NAME_LENGTH
from gamestate.permissions import check_may_withdraw
from gamestate.queries.acting import actions_for, log_of_takings
from gamestate.services import acting, updating
from players.api.auth import ADMIN, GAMESTATE, by, like

router = Room("Actions, sealed orders, secrets")
Comment = Annotated[Text, Field(max_length=acting.COMMENT_LENGTH)]


class ActionOut(like(LimitedAction, "id key name description frequency", of="action")):
    """An action that the rules allow so and so often."""

    rule: str
    again: datetime | None = worked_out(
        lambda one: one.again.at if one.again else None,
        "From when on the token's owner may take it, if they play and the law knows the frequency.",
    )
    why: str = Field(description="What stands in the way.")


class ActionIn(Sent):
    """An action that the rules allow."""

    name: Text = Field(min_length=1, max_length=NAME_LENGTH)
    frequency: Text = Field(max_length=40)
    description: Text = Field("", max_length=acting.DESCRIPTION_LENGTH)
    rule: Key | None = Field(None, description="The key of the rule that allows it.")


class DeclaredOut(like(LimitedAction, "id key name frequency")):
    """An action that was just declared."""


class TakingOut(like(Taking, "id at by action update comment withdrawn_at")):
    """Somebody took an action."""

    name: str = read("action.name")


@router.get("/actions", list[ActionOut])
def actions(request: HttpRequest) -> list[Any]:
    """What the rules allow how often; with a token, also when its owner may take each again."""
    allowed = actions_for(request.user if request.token is not None else None, at=request.at)
    # What may be taken at once may be so at any moment of asking.
    if any(one.again and one.again.at <= request.at for one in allowed):
        request.of_the_moment = "again"
    return list(allowed)


@router.add("/actions", DeclaredOut, ADMIN, does=acting.declare)
def declare_action(sent: ActionIn) -> None:
    """Let an admin or the emperor say that the rules allow an action so and so often."""


@router.delete("/actions/{int:action}", auth=ADMIN, does=acting.retire)
def retire_action(action: row_of(LimitedAction)) -> None: ...


@router.list("/actions/takings", TakingOut)
def list_takings(request: HttpRequest) -> Rows:
    """Every time that an action was taken, newest first."""
    return Rows(log_of_takings(), by="-at")


@router.add("/actions/{int:action}/take", TakingOut, GAMESTATE, does=updating.take_alone)
def take(action: row_of(LimitedAction), *, comment: Comment = "") -> None: ...


@router.delete("/actions/takings/{taking}", TakingOut, GAMESTATE)
def take_back(request: HttpRequest, taking: row_of(Taking.objects.select_related("action", "by"))) -> Taking:
    """Let a taking that was recorded by mistake count no more."""
    check_may_withdraw(request.user, taking, as_admin="admin" in request.token.scopes)
    return acting.take_back(taking=taking, **by(request, "leave"))
