"""How the game stands, and whose token it is."""

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import BeforeValidator, Field

from blognomic.web.api import Room, Shape, read, worked_out
from players.api.auth import ANY, Who, founded, like
from players.models import Dynasty
from players.services.tokens import SCOPES

router = Room("The game")
NumberIn = Annotated[int, BeforeValidator(len)]


class DynastyNow(
    like(Dynasty, "number name theme emperor_word", player_word="What this dynasty calls a player.")
):
    """The dynasty that is."""


class GameNow(Shape):
    """The game as it is now."""

    name: Annotated[str, BeforeValidator(str)] = read("game")
    at: datetime = read("shared.at", "Since when nothing of this has changed, within the last minute.")
    version: int = worked_out(
        lambda frame: frame.game.version if frame.game else 0,
        "A new one after each change of the game.",
    )
    dynasty: DynastyNow | None = Field(description="The dynasty that is; null in an interregnum without one.")
    emperor: Who | None
    law: str = read("docket.law.name", "The name of the law in force.")
    quorum: int
    roster: NumberIn = Field(description="How many players are not idle.")
    pending: NumberIn = read("queue", "How many matters wait to be resolved.")
    standstill: list[str] = read(
        "docket.verdict.standstill", "Why the game stands still, as the law names it: empty when it does not."
    )


class Me(Shape):
    """Whose token this is, and what it can do."""

    player: Who = read("user", "Who acts by it.")
    standing: str = read("user.standing", "`active`, `idle`, `guest` or `left`.")
    is_admin: bool = read("user.acts_as_admin")
    is_emperor: bool = worked_out(lambda request: request.frame.emperor == request.user)
    token: str = read("token.name", "What its owner calls it.")
    scopes: list[str] = worked_out(lambda request: [one for one in SCOPES if one in request.token.scopes])
    expires_at: datetime | None = read("token.expires_at", "When it expires (UTC); null: only when revoked.")


@router.get("/game", GameNow)
def game(request: HttpRequest) -> Any:
    """Who is emperor, which law is in force, how many are a quorum, and whether the game stands still."""
    request.of_the_moment = "at"
    return founded(request)


@router.get("/me", Me, ANY)
def me(request: HttpRequest) -> HttpRequest:
    """Whose token this is, and what it can do."""
    return request
