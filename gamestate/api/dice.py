"""Dice: rolling them, every roll there was, their luck, and the seeds by which they are checked."""

from itertools import islice
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Query
from pydantic import BeforeValidator, Field

from blognomic.web.api import Day, Key, Located, Room, Rows, Sent, Shape, Text, read, row_of, worked_out
from gamestate.dice.chain import Fault
from gamestate.models import Roll
from gamestate.queries import rolling
from gamestate.queries.recomputing import Explained, explained
from gamestate.services.rolling import REASON_LENGTH, TEXT_LENGTH, roll_on_page
from players.api.auth import GAMESTATE, by, like
from players.models import Player

router = Room("Dice")
MOST_SEEDS = 100


class RollOut(
    like(
        Roll,
        "number at by part law hash command seed_hash previous",
        total="The sum in digits; empty if there is no sum.",
        comment="The whole text it was in.",
        name="The name of who rolled, as it was then.",
    ),
    Located,
):
    """A roll with everything it was drawn from."""

    roll: str = read("told", "Such as `2DICE6: 2, 5 (7)`.")
    faces: list[str] = worked_out(lambda roll: list(map(str, roll.faces)), "What each die showed.")
    source: str = read("where", "Where it was rolled: on the `page` of dice, in an `update`, in a `comment`.")
    source_id: int | None = read("where_pk", "The key of that update or comment.")


class RollFilters(Shape):
    """Which rolls are asked for."""

    player: row_of(Player) | None = Field(None, description="Who rolled.")
    die: Text = Field("", max_length=120, description="Such as `DICE6`; empty: each die.")
    source: Literal["", "page", "update", "comment"] = ""
    since: Day | None = None
    until: Day | None = None
    words: Text = Field("", max_length=200)


class RollIn(Sent):
    """What to roll, and why."""

    dice: Text = Field(min_length=1, max_length=TEXT_LENGTH, description="Such as `DICE6` or `2DICE10`.")
    reason: Text = Field("", max_length=REASON_LENGTH)


class SeedOut(like(rolling.PublishedSeed, "hash published_at", day="The UTC day.")):
    """The seed of a UTC day: its hash is published before, the seed itself when the day is over."""

    secret: Annotated[str | None, BeforeValidator(lambda secret: secret or None)] = Field(
        description="The seed; null before the day is over."
    )


class FaultOut(like(Fault, "sentence kind", day="The day, if it is of one.")):
    """A fault in the log."""

    number: int | None = read("sequence", "The roll, if it is of one.")


CHECKED = {rolling.PublishedSeed: SeedOut, Fault: FaultOut}
RollCheck = like(Explained, "number data seed drawn_again recipe faults", called="RollCheck", shapes=CHECKED)


class ChainCheck(
    like(rolling.Checked, "rolls drawn last_hash faults", of="checked", shapes=CHECKED),
    like(rolling.CheckedStretch, "first last"),
):
    """The result of checking a part of the log."""


Last = Annotated[Key | None, Query(None, description="The last one; left out: the newest.")]
LastDay = Annotated[Day | None, Query(None, description="The last one; left out: the newest that there is.")]


@router.list("/dice/rolls", RollOut)
def list_rolls(request: HttpRequest, filters: Query[RollFilters]) -> Rows:
    """Rolls, newest first; all, or those that match."""
    sought = dict(filters)
    return Rows(rolling.rolls_sought(rolling.Sought(where=sought.pop("source"), **sought)), by="-number")


@router.one("/dice/rolls/{number}", RollOut)
def one_roll(number: row_of(Roll.objects.select_related("by"), "number")) -> None: ...


@router.add("/dice/rolls", list[RollOut], GAMESTATE)
def roll_dice(request: HttpRequest, sent: RollIn) -> list[Roll]:
    """Roll dice. A roll is final."""
    rolls = roll_on_page(**by(request, "leave"), text=sent.dice, reason=sent.reason)
    request.made_at = f"{request.path}/{rolls[0].number}"
    return rolls


@router.get("/dice/rolls/{number}/check", RollCheck)
def check_roll(request: HttpRequest, number: row_of(Roll, "number")) -> Explained:
    """What a roll was drawn from, how anybody can repeat it, and the result."""
    return explained(number, at=request.at)


@router.get("/dice/check", ChainCheck)
def check_rolls(request: HttpRequest, last: Last = None) -> rolling.CheckedStretch:
    """Check up to a thousand rolls: repeat them with the published seeds and follow the chain of hashes."""
    return rolling.checked_up_to(last, at=request.at)


@router.get("/dice/seeds", list[SeedOut])
def seeds(request: HttpRequest, until: LastDay = None) -> list[rolling.PublishedSeed]:
    """A hundred days with their published seeds, newest first."""
    return list(islice(rolling.published_seeds(at=request.at, until=until), MOST_SEEDS))
