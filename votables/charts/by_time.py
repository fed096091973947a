"""How long proposals are pending: how the times are spread, and how they went from year to year."""

from collections.abc import Sequence

from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.web.sheet import Scale, Sheet, steps
from votables.archive.filters import address_of
from votables.charts.figures import BUCKET, OfYear, Took

DAY = 24
TONES = ("enacted", "failed", "illegal")
Box = tuple[int, int, int, int]


def hours(one: OfYear, part: str) -> float:
    """A time of a year in hours."""
    return getattr(one, part).total_seconds() / 3600


def archive_of(year: int) -> str:
    """The address of the proposals of a year in the archive."""
    return address_of({"category": "proposal", "year": year})


def span(of: float) -> str:
    """Hours in words: "31 h", "2 d 7 h"."""
    whole = round(of)
    days, rest = divmod(whole, DAY)
    if whole < 2 * DAY:
        return _("{hours} h").format(hours=whole)
    return (_("{days} d {hours} h") if rest else _("{days} d")).format(days=days, hours=rest)


def wide(took: Sequence[Took], years: Sequence[OfYear]) -> SafeString:
    """Side by side; a single year has no course."""
    sheet = Sheet(1120, 360, "wide")
    if len(years) < 2:
        _spread(sheet, took, (44, 1108, 44, 316))
        return sheet.html
    _spread(sheet, took, (44, 530, 44, 316))
    _years(sheet, years, (622, 1108, 44, 316))
    return sheet.html


def narrow(took: Sequence[Took], years: Sequence[OfYear]) -> SafeString:
    """One above the other."""
    sheet = Sheet(360, 560 if len(years) > 1 else 270, "narrow")
    _spread(sheet, took, (36, 352, 40, 230))
    if len(years) > 1:
        _years(sheet, years, (36, 352, 320, 520))
    return sheet.html


def _spread(sheet: Sheet, took: Sequence[Took], box: Box) -> None:
    """A bar for every BUCKET hours, by how the proposals came out."""
    left, right, top, floor = box
    sheet.text(_("Proposals, by how long they were pending"), left, top - 22, kind="said")
    most = max((one.number for one in took), default=1)
    marks = steps(most, 5)
    up, across = Scale(most, floor, top), Scale(max(len(took), 1), left, right)
    for mark in marks:
        sheet.line((left, up(mark)), (right, up(mark)), "grid" if mark else "base")
        sheet.text(
            number_format(mark, force_grouping=True), left - 6, up(mark) + 4, anchor="end", kind="tick"
        )
    starts = [0] * len(took)
    width = across(1) - left
    for tone in TONES:
        bars = []
        for place, one in enumerate(took):
            start, end = starts[place], starts[place] + getattr(one, tone)
            if end > start:
                bars.append((across(place) + width * 0.07, up(end), width * 0.86, up(start) - up(end)))
            starts[place] = end
        sheet.bars(bars, tone)
    for place in range(0, len(took), DAY // BUCKET):
        days = place * BUCKET // DAY
        sheet.line((across(place), floor), (across(place), floor + 5), "base")
        words = _("at once") if not days else _("1 day") if days == 1 else str(days)
        sheet.text(words, across(place), floor + 20, anchor="middle", kind="tick")
    if took:
        sheet.text(_("longer"), right, floor + 20, anchor="end", kind="tick")


def _years(sheet: Sheet, years: Sequence[OfYear], box: Box) -> None:
    """For each year a line from the quicker quarter to the slower, and a dot for the median."""
    left, right, top, floor = box
    sheet.text(_("Median of each year, and the middle half"), left, top - 22, kind="said")
    most = max((hours(one, "slow") for one in years), default=DAY)
    marks = [DAY * days for days in steps(most / DAY, 5)]
    up = Scale(most, floor, top)
    for mark in marks:
        sheet.line((left, up(mark)), (right, up(mark)), "grid" if mark else "base")
        days = mark // DAY
        words = _("1 day") if days == 1 else _("{days} d").format(days=days) if days else "0"
        sheet.text(words, left - 6, up(mark) + 4, anchor="end", kind="tick")
    band = min((right - left) / max(len(years), 1), 60)
    thick = min(band * 0.5, 12)
    named_at = -99.0
    middles, medians = [], []
    for place, one in enumerate(years):
        middle = left + (place + 0.5) * band
        if middle - named_at >= 42:
            named_at = middle
            sheet.text(str(one.year), middle, floor + 20, anchor="middle", kind="tick")
        quick, half, slow = (hours(one, part) for part in ("quick", "median", "slow"))
        middles.append((middle - thick / 2, up(slow), thick, up(quick) - up(slow)))
        medians.append((middle, up(half)))
    sheet.bars(middles, "middle")
    sheet.dots(medians, "median")
    for (middle, _y), one in zip(medians, years, strict=True):
        sheet.link(archive_of(one.year), (middle - band / 2, top, band, floor - top), said_of(one))


def said_of(one: OfYear) -> str:
    """A year in a line."""
    quick, half, slow = (span(hours(one, part)) for part in ("quick", "median", "slow"))
    words = ngettext(
        "{year}: median {half}, half of them between {quick} and {slow} ({number} resolved)",
        "{year}: median {half}, half of them between {quick} and {slow} ({number} resolved)",
        one.resolved,
    )
    number = number_format(one.resolved, force_grouping=True)
    return words.format(year=one.year, half=half, quick=quick, slow=slow, number=number)
