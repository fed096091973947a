"""A law as a JSON object: its document with its keys as in TOML, as a game file holds one that players have amended."""

import json
import tomllib
from functools import lru_cache
from typing import Any

import tomli_w

from blognomic.i18n.translation import gettext as _

from .errors import LawError
from .model import Law
from .reader import MAX_TEXT, parse


def from_object(value: dict[str, Any], *, source: str) -> Law:
    """The law that a JSON object says, checked in full; its text is the object as TOML. Raises LawError, without a
    line. Each is read once in a process.
    """
    try:
        written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        raise LawError(_("brackets are nested too deeply"), source=source) from None
    if len(written) > MAX_TEXT:
        raise LawError(_("longer than {most} characters").format(most=MAX_TEXT), source=source)
    try:
        return _read(written)
    except LawError as error:
        raise LawError(error.problem, source=source, key=error.key) from None


@lru_cache(maxsize=64)
def _read(written: str) -> Law:
    value = json.loads(written)
    try:
        text = tomli_w.dumps(value)
    except RecursionError:
        raise LawError(_("brackets are nested too deeply"), source="") from None
    except TypeError:
        raise LawError(_("null is not a value of a law"), source="") from None
    return parse(text, source="")


def to_object(law: Law) -> dict[str, Any]:
    """The law’s document as a JSON object."""
    return tomllib.loads(law.text)
