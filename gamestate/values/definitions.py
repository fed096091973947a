"""What a variable or a table is: the definitions that updates change, read from JSON and checked."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar, get_args

from blognomic.i18n.translation import Labels, gettext_noop, thousands
from blognomic.i18n.translation import gettext as _
from blognomic.text.outside import LARGEST_KEY
from gamestate.values import expressions
from gamestate.values.errors import ValueRefused
from gamestate.values.texts import (
    clean_line,
    clean_long,
    find_choice,
    items_text,
    plain_number,
    quoted,
    read_instant,
    read_yes_no,
    split_items,
)

Kind = Literal[
    "whole",
    "decimal",
    "text",
    "long",
    "choice",
    "choices",
    "texts",
    "yes_no",
    "player",
    "players",
    "row",
    "instant",
]
KINDS: Final[Mapping[str, str]] = Labels(
    {
        "whole": gettext_noop("whole number"),
        "decimal": gettext_noop("decimal number"),
        "text": gettext_noop("text"),
        "long": gettext_noop("long text in Markdown"),
        "choice": gettext_noop("one of several choices"),
        "choices": gettext_noop("list of choices"),
        "texts": gettext_noop("list of texts"),
        "yes_no": gettext_noop("yes or no"),
        "player": gettext_noop("player"),
        "players": gettext_noop("list of players"),
        "row": gettext_noop("row of a table"),
        "instant": gettext_noop("time"),
    }
)
NUMBERS: Final = frozenset({"whole", "decimal"})
LISTS: Final = frozenset({"choices", "texts", "players"})
AUDIENCES: Final[Mapping[str, str]] = Labels(
    {
        "all": gettext_noop("everybody"),
        "emperor": gettext_noop("only the emperor, and those the emperor shows it to"),
        "holder": gettext_noop("the emperor and the player who has it, and those the emperor shows it to"),
        "own": gettext_noop("only the player who has it, not the emperor"),
        "nobody": gettext_noop("nobody, as the order of a deck"),
    }
)
RETURNS: Final[Mapping[str, str]] = Labels(
    {
        "law": gettext_noop("as the law says"),
        "keep": gettext_noop("kept"),
        "default": gettext_noop("set to the default"),
    }
)
"""What becomes of a value when its player comes back from idle."""

LARGEST: Final = Decimal(10) ** 30
MOST_PLACES: Final = 6
MOST_CHOICES: Final = 200
MOST_ITEMS: Final = 200
TEXT_LENGTH: Final = 300
LONG_LENGTH: Final = 20_000
NAME_LENGTH: Final = 80
DESCRIPTION_LENGTH: Final = 2_000
DEFAULT_LENGTH: Final = 300
FORMULA_LENGTH: Final = expressions.LONGEST
WHY_LENGTH: Final = 300
PAGE_TITLE_LENGTH: Final = 120
PAGE_LENGTH: Final = 60_000
LARGEST_ORDER: Final = 1_000_000

RESERVED: Final = expressions.FUNCTIONS | frozenset(
    # Words of the language in which laws are written, where formulas may read tracked numbers.
    {
        "as",
        "break",
        "const",
        "continue",
        "else",
        "false",
        "for",
        "function",
        "if",
        "import",
        "in",
        "let",
        "loop",
    }
    | {"namespace", "null", "package", "return", "true", "var", "void", "while"}
)

Look = Literal["", "grid", "map", "track", "cards"]
LOOKS: Final[Mapping[str, str]] = Labels(
    {
        "grid": gettext_noop("a grid of squares"),
        "map": gettext_noop("a map of places and connections"),
        "track": gettext_noop("a track from the first to the last"),
        "cards": gettext_noop("cards"),
    }
)
"""As what a table may be drawn."""
MOST_ACROSS: Final = 40
_DRAWN: Final = ("look", "across", "x", "y", "links")

Audience = Literal["all", "emperor", "holder", "own", "nobody"]
OF_THE_EMPEROR: Final[frozenset[Audience]] = frozenset({"emperor", "holder"})
"""What the emperor sees of what is hidden, and may show to others."""
OF_THE_HOLDER: Final[frozenset[Audience]] = frozenset({"holder", "own"})
"""What the player sees whose value it is."""
_WHO: Final[Mapping[Audience, frozenset[str]]] = {
    "all": frozenset({"others", "emperor", "holder"}),
    "holder": frozenset({"emperor", "holder"}),
    "emperor": frozenset({"emperor"}),
    "own": frozenset({"holder"}),
    "nobody": frozenset(),
}
OnReturn = Literal["law", "keep", "default"]
Below = Literal["law", "set", "refuse"]
Above = Literal["set", "refuse"]
_Word = TypeVar("_Word", bound=str)

_USED_BY: Final[Mapping[str, frozenset[str]]] = {
    "places": frozenset({"decimal"}),
    "floor": NUMBERS,
    "ceiling": NUMBERS,
    "below": NUMBERS,
    "above": NUMBERS,
    "choices": frozenset({"choice", "choices"}),
    "most": LISTS,
    "twice": LISTS,
    "refers": frozenset({"row"}),
    "floor_formula": NUMBERS,
    "ceiling_formula": NUMBERS,
}
"""The parts of a definition that mean something for some kinds only."""


# Parts that few definitions have, and that are not there where they are empty.
_SELDOM: Final = frozenset({"formula", "floor_formula", "ceiling_formula", "must", "why", "seen_when"})
# What of a definition says how a value is typed and kept, which nobody does with one that is computed.
_NOT_COMPUTED: Final[Mapping[str, Any]] = {
    "default": "",
    "floor": None,
    "ceiling": None,
    "floor_formula": "",
    "ceiling_formula": "",
    "must": "",
    "why": "",
    "blank": True,
}


@dataclass(frozen=True, slots=True)
class Definition:
    """What a variable may hold. Parts that mean nothing for its kind have their defaults.

    `default` is typed text ("": zero or blank), which for a number may be a formula ("=floor(average(heat))").
    `below`: what becomes of a change that would take a number under its floor: refused, `set` to the floor, or as the
    law says of zero (a floor other than zero is no matter of the law, and refuses). `above` likewise, without the law.
    `blank`: whether it may be left blank, or a list empty. `twice`: whether a list may hold an item twice. `refers`:
    the key of the table whose rows it names. `rule`: the key of the rule that it comes from.

    `formula`: its values are computed by it, and nobody sets them. `floor_formula` and `ceiling_formula`: bounds beside
    `floor` and `ceiling`, worked out for each holder. `must`: a condition that holds for each holder after whatever
    changes what it is about, and `why` the sentence for whom it refuses. `seen_when`: who sees a value besides its
    audience, while that holds of the `viewer` and its `owner`. See `gamestate.values.expressions`.
    """

    name: str
    kind: Kind
    places: int = 0
    description: str = ""
    rule: int | None = None
    default: str = ""
    floor: Decimal | None = Decimal(0)
    ceiling: Decimal | None = None
    below: Below = "law"
    above: Above = "refuse"
    choices: tuple[str, ...] = ()
    blank: bool = False
    most: int = MOST_ITEMS
    twice: bool = False
    refers: str = ""
    order: int = 0
    audience: Audience = "all"
    on_return: OnReturn = "law"
    formula: str = ""
    floor_formula: str = ""
    ceiling_formula: str = ""
    must: str = ""
    why: str = ""
    seen_when: str = ""

    def as_json(self) -> dict[str, Any]:
        """The definition for JSON, without what means nothing for its kind. `read_definition` reads it back."""
        members = {
            part.name: getattr(self, part.name)
            for part in fields(self)
            if _is_used(part.name, self.kind) and (part.name not in _SELDOM or getattr(self, part.name))
        }
        for bound in {"floor", "ceiling"} & set(members):
            members[bound] = None if members[bound] is None else plain_number(Fraction(members[bound]))
        if "choices" in members:
            members["choices"] = list(self.choices)
        return members


@dataclass(frozen=True, slots=True)
class TableDefinition:
    """What a table of rows is. Its columns are variables of their own.

    `look`: as what it is drawn, "" for nothing but a table. `across`: how many stand beside each other where no columns
    say the place; `x` and `y`: the keys of the columns that do; `links`: that of a column which names the rows that one
    is connected with. See `gamestate.values.places`.
    """

    name: str
    description: str = ""
    rule: int | None = None
    order: int = 0
    look: Look = ""
    across: int = 0
    x: str = ""
    y: str = ""
    links: str = ""

    def as_json(self) -> dict[str, Any]:
        """The definition for JSON, without how it is drawn where it is not. `read_table` reads it back."""
        return {
            part.name: getattr(self, part.name)
            for part in fields(self)
            if part.name not in _DRAWN or getattr(self, part.name)
        }


def narrowest(*audiences: Audience) -> Audience:
    """Those who belong to all of several audiences: for whom something is that is made of all of them."""
    both = frozenset.intersection(*(_WHO[audience] for audience in audiences))
    return next(audience for audience, who in _WHO.items() if who == both)


def key_for(name: str) -> str:
    """A key made of what the rules call a thing: "Café of the East" is cafe_of_the_east; "" where no letter is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    if made[:1].isdigit():
        made = f"n{made}"
    made = made[:40].strip("_")
    return f"{made}_of_rules" if made in RESERVED else made


