"""The chronicle as pages and the feed show it: each week told once in a version of the game and a language."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from players.models import LIVELY, Dynasty
from players.present import Present
from votables.chronicle.gathering import WeekFacts, first_week, gather
from votables.chronicle.in_sentences import ToldWeek, tell
from votables.chronicle.weeks import Week, week_named, week_of
from votables.models import Status

WEEKS_KEPT = 120
A_PAGE = 10


@dataclass(frozen=True, slots=True)
class Counted:
    """How much there was of what in a week."""

    posts: int
    enacted: Annotated[int, "Matters that were resolved in it, by how they stand now."]
    failed: int
    illegal: int
    comments: int
    votes: Annotated[int, "Comments with a vote in them."]
    roster_events: int
    revisions: int
    updates: Annotated[int, "Updates that changed numbers which everybody may see."]
    rolls: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A week of the chronicle: whether it is over, whether nothing happened in it, its dynasty, and what is told."""

    week: Week
    is_over: bool
    is_empty: bool
    dynasty: Dynasty | None
    told: ToldWeek
    counted: Counted


def first_of(present: Present) -> Week | None:
    """The first week of the game; None where nothing has happened. Two queries, or none."""
    return present.kept("votables.first week", first_week, without=LIVELY)


def chapter(present: Present, week: Week) -> Chapter:
    """One week told. Thirteen queries, or none."""
    make = lambda: _chapters(gather(week, week, present), present.at)[0]  # noqa: E731 (as short as its name)
    return present.few("votables.chronicle", (get_language(), week.name), make, most=WEEKS_KEPT)


def chapters(present: Present, weeks: Sequence[Week]) -> list[Chapter]:
    """Weeks in a row, the newest first, told. Thirteen queries, or none."""
    if not weeks:
        return []
    make = lambda: _chapters(gather(weeks[-1], weeks[0], present), present.at)[::-1]  # noqa: E731 (likewise)
    key = (get_language(), weeks[0].name, len(weeks))
    return present.few("votables.chronicle of weeks", key, make, most=WEEKS_KEPT // A_PAGE)


def _chapters(facts_of_weeks: list[WeekFacts], at: datetime) -> list[Chapter]:
    return [_chapter(facts, at) for facts in facts_of_weeks]


def _chapter(facts: WeekFacts, at: datetime) -> Chapter:
    is_over = facts.week.end <= at
    told_week = tell(facts, is_over=is_over)
    return Chapter(facts.week, is_over, facts.is_empty, facts.dynasty, told_week, counted(facts))


def counted(facts: WeekFacts) -> Counted:
    """What a week's facts come to in numbers."""
    ended = Counter(one.post.status for one in facts.ended)
    return Counted(
        posts=len(facts.posts),
        enacted=ended[Status.ENACTED],
        failed=ended[Status.FAILED],
        illegal=ended[Status.ILLEGAL],
        comments=facts.comments,
        votes=facts.votes,
        roster_events=len(facts.events),
        revisions=len(facts.rules.revisions),
        updates=facts.updates,
        rolls=facts.rolls,
    )


def weeks_down_from(newest: Week, first: Week, most: int) -> list[Week]:
    """At most so many weeks, from the newest back to the first."""
    weeks: list[Week] = []
    while newest >= first and len(weeks) < most:
        weeks.append(newest)
        newest = newest.before
    return weeks


def week_asked_for(name: str, *, first: Week | None, at: datetime) -> Week:
    """The week that an address names. Raises RuleBroken (404) for what is none, and for one that is not of the game."""
    week = week_named(name)
    if week is None:
        raise RuleBroken(_("There is no such week. Weeks are called as in 2026-W47."), status=404)
    if week > week_of(at):
        raise RuleBroken(_("That week has not come yet."), status=404)
    if first is None or week < first:
        raise RuleBroken(_("The game had not begun in that week."), status=404)
    return week
