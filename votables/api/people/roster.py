"""People and what they did, the roster and its history, the admins' log, dynasties."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, cut, page, rows_of
from blognomic.web.api.shapes import AsOf, Key, url_of
from blognomic.web.as_of import asked_instant
from players.api.people import Who, who, whoever
from players.models import AdminAct, Bar, Player, RosterEvent, Standing
from players.services.messages import emperor_at
from players.views import then
from votables.queries.dynasties import Chapter, chapters, whole_now
from votables.queries.profiles import told_of

router = Router(tags=["People"])


class PersonOut(Schema):
    """A person with an account."""

    id: int
    name: str
    url: str
    standing: Literal["guest", "active", "idle", "left"]
    since: datetime | None = Field(description="Since when they stand so.")
    is_admin: bool
    registered_at: datetime


class EventOut(Schema):
    """A change of the roster or of an office."""

    id: int
    at: datetime
    player: Who
    kind: str
    cause: str
    by: Who | None
    why: str
    old_name: str
    url: str


class ReignOut(Schema):
    """How long somebody was emperor."""

    since: datetime
    until: datetime | None


class BarOut(Schema):
    """For how long somebody may not join the game."""

    since: datetime
    until: datetime | None
    why: str
    url: str
    lifted_at: datetime | None
    lifted_why: str


class RecordOut(Schema):
    """What somebody did."""

    player: Who
    proposals: dict[str, int] = Field(description="How many of their proposals have each status.")
    votes: dict[str, int] = Field(
        description="How many of their votes counted as what, on matters that have been resolved."
    )
    comments: int
    reigns: list[ReignOut]
    bars: list[BarOut]
    same_person: list[Who] = Field(description="Whom the same person plays, too, and has said so in public.")


class OnRoster(Who):
    """Somebody who plays."""

    is_admin: bool


class RosterOut(Schema):
    """Who played at an instant, by name."""

    at: datetime
    dynasty: int | None = Field(description="The number of the dynasty of that instant.")
    emperor: Who | None
    active: list[OnRoster] = Field(description="The roster.")
    idle: list[OnRoster]


class ActOut(Schema):
    """What an admin did, in public."""

    id: int
    at: datetime
    by: Who
    sentence: str
    reason: str
    against_verdict: bool
    url: str


class DynastyOut(Schema):
    """A dynasty: from one Ascension Address to the next."""

    number: int
    name: str
    url: str
    theme: str
    is_metadynasty: bool
    started_at: datetime
    ended_at: datetime | None
    player_word: str
    players_word: str
    emperor_word: str
    emperors_word: str
    emperors: list[Who] = Field(description="Who reigned in it, in their order.")
    address: int | None = Field(description="The key of the post that began it.")
    victory: int | None = Field(description="The key of the enacted declaration that ended it.")
    proposals: int
    enacted: int
    failed: int


class WriterOut(Schema):
    """How many proposals somebody made in a dynasty."""

    player: Who
    proposals: int
    enacted: int


class RuleNamed(Schema):
    """A rule as it was called."""

    rule: str
    title: str


class WholeDynasty(DynastyOut):
    """A dynasty with who was in it, and how things stood at its end or, of the last one, how they stand."""

    law: int | None = Field(description="The key of the version of the law.")
    rules: list[RuleNamed] = Field(description="The dynastic rules: `GET /rules` has their texts as of then.")
    tracked: list[str] = Field(
        description="The names of what was tracked: `GET /gamestate` has it as of then."
    )
    players: list[Who] = Field(description="Who was on the roster at any time of it, by name.")
    writers: list[WriterOut] = Field(description="Who had most proposals enacted, ten at most.")


def person(player: Player) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.name,
        "url": url_of(player.get_absolute_url()),
        "standing": player.standing,
        "since": player.standing_since,
        "is_admin": player.acts_as_admin,
        "registered_at": player.registered_at,
    }


def event_out(event: RosterEvent) -> dict[str, Any]:
    return {
        "id": event.pk,
        "at": event.at,
        "player": who(event.player),
        "kind": event.kind,
        "cause": event.cause,
        "by": who(event.by),
        "why": event.why.in_english,
        "old_name": event.old_name,
        "url": url_of(event.link),
    }


def _dynasty(chapter: Chapter) -> dict[str, Any]:
    dynasty = chapter.dynasty
    return {
        "number": dynasty.number,
        "name": dynasty.name,
        "url": url_of(f"/players/dynasties/{dynasty.number}/"),
        "theme": dynasty.theme,
        "is_metadynasty": dynasty.is_metadynasty,
        "started_at": dynasty.started_at,
        "ended_at": dynasty.ended_at,
        "player_word": dynasty.player_word,
        "players_word": dynasty.players_word,
        "emperor_word": dynasty.emperor_word,
        "emperors_word": dynasty.emperors_word,
        "emperors": whoever(chapter.emperors),
        "address": chapter.address.pk if chapter.address else None,
        "victory": chapter.victory.pk if chapter.victory else None,
        "proposals": chapter.proposals,
        "enacted": chapter.enacted,
        "failed": chapter.failed,
    }


@router.get("/players", response=Page[PersonOut], url_name="players", summary="People")
def list_players(
    request: HttpRequest,
    paging: Query[Paging],
    standing: Literal["guest", "active", "idle", "left"] | None = None,
) -> dict[str, Any]:
    """Everybody by name: players in the roster are `active`."""
    people = Player.objects.filter(is_active=True)
    if standing is not None:
        people = people.filter(standing=Standing(standing))
    rows = rows_of(request, people, paging, by="name_key", kind=str, descending=False)
    return page(request, map(person, rows))


@router.get("/players/{player}", response=PersonOut, url_name="player", summary="One person")
def one_player(request: HttpRequest, player: Key) -> dict[str, Any]:
    """A person by their number."""
    return person(get_object_or_404(Player, pk=player))


@router.get("/players/{player}/record", response=RecordOut, url_name="player_record", summary="What they did")
def player_record(request: HttpRequest, player: Key) -> dict[str, Any]:
    """How somebody's proposals went, how they voted, and when they reigned."""
    found = get_object_or_404(Player, pk=player)
    told = told_of(found, request.present)
    profile = told["profile"]
    return {
        "player": who(found),
        "proposals": profile.outcomes,
        "votes": profile.votes,
        "comments": profile.comments,
        "reigns": [{"since": one.since, "until": one.until} for one in profile.reigns],
        "bars": [_bar(one) for one in told["bars"]],
        "same_person": whoever(told["same_person"]),
    }


