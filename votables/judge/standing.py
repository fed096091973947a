"""How long what a standstill stops is stopped: in words, and as an instant where time alone ends it."""

from collections.abc import Sequence
from datetime import datetime

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from ruleset.law.model import Standstill
from ruleset.law.phrases import told_as_a_sentence

from .situation import season_ticks
from .ticks import instant

# A refusal that begins with what makes the game stand still. A season's end is an instant, told beside it.
_WAITS = {
    "pending": gettext_noop("{cause}: {stopped} until it is resolved."),
    "enacted": gettext_noop("{cause}: {stopped} until then."),
    "season": gettext_noop("{cause}: {stopped} now."),
    "condition": gettext_noop("{cause}: {stopped} until that changes."),
}


def because(stop: Standstill, stopped: str) -> str:
    """The sentence that refuses what is `stopped`: "A declaration of victory is pending: … until it is resolved."."""
    return _(_WAITS[stop.cause]).format(cause=told_as_a_sentence(stop.label), stopped=stopped)


def season_end(stop: Standstill, at: datetime) -> datetime | None:
    """When (UTC) a season that holds at `at` ends; None for a standstill that time alone does not end."""
    return None if stop.season is None else instant(season_ticks(stop.season, at.year)[1])


def ends(stops: Sequence[Standstill], at: datetime) -> datetime | None:
    """When time alone has ended all of these standstills, which hold at `at`; None where it does not."""
    season_ends = [season_end(stop, at) for stop in stops]
    known = [end for end in season_ends if end is not None]
    return max(known) if known and len(known) == len(season_ends) else None
