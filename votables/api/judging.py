"""The judge, for anybody's game: a game file in, the verdicts out. It knows nothing of the game that is played
here."""

from typing import Any

from django.http import HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.text.instants import format_instant
from blognomic.web.api import Refused, Room, Shape
from blognomic.web.as_of import asked_instant
from votables.queries.judging_apart import JudgeBusy, verdict_on

router = Room("The judge")
GAME_FILE = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "description": "A game file, as `manage.py judge` reads it and `GET /posts/{post}/resolutions` has "
                    "it under `facts`.",
                }
            }
        },
    }
}


class JudgedOut(Shape):
    """The verdicts on a game file."""

    at: str = Field(description="The time it was judged at (UTC).")
    law: str = Field(description="The name of the law that it was judged by.")
    roster: list[str] = Field(description="The names of the active players.")
    quorum: int
    emperor: str | None
    standstill: list[str] = Field(description="Why the game stands still, as the law names it.")
    matters: list[dict[str, Any]] = Field(description="Each pending matter and its outcome so far.")
    may_propose: dict[str, bool] = Field(description="Whether each player can make a proposal.")
    may_declare_victory: dict[str, bool] = Field(description="Whether each player can declare victory.")


class JudgeQuery(Shape):
    """When it is judged."""

    at: str = Field(
        "",
        description="The time to judge at, not in the future. Without it: the time that the file names, which "
        "can be in the future, or else now.",
    )


@router.post("/judge", JudgedOut, openapi_extra=GAME_FILE)
def judge(request: HttpRequest, when: Query[JudgeQuery]) -> dict[str, Any]:
    """What can be enacted or failed in a game, and why. Nothing is saved, and you need no token."""
    past = asked_instant(request)
    try:
        return verdict_on(request.body, format_instant(request.at), *([format_instant(past)] if past else []))
    except JudgeBusy as busy:
        raise Refused(503, busy.sentence, Retry_After="10") from None
