"""What people type, before anybody asks which variable it is for: lines, lists, yes and no, instants."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from typing import Final

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import ngettext, thousands
from blognomic.text.one_line import MOST_MARKS, TURNERS, has_too_many_marks
from gamestate.values.errors import ValueRefused

_QUOTED_LENGTH: Final = 40
# Characters without a shape of their own that a line may hold all the same: those that join letters and pictures
# (U+200C, U+200D) and those that spell out the flags of regions.
_JOINERS: Final = frozenset(["\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))])

# What is typed is kept on matters, so it must not go by who reads it.
_YES: Final = frozenset({"yes", "y", "true", "on", "1", "ja"})
_NO: Final = frozenset({"no", "n", "false", "off", "0", "nein"})

_INSTANT = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[T ](?P<clock>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?))?"
    r" ?(?P<zone>Z|UTC|[+-][0-9]{2}:?[0-9]{2})?",
    flags=re.IGNORECASE | re.ASCII,
)


def quoted(text: str) -> str:
    """The text in quotation marks for a sentence: cut short, with a sign for each character that cannot be seen."""
    short = text if len(text) <= _QUOTED_LENGTH else f"{text[: _QUOTED_LENGTH - 1]}…"
    seen = "".join("�" if _is_unseen(sign) else sign for sign in short)
    return _("“{text}”").format(text=seen)


def clean_line(text: str, what: str, longest: int) -> str:
    """One line of text without the space around it. Raises ValueRefused when it is too long, is more than a line, or
    holds what cannot be seen; `what` begins the sentence."""
    line = text.replace("\t", " ").strip()
    _check_length(line, what, longest)
    if "\n" in line or "\r" in line:
        raise ValueRefused(_("{what} must be a single line.").format(what=what))
    _check_seen(next((sign for sign in line if _is_unseen(sign)), ""), what)
    if has_too_many_marks(line):
        raise ValueRefused(
            _("{what} has more than {most} marks on one letter.").format(what=what, most=MOST_MARKS)
        )
    return line


def clean_long(text: str, what: str, longest: int) -> str:
    """A text of many lines, with plain line ends, without empty lines before it and space after it. Raises
    ValueRefused when it is too long or holds what cannot be kept; `what` begins the sentence."""
    whole = text.replace("\r\n", "\n").replace("\r", "\n").rstrip().lstrip("\n")
    _check_length(whole, what, longest)
    _check_seen(
        next(
            (
                sign
                for sign in whole
                if sign in TURNERS or (sign not in "\n\t" and unicodedata.category(sign) in ("Cc", "Cs"))
            ),
            "",
        ),
        what,
    )
    return whole


def split_items(typed: str) -> list[str]:
    """The items of a list: one to a line; in a single line, parted by semicolons or, where there are none, by commas.
    Empty items are left out."""
    text = typed.replace("\r\n", "\n").replace("\r", "\n")
    mark = next((mark for mark in ("\n", ";") if mark in text), ",")
    return [item.strip() for item in text.split(mark) if item.strip()]


def join_items(items: Sequence[str]) -> str:
    """A text that `split_items` reads as these items, in a single line unless a semicolon is in one of them."""
    if any(";" in item for item in items):
        # A single item needs its line end too, lest it be taken apart.
        return "\n".join(items) if len(items) > 1 else f"{items[0]}\n"
    if any("," in item for item in items):
        return "; ".join(items) if len(items) > 1 else f"{items[0]};"
    return ", ".join(items)


def items_text(count: int) -> str:
    """So many items: "1 item", "2 items"."""
    return ngettext("{number} item", "{number} items", count).format(number=count)


def find_choice(text: str, choices: Sequence[str]) -> str | None:
    """The one of `choices` that the text names, without regard to case unless two differ by nothing else."""
    if text in choices:
        return text
    alike = [choice for choice in choices if _folded(choice) == _folded(text)]
    return alike[0] if len(alike) == 1 else None


def read_yes_no(text: str, what: str) -> bool:
    """Raises ValueRefused for a word that is neither; `what` begins the sentence."""
    word = text.strip().casefold()
    if word not in _YES | _NO:
        raise ValueRefused(_("{what} must be yes or no, not {text}.").format(what=what, text=quoted(text)))
    return word in _YES


def read_instant(text: str, what: str) -> str:
    """An instant such as 2026-11-21 14:05 (UTC unless it says another offset) as "2026-11-21T14:05:00Z". A day alone
    is its first instant. Raises ValueRefused; `what` begins the sentence."""
    match = _INSTANT.fullmatch(text.strip())
    if match is None:
        raise ValueRefused(
            _("{what} must be a time in UTC, such as 2026-11-21 14:05, not {text}.").format(
                what=what, text=quoted(text)
            )
        )
    try:
        at = datetime.fromisoformat(f"{match['day']}T{match['clock'] or '00:00'}")
        return write_instant(at.replace(tzinfo=_zone(match["zone"] or "Z")))
    except (ValueError, OverflowError):
        raise ValueRefused(
            _("{what}: {text} is not a valid time.").format(what=what, text=quoted(text))
        ) from None


def write_instant(at: datetime) -> str:
    """An instant as it is kept: "2026-11-21T14:05:00Z"."""
    return f"{at.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat()}Z"


def plain_number(number: Fraction) -> str:
    """A number as people write it: "5", "-0.25"; "7.333…" where it does not end within ten places. One of more
    than 30 digits is not spelled out."""
    size = abs(number)
    sign = "-" if number < 0 else ""
    if size >= 10**30:
        return _("{number} or beyond").format(number=f"{sign}10^30")
    if number.denominator == 1:
        return str(number.numerator)
    for places in range(1, 11):
        if (size * 10**places).denominator == 1:
            return sign + with_places(size, places)
    return f"{sign}{with_places(size, 3)}…"


def with_places(number: Fraction, places: int) -> str:
    """A number with exactly so many decimal places, cut off towards zero; never "-0"."""
    units = int(number * 10**places)
    digits = str(abs(units)).rjust(places + 1, "0")
    sign = "-" if units < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def _zone(text: str) -> timezone:
    if text.upper() in ("Z", "UTC"):
        return UTC
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timezone(timedelta(minutes=minutes if text[0] == "+" else -minutes))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in _JOINERS


def _check_length(text: str, what: str, longest: int) -> None:
    if len(text) > longest:
        raise ValueRefused(
            _("{what} can have at most {most} characters; this has {length}.").format(
                what=what, most=thousands(longest), length=thousands(len(text))
            )
        )


def _check_seen(sign: str, what: str) -> None:
    if sign:
        raise ValueRefused(
            _("{what} holds a character that cannot be shown: {sign}.").format(
                what=what, sign=f"U+{ord(sign):04X}"
            )
        )
