"""Conditions and formulas of a law: expressions in CEL, checked before they are trusted.

An expression may use the names it is offered, whole numbers, strings, comparison, logic, arithmetic, `in`,
`size`, and the macros `all` and `exists`. Time stands in it only as `open >= hours.NAME` (from that instant
on) or `open > hours.NAME` (just after it), so that the instants at which something changes by time alone are
known.
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from blognomic.i18n.translation import gettext as _

from . import engine as cel
from .errors import ExpressionError

MAX_LENGTH = 500
MAX_DEPTH = 20
MAX_MACROS = 2
MAX_DIGITS = 9

# Half microseconds: an instant of the game is an even number of them, "just after" it the odd one following.
TICKS_PER_HOUR = 3600 * 10**6 * 2

# A name's value and its samples: the type and range on which expressions are tried before they are accepted.
Value = int | bool | str | list[str] | dict[str, int] | dict[str, bool]
Samples = Mapping[str, Sequence[Value]]

# The same as hashable facts: a list as a frozenset, a table as pairs.
Fact = int | bool | str | frozenset[str] | tuple[tuple[str, bool], ...]
MAX_ANSWERS = 4096

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>'(?:[^'\\\n]|\\['"\\])*'|"(?:[^"\\\n]|\\['"\\])*")
    |(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<op>&&|\|\||[<>=!]=|[-+*/%<>!?:()\[\],.])|(?P<other>\S))""",
    re.VERBOSE,
)
TRACKED = ("values", "voter", "author")  # what the gamestate tracks: of the game, of who votes, of who posts
_MACROS = {"all", "exists"}
_OPERATORS = "_&&_ _||_ !_ -_ _+_ _-_ _*_ _/_ _%_ _<_ _<=_ _>_ _>=_ _==_ _!=_ @in _?_:_ _[_]"
_FUNCTIONS = {"size", "int", "@not_strictly_false", *_OPERATORS.split()}
# What may stand on either side of `open >= hours.NAME`, so that it is a whole operand of the logic around it.
_BEFORE_TIME = {"", "(", "&&", "||", "?", ":", ","}
_AFTER_TIME = {"", ")", "&&", "||", "?", ":", ","}


@dataclass(frozen=True, slots=True)
class HourOfChange:
    """An hour number at which an expression may change: at the instant, or (`strict`) just after it."""

    hours: str
    strict: bool


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked expression: its source for people, the program, the names and the marks of time that it uses."""

    source: str
    program: cel.Program = field(compare=False, repr=False)
    variables: frozenset[str]
    marks: frozenset[HourOfChange] = frozenset()
    order: tuple[str, ...] = field(init=False, compare=False, repr=False)
    answers: dict[tuple[Fact, ...], bool] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", tuple(sorted(self.variables)))

    def holds_for(self, facts: Mapping[str, Fact]) -> bool:
        """Whether the condition is met by these facts, of which it may use some. Answers are remembered."""
        key = tuple([facts[name] for name in self.order])
        answer = self.answers.get(key)
        if answer is None:
            context = cel.Context({name: plain(facts[name]) for name in self.order})
            if len(self.answers) >= MAX_ANSWERS:
                self.answers.clear()
            answer = self.answers[key] = self.holds(context)
        return answer

    def holds(self, context: cel.Context) -> bool:
        """Whether the condition is met. One that cannot be computed (an overflow) is not met."""
        try:
            return self.program.execute(context) is True
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError):
            return False

    def number(self, context: cel.Context) -> int | None:
        """The whole number that the formula gives, or None where it cannot be computed (a value is missing)."""
        try:
            value = self.program.execute(context)
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError):
            return None
        return value if type(value) is int else None


def plain(fact: Fact) -> Value:
    """A fact as an expression takes it."""
    if isinstance(fact, frozenset):
        return sorted(fact)
    return dict(fact) if isinstance(fact, tuple) else fact


@dataclass(frozen=True, slots=True)
class ExpressionToken:
    kind: str
    text: str
    start: int
    end: int


def tokens(source: str) -> list[ExpressionToken]:
    """The expression's tokens. Raises ExpressionError for a character that no expression holds."""
    tokens: list[ExpressionToken] = []
    for match in _TOKEN.finditer(source):
        kind = str(match.lastgroup)
        token = ExpressionToken(kind, match[kind], match.start(kind), match.end(kind))
        if kind == "other":
            raise ExpressionError(_("unexpected {token!r}").format(token=token.text))
        if tokens and tokens[-1].end == token.start and tokens[-1].kind in ("name", "number"):
            if kind in ("string", "name", "number"):
                raise ExpressionError(
                    _("unexpected {token!r} after {other!r}").format(token=token.text, other=tokens[-1].text)
                )
        if token.text == "/" and tokens and tokens[-1].text == "/":
            raise ExpressionError(_("comments are not allowed"))
        tokens.append(token)
    return tokens


def compile_condition(source: str, *, samples: Samples, probe: bool = True) -> Expression:
    """A condition that is true or false. `samples` names what it may use. Raises ExpressionError."""
    return _compile(source, samples=samples, result=bool, divides=False, probe=probe)


def compile_number(source: str, *, samples: Samples, probe: bool = True) -> Expression:
    """A formula for a whole number; it may divide, rounding towards zero. Raises ExpressionError."""
    return _compile(source, samples=samples, result=int, divides=True, probe=probe)


def any_of(expressions: Sequence[Sequence[Expression]]) -> Expression | None:
    """One expression for several ways, each of several conditions that must all be met; None for no way."""
    if not expressions:
        return None
    source = " || ".join("(" + " && ".join(f"({part.source})" for part in way) + ")" for way in expressions)
    parts = [part for way in expressions for part in way]
    return Expression(
        source,
        cel.compile(source),
        frozenset().union(*(part.variables for part in parts)),
        frozenset().union(*(part.marks for part in parts)),
    )


def _compile(source: str, *, samples: Samples, result: type, divides: bool, probe: bool) -> Expression:
    if not source.strip():
        raise ExpressionError(_("the expression is empty"))
    if len(source) > MAX_LENGTH:
        raise ExpressionError(_("the expression is longer than {most} characters").format(most=MAX_LENGTH))
    parts = tokens(source)
    marks = _check_tokens(parts, samples=samples, divides=divides)
    try:
        program = cel.compile(source)
    except (ValueError, RuntimeError) as error:
        raise ExpressionError(_("not an expression: {error}").format(error=_first_line(error))) from None
    for name in program.functions():
        if name not in _FUNCTIONS:
            raise ExpressionError(_("the function {name!r} is not allowed").format(name=name))
    bound = _bound_names(parts)
    for name in sorted(bound & samples.keys()):
        raise ExpressionError(
            _("{name!r} already has a meaning: call the member of the list something else").format(name=name)
        )
    variables = frozenset(program.variables()) - bound
    for name in sorted(variables):
        if name not in samples:
            known = ", ".join(sorted(samples))
            raise ExpressionError(
                _("{name!r} is not known here; known are {known}").format(name=name, known=known)
            )
    expression = Expression(source, program, variables, marks)
    if probe:
        _probe(expression, samples=samples, result=result, may_fail=divides)
    return expression


def _first_line(error: Exception) -> str:
    text = str(error).split("ERROR: ")[-1].split("\n")[0]
    return re.sub(r"^<input>:[0-9]+:([0-9]+): (Syntax error: )?", r"at character \1: ", text)


