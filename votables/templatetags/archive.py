"""Tags of the archive."""

from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from votables.archive.counts import Year

register = template.Library()


@register.simple_tag
def months_of(year: Year, filters: Any, before_time: str, after_time: str) -> SafeString:
    """{% months_of year filters before_time after_time %}: the cells of a year of the calendar, each with its link."""
    before, after = escape(f"?{before_time}year={year.year}&month="), escape(after_time)
    here = filters.month if filters.year == year.year else None

    def link(month: int, number: int) -> str:
        current = ' aria-current="true"' if month == here else ""
        return f'<a href="{before}{month}{after}"{current}>{number}</a>' if number else ""

    return SafeString(
        "".join(
            [f'<td class="shade-{cell.shade}">{link(cell.month, cell.number)}</td>' for cell in year.cells]
        )
    )