def read_key(text: str) -> str:
    """The name by which formulas call a variable or a table. Raises ValueRefused."""
    if re.fullmatch(r"[a-z][a-z0-9_]{0,39}", text) is None:
        raise ValueRefused(
            _(
                "{text} cannot be a key. A key begins with a letter a to z, then has up to 39 "
                "letters, digits 0 to 9 and underscores."
            ).format(text=quoted(text))
        )
    if text in RESERVED:
        raise ValueRefused(
            _("{text} cannot be a key: it has another meaning in formulas.").format(text=quoted(text))
        )
    return text


_NEVER_USUAL: Final = ("name", "kind", "places", "choices", "refers")


def briefly(definition: Mapping[str, Any]) -> dict[str, Any]:
    """A definition, as JSON, without what is as usual for its kind: `read_definition` reads the same."""
    try:
        full = read_definition(definition).as_json()
        usual = read_definition({part: full[part] for part in _NEVER_USUAL if part in full}).as_json()
        brief = {
            part: value
            for part, value in full.items()
            if part in _NEVER_USUAL or part not in usual or usual[part] != value
        }
        return brief if read_definition(brief).as_json() == full else dict(definition)
    except ValueRefused:
        return dict(definition)


def read_definition(value: Mapping[str, object]) -> Definition:
    """The definition that JSON or a form describes. What means nothing for the kind is left aside; a list whose
    `blank` is not given may be empty. Raises ValueRefused."""
    parts = _Parts(value, frozenset(part.name for part in fields(Definition)))
    name = parts.name()
    kind = parts.one_of("kind", get_args(Kind), None)
    parts.values = {key: each for key, each in parts.values.items() if _is_used(key, kind)}
    places = parts.whole("places", 1, least=1, most=MOST_PLACES) if kind == "decimal" else 0
    definition = Definition(
        name=name,
        kind=kind,
        places=places,
        description=parts.long("description", DESCRIPTION_LENGTH),
        rule=parts.rule(),
        default=parts.long("default", DEFAULT_LENGTH),
        floor=parts.bound("floor", Decimal(0), places),
        ceiling=parts.bound("ceiling", None, places),
        below=parts.one_of("below", get_args(Below), "law"),
        above=parts.one_of("above", get_args(Above), "refuse"),
        choices=parts.choices(),
        blank=parts.yes("blank", kind in LISTS),
        most=parts.whole("most", MOST_ITEMS, least=1, most=MOST_ITEMS),
        twice=parts.yes("twice", False),
        refers=read_key(parts.text("refers")) if kind == "row" else "",
        order=parts.order(),
        audience=parts.one_of("audience", get_args(Audience), "all"),
        on_return=parts.one_of("on_return", get_args(OnReturn), "law"),
        formula=parts.formula("formula"),
        floor_formula=parts.formula("floor_formula"),
        ceiling_formula=parts.formula("ceiling_formula"),
        must=parts.formula("must"),
        seen_when=parts.formula("seen_when"),
        why=clean_line(parts.text("why"), _("The sentence for what must hold"), WHY_LENGTH),
    )
    if definition.audience == "all":
        definition = replace(definition, seen_when="")
    if definition.formula:
        return _computed(definition)
    if definition.why and not definition.must:
        raise ValueRefused(_("Write what must hold, or remove the sentence for it."))
    if kind in ("choice", "choices") and not definition.choices:
        raise ValueRefused(_("{name} needs choices.").format(name=name))
    if (
        definition.floor is not None
        and definition.ceiling is not None
        and definition.floor > definition.ceiling
    ):
        raise ValueRefused(_("The lowest value of {name} is above its highest.").format(name=name))
    if definition.default:
        _check_default(definition)
    return definition


