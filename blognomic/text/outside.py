"""Texts from outside: what they may hold so that every database can keep them, and whether they can be keys."""

from blognomic.i18n.translation import gettext as _
from blognomic.web.errors import RuleBroken

from .one_line import fault_of

LARGEST_KEY = 10**15 - 1
"""What a key is at most wherever it comes from: every database takes it, and so does what programs are written in."""

KEY = rf"[0-9]{{1,{len(str(LARGEST_KEY))}}}"
"""A key in a pattern, as addresses and the names of fields have it."""


def keepable(text: str) -> str:
    """The text without what no database keeps: NUL characters, and halves of characters (lone surrogates)."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8")


def check_keepable(*texts: str) -> None:
    """Raise RuleBroken when one of the texts holds what no database keeps."""
    if any(text != keepable(text) for text in texts):
        raise RuleBroken(_("This text has a character that the site cannot save. Remove it."), status=400)


def check_line(*lines: str) -> None:
    """The same of titles and names, and when one of them would spoil what stands around it."""
    check_keepable(*lines)
    if fault := next(filter(None, map(fault_of, lines)), ""):
        raise RuleBroken(fault, status=400)


def is_key(text: str) -> bool:
    """Whether a text from an address or a form can be a key: digits, and no more than every database takes."""
    return text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_KEY))
