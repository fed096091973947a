"""Who was emperor when, and of which time each keeps what was for the emperor alone: orders, and what is hidden.

It is of its dynasty. Who wins that keeps nothing of it: in the interregnum nobody new does, and the emperor who kept it
keeps it on, for good. Whoever was emperor for a part of it, and was followed by another, keeps what was of that time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from blognomic.database.together import together
from players.models import BESIDE_PEOPLE, Dynasty, Player, Reign
from players.present import Present

Span = tuple[datetime, datetime | None]


class SpanOfReign(NamedTuple):
    """A reign, as far as it says who was emperor when. There are hundreds, which pages read anew."""

    player_id: int
    since: datetime
    until: datetime | None
    won: bool


class SpanOfDynasty(NamedTuple):
    """A dynasty, as far as it says when it was, and whose."""

    pk: int
    number: int
    started_at: datetime
    ended_at: datetime | None
    begun_by_id: int | None


Kept = dict[SpanOfDynasty, list[Span]]
"""The dynasties of which somebody keeps that or a part of it, with the times, from the first instant up to but not
including the second."""


@dataclass(frozen=True, slots=True)
class Throne:
    """All reigns and dynasties."""

    reigns: tuple[SpanOfReign, ...]
    dynasties: tuple[SpanOfDynasty, ...]

    def begun(self, at: datetime) -> list[SpanOfDynasty]:
        return [each for each in self.dynasties if each.started_at <= at]

    def keeper(self, dynasty: SpanOfDynasty, at: datetime) -> int | None:
        """The key of who keeps all of a dynasty, as of `at` (UTC): who reigned in it last, those aside who had won it.
        Where two reigns overlap, the first recorded holds."""
        is_over = dynasty.ended_at is not None and dynasty.ended_at <= at
        instant = dynasty.ended_at if is_over and dynasty.ended_at else at
        reign = next((each for each in self.reigns if (lasted if is_over else covers)(each, instant)), None)
        while reign is not None and _is_of_the_next(reign, dynasty):
            until = reign.since
            reign = next((each for each in self.reigns if lasted(each, until)), None)
        return reign.player_id if reign is not None and (reign.until or at) > dynasty.started_at else None

    def kept_by(self, player: int, at: datetime) -> Kept:
        """What a player keeps as of `at` (UTC): all of a dynasty for who reigned in it last, and for who did before,
        the times in which they held the throne."""
        mine = [each for each in self.reigns if each.player_id == player]
        reigned = [each for each in self.begun(at) if any(_overlap(reign, each) for reign in mine)]
        return {each: spans for each in reigned if (spans := self._kept_of(each, player, at))}

    def _kept_of(self, dynasty: SpanOfDynasty, player: int, at: datetime) -> list[Span]:
        if self.keeper(dynasty, at) == player:
            return [(dynasty.started_at, dynasty.ended_at)]
        within = [each for each in self.reigns if each.since <= at and _overlap(each, dynasty)]
        changes = {instant for each in within for instant in (each.since, each.until) if instant}
        cuts = sorted(
            each
            for each in changes
            if dynasty.started_at < each and (not dynasty.ended_at or each < dynasty.ended_at)
        )
        spans: list[Span] = []
        begins = [dynasty.started_at, *cuts]
        for since, until in zip(begins, [*cuts, dynasty.ended_at], strict=True):
            reign = next((each for each in within if covers(each, since)), None)
            if reign and reign.player_id == player and not _is_of_the_next(reign, dynasty):
                spans.append((since, until))
        return spans


def throne(present: Present | None = None) -> Throne:
    """The same for whoever asks. One query; none where the readers of the `present` have asked it already."""
    if present is not None:
        return present.kept("players.throne", lambda: _of(present), without=BESIDE_PEOPLE)
    return throne_of(*together(*of_throne()))


def of_throne() -> tuple[QuerySet[Any], QuerySet[Any]]:
    """What `throne_of` is told, to be asked with others."""
    return Reign.objects.order_by("pk").values_list(*SpanOfReign._fields), Dynasty.objects.values_list(
        *SpanOfDynasty._fields
    )


def throne_of(reigns: Iterable[Iterable[Any]], dynasties: Iterable[Iterable[Any]]) -> Throne:
    """The throne, of what `of_throne` found. No query."""
    return Throne(tuple(map(SpanOfReign._make, reigns)), tuple(map(SpanOfDynasty._make, dynasties)))


def _of(present: Present) -> Throne:
    known = throne()
    end_with(present, known.reigns)
    return known


def end_with(present: Present, spells: Iterable[Any]) -> None:
    """Let the present end when a reign, or another of such spells, begins or ends."""
    for instant in (instant for spell in spells for instant in (spell.since, spell.until)):
        if instant is not None and instant > present.at:
            present.end(instant)


def covers(spell: Any, at: datetime) -> bool:
    """Whether a reign, or another of such spells, goes on at an instant."""
    return spell.since <= at and (spell.until is None or spell.until > at)


def lasted(spell: Any, until: datetime) -> bool:
    """Whether somebody reigned, or was shown something, up to an instant."""
    return spell.since < until and (spell.until is None or spell.until >= until)


def _overlap(reign: SpanOfReign, dynasty: SpanOfDynasty) -> bool:
    return (dynasty.ended_at is None or reign.since < dynasty.ended_at) and (
        reign.until is None or reign.until > dynasty.started_at
    )


def _is_of_the_next(reign: SpanOfReign, dynasty: SpanOfDynasty) -> bool:
    """Whether a reign that began in a dynasty was won there, and is of the one after it."""
    if reign.since == dynasty.started_at and reign.player_id == dynasty.begun_by_id:
        return False
    return reign.won and reign.since >= dynasty.started_at


def of_time(spans: Iterable[Span]) -> Q:
    """Whether something is of one of these times, by its `at`, as a condition of a query."""
    condition = Q(pk__in=[])
    for since, until in spans:
        condition |= Q(at__gte=since, at__lt=until) if until is not None else Q(at__gte=since)
    return condition


def emperor_at(at: datetime) -> Player | None:
    """Who holds the office of emperor at `at` (UTC), idle or not. One query."""
    reign = Reign.objects.at(at).select_related("player").first()
    return reign.player if reign else None


def holds_office(person: Player, at: datetime) -> bool:
    """Whether somebody is the emperor at `at` (UTC), idle or not. One query."""
    reign = Reign.objects.at(at).first()
    return reign is not None and reign.player_id == person.pk
