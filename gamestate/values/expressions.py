"""Arithmetic in a number field: formulas over tracked numbers, and changes such as +5. Exact, and small.

    formula    = term { ("+" | "-") term }
    term       = factor { ("*" | "/") factor }
    factor     = { "+" | "-" } ( number | name | function "(" … ")" | "(" formula ")" )

`floor(x)`, `ceil(x)` and `round(x)` (halves away from zero) may say how many places to keep: `floor(x, 1)`. `abs(x)`,
`min(x, y, …)` and `max(x, y, …)` are as everywhere. `sum(name)`, `average(name)`, `lowest(name)`, `highest(name)` and
`count(name)` look at what the other active players have under one name, and over nobody give 0.

There is no power, so that no formula can make a number much longer than itself and the values that it names.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, NoReturn

from blognomic.i18n.translation import gettext as _
from gamestate.values.errors import ValueRefused
from gamestate.values.texts import quoted

LONGEST: Final = 300
MOST_DIGITS: Final = 30
DEEPEST: Final = 30
MOST_PLACES: Final = 6
MOST_BITS: Final = 60_000

ROUNDING: Final = frozenset({"floor", "ceil", "round"})
PLAIN: Final = frozenset({"abs", "min", "max"}) | ROUNDING
OVER_OTHERS: Final = frozenset({"sum", "average", "lowest", "highest", "count"})
FUNCTIONS: Final = PLAIN | OVER_OTHERS

Value = Callable[[str], Fraction]
Others = Callable[[str], Sequence[Fraction]]

_TOKEN = re.compile(
    r"(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>[-+*/(),])|\s+",
    flags=re.ASCII,
)
_LITERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)", flags=re.ASCII)
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:[,' _][0-9]{3})+(?:\.[0-9]+)?", flags=re.ASCII)
# What keyboards and other programs make of the signs.
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})


class _Step(NamedTuple):
    """One step of a computation on a stack. `what`: number, name, old, others (`text` is the function, `name` what it
    looks at), negate, sign (`text`), or call (`text`, of `arity` numbers)."""

    what: str
    text: str = ""
    name: str = ""
    number: Fraction = Fraction(0)
    arity: int = 0


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was understood. `names`: everything that it names; `over_others`: those of them that it asks of
    the other players."""

    text: str
    names: frozenset[str]
    over_others: frozenset[str]
    _steps: tuple[_Step, ...] = field(repr=False, compare=False)

    def evaluate(self, value: Value, others: Others) -> Fraction:
        """The number. `value` gives the number of a name, `others` those of the other active players; both may raise
        ValueRefused for a name that they do not know. Raises ValueRefused for a division by zero."""
        return _run(self._steps, value, others, None)


def parse(text: str) -> Formula:
    """Understand a formula, with or without its "=". Raises ValueRefused."""
    body = text.strip().removeprefix("=")
    return _formula(text, _Parser(body).whole(relative=False))


def is_formula(typed: str) -> bool:
    """Whether it is computed afresh: "=a+b"."""
    return typed.strip().startswith("=")


def is_relative(typed: str) -> bool:
    """Whether it changes the number that is there: "+5", "-3", "*2", "/2"."""
    return typed.strip().translate(_SIGNS).startswith(("+", "-", "*", "/"))


def read_number(typed: str, *, old: Fraction | None, value: Value, others: Others) -> Fraction:
    """The number that something typed in a number field asks for, before it is rounded.

    "+5", "-3", "*2" and "/2" change `old` (None: there is none, and they are refused), and the rest of what is typed
    is read on: "*2+1" doubles it and adds one. "=…" is a formula, "5" and "5.25" are numbers; a number below zero is
    written "=-3". Raises ValueRefused.
    """
    if is_formula(typed):
        return parse(typed).evaluate(value, others)
    if not is_relative(typed):
        return read_literal(typed)
    steps = _Parser(typed).whole(relative=True)
    if old is None:
        raise ValueRefused(
            _("There is no number yet that {typed} could change: write the number.").format(
                typed=quoted(typed.strip())
            )
        )
    return _run(steps, value, others, old)


