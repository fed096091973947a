"""The weekly chronicle, the weeks of the game, each retold from the record; and what the charts show, in figures:
proposals by dynasty, players by month, times to resolution, posts by month."""

from datetime import datetime
from html import unescape
from operator import attrgetter
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.html import strip_tags
from ninja import Query
from pydantic import BeforeValidator, Field

from blognomic.web.api import NumberOf, Room, Rows, Shape, Text, page_of, read, worked_out
from blognomic.web.errors import RuleBroken
from players.api.auth import like
from votables.archive.counts import whole_archive
from votables.charts.figures import BUCKET, Figures, OfDynasty, Took, figures_now
from votables.chronicle.kept_weeks import (
    Chapter,
    Counted,
    chapter,
    chapters,
    first_of,
    week_asked_for,
    weeks_down_from,
)
from votables.chronicle.weeks import week_of

router = Room("Chronicle and charts")
LONGEST_GAME = 52 * 200  # weeks
Seconds = Annotated[int, BeforeValidator(lambda length: int(length.total_seconds()))]


COUNTS = "posts failed illegal comments rolls revisions roster_events enacted votes updates"
WeekCounts = like(Counted, COUNTS, called="WeekCounts")


class WeekOut(Shape):
    """A week of the game: from Monday 00:00 UTC, as ISO 8601 has it."""

    week: str = read("week.name", "Such as `2026-W47`.")
    url: page_of("votables:chronicle_week") = read("week.name")
    start: datetime = read("week.start", "When it begins (UTC).")
    end: datetime = read("week.end", "When the next one begins.")
    is_over: bool = Field(description="Whether it is over.")
    dynasty: NumberOf = Field(description="The number of the dynasty at its end.")
    headline: str = read("told.headline", "What happened in it, in a sentence.")
    counts: WeekCounts = read("counted", "The numbers.")


class WeekSentence(Shape):
    """A sentence of the chronicle."""

    text: str
    html: str = Field(description="The same, with links.")


class WeekSection(Shape):
    """A part of the chronicle of a week."""

    title: str
    sentences: list[WeekSentence] = worked_out(
        lambda section: [{"text": unescape(strip_tags(html)), "html": html} for html in section.sentences],
        "Its sentences.",
    )


class WholeWeek(WeekOut):
    """A week with its whole chronicle."""

    sections: list[WeekSection] = read("told.sections", "Empty if nothing happened.")


LastWeek = Annotated[
    Text, Query("", max_length=20, description="The last one, such as `2026-W47`; empty: this week.")
]


@router.list("/chronicle", WeekOut)
def list_weeks(request: HttpRequest, to: LastWeek = "") -> Rows:
    """The weeks since the game began, newest first, each in a sentence."""
    present = request.present
    first = first_of(present) if present else None
    newest = week_asked_for(to, first=first, at=request.at) if to else week_of(request.at)
    weeks = weeks_down_from(newest, first, LONGEST_GAME) if first else []
    return Rows(weeks, by=lambda week: (-week.monday.toordinal(),), tell=lambda some: chapters(present, some))


@router.get("/chronicle/{week}", WholeWeek)
def one_week(request: HttpRequest, week: Text) -> Chapter:
    """What happened in a week of the game, named as in `2026-W47`."""
    present = request.present
    if present is None:
        raise RuleBroken("No game has been founded here yet, so there is nothing to tell.", status=404)
    return chapter(present, week_asked_for(week, first=first_of(present), at=request.at))


class DynastyFigures(like(OfDynasty, "name since proposals enacted failed illegal pending")):
    """How the proposals of a dynasty came out."""

    dynasty: int = read("number", "Its number.")
    url: page_of("players:dynasty") = read("number")
    rate: int | None = Field(
        description="The percentage of resolved proposals that were enacted; null without any."
    )


class MonthFigures(Shape):
    """A month of play."""

    month: str = worked_out(lambda one: f"{one.year:04}-{one.month:02}", "Such as `2026-11`.")
    active: int = Field(description="How many players were active in it.")
    proposed: int = Field(description="How many people proposed something in it.")


class YearFigures(Shape):
    """How long the proposals of a year were pending until they were resolved, in seconds."""

    year: int = Field(description="The year.")
    resolved: int = Field(description="How many of its proposals have been resolved.")
    quarter: Seconds = read("quick", "A quarter of them was resolved within so many seconds.")
    median: Seconds = Field(description="Half of them was.")
    three_quarters: Seconds = read("slow", "Three quarters of them were.")


def _until(one: Took, context: dict[str, Any]) -> int | None:
    is_last = one is _figures(context["request"]).took[-1]
    return None if is_last else one.hours + BUCKET


class TimeFigures(like(Took, "enacted failed illegal")):
    """How many proposals were pending this long, by result."""

    from_hours: int = read("hours", "At least this long.")
    to_hours: int | None = worked_out(_until, "Null for the last, which has all that took longer.")


class TimesOut(Shape):
    """How long proposals are pending."""

    years: list[YearFigures] = Field(description="By the year in which they were put into the queue.")
    spread: list[TimeFigures] = read("took", "Of all that have been resolved.")


class PostFigures(Shape):
    """How many posts of a month have a category and a status."""

    month: str = Field(description="Such as `2026-11`.")
    category: str = Field(description="Such as `proposal`; empty for posts without one.")
    status: str = Field(description="As it is now; empty if it is not a matter.")
    posts: int = read("number", "How many there are.")


class TagFigures(Shape):
    """How many posts have a tag in their title."""

    tag: str = worked_out(lambda one: one[0], "The tag.")
    posts: int = worked_out(lambda one: one[1], "How many there are.")


def _figures(request: HttpRequest) -> Figures:
    return figures_now(request.at, request.present)


@router.list("/charts/dynasties", DynastyFigures)
def dynasty_figures(request: HttpRequest) -> Rows:
    """How many proposals each dynasty had and how they came out, oldest dynasty first."""
    return Rows(_figures(request).dynasties, by=lambda one: (one.number,))


@router.list("/charts/months", MonthFigures)
def month_figures(request: HttpRequest) -> Rows:
    """How many people played and proposed in each month, oldest month first."""
    return Rows(_figures(request).months, by=lambda one: (one.year, one.month))


@router.get("/charts/times", TimesOut)
def time_figures(request: HttpRequest) -> Figures:
    """How long proposals are pending until they are resolved: by year, and how the times are spread."""
    return _figures(request)


@router.list("/charts/posts", PostFigures)
def post_figures(request: HttpRequest) -> Rows:
    """How many posts each month has of each category and status, oldest month first."""
    by = attrgetter("month", "category", "status")
    return Rows(sorted(whole_archive(request.present).groups, key=by), by=by)


@router.list("/charts/tags", TagFigures)
def tag_figures(request: HttpRequest) -> Rows:
    """The tags in the titles of posts, in alphabetical order. `GET /posts` finds posts by `tag`."""

    def by(one: tuple[str, int]) -> tuple[str]:
        return (one[0].casefold(),)

    return Rows(sorted(whole_archive(request.present).tags, key=by), by=by)
