"""Sealed orders, which are opened together, and secrets, of which everybody knows the hash."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Instant, Key, NumberOf, Room, Rows, Sent, Shown, Text, read, row_of, worked_out
from gamestate.models import Handover, SealedOrder, Sealing, Secret, SecretVersion, Variable
from gamestate.moves.calling import ASKS_LENGTH
from gamestate.private.opening import opened
from gamestate.queries.sealing import AnswerShown, AwaitedPlayer, OrderShown, call_for, calls
from gamestate.queries.secrets import VersionShown, public_secrets, versions_for
from gamestate.services import sealing, secrets
from gamestate.values.expressions import LONGEST
from players.api.auth import GAMESTATE, Who, like, viewer

router = Room("Actions, sealed orders, secrets")
SECRETS = Secret.objects.select_related("tell")
TELLS = Variable.objects.texts_of_players()


class SealingOut(
    like(
        Sealing,
        "title description made_at by choices opening opens_at called_off_at settled_by hides_who",
        seen_when="Who reads an opened order besides its author; empty: everybody.",
        asks="What an order says, as an action asks; empty: words, or one of the choices.",
        key="What actions call it that settle it.",
    ),
    Shown,
):
    """A call for sealed orders."""

    opened_at: datetime | None = worked_out(lambda call, context: opened(call, context["request"].at))


SealedOut = like(OrderShown, "at hash text salt counts", called="SealedOut")
SeatOut = like(AwaitedPlayer, "player orders", called="SeatOut", shapes={OrderShown: SealedOut})
SealedAnswerOut = like(AnswerShown, "player answer is_cut why", called="SealedAnswerOut")


class WholeSealing(SealingOut):
    """A call with the hashes of its orders and, once it is open, their texts."""

    seats: list[SeatOut] = read("shown_seats", "Who is asked for orders, with these.")
    waiting: list[Who] = Field(description="Who has not sent an order yet.")
    answers: list[SealedAnswerOut] = Field(
        description="Once it is open, what counts of each order, unless it asks for words."
    )


class SealingIn(Sent):
    """A call for sealed orders of players."""

    title: Text = Field(min_length=1, max_length=sealing.TITLE_LENGTH)
    description: Text = Field("", max_length=sealing.DESCRIPTION_LENGTH)
    rule: Key | None = Field(None, description="The key of the rule that asks for it.")
    awaited: list[Key] | None = Field(None, max_length=200, description="The players; left out: all of them.")
    choices: list[Text] = Field([], max_length=sealing.CHOICES)
    opening: Literal["at", "all", "either"] = "all"
    opens_at: Instant | None = Field(None, description="Needed for `either`.")
    asks: Text = Field(
        "",
        max_length=ASKS_LENGTH,
        description="What an order says: `number from 0 to gold`, `player`, `ranking among players`, `ranking` of the"
        " choices, `yes_no`, the key of a table; empty: words, or one of the choices.",
    )
    key: Text = Field("", max_length=40, description="What actions call it that settle it.")
    hides_who: bool = Field(False, description="Whether nobody learns who has sent an order; only with `at`.")
    seen_when: Text = Field(
        "",
        max_length=LONGEST,
        description="Who reads an opened order besides its author, such as `viewer == emperor`; empty: everybody.",
    )


class DeadlineIn(Sent):
    """When orders are opened."""

    opens_at: Instant = Field(description="In the future, within a year.")


class DropIn(Sent):
    """Players who are not waited for."""

    players: list[Key] = Field(min_length=1, max_length=200, description="Players who have sent no order.")


class SealedIn(Sent):
    """An order."""

    text: Text = Field(min_length=1, max_length=sealing.ORDER_LENGTH)


@router.list("/sealed", SealingOut)
def list_sealings(request: HttpRequest) -> Rows:
    """All calls for sealed orders, newest first."""
    return Rows(calls(request.at), by="-made_at")


def _with_orders(request: HttpRequest, call: Sealing) -> Sealing:
    shown = call_for(call, viewer(request), at=request.at)
    call.shown_seats, call.waiting, call.answers = shown.seats, shown.waiting, shown.answers
    return call


def _of_order(request: HttpRequest, order: SealedOrder) -> Sealing:
    return _with_orders(request, order.sealing)


@router.one("/sealed/{call}", WholeSealing, then=_with_orders)
def one_sealing(call: row_of(Sealing.objects.select_related("by"))) -> None: ...


@router.add("/sealed", WholeSealing, GAMESTATE, does=sealing.call, then=_with_orders)
def call_orders(sent: SealingIn) -> None:
    """Call for sealed orders. All open together."""


@router.add("/sealed/{call}/orders", WholeSealing, GAMESTATE, does=sealing.hand_in, then=_of_order)
def hand_in(call: row_of(Sealing), sent: SealedIn) -> None:
    """Send an order, or replace yours."""


@router.patch("/sealed/{call}", WholeSealing, GAMESTATE, does=sealing.set_deadline, then=_with_orders)
def set_deadline(call: row_of(Sealing), sent: DeadlineIn) -> None:
    """Set when the orders are opened at the latest."""


@router.post("/sealed/{call}/drop", WholeSealing, GAMESTATE, does=sealing.drop, then=_with_orders)
def drop_silent(call: row_of(Sealing), sent: DropIn) -> None:
    """Stop waiting for players who have sent no order."""


@router.delete("/sealed/{call}", WholeSealing, GAMESTATE, does=sealing.call_off, then=_with_orders)
def call_off(call: row_of(Sealing)) -> None: ...


class SecretOut(like(Secret, "name for_game"), Shown):
    """A private text with a public hash."""

    keeper: Who = read("player", "Who keeps it.")
    dynasty: NumberOf
    hash: str | None
    since: datetime | None
    versions: int = read("number", "How many versions of it there are.")
    revealed: int = Field(description="How many of these are revealed.")


class SecretVersionOut(like(VersionShown, "number at hash revealed_at text salt")):
    """What a secret said. Its keeper can read it, and everybody once it is revealed."""

    id: int = read("pk")
    algorithm: str = Field(description="How it is hashed: `sha256` or `md5`.")


class WholeSecret(SecretOut):
    """A secret with its hashes. If it is yours or revealed, also what it said."""

    history: list[SecretVersionOut] = worked_out(
        lambda secret, context: versions_for(secret, viewer(context["request"]), at=context["request"].at),
        "Its versions, the newest first.",
    )


class Saying(Sent):
    """What a secret says."""

    text: Text = Field(min_length=1, max_length=secrets.TEXT_LENGTH)
    salt: Text | None = Field(
        None, max_length=secrets.SALT_LENGTH, description="Left out: drawn at random; empty: none."
    )


class SecretChange(Saying):
    """What a secret says from now on."""

    seen: Key = Field(description="The key of the version that you looked at.")


class SecretIn(Saying):
    """A secret to keep."""

    name: Text = Field(min_length=1, max_length=80)
    algorithm: Literal["sha256", "md5"] = "sha256"
    for_game: bool = Field(False, description="Kept for the game, by the emperor.")
    tell: row_of(TELLS) | None = Field(None, description="The variable in which its hash is tracked.")


@router.list("/secrets", SecretOut)
def list_secrets(request: HttpRequest) -> Rows:
    """All secrets with their hashes, the newest first."""
    return Rows(public_secrets())


@router.one("/secrets/{secret}", WholeSecret)
def one_secret(secret: row_of(public_secrets())) -> None: ...


def _whole(request: HttpRequest, made: Secret | SecretVersion | Handover) -> Secret:
    """The secret that was made, or of which something has changed."""
    return public_secrets().get(pk=made.pk if isinstance(made, Secret) else made.secret_id)


@router.add("/secrets", WholeSecret, GAMESTATE, does=secrets.keep, then=_whole)
def keep_secret(sent: SecretIn) -> None:
    """Keep a private text. Everybody sees its hash at once."""


@router.patch("/secrets/{secret}", WholeSecret, GAMESTATE, does=secrets.change, then=_whole)
def change_secret(secret: row_of(SECRETS), sent: SecretChange) -> None: ...


@router.post("/secrets/versions/{version}/reveal", WholeSecret, GAMESTATE, does=secrets.reveal, then=_whole)
def reveal(version: row_of(SecretVersion.objects.select_related("secret"))) -> None: ...


@router.post("/secrets/{secret}/hand-over", WholeSecret, GAMESTATE, does=secrets.hand_over, then=_whole)
def hand_over(secret: row_of(SECRETS)) -> None: ...
