"""A person's Markdown as safe HTML. This is the one place where text becomes HTML that is marked as safe.

    wanted(text)                              the names in a text, to look up in one go
    render(text, prefix=…, links=…, icons=…)  the HTML
    as_typed(text)                            the HTML of a text that `render` refuses
    summary(html, length)                     the beginning of rendered HTML as plain text
    icon_picture, icon_ignored                what an icon may be shown as

Stored HTML remembers PROSE_VERSION, so that it can be rendered again when this package renders otherwise.
"""

from .errors import ProseError
from .html_reader import IconInText
from .mentions import Links
from .rendering import (
    PROSE_VERSION,
    Icons,
    as_typed,
    icon_ignored,
    icon_picture,
    icons_in,
    render,
    summary,
    wanted,
)
from .text_bounds import MAX_LENGTH

__all__ = [
    "MAX_LENGTH",
    "PROSE_VERSION",
    "IconInText",
    "Icons",
    "Links",
    "ProseError",
    "as_typed",
    "icon_ignored",
    "icon_picture",
    "icons_in",
    "render",
    "summary",
    "wanted",
]
