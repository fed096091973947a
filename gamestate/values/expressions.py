"""The language of formulas: arithmetic over what is tracked, conditions, and questions about players and rows; and
what is typed in a number field, such as +5. Exact, and small.

    formula    = either [ "?" formula ":" formula ]
    either     = both { "||" both }
    both       = comparison { "&&" comparison }
    comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) sum ]
    sum        = product { ("+" | "-") product }
    product    = factor { ("*" | "/" | "//" | "%") factor }
    factor     = { "+" | "-" | "!" } part
    part       = atom { "." name | "." each "(" name "," formula ")" | "[" formula "]" }
    atom       = number | dice | "'" text "'" | true | false | null | name | function "(" … ")" | "(" formula ")"
               | "[" [ formula { "," formula } ] "]"

It is written as the conditions of the law are (see `ruleset.law.expressions`), so that whoever reads one reads the
other. A name by itself is a value of whose formula it is, or of the game; `game`, `me`, `emperor`, the groups
`players`, `everyone` and `idle`, and the key of a table, whose rows are meant, unless something is tracked under it.
`x.gold` is what a player or row has. `players.filter(p, p.gold > 3)` and its like (`nodes.EACH`) ask something of each.

`floor(x)`, `ceil(x)` and `round(x)` (halves away from zero) may say how many places to keep: `floor(x, 1)`. `abs(x)`,
`min(x, y, …)` and `max(x, y, …)` are as everywhere. `sum(name)`, `average(name)`, `lowest(name)`, `highest(name)` and
`count(name)` look at what the other active players have under one name, and over nobody give 0; of a list, at its
members. `size(x)` is how long a list or a text is, `after(x, n)` the row or player n places further, `neighbours(x)`
the rows that one is connected with, `reachable(x, n)` those over n connections at most, `position(x, list)` its place
in a list, and `answers('bids')` the orders of a sealed call. Where `parse` is told that it may be, `revealed(x)` is
worked out of hidden values, too, and `pick(list)` is one of them by chance, `pick(list, n)` n different ones.

There is no power, so that no formula can make a number much longer than itself and the values that it names, and no
loop but over what there is, within an allowance of work (`nodes.Allowance`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, NoReturn

from blognomic.i18n.translation import gettext as _
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import (
    EACH,
    OVER_LISTS,
    AfterNode,
    AnswersNode,
    BothNode,
    CallNode,
    ChoiceNode,
    ComparisonNode,
    DiceNode,
    EachNode,
    EitherNode,
    FormulaFacts,
    FormulaNode,
    FormulaScope,
    Known,
    LiteralNode,
    MemberNode,
    MembersNode,
    NameNode,
    NegativeNode,
    NotNode,
    OldNode,
    OthersNode,
    OverNode,
    PickNode,
    PositionNode,
    PropertyNode,
    ReachNode,
    RevealedNode,
    SignNode,
    SizeNode,
    number_of,
)
from gamestate.values.texts import quoted

LONGEST: Final = 300
MOST_DIGITS: Final = 30
DEEPEST: Final = 30

ROUNDING: Final = frozenset({"floor", "ceil", "round"})
PLAIN: Final = frozenset({"abs", "min", "max"}) | ROUNDING
OVER_OTHERS: Final = frozenset(OVER_LISTS)
FUNCTIONS: Final = PLAIN | OVER_OTHERS
# These are functions only with parentheses after them: something may be tracked under such a key.
BESIDE: Final = frozenset(
    {"size", "after", "neighbours", "reachable", "answers", "revealed", "position", "pick"}
)
# How many things at most stand between the parentheses of some.
MOST_PARTS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("abs", "size", "neighbours"), 1),
    **dict.fromkeys((*ROUNDING, "after", "reachable", "position", "pick"), 2),
}
CONSTANTS: Final[Mapping[str, Known]] = {"true": True, "false": False, "null": None}

_TOKEN = re.compile(
    r"(?P<dice>[0-9]*DICE-?[0-9]+(?![A-Za-z0-9_.]))"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<text>'[^'\n]*'|\"[^\"\n]*\")"
    r"|(?P<sign>&&|\|\||[=!<>]=|//|[-+*/%<>!?:(),.\[\]])|\s+",
    flags=re.ASCII,
)
_LITERAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)", flags=re.ASCII)
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:[,' _][0-9]{3})+(?:\.[0-9]+)?", flags=re.ASCII)
# What keyboards and other programs make of the signs.
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})
_QUOTES = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"'})
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in")


class FormulaToken(NamedTuple):
    """A word, number, text or sign of a formula; `kind` is "" after the end."""

    kind: str
    text: str


_END: Final = FormulaToken("", "")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was understood. `names`: everything that it names, parts of things too, but for names that it
    gives itself; `over_others`: those of them that it asks of the other players; `dice`: what it rolls, in its order.
    `looks_beyond`: it may look at values of others than whose formula it is, and the game; `calls`: the sealed calls at
    whose orders it looks; `reveals`: what it names where it may look at hidden values; `picks`: chance picks in it."""

    text: str
    names: frozenset[str]
    over_others: frozenset[str]
    dice: tuple[str, ...] = ()
    looks_beyond: bool = False
    node: FormulaNode = field(default_factory=lambda: LiteralNode(None), repr=False, compare=False)
    calls: frozenset[str] = frozenset()
    reveals: frozenset[str] = frozenset()
    picks: bool = False

    def run(
        self,
        facts: FormulaFacts,
        *,
        bound: Mapping[str, Known] | None = None,
        dice: Sequence[int] | None = None,
    ) -> Known:
        """What it comes to. `bound` are names that mean something here alone, `dice` what was rolled for `self.dice`.
        Raises ValueRefused where it has no result."""
        return self.node.run(FormulaScope(facts, bound or {}, dice))

    def evaluate(
        self,
        facts: FormulaFacts,
        *,
        bound: Mapping[str, Known] | None = None,
        dice: Sequence[int] | None = None,
    ) -> Fraction:
        """The number that it comes to. Raises ValueRefused, also where it is none."""
        return number_of(self.node, FormulaScope(facts, bound or {}, dice))

    def changed(
        self,
        old: Fraction,
        facts: FormulaFacts,
        *,
        bound: Mapping[str, Known] | None = None,
        dice: Sequence[int] | None = None,
    ) -> Fraction:
        """The number that a change such as "+5" makes of an old one. Raises ValueRefused."""
        return number_of(self.node, FormulaScope(facts, bound or {}, dice, old))


