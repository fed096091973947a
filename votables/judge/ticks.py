"""Instants as whole ticks, for exact reckoning; and in words.

A tick is half a microsecond. An instant of the game is an even number of ticks since the year 1; "just after"
it is the odd number that follows, so that "more than 48 hours" is as exact as "at least 48 hours".
"""

from datetime import UTC, datetime, timedelta

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import whole_day
from ruleset.law.expressions import TICKS_PER_HOUR

_BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
TICKS_PER_MINUTE = TICKS_PER_HOUR // 60
TICKS_PER_DAY = TICKS_PER_HOUR * 24
LAST_TICK = 3_652_059 * TICKS_PER_DAY - 1  # of the year 9999


def ticks(at: datetime) -> int:
    """The instant as an even number of ticks."""
    since = at - _BEGINNING
    return ((since.days * 86400 + since.seconds) * 1_000_000 + since.microseconds) * 2


def instant(tick: int) -> datetime | None:
    """The instant of a tick (of an odd one, the instant just before), or None after the year 9999."""
    if not 0 <= tick <= LAST_TICK:
        return None
    return _BEGINNING + timedelta(microseconds=tick // 2)


def in_words(at: datetime) -> str:
    """An instant for people, to the minute, its month named: "27 December 2024, 00:00 UTC"."""
    return _("{day}, {time} UTC").format(day=whole_day(at), time=f"{at:%H:%M}")


def hours_and_minutes(length: int) -> str:
    """A length in ticks as people read it: `11 h 0 min`, the minutes rounded down."""
    minutes = length * 60 // TICKS_PER_HOUR
    return f"{minutes // 60} h {minutes % 60} min"
