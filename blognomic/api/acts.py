"""Limited actions, sealed orders and secrets."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.decorators.debug import sensitive_variables
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.api.auth import token, viewer
from blognomic.api.paging import Page, Paging, page, rows_of
from blognomic.api.shapes import Instant, Key, Sent, Text, Who, url_of, who, whoever
from gamestate.models import LimitedAction, Sealing, Secret, SecretVersion, Taking
from gamestate.models import Variable as VariableRow
from gamestate.models.tracked import NAME_LENGTH
from gamestate.private.opening import opened
from gamestate.queries.acting import actions_for, log_of_takings
from gamestate.queries.sealing import CallShown, call_for, calls
from gamestate.queries.secrets import VersionShown, public_secrets, versions_for
from gamestate.services import acting, sealing, secrets
from players.errors import RuleBroken
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


class SealingOut(Schema):
    """A call for sealed orders."""

    id: int
    url: str
    title: str
    description: str
    by: Who
    made_at: datetime
    choices: list[str]
    opening: str
    opens_at: datetime | None
    opened_at: datetime | None
    called_off_at: datetime | None


class SealedOut(Schema):
    """An order. What it says is sealed until it is opened, but to its author."""

    at: datetime
    hash: str
    counts: bool
    text: str | None
    salt: str | None


class SeatOut(Schema):
    player: Who
    orders: list[SealedOut]


class WholeSealing(SealingOut):
    seats: list[SeatOut]
    waiting: list[Who] = Field(description="Whose orders are still to come.")


class SealingIn(Sent):
    """A call for sealed orders of players."""

    title: Text = Field(min_length=1, max_length=sealing.TITLE_LENGTH)
    description: Text = Field("", max_length=sealing.DESCRIPTION_LENGTH)
    rule: Key | None = None
    awaited: list[Key] | None = Field(
        None, max_length=200, description="Whose; of all who play, when left out."
    )
    choices: list[Text] = Field([], max_length=sealing.CHOICES)
    opening: Literal["at", "all", "either"] = "all"
    opens_at: Instant | None = None


class SealedIn(Sent):
    text: Text = Field(min_length=1, max_length=sealing.ORDER_LENGTH)


class SecretOut(Schema):
    """A private text of which everybody knows the hash."""

    id: int
    url: str
    name: str
    keeper: Who
    for_game: bool
    dynasty: int | None
    hash: str | None
    since: datetime | None
    versions: int
    revealed: int


class SecretVersionOut(Schema):
    """What a secret said: for its keeper, and for all once it is revealed."""

    id: int
    number: int
    at: datetime
    algorithm: str
    hash: str
    revealed_at: datetime | None
    text: str | None
    salt: str | None


class WholeSecret(SecretOut):
    history: list[SecretVersionOut]


class SecretIn(Sent):
    """A secret to keep."""

    name: Text = Field(min_length=1, max_length=80)
    text: Text = Field(min_length=1, max_length=secrets.TEXT_LENGTH)
    salt: Text | None = Field(
        None, max_length=secrets.SALT_LENGTH, description="Left out: drawn at random; empty: none."
    )
    algorithm: Literal["sha256", "md5"] = "sha256"
    for_game: bool = Field(False, description="Kept for the game, by the emperor.")
    tell: Key | None = Field(None, description="The variable in which its hash is tracked.")


class SecretChange(Sent):
    """What a secret says from now on."""

    seen: Key = Field(description="The key of the version that one looked at.")
    text: Text = Field(min_length=1, max_length=secrets.TEXT_LENGTH)
    salt: Text | None = Field(None, max_length=secrets.SALT_LENGTH)


# -- limited actions


@router.get("/actions", response=list[ActionOut], url_name="actions", summary="Limited actions")
def actions(request: HttpRequest) -> list[dict[str, Any]]:
    """What the rules allow how often; with a token, also when its owner may take each again."""
    own = request.user if request.token is not None else None
    return [
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


@router.post(
    "/actions", response={201: DeclaredOut}, auth=token("admin"), url_name="actions", summary="Declare one"
)
def declare_action(request: HttpRequest, sent: ActionIn) -> Status:
    """Let an admin say that the rules allow an action so and so often."""
    made = acting.declare(by=request.user, at=request.at, **sent.dict())
    return Status(201, {"id": made.pk, "key": made.key, "name": made.name, "frequency": made.frequency})


@router.delete(
    "/actions/{int:action}", response={204: None}, auth=token("admin"), url_name="action", summary="Retire it"
)
def retire_action(request: HttpRequest, action: Key) -> Status:
    """Let an admin say that the rules allow an action no more. Its log stays."""
    acting.retire(action=get_object_or_404(LimitedAction, pk=action), by=request.user, at=request.at)
    return Status(204, None)


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


# -- sealed orders


def _sealing(one: Sealing, since: datetime | None) -> dict[str, Any]:
    names = ("title", "description", "made_at", "choices", "opening", "opens_at", "called_off_at")
    return {
        "id": one.pk,
        "url": url_of(one.get_absolute_url()),
        "by": who(one.by),
        "opened_at": since,
        **{name: getattr(one, name) for name in names},
    }


def _whole_sealing(request: HttpRequest, found: Sealing) -> dict[str, Any]:
    shown: CallShown = call_for(found, viewer(request), at=request.at)
    return {
        **_sealing(found, shown.opened),
        "seats": [
            {
                "player": who(seat.player),
                "orders": [
                    {"at": one.at, "hash": one.hash, "counts": one.counts, "text": one.text, "salt": one.salt}
                    for one in seat.orders
                ],
            }
            for seat in shown.seats
        ],
        "waiting": whoever(shown.waiting),
    }


def _call(pk: int) -> Sealing:
    return get_object_or_404(Sealing.objects.select_related("by"), pk=pk)


@router.get("/sealed", response=Page[SealingOut], url_name="sealed", summary="Calls for sealed orders")
def list_sealings(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """All calls for sealed orders, newest first."""
    rows = rows_of(request, calls(), paging, by="made_at", kind=datetime)
    return page(request, (_sealing(one, opened(one, request.at)) for one in rows))


@router.get("/sealed/{call}", response=WholeSealing, url_name="sealing", summary="One call")
def one_sealing(request: HttpRequest, call: Key) -> dict[str, Any]:
    """A call with the hashes of all orders; once it is opened, with what they say."""
    return _whole_sealing(request, _call(call))


@router.post(
    "/sealed", response={201: WholeSealing}, auth=WRITE, url_name="sealed", summary="Call for orders"
)
def call_orders(request: HttpRequest, sent: SealingIn) -> Status:
    """Call for sealed orders: all are opened together."""
    if sent.opening != "all" and sent.opens_at is None:
        raise RuleBroken("Say when they are opened.", status=400)
    made = tracking.call_for_orders(by=request.user, at=request.at, **sent.dict())
    return Status(201, _whole_sealing(request, _call(made.pk)))


@router.post(
    "/sealed/{call}/orders", response={201: WholeSealing}, auth=WRITE, url_name="hand_in", summary="Hand in"
)
@sensitive_variables("sent")
def hand_in(request: HttpRequest, call: Key, sent: SealedIn) -> Status:
    """Hand in an order, or another one instead."""
    found = _call(call)
    if found.choices and sent.text not in found.choices:
        raise RuleBroken("This is none of the choices.", status=400)
    tracking.hand_in_order(sealing=found, by=request.user, at=request.at, text=sent.text)
    return Status(201, _whole_sealing(request, _call(call)))


@router.delete("/sealed/{call}", response=WholeSealing, auth=WRITE, url_name="sealing", summary="Call it off")
def call_off(request: HttpRequest, call: Key) -> dict[str, Any]:
    """End a call before it opens: its orders stay sealed for ever."""
    found = _call(call)
    if found.by_id != request.user.pk and "admin" not in request.token.scopes:
        raise RuleBroken(
            "Only who called for the orders, or an admin, may call it off.", rule="Ruleset and Gamestate"
        )
    sealing.call_off(sealing=found, by=request.user, at=request.at)
    return _whole_sealing(request, _call(call))


# -- secrets


def _secret(one: Secret) -> dict[str, Any]:
    """A secret that `public_secrets` found, as everybody sees it."""
    return {
        "id": one.pk,
        "url": url_of(one.get_absolute_url()),
        "name": one.name,
        "keeper": who(one.player),
        "for_game": one.for_game,
        "dynasty": one.dynasty.number if one.dynasty else None,
        "hash": one.hash,
        "since": one.since,
        "versions": one.number,
        "revealed": one.revealed,
    }


def _whole_secret(request: HttpRequest, pk: int) -> dict[str, Any]:
    found = get_object_or_404(public_secrets(), pk=pk)
    return {
        **_secret(found),
        "history": [_version(one) for one in versions_for(found, viewer(request), at=request.at)],
    }


def _version(one: VersionShown) -> dict[str, Any]:
    names = ("number", "at", "algorithm", "hash", "revealed_at", "text", "salt")
    return {"id": one.pk, **{name: getattr(one, name) for name in names}}


@router.get("/secrets", response=Page[SecretOut], url_name="secrets", summary="Secrets")
def list_secrets(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """All secrets with their hashes, the newest first."""
    return page(request, map(_secret, rows_of(request, public_secrets(), paging)))


@router.get("/secrets/{secret}", response=WholeSecret, url_name="secret", summary="One secret")
def one_secret(request: HttpRequest, secret: Key) -> dict[str, Any]:
    """A secret with its hashes, and what it said where that is revealed, or one's own."""
    return _whole_secret(request, secret)


