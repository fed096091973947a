"""The weekly chronicle: the weeks of the game, each retold from the record."""

from datetime import datetime
from html import unescape
from typing import Any

from django.http import HttpRequest
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, decode, encode, no_cursor, page
from blognomic.web.api.shapes import Text, url_of
from blognomic.web.errors import RuleBroken
from votables.chronicle.pages import Chapter, chapter, chapters, first_of, week_asked_for, weeks_down_from
from votables.chronicle.weeks import Week, week_named, week_of

router = Router(tags=["Chronicle and charts"])


class WeekCounts(Schema):
    """How much there was of what in a week."""

    posts: int
    enacted: int = Field(description="Matters that were resolved in it, by how they stand now.")
    failed: int
    illegal: int
    comments: int
    votes: int = Field(description="Comments with a vote in them.")
    roster_events: int
    revisions: int = Field(description="Revisions of the ruleset.")
    updates: int = Field(description="Updates that changed numbers which everybody may see.")
    rolls: int


class WeekOut(Schema):
    """A week of the game: from Monday 00:00 UTC, as ISO 8601 has it."""

    week: str = Field(description="Such as `2026-W47`.")
    url: str
    start: datetime
    end: datetime = Field(description="When the next one begins.")
    is_over: bool
    dynasty: int | None = Field(description="The number of the dynasty at its end.")
    headline: str
    counts: WeekCounts


class WeekSentence(Schema):
    """A sentence of the chronicle."""

    text: str
    html: str = Field(description="The same, with links to the pages that it tells of.")


class WeekSection(Schema):
    """A part of what is told of a week."""

    title: str
    sentences: list[WeekSentence]


class WholeWeek(WeekOut):
    sections: list[WeekSection] = Field(description="Nothing where nothing happened.")


class WeekFilters(Schema):
    """Which weeks are asked for."""

    to: Text = Field(
        "", max_length=20, description="The last one, such as `2026-W47`; empty: the present one."
    )


def _week(told: Chapter) -> dict[str, Any]:
    week, counted = told.week, told.counted
    return {
        "week": week.name,
        "url": url_of(f"/chronicle/{week.name}/"),
        "start": week.start,
        "end": week.end,
        "is_over": told.is_over,
        "dynasty": told.dynasty.number if told.dynasty else None,
        "headline": told.told.headline,
        "counts": {name: getattr(counted, name) for name in WeekCounts.model_fields},
    }


def _sentence(html: SafeString) -> dict[str, str]:
    return {"text": unescape(strip_tags(html)), "html": html}


@router.get("/chronicle", response=Page[WeekOut], url_name="chronicle", summary="The weekly chronicle")
def list_weeks(request: HttpRequest, paging: Query[Paging], filters: Query[WeekFilters]) -> dict[str, Any]:
    """The weeks since the game began, newest first, each in a sentence."""
    present = request.present
    first = first_of(present) if present else None
    newest = week_of(request.at)
    if filters.to:
        newest = week_asked_for(filters.to, first=first, at=request.at)
    if first is None:
        return page(request, [])
    if paging.cursor:
        newest = min(_told_last(paging.cursor, first).before, newest)
    weeks = weeks_down_from(newest, first, paging.limit)
    request.next_cursor = encode([weeks[-1].name]) if weeks and weeks[-1] > first else None
    return page(request, map(_week, chapters(present, weeks)))


def _told_last(cursor: str, first: Week) -> Week:
    """The week that a cursor names, not before the first of the game. Raises Refused (400)."""
    found = week_named(decode(cursor, (str,))[0])
    return found if found is not None and found >= first else no_cursor()


@router.get("/chronicle/{week}", response=WholeWeek, url_name="week", summary="One week")
def one_week(request: HttpRequest, week: Text) -> dict[str, Any]:
    """What happened in a week of the game, which is called as in `2026-W47`."""
    present = request.present
    if present is None:
        raise RuleBroken("No game has been founded here yet, so there is nothing to tell.", status=404)
    found = chapter(present, week_asked_for(week, first=first_of(present), at=request.at))
    sections = [
        {"title": one.title, "sentences": [_sentence(line) for line in one.sentences]}
        for one in found.told.sections
    ]
    return {**_week(found), "sections": sections}
