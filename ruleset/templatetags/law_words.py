"""How pages say the words that a law's document has for the program, such as "post" and "enacted"."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

register = template.Library()

# In the order in which several are told.
WORDS = (
    gettext_noop("vote"),
    gettext_noop("post"),
    gettext_noop("comment"),
    gettext_noop("proposal"),
    gettext_noop("cfj"),
    gettext_noop("dov"),
    gettext_noop("resignation"),
    gettext_noop("request"),
    gettext_noop("self"),
    gettext_noop("inactivity"),
    gettext_noop("other"),
    gettext_noop("enacted"),
    gettext_noop("failed"),
    gettext_noop("illegal"),
    gettext_noop("admins"),
    gettext_noop("players"),
    gettext_noop("emperor"),
    gettext_noop("for"),
    gettext_noop("against"),
    gettext_noop("abstain"),
    gettext_noop("nothing"),
)


@register.filter
def in_words(code: str | None) -> str:
    """{{ law.mantle.by|in_words }}: "post"; what a law names itself stays as it is."""
    return _(code) if code in WORDS else code or ""


@register.filter
def listed(codes: Iterable[str]) -> str:
    """{{ law.resolving.statuses|listed }}: "enacted, failed"."""
    return ", ".join(in_words(code) for code in _in_order(codes))


@register.filter
def either(codes: Iterable[str]) -> str:
    """{{ law.roster.inactivity.signs|either }}: "vote or comment"."""
    said = ""
    for code in _in_order(codes):
        said = _("{one} or {other}").format(one=said, other=in_words(code)) if said else in_words(code)
    return said


def _in_order(codes: Iterable[str]) -> list[str]:
    """A tuple's as it has them; those of a set as they stand in WORDS, and then those that a law names itself."""
    if isinstance(codes, set | frozenset):
        return sorted(codes, key=lambda code: (WORDS.index(code) if code in WORDS else len(WORDS), code))
    return list(codes)
