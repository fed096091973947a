"""Shapes made from models, where the API tells a row as the database keeps it.

Not by ninja's `ModelSchema`, for which every field that may be blank, and the key itself, might be null: clients would
have to reckon with what never comes.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any

from django.db import models
from ninja import Schema
from pydantic import BeforeValidator, Field, create_model

from blognomic.database.fields import MessageField
from blognomic.i18n.dynasty_words import in_the_games_language

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


def like(model: type[models.Model], names: str, *, about: Mapping[str, Any] | None = None) -> type[Schema]:
    """The shape that the fields of a model of these names (with blanks between) have, to derive another from: each of
    its type, null where the model lets it be, and described as `about` or the model's help says. Raises TypeError for
    a field of a type that the API does not tell."""
    return create_model(
        f"{model.__name__}Fields",
        __base__=Schema,
        **{name: _field(model._meta.get_field(name), (about or {}).get(name)) for name in names.split()},
    )


def _field(field: models.Field, about: object) -> tuple[Any, Any]:
    kind = next((kind for made_by, kind in _TYPES if isinstance(field, made_by)), None)
    if kind is None:
        raise TypeError(f"{field} is told by a shape of its own")
    if isinstance(field, models.JSONField) and field.default is list:
        kind = list[str]
    with in_the_games_language():
        described = str(about or field.help_text) or None
    return (kind | None if field.null else kind, Field(description=described))