def _computed(definition: Definition) -> Definition:
    """The definition of values that are computed, which are neither typed nor kept."""
    if definition.kind == "long":
        raise ValueRefused(_("A formula cannot compute a long text."))
    return replace(definition, **_NOT_COMPUTED)


def read_table(value: Mapping[str, object]) -> TableDefinition:
    """The definition of a table that JSON or a form describes. Raises ValueRefused."""
    parts = _Parts(value, frozenset(part.name for part in fields(TableDefinition)))
    columns = {name: read_key(key) for name in ("x", "y", "links") if (key := parts.text(name))}
    definition = TableDefinition(
        name=parts.name(),
        description=parts.long("description", DESCRIPTION_LENGTH),
        rule=parts.rule(),
        order=parts.order(),
        look=parts.one_of("look", get_args(Look), ""),
        across=parts.whole("across", 0, least=0, most=MOST_ACROSS),
        **columns,
    )
    if ("x" in columns) != ("y" in columns):
        raise ValueRefused(_("Name both columns that say where a row is, or neither."))
    if definition.look == "map" and "x" not in columns:
        raise ValueRefused(_("A map needs the columns that say where a row is."))
    return definition


def _is_used(part: str, kind: str) -> bool:
    return part not in _USED_BY or kind in _USED_BY[part]


