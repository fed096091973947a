"""What the charts show, in figures: proposals by dynasty, players by month, times to resolution, posts by month."""

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, after, page
from blognomic.web.api.shapes import url_of
from votables.archive.counts import whole_census
from votables.charts.figures import BUCKET, Figures, OfDynasty, OfMonth, OfYear, Took, figures_now

router = Router(tags=["Chronicle and charts"])


class DynastyFigures(Schema):
    """How the proposals of a dynasty fared."""

    dynasty: int = Field(description="Its number.")
    name: str
    url: str
    since: datetime
    proposals: int
    enacted: int
    failed: int
    illegal: int
    pending: int
    rate: int | None = Field(
        description="How many of a hundred that were enacted or failed were enacted; null without any."
    )


class MonthFigures(Schema):
    """A month of play."""

    month: str = Field(description="Such as `2026-11`.")
    active: int = Field(description="How many players were active at some time of it.")
    proposed: int = Field(description="How many people proposed something in it.")


class YearFigures(Schema):
    """How long the proposals of a year were pending until they were resolved, in seconds."""

    year: int
    resolved: int = Field(description="How many of its proposals have been resolved.")
    quarter: int = Field(description="A quarter of them was resolved within so many seconds.")
    median: int = Field(description="Half of them was.")
    three_quarters: int


class TimeFigures(Schema):
    """How many proposals were pending for so long, by how they came out."""

    from_hours: int
    to_hours: int | None = Field(description="Null for the last, which has whatever took longer.")
    enacted: int
    failed: int
    illegal: int


class TimesOut(Schema):
    """How long proposals are pending."""

    years: list[YearFigures] = Field(description="By the year in which they were put into the queue.")
    spread: list[TimeFigures] = Field(description="Of all that have been resolved.")


class PostFigures(Schema):
    """How many posts of a month have a category and a status."""

    month: str = Field(description="Such as `2026-11`.")
    category: str = Field(description="Such as `proposal`; empty for posts without one.")
    status: str = Field(description="As it is now; empty for posts that are no matters.")
    posts: int


class TagFigures(Schema):
    """How many posts have a tag in their title."""

    tag: str
    posts: int


def _figures(request: HttpRequest) -> Figures:
    return figures_now(request.at, request.present)


def _dynasty(one: OfDynasty) -> dict[str, Any]:
    names = ("name", "since", "proposals", "enacted", "failed", "illegal", "pending", "rate")
    url = url_of(reverse("players:dynasty", args=[one.number]))
    return {"dynasty": one.number, "url": url, **{name: getattr(one, name) for name in names}}


def _month(one: OfMonth) -> dict[str, Any]:
    return {"month": f"{one.year:04}-{one.month:02}", "active": one.active, "proposed": one.proposed}


def _seconds(length: timedelta) -> int:
    return int(length.total_seconds())


def _year(one: OfYear) -> dict[str, int]:
    return {
        "year": one.year,
        "resolved": one.resolved,
        "quarter": _seconds(one.quick),
        "median": _seconds(one.median),
        "three_quarters": _seconds(one.slow),
    }


def _time(one: Took, *, is_last: bool) -> dict[str, Any]:
    names = ("enacted", "failed", "illegal")
    span = {"from_hours": one.hours, "to_hours": None if is_last else one.hours + BUCKET}
    return {**span, **{name: getattr(one, name) for name in names}}


@router.get(
    "/charts/dynasties",
    response=Page[DynastyFigures],
    url_name="chart_of_dynasties",
    summary="Proposals by dynasty",
)
def dynasty_figures(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """How many proposals each dynasty had and how they fared, from the first that had one, the first one first."""
    found = after(request, _figures(request).dynasties, paging, by=lambda one: (one.number,), kinds=(int,))
    return page(request, map(_dynasty, found))


@router.get(
    "/charts/months", response=Page[MonthFigures], url_name="chart_of_months", summary="Players by month"
)
def month_figures(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """How many played and proposed in each month, from the first one to the present."""
    by = lambda one: (one.year, one.month)  # noqa: E731 (as short as its name)
    found = after(request, _figures(request).months, paging, by=by, kinds=(int, int))
    return page(request, map(_month, found))


@router.get("/charts/times", response=TimesOut, url_name="chart_of_times", summary="Times to resolution")
def time_figures(request: HttpRequest) -> dict[str, Any]:
    """How long proposals are pending until they are resolved: by year, and how the times are spread."""
    found = _figures(request)
    spread = [_time(one, is_last=one is found.took[-1]) for one in found.took]
    return {"years": list(map(_year, found.years)), "spread": spread}


@router.get("/charts/posts", response=Page[PostFigures], url_name="chart_of_posts", summary="Posts by month")
def post_figures(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """How many posts there are of each month, category and status, the first month first: the archive's calendar."""
    by = lambda one: (one.month, one.category, one.status)  # noqa: E731 (likewise)
    groups = sorted(whole_census(request.present).groups, key=by)
    found = after(request, groups, paging, by=by, kinds=(str, str, str))
    return page(
        request,
        (
            {"month": one.month, "category": one.category, "status": one.status, "posts": one.number}
            for one in found
        ),
    )


@router.get("/charts/tags", response=Page[TagFigures], url_name="chart_of_tags", summary="Tags of posts")
def tag_figures(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """The tags that posts have in their titles, in the order of the alphabet: `GET /posts` finds them by `tag`."""
    by = lambda one: (one[0].casefold(),)  # noqa: E731 (likewise)
    found = after(request, sorted(whole_census(request.present).tags, key=by), paging, by=by, kinds=(str,))
    return page(request, ({"tag": tag, "posts": number} for tag, number in found))
