"""What goes wrong when a law is read."""

from blognomic.i18n.translation import gettext as _


class LawError(ValueError):
    """A law document that cannot be applied.

    `source` names the document, `line` counts from 1 (None when no line is to blame), `key` is the dotted
    place.
    """

    def __init__(self, message: str, *, source: str, line: int | None = None, key: str = "") -> None:
        self.source, self.line, self.key, self.problem = source, line, key, message
        where = source if line is None else _("{source}, line {line}").format(source=source, line=line)
        super().__init__(f"{where}: {key}: {message}" if key else f"{where}: {message}")


class ExpressionError(ValueError):
    """An expression that a law may not use; the message says why, for the person who wrote it."""