def read_literal(typed: str) -> Fraction:
    """A number written out, which may have a sign: "5", "5.25", "-3". Raises ValueRefused."""
    text = typed.strip().translate(_SIGNS)
    if _LITERAL.fullmatch(text):
        return _number(text)
    if _THOUSANDS.fullmatch(text):
        raise ValueRefused(
            _("Write {text} without anything between the thousands.").format(text=quoted(text))
        )
    raise ValueRefused(
        _(
            "{typed} is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a "
            "formula =a+b."
        ).format(typed=quoted(typed.strip()))
    )


class _Parser:
    """Reads one formula, from left to right, into steps."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise ValueRefused(_("A formula can have at most {most} characters.").format(most=LONGEST))
        self.tokens = _tokens(text.translate(_SIGNS))
        self.place = 0
        self.depth = 0
        self.steps: list[_Step] = []

    def whole(self, *, relative: bool) -> tuple[_Step, ...]:
        """All of it; `relative`: it begins with a sign, to the left of which stands the old number."""
        if not self.tokens:
            raise ValueRefused(_("The formula is empty."))
        if relative:
            self.steps.append(_Step("old"))
        self.sums(begun=relative)
        if self.next == ")":
            raise ValueRefused(_("There is a “)” without a “(” before it."))
        if self.next:
            raise ValueRefused(_("A sign such as + is missing before {sign}.").format(sign=quoted(self.next)))
        return tuple(self.steps)

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next
        self.place += 1
        return token

    def sums(self, *, begun: bool = False) -> None:
        self.products(begun=begun)
        while self.next in ("+", "-"):
            sign = self.take()
            self.products()
            self.steps.append(_Step("sign", sign))

    def products(self, *, begun: bool = False) -> None:
        if not begun:
            self.factor()
        while self.next in ("*", "/"):
            sign = self.take()
            self.factor()
            self.steps.append(_Step("sign", sign))

    def factor(self) -> None:
        negative = False
        while self.next in ("+", "-"):
            negative ^= self.take() == "-"
        token = self.take()
        if token == "(":
            self.enclosed(self.sums)
        elif token[:1] in tuple("0123456789."):
            self.steps.append(_Step("number", number=_number(token)))
        elif token in FUNCTIONS:
            self.function(token)
        elif token and token not in "*/),":
            self.name(token)
        else:
            _missing(token)
        if negative:
            self.steps.append(_Step("negate"))

    def name(self, token: str) -> None:
        if self.next == "(":
            raise ValueRefused(
                _("There is no function {token}; there are {functions}.").format(
                    token=quoted(token), functions=", ".join(sorted(FUNCTIONS))
                )
            )
        self.steps.append(_Step("name", name=token))

    def function(self, token: str) -> None:
        if self.take() != "(":
            raise ValueRefused(_("After {token} there must be parentheses: {token}(…).").format(token=token))
        self.enclosed(self.others if token in OVER_OTHERS else self.numbers, token)

    def enclosed(self, inside: Callable[..., None], *more: str) -> None:
        """What stands between parentheses, the first of which has been taken."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueRefused(
                _("A formula can have at most {most} parentheses inside each other.").format(most=DEEPEST)
            )
        inside(*more)
        closing = self.take()
        if closing and closing != ")":
            raise ValueRefused(_("A sign such as + is missing before {sign}.").format(sign=quoted(closing)))
        if not closing:
            raise ValueRefused(_("There is a “(” without a “)” after it."))
        self.depth -= 1

    def others(self, function: str) -> None:
        name = self.take()
        if not (name[:1].isalpha() or name[:1] == "_") or name in FUNCTIONS or self.next != ")":
            raise ValueRefused(
                _("Between the parentheses of {function} stands one name: {function}(wealth).").format(
                    function=function
                )
            )
        self.steps.append(_Step("others", function, name))

    def numbers(self, function: str) -> None:
        self.sums()
        count = 1
        while self.next == ",":
            self.take()
            self.sums()
            count += 1
        if (function == "abs" and count > 1) or (function in ROUNDING and count > 2):
            raise ValueRefused(
                _("There are too many numbers between the parentheses of {function}.").format(
                    function=function
                )
            )
        self.steps.append(_Step("call", function, arity=count))


