"""What a line that people write, such as a title or a name, may not hold, since it would spoil what is around it."""

import unicodedata
from typing import Final

from blognomic.i18n.translation import gettext as _

# These turn the writing round, beyond the line if they are not closed.
OPENERS: Final = "\u202a\u202b\u202d\u202e"
CLOSER: Final = "\u202c"
ISOLATES: Final = "\u2066\u2067\u2068"
FIRST_STRONG: Final = "\u2068"
END_OF_ISOLATE: Final = "\u2069"
_NO_ISOLATES: Final = str.maketrans("", "", ISOLATES + END_OF_ISOLATE)
TURNERS: Final = frozenset(OPENERS + CLOSER + ISOLATES + END_OF_ISOLATE)
MOST_MARKS: Final = 8  # more than any script stacks
# The classes of signs of the Unicode Bidirectional Algorithm that are written from right to left, or begin what is.
_TURNED: Final = frozenset({"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO"})


def fault_of(line: str) -> str:
    """What is wrong with the line, as a sentence; "" for nothing: signs that turn the writing round, or more than
    MOST_MARKS marks upon one letter."""
    turner = next((sign for sign in line if sign in TURNERS), "")
    if turner:
        return _(
            "Leave {sign} out of titles and names: it changes the direction of the text next to it."
        ).format(sign=f"U+{ord(turner):04X}")
    if has_too_many_marks(line):
        return _("In titles and names, a letter can have {most} accents at most.").format(most=MOST_MARKS)
    return ""


def has_too_many_marks(text: str) -> bool:
    """Whether more than MOST_MARKS marks stand upon a letter, and so paint over other lines."""
    if text.isascii():
        return False
    marks = 0
    for sign in unicodedata.normalize("NFD", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def closed(text: str) -> str:
    """The text, with whatever it turned round turned back at its end: for places where no element keeps it in."""
    if TURNERS.isdisjoint(text):
        return text
    open_signs: list[str] = []
    for sign in text:
        if sign in OPENERS or sign in ISOLATES:
            open_signs.append(sign)
        elif sign == CLOSER and open_signs and open_signs[-1] in OPENERS:
            open_signs.pop()
        elif sign == END_OF_ISOLATE and any(one in ISOLATES for one in open_signs):
            while open_signs.pop() not in ISOLATES:
                pass
    return text + "".join(CLOSER if sign in OPENERS else END_OF_ISOLATE for sign in reversed(open_signs))


def turns(text: str) -> bool:
    """Whether some of the text is written from right to left and kept apart by no isolate, so that numbers and stops
    that stand after it in a sentence would be shown before it, or the whole sentence from the right."""
    if text.isascii():
        return False
    depth = 0
    for sign in text:
        if sign in ISOLATES:
            depth += 1
        elif sign == END_OF_ISOLATE:
            depth = max(depth - 1, 0)
        elif not depth and unicodedata.bidirectional(sign) in _TURNED:
            return True
    return False


def bare(text: str) -> str:
    """The text without isolates: for names that are compared."""
    return text.translate(_NO_ISOLATES)


def isolated(text: str) -> str:
    """The text as it may stand in a sentence: within U+2068 and U+2069 if it `turns`, or else as it is."""
    return f"{FIRST_STRONG}{closed(text)}{END_OF_ISOLATE}" if turns(text) else text