def _check_default(definition: Definition) -> None:
    """Refuse a default that could not be read whoever plays and whatever rows there are."""
    what = _("The default of {name}").format(name=definition.name)
    text = definition.default
    if definition.kind in NUMBERS:
        _check_default_number(definition, what)
    elif definition.kind == "choice":
        _check_choices([text], definition.choices, what)
    elif definition.kind in LISTS:
        _check_default_list(definition, what)
    elif definition.kind == "yes_no":
        read_yes_no(text, what)
    elif definition.kind == "instant":
        read_instant(text, what)
    elif definition.kind != "long":
        clean_line(text, what, DEFAULT_LENGTH)


def _check_default_number(definition: Definition, what: str) -> None:
    if expressions.is_formula(definition.default):
        expressions.parse(definition.default)
        return
    number = expressions.read_literal(definition.default)
    if (number * 10**definition.places).denominator != 1:
        raise ValueRefused(_("{what} has more places than it keeps.").format(what=what))
    if definition.floor is not None and number < Fraction(definition.floor):
        raise ValueRefused(_("{what} is below its lowest value.").format(what=what))
    if definition.ceiling is not None and number > Fraction(definition.ceiling):
        raise ValueRefused(_("{what} is above its highest value.").format(what=what))


def _check_default_list(definition: Definition, what: str) -> None:
    items = [
        clean_line(item, what, TEXT_LENGTH) for item in split_items(definition.default.removeprefix("="))
    ]
    if definition.kind == "choices":
        _check_choices(items, definition.choices, what)
    if not items and not definition.blank:
        raise ValueRefused(_("{what} is empty, and the list cannot be.").format(what=what))
    if len(items) > definition.most:
        raise ValueRefused(
            _("{what} has more than {most}.").format(what=what, most=items_text(definition.most))
        )
    if not definition.twice and len(set(items)) < len(items):
        raise ValueRefused(_("{what} holds the same item twice.").format(what=what))


def _check_choices(items: Sequence[str], choices: Sequence[str], what: str) -> None:
    for item in items:
        if find_choice(item, choices) is None:
            raise ValueRefused(
                _("{what} is {item}, which is not one of its choices.").format(what=what, item=quoted(item))
            )