def _tokens(text: str) -> list[str]:
    """The numbers, names (in lower case) and signs of a formula."""
    tokens = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueRefused(_("{sign} means nothing in a formula.").format(sign=quoted(text[place])))
        if match.lastgroup:
            tokens.append(match[0].lower())
        place = match.end()
    return tokens


def _number(text: str) -> Fraction:
    if any(len(part) > MOST_DIGITS for part in text.lstrip("+-").split(".")):
        raise ValueRefused(
            _("A number can have at most {most} digits before its point, and after it.").format(
                most=MOST_DIGITS
            )
        )
    return Fraction(text)


def _missing(token: str) -> NoReturn:
    if token:
        raise ValueRefused(_("A number or a name is missing before {token}.").format(token=quoted(token)))
    raise ValueRefused(_("A number or a name is missing at the end of the formula."))


def _formula(text: str, steps: tuple[_Step, ...]) -> Formula:
    over_others = frozenset(step.name for step in steps if step.what == "others")
    names = frozenset(step.name for step in steps if step.what == "name")
    return Formula(text.strip(), names | over_others, over_others, steps)


def _run(steps: Sequence[_Step], value: Value, others: Others, old: Fraction | None) -> Fraction:
    stack: list[Fraction] = []
    for step in steps:
        if step.what == "number":
            stack.append(step.number)
        elif step.what == "name":
            stack.append(Fraction(value(step.name)))
        elif step.what == "others":
            stack.append(_OVER_OTHERS[step.text](others(step.name)))
        elif step.what == "negate":
            stack.append(-stack.pop())
        elif step.what == "call":
            numbers = stack[-step.arity :]
            del stack[-step.arity :]
            stack.append(_call(step.text, numbers))
        elif step.what == "sign":
            right = stack.pop()
            stack.append(_combine(step.text, stack.pop(), right))
        elif old is not None:
            stack.append(old)
        if max(stack[-1].numerator.bit_length(), stack[-1].denominator.bit_length()) > MOST_BITS:
            raise ValueRefused(_("The numbers in this formula become too long."))
    return stack.pop()


def _combine(sign: str, left: Fraction, right: Fraction) -> Fraction:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    if right == 0:
        raise ValueRefused(_("This would divide by zero."))
    return left / right


def _call(function: str, numbers: Sequence[Fraction]) -> Fraction:
    if function == "min":
        return min(numbers)
    if function == "max":
        return max(numbers)
    if function == "abs":
        return abs(numbers[0])
    places = numbers[1] if len(numbers) == 2 else Fraction(0)
    if places.denominator != 1 or not 0 <= places <= MOST_PLACES:
        raise ValueRefused(
            _("{function} can keep 0 to {most} places.").format(function=function, most=MOST_PLACES)
        )
    unit = Fraction(1, 10 ** int(places))
    units = numbers[0] / unit
    return unit * _WHOLE[function](units)


def _nearest(number: Fraction) -> int:
    """The nearest whole number; of two, the one further from zero."""
    size = math.floor(abs(number) + Fraction(1, 2))
    return size if number >= 0 else -size


_WHOLE: Final[Mapping[str, Callable[[Fraction], int]]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": _nearest,
}
_OVER_OTHERS: Final[Mapping[str, Callable[[Sequence[Fraction]], Fraction]]] = {
    "sum": lambda numbers: sum(numbers, Fraction(0)),
    "average": lambda numbers: sum(numbers, Fraction(0)) / (len(numbers) or 1),
    "lowest": lambda numbers: min(numbers, default=Fraction(0)),
    "highest": lambda numbers: max(numbers, default=Fraction(0)),
    "count": lambda numbers: Fraction(len(numbers)),
}
