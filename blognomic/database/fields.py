"""Fields of models for the lines that people write, and for what the site writes down."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.query_utils import DeferredAttribute

from blognomic.i18n.stored_messages import StoredMessage, as_message, messages_as_data, read_messages
from blognomic.text.one_line import closed

if TYPE_CHECKING:

    class _Held:
        """That a row has what the field holds in place of the field."""

        def __get__(self, instance: Any, owner: Any = None) -> Any: ...

        def __set__(self, instance: Any, value: Any) -> None: ...

else:
    _Held = object


class _Closed(_Held):
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


class _Message(DeferredAttribute):
    """What is read from a row is a message, also where a text was written to it, which is somebody's own words."""

    def __set__(self, instance: models.Model, value: Any) -> None:
        if isinstance(value, str):
            value = as_message(value)
        instance.__dict__[self.field.attname] = value


class MessageField(models.JSONField, _Held):
    """A `StoredMessage`. To migrations it is the field of Django's that it is made of."""

    descriptor_class = _Message

    def __init__(self, *args: Any, **options: Any) -> None:
        if options.get("blank"):
            options.setdefault("default", str)  # people's own words, none so far
        super().__init__(*args, **options)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        data = super().from_db_value(value, expression, connection)
        return data if data is None else StoredMessage.from_data(data)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        value = value.as_data() if isinstance(value, StoredMessage) else value
        return super().get_db_prep_value(value, connection, prepared)

    def to_python(self, value: Any) -> Any:
        return StoredMessage.from_data(value) if isinstance(value, str | dict) else value

    def value_to_string(self, obj: models.Model) -> Any:
        return self.value_from_object(obj).as_data()

    def validate(self, value: Any, model_instance: Any) -> None:
        super().validate(value.as_data() if isinstance(value, StoredMessage) else value, model_instance)

    def deconstruct(self) -> tuple[Any, ...]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


class MessagesField(models.JSONField, _Held):
    """Messages in a list or by keys, or null. To migrations it is the field of Django's that it is made of."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self.to_python(super().from_db_value(value, expression, connection))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        data = _each(value, lambda one: as_message(one).as_data())
        return super().get_db_prep_value(data, connection, prepared)

    def to_python(self, value: Any) -> Any:
        return _each(
            value, lambda one: one if isinstance(one, StoredMessage) else StoredMessage.from_data(one)
        )

    def value_to_string(self, obj: models.Model) -> Any:
        return messages_as_data(self.value_from_object(obj))

    def deconstruct(self) -> tuple[Any, ...]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs


def _each(messages: Any, change: Callable[[Any], Any]) -> Any:
    """The same of each of several, whether they are known by keys or by their places."""
    if isinstance(messages, Mapping):
        return {key: change(one) for key, one in messages.items()}
    return messages if messages is None else [change(one) for one in messages]


class RecordField(models.JSONField, _Held):
    """JSON in which some texts are what the site says: those are kept, and read, as messages. To migrations it is the
    field of Django's that it is made of."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return read_messages(super().from_db_value(value, expression, connection))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(messages_as_data(value), connection, prepared)

    def to_python(self, value: Any) -> Any:
        return read_messages(value)

    def value_to_string(self, obj: models.Model) -> Any:
        return messages_as_data(self.value_from_object(obj))

    def deconstruct(self) -> tuple[Any, ...]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs
