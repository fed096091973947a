"""How the game stands, and whose token it is."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Schema
from pydantic import BeforeValidator, Field

from blognomic.web.api import Room, ToldShape, read, worked_out
from players.api import Who, founded, like, token
from players.models import Dynasty
from players.services.tokens import SCOPES

router = Room("The game")
NumberIn = Annotated[int, BeforeValidator(len)]


class DynastyNow(
    like(
        Dynasty,
        "number name theme player_word emperor_word",
        about={"player_word": "What this dynasty calls a player."},
    )
):
    """The dynasty that is."""


class GameNow(ToldShape):
    """The game as it stands."""

    name: Annotated[str, BeforeValidator(str)] = read("game")
    at: datetime = read("shared.at", "Since when nothing of this has changed, within the last minute.")
    version: int = worked_out(
        lambda frame: frame.game.version if frame.game else 0,
        "Another one whenever anything of the game has changed.",
    )
    dynasty: DynastyNow | None
    emperor: Who | None
    law: str = read("docket.law.name", "The name of the law in force.")
    quorum: int
    roster: NumberIn = Field(description="How many players are not idle.")
    pending: NumberIn = read("queue", "How many matters wait to be resolved.")
    standstill: list[str] = read(
        "docket.verdict.standstill", "Why the game stands still, as the law names it: empty when it does not."
    )


class Me(Schema):
    """Whose token was sent, and what it is good for."""

    player: Who
    standing: str = Field(description="`active`, `idle`, `guest` or `left`.")
    is_admin: bool
    is_emperor: bool
    token: str = Field(description="What its owner calls it.")
    scopes: list[str]
    expires_at: datetime | None


@router.get("/game", "How the game stands", GameNow)
def game(request: HttpRequest) -> Any:
    """Who is emperor, which law is in force, how many are a quorum, and whether the game stands still."""
    found = founded(request)
    request.of_the_moment = "at"
    return found


@router.get("/me", "Whose token this is", Me, token())
def me(request: HttpRequest) -> dict[str, Any]:
    """Who acts by this token, and what it is good for."""
    player, sent = request.user, request.token
    emperor = request.frame.emperor
    return {
        "player": player,
        "standing": player.standing,
        "is_admin": player.acts_as_admin,
        "is_emperor": emperor is not None and emperor.pk == player.pk,
        "token": sent.name,
        "scopes": [scope for scope in SCOPES if scope in sent.scopes],
        "expires_at": sent.expires_at,
    }
