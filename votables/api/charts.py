"""What the charts show, in figures: proposals by dynasty, players by month, times to resolution, posts by month."""

from operator import attrgetter
from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Schema
from pydantic import BeforeValidator, Field

from blognomic.web.api import Room, Rows, ToldShape, page_of, read, worked_out
from players.api import like
from votables.archive.counts import whole_census
from votables.charts.figures import BUCKET, Figures, OfDynasty, Took, figures_now

router = Room("Chronicle and charts")
Seconds = Annotated[int, BeforeValidator(lambda length: int(length.total_seconds()))]


class DynastyFigures(like(OfDynasty, "name since proposals enacted failed illegal pending")):
    """How the proposals of a dynasty fared."""

    dynasty: int = read("number", "Its number.")
    url: page_of("players:dynasty") = read("number")
    rate: int | None = Field(
        description="How many of a hundred that were enacted or failed were enacted; null without any."
    )


class MonthFigures(ToldShape):
    """A month of play."""

    month: str = worked_out(lambda one: f"{one.year:04}-{one.month:02}", "Such as `2026-11`.")
    active: int = Field(description="How many players were active at some time of it.")
    proposed: int = Field(description="How many people proposed something in it.")


class YearFigures(Schema):
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
    """How many proposals were pending for so long, by how they came out."""

    from_hours: int = read("hours", "At least so long.")
    to_hours: int | None = worked_out(_until, "Null for the last, which has whatever took longer.")


class TimesOut(Schema):
    """How long proposals are pending."""

    years: list[YearFigures] = Field(description="By the year in which they were put into the queue.")
    spread: list[TimeFigures] = read("took", "Of all that have been resolved.")


class PostFigures(Schema):
    """How many posts of a month have a category and a status."""

    month: str = Field(description="Such as `2026-11`.")
    category: str = Field(description="Such as `proposal`; empty for posts without one.")
    status: str = Field(description="As it is now; empty for posts that are no matters.")
    posts: int = read("number", "How many there are.")


class TagFigures(ToldShape):
    """How many posts have a tag in their title."""

    tag: str = worked_out(lambda one: one[0], "The tag.")
    posts: int = worked_out(lambda one: one[1], "How many there are.")


def _figures(request: HttpRequest) -> Figures:
    return figures_now(request.at, request.present)


@router.list("/charts/dynasties", "Proposals by dynasty", DynastyFigures)
def dynasty_figures(request: HttpRequest) -> Rows:
    """How many proposals each dynasty had and how they fared, from the first that had one, the first one first."""
    return Rows(_figures(request).dynasties, by=lambda one: (one.number,))


@router.list("/charts/months", "Players by month", MonthFigures)
def month_figures(request: HttpRequest) -> Rows:
    """How many played and proposed in each month, from the first one to the present."""
    return Rows(_figures(request).months, by=lambda one: (one.year, one.month))


@router.get("/charts/times", "Times to resolution", TimesOut)
def time_figures(request: HttpRequest) -> Figures:
    """How long proposals are pending until they are resolved: by year, and how the times are spread."""
    return _figures(request)


@router.list("/charts/posts", "Posts by month", PostFigures)
def post_figures(request: HttpRequest) -> Rows:
    """How many posts there are of each month, category and status, the first month first: the archive's calendar."""
    by = attrgetter("month", "category", "status")
    return Rows(sorted(whole_census(request.present).groups, key=by), by=by)


@router.list("/charts/tags", "Tags of posts", TagFigures)
def tag_figures(request: HttpRequest) -> Rows:
    """The tags that posts have in their titles, in the order of the alphabet: `GET /posts` finds them by `tag`."""

    def by(one: tuple[str, int]) -> tuple[str]:
        return (one[0].casefold(),)

    return Rows(sorted(whole_census(request.present).tags, key=by), by=by)
