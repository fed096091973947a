"""Numbers in the words of a law: a label may name a number, and says what it is as the law stands.

    {hours.minimum}             "12 hours", "7 days"; of a formula "“n * 2” hours"
    {quorum}                    "half of the players, rounded down, plus one"
    {most proposal|proposals}   in a limit: "2 proposals"

So a label stays true when the number that it speaks of is changed. Labels are the law's own words, and so in English,
which `phrases` tells in other languages; here only `one` and `duration` speak to whoever reads.
"""

import re
from collections.abc import Mapping
from typing import Any

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop, ngettext

NAMED = re.compile(r"\{(?P<name>[a-z_]\w*(?:\.\w+)?)(?: (?P<one>[^{}|]+)\|(?P<many>[^{}|]+))?\}")
_SHARE = re.compile(r"n / (\d{1,3})(?: \+ (\d{1,3}))?")
_IN_HIATUS = re.compile(r"hiatus \? (\d{1,6}) : (\d{1,6})")
PARTS = {"2": gettext_noop("half"), "3": gettext_noop("a third"), "4": gettext_noop("a quarter")}
# So many hours or more are told in days, when they are whole days: 48 hours, but 7 days.
_AS_DAYS = 72


def numbers_in_words(values: Mapping[str, Any]) -> dict[str, str]:
    """What labels may name anywhere in a document, as words. `values` is the document as TOML gives it; numbers
    that are not written as they should be are left out, for the law's reader to refuse."""
    numbers = {}
    hours = values.get("hours")
    for name, table in hours.items() if isinstance(hours, Mapping) else ():
        if isinstance(table, Mapping) and (words := _hours(table)):
            numbers[f"hours.{name}"] = words
    quorum = values.get("quorum")
    if isinstance(quorum, Mapping) and (words := _quorum(quorum)):
        numbers["quorum"] = words
    return numbers


def most_in_words(most: object) -> dict[str, str]:
    """The same for the label of a limit: `most` is a number, or a table with a formula; anything else is for the
    law's reader to refuse."""
    if isinstance(most, Mapping):
        formula = str(most.get("formula", "")).replace("values.", "").replace("author.", "")
        return {"most": f"“{formula}”"}
    return {"most": str(most)}


def filled(label: str, numbers: Mapping[str, str]) -> str:
    """The label with the numbers that it names in words. Raises KeyError for a name that `numbers` does not have."""

    def words(match: re.Match[str]) -> str:
        number = numbers[match["name"]]
        if match["one"] is None:
            return number
        return f"{number} {match['one'] if number == '1' else match['many']}"

    return NAMED.sub(words, label)


def one(label: str) -> str:
    """A label with its article: "a Proposal", "an Adjudication"."""
    return (_("an {thing}") if label[:1].lower() in tuple("aeiou") else _("a {thing}")).format(thing=label)


def duration(hours: int) -> str:
    """So many hours in words: "1 hour", "48 hours", "7 days"."""
    if hours >= _AS_DAYS and hours % 24 == 0:
        return ngettext("{number} day", "{number} days", hours // 24).format(number=hours // 24)
    return ngettext("{number} hour", "{number} hours", hours).format(number=hours)


def _span(hours: int, *, days_from: int = _AS_DAYS) -> str:
    """The same in a label."""
    if hours >= days_from and hours % 24 == 0:
        return f"{hours // 24} days"  # of the law's own words, which are in English
    return "1 hour" if hours == 1 else f"{hours} hours"  # as above, in English


def _hours(table: Mapping[str, Any]) -> str:
    value, formula = table.get("value"), table.get("formula")
    if type(value) is int:
        return _span(value)
    if not isinstance(formula, str):
        return ""
    if match := _IN_HIATUS.fullmatch(" ".join(formula.split())):
        in_hiatus, else_ = (_span(int(number), days_from=48) for number in match.groups())
        return f"{else_}, or {in_hiatus} while there is a hiatus"  # as above, in English
    return f"“{formula}” hours"


def _quorum(table: Mapping[str, Any]) -> str:
    value, formula = table.get("value"), table.get("formula")
    if type(value) is int:
        return f"{value}, however many players there are"  # as above, in English
    if not isinstance(formula, str):
        return ""
    match = _SHARE.fullmatch(" ".join(formula.split()))
    if match is None:
        return f"“{formula}”, rounded down, where n is the number of players"  # as above, in English
    share = PARTS.get(match[1], f"1/{match[1]}")
    more = {None: "", "1": ", plus one"}.get(match[2], f", plus {match[2]}")
    return f"{share} of the players, rounded down{more}"  # as above, in English
