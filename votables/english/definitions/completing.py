"""From what has been said of a value to its definition, or the reason to ask."""

import re
from typing import Any, Final

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .attributes import ValueFacts
from .heads import Value
from .words import number

Number = int | float

_BLANKS: Final = frozenset(
    {"nobody", "no one", "noone", "nothing", "none", "unset", "blank", "empty", "-", "—", ""}
)
_YES: Final = frozenset({"yes", "true", "on", "y"})
_NO: Final = frozenset(
    {
        "no",
        "false",
        "off",
        "n",
        "not",
        "being not",
        "not one",
        "does not",
        "do not",
        "is not",
        "are not",
        "has not",
        "have not",
    }
)


def definition(value: Value) -> dict[str, Any]:
    """The definition as `FORMAT.md` has it. Raises Unclear."""
    facts = value.facts
    if facts.puzzles:
        raise Unclear(_("part of this definition can be read in two ways"))
    if len(facts.hidden) > 1:
        raise Unclear(_("it does not say whether this is tracked publicly or privately"))
    kind = _kind(facts, is_named=value.name is not None)
    if value.of is None and (facts.of_player or facts.of_game):
        value.of = "player" if facts.of_player else "game"
    if value.of is None or value.of == "?":
        raise Unclear(_("it does not say whether each player, a table or the game has this value"))
    settled: dict[str, Any] = {
        "name": value.name,
        "of": "game" if facts.of_game else value.of,
        "type": kind,
        "default": _default(value, kind),
        "hidden": True in facts.hidden,
    }
    if kind in ("yes-no", "text", "player", "date") and (
        facts.least or facts.most or facts.floor is not None
    ):
        raise Unclear(_("it gives limits to what is no number"))
    if kind == "number":
        settled |= _numbers(facts, settled["default"])
    if kind == "choice":
        settled["choices"] = [_choice(each) for each in facts.choices]
    if facts.formula is not None:
        settled["formula"] = facts.formula
    if facts.also_called:
        settled["also_called"] = list(dict.fromkeys(facts.also_called))
    return settled


def _kind(facts: ValueFacts, *, is_named: bool) -> str:
    kinds = set(facts.kinds)
    if facts.formula is not None:
        kinds.add("number")
    if not kinds and (facts.least or facts.most or facts.floor is not None):
        kinds.add("number")
    if not kinds and facts.defaults:
        kinds |= _kinds_of_default(facts.defaults[0])
    if "choice" in kinds and kinds <= {"choice", "text", "number"}:
        kinds = {"choice"}
        if is_named and {each.casefold() for each in facts.choices} <= _YES | _NO:
            kinds = {"yes-no"}
    if kinds == {"player", "text"}:
        kinds = {"player"}
    if not kinds:
        raise Unclear(_("it does not say what kind of value this is"))
    if len(kinds) > 1:
        raise Unclear(_("it says two kinds of value"))
    return kinds.pop()


def _kinds_of_default(written: str) -> set[str]:
    if written.startswith('"'):
        return {"text"}
    if number(written) is not None and written.casefold() not in ("no", "none", "nothing"):
        return {"number"}
    return set()


def _default(value: Value, kind: str) -> Any:
    facts = value.facts
    if facts.formula is not None:
        if facts.defaults or facts.least or facts.most:
            raise Unclear(_("it is worked out from others, and yet a default or limits are given"))
        return None
    defaults: list[Any] = []
    for written in facts.defaults:
        read = _one_default(written, kind, value)
        if read not in defaults:
            defaults.append(read)
    if len(defaults) > 1:
        raise Unclear(_("it gives two different defaults"))
    return defaults[0] if defaults else None


def _one_default(written: str, kind: str, value: Value) -> Any:
    words = (
        written.strip()
        .casefold()
        .removeprefix("be ")
        .removeprefix("the ")
        .removeprefix("an ")
        .removeprefix("a ")
    )
    is_blank = words in _BLANKS or re.fullmatch(r"(?:empty|blank|no)(?: [\w-]+)?", words) is not None
    if kind == "number":
        return _number_default(written)
    if kind == "yes-no":
        return _yes_no(words, value)
    if kind == "list":
        if is_blank:
            return []
        raise Unclear(_("the default of a list is not clear"))
    if kind == "choice":
        return _default_choice(written.strip('"'), value.facts.choices, is_blank)
    if is_blank:
        return ""
    if kind == "text":
        if written.startswith('"') or written[:1].isupper():
            return written.strip('"')
        raise Unclear(_("the default of a text is put in quotation marks"))
    raise Unclear(_("the default is no fixed value"))


def _number_default(written: str) -> Number:
    amount = number(written.strip('"'))
    if amount is None:
        raise Unclear(_("the default is not a fixed number"))
    return amount


def _yes_no(words: str, value: Value) -> bool:
    name = (value.name or "").casefold()
    if words in _NO or words in ("none", "no", "nobody") or words in (f"not {name}", f"no {name}"):
        return False
    if words in _YES or words == name:
        return True
    raise Unclear(_("the default is neither yes nor no"))


def _default_choice(written: str, choices: list[str], is_blank: bool) -> str:
    for each in choices:
        if each.casefold() == written.casefold() or _choice(each) == _choice(written):
            return _choice(each)
    if is_blank:
        return ""
    raise Unclear(_("the default is not one of the values"))


def _choice(written: str) -> str:
    amount = number(written)
    return (
        str(amount) if amount is not None and written.casefold() not in ("no", "none", "nothing") else written
    )


def _numbers(facts: ValueFacts, default: Any) -> dict[str, Any]:
    if facts.formula is not None:
        return {"whole": facts.whole is not False, "min": None, "max": None}
    if facts.below_zero and (facts.floor is not None or any(each >= 0 for each in facts.least)):
        raise Unclear(_("it gives two different minimums"))
    least, most = _agreed(facts.least, "minimum"), _agreed(facts.most, "maximum")
    if least is None:
        least = facts.floor if facts.floor is not None else None if facts.signed else 0
    elif facts.floor is not None and facts.floor > least:
        raise Unclear(_("it gives two different minimums"))
    whole = facts.whole is not False
    if whole and any(isinstance(each, float) for each in (default, least, most)):
        raise Unclear(_("a whole number has a limit or a default with a fraction"))
    if default is not None and (least is not None and default < least or most is not None and default > most):
        raise Unclear(_("the default is outside the limits"))
    if least is not None and most is not None and least > most:
        raise Unclear(_("the minimum is above the maximum"))
    return {"whole": whole, "min": least, "max": most}


def _agreed(limits: list[Number], what: str) -> Number | None:
    if len(set(limits)) > 1:
        raise Unclear(_("it gives two different limits"))
    return limits[0] if limits else None
