"""Reading a table of a law document strictly: each key by its type, no key left over."""

from collections.abc import Iterator, Mapping
from typing import Any

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop

from .errors import LawError
from .line_numbers import Path, lines_of
from .numbers_in_words import filled, numbers_in_words

MISSING: Any = object()


class LawDocument:
    """The text that a law is read from, where its keys stand, and its numbers as labels say them."""

    def __init__(self, text: str, source: str, values: Mapping[str, Any] | None = None) -> None:
        self.text, self.source = text, source
        self.numbers = numbers_in_words(values or {})

    def error(self, message: str, path: Path) -> LawError:
        """The error for the key at `path`, or for the nearest table around it that is written down."""
        lines = lines_of(self.text)
        line = next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), None)
        return LawError(message, source=self.source, line=line, key=dotted(path))


def dotted(path: Path) -> str:
    """`("kinds", "cfj", "enact", 0)` as people write it: `kinds.cfj.enact[0]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


class LawTable:
    """A table of the document. Each method reads a key; `done` refuses the keys nobody asked for."""

    def __init__(self, document: LawDocument, values: dict[str, Any], path: Path = ()) -> None:
        self.document, self.values, self.path = document, values, path
        self.read_keys: set[str] = set()

    def error(self, message: str, key: str | None = None) -> LawError:
        return self.document.error(message, self.path if key is None else (*self.path, key))

    def _take(self, key: str, kind: type, default: Any, must: str) -> Any:
        """The value of the key; `must` says what it has to be, in words to be translated."""
        self.read_keys.add(key)
        value = self.values.get(key, default)
        if value is MISSING:
            raise self.error(_("{key!r} is missing").format(key=key))
        if value is not default and type(value) is not kind:
            raise self.error(_(must), key)
        return value

    def text(self, key: str, default: Any = MISSING) -> str:
        value: str = self._take(key, str, default, gettext_noop("must be a text"))
        return value

    def filled(self, key: str) -> str:
        """A text that says something."""
        value = self.text(key)
        if not value.strip():
            raise self.error(_("cannot be empty"), key)
        return value

    def label(self, numbers: Mapping[str, str] | None = None) -> str:
        """The label, with the numbers that it names in words: those of the whole law, and those given here."""
        try:
            return filled(self.filled("label"), {**self.document.numbers, **(numbers or {})})
        except KeyError as error:
            raise self.error(
                _("{name!r} is not a number that a label can name here").format(name=error.args[0]), "label"
            ) from None

    def yes(self, key: str, default: Any = MISSING) -> bool:
        value: bool = self._take(key, bool, default, gettext_noop("must be true or false"))
        return value

    def whole(self, key: str, default: Any = MISSING, *, least: int = 0) -> int:
        value: int = self._take(key, int, default, gettext_noop("must be a whole number"))
        if value is not default and value < least:
            raise self.error(_("must be {least} or more").format(least=least), key)
        return value

    def whole_or_none(self, key: str, *, least: int = 0) -> int | None:
        self.read_keys.add(key)
        return self.whole(key, least=least) if key in self.values else None

    def one_of(self, key: str, choices: tuple[str, ...], default: Any = MISSING) -> Any:
        value = self.text(key, default)
        if value is not default and value not in choices:
            raise self.error(_("must be one of {choices}").format(choices=", ".join(choices)), key)
        return value

    def texts(
        self, key: str, default: Any = MISSING, *, choices: tuple[str, ...] | None = None
    ) -> tuple[str, ...]:
        """A list of different texts, of `choices` where given."""
        value: list[Any] = self._take(key, list, default, gettext_noop("must be a list of texts"))
        for i, item in enumerate(value):
            if type(item) is not str or not item.strip():
                raise self.document.error(_("must be a text"), (*self.path, key, i))
            if choices is not None and item not in choices:
                raise self.document.error(
                    _("must be one of {choices}").format(choices=", ".join(choices)), (*self.path, key, i)
                )
            if item in value[:i]:
                raise self.document.error(
                    _("{item!r} is there twice").format(item=item), (*self.path, key, i)
                )
        return tuple(value)

    def table(self, key: str) -> "LawTable":
        value = self._take(key, dict, MISSING, gettext_noop("must be a table"))
        return LawTable(self.document, value, (*self.path, key))

    def table_or_none(self, key: str) -> "LawTable | None":
        self.read_keys.add(key)
        return self.table(key) if key in self.values else None

    def table_or_empty(self, key: str) -> "LawTable":
        return self.table_or_none(key) or LawTable(self.document, {}, (*self.path, key))

    def tables(self, key: str) -> "Iterator[LawTable]":
        """The tables of a list of tables; none when the key is absent."""
        value = self._take(key, list, [], gettext_noop("must be a list of tables"))
        for i, item in enumerate(value):
            if type(item) is not dict:
                raise self.document.error(_("must be a table"), (*self.path, key, i))
            yield LawTable(self.document, item, (*self.path, key, i))

    def named_tables(self, key: str) -> "Iterator[tuple[str, LawTable]]":
        """The tables within the table `key`, with their names; none when the key is absent."""
        value = self._take(key, dict, {}, gettext_noop("must be a table of tables"))
        for name, item in value.items():
            if type(item) is not dict:
                raise self.document.error(_("must be a table"), (*self.path, key, name))
            yield name, LawTable(self.document, item, (*self.path, key, name))

    def named_texts(self, key: str) -> dict[str, str]:
        value = self._take(key, dict, {}, gettext_noop("must be a table of texts"))
        for name, item in value.items():
            if type(item) is not str or not item.strip():
                raise self.document.error(_("must be a text"), (*self.path, key, name))
        return dict(value)

    def done(self) -> None:
        """Raises LawError for a key that is not known here."""
        for key in self.values:
            if key not in self.read_keys:
                known = ", ".join(sorted(self.read_keys))
                raise self.error(_("unknown key; known are {known}").format(known=known), key)
