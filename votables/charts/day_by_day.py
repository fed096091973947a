"""How a dynasty went, day by day: what was enacted and failed, how many rules it had, how many played, and its end."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.i18n.dynasty_words import said
from blognomic.web.sheet import Scale, Sheet, steps
from players.present import Present
from votables.models import Status
from votables.queries.dynasties import DynastyCourse, DynastyPage

MOST_BARS = 70  # of days, and of weeks where it lasted longer
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Days:
    """A day of the dynasty, or the days of a week: from which to which, how many matters were enacted and failed in
    it, and how many rules and players there were at its end."""

    first: date
    last: date
    enacted: int
    failed: int
    rules: int
    players: int


def steps_of(course: DynastyCourse) -> list[Days]:
    """The dynasty a day at a time or, where it is long, as many days at a time as leave few enough."""
    begun, ended = course.start.date(), course.last.date()
    days = (ended - begun).days + 1
    length = next(size for size in (1, 7, 28, 91, 364, 3640) if days <= size * MOST_BARS or size == 3640)
    came = Counter(
        ((at.date() - begun).days // length, status) for at, status in course.resolved if at.date() >= begun
    )
    stretches = []
    for place in range(-(-days // length)):
        first = begun + place * length * DAY
        last = min(first + (length - 1) * DAY, ended)
        stretches.append(
            Days(
                first=first,
                last=last,
                enacted=came[place, Status.ENACTED],
                failed=came[place, Status.FAILED],
                rules=_reached(course.rules, last),
                players=_reached(course.players, last),
            )
        )
    return stretches


def _reached(changes: Sequence[tuple[datetime, int]], day: date) -> int:
    """The number that stood at the end of a day."""
    return next((number for at, number in reversed(changes) if at.date() <= day), 0)


def story(page: DynastyPage, present: Present | None) -> SafeString:
    """The figure of a dynasty with its sentence and its table; "" on its first day. Drawn once for all who look."""
    course, number = page.course, page.chapter.dynasty.number
    if len(steps_of(course)) == 1:
        return SafeString("")
    if present is None:
        return _rendered(page)
    sign = (course.last.date(), course.resolved, course.rules, course.players, page.chapter.victory)
    return present.kept_while(sign, f"votables.story {number}", lambda: _rendered(page))


def _rendered(page: DynastyPage) -> SafeString:
    stretches = steps_of(page.course)
    return render_to_string(
        "votables/drawn_story.html",
        {
            "wide": wide(stretches, page),
            "narrow": narrow(stretches, page),
            "sentence": sentence(stretches),
            "steps": [
                step
                for step in stretches
                if step.enacted or step.failed or step in (stretches[0], stretches[-1])
            ],
            "has_rules": any(step.rules for step in stretches),
        },
    )


def sentence(stretches: Sequence[Days]) -> str:
    """What there is to see in it."""
    enacted, failed = sum(step.enacted for step in stretches), sum(step.failed for step in stretches)
    words = ngettext(
        "{number} matter was enacted and {failed} failed.",
        "{number} matters were enacted and {failed} failed.",
        enacted,
    )
    summary = words.format(number=enacted, failed=failed)
    rules, players = [step.rules for step in stretches], [step.players for step in stretches]
    if max(rules):
        first, last, most = rules[0], rules[-1], max(rules)
        words = (
            _("The dynastic rules went from {first} to {last}; at most there were {most}.")
            if most > max(first, last)
            else _("The dynastic rules went from {first} to {last}.")
        )
        summary += " " + words.format(first=first, last=last, most=most)
    if max(players):
        fewest, most = min(players), max(players)
        words = (
            said(_("Between {fewest} and {most} players played."))
            if fewest < most
            else said(
                ngettext("{most} player played all the time.", "{most} players played all the time.", most)
            )
        )
        summary += " " + words.format(fewest=fewest, most=most)
    return summary


def wide(stretches: Sequence[Days], page: DynastyPage) -> SafeString:
    return _drawn(stretches, page, Sheet(768, _height(stretches), "wide"), (40, 700), apart=72)


def narrow(stretches: Sequence[Days], page: DynastyPage) -> SafeString:
    return _drawn(stretches, page, Sheet(360, _height(stretches), "narrow"), (28, 326), apart=64)


MATTERS, BAND, GAP, HEAD, FOOT = 150, 66, 34, 26, 34  # heights of the parts of the sheet


def _height(stretches: Sequence[Days]) -> int:
    bands = sum(
        any(numbers) for numbers in ([step.rules for step in stretches], [step.players for step in stretches])
    )
    return HEAD + MATTERS + bands * (GAP + BAND) + FOOT


def _drawn(
    stretches: Sequence[Days], page: DynastyPage, sheet: Sheet, sides: tuple[int, int], *, apart: int
) -> SafeString:
    left, right = sides
    band = (right - left) / len(stretches)
    floor = _matters(sheet, stretches, (left, right), band)
    for numbers, title, kind in (
        ([step.rules for step in stretches], _("Dynastic rules"), "proposed"),
        ([step.players for step in stretches], said(_("Players")), "active"),
    ):
        if any(numbers):
            floor = _course(sheet, numbers, title, kind, (left, right, floor + GAP, floor + GAP + BAND))
    _days(sheet, stretches, (left, right), floor, apart)
    if page.chapter.victory is not None:
        at = page.chapter.victory.resolved_at or page.last
        share = (at - page.course.start) / max(page.course.last - page.course.start, DAY / 24)
        x = left + (right - left) * min(share, 1)
        sheet.line((x, HEAD - 10), (x, floor), "victory")
        words = _("won by {name}").format(name=page.chapter.victory.author.name)
        at_left = x < left + (right - left) / 2
        sheet.text(
            words, x + (4 if at_left else -4), HEAD - 12, anchor="start" if at_left else "end", kind="said"
        )
    return sheet.html


def _matters(sheet: Sheet, stretches: Sequence[Days], sides: tuple[int, int], band: float) -> float:
    """What was enacted stands above the line, what failed beneath it. Answers where the part ends."""
    left, right = sides
    above, below = max(step.enacted for step in stretches), max(step.failed for step in stretches)
    whole = max(above + below, 1)
    line = HEAD + MATTERS * above / whole
    up, down = Scale(whole, line, line - MATTERS), Scale(whole, line, line + MATTERS)
    sheet.text(_("Matters"), left, HEAD - 12, kind="said")
    for mark in steps(above, 3)[1:]:
        sheet.line((left, up(mark)), (right, up(mark)), "grid")
        sheet.text(str(mark), left - 6, up(mark) + 4, anchor="end", kind="tick")
    for mark in steps(below, 3)[1:]:
        sheet.line((left, down(mark)), (right, down(mark)), "grid")
        sheet.text(str(mark), left - 6, down(mark) + 4, anchor="end", kind="tick")
    bar = min(band * 0.8, 24)
    for tone, scale in (("enacted", up), ("failed", down)):
        bars = []
        for place, step in enumerate(stretches):
            if number := getattr(step, tone):
                top = min(scale(number), line)
                bars.append((left + (place + 0.5) * band - bar / 2, top, bar, abs(scale(number) - line)))
        sheet.bars(bars, tone)
    sheet.line((left, line), (right, line), "base")
    return HEAD + MATTERS


def _course(
    sheet: Sheet, numbers: Sequence[int], title: str, kind: str, box: tuple[float, float, float, float]
) -> float:
    """How a number went, as stairs, with what it came to. Answers where the part ends."""
    left, right, top, floor = box
    up, band = Scale(max(numbers), floor, top), (right - left) / len(numbers)
    points = [
        (left + (place + side) * band, up(number)) for place, number in enumerate(numbers) for side in (0, 1)
    ]
    sheet.text(title, left, top - 8, kind="said")
    sheet.area(points, floor, f"{kind}-area")
    sheet.path(points, kind)
    sheet.line((left, floor), (right, floor), "base")
    sheet.text(str(numbers[-1]), right + 6, up(numbers[-1]) + 4, kind="said")
    sheet.text(str(numbers[0]), left - 6, up(numbers[0]) + 4, anchor="end", kind="tick")
    return floor


def _days(sheet: Sheet, stretches: Sequence[Days], sides: tuple[int, int], floor: float, apart: int) -> None:
    """Days, named so far apart; the first and the last."""
    left, right = sides
    band, last_at = (right - left) / len(stretches), -999.0
    for place, step in enumerate(stretches):
        x = left + place * band
        is_last = place == len(stretches) - 1
        if is_last or (x - last_at >= apart and right - x >= apart * 1.5):
            last_at = x
            day, end = (step.last, right) if is_last else (step.first, x)
            anchor = "end" if is_last else "start"
            sheet.line((end, floor), (end, floor + 5), "base")
            sheet.text(date_format(day, "j M"), end, floor + 20, anchor=anchor, kind="tick")