class _Parts:
    """The parts of a definition, each checked as it is taken."""

    def __init__(self, values: Mapping[str, object], known: frozenset[str]) -> None:
        if not isinstance(values, Mapping):
            raise ValueRefused(_("A definition is an object with named parts."))
        unknown = next((key for key in values if key not in known), None)
        if unknown is not None:
            if not isinstance(unknown, str):
                raise ValueRefused(_("A definition has no part called that."))
            raise ValueRefused(_("A definition has no part called {name}.").format(name=quoted(unknown)))
        self.values = dict(values)

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise ValueRefused(_("“{key}” must be a text.").format(key=key))
        return value

    def name(self) -> str:
        name = clean_line(self.text("name"), _("A name"), NAME_LENGTH)
        if not name:
            raise ValueRefused(_("A name is missing."))
        return name

    def long(self, key: str, longest: int) -> str:
        return clean_long(self.text(key), f"“{key}”", longest)

    def formula(self, key: str) -> str:
        """A formula that can be read, without dice, sealed orders and its "="; "" is none."""
        text = clean_line(self.text(key), f"“{key}”", FORMULA_LENGTH).removeprefix("=").strip()
        formula = expressions.parse(text) if text else None
        if formula and formula.dice:
            raise ValueRefused(
                _("Dice are rolled only once, so a formula that is computed again cannot have them.")
            )
        if formula and formula.calls:
            raise ValueRefused(_("Only moves look at sealed orders."))
        return text

    def yes(self, key: str, default: bool) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise ValueRefused(_("“{key}” must be yes or no.").format(key=key))
        return value

    def whole(self, key: str, default: int, *, least: int, most: int) -> int:
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueRefused(
                _("“{key}” must be a whole number from {least} to {most}.").format(
                    key=key, least=thousands(least), most=thousands(most)
                )
            )
        return value

    def rule(self) -> int | None:
        if self.values.get("rule") is None:
            return None
        return self.whole("rule", 1, least=1, most=LARGEST_KEY)

    def order(self) -> int:
        return self.whole("order", 0, least=-LARGEST_ORDER, most=LARGEST_ORDER)

    def one_of(self, key: str, words: tuple[_Word, ...], default: _Word | None) -> _Word:
        value = self.values.get(key, default)
        for word in words:
            if isinstance(value, str) and word == value:
                return word
        raise ValueRefused(_("“{key}” must be one of {words}.").format(key=key, words=", ".join(words)))

    def bound(self, key: str, default: Decimal | None, places: int) -> Decimal | None:
        """A floor or a ceiling: a text, a whole number or a Decimal; None or "" is none."""
        value = self.values.get(key, default)
        if value is None or value == "":
            return None
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST:
            return Decimal(value)
        if (
            isinstance(value, Decimal)
            and value.is_finite()
            and abs(value.adjusted()) <= expressions.MOST_DIGITS
        ):
            value = f"{value:f}"
        if not isinstance(value, str):
            raise ValueRefused(
                _("“{key}” must be a number of at most {most} digits.").format(
                    key=key, most=expressions.MOST_DIGITS
                )
            )
        number = expressions.read_literal(value)
        if (number * 10**places).denominator != 1:
            raise ValueRefused(_("“{key}” has more places than the value keeps.").format(key=key))
        return Decimal(plain_number(number))

    def choices(self) -> tuple[str, ...]:
        value = self.values.get("choices", ())
        if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
            raise ValueRefused(_("“choices” must be a list of texts."))
        if len(value) > MOST_CHOICES:
            raise ValueRefused(_("There can be at most {most} choices.").format(most=MOST_CHOICES))
        choices = tuple(clean_line(each, _("A choice"), NAME_LENGTH) for each in value)
        if not all(choices):
            raise ValueRefused(_("A choice is blank."))
        twice = next((each for place, each in enumerate(choices) if each in choices[:place]), None)
        if twice is not None:
            raise ValueRefused(_("The choice {twice} is there twice.").format(twice=quoted(twice)))
        return choices
