"""What the site writes down, and tells each reader in their own language: in the log, the record, the reasons and the
notices.

    StoredMessage(gettext_noop("{name} mentioned you in “{title}”"), name=author, title=post.subject)

A message is a marked sentence and what fills its places. It is kept as data, by `MessageField` or within JSON, and
becomes words where it is read: `str(message)` in the reader's language and in the words of the dynasty, `in_english`
for files, feeds and programs, with the plain words. What people wrote is a message, too, of their own words alone, and
is told as it is. A sentence that was translated to be told to somebody, as in a refusal, is a message as well:
`as_message` makes it one. Decision 045.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from string import Formatter
from typing import Any, Final, Self

from blognomic.i18n.filling import Origin, Told, told_by
from blognomic.i18n.former_words import FORMER
from blognomic.i18n.translation import (
    gettext,
    in_the_games_language,
    ngettext,
    of_the_law,
    whole_day,
    with_dynasty_words,
)
from blognomic.text.one_line import closed

DEEPEST: Final = 8  # messages within messages


class LawWords(str):
    """A label of the law, which is told in the reader's language as far as it stands as it was shipped."""

    __slots__ = ()


class StoredMessage:
    """Words of the site with what stands in their places: people and titles as they are; other messages, labels of the
    law, and instants (aware) told in the reader's language, too; lists of these, with "; " between. Without places it
    may be somebody's own words (`written_by_people`). Never changed, and true unless it says nothing."""

    __slots__ = ("is_of_people", "many", "number", "places", "words")

    def __init__(self, words: str = "", /, **places: object) -> None:
        self.words, self.is_of_people = str(words), False
        self.many, self.number = "", 0
        self.places = {place: _known(value) for place, value in places.items()}

    @classmethod
    def written_by_people(cls, words: str) -> Self:
        """What somebody wrote, which is told as it is."""
        message = cls(words)
        message.is_of_people = True
        return message

    @classmethod
    def by_number(cls, words: str, many: str, number: int, /, **places: object) -> Self:
        """A sentence that goes by a number."""
        message = cls(words, **places)
        message.many, message.number = many, number
        return message

    def __str__(self) -> str:
        if self.is_of_people or not self.words:
            return closed(self.words)
        return self._filled(with_dynasty_words(self._translated()))

    @property
    def in_english(self) -> str:
        """What is told in files, feeds and to programs: in the game's language, with its plain words."""
        if self.is_of_people or not self.words:
            return closed(self.words)
        with in_the_games_language():
            return self._filled(self._translated(), plainly=True)

    def _translated(self) -> str:
        return ngettext(self.words, self.many, self.number) if self.many else gettext(self.words)

    def _filled(self, words: str, *, plainly: bool = False) -> str:
        if not self.places:
            return words
        return closed(words.format(**{place: _told(value, plainly) for place, value in self.places.items()}))

    def __bool__(self) -> bool:
        return bool(self.words)

    def __eq__(self, other: object) -> bool:
        """The same message; or, for a text, the same in English."""
        if isinstance(other, str):
            return self.in_english == other
        return isinstance(other, StoredMessage) and self.as_data() == other.as_data()

    def __hash__(self) -> int:
        return hash(self.in_english)

    def __repr__(self) -> str:
        return f"<{self.in_english}>"

    def texts(self) -> Iterator[str]:
        """What others than the site wrote in it: names, titles, words of people."""
        if self.is_of_people:
            yield self.words
        for value in self.places.values():
            yield from _texts(value)

    def renamed(self, old: str, new: str) -> "StoredMessage":
        """The same with another name or title in each place that holds the old one."""
        return self if self.is_of_people else _replaced(self, old, new)

    def as_data(self) -> Any:
        """The same for JSON: an object of what it says and what fills it; people's own words are a string."""
        if self.is_of_people or not self.words:
            return self.words
        filled = {place: _as_data(value) for place, value in self.places.items()}
        by_number = {"many": self.many, "number": self.number} if self.many else {}
        return {"says": self.words, **by_number, "with": filled}

    @classmethod
    def from_data(cls, data: Any) -> "StoredMessage":
        """What `as_data` wrote, in the words that the site says it in today. Raises ValueError for anything else:
        files come from elsewhere."""
        return _from_data(data, 0)


NOTHING: Final = StoredMessage()


def as_message(value: StoredMessage | str) -> StoredMessage:
    """A sentence of the site that was told to somebody is the message that it was told from; any other text is
    somebody's own words."""
    if isinstance(value, StoredMessage):
        return value
    if not isinstance(value, Told) or value.origin is None:
        return StoredMessage.written_by_people(value)
    words, many, number = value.origin
    return StoredMessage.by_number(words, many, number, **value.places)


def told_label(text: str, label: str) -> str:
    """A label of the law as somebody is told it, of which `as_message` makes the label again."""
    return text and told_by(text, _LABEL, {"label": LawWords(label)})


def plain_label(text: str) -> str | None:
    """The label of the law that somebody was told so; None for other words."""
    return str(text.places["label"]) if isinstance(text, Told) and text.origin == _LABEL else None