@router.post("/secrets", response={201: WholeSecret}, auth=WRITE, url_name="secrets", summary="Keep a secret")
@sensitive_variables("sent", "told")
def keep_secret(request: HttpRequest, sent: SecretIn) -> Status:
    """Keep a private text, bound to a hash that everybody sees at once."""
    told = sent.dict(exclude={"tell"})
    tells = VariableRow.objects.live().filter(scope=VariableRow.Scope.PLAYER, definition__kind="text")
    tell = get_object_or_404(tells, pk=sent.tell) if sent.tell is not None else None
    made = tracking.keep_secret(by=request.user, at=request.at, tell=tell, **told)
    return Status(201, _whole_secret(request, made.pk))


@router.patch("/secrets/{secret}", response=WholeSecret, auth=WRITE, url_name="secret", summary="Change it")
@sensitive_variables("sent")
def change_secret(request: HttpRequest, secret: Key, sent: SecretChange) -> dict[str, Any]:
    """Let a secret say something else from now on. What it said before stays in its history."""
    found = get_object_or_404(Secret.objects.select_related("tell"), pk=secret)
    tracking.change_secret(
        secret=found, seen=sent.seen, by=request.user, at=request.at, text=sent.text, salt=sent.salt
    )
    return _whole_secret(request, secret)


@router.post(
    "/secrets/versions/{version}/reveal",
    response=WholeSecret,
    auth=WRITE,
    url_name="reveal",
    summary="Reveal it",
)
def reveal(request: HttpRequest, version: Key) -> dict[str, Any]:
    """Show everybody what one version of a secret said, for ever."""
    found = get_object_or_404(SecretVersion.objects.select_related("secret"), pk=version)
    secrets.reveal(version=found, by=request.user, at=request.at)
    return _whole_secret(request, found.secret_id)


@router.post(
    "/secrets/{secret}/hand-over",
    response=WholeSecret,
    auth=WRITE,
    url_name="hand_over",
    summary="Hand it over",
)
def hand_over(request: HttpRequest, secret: Key) -> dict[str, Any]:
    """Give a secret that was kept for the game to the present emperor."""
    secrets.hand_over(secret=get_object_or_404(Secret, pk=secret), by=request.user, at=request.at)
    return _whole_secret(request, secret)
