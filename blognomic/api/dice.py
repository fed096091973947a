"""Dice: rolling them, every roll there was, and the seeds by which they are checked."""

from datetime import date, datetime
from itertools import islice
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema, Status
from pydantic import Field

from blognomic.api.auth import token
from blognomic.api.paging import Page, Paging, page, rows_of
from blognomic.api.problems import Refused
from blognomic.api.shapes import Day, Key, Sent, Text, Who, url_of, who
from gamestate.models import Roll
from gamestate.queries.rolling import Sought, published_seeds, rolls_sought
from gamestate.services.rolling import REASON_LENGTH, TEXT_LENGTH, roll_on_page
from players.models import Player

router = Router(tags=["Dice"])
MOST_SEEDS = 100


class RollOut(Schema):
    """A roll with everything that it was drawn from."""

    number: int
    url: str
    at: datetime
    by: Who
    roll: str = Field(description="Such as `2DICE6: 2, 5 (7)`.")
    command: str
    faces: list[str]
    total: str = Field(description="The sum in digits; empty where there is none.")
    comment: str = Field(description="The whole text that it stood in.")
    where: str
    where_id: int | None
    part: int
    name: str = Field(description="The name of who rolled, as it was then.")
    law: str
    seed_hash: str
    previous: str
    hash: str


class RollFilters(Schema):
    """Which rolls are asked for."""

    player: Key | None = None
    die: Text = Field("", max_length=120, description="Such as `DICE6`.")
    where: Literal["", "page", "update", "comment"] = ""
    since: Day | None = None
    until: Day | None = None
    words: Text = Field("", max_length=200)


class RollIn(Sent):
    """What to roll, and why."""

    dice: Text = Field(min_length=1, max_length=TEXT_LENGTH, description="Such as `DICE6` or `2DICE10`.")
    reason: Text = Field("", max_length=REASON_LENGTH)


class SeedOut(Schema):
    """The seed of a UTC day: its hash is published before, the seed itself when the day is over."""

    day: date
    hash: str
    published_at: datetime
    secret: str | None


def _roll(roll: Roll) -> dict[str, Any]:
    names = (
        "number", "at", "command", "total", "comment", "where", "part", "name", "law", "seed_hash", "previous",
        "hash",
    )  # fmt: skip
    return {
        **{name: getattr(roll, name) for name in names},
        "url": url_of(roll.get_absolute_url()),
        "by": who(roll.by),
        "roll": roll.told,
        "faces": list(map(str, roll.faces)),
        "where_id": roll.where_pk,
    }


@router.get("/dice/rolls", response=Page[RollOut], url_name="rolls", summary="Every roll")
def list_rolls(request: HttpRequest, paging: Query[Paging], filters: Query[RollFilters]) -> dict[str, Any]:
    """Every roll there was, newest first; or those that are looked for."""
    told = filters.dict(exclude={"player"})
    if any(day is not None and not 1900 < day.year < 9000 for day in (filters.since, filters.until)):
        raise Refused(400, "Nothing was rolled in that year.")
    player = get_object_or_404(Player, pk=filters.player) if filters.player else None
    rows = rows_of(request, rolls_sought(Sought(player=player, **told)), paging, by="number")
    return page(request, map(_roll, rows))


@router.get("/dice/rolls/{number}", response=RollOut, url_name="roll", summary="One roll")
def one_roll(request: HttpRequest, number: Key) -> dict[str, Any]:
    """A roll by its number."""
    return _roll(get_object_or_404(Roll.objects.select_related("by"), number=number))


@router.post(
    "/dice/rolls",
    response={201: list[RollOut]},
    auth=token("gamestate"),
    url_name="rolls",
    summary="Roll dice",
)
def roll_dice(request: HttpRequest, response: HttpResponse, sent: RollIn) -> Status:
    """Roll dice, once and for ever."""
    made = roll_on_page(text=sent.dice, reason=sent.reason, by=request.user, at=request.at)
    response["Location"] = f"{request.path}/{made[0].number}"
    return Status(201, [_roll(roll) for roll in made])


@router.get("/dice/seeds", response=list[SeedOut], url_name="seeds", summary="The seeds of the days")
def seeds(request: HttpRequest) -> list[dict[str, Any]]:
    """The last hundred days with what is published of their seeds, newest first."""
    return [
        {"day": one.day, "hash": one.hash, "published_at": one.published_at, "secret": one.secret or None}
        for one in islice(published_seeds(at=request.at), MOST_SEEDS)
    ]
