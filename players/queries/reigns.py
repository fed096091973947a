"""Who was emperor when, and of which time each keeps what was for the emperor alone: orders, and what is hidden.

It is of its dynasty. Who wins that keeps nothing of it: in the interregnum nobody new does, and the emperor who kept it
keeps it on, for good. Whoever was emperor for a part of it, and was followed by another, keeps what was of that time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db.models import Q, QuerySet

from blognomic.database.together import together
from players.models import LIVELY, Dynasty, Player, Reign
from players.present import Present

Span = tuple[datetime, datetime | None]
Kept = dict[Dynasty, list[Span]]
"""The dynasties of which somebody keeps that or a part of it, with the times, from the first instant up to but not
including the second."""


@dataclass(frozen=True, slots=True)
class Throne:
    """All reigns and dynasties."""

    reigns: tuple[Reign, ...]
    dynasties: tuple[Dynasty, ...]

    def begun(self, at: datetime) -> list[Dynasty]:
        return [each for each in self.dynasties if each.started_at <= at]

    def keeper(self, dynasty: Dynasty, at: datetime) -> int | None:
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

    def _kept_of(self, dynasty: Dynasty, player: int, at: datetime) -> list[Span]:
        if self.keeper(dynasty, at) == player:
            return [(dynasty.started_at, dynasty.ended_at)]
        within = [each for each in self.reigns if each.since <= at and _overlap(each, dynasty)]
        changes = {instant for each in within for instant in (each.since, each.until) if instant}
        cuts = sorted(
            each
            for each in changes
            if dynasty.started_at < each and (not dynasty.ended_at or each < dynasty.ended_at)
        )
        spans = []
        for span in pairwise([dynasty.started_at, *cuts, dynasty.ended_at]):
            reign = next((each for each in within if covers(each, span[0])), None)
            if reign and reign.player_id == player and not _is_of_the_next(reign, dynasty):
                spans.append(span)
        return spans


def throne(present: Present | None = None) -> Throne:
    """The same for whoever asks. One query; none where the readers of the `present` have asked it already."""
    if present is not None:
        return present.kept("players.throne", lambda: _of(present), without=LIVELY)
    reigns, dynasties = together(*of_throne())
    return Throne(tuple(reigns), tuple(dynasties))


def of_throne() -> tuple[QuerySet[Reign], QuerySet[Dynasty]]:
    """The reigns and the dynasties of the throne, to be asked with others."""
    reigns = Reign.objects.order_by("pk").only("player_id", "since", "until", "won")
    return reigns, Dynasty.objects.only("number", "started_at", "ended_at", "begun_by_id")


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


def _overlap(reign: Reign, dynasty: Dynasty) -> bool:
    return (dynasty.ended_at is None or reign.since < dynasty.ended_at) and (
        reign.until is None or reign.until > dynasty.started_at
    )


def _is_of_the_next(reign: Reign, dynasty: Dynasty) -> bool:
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
