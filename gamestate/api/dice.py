"""Dice: rolling them, every roll there was, their luck, and the seeds by which they are checked."""

from datetime import timedelta
from itertools import islice
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Schema
from pydantic import BeforeValidator, Field

from blognomic.web.api import Day, Key, Located, Refused, Room, Rows, Sent, Text, read, row_of, worked_out
from gamestate.dice.chain import Fault
from gamestate.dice.spread import Spread
from gamestate.models import Roll
from gamestate.queries.luck import MOST_DICE, MOST_ROLLS, FaceCounts, Statistics, statistics
from gamestate.queries.recomputing import explained
from gamestate.queries.rolling import PublishedSeed, Sought, published_seeds, rolls_sought, verified
from gamestate.services.rolling import REASON_LENGTH, TEXT_LENGTH, roll_on_page
from gamestate.views.dice import MOST_CHECKED
from players.api import Who, by, like, token
from players.models import Player, Topic
from ruleset.queries import law_at

router = Room("Dice")
MOST_SEEDS = 100
LUCK_KEPT = 12  # of what was asked for last
OF_ROLLS = {
    "total": "The sum in digits; empty where there is none.",
    "comment": "The whole text that it stood in.",
    "name": "The name of who rolled, as it was then.",
}
OF_SPREADS = {
    "degrees": "Its degrees of freedom.",
    "chance": "The share of honest series that stray as far or further, from 0 to 1.",
}


class RollOut(
    like(Roll, "number at by command total comment part name law seed_hash previous hash", about=OF_ROLLS),
    Located,
):
    """A roll with everything that it was drawn from."""

    roll: str = read("told", "Such as `2DICE6: 2, 5 (7)`.")
    faces: list[str] = worked_out(lambda roll: list(map(str, roll.faces)))
    source: str = read("where", "Where it stood: on the `page` of dice, in an `update`, in a `comment`.")
    source_id: int | None = read("where_pk", "The key of that update or comment.")


class RollFilters(Schema):
    """Which rolls are asked for."""

    player: Key | None = None
    die: Text = Field("", max_length=120, description="Such as `DICE6`.")
    source: Literal["", "page", "update", "comment"] = ""
    since: Day | None = None
    until: Day | None = None
    words: Text = Field("", max_length=200)


class RollIn(Sent):
    """What to roll, and why."""

    dice: Text = Field(min_length=1, max_length=TEXT_LENGTH, description="Such as `DICE6` or `2DICE10`.")
    reason: Text = Field("", max_length=REASON_LENGTH)


class SeedOut(like(PublishedSeed, "day hash published_at")):
    """The seed of a UTC day: its hash is published before, the seed itself when the day is over."""

    secret: Annotated[str | None, BeforeValidator(lambda secret: secret or None)]


class FaultOut(like(Fault, "kind sentence day", about={"day": "The day, if it is of one."})):
    """Something in the log that does not fit."""

    number: int | None = read("sequence", "The roll, if it is of one.")


class RollCheck(Schema):
    """What a roll was drawn from, and whether drawing it again gives the same."""

    number: int
    data: str = Field(description="The bytes that its seed was put to, in ASCII.")
    seed: SeedOut | None = Field(description="That of its day, as far as it is published.")
    drawn_again: bool = Field(
        description="Whether the outcome could be checked: the seed is told after its day."
    )
    recipe: str = Field(
        description="A program in Python that draws it again; empty where the law knew no such dice."
    )
    faults: list[FaultOut] = Field(description="What does not fit. Nothing, if all is in order.")


class ChainCheck(Schema):
    """What came of drawing a stretch of the log again and following its chain."""

    first: int
    last: int
    rolls: int = Field(description="How many were looked at.")
    drawn: int = Field(description="How many of them were drawn again, since the seed of their day is told.")
    last_hash: str
    faults: list[FaultOut] = Field(description="What does not fit. Nothing, if all is in order.")


class OutcomeOut(Schema):
    """An outcome, or a range of numbers."""

    name: str
    came: int = read("count", "How often it came up.")
    expected: float | None = Field(description="How often it is expected to; null where that is not known.")


class SpreadOut(like(Spread, "chi_square degrees chance", about=OF_SPREADS)):
    """How far what came up strays from what is expected, by Pearson's chi-square."""


class LuckOut(Schema):
    """What came of throwing a die."""

    die: str
    thrown: int = read("throws", "How often it was thrown.")
    mean: float | None = Field(description="The average; null where nothing can be added up.")
    expected_mean: float | None
    spread: SpreadOut | None = Field(description="Null for too few throws, or where nothing is expected.")
    says: str = read("words", "How often luck alone strays so far, in words; or why nothing is said of it.")
    suspicious: bool = Field(description="Whether luck would do so less than once in a thousand times.")


