"""Words that definitions are written in: numbers, names, and the plain form of a text."""

import re
from typing import Final

from votables.english.number_words import BELOW_A_HUNDRED, FIGURE

NUMBER_WORDS: Final = {
    **BELOW_A_HUNDRED,
    "a hundred": 100,
    "one hundred": 100,
    "a thousand": 1000,
    "one thousand": 1000,
    "a dozen": 12,
    "no": 0,
    "none": 0,
    "nil": 0,
    "nothing": 0,
}
_LONGEST_FIRST: Final = sorted(NUMBER_WORDS, key=len, reverse=True)
NUMBER: Final = (
    rf"(?:(?:minus |negative |[-−–])?{FIGURE}(?![0-9])%?"
    rf"|(?:minus |negative )?(?:{'|'.join(map(re.escape, _LONGEST_FIRST))})\b)"
)
"""A number as written; percentages are matched so that they are refused, not cut."""
NAME: Final = (
    r"(?:[A-Z][\w'-]{0,60}(?:\.[0-9]+)?"
    r"(?: (?:(?:of (?:the )?|the |and the )?[A-Z][\w'-]{0,60}|[0-9]{1,4}\b)){0,5})"
)
"""A name in capitals: "Bag Limit", "Keeper of the Keys"."""


def plain(text: str) -> str:
    """The text with straight quotation marks, and blanks for the marks of bold and links: as long as it was."""
    text = text.translate(str.maketrans("“”„’‘\u00a0−", '"""\'\' -'))
    text = re.sub(r"(?i)\b(public|private|secret|open)ly-(?=tracked\b)", r"\1ly ", text)
    text = re.sub(r"\[([^\[\]]{1,200})\]\([^()\s]{1,500}\)", _inside, text)
    return re.sub(r"\*\*([^*\n]{1,300})\*\*|__([^_\n]{1,300})__|`([^`\n]{1,300})`", _inside, text)


def _inside(match: re.Match[str]) -> str:
    inner = next(group for group in match.groups() if group is not None)
    before = match.group().index(inner)
    return " " * before + inner + " " * (len(match.group()) - before - len(inner))


def number(written: str) -> int | float | None:
    """The number that is written, or None: "seven", "-3", "1,000", "98.6"."""
    written = written.strip().casefold().replace(",", "").replace("−", "-").replace("–", "-")
    sign = 1
    for minus in ("minus ", "negative ", "-"):
        if written.startswith(minus):
            sign, written = -1, written.removeprefix(minus)
            break
    if written in NUMBER_WORDS:
        return sign * NUMBER_WORDS[written]
    if re.fullmatch(r"[0-9]{1,20}", written):
        return sign * int(written)
    if re.fullmatch(r"[0-9]{1,20}\.[0-9]{1,9}", written):
        return sign * float(written)
    return None


def bare(name: str) -> str:
    """A name as compared: in lower case, without an article or a plural's s."""
    name = re.sub(r"^(?:the|a|an) ", "", " ".join(name.casefold().split()))
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name
