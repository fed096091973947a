"""The two sieves, made from one list.

bleach is the first. It had its last release in June 2026 and gets no more security fixes, so nh3 is the second:
what one day gets through one of them, the other stops.
"""

import threading

import nh3
from bleach.sanitizer import Cleaner

from .allowed import SCHEMES, TAGS, fits

# A bleach cleaner is for one thread at a time.
_mine = threading.local()


def _nh3_keeps(tag: str, name: str, value: str) -> str | None:
    return value if fits(tag, name, value) else None


_nh3 = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags=set(),
    attributes={tag: set(names) for tag, names in TAGS.items()},
    attribute_filter=_nh3_keeps,
    url_schemes=set(SCHEMES),
    link_rel=None,
)


def by_bleach(html: str) -> str:
    """The HTML with nothing in it but what stands in the list."""
    if not hasattr(_mine, "bleach"):
        _mine.bleach = Cleaner(tags=set(TAGS), attributes=fits, protocols=set(SCHEMES), strip=True)
    return _mine.bleach.clean(html)


def by_nh3(html: str) -> str:
    """The same by another hand."""
    return _nh3.clean(html)


def sieve(html: str) -> str:
    """What both let through, as balanced HTML."""
    return by_nh3(by_bleach(html))