def parse(text: str, *, may_reveal: bool = False) -> Formula:
    """Read a formula, with or without its "=". Raises ValueRefused, for `revealed` and `pick`, too, unless it
    `may_reveal`, as what a move does."""
    reader = _Parser(text.strip().removeprefix("="), may_reveal=may_reveal)
    return reader.whole(text, relative=False)


def parse_change(text: str) -> Formula:
    """Understand a change of the number that is there, such as "+5" or "*2+1". Raises ValueRefused."""
    return _Parser(text).whole(text, relative=True)


def is_formula(typed: str) -> bool:
    """Whether it is computed afresh: "=a+b"."""
    return typed.strip().startswith("=")


def is_relative(typed: str) -> bool:
    """Whether it changes the number that is there: "+5", "-3", "*2", "/2"."""
    return typed.strip().translate(_SIGNS).startswith(("+", "-", "*", "/"))


def read_typed(typed: str) -> Formula | None:
    """The formula of what is typed in a number field: one that begins with "=" or a sign, or that rolls dice; None for
    a number written out. Raises ValueRefused."""
    if is_formula(typed):
        return parse(typed)
    if is_relative(typed):
        return parse_change(typed)
    return parse(typed) if rolls(typed) else None


def rolls(typed: str) -> bool:
    """Whether dice stand in it."""
    return "DICE" in typed and any(match.lastgroup == "dice" for match in _TOKEN.finditer(typed))


def throws(command: str) -> tuple[int, int]:
    """The lowest and the highest that dice such as "3DICE6" can come to."""
    count, _word, sides = command.partition("DICE")
    number, most = int(count or 1), max(0, int(sides))
    return (number if most else 0), number * most


