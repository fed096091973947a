"""The charts as the page shows them: drawn, with a sentence on each that says what there is to see in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.present import Present
from votables.charts import by_dynasty, by_month, by_time
from votables.charts.figures import Figures, OfDynasty, OfMonth, OfYear, figures_now


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart for wide and for narrow screens, and in a sentence what it shows."""

    wide: SafeString
    narrow: SafeString
    sentence: str


def charts(at: datetime, present: Present | None) -> SafeString:
    """All charts with their tables, as of `at` (UTC, the present). Drawn when a figure has changed, and kept; two
    queries find out whether one may have, once in each version of the game."""
    figures = figures_now(at, present)
    return (
        present.kept_while(figures, "votables.charts", lambda: _rendered(figures))
        if present
        else _rendered(figures)
    )


def _rendered(figures: Figures) -> SafeString:
    return render_to_string("votables/drawn_charts.html", drawn(figures))


def drawn(figures: Figures) -> dict[str, object]:
    """The charts of these figures, beside the figures themselves."""
    dynasties, months, took, years = figures.dynasties, figures.months, figures.took, figures.years
    return {
        "figures": figures,
        "by_dynasty": Chart(
            by_dynasty.wide(dynasties), by_dynasty.narrow(dynasties), said_of_dynasties(dynasties)
        ),
        "by_month": Chart(by_month.wide(months), by_month.narrow(months), said_of_months(months)),
        "by_time": Chart(by_time.wide(took, years), by_time.narrow(took, years), said_of_years(years)),
        "month_rows": [
            (by_month.named(one), by_month.archive_of(one.year, one.month), one) for one in months
        ],
        "has_trend": by_dynasty.has_trend(dynasties),
        "in_rows": len(dynasties) <= by_dynasty.FEW,
        "has_years": len(years) > 1,
        "dynasty_rows": [(by_dynasty.archive_of(one), one) for one in dynasties],
        "year_rows": [
            (by_time.archive_of(one.year), one, *(by_time.span(by_time.hours(one, part)) for part in PARTS))
            for one in years
        ],
    }


PARTS = ("quick", "median", "slow")


def said_of_dynasties(dynasties: Sequence[OfDynasty]) -> str:
    if not dynasties:
        return _("Nothing has been proposed yet.")
    number, enacted = sum(one.proposals for one in dynasties), sum(one.enacted for one in dynasties)
    decided = enacted + sum(one.failed for one in dynasties)
    if decided:
        words = ngettext(
            "One proposal has been made, and {share} of those decided were enacted.",
            "{number} proposals have been made, and {share} of those decided were enacted.",
            number,
        )
    else:
        words = ngettext("One proposal has been made.", "{number} proposals have been made.", number)
    share = f"{round(100 * enacted / decided)} %" if decided else ""
    summary = words.format(number=_grouped(number), share=share)
    if len(dynasties) > 1:
        most = max(dynasties, key=lambda one: one.proposals)
        words = _("The most in one dynasty were {most}, in {dynasty} (number {number}).")
        summary += f" {words.format(most=_grouped(most.proposals), dynasty=most.name, number=most.number)}"
    return summary


def _grouped(number: int) -> str:
    return number_format(number, force_grouping=True)


def said_of_months(months: Sequence[OfMonth]) -> str:
    if not months:
        return _("Nobody has played yet.")
    most, last = max(months, key=lambda one: one.active), months[-1]
    if most.active > last.active:
        words = ngettext(
            "This month {number} has been active; the most were {most}, in {month}.",
            "This month {number} have been active; the most were {most}, in {month}.",
            last.active,
        )
    else:
        words = ngettext(
            "This month {number} has been active.", "This month {number} have been active.", last.active
        )
    return words.format(number=_grouped(last.active), most=_grouped(most.active), month=by_month.named(most))


def said_of_years(years: Sequence[OfYear]) -> str:
    if not years:
        return _("No proposal has been resolved yet.")
    spans = {one.year: by_time.span(by_time.hours(one, "median")) for one in years}
    quick, slow = (by(years, key=lambda one: one.median) for by in (min, max))
    last = years[-1]
    words = _("Half of the proposals of {year} were resolved within {span}.")
    summary = words.format(year=last.year, span=spans[last.year])
    if quick.median < slow.median:
        words = _("The quickest year was {quick} ({quick_span}), the slowest {slow} ({slow_span}).")
        words = words.format(
            quick=quick.year, quick_span=spans[quick.year], slow=slow.year, slow_span=spans[slow.year]
        )
        summary += f" {words}"
    return summary
