"""Proposals and enactment rate by dynasty: a bar and a dot for each, hundreds side by side, or down a narrow screen."""

from collections.abc import Iterator, Sequence
from statistics import median

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.web.sheet import Scale, Sheet, steps
from votables.archive.filters import address_of
from votables.charts.figures import OfDynasty

AROUND = 4  # dynasties on each side, for the line through the rates
TONES = ("enacted", "failed", "other")


def said_of(one: OfDynasty) -> str:
    """A dynasty in a line."""
    if not one.proposals:
        words = _("no proposals")
    elif one.rate is None:
        words = ngettext("{number} proposal", "{number} proposals", one.proposals)
    else:
        words = ngettext(
            "{number} proposal, {share} enacted", "{number} proposals, {share} enacted", one.proposals
        )
    return f"{one.number}: {one.name}: {words.format(number=one.proposals, share=f'{one.rate} %')}"


def archive_of(one: OfDynasty) -> str:
    """The address of its proposals in the archive."""
    return address_of({"category": "proposal", "dynasty": one.number})


def has_trend(dynasties: Sequence[OfDynasty]) -> bool:
    """Whether there are enough of them for a line through their rates."""
    return len(dynasties) > 2 * AROUND


def smooth(rates: Sequence[int | None]) -> list[float | None]:
    """For each rate the median of those around it; None where there is none."""
    medians: list[float | None] = []
    for place in range(len(rates)):
        near = [rate for rate in rates[max(place - AROUND, 0) : place + AROUND + 1] if rate is not None]
        medians.append(median(near) if near else None)
    return medians


