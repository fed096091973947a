"""People and what they did, the roster and its history, the admins' log, dynasties."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any, Literal

from django.http import Http404, HttpRequest
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api import (
    AsOf,
    Key,
    KeyOf,
    Linked,
    Room,
    Rows,
    Shown,
    ToldShape,
    page_of,
    read,
    row_of,
    worked_out,
)
from blognomic.web.as_of import asked_instant
from players.api import Who, like
from players.models import AdminAct, Bar, Dynasty, Player, RosterEvent, Standing
from players.queries.reigns import emperor_at
from players.views.roster import then
from votables.queries.dynasties import DynastyChapter, chapters, whole_now
from votables.queries.profiles import told_of

router = Room("People")


class PersonOut(like(Player, "name registered_at"), Shown):
    """A person with an account."""

    standing: Literal["guest", "active", "idle", "left"]
    since: datetime | None = read("standing_since", "Since when they stand so.")
    is_admin: bool = read("acts_as_admin")


class EventOut(like(RosterEvent, "id at kind cause player by why old_name"), Linked):
    """A change of the roster or of an office."""


class ReignOut(Schema):
    """How long somebody was emperor."""

    since: datetime
    until: datetime | None


class BarOut(like(Bar, "since until why lifted_at lifted_why"), Linked):
    """For how long somebody may not join the game."""


class RecordOut(Schema):
    """What somebody did."""

    player: Who
    proposals: dict[str, int] = read("profile.outcomes", "How many of their proposals have each status.")
    votes: dict[str, int] = read(
        "profile.votes", "How many of their votes counted as what, on matters that have been resolved."
    )
    comments: int = read("profile.comments")
    reigns: list[ReignOut] = read("profile.reigns")
    bars: list[BarOut]
    same_person: list[Who] = Field(description="Whom the same person plays, too, and has said so in public.")


class OnRoster(Who):
    """Somebody who plays."""

    is_admin: bool = read("admin_then")


class RosterOut(Schema):
    """Who played at an instant, by name."""

    at: datetime
    dynasty: int | None = Field(description="The number of the dynasty of that instant.")
    emperor: Who | None
    active: list[OnRoster] = Field(description="The roster.")
    idle: list[OnRoster]


class ActOut(like(AdminAct, "id at by sentence reason against_verdict"), Linked):
    """What an admin did, in public."""


OF_A_DYNASTY = (
    "number name theme is_metadynasty started_at ended_at player_word players_word emperor_word emperors_word"
)


class DynastyOut(like(Dynasty, OF_A_DYNASTY, of="dynasty")):
    """A dynasty: from one Ascension Address to the next."""

    url: page_of("players:dynasty") = read("dynasty.number")
    emperors: list[Who] = Field(description="Who reigned in it, in their order.")
    address: KeyOf = Field(description="The key of the post that began it.")
    victory: KeyOf = Field(description="The key of the enacted declaration that ended it.")
    proposals: int
    enacted: int
    failed: int


class WriterOut(ToldShape):
    """How many proposals somebody made in a dynasty."""

    player: Who = worked_out(lambda writer: writer)
    proposals: int = read("number")
    enacted: int = read("passed")


class RuleNamed(Schema):
    """A rule as it was called."""

    rule: str = read("key")
    title: str


class WholeDynasty(DynastyOut):
    """A dynasty with who was in it, and how things stood at its end or, of the last one, how they stand."""

    law: KeyOf = Field(description="The key of the version of the law.")
    rules: list[RuleNamed] = Field(description="The dynastic rules: `GET /rules` has their texts as of then.")
    tracked: list[str] = Field(
        description="The names of what was tracked: `GET /gamestate` has it as of then."
    )
    players: list[Who] = Field(description="Who was on the roster at any time of it, by name.")
    writers: list[WriterOut] = Field(description="Who had most proposals enacted, ten at most.")


@router.list("/players", "People", PersonOut, by="name_key")
def list_players(
    request: HttpRequest,
    standing: Literal["guest", "active", "idle", "left"] | None = None,
) -> Rows:
    """Everybody by name: players in the roster are `active`."""
    people = Player.objects.filter(is_active=True)
    if standing is not None:
        people = people.filter(standing=Standing(standing))
    return people


@router.get("/players/{player}", "One person", PersonOut)
def one_player(request: HttpRequest, player: row_of(Player)) -> Player:
    """A person by their number."""
    return player


@router.get("/players/{player}/record", "What they did", RecordOut)
def player_record(request: HttpRequest, player: row_of(Player)) -> SimpleNamespace:
    """How somebody's proposals went, how they voted, and when they reigned."""
    return SimpleNamespace(player=player, **told_of(player, request.present))


@router.get("/roster", "The roster", RosterOut)
def roster(request: HttpRequest, asked: Query[AsOf]) -> dict[str, Any]:
    """Who plays: now, or as of an instant."""
    past = asked_instant(request)
    at = past or (request.present.at if request.present else request.at)
    groups, dynasty = then(at, request.present)
    told = {
        "at": at,
        "dynasty": dynasty.number if dynasty else None,
        "emperor": emperor_at(at),
        **{str(name): people for name, people in groups.items()},
    }
    if past is None:
        request.of_the_moment = "at"
    return told


@router.list("/roster-events", "The roster's history", EventOut, by="-at")
def list_roster_events(request: HttpRequest, player: Key | None = None) -> Rows:
    """Every change of the roster, newest first; or those of one person."""
    events = RosterEvent.objects.select_related("player", "by")
    if player is not None:
        events = events.filter(player=player)
    return events


@router.list("/admin-log", "The admins' log", ActOut, by="-at")
def list_admin_acts(request: HttpRequest) -> Rows:
    """What admins did, newest first."""
    return AdminAct.objects.select_related("by")


@router.list("/dynasties", "The line of dynasties", DynastyOut, by=lambda one: (one.dynasty.number,))
def list_dynasties(request: HttpRequest) -> Rows:
    """All dynasties, the first one first."""
    return _chapters(request)[::-1]


@router.get("/dynasties/{number}", "One dynasty", WholeDynasty)
def one_dynasty(request: HttpRequest, number: Key) -> SimpleNamespace:
    """A dynasty by its number, with who played in it and how things stood at its end."""
    found = whole_now(number, at=request.at, present=request.present)
    if found is None:
        raise Http404
    of_chapter = ("dynasty", "emperors", "address", "victory", "proposals", "enacted", "failed")
    told = {name: getattr(found.chapter, name) for name in of_chapter}
    told |= {name: getattr(found, name) for name in ("law", "rules", "tracked", "players", "writers")}
    return SimpleNamespace(**told)


def _chapters(request: HttpRequest) -> list[DynastyChapter]:
    """What the history's page has kept."""
    shared = request.present
    return shared.kept("votables.chapters", lambda: chapters(shared.at)) if shared else chapters(request.at)
