"""People, the roster's history, the admins' log, dynasties."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.api.paging import Page, Paging, cut, page, rows_of
from blognomic.api.shapes import Key, Who, url_of, who, whoever
from players.models import AdminAct, Player, RosterEvent, Standing
from votables.dynasties import Chapter, chapters

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
        "why": event.why,
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
                "sentence": act.sentence,
                "reason": act.reason,
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


@router.get("/dynasties/{number}", response=DynastyOut, url_name="dynasty", summary="One dynasty")
def one_dynasty(request: HttpRequest, number: Key) -> dict[str, Any]:
    """A dynasty by its number."""
    for chapter in _chapters(request):
        if chapter.dynasty.number == number:
            return _dynasty(chapter)
    raise Http404


def _chapters(request: HttpRequest) -> list[Chapter]:
    """What the history's page has kept."""
    shared = request.present
    return shared.kept("votables.chapters", lambda: chapters(shared.at)) if shared else chapters(request.at)