class LuckOfDie(LuckOut):
    left_out: int = Field(description="Throws under earlier laws, by which it could show other things.")
    outcomes: list[OutcomeOut]

    @staticmethod
    def resolve_outcomes(luck: FaceCounts) -> list[dict[str, Any]]:
        known = bool(luck.ways)
        return [
            {"name": bar.name, "count": bar.count, "expected": bar.expected if known else None}
            for bar in luck.bars
        ]


class LuckOfPlayer(LuckOut):
    player: Who


class DiceStatistics(Schema):
    """How often each outcome came up, beside what is to be expected."""

    rolls: int = Field(description=f"How many were counted: the newest, {MOST_ROLLS} at most.")
    older: bool = read("cut", "Whether there are older ones, which were not.")
    dice: list[LuckOfDie] = Field(description=f"Those thrown most, {MOST_DICE} at most.")
    players: list[LuckOfPlayer] = Field(
        description="Whose luck with the die that is asked for, whoever threw most first."
    )


class LuckFilters(Schema):
    """Which throws are counted."""

    die: Text = Field("", max_length=120, description="Such as `DICE6`; empty: each die.")
    player: Key | None = Field(None, description="Who threw it; left out: everybody.")


Last = Annotated[Key | None, Query(None, description="The last one; left out: the newest.")]
LastDay = Annotated[Day | None, Query(None, description="The last one; left out: the newest that there is.")]


@router.list("/dice/rolls", "Every roll", RollOut, by="-number")
def list_rolls(request: HttpRequest, filters: Query[RollFilters]) -> Rows:
    """Every roll there was, newest first; or those that are looked for."""
    criteria = filters.dict(exclude={"player", "source"})
    if any(day is not None and not 1900 < day.year < 9000 for day in (filters.since, filters.until)):
        raise Refused(400, "Nothing was rolled in that year.")
    player = get_object_or_404(Player, pk=filters.player) if filters.player else None
    sought = Sought(player=player, where=filters.source, **criteria)
    return rolls_sought(sought)


@router.get("/dice/rolls/{number}", "One roll", RollOut)
def one_roll(request: HttpRequest, number: row_of(Roll.objects.select_related("by"), "number")) -> Roll:
    """A roll by its number."""
    return number


@router.add("/dice/rolls", "Roll dice", list[RollOut], token("gamestate"))
def roll_dice(request: HttpRequest, response: HttpResponse, sent: RollIn) -> list[Roll]:
    """Roll dice, once and for ever."""
    made = roll_on_page(**by(request, "leave"), text=sent.dice, reason=sent.reason)
    response["Location"] = f"{request.path}/{made[0].number}"
    return made


@router.get("/dice/rolls/{number}/check", "Draw it again", RollCheck)
def check_roll(request: HttpRequest, number: row_of(Roll, "number")) -> dict[str, Any]:
    """What a roll was drawn from, how anybody draws it again, and what that gives."""
    how = explained(number, at=request.at)
    members = {name: getattr(how, name) for name in ("data", "seed", "drawn_again", "recipe", "faults")}
    return {"number": number.number, **members}


@router.get("/dice/check", "Check the log", ChainCheck)
def check_rolls(request: HttpRequest, last: Last = None) -> dict[str, Any]:
    """Draw up to a thousand rolls again with the seeds that are published, and follow the chain of their hashes."""
    newest = Roll.objects.order_by("-number").values_list("number", flat=True).first() or 0
    last = min(last or newest, newest)
    first = max(last - MOST_CHECKED + 1, 1)
    check = verified(first=first, last=last, at=request.at)
    members = {name: getattr(check, name) for name in ("rolls", "drawn", "last_hash", "faults")}
    return {"first": first, "last": last, **members}


@router.get("/dice/statistics", "The luck of dice", DiceStatistics)
def dice_statistics(request: HttpRequest, filters: Query[LuckFilters]) -> Statistics:
    """How often each outcome of each die came up, beside what is to be expected, so that luck can be told from fault;
    of one die, also by player."""
    player = get_object_or_404(Player, pk=filters.player) if filters.player else None
    present = request.present
    if present is None:
        return Statistics(0, False, [], [])

    def counted() -> Statistics:
        in_force = law_at(present.at)
        if in_force is None:
            return Statistics(0, False, [], [])
        return statistics(player=player, die=filters.die, law=in_force.law.dice)

    return present.few(
        "gamestate.luck", (filters.player, filters.die), counted, most=LUCK_KEPT, without={Topic.POSTS}
    )


@router.get("/dice/seeds", "The seeds of the days", list[SeedOut])
def seeds(request: HttpRequest, until: LastDay = None) -> list[PublishedSeed]:
    """A hundred days with what is published of their seeds, newest first."""
    days = None
    if until is not None:
        if not 1900 < until.year < 9000:
            raise Refused(400, "There is no seed of that year.")
        days = [until - timedelta(days=back) for back in range(MOST_SEEDS)]
    return list(islice(published_seeds(at=request.at, days=days), MOST_SEEDS))
