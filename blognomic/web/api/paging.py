"""Long lists, a part at a time. A cursor names the last thing that one has seen, so that what is added or taken away
meanwhile moves nothing; what is in it is nobody's business but this module's."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Generic, NoReturn, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from ninja import Schema
from pydantic import ConfigDict, Field

from blognomic.text.instants import format_instant, parse_instant
from blognomic.text.outside import keepable

from .problems import Refused

USUAL, MOST = 30, 100
LONGEST = 600
Item = TypeVar("Item")
Row = TypeVar("Row", bound=Model)
LARGEST = 10**15 - 1


class Paging(Schema):
    """Which part of a list is asked for."""

    model_config = ConfigDict(extra="ignore")

    limit: int = Field(USUAL, ge=1, le=MOST, description="How many at most.")
    cursor: str = Field(
        "", max_length=LONGEST, description="Where to go on: the `next` of the part before. Empty: from the beginning."
    )  # fmt: skip


class Page(Schema, Generic[Item]):
    """A part of a list. `next` is the cursor of the next part, and null at the end."""

    items: list[Item]
    next: str | None = Field(None, description="The cursor of the next part; null at the end.")


def _written(value: Any) -> str | int:
    return format_instant(value) if isinstance(value, datetime) else value


def encode(values: Iterable[Any]) -> str:
    """The cursor that names these values."""
    told = json.dumps([_written(value) for value in values], separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(told.encode()).decode().rstrip("=")


def decode(cursor: str, kinds: tuple[type, ...]) -> list[Any]:
    """The values that a cursor names. Raises Refused (400) for one that was not made here, or for another list."""
    try:
        told = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(told, list) or len(told) != len(kinds):
            raise ValueError
        return [_read(value, kind) for value, kind in zip(told, kinds, strict=True)]
    except (ValueError, NotBase64, RecursionError):
        no_cursor()


def no_cursor() -> NoReturn:
    """Raises Refused (400): there is nowhere to go on from."""
    raise Refused(400, "This is no cursor of this list. Begin again without one.") from None


def _read(value: Any, kind: type) -> Any:
    if kind is datetime and type(value) is str:
        return parse_instant(value)
    if kind is int and type(value) is int and abs(value) <= LARGEST:
        return value
    if kind is str and type(value) is str and value == keepable(value):
        return value
    raise ValueError


def rows_of(
    request: HttpRequest,
    rows: QuerySet[Row],
    paging: Paging,
    *,
    by: str = "pk",
    kind: type = int,
    descending: bool = True,
) -> list[Row]:
    """The part of `rows` that is asked for, by a field and then by key; where it goes on is kept for `page`. One query.

    Raises Refused (400) for a cursor that is none.
    """
    fields = ("pk",) if by == "pk" else (by, "pk")
    kinds = (int,) if by == "pk" else (kind, int)
    if paging.cursor:
        rows = rows.filter(_beyond(fields, decode(paging.cursor, kinds), descending))
    sign = "-" if descending else ""
    found = list(rows.order_by(*(f"{sign}{field}" for field in fields))[: paging.limit + 1])
    request.next_cursor = None
    if len(found) > paging.limit:
        found = found[: paging.limit]
        request.next_cursor = encode(_value(found[-1], field) for field in fields)
    return found


def _value(row: Model, field: str) -> Any:
    """The value of a field, or of one of what the row belongs to ("thread__last_at")."""
    value: Any = row
    for name in field.split("__"):
        value = getattr(value, name)
    return value


def _beyond(fields: tuple[str, ...], values: list[Any], descending: bool) -> Q:
    way = "lt" if descending else "gt"
    if len(fields) == 1:
        return Q(**{f"{fields[0]}__{way}": values[0]})
    first, second = fields
    # The first condition follows from the rest; by it, an index is found.
    reached = Q(**{f"{first}__{way}e": values[0]})
    return reached & (Q(**{f"{first}__{way}": values[0]}) | Q(**{f"{second}__{way}": values[1]}))


def page(request: HttpRequest, items: Iterable[Any]) -> dict[str, Any]:
    """The part as it is answered."""
    return {"items": list(items), "next": getattr(request, "next_cursor", None)}


def cut(request: HttpRequest, things: list[Any], paging: Paging) -> list[Any]:
    """The part of a list that is worked out as a whole, in an order that never changes but for additions at its end.
    Raises Refused (400) for a cursor that is none."""
    start = decode(paging.cursor, (int,))[0] if paging.cursor else 0
    if start < 0:
        no_cursor()
    request.next_cursor = encode([start + paging.limit]) if len(things) > start + paging.limit else None
    return things[start : start + paging.limit]


def after(
    request: HttpRequest,
    things: Sequence[Item],
    paging: Paging,
    *,
    by: Callable[[Item], tuple[Any, ...]],
    kinds: tuple[type, ...],
) -> list[Item]:
    """The part of a list that is worked out as a whole and stands in the order of the keys that `by` gives, of these
    kinds. Raises Refused (400) for a cursor that is none."""
    if paging.cursor:
        last = tuple(decode(paging.cursor, kinds))
        things = [one for one in things if by(one) > last]
    found = list(things[: paging.limit])
    request.next_cursor = encode(by(found[-1])) if len(things) > len(found) else None
    return found