def _check_tokens(
    parts: list[ExpressionToken], *, samples: Samples, divides: bool
) -> frozenset[HourOfChange]:
    """The marks of time. Raises ExpressionError for what the grammar allows and a law does not."""
    texts = ["", "", *(part.text for part in parts), "", "", "", "", ""]
    marks: set[HourOfChange] = set()
    depth = macros = 0
    for i, part in enumerate(parts, start=2):
        before, after = texts[i - 1], texts[i + 1]
        if part.text in ("(", "["):
            depth += 1
            if depth > MAX_DEPTH:
                raise ExpressionError(_("more than {most} brackets within each other").format(most=MAX_DEPTH))
        elif part.text in (")", "]"):
            depth -= 1
        elif part.kind == "number" and len(part.text) > MAX_DIGITS:
            raise ExpressionError(
                _("the number {number} has more than {most} digits").format(number=part.text, most=MAX_DIGITS)
            )
        elif part.text in ("/", "%") and not divides and not (after.isdigit() and int(after)):
            raise ExpressionError(
                _("a condition can divide only by a number that is written out and not zero")
            )
        elif part.kind == "name" and before == ".":
            if after == "(":
                macros += part.text in _MACROS
                if part.text not in _MACROS | {"size"}:
                    raise ExpressionError(_("the function {name!r} is not allowed").format(name=part.text))
                if macros > MAX_MACROS:
                    raise ExpressionError(_("more than {most} uses of all or exists").format(most=MAX_MACROS))
            elif texts[i - 2] not in ("hours", *TRACKED):
                raise ExpressionError(_("nothing has a part {name!r}").format(name=part.text))
        elif part.text == "open":
            marks.add(_time_atom(texts, i, samples))
        elif part.text == "hours":
            if texts[i - 2] != "open" or before not in (">=", ">"):
                raise ExpressionError(
                    _("`hours` can be used only in `open >= hours.NAME` or `open > hours.NAME`")
                )
        elif part.text == "special":
            _check_special(texts, i, samples)
        elif part.text in TRACKED:
            if after != "." or not texts[i + 2].isidentifier():
                raise ExpressionError(_("`{word}` can be used only as `{word}.NAME`").format(word=part.text))
        elif part.text == "." and not after.isidentifier():
            raise ExpressionError(_("only whole numbers are allowed"))
    return frozenset(marks)


def _time_atom(texts: list[str], i: int, samples: Samples) -> HourOfChange:
    """The mark of `open >= hours.NAME` whose `open` is the token `i`."""
    comparison, hours, dot, name, after = texts[i + 1 : i + 6]
    if (
        comparison not in (">=", ">")
        or (hours, dot) != ("hours", ".")
        or texts[i - 1] not in _BEFORE_TIME
        or after not in _AFTER_TIME
    ):
        raise ExpressionError(_("time can be used only as `open >= hours.NAME` or `open > hours.NAME`"))
    known = samples.get("hours", ({},))[0]
    if not isinstance(known, dict) or name not in known:
        raise ExpressionError(_("there is no number of hours named {name!r}").format(name=name))
    return HourOfChange(name, comparison == ">")


def _check_special(texts: list[str], i: int, samples: Samples) -> None:
    known = samples.get("special", ({},))[0]
    opening, name, closing = texts[i + 1 : i + 4]
    if (opening, closing) != ("[", "]") or name[:1] not in ("'", '"'):
        raise ExpressionError(_("`special` can be used only as `special['NAME']`"))
    if not isinstance(known, dict) or name[1:-1] not in known:
        raise ExpressionError(_("there is no special case {name}").format(name=name))


def _bound_names(parts: list[ExpressionToken]) -> frozenset[str]:
    """The names that `all` and `exists` give to the members of a list."""
    return frozenset(
        parts[i + 2].text
        for i, part in enumerate(parts[:-3])
        if part.text in _MACROS and parts[i + 1].text == "(" and parts[i + 3].text == ","
    )


PROBES = 48


def _probe(expression: Expression, *, samples: Samples, result: type, may_fail: bool) -> None:
    """Try the expression on sample facts: whatever they are, it must give a value of the right type."""
    chance = random.Random(0)  # the same facts on every day
    given = 0
    problem = _("it cannot be computed")
    for _try in range(PROBES):
        facts = {name: chance.choice(samples[name]) for name in sorted(expression.variables)}
        try:
            value = expression.program.execute(cel.Context(facts))
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            problem = _first_line(error)
            if may_fail:
                continue
            raise ExpressionError(_("it cannot be computed: {problem}").format(problem=problem)) from None
        given += 1
        if type(value) is not result:
            complaint = (
                _("it gives {value!r}, not true or false")
                if result is bool
                else _("it gives {value!r}, not a whole number")
            )
            raise ExpressionError(complaint.format(value=value))
    if not given:
        raise ExpressionError(_("it cannot be computed: {problem}").format(problem=problem))
