"""The weekly chronicle: the weeks of the game, each retold from the record."""

from datetime import datetime
from functools import partial
from html import unescape
from typing import Annotated

from django.http import HttpRequest
from django.utils.html import strip_tags
from ninja import Query
from pydantic import Field

from blognomic.web.api import NumberOf, Room, Rows, Shape, Text, page_of, read, worked_out
from blognomic.web.errors import RuleBroken
from players.api.auth import like
from votables.chronicle import kept_weeks
from votables.chronicle.weeks import week_of

router = Room("Chronicle")
LONGEST_GAME = 52 * 200  # weeks
COUNTS = "posts failed illegal comments rolls revisions roster_events enacted votes updates"
WeekCounts = like(kept_weeks.Counted, COUNTS, called="WeekCounts")


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
    first = kept_weeks.first_of(present) if present else None
    newest = kept_weeks.week_asked_for(to, first=first, at=request.at) if to else week_of(request.at)
    weeks = kept_weeks.weeks_down_from(newest, first, LONGEST_GAME) if first else []
    tell = partial(kept_weeks.chapters, present)
    return Rows(weeks, by=lambda week: (-week.monday.toordinal(),), tell=tell)


@router.get("/chronicle/{week}", WholeWeek)
def one_week(request: HttpRequest, week: Text) -> kept_weeks.Chapter:
    """What happened in a week of the game, named as in `2026-W47`."""
    present = request.present
    if present is None:
        raise RuleBroken("No game has been founded here yet, so there is nothing to tell.", status=404)
    first = kept_weeks.first_of(present)
    return kept_weeks.chapter(present, kept_weeks.week_asked_for(week, first=first, at=request.at))
