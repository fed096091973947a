"""Definitions of types of official posts, and the steps on these, as programs send them: as the model of a definition
has its parts."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.db import models
from ninja import Schema
from pydantic import Field, create_model

from blognomic.i18n.dynasty_words import in_the_games_language, said
from blognomic.web.api import Key, Sent, Text, one_of
from blognomic.web.api.shapes import SentPart
from gamestate.api.steps import step_shape
from votables.changes.kinds.rules.sent import RULE
from votables.post_types.models import DEFINITION, WORDS_LENGTH, OfficialType
from votables.post_types.type_definitions import LABELS, MOST

from .steps import NAMES, PARTS


def _described(field: models.Field) -> tuple[Any, str]:
    """What a part of a definition is, and what it says."""
    says = said(str(LABELS[field.name]))
    if field.choices:
        listed = "; ".join(f"`{value}`: {said(str(label))}" for value, label in field.choices)
        return Literal[tuple(value for value, _ in field.choices)], f"{says}: {listed}."
    if isinstance(field, models.BooleanField):
        return bool, f"{says}."
    if isinstance(field, models.IntegerField):
        return (
            Key if field.name == "rule" else Annotated[int, Field(ge=0, le=MOST)]
        ) | None, f"{says}; null for none."
    lines = " One a line." if field.name in ("endings", "body_has", "ending_action") else ""
    return Annotated[Text, Field(max_length=field.max_length or WORDS_LENGTH)], f"{says}.{lines}"


with in_the_games_language():
    _PARTS = {name: _described(OfficialType._meta.get_field(name)) for name in DEFINITION}
Definition = create_model(
    "Definition",
    __base__=Schema,
    __module__=__name__,
    __doc__="What the rules say of a type: how a post becomes one, who answers it and how it ends.",
    **{name: (kind, Field(description=says)) for name, (kind, says) in _PARTS.items()},
)
DefinitionIn = create_model(
    "DefinitionIn",
    __base__=Sent,
    __module__=__name__,
    __doc__="The parts of a definition. Those that you leave out stay, or are as usual.",
    **{
        name: (kind, Field(OfficialType._meta.get_field(name).get_default(), description=says))
        for name, (kind, says) in _PARTS.items()
    },
)
_OF_TYPES: Mapping[str, SentPart] = {
    "type": SentPart(Key, "The key of the type."),
    "definition": SentPart(DefinitionIn, "Its parts that are not as usual."),
    "base": SentPart(DefinitionIn, "The definition that you saw."),
    "rule": SentPart(
        RULE.kind,
        "The key of a new rule among the changes, where that defines it; the definition then names none.",
        None,
    ),
}


def _shape(do: str) -> type[Schema]:
    parts = [*PARTS[do], *(["rule"] if do != "retire" else [])]
    return step_shape(do, NAMES[do], {name: _OF_TYPES[name] for name in parts}, noun="TypeStep")


TYPE_STEP = SentPart(
    one_of("DefiningTypes", map(_shape, NAMES)), "What is done to the types of official posts."
)