def read_number(
    typed: str, *, old: Fraction | None, facts: FormulaFacts, dice: Sequence[int] | None = None
) -> Fraction:
    """The number that something typed in a number field asks for, before it is rounded.

    "+5", "-3", "*2" and "/2" change `old` (None: there is none, and they are refused), and the rest of what is typed
    is read on: "*2+1" doubles it and adds one. "=…" is a formula, "5" and "5.25" are numbers, "2DICE6 - 2" dice, for
    which `dice` was rolled; a number below zero is written "=-3". Raises ValueRefused.
    """
    formula = read_typed(typed)
    if formula is None:
        return read_literal(typed)
    if not is_relative(typed):
        return formula.evaluate(facts, dice=dice)
    if old is None:
        raise ValueRefused(
            _("There is no number yet for {typed} to change. Write the number.").format(
                typed=quoted(typed.strip())
            )
        )
    return formula.changed(old, facts, dice=dice)


def read_literal(typed: str) -> Fraction:
    """A number written out, which may have a sign: "5", "5.25", "-3". Raises ValueRefused."""
    text = typed.strip().translate(_SIGNS)
    if _LITERAL.fullmatch(text):
        return _number(text)
    if _THOUSANDS.fullmatch(text):
        raise ValueRefused(_("Write {text} without a separator for thousands.").format(text=quoted(text)))
    raise ValueRefused(
        _(
            "{typed} is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a "
            "formula =a+b."
        ).format(typed=quoted(typed.strip()))
    )


