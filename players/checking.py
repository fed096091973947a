"""Whether what is stored of people fits together: standings and the roster's history, dynasties and reigns, letters.

Here, too, are the words in which all rooms say what they look through (`Check`) and what they find (`Finding`).
`blognomic.transfer.checking` puts the checks of all apps together. Nothing here changes anything.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, F, Max, Min, OuterRef, Q, QuerySet, Subquery, Value, When

from blognomic.text import prose
from players.models import (
    Dynasty,
    Game,
    Message,
    Party,
    Player,
    Reign,
    RosterEvent,
    Standing,
    Thread,
    name_key,
)

# The version of the renderer that made whatever HTML is stored. One that renders otherwise (PROSE_VERSION) makes other
# HTML, so what is stored can be compared with it no more, until it has been rendered anew.
RENDERED_BY = 1


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not fit. `row` says which row it is about ("comment 17"), `page` is the path of the page that
    shows it, "" where none does."""

    row: str
    sentence: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing to look at: its name, the rows that are gone through, and what is found among them. `look` takes each
    row once, in order, and keeps none of them longer than it must."""

    name: str
    rows: Callable[[], QuerySet[Any]]
    look: Callable[[Iterable[Any]], Iterator[Finding]]


def is_same_anywhere(text: str) -> bool:
    """Whether the HTML of a text is the same whenever and wherever it is made: it has no names, links or footnotes,
    and the renderer is the one that made what is stored."""
    return prose.PROSE_VERSION == RENDERED_BY and not any(sign in text for sign in "@[&")


# -- the roster


def _people(rows: Iterable[Player]) -> Iterator[Finding]:
    """Standings repeat the roster's history, and keys of names the names."""
    stands = _by_history()
    for player in rows:
        row, page = f"player {player.pk}", player.get_absolute_url()
        standing, since, is_admin = stands.get(player.pk, (Standing.GUEST, None, False))
        if player.standing != standing:
            yield Finding(
                row,
                f"{player} is stored as “{player.standing}”, and by the roster's history is “{standing}”.",
                page,
            )
        elif player.standing_since != since:
            yield Finding(
                row,
                f"{player} is stored as “{standing}” since {_said(player.standing_since)}, and by the roster's"
                f" history has been so since {_said(since)}.",
                page,
            )
        if player.is_admin != is_admin:
            yield Finding(
                row,
                f"{player} is stored as {_admin(player.is_admin)}, and by the roster's history is"
                f" {_admin(is_admin)}.",
                page,
            )
        if player.name_key != name_key(player.name):
            yield Finding(row, f"The name of {player} is looked up by “{player.name_key}”.", page)


def _by_history() -> dict[int, tuple[str, datetime | None, bool]]:
    """How everybody stands by the roster's history: since when, and whether as an admin."""
    stands: dict[int, tuple[str, datetime | None, bool]] = {}
    events = RosterEvent.objects.in_order().values_list("player_id", "standing", "is_admin", "at")
    for player, standing, is_admin, at in events.iterator(chunk_size=2000):
        before, since, _ = stands.get(player, (Standing.GUEST, None, False))
        stands[player] = (standing, since if standing == before else at, is_admin)
    return stands


def _admin(is_admin: bool) -> str:
    return "an admin" if is_admin else "no admin"


def _said(at: datetime | None) -> str:
    return "no time at all" if at is None else f"{at:%Y-%m-%d %H:%M:%S.%f}".rstrip("0").rstrip(".") + " UTC"


# -- the game and its dynasties


def _games(rows: Iterable[Dynasty]) -> Iterator[Finding]:
    """A game that has begun has its row; each dynasty begins when the one before it ends."""
    last: Dynasty | None = None
    for dynasty in rows:
        row, page = f"dynasty {dynasty.number}", f"/players/dynasties/{dynasty.number}/"
        if last is not None and last.ended_at != dynasty.started_at:
            yield Finding(
                row,
                f"{dynasty} began at {_said(dynasty.started_at)}, and the one before it ended at"
                f" {_said(last.ended_at)}.",
                page,
            )
        if dynasty.ended_at is not None and dynasty.ended_at < dynasty.started_at:
            yield Finding(row, f"{dynasty} ended before it began.", page)
        last = dynasty
    if last is not None and last.ended_at is not None:
        yield Finding(f"dynasty {last.number}", f"{last} has ended, and none follows it.")
    if last is not None and not Game.objects.filter(pk=1).exists():
        yield Finding("game 1", "There are dynasties, and no game that they are of.")


def _reigns(rows: Iterable[Reign]) -> Iterator[Finding]:
    """Nobody reigns while another does."""
    last: Reign | None = None
    for reign in rows:
        if last is not None and (last.until is None or last.until > reign.since):
            yield Finding(
                f"reign {reign.pk}",
                f"{reign.player} is stored as emperor from {_said(reign.since)} on, while {last.player} is, too.",
                reign.player.get_absolute_url(),
            )
        if last is None or last.until is not None and (reign.until is None or reign.until > last.until):
            last = reign


# -- letters


def _threads(rows: Iterable[Any]) -> Iterator[Finding]:
    """A conversation is as new as its last message."""
    for thread in rows:
        if thread.last_at != thread.newest_at:
            yield Finding(
                f"thread {thread.pk}",
                f"A conversation is stored as of {_said(thread.last_at)}, and its last message is of"
                f" {_said(thread.newest_at)}.",
            )


def _parties(rows: Iterable[Any]) -> Iterator[Finding]:
    """What somebody has not read is counted from the last message of others."""
    for party in rows:
        if party.newest != (party.newest_of_others or 0):
            yield Finding(
                f"party {party.pk}",
                f"The newest message for {party.player} in a conversation is stored as {party.newest}, and is"
                f" {party.newest_of_others or 0}.",
            )
        if party.has_written != (party.first_own is not None):
            yield Finding(
                f"party {party.pk}",
                f"{party.player} is stored as {'one' if party.has_written else 'none'} who has written in a"
                f" conversation, and has {'' if party.first_own else 'not '}done so.",
            )


def _party_rows() -> QuerySet[Any]:
    mine = Q(thread__messages__author=F("player"))
    key = "thread__messages__pk"
    others = Max(Case(When(mine, then=Value(None)), default=F(key)))
    first_own = Min(Case(When(mine, then=F(key))))
    return (
        Party.objects.annotate(newest_of_others=others, first_own=first_own)
        .select_related("player")
        .order_by("pk")
    )


def _thread_rows() -> QuerySet[Any]:
    newest = Message.objects.filter(thread=OuterRef("pk")).order_by("-pk").values("at")[:1]
    return Thread.objects.annotate(newest_at=Subquery(newest)).order_by("pk")


CHECKS = (
    Check("people", lambda: Player.objects.order_by("pk"), _people),
    Check("dynasties", lambda: Dynasty.objects.order_by("number"), _games),
    Check("reigns", lambda: Reign.objects.select_related("player").order_by("since", "pk"), _reigns),
    Check("conversations", _thread_rows, _threads),
    Check("who has read what", _party_rows, _parties),
)
