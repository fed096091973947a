"""Active players by month, and how many of them proposed something: one mountain before the other."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from blognomic.web.sheet import Scale, Sheet, steps
from votables.archive.filters import address_of
from votables.charts.figures import OfMonth


def named(month: OfMonth) -> str:
    return date_format(date(month.year, month.month, 1), "F Y")


def archive_of(year: int, month: int | None = None) -> str:
    """The address of what was posted in a year or month in the archive."""
    return address_of({"year": year} | ({} if month is None else {"month": month}))


FEW = 6  # months that are columns side by side: a line through so few tells nothing


def wide(months: Sequence[OfMonth]) -> SafeString:
    """Each month leads to the archive."""
    if 0 < len(months) <= FEW:
        return _columns(Sheet(1120, 260, "wide"), months, (44, 1108, 28, 220))
    sheet = Sheet(1120, 340, "wide")
    across = _ground(sheet, months, (44, 1108, 28, 300), 44)
    step = (1108 - 44) / max(len(months), 1)
    for place, one in enumerate(months):
        sheet.link(archive_of(one.year, one.month), (across(place) - step / 2, 28, step, 272), hint_of(one))
    return sheet.html


def narrow(months: Sequence[OfMonth]) -> SafeString:
    """Each year leads to the archive: a month is too small for a finger, but where they are few."""
    if 0 < len(months) <= FEW:
        return _columns(Sheet(360, 260, "narrow"), months, (28, 352, 28, 220))
    sheet = Sheet(360, 260, "narrow")
    across = _ground(sheet, months, (28, 352, 28, 228), 44)
    step = (352 - 28) / max(len(months), 1)
    years: dict[int, list[int]] = {}
    for place, one in enumerate(months):
        years.setdefault(one.year, []).append(place)
    for year, places in years.items():
        x, width = across(places[0]) - step / 2, step * len(places)
        sheet.link(archive_of(year), (x, 28, width, 200), str(year))
    return sheet.html


def _columns(sheet: Sheet, months: Sequence[OfMonth], box: tuple[int, int, int, int]) -> SafeString:
    """A column for each month in a box (left, right, top, floor): those who were active, and before them those who
    proposed something."""
    left, right, top, floor = box
    band = min((right - left) / len(months), 150)
    bar, up = band * 0.6, Scale(max(max(one.active, one.proposed, 1) for one in months), floor, top)
    middles = [left + (place + 0.5) * band for place in range(len(months))]
    for kind, numbers in (
        ("active-area", [one.active for one in months]),
        ("proposed-area", [one.proposed for one in months]),
    ):
        sheet.bars(
            [
                (x - bar / 2, up(number), bar, floor - up(number))
                for x, number in zip(middles, numbers, strict=True)
            ],
            kind,
        )
    sheet.line((left, floor), (right, floor), "base")
    for x, one in zip(middles, months, strict=True):
        sheet.text(str(one.active), x, up(one.active) - 8, anchor="middle", kind="said")
        name = date_format(date(one.year, one.month, 1), "M Y")
        sheet.text(name, x, floor + 20, anchor="middle", kind="tick")
        sheet.link(archive_of(one.year, one.month), (x - band / 2, top, band, floor - top), hint_of(one))
    return sheet.html


def hint_of(one: OfMonth) -> str:
    """A month in a line."""
    words = _("{month}: {active} active, {proposed} proposed something")
    return words.format(month=named(one), active=one.active, proposed=one.proposed)


def _ground(sheet: Sheet, months: Sequence[OfMonth], box: tuple[int, int, int, int], apart: int) -> Scale:
    """Both mountains, in a box (left, right, top, floor); years are named so far apart.
    Answers where the months stand."""
    left, right, top, floor = box
    most = max((max(one.active, one.proposed, 1) for one in months), default=1)
    marks = steps(most, 5)
    across, up = Scale(max(len(months) - 1, 1), left, right), Scale(most, floor, top)
    for mark in marks:
        sheet.text(str(mark), left - 6, up(mark) + 4, anchor="end", kind="tick")
    if months:
        # A single month is drawn as a level line.
        shown = months if len(months) > 1 else [months[0]] * 2
        active = [(across(place), up(one.active)) for place, one in enumerate(shown)]
        proposed = [(across(place), up(one.proposed)) for place, one in enumerate(shown)]
        sheet.area(active, floor, "active-area")
        sheet.area(proposed, floor, "proposed-area")
        sheet.path(active, "active")
        sheet.path(proposed, "proposed")
    for mark in marks:
        sheet.line((left, up(mark)), (right, up(mark)), "grid" if mark else "base")
    named_at = -999.0
    for place, one in enumerate(months):
        if one.month == 1 or place == 0:
            sheet.line((across(place), floor), (across(place), floor + 5), "base")
            room = place == 0 or (across(place) - named_at >= apart and right - across(place) >= 14)
            if room:
                named_at = across(place)
                anchor = "start" if place == 0 else "middle"
                sheet.text(str(one.year), across(place), floor + 20, anchor=anchor, kind="tick")
    _peak(sheet, months, across, up, box)
    return across


def _peak(
    sheet: Sheet, months: Sequence[OfMonth], across: Scale, up: Scale, box: tuple[int, int, int, int]
) -> None:
    """Name the month in which the most were active."""
    if not months:
        return
    left, right = box[:2]
    place = max(range(len(months)), key=lambda place: months[place].active)
    one, x = months[place], across(place)
    anchor = "start" if x < left + 60 else "end" if x > right - 60 else "middle"
    sheet.dots([(x, up(one.active))], "peak")
    month = date_format(date(one.year, one.month, 1), "M Y")
    words = _("{number} in {month}").format(number=one.active, month=month)
    sheet.text(words, x, up(one.active) - 8, anchor=anchor, kind="said")