_LABEL = Origin("{label}")


def with_messages(record: Any) -> Any:
    """Lists and objects in which each sentence of the site that was told to somebody is a message, for others, too."""
    if isinstance(record, Mapping):
        return {key: with_messages(value) for key, value in record.items()}
    if isinstance(record, list | tuple):
        return [with_messages(one) for one in record]
    return as_message(record) if isinstance(record, Told) and record.origin is not None else record


def messages_as_data(record: Any) -> Any:
    """The same for JSON."""
    if isinstance(record, Mapping):
        return {key: messages_as_data(value) for key, value in record.items()}
    if isinstance(record, list | tuple):
        return [messages_as_data(one) for one in record]
    record = with_messages(record)
    return record.as_data() if isinstance(record, StoredMessage) else record


def read_messages(data: Any) -> Any:
    """What `messages_as_data` wrote. Raises ValueError for what looks like a message and is none."""
    if isinstance(data, Mapping):
        if "says" in data:
            return StoredMessage.from_data(data)
        return {key: read_messages(value) for key, value in data.items()}
    return [read_messages(one) for one in data] if isinstance(data, list) else data


def joined(messages: Iterable[StoredMessage | str]) -> StoredMessage:
    """Several as one, with "; " between."""
    parts = [one for one in map(as_message, messages) if one]
    return (
        parts[0]
        if len(parts) == 1
        else StoredMessage("{said}" if parts else "", **({"said": parts} if parts else {}))
    )


def _known(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_known(one) for one in value]
    if isinstance(value, StoredMessage | Told):
        message = as_message(value)
        return message.words if message.is_of_people or not message else message
    return value if isinstance(value, LawWords | datetime) else str(value)


def _told(value: object, plainly: bool) -> str:
    if isinstance(value, list):
        return "; ".join(_told(one, plainly) for one in value)
    if isinstance(value, datetime):
        at = value.astimezone(UTC)
        return gettext("{day}, {time} UTC").format(day=whole_day(at), time=f"{at:%H:%M}")
    if isinstance(value, StoredMessage):
        return value.in_english if plainly else str(value)
    if not isinstance(value, LawWords):
        return str(value)
    return of_the_law(value) if plainly else with_dynasty_words(of_the_law(value))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, StoredMessage):
        yield from value.texts()
    elif isinstance(value, str):
        yield value


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list):
        return [_replaced(one, old, new) for one in value]
    if isinstance(value, StoredMessage):
        places = {place: _replaced(one, old, new) for place, one in value.places.items()}
        return StoredMessage.by_number(value.words, value.many, value.number, **places)
    return new if value == old else value


def _as_data(value: object) -> object:
    if isinstance(value, list):
        return [_as_data(one) for one in value]
    if isinstance(value, datetime):
        return {"at": value.astimezone(UTC).isoformat()}
    if isinstance(value, StoredMessage):
        return value.as_data()
    return {"law": str(value)} if isinstance(value, LawWords) else value


def _from_data(data: Any, depth: int) -> StoredMessage:
    if isinstance(data, str):
        return StoredMessage.written_by_people(data)
    if not isinstance(data, Mapping) or depth > DEEPEST:
        raise ValueError("is no message")
    if set(data) - {"many", "number"} != {"says", "with"} or ("many" in data) != ("number" in data):
        raise ValueError("is no message")
    words, many, number, places = data["says"], data.get("many", ""), data.get("number", 0), data["with"]
    is_of_words = isinstance(words, str) and isinstance(many, str) and type(number) is int
    if not is_of_words or not isinstance(places, Mapping) or not _fits(words + many, places):
        raise ValueError("is no message")
    filled = {place: _value(value, depth + 1) for place, value in places.items()}
    return StoredMessage.by_number(_today(words), _today(many), number, **filled)


def _today(words: str) -> str:
    """What the site says today where it once said these words."""
    return FORMER.get(words, words)


def _fits(words: str, places: Mapping[str, Any]) -> bool:
    """Whether the words have no other places than these, and ask nothing of what fills them."""
    try:
        parts = [
            (name, spec, turned) for _, name, spec, turned in Formatter().parse(words) if name is not None
        ]
    except ValueError:
        return not places
    named = {name for name, _, _ in parts}
    return not places or (
        named <= places.keys()
        and all(name.isidentifier() for name in named)
        and not any(spec or turned for _, spec, turned in parts)
    )


def _value(data: Any, depth: int) -> object:
    if isinstance(data, list):
        return [_value(one, depth + 1) for one in data]
    if not isinstance(data, Mapping):
        if not isinstance(data, str):
            raise ValueError("is no message")
        return data
    if depth > DEEPEST:
        raise ValueError("is no message")
    if set(data) == {"at"} and isinstance(data["at"], str):
        at = datetime.fromisoformat(data["at"])
        if at.tzinfo is None:
            raise ValueError("is no message")
        return at
    if set(data) == {"law"} and isinstance(data["law"], str):
        return LawWords(data["law"])
    return _from_data(data, depth)
