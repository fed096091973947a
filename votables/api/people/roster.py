"""People and what they did, the roster and its history, the admins' log, dynasties."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any, Literal

from django.http import Http404, HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import (
    AsOf,
    Key,
    KeyOf,
    Linked,
    NumberOf,
    Room,
    Rows,
    Shape,
    Shown,
    as_of,
    page_of,
    read,
    row_of,
    worked_out,
)
from blognomic.web.as_of import asked_instant
from players.api.auth import Who, like
from players.models import AdminAct, Bar, Dynasty, Player, Reign, RosterEvent
from players.queries.reigns import emperor_at
from players.queries.roster import everybody, roster_events
from players.views.roster import then
from votables.queries.dynasties import chapters, whole_now
from votables.queries.profiles import told_of

router = Room("People")
Standings = Literal["guest", "active", "idle", "left"]


class PersonOut(like(Player, "name registered_at"), Shown):
    """A person with an account."""

    standing: Standings = Field(description="`active` are those who play now.")
    since: datetime | None = read("standing_since", "Since when.")
    is_admin: bool = read("acts_as_admin")


EventOut = like(RosterEvent, "id at kind player by why cause old_name", Linked, called="EventOut")
ReignOut = like(Reign, "since until")
BarOut = like(Bar, "since until why lifted_at lifted_why", Linked)
ActOut = like(AdminAct, "id at by sentence reason against_verdict", Linked, called="ActOut")


class RecordOut(Shape):
    """What somebody did."""

    player: Who
    proposals: dict[str, int] = read("profile.outcomes", "How many of their proposals have each status.")
    votes: dict[str, int] = read("profile.votes", "How their votes on resolved matters counted.")
    comments: int = read("profile.comments")
    reigns: list[ReignOut] = read("profile.reigns", "When they were emperor.")
    bars: list[BarOut] = Field(description="How long they could not join.")
    same_person: list[Who] = Field(description="Other players of the same person, announced in public.")


class OnRoster(Who):
    """Somebody who plays."""

    is_admin: bool = read("admin_then")


class RosterOut(Shape):
    """Who played at a time, by name."""

    at: datetime
    dynasty: NumberOf = Field(description="The number of the dynasty at that time.")
    emperor: Who | None
    active: list[OnRoster] = Field(description="The roster.")
    idle: list[OnRoster] = Field(description="Who is idle.")


class DynastyOut(
    like(
        Dynasty,
        "number name theme ended_at is_metadynasty started_at player_word players_word emperor_word"
        " emperors_word",
        of="dynasty",
    )
):
    """A dynasty: from one Ascension Address to the next."""

    url: page_of("players:dynasty") = read("dynasty.number")
    emperors: list[Who] = Field(description="Its emperors, in order.")
    address: KeyOf = Field(description="The key of the post that began it.")
    victory: KeyOf = Field(description="The key of the enacted declaration that ended it.")
    proposals: int
    enacted: int
    failed: int


class WriterOut(Shape):
    """How many proposals somebody made in a dynasty."""

    player: Who = worked_out(lambda writer: writer)
    proposals: int = read("number")
    enacted: int = read("passed")


class RuleNamed(Shape):
    """A rule, by its title then."""

    rule: str = read("key", "Its key.")
    title: str


class WholeDynasty(DynastyOut):
    """A dynasty, who was in it, and the final gamestate; for the current dynasty, today's."""

    law: KeyOf = Field(description="The key of the version of the law.")
    rules: list[RuleNamed] = Field(
        description="The dynastic rules. `GET /rules` has their texts at that time."
    )
    tracked: list[str] = Field(
        description="The names of what was tracked. `GET /gamestate` has the values at that time."
    )
    players: list[Who] = Field(description="Who was on the roster at any time of it, by name.")
    writers: list[WriterOut] = Field(description="Who had the most proposals enacted, at most ten.")


@router.list("/players", PersonOut)
def list_players(request: HttpRequest, standing: Standings | None = None) -> Rows:
    """Everybody by name. Those who play now are `active`."""
    return Rows(everybody(standing), by="name_key")


@router.one("/players/{player}", PersonOut)
def one_player(player: row_of(Player)) -> None: ...


@router.get("/players/{player}/record", RecordOut)
def player_record(request: HttpRequest, player: row_of(Player)) -> SimpleNamespace:
    """How somebody's proposals came out, how they voted, and when they were emperor."""
    return SimpleNamespace(player=player, **told_of(player, request.present))


@router.get("/roster", RosterOut)
def roster(request: HttpRequest, when: Query[AsOf]) -> dict[str, Any]:
    """Who plays, now or at a time."""
    at = as_of(request, asked_instant(request))
    groups, dynasty = then(at, request.present)
    people = {str(standing): some for standing, some in groups.items()}
    return {"at": at, "dynasty": dynasty, "emperor": emperor_at(at), **people}


@router.list("/roster-events", EventOut)
def list_roster_events(request: HttpRequest, player: Key | None = None) -> Rows:
    """Every change of the roster, newest first; or those of one person."""
    return Rows(roster_events(player), by="-at")


@router.list("/admin-log", ActOut)
def list_admin_acts(request: HttpRequest) -> Rows:
    """What admins did, newest first."""
    return Rows(AdminAct.objects.select_related("by"), by="-at")


@router.list("/dynasties", DynastyOut)
def list_dynasties(request: HttpRequest) -> Rows:
    """All dynasties, the first one first."""
    shared = request.present
    lines = shared.kept("votables.chapters", lambda: chapters(shared.at)) if shared else chapters(request.at)
    return Rows(lines[::-1], by=lambda one: (one.dynasty.number,))


@router.get("/dynasties/{number}", WholeDynasty)
def one_dynasty(request: HttpRequest, number: Key) -> SimpleNamespace:
    """A dynasty by its number, with its players and its final gamestate."""
    whole = whole_now(number, at=request.at, present=request.present)
    if whole is None:
        raise Http404
    of_chapter = ("dynasty", "emperors", "address", "victory", "proposals", "enacted", "failed")
    parts = {name: getattr(whole.chapter, name) for name in of_chapter}
    parts |= {name: getattr(whole, name) for name in ("law", "rules", "tracked", "players", "writers")}
    return SimpleNamespace(**parts)
