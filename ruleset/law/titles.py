"""How the titles of a kind of matter are written: a pattern with an example.

A pattern is a regular expression without groups, alternatives and references, and with at most two repetitions, so
that no title takes long to compare: literal signs, `.`, classes such as `[A-Z]`, `\\d`, `\\w` and `\\s`, each once or
repeated by `?`, `*`, `+` or `{1,9}`. It must fit the whole title.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from blognomic.i18n.translation import gettext as _

from .errors import ExpressionError

LONGEST = 100
REPETITIONS = 2
_PIECE = re.compile(
    r"""(?P<atom>\\[dws]|\\[^A-Za-z0-9]|\[\^?(?:[^\[\]\\]|\\[dws]|\\[^A-Za-z0-9])+\]|[^\\^$*+?{}\[\]|()])
    (?P<times>[*+?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})?""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class TitleForm:
    """How a title must be written: `pattern` fits all of it, as it fits `example`; `label` says so in words."""

    pattern: str
    example: str
    label: str
    rule: str

    def fits(self, title: str) -> bool:
        return compiled(self.pattern).fullmatch(title) is not None


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, ready to use. Raises ExpressionError for one that a law may not use."""
    if not 0 < len(pattern) <= LONGEST:
        raise ExpressionError(_("a pattern has 1 to {longest} characters").format(longest=LONGEST))
    if any(pair in pattern for pair in ("--", "&&", "||", "~~")):
        raise ExpressionError(_("a pattern has no --, &&, || or ~~"))
    place = repeated = 0
    while place < len(pattern):
        piece = _PIECE.match(pattern, place)
        if piece is None:
            raise ExpressionError(
                _("{sign!r} cannot stand at character {place} of a pattern").format(
                    sign=pattern[place], place=place + 1
                )
            )
        repeated += piece["times"] not in (None, "?")
        place = piece.end()
    if repeated > REPETITIONS:
        raise ExpressionError(_("a pattern repeats at most {most} of its parts").format(most=REPETITIONS))
    try:
        return re.compile(pattern)
    except (re.error, OverflowError) as error:
        raise ExpressionError(_("not a pattern: {error}").format(error=error)) from None
