"""The numbers and formulas of a law's document, one by one, and the document with one of them changed.

Only the place of the number is rewritten: comments, order and everything else stay as they stand.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from blognomic.i18n.translation import gettext, gettext_noop

from .errors import LawError
from .line_numbers import Path, lines_of
from .numbers_in_words import filled, most_in_words, numbers_in_words

LONGEST = 300
_WHOLE = re.compile(r"-?\d{1,12}")
# What a number is called after the name of its table; nothing for those that are what their table is about.
_SAID = {"value": "", "most": "", "formula": "", "fallback": gettext_noop("where the formula gives nothing")}
# Keys that hold a number or, in an inline table or beside it, a formula with a number to fall back on.
_INLINE, _BESIDE = ("most",), ("value",)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number or formula of a document: where it stands, what it is about, which rule it carries out, and
    how it is written now. `name` is its path as text, such as "hours.minimum.value".
    """

    path: Path
    label: str
    rule: str
    written: str
    is_formula: bool

    @property
    def name(self) -> str:
        return ".".join(str(step) for step in self.path)


def figures(text: str) -> list[Figure]:
    """The numbers and formulas of a law's document in their order. Raises LawError for what is no TOML."""
    root = _loaded(text)
    return list(_figures(root, (), "", "", numbers_in_words(root)))


def _figures(
    table: Mapping[str, Any], path: Path, label: str, rule: str, numbers: Mapping[str, str]
) -> Iterator[Figure]:
    if "label" in table:
        label = _told(str(table["label"]), {**numbers, **most_in_words(table.get("most"))})
    rule = str(table.get("rule", rule))
    for key, value in table.items():
        here: Path = (*path, key)
        if isinstance(value, Mapping):
            yield from _figures(value, here, label if key in _INLINE else "", rule, numbers)
        elif isinstance(value, list):
            for place, member in enumerate(value):
                if isinstance(member, Mapping):
                    yield from _figures(member, (*here, place), "", rule, numbers)
        elif key == "formula" or type(value) is int:
            yield Figure(here, _label(path, key, label), rule, str(value), key == "formula")


def _told(label: str, numbers: Mapping[str, str]) -> str:
    """The label in words; as it is written where it names what there is not, which the law's reader refuses."""
    try:
        return filled(label, numbers)
    except KeyError:
        return label


def _label(path: Path, key: str, label: str) -> str:
    """ "proposals pending", or without a label the words of its path: "roster inactivity hours"."""
    words = [step for step in path if isinstance(step, str)]
    key_words = _SAID.get(key, key.replace("_", " "))
    key_words = key_words and gettext(key_words)
    about = label or " ".join(words).replace("_", " ")
    return f"{about}: {key_words}" if label and key_words else " ".join(filter(None, (about, key_words)))


def with_figure(text: str, name: str, written: str) -> str:
    """The document with one number or formula (by its name) written otherwise: a whole number, or where the
    law takes one a formula; a number that becomes a formula is what the formula falls back on.

    Raises LawError for a name that the document does not have, and for what cannot be written there. Whether
    the law accepts the formula is for `parse` to say.
    """
    figure = next((one for one in figures(text) if one.name == name), None)
    if figure is None:
        raise _refused(gettext("there is no such number in this law"))
    written = " ".join(written.split())
    if not written or len(written) > LONGEST:
        raise _refused(
            gettext("write a number or a formula of at most {longest} characters").format(longest=LONGEST)
        )
    key = str(figure.path[-1])
    is_whole = _WHOLE.fullmatch(written) is not None
    if not is_whole and not figure.is_formula and key not in (*_INLINE, *_BESIDE):
        raise _refused(gettext("this has to be a whole number"))
    expected = _expected(text, figure, written, is_whole)
    rewritten = _rewritten(text, figure, written, is_whole)
    if rewritten is None or _loaded(rewritten) != expected:
        raise _refused(gettext("it cannot be rewritten in its place; change the document itself"))
    return rewritten


def _expected(text: str, figure: Figure, written: str, is_whole: bool) -> dict[str, Any]:
    """What the document shall hold: compared with what it does, so that nothing else is ever changed with it."""
    root = _loaded(text)
    table: Any = root
    for step in figure.path[:-1]:
        table = table[step]
    key = figure.path[-1]
    if figure.is_formula:
        table[key] = written
    elif is_whole:
        table[key] = int(written)
    elif key in _INLINE:
        table[key] = {"formula": written, "fallback": int(figure.written)}
    else:
        del table[key]
        table |= {"formula": written, "fallback": int(figure.written)}
    return deepcopy(root)


def _rewritten(text: str, figure: Figure, written: str, is_whole: bool) -> str | None:
    """The text with the key's value replaced on its line, or None when it does not stand there by itself."""
    number = lines_of(text)[figure.path] - 1
    lines = text.split("\n")
    key = str(figure.path[-1])
    value = r'"(?:\\.|[^"\\])*"|\'[^\']*\'' if figure.is_formula else r"[+-]?\d[\d_]*"
    formula = json.dumps(written, ensure_ascii=False)
    if figure.is_formula or is_whole:
        put = f"{key} = {formula if figure.is_formula else int(written)}"
    elif key in _INLINE:
        put = f"{key} = {{ formula = {formula}, fallback = {int(figure.written)} }}"
    else:
        put = f"formula = {formula}\nfallback = {int(figure.written)}"
    standing = re.compile(rf"(?<![\w-]){re.escape(key)}\s*=\s*(?:{value})(?![\w.])")
    if len(standing.findall(lines[number])) != 1:
        return None
    lines[number] = standing.sub(lambda _: put, lines[number])
    return "\n".join(lines)


def _loaded(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _refused(str(error)) from None


def _refused(sentence: str) -> LawError:
    return LawError(sentence, source=gettext("the law"))