def _bar(one: Bar) -> dict[str, Any]:
    why = {"why": one.why.in_english, "lifted_why": one.lifted_why.in_english}
    return {
        **{name: getattr(one, name) for name in ("since", "until", "lifted_at")},
        **why,
        "url": url_of(one.link),
    }


@router.get("/roster", response=RosterOut, url_name="roster", summary="The roster")
def roster(request: HttpRequest, asked: Query[AsOf]) -> dict[str, Any]:
    """Who plays: now, or as of an instant."""
    past = asked_instant(request)
    at = past or (request.present.at if request.present else request.at)
    groups, dynasty = then(at, request.present)
    told = {
        "at": at,
        "dynasty": dynasty.number if dynasty else None,
        "emperor": who(emperor_at(at)),
        **{str(name): [_on_roster(one) for one in people] for name, people in groups.items()},
    }
    if past is None:
        request.lasting = {**told, "at": None}
    return told


def _on_roster(one: Player) -> dict[str, Any]:
    return {"id": one.pk, "name": one.name, "is_admin": one.admin_then}


@router.get(
    "/roster-events", response=Page[EventOut], url_name="roster_events", summary="The roster's history"
)
def list_roster_events(
    request: HttpRequest, paging: Query[Paging], player: Key | None = None
) -> dict[str, Any]:
    """Every change of the roster, newest first; or those of one person."""
    events = RosterEvent.objects.select_related("player", "by")
    if player is not None:
        events = events.filter(player=player)
    return page(request, map(event_out, rows_of(request, events, paging, by="at", kind=datetime)))


@router.get("/admin-log", response=Page[ActOut], url_name="admin_log", summary="The admins' log")
def list_admin_acts(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """What admins did, newest first."""
    acts = AdminAct.objects.select_related("by")
    return page(
        request,
        (
            {
                "id": act.pk,
                "at": act.at,
                "by": who(act.by),
                "sentence": act.sentence.in_english,
                "reason": act.reason.in_english,
                "against_verdict": act.against_verdict,
                "url": url_of(act.link),
            }
            for act in rows_of(request, acts, paging, by="at", kind=datetime)
        ),
    )


@router.get("/dynasties", response=Page[DynastyOut], url_name="dynasties", summary="The line of dynasties")
def list_dynasties(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """All dynasties, the first one first."""
    return page(request, map(_dynasty, cut(request, _chapters(request)[::-1], paging)))


@router.get("/dynasties/{number}", response=WholeDynasty, url_name="dynasty", summary="One dynasty")
def one_dynasty(request: HttpRequest, number: Key) -> dict[str, Any]:
    """A dynasty by its number, with who played in it and how things stood at its end."""
    found = whole_now(number, at=request.at, present=request.present)
    if found is None:
        raise Http404
    return {
        **_dynasty(found.chapter),
        "law": found.law.pk if found.law else None,
        "rules": [{"rule": one.key, "title": one.title} for one in found.rules],
        "tracked": list(found.tracked),
        "players": whoever(found.players),
        "writers": [
            {"player": who(one), "proposals": one.number, "enacted": one.passed} for one in found.writers
        ],
    }


def _chapters(request: HttpRequest) -> list[Chapter]:
    """What the history's page has kept."""
    shared = request.present
    return shared.kept("votables.chapters", lambda: chapters(shared.at)) if shared else chapters(request.at)
