"""How pages say the words that a law's document has for the program, such as "post" and "enacted"."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

register = template.Library()

# In the order in which several are told.
WORDS = {
    "vote": pgettext_lazy("word of a law", "vote"),
    "post": pgettext_lazy("word of a law", "post"),
    "comment": pgettext_lazy("word of a law", "comment"),
    "proposal": pgettext_lazy("word of a law", "proposal"),
    "cfj": pgettext_lazy("word of a law", "cfj"),
    "dov": pgettext_lazy("word of a law", "dov"),
    "resignation": pgettext_lazy("word of a law", "resignation"),
    "request": pgettext_lazy("word of a law", "request"),
    "self": pgettext_lazy("word of a law", "self"),
    "inactivity": pgettext_lazy("word of a law", "inactivity"),
    "other": pgettext_lazy("word of a law", "other"),
    "enacted": pgettext_lazy("word of a law", "enacted"),
    "failed": pgettext_lazy("word of a law", "failed"),
    "illegal": pgettext_lazy("word of a law", "illegal"),
    "admins": pgettext_lazy("word of a law", "admins"),
    "players": pgettext_lazy("word of a law", "players"),
    "emperor": pgettext_lazy("word of a law", "emperor"),
    "for": pgettext_lazy("word of a law", "for"),
    "against": pgettext_lazy("word of a law", "against"),
    "abstain": pgettext_lazy("word of a law", "abstain"),
    "nothing": pgettext_lazy("word of a law", "nothing"),
}
ORDER = list(WORDS)


@register.filter
def in_words(code: str | None) -> str:
    """{{ law.mantle.by|in_words }}: "post"; what a law names itself stays as it is."""
    return str(WORDS[code]) if code in WORDS else code or ""


@register.filter
def listed(codes: Iterable[str]) -> str:
    """{{ law.resolving.statuses|listed }}: "enacted, failed"."""
    return ", ".join(in_words(code) for code in _in_order(codes))


@register.filter
def either(codes: Iterable[str]) -> str:
    """{{ law.roster.inactivity.signs|either }}: "vote or comment"."""
    phrase = ""
    for code in _in_order(codes):
        phrase = _("{one} or {other}").format(one=phrase, other=in_words(code)) if phrase else in_words(code)
    return phrase


def _in_order(codes: Iterable[str]) -> list[str]:
    """A tuple's as it has them; those of a set as they stand in WORDS, and then those that a law names itself."""
    if isinstance(codes, set | frozenset):
        return sorted(codes, key=lambda code: (ORDER.index(code) if code in ORDER else len(ORDER), code))
    return list(codes)