class _Parser:
    """Reads one formula, from left to right."""

    def __init__(self, text: str, *, may_reveal: bool = False) -> None:
        if len(text) > LONGEST:
            raise ValueRefused(_("A formula can have at most {most} characters.").format(most=LONGEST))
        self.tokens = formula_tokens(text)
        self.place = 0
        self.depth = 0
        self.bound: list[str] = []
        self.names: set[str] = set()
        self.over_others: set[str] = set()
        self.dice: list[str] = []
        self.calls: set[str] = set()
        self.reveals: set[str] = set()
        self.may_reveal = may_reveal
        self.picks = False
        self.looks_beyond = False

    def whole(self, text: str, *, relative: bool) -> Formula:
        """All of it; `relative`: it begins with a sign, to the left of which stands the old number."""
        if not self.tokens:
            raise ValueRefused(_("The formula is empty."))
        node = self.sums(self.products(OldNode())) if relative else self.formula()
        if self.next == ")":
            raise ValueRefused(_("There is a “)” without a “(” before it."))
        if self.next:
            raise ValueRefused(_("A sign such as + is missing before {sign}.").format(sign=quoted(self.next)))
        return Formula(
            text.strip(),
            frozenset(self.names | self.over_others),
            frozenset(self.over_others),
            tuple(self.dice),
            self.looks_beyond or bool(self.over_others),
            node,
            frozenset(self.calls),
            frozenset(self.reveals),
            self.picks,
        )

    @property
    def token(self) -> FormulaToken:
        return self.tokens[self.place] if self.place < len(self.tokens) else _END

    @property
    def next(self) -> str:
        return self.token.text

    @property
    def after_next(self) -> str:
        return self.tokens[self.place + 1].text if self.place + 1 < len(self.tokens) else ""

    def is_sign(self, *signs: str) -> bool:
        return self.token.kind in ("sign", "name") and self.token.text in signs

    def take(self) -> FormulaToken:
        token = self.token
        self.place += 1
        return token

    def formula(self) -> FormulaNode:
        condition = self.either()
        if not self.is_sign("?"):
            return condition
        self.take()
        one = self.within(self.formula)
        if not self.is_sign(":"):
            raise ValueRefused(_("Write two values after “?”, with “:” between them."))
        self.take()
        return ChoiceNode(condition, one, self.within(self.formula))

    def within(self, inside: Callable[[], FormulaNode]) -> FormulaNode:
        """What stands inside another part."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueRefused(
                _("A formula can have at most {most} parentheses inside each other.").format(most=DEEPEST)
            )
        node = inside()
        self.depth -= 1
        return node

    def either(self) -> FormulaNode:
        node = self.both()
        while self.is_sign("||"):
            self.take()
            node = EitherNode(node, self.both())
        return node

    def both(self) -> FormulaNode:
        node = self.comparison()
        while self.is_sign("&&"):
            self.take()
            node = BothNode(node, self.comparison())
        return node

    def comparison(self) -> FormulaNode:
        node = self.sums(self.products(self.factor()))
        if self.is_sign(*_COMPARISONS):
            sign = self.take().text
            node = ComparisonNode(sign, node, self.sums(self.products(self.factor())))
        return node

    def sums(self, node: FormulaNode) -> FormulaNode:
        while self.is_sign("+", "-"):
            sign = self.take().text
            node = SignNode(sign, node, self.products(self.factor()))
        return node

    def products(self, node: FormulaNode) -> FormulaNode:
        while self.is_sign("*", "/", "//", "%"):
            sign = self.take().text
            node = SignNode(sign, node, self.factor())
        return node

    def factor(self) -> FormulaNode:
        signs: list[str] = []
        while self.is_sign("+", "-", "!"):
            signs.append(self.take().text)
        node = self.part()
        negative = False
        for sign in reversed(signs):
            if sign == "!":
                node, negative = NotNode(NegativeNode(node) if negative else node), False
            else:
                negative ^= sign == "-"
        return NegativeNode(node) if negative else node

    def part(self) -> FormulaNode:
        node = self.atom()
        while self.is_sign(".", "["):
            if self.take().text == "[":
                node = MemberNode(node, self.within(self.formula))
                self.close("]")
                continue
            name = self.take()
            if name.kind != "name":
                raise ValueRefused(_("Write the name of a value after “.”, such as me.gold."))
            if self.is_sign("("):
                node = self.each(node, name.text)
            else:
                self.names.add(name.text)
                self.looks_beyond = True
                node = PropertyNode(node, name.text)
        return node

    def atom(self) -> FormulaNode:
        kind, text = self.take()
        if kind == "sign" and text == "(":
            node = self.within(self.formula)
            self.close(")")
            return node
        if kind == "sign" and text == "[":
            return MembersNode(tuple(self.list_of(self.formula, "]")))
        if kind == "number":
            return LiteralNode(_number(text))
        if kind == "dice":
            self.dice.append(text)
            return DiceNode(text, len(self.dice) - 1)
        if kind == "text":
            return LiteralNode(text[1:-1])
        if kind != "name" or text == "in":
            _missing(text)
        if text in FUNCTIONS or (text in BESIDE and self.is_sign("(")):
            return self.function(text)
        if text in CONSTANTS:
            return LiteralNode(CONSTANTS[text])
        if self.is_sign("("):
            raise ValueRefused(
                _("There is no function {token}; there are {functions}.").format(
                    token=quoted(text), functions=", ".join(sorted(FUNCTIONS | BESIDE))
                )
            )
        if text not in self.bound:
            self.names.add(text)
        return NameNode(text)

    def function(self, function: str) -> FormulaNode:
        if not self.is_sign("("):
            raise ValueRefused(
                _("After {token} there must be parentheses: {token}(…).").format(token=function)
            )
        self.take()
        if function in OVER_OTHERS:
            return self.others(function)
        if function == "answers":
            return self.answers()
        if function == "revealed":
            return self.revealed()
        if self.is_sign(")"):
            _missing(")")
        nodes = tuple(self.list_of(self.formula, ")"))
        most = MOST_PARTS.get(function, LONGEST)
        if len(nodes) > most:
            raise ValueRefused(
                _("There are too many numbers between the parentheses of {function}.").format(
                    function=function
                )
            )
        if function == "size":
            return SizeNode(nodes[0])
        if function == "position":
            if len(nodes) < 2:
                raise ValueRefused(_("position() is of something in a list: position(me, players)."))
            return PositionNode(nodes[0], nodes[1])
        if function == "pick":
            if not self.may_reveal:
                raise ValueRefused(_("Only what a move does picks by chance."))
            self.picks = True
            return PickNode(*nodes)
        if function in ("neighbours", "reachable"):
            self.looks_beyond = True
            steps = LiteralNode(Fraction(1)) if function == "neighbours" else None
            return ReachNode(nodes[0], nodes[1] if len(nodes) == 2 else steps)
        if function == "after":
            self.looks_beyond = True
            return AfterNode(nodes[0], nodes[1] if len(nodes) == 2 else LiteralNode(Fraction(1)))
        return CallNode(function, nodes)

    def answers(self) -> FormulaNode:
        """The orders of a sealed call, whose name is written out, so that it is known which are looked at."""
        call = self.take()
        if call.kind != "text":
            raise ValueRefused(_("Write the name of a call in the parentheses of answers: answers('bids')."))
        self.close(")")
        self.calls.add(call.text[1:-1].strip().lower())
        self.looks_beyond = True
        return AnswersNode(call.text[1:-1].strip().lower())

    def revealed(self) -> FormulaNode:
        """What may look at hidden values, and what it names."""
        if not self.may_reveal:
            raise ValueRefused(_("Only what happens by itself reveals what is hidden, in “Does”."))
        names, over_others = self.names, self.over_others
        self.names, self.over_others = set(), set()
        node = self.within(self.formula)
        self.close(")")
        self.reveals |= self.names | self.over_others
        self.names, self.over_others = self.names | names, self.over_others | over_others
        return RevealedNode(node)

    def others(self, function: str) -> FormulaNode:
        token = self.token
        if self.is_sign(")") or not token.text or token.text in FUNCTIONS:
            raise ValueRefused(
                _("Put one name in the parentheses of {function}: {function}(wealth).").format(
                    function=function
                )
            )
        if token.kind == "name" and self.after_next == ")" and token.text not in CONSTANTS:
            self.take()
            self.take()
            if token.text not in self.bound:
                self.over_others.add(token.text)
            return OthersNode(function, token.text)
        node = self.within(self.formula)
        self.close(")")
        return OverNode(function, node)

    def each(self, of: FormulaNode, what: str) -> FormulaNode:
        """What is asked of each member of a list."""
        if what not in EACH:
            raise ValueRefused(
                _("A list has no {token}(); it has {functions}.").format(
                    token=what, functions=", ".join(sorted(EACH))
                )
            )
        self.take()
        name = self.take()
        if name.kind != "name" or name.text in FUNCTIONS or name.text in CONSTANTS or not self.is_sign(","):
            raise ValueRefused(
                _("{function} gives each member a name: players.{function}(p, p.gold).").format(function=what)
            )
        self.take()
        self.looks_beyond = True
        self.bound.append(name.text)
        inner = self.within(self.formula)
        self.bound.pop()
        self.close(")")
        return EachNode(of, what, name.text, inner)

    def list_of(self, inside: Callable[[], FormulaNode], closing: str) -> list[FormulaNode]:
        nodes: list[FormulaNode] = []
        while not self.is_sign(closing):
            nodes.append(self.within(inside))
            if not self.is_sign(","):
                break
            self.take()
        self.close(closing)
        return nodes

    def close(self, closing: str) -> None:
        """Take what closes a parenthesis or bracket."""
        if self.is_sign(closing):
            self.take()
            return
        if self.next:
            raise ValueRefused(_("A sign such as + is missing before {sign}.").format(sign=quoted(self.next)))
        opening = "(" if closing == ")" else "["
        raise ValueRefused(
            _("There is a “{opening}” without a “{closing}” after it.").format(
                opening=opening, closing=closing
            )
        )


def formula_tokens(text: str) -> list[FormulaToken]:
    """The numbers, names (in lower case), texts and signs of a formula. Raises ValueRefused."""
    text = text.translate(_SIGNS).translate(_QUOTES)
    tokens = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueRefused(_("{sign} means nothing in a formula.").format(sign=quoted(text[place])))
        if match.lastgroup:
            written = match[0]
            tokens.append(
                FormulaToken(match.lastgroup, written.lower() if match.lastgroup == "name" else written)
            )
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
