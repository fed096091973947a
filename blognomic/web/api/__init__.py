"""What the routers of every app share: parts of lists, problems, and the shapes of what is sent."""

from .paging import Page, Paging, page
from .problems import DoesNotFit, Refused
from .rooms import Room, Rows, found_by, row_of
from .shapes import (
    AsOf,
    Confirmed,
    Day,
    Instant,
    Key,
    KeyOf,
    Linked,
    Located,
    NumberOf,
    OpenOr,
    PathOf,
    Seen,
    Sent,
    Shown,
    Text,
    ToldShape,
    one_of,
    page_of,
    read,
    url_of,
    worked_out,
)

__all__ = [
    "AsOf", "Confirmed", "Day", "DoesNotFit", "Instant", "Key", "KeyOf", "Linked", "Located", "NumberOf",
    "OpenOr", "Page", "Paging", "PathOf", "Refused", "Room", "Rows", "Seen", "Sent", "Shown", "Text", "ToldShape",
    "found_by", "one_of", "page", "page_of", "read", "row_of", "url_of", "worked_out",
]  # fmt: skip
