"""The one list of what a text may contain, from which both sieves are made.

`TAGS` names each element with its attributes, and for each attribute the values that it may have, as a pattern
for the whole value. Whatever is not here does not leave this package, apart from the icons, which are put in
last and never come from a person.
"""

import re
from html import escape
from urllib.parse import urlsplit

# What separates the parts of an id: `prefix-fn-2` is a footnote, `prefix-fnref-2` where it is referred to,
# `prefix-fnref-2-3` the third such place.
PREFIX = re.compile(r"[a-z][a-z0-9-]{0,60}", re.ASCII)
_ID = r"(?:[a-z][a-z0-9-]{0,60}-)?fn(?:ref)?-[0-9]+(?:-[0-9]+)?"

SCHEMES = frozenset({"http", "https", "mailto"})
EXTERNAL_REL = "nofollow noopener noreferrer ugc"

# Site-relative paths begin with one slash: "//" and "/\" lead to another site.
_URL = (
    r"https?://[^\s/\\?#][^\s\\]*"
    r"|mailto:[^\s\\]+"
    r"|/(?![/\\])[^\s\\]*"
)  # fmt: skip
_SAFE_URL = re.compile(_URL, re.ASCII)
_ANYTHING = r"(?s:.*)"
_SIDE = r"left|center|right"

TAGS: dict[str, dict[str, str]] = {
    "a": {
        "href": rf"{_URL}|#{_ID}",
        "title": _ANYTHING,
        "aria-label": _ANYTHING,
        "class": "named|image|footnote-ref|footnote-back",
        "rel": EXTERNAL_REL,
    },
    "blockquote": {},
    "br": {},
    "caption": {},
    "code": {},
    "del": {},
    "em": {},
    "h3": {},
    "h4": {},
    "h5": {},
    "h6": {},
    "hr": {},
    "li": {"id": _ID},
    "ol": {"start": r"[0-9]{1,9}"},
    "p": {},
    "pre": {},
    "section": {"class": "footnotes"},
    "span": {"class": "unknown"},
    "strong": {},
    "sup": {"id": _ID},
    "table": {},
    "tbody": {},
    "td": {"class": f"align-(?:{_SIDE})"},
    "tfoot": {},
    "th": {"class": f"align-(?:{_SIDE})"},
    "thead": {},
    "tr": {},
    "ul": {},
}
_VALUES = {
    (tag, name): re.compile(values, re.ASCII) for tag, names in TAGS.items() for name, values in names.items()
}

# How a tag that a person or Markdown wrote is shown: a post's first heading stands below the page's own two.
SHOWN_AS = {
    "h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6",
    "b": "strong", "i": "em", "s": "del", "strike": "del",
}  # fmt: skip

# Harmless elements that add nothing here: the tag goes, its content stays. A tag that stands neither here nor
# in TAGS is shown as it was typed, because "each <player> gains a point" must not lose a word.
TRANSPARENT_BLOCKS = frozenset(
    "address article aside center dd details div dl dt fieldset figcaption figure footer header hgroup legend main"
    " nav summary".split()
)
TRANSPARENT = TRANSPARENT_BLOCKS | frozenset(
    "abbr acronym bdi bdo big cite col colgroup data dfn font ins kbd mark nobr q rp rt ruby samp small span sub"
    " time tt u var wbr".split()
)

# A character that HTML may not hold, or with which this package marks places, becomes the sign for that.
_UNSHOWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ue000\ue001\ufdd0-\ufdef\ufffe\uffff]")


def showable(text: str) -> str:
    """`text` with every character that cannot be shown replaced by U+FFFD."""
    return _UNSHOWABLE.sub("\ufffd", text)


def as_text(text: str) -> str:
    """`text` as it stands between tags, showable and escaped."""
    return escape(showable(text), quote=False)


def fits(tag: str, name: str, value: str) -> bool:
    """Whether an element `tag` may have the attribute `name` with this value."""
    allowed = _VALUES.get((tag, name))
    return allowed is not None and allowed.fullmatch(value) is not None


def safe_url(url: str) -> str | None:
    """The address as it may stand in a link, or None if it leads nowhere that a link here may lead.

    Tabs and line ends go, as browsers read addresses without them; other spaces are written as %20.
    """
    url = showable(re.sub(r"[\t\r\n]", "", url).strip())
    url = re.sub(r"\s", "%20", url)
    url = re.sub(r"^[A-Za-z]+:", lambda scheme: scheme.group().lower(), url)
    try:
        urlsplit(url).port  # noqa: B018 (raises for a host or port that is none)
    except ValueError:
        return None
    return url if _SAFE_URL.fullmatch(url) else None


def is_external(url: str) -> bool:
    """Whether a safe address leads to a web page other than by a path of this site."""
    return url.startswith("http")
