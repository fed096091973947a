"""What the routers of every app share: parts of lists, problems, and the shapes of what is sent."""

from .paging import Page, Rows
from .problems import DoesNotFit, Refused, fitting
from .rooms import Room, found_by, row_of
from .shapes import (
    AsOf,
    Confirmed,
    Day,
    Instant,
    Key,
    KeyOf,
    KeysOf,
    Linked,
    Located,
    NumberOf,
    OpenOr,
    PathOf,
    Seen,
    Sent,
    Shape,
    Shown,
    Text,
    as_of,
    one_of,
    page_of,
    read,
    url_of,
    worked_out,
)

__all__ = [
    "AsOf", "Confirmed", "Day", "DoesNotFit", "Instant", "Key", "KeyOf", "KeysOf", "Linked", "Located", "NumberOf",
    "OpenOr", "Page", "PathOf", "Refused", "Room", "Rows", "Seen", "Sent", "Shown", "Text", "Shape",
    "as_of", "fitting", "found_by", "one_of", "page_of", "read", "row_of", "url_of", "worked_out",
]  # fmt: skip
