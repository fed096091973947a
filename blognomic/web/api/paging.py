"""Long lists, a part at a time. A cursor names the last thing that one has seen, so that what is added or taken away
meanwhile moves nothing; what is in it is nobody's business but this module's."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Annotated, Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from ninja import Schema
from pydantic import ConfigDict, Field, TypeAdapter

from blognomic.text.instants import format_instant
from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api.problems import Refused
from blognomic.web.api.shapes import Instant, Text

USUAL, MOST = 30, 100
LONGEST = 600
NO_CURSOR = "This is no cursor of this list. Begin again without one."
Item = TypeVar("Item")
_WRITTEN = {datetime: Instant, str: Text, int: Annotated[int, Field(ge=-LARGEST_KEY, le=LARGEST_KEY)]}


class Onward(Schema):
    """Where a list goes on."""

    cursor: str = Field("", max_length=LONGEST)


class Paging(Onward):
    """Which part of a list is asked for."""

    model_config = ConfigDict(extra="ignore")

    limit: int = Field(USUAL, ge=1, le=MOST, description="How many at most.")


class InParts(Schema):
    """A part of a list, and where that goes on."""

    next: str | None = None


class Page(InParts, Generic[Item]):
    """A part of a list. `next` is the cursor of the next part, and null at the end."""

    items: list[Item]


@dataclass(frozen=True)
class Rows:
    """What a list is of, each row as `tell` makes it of all that there are in a part. Rows of the database are taken
    by a field and then by key, downwards where `by` begins with "-", in one query; what is worked out as a whole
    stands in the order of the keys that `by` gives."""

    rows: QuerySet[Any] | Sequence[Any]
    by: str | Callable[[Any], tuple[Any, ...]] = "-pk"
    tell: Callable[[list[Any]], Iterable[Any]] = list

    def part(self, request: HttpRequest, *, cursor: str, limit: int) -> dict[str, Any]:
        """The part of the list after that cursor, of so many at most, with the cursor of the next. Raises Refused
        (400) for a cursor that is none of this list."""
        if isinstance(self.rows, QuerySet):
            field, sign = str(self.by).removeprefix("-"), "-" if str(self.by).startswith("-") else ""
            fields = list(dict.fromkeys((field, "pk")))
            key, rows = _key_of(fields), self.rows
            if cursor:
                last = decode(cursor, [_kind_of(rows.model, name) for name in fields])
                rows = rows.filter(_beyond(fields, last, descending=bool(sign)))
            rows = list(rows.order_by(*(f"{sign}{name}" for name in fields))[: limit + 1])
        else:
            assert callable(self.by)
            key, rows = self.by, list(self.rows)
            if cursor:
                beyond = tuple(decode(cursor, list(map(_type_of, key(rows[0]))))) if rows else ()
                rows = [row for row in rows if key(row) > beyond]
        shown = rows[:limit]
        request.next_cursor = encode(key(shown[-1])) if len(rows) > len(shown) else None
        return {"items": list(self.tell(shown)), "next": request.next_cursor}


def _key_of(fields: Sequence[str]) -> Callable[[Model], tuple[Any, ...]]:
    """What gives the values of fields of a row, or of what it belongs to ("thread__last_at")."""
    getters = [attrgetter(name.replace("__", ".")) for name in fields]
    return lambda row: tuple(get(row) for get in getters)


def _kind_of(model: type[Model], name: str) -> type:
    """Of what type the values of a field are, as a cursor has them."""
    first, _, rest = name.partition("__")
    field = model._meta.pk if first == "pk" else model._meta.get_field(first)
    if rest:
        return _kind_of(field.related_model, rest)
    return {"DateTimeField": datetime, "CharField": str, "TextField": str}.get(field.get_internal_type(), int)


def _type_of(value: Any) -> type:
    return next(kind for kind in (datetime, int, str) if isinstance(value, kind))


def _beyond(fields: Sequence[str], values: Sequence[Any], *, descending: bool) -> Q:
    way = "lt" if descending else "gt"
    if len(fields) == 1:
        return Q(**{f"{fields[0]}__{way}": values[0]})
    first, second = fields
    # The first condition follows from the rest; by it, an index is found.
    reached = Q(**{f"{first}__{way}e": values[0]})
    return reached & (Q(**{f"{first}__{way}": values[0]}) | Q(**{f"{second}__{way}": values[1]}))


def encode(values: Iterable[Any]) -> str:
    """The cursor that names these values."""
    written = json.dumps(list(values), separators=(",", ":"), ensure_ascii=False, default=format_instant)
    return urlsafe_b64encode(written.encode()).decode().rstrip("=")


def decode(cursor: str, kinds: Sequence[type]) -> list[Any]:
    """The values that a cursor names. Raises Refused (400) for one that was not made here, or for another list."""
    try:
        written = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        shape = tuple[tuple(_WRITTEN[kind] for kind in kinds)]  # type: ignore[misc, valid-type]  # made of kinds
        return list(TypeAdapter(shape).validate_json(written, strict=True))
    except ValueError:
        raise Refused(400, NO_CURSOR) from None