def _every(spacing: float, least: float) -> int:
    """Every how many things, `spacing` pixels apart, to name so that names are at least so far apart."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if step * spacing >= least)


FEW = 8  # dynasties that have room for their names


def wide(dynasties: Sequence[OfDynasty]) -> SafeString:
    """From left to right: above how many, beneath how many of a hundred were enacted; of few, a row for each."""
    if len(dynasties) <= FEW:
        return _in_rows(dynasties, Sheet(1120, _height(dynasties), "wide"), 980)
    left, right, top, floor, rate_top, rate_floor = 44, 1108, 24, 264, 306, 406
    sheet = Sheet(1120, 436, "wide")
    most = max((one.proposals for one in dynasties), default=1)
    marks = steps(most, 5)
    up, rate_up = Scale(most, floor, top), Scale(100, rate_floor, rate_top)
    for mark in marks:
        sheet.line((left, up(mark)), (right, up(mark)), "grid" if mark else "base")
        sheet.text(str(mark), left - 8, up(mark) + 4, anchor="end", kind="tick")
    for mark in (0, 50, 100):
        sheet.line((left, rate_up(mark)), (right, rate_up(mark)), "grid" if mark else "base")
        sheet.text(f"{mark} %", left - 8, rate_up(mark) + 4, anchor="end", kind="tick")
    band, named_year, year_at = min((right - left) / max(len(dynasties), 1), 110), 0, -99.0
    bar = min(band * 0.8, 48)
    every = _every(band, 30)
    for place, one in enumerate(dynasties):
        x, middle = left + place * band, left + (place + 0.5) * band
        if one.number % every == 0:
            sheet.text(str(one.number), middle, floor + 18, anchor="middle", kind="tick")
        if one.since.year != named_year:
            named_year = one.since.year
            if x - year_at >= 44:
                year_at = x
                sheet.line((middle, rate_floor), (middle, rate_floor + 5), "base")
                sheet.text(str(named_year), middle, rate_floor + 20, anchor="middle", kind="tick")
    for tone, stacked in _stacked(dynasties):
        sheet.bars(
            [
                (
                    left + (place + 0.5) * band - bar / 2,
                    up(start + number),
                    bar,
                    up(start) - up(start + number),
                )
                for place, start, number in stacked
            ],
            tone,
        )
    _rates(sheet, [(left + (place + 0.5) * band) for place in range(len(dynasties))], rate_up, dynasties)
    for place, one in enumerate(dynasties):
        sheet.link(archive_of(one), (left + place * band, top, band, rate_floor - top), said_of(one))
    return sheet.html


def narrow(dynasties: Sequence[OfDynasty]) -> SafeString:
    """From the newest down: to the left how many, to the right how many of a hundred were enacted; of few, as on wide
    screens."""
    if len(dynasties) <= FEW:
        return _in_rows(dynasties, Sheet(360, _height(dynasties), "narrow"), 200)
    left, right, rate_left, rate_right, top = 34, 214, 246, 340, 26
    newest = list(reversed(dynasties))
    row = min(max(900 / max(len(newest), 1), 6), 18)
    floor = top + row * len(newest)
    sheet = Sheet(360, int(floor) + 12, "narrow")
    most = max((one.proposals for one in newest), default=1)
    marks = steps(most, 4)
    along, rate_along = Scale(most, left, right), Scale(100, rate_left, rate_right)
    for mark in marks:
        sheet.line((along(mark), top), (along(mark), floor), "grid" if mark else "base")
        sheet.text(str(mark), along(mark), top - 8, anchor="middle", kind="tick")
    for mark in (0, 50, 100):
        sheet.line((rate_along(mark), top), (rate_along(mark), floor), "grid" if mark else "base")
        words = f"{mark} %" if mark == 100 else str(mark)
        sheet.text(words, rate_along(mark), top - 8, anchor="middle", kind="tick")
    every = _every(row, 14)
    for place, one in enumerate(newest):
        if one.number % every == 0:
            sheet.text(str(one.number), left - 6, top + (place + 0.5) * row + 4, anchor="end", kind="tick")
    for tone, stacked in _stacked(newest):
        sheet.bars(
            [
                (along(start), top + (place + 0.1) * row, along(start + number) - along(start), row * 0.8)
                for place, start, number in stacked
            ],
            tone,
        )
    _rates(sheet, [top + (place + 0.5) * row for place in range(len(newest))], rate_along, newest, down=True)
    for place, one in enumerate(newest):
        sheet.link(archive_of(one), (0, top + place * row, 360, row))
    return sheet.html


ROW, BAR = 58, 24  # heights


def _height(dynasties: Sequence[OfDynasty]) -> int:
    return ROW * max(len(dynasties), 1)


def _in_rows(dynasties: Sequence[OfDynasty], sheet: Sheet, right: int) -> SafeString:
    """The newest first, each with its name over its bar, and at the end of that what came of its proposals."""
    newest = list(reversed(dynasties))
    along = Scale(max((one.proposals for one in newest), default=1), 0, right)
    for place, one in enumerate(newest):
        top = place * ROW
        sheet.text(f"{one.number}: {one.name}", 0, top + 16, kind="said")
        words = "{number}" if one.rate is None else _("{number}: {share} enacted")
        words = words.format(number=one.proposals, share=f"{one.rate} %")
        sheet.text(words, along(one.proposals) + 8, top + 24 + BAR / 2 + 4, kind="tick")
    for tone, stacked in _stacked(newest):
        sheet.bars(
            [
                (along(start), place * ROW + 24, along(start + number) - along(start), BAR)
                for place, start, number in stacked
            ],
            tone,
        )
    for place, one in enumerate(newest):
        sheet.link(archive_of(one), (0, place * ROW + 20, right, BAR + 8), said_of(one))
    return sheet.html


def _stacked(dynasties: Sequence[OfDynasty]) -> Iterator[tuple[str, list[tuple[int, int, int]]]]:
    """For each tone the places that have some of it: where its part begins, and how many it is."""
    starts = [0] * len(dynasties)
    for tone in TONES:
        parts = []
        for place, one in enumerate(dynasties):
            if number := getattr(one, tone):
                parts.append((place, starts[place], number))
                starts[place] += number
        yield tone, parts


def _rates(
    sheet: Sheet, places: list[float], scale: Scale, dynasties: Sequence[OfDynasty], *, down: bool = False
) -> None:
    """A dot for each rate and, where there are enough, the line through their medians: across the sheet, or `down`
    it."""
    rates = [one.rate for one in dynasties]
    lines = {"rate": rates} | ({"trend": smooth(rates)} if has_trend(dynasties) else {})
    for kind, numbers in lines.items():
        drawn = [
            (place, scale(number))
            for place, number in zip(places, numbers, strict=True)
            if number is not None
        ]
        drawn = [(y, x) for x, y in drawn] if down else drawn
        (sheet.dots if kind == "rate" else sheet.path)(drawn, kind)
