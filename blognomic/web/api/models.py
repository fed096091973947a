"""Shapes made from models and from what queries answer, where the API tells them as they are.

Not by ninja's `ModelSchema`, for which every field that may be blank, and the key itself, might be null: clients would
have to reckon with what never comes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date, datetime
from functools import cached_property
from inspect import cleandoc
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from django.db import models
from ninja import Schema
from pydantic import BeforeValidator, Field, create_model

from blognomic.database.fields import MessageField
from blognomic.web.api.shapes import ToldShape

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
    *,
    of: str = "",
    called: str = "",
    shapes: Mapping[type, Any] | None = None,
    **described: str,
) -> type[Schema]:
    """The shape that the fields of a model, the parts of a dataclass, or properties of either, of these names (with
    blanks between) have: each of its type, and null where it may be None. What is `described` is told, too, with what
    is said of it; the rest as its source says, by the help of a field, a string in `Annotated` or the docstring of a
    property. The shape is `called` so, or as its source with "Out", and described as that is; another may be derived
    from it. What is told has the parts itself, or has at `of` what has them. What belongs to a row of another model is
    told by its key, unless `shapes` has one for that. Raises TypeError for a type that the API does not tell."""
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
    return create_model(called or f"{source.__name__}Out", __base__=ToldShape, __doc__=about, **parts)


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
        return dict[inner]  # type: ignore[valid-type]
    if type(None) in inner:
        return Union[inner]  # noqa: UP007
    if hint not in shapes and hint not in _PLAIN:
        raise TypeError(f"{hint} is told by a shape of its own")
    return shapes.get(hint, hint)
