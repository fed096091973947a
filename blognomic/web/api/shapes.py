"""What every room of the API speaks of, keys, instants, texts and addresses; and shapes made from models and from what
queries answer, where the API tells them as they are."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from datetime import date, datetime
from functools import cached_property
from inspect import cleandoc
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from django.conf import settings
from django.db import models
from django.http import HttpRequest
from ninja import Schema
from ninja.schema import ResolverMetaclass
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, create_model
from typing_extensions import TypeAliasType

from blognomic.database.fields import MessageField
from blognomic.text.instants import parse_instant
from blognomic.text.outside import LARGEST_KEY, keepable
from blognomic.web.addresses import address_of

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def _keepable(text: str) -> str:
    if text != keepable(text):
        raise ValueError("This text has a character that the site cannot save. Remove it.")
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
    """What is sent: nothing but what is described. How it is read is built when it is first sent: each shape holds anew
    what it consists of, which took a third of the memory of a process."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    def taken(self) -> dict[str, Any]:
        """The same as the service takes it: rows as they were looked up, and a shape in it as its parts."""
        return {name: one.dict() if isinstance(one, Schema) else one for name, one in self}


class SentPart(NamedTuple):
    """A part of what may be sent: what it is, what it says, and what it is where it is left out, if it may be."""

    kind: Any
    says: str
    usual: Any = ...


def sent_shape(
    word: str, about: str, parts: Mapping[str, SentPart], *, name: str, by: str = "op", says: str = ""
) -> type[Sent]:
    """The shape of these parts that is called `name`, told apart from others by the `word` that it has at `by`; what
    it is `about`, and what that word says."""
    fields: dict[str, Any] = {by: (Literal[word], Field(description=says or f"It would {about}."))}
    for part, (kind, what, usual) in parts.items():
        fields[part] = (kind | None if usual is None else kind, Field(usual, description=what))
    return create_model(
        name, __base__=Sent, __module__=__name__, __doc__=f"{about[0].upper()}{about[1:]}.", **fields
    )


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
    """A field of what is told that is worked out of the whole row, and of the `context`, which has the `request`,
    where the function takes it."""
    return WorkedOut(work, description)


