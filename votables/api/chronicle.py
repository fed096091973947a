"""The weekly chronicle: the weeks of the game, each retold from the record."""

from dataclasses import fields
from datetime import datetime
from html import unescape
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api import NumberOf, Page, Paging, Room, Text, ToldShape, page, page_of, read, worked_out
from blognomic.web.errors import RuleBroken
from players.api import like
from votables.chronicle.pages import (
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


OF_COUNTS = {
    "enacted": "Matters that were resolved in it, by how they stand now.",
    "votes": "Comments with a vote in them.",
    "revisions": "Revisions of the ruleset.",
    "updates": "Updates that changed numbers which everybody may see.",
}


class WeekCounts(like(Counted, " ".join(each.name for each in fields(Counted)), about=OF_COUNTS)):
    """How much there was of what in a week."""


class WeekOut(Schema):
    """A week of the game: from Monday 00:00 UTC, as ISO 8601 has it."""

    week: str = read("week.name", "Such as `2026-W47`.")
    url: page_of("votables:chronicle_week") = read("week.name")
    start: datetime = read("week.start")
    end: datetime = read("week.end", "When the next one begins.")
    is_over: bool
    dynasty: NumberOf = Field(description="The number of the dynasty at its end.")
    headline: str = read("told.headline")
    counts: WeekCounts = read("counted")


class WeekSentence(Schema):
    """A sentence of the chronicle."""

    text: str
    html: str = Field(description="The same, with links to the pages that it tells of.")


class WeekSection(ToldShape):
    """A part of what is told of a week."""

    title: str
    sentences: list[WeekSentence] = worked_out(
        lambda section: [_sentence(line) for line in section.sentences]
    )


class WholeWeek(WeekOut):
    sections: list[WeekSection] = read("told.sections", "Nothing where nothing happened.")


LastWeek = Annotated[
    Text, Query("", max_length=20, description="The last one, such as `2026-W47`; empty: the present one.")
]


def _sentence(html: SafeString) -> dict[str, str]:
    return {"text": unescape(strip_tags(html)), "html": html}


@router.get("/chronicle", "The weekly chronicle", Page[WeekOut])
def list_weeks(request: HttpRequest, paging: Query[Paging], to: LastWeek = "") -> dict[str, Any]:
    """The weeks since the game began, newest first, each in a sentence."""
    present = request.present
    first = first_of(present) if present else None
    newest = week_of(request.at)
    if to:
        newest = week_asked_for(to, first=first, at=request.at)
    weeks = weeks_down_from(newest, first, LONGEST_GAME) if first else []
    by = lambda week: (-week.monday.toordinal(),)  # noqa: E731 (as short as its name)
    return page(request, weeks, paging, by=by, tell=lambda found: chapters(present, found))


@router.get("/chronicle/{week}", "One week", WholeWeek)
def one_week(request: HttpRequest, week: Text) -> Chapter:
    """What happened in a week of the game, which is called as in `2026-W47`."""
    present = request.present
    if present is None:
        raise RuleBroken("No game has been founded here yet, so there is nothing to tell.", status=404)
    return chapter(present, week_asked_for(week, first=first_of(present), at=request.at))
