"""What every room of the API speaks of: keys, instants, texts, addresses."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Union

from django.conf import settings
from django.http import HttpRequest
from ninja import Schema
from ninja.schema import ResolverMetaclass
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field
from typing_extensions import TypeAliasType

from blognomic.text.instants import parse_instant
from blognomic.text.outside import LARGEST_KEY, keepable
from blognomic.web.addresses import address_of

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def _keepable(text: str) -> str:
    if text != keepable(text):
        raise ValueError("There is a character in this text that cannot be kept.")
    return text


def _instant(value: Any) -> Any:
    if value is None or isinstance(value, datetime):
        return value
    return parse_instant(str(value))  # which takes no number for a text


def _day(value: Any) -> Any:
    if isinstance(value, str) and _DAY.fullmatch(value) is None:
        raise ValueError("A day is written as 2026-11-21.")
    return value


def _number(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("Input should be a valid integer")
    return value


Key = Annotated[int, Field(ge=1, le=LARGEST_KEY), BeforeValidator(_number)]
"""The number of something."""
Text = Annotated[str, AfterValidator(_keepable)]
"""A text that every database can keep."""
Instant = Annotated[datetime, BeforeValidator(_instant)]
"""An instant in UTC, such as 2026-11-21T14:05:00Z."""
Seen = Annotated[int | None, Field(ge=0, le=LARGEST_KEY)]
"""What was the last that somebody looked at, if there was any."""
Day = Annotated[date, BeforeValidator(_day)]
"""A day, such as 2026-11-21, and no number of seconds."""


class Sent(Schema):
    """What is sent: nothing but what is described."""

    model_config = ConfigDict(extra="forbid")


def one_of(name: str, shapes: Iterable[type[Schema]], by: str = "op") -> Any:
    """What is one of several shapes, told apart by the word that it has at `by`; in the description it has a name."""
    return TypeAliasType(name, Annotated[Union[tuple(shapes)], Field(discriminator=by)])  # noqa: UP007


def read(attribute: str, description: str | None = None, **more: Any) -> Any:
    """A field that is read from an attribute of another name, or of what the row has ("type.name")."""
    return Field(validation_alias=attribute, description=description, **more)


@dataclass(frozen=True)
class WorkedOut:
    """A field that is worked out: by what, and what it says."""

    work: Callable[..., Any]
    description: str | None


def worked_out(work: Callable[..., Any], description: str | None = None) -> Any:
    """A field of what is told that is worked out of the whole row, and of the `context`, which has the `request`, where
    the function takes it."""
    return WorkedOut(work, description)


class _WorksOut(ResolverMetaclass):
    """Makes of each field that is worked out a field and what django-ninja asks for it."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **more: Any) -> Any:
        for field, value in list(namespace.items()):
            if isinstance(value, WorkedOut):
                namespace[field] = Field(description=value.description)
                namespace[f"resolve_{field}"] = staticmethod(value.work)
        return super().__new__(mcs, name, bases, namespace, **more)


class ToldShape(Schema, metaclass=_WorksOut):
    """What is told of a row."""


def url_of(path: str) -> str:
    """The whole address of a page of the site."""
    return f"{settings.SITE_URL}{path}" if path else ""


KeyOf = Annotated[int | None, BeforeValidator(lambda row: getattr(row, "pk", row))]
"""The key of something that there may not be."""
KeysOf = Annotated[list[int], BeforeValidator(lambda rows: [getattr(row, "pk", row) for row in rows])]
"""The keys of rows."""
NumberOf = Annotated[int | None, BeforeValidator(lambda row: getattr(row, "number", row))]
"""The number of a dynasty that there may not be."""
OpenOr = Annotated[str, BeforeValidator(lambda outcome: outcome or "open")]
"""What came of a question, in a word; `open` as long as nothing did."""
PathOf = Annotated[str, BeforeValidator(url_of)]
"""The whole address of a page, from its path."""


def page_of(name: str) -> Any:
    """The whole address of a page, from the number by which the address of that name knows it."""
    return Annotated[str, BeforeValidator(lambda number: url_of(address_of(name, number)))]


class Located(ToldShape):
    """What has a page of its own."""

    url: PathOf = read("get_absolute_url")


class Shown(Located):
    """A row that has a page of its own."""

    id: int


class Linked(ToldShape):
    """What has its place on a page of something else."""

    url: PathOf = read("link")


class Confirmed(Sent):
    """What may have to be confirmed."""

    confirmed: bool = Field(
        False,
        description="Whether it is meant all the same, after a refusal that named this field in `confirm`.",
    )


class AsOf(Schema):
    """What an operation says of the instant that it is asked for; `blognomic.web.as_of.asked_instant` reads it."""

    at: str = Field("", description="As of an instant up to now, such as 2026-11-21T14:05:00Z; empty: now.")


def as_of(request: HttpRequest, past: datetime | None) -> datetime:
    """The instant (UTC) that an answer is of, `past` or, where that is None, the present as all share it: then the tag
    of the answer is of what else it tells."""
    if past is None:
        request.of_the_moment = "at"
    return past or (request.present.at if request.present else request.at)