class _WorksOut(ResolverMetaclass):
    """Makes of each field that is worked out a field and what django-ninja asks for it."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **more: Any) -> Any:
        for field, value in list(namespace.items()):
            if isinstance(value, WorkedOut):
                namespace[field] = Field(description=value.description)
                namespace[f"resolve_{field}"] = staticmethod(value.work)
        return super().__new__(mcs, name, bases, namespace, **more)


class Shape(Schema, metaclass=_WorksOut):
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


class Located(Shape):
    """What has a page of its own."""

    url: PathOf = read("get_absolute_url")


class Shown(Located):
    """A row that has a page of its own."""

    id: int


class Linked(Shape):
    """What has its place on a page of something else."""

    url: PathOf = read("link")


class Confirmed(Sent):
    """What may have to be confirmed."""

    confirmed: bool = False


class AsOf(Schema):
    """The time that a program asks about."""

    at: str = Field("", description="At a past time, for example 2026-11-21T14:05:00Z; empty: now.")


def as_of(request: HttpRequest, past: datetime | None) -> datetime:
    """The instant (UTC) that an answer is of, `past` or, where that is None, the present as all share it: then the tag
    of the answer is of what else it tells."""
    if past is None:
        request.of_the_moment = "at"
    return past or (request.present.at if request.present else request.at)


InEnglish = Annotated[str, BeforeValidator(lambda message: message.in_english)]
"""What the site wrote down, as everybody reads it by program."""
_TYPES: tuple[tuple[type[models.Field], Any], ...] = (
    (MessageField, InEnglish),
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.DateTimeField, datetime),
    (models.DateField, date),
    (models.CharField, str),
    (models.TextField, str),
    (models.JSONField, Any),
)
_PLAIN = {str, int, float, bool, date, datetime, type(None), Any}


def like(
    source: type,
    names: str = "",
    /,
    *bases: type[Schema],
    of: str = "",
    called: str = "",
    shapes: Mapping[type, Any] | None = None,
    **described: str,
) -> type[Schema]:
    """The shape that the fields of a model, the parts of a dataclass, or properties of either, of these names (with
    blanks between) have: each of its type, and null where it may be None. What is `described` is told, too, with what
    is said of it; the rest as its source says, by the help of a field, a string in `Annotated` or the docstring of a
    property. The shape is `called` so, or as its source with "Out", and described as that is; it has what its `bases`
    have, too, and another may be derived from it. What is told has the parts itself, or has at `of` what has them. What
    belongs to a row of another model is told by its key, unless `shapes` has one for that. Raises TypeError for a type
    that the API does not tell."""
    parts: dict[str, Any] = {}
    for name in (*names.split(), *described):
        is_worked_out = is_dataclass(source) or isinstance(
            vars(source).get(name), (property, cached_property)
        )
        kind, attribute, help_text = (_part if is_worked_out else _field)(source, name, shapes or {})
        description = described.get(name) or help_text or None
        alias = f"{of}.{attribute}" if of else None if attribute == name else attribute
        parts[name] = (kind, Field(description=description, validation_alias=alias))
    about = cleandoc(source.__doc__ or "").partition("\n\n")[0]
    return create_model(called or f"{source.__name__}Out", __base__=bases or Shape, __doc__=about, **parts)


def _field(model: type[models.Model], name: str, shapes: Mapping[type, Any]) -> tuple[Any, str, str]:
    """The type of a field of a model, the attribute that has it, and what it says of itself."""
    field, attribute = model._meta.get_field(name), name
    kind = next((kind for made_by, kind in _TYPES if isinstance(field, made_by)), None)
    if isinstance(field, models.ForeignKey):
        kind = shapes.get(field.related_model)
        kind, attribute = (kind, name) if kind else (int, field.attname)
    if kind is None:
        raise TypeError(f"{field} is told by a shape of its own")
    if isinstance(field, models.JSONField) and field.default is list:
        kind = list[str]
    if field.choices:  # which are told, but not asked for: what is stored is told as it is
        words = dict.fromkeys((*(word for word, _ in field.choices), *([""] if field.blank else ())))
        kind = Annotated[str, Field(json_schema_extra={"enum": list(words)})]
    return kind | None if field.null else kind, attribute, field.help_text


def _part(source: type, name: str, shapes: Mapping[type, Any]) -> tuple[Any, str, str]:
    """The same of a part of a dataclass, or of a property."""
    made = vars(source).get(name)
    worked_out = getattr(made, "fget", None) or getattr(made, "func", None)
    hint = get_type_hints(worked_out or source, include_extras=True)["return" if worked_out else name]
    says = (worked_out.__doc__ or "").replace("None", "null") if worked_out else ""
    if get_origin(hint) is Annotated:
        hint, says = get_args(hint)[:2]
    return _told(hint, shapes), name, says


def _told(hint: Any, shapes: Mapping[type, Any]) -> Any:
    """The type by which the API tells what is of a type of ours."""
    if get_origin(hint) is Literal:
        return hint
    inner = tuple(_told(one, shapes) for one in get_args(hint) if one is not ...)
    if get_origin(hint) in (list, tuple, Sequence) and len(inner) == 1:
        return list[inner[0]]  # type: ignore[valid-type]  # made when the program begins
    if get_origin(hint) is Mapping:
        return dict[inner[0], inner[1]]  # type: ignore[valid-type]
    if type(None) in inner:
        return Union[inner]  # noqa: UP007
    if hint not in shapes and hint not in _PLAIN:
        raise TypeError(f"{hint} is told by a shape of its own")
    return shapes.get(hint, hint)
