"""Fields of models for the lines that people write."""

from typing import Any

from django.db import models

from blognomic.text.lines import closed


class _Closed:
    """What is read has turned back at its end whatever it turned round, so that it turns nothing that stands after it,
    on a page, in a feed, a letter or a heading. What was written stays in the database as it was. To migrations it is
    the field of Django's that it is made of."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return value if not value or value.isascii() else closed(value)

    def deconstruct(self) -> tuple[Any, ...]:
        name, path, args, kwargs = super().deconstruct()  # type: ignore[misc]
        return name, f"django.db.models.{'CharField' if 'Line' in path else 'TextField'}", args, kwargs


class LineField(_Closed, models.CharField):
    """A title, a name, a subject."""


class WordsField(_Closed, models.TextField):
    """A reason, or a theme: some words without Markdown, that stand within a sentence."""
