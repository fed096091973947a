"""What may hold of somebody or of the game: "has at least 5 Oil or is Off Duty", "the Sky is Clear"."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ..holders import All, Group, ItsHolder, RowsOf, Where
from ..predicates import (
    Both,
    CellIs,
    Compares,
    EitherOf,
    HasItem,
    Idle,
    IsNamedIn,
    IsOneOf,
    IsYes,
    LiesBetween,
    Not,
    OfThese,
    Parity,
    RowExists,
    SameSaid,
    ThereAre,
)
from ..templates import Template, template
from ..values import Combined, Get, HowMany, HowManyItems, Just, NameOf, OfMany, SameVar, Var

_SIGNS: Final = (
    ("(at least|no less than|no fewer than|not less than|not fewer than|a minimum of)", ">="),
    ("(at most|no more than|not more than|a maximum of|up to|no greater than)", "<="),
    ("(more than|greater than|over|above|higher than|in excess of)", ">"),
    ("(less than|fewer than|below|under|lower than)", "<"),
    ("(exactly|precisely)", "="),
    ("(not exactly|other than)", "!="),
    ("(anything but|something other than)", "!="),
)
_OWN: Final = ItsHolder()
HAS: Final = "(has|have|holds|hold|owns|own|possesses|possess|carries|carry|having|with)"


def _own(name: str) -> Get:
    return Get(Var((name,), _OWN))


def _than(sign: str) -> Any:
    return lambda numbervar, who: Compares(_own(numbervar), sign, Get(Var((numbervar,), who)))


def _other_var(sign: str) -> Any:
    return lambda numbervar, other: Compares(_own(numbervar), sign, _own(other)) if numbervar != other else None


_COMPARED: Final = (("(no more|at most as many|at most as much)", "<="), ("(no fewer|no less)", ">="), ("(more)", ">"), ("(fewer|less)", "<"), ("(as many|as much|the same number of|the same amount of|equal)", "="))
RULES: Final[Mapping[str, Sequence[Template]]] = {
    "sign": [template(words, lambda sign=sign: sign) for words, sign in _SIGNS],
    "bound": [
        template("{sign} {expr}", lambda sign, expr: (sign, expr)),
        template("(equal to|equals) {expr}", lambda expr: ("=", expr)),
        template("{expr} or (more|higher|greater|above|over|better)", lambda expr: (">=", expr)),
        template("{expr} or (less|fewer|lower|below|under)", lambda expr: ("<=", expr)),
        template("(positive)", lambda: (">", Just(Fraction(0)))),
        template("(negative)", lambda: ("<", Just(Fraction(0)))),
    ],
    # what somebody may have
    "having": [
        template("{bound} {numbervar}", lambda bound, numbervar: Compares(_own(numbervar), *bound)),
        template("{bound} of {numbervar}", lambda bound, numbervar: Compares(_own(numbervar), *bound)),
        template("{number} {numbervar}", lambda number, numbervar: Compares(_own(numbervar), "=", Just(number))),
        template("[(a|an|their|his|her|its)] {variables} (of|that is|which is|at|set to|that equals) {bound}", lambda variables, bound: CellIs(Var((variables,), _OWN), bound[1], bound[0])),
        template("[(a|an|their|his|her|its)] {variables} (of|set to|that is|which is|at) {value}", lambda variables, value: CellIs(Var((variables,), _OWN), value)),
        template("[(a|an|the|their|his|her|its)] {variables} {word}", lambda variables, word: CellIs(Var((variables,), _OWN), word)),
        template("[(a|an|their|his|her|its)] {variables} {bound}", lambda variables, bound: CellIs(Var((variables,), _OWN), bound[1], bound[0])),
        template("{bound}", lambda bound: Compares(SameVar(), *bound)),
        template("{number} to {number:other}", lambda number, other: LiesBetween(SameVar(), Just(number), Just(other))),
        template("between {number} and {number:other}", lambda number, other: LiesBetween(SameVar(), Just(number), Just(other))),
        template("{number} to {number:other} {numbervar}", lambda number, other, numbervar: LiesBetween(_own(numbervar), Just(number), Just(other))),
        template("between {expr} and {expr:other} [inclusive] {numbervar}", lambda expr, other, numbervar: LiesBetween(_own(numbervar), expr, other)),
        template("from {expr} to {expr:other} {numbervar}", lambda expr, other, numbervar: LiesBetween(_own(numbervar), expr, other)),
        template("(no|zero) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None)),
        template("(any|some|a|an|at least one|a non-empty|a non-blank|one or more) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None, "!=")),
        template("(an empty|a blank|a blank entry for|nothing in (their|his|her|its)|nothing in|no items in (their|his|her|its)|an empty list for) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None)),
        template("(something|anything|any items|at least one item|any item) in (their|his|her|its) {listvar}", lambda listvar: CellIs(Var((listvar,), _OWN), None, "!=")),
        template("{anitem} (in|on|among) (their|his|her|its) {listvar}", lambda anitem, listvar: HasItem(anitem, Var((listvar,), _OWN))),
        template("(no|no such) {items} (in|on) (their|his|her|its) {listvar}", lambda items, listvar: Not(HasItem(items, Var((listvar,), _OWN)))),
        template("{number} {items} (in|on) (their|his|her|its) {listvar}", lambda number, items, listvar: Compares(HowManyItems(Var((listvar,), _OWN), items), "=", Just(number))),
        template("{bound} (items|item|things) (in|on) (their|his|her|its) {listvar}", lambda bound, listvar: Compares(HowManyItems(Var((listvar,), _OWN)), *bound)),
        template("{bound} {items} (in|on) (their|his|her|its) {listvar}", lambda bound, items, listvar: Compares(HowManyItems(Var((listvar,), _OWN), items), *bound)),
        template("{number} (items|item|things) (in|on) (their|his|her|its) {listvar}", lambda number, listvar: Compares(HowManyItems(Var((listvar,), _OWN)), "=", Just(number))),
        *(template(f"{words} {{numbervar}} (than|as) {{who}} [(does|do|has|have)]", _than(sign)) for words, sign in _COMPARED),
        *(template(f"{words} {{numbervar}} (than|as) {{numbervar:other}}", _other_var(sign)) for words, sign in _COMPARED),
        template("at least as (many|much) {numbervar} as {who} [(does|do|has|have)]", _than(">=")),
        template("(the most|the highest|the largest|the greatest) {numbervar}", lambda numbervar: None),
        template("(a|an) (higher|greater|larger) {numbervar} than {who} [(does|do|has|have)]", _than(">")),
        template("(a|an) (lower|smaller) {numbervar} than {who} [(does|do|has|have)]", _than("<")),
        template("{having1} and {having:other}", lambda having1, other: Both(having1, other)),
        template("{having1} or {having:other}", lambda having1, other: EitherOf(having1, other)),
        template("both {having1} and {having:other}", lambda having1, other: Both(having1, other)),
    ],
    "having1": [
        template("{bound} {numbervar}", lambda bound, numbervar: Compares(_own(numbervar), *bound)),
        template("{number} {numbervar}", lambda number, numbervar: Compares(_own(numbervar), "=", Just(number))),
        template("(no) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None)),
        template("(any|some|a|an) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None, "!=")),
    ],
    "state": [
        template("{adjectives}", lambda adjectives: IsYes(adjectives)),
        template("{choices}", lambda choices: IsYes(choices)),
        template("{quote}", lambda quote: IsYes(quote)),
        template("idle", lambda: Idle()),
        template("active", lambda: Not(Idle())),
        template("{named}", lambda named: IsOneOf(named)),
        template("[either] {state1} or {state:other}", lambda state1, other: EitherOf(state1, other)),
        template("both {state1} and {state:other}", lambda state1, other: Both(state1, other)),
        template("{state1} and {state:other}", lambda state1, other: Both(state1, other)),
        template("neither {state1} nor {state:other}", lambda state1, other: Not(EitherOf(state1, other))),
        template("(a|an|the) {playervar} of (a|an|any|some|at least one|one or more) {tables}", lambda playervar, tables: IsNamedIn(Var((playervar,), RowsOf(tables)))),
        template("{state1} (but|and) not {state:other}", lambda state1, other: Both(state1, Not(other))),
    ],
    "state1": [template("{adjectives}", lambda adjectives: IsYes(adjectives)), template("{choices}", lambda choices: IsYes(choices)), template("idle", lambda: Idle())],
    # predicates, of whoever is the subject
    "says1": [
        template("[currently] (has|have|holds|hold|owns|own|possesses|possess|carries|carry) [currently] {having}", lambda having: having),
        template("(does|do) not [currently] (have|hold|own|possess|carry) {having}", lambda having: Not(having)),
        template("(doesn't|don't) [currently] (have|hold|own|possess|carry) {having}", lambda having: Not(having)),
        template("(has|have) not {having}", lambda having: Not(having)),
        template("(is|are) [currently] {state}", lambda state: state),
        template("(is|are) not [currently] {state}", lambda state: Not(state)),
        template("(isn't|aren't) [currently] {state}", lambda state: Not(state)),
        template("(is|are) [currently] (at|in|on|inside) [the] {choices}", lambda choices: IsYes(choices)),
        template("(is|are) not [currently] (at|in|on|inside) [the] {choices}", lambda choices: Not(IsYes(choices))),
        template("(lacks|lack) (a|an|any) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None)),
        template("(is|are|does|do|has|have|did) not", lambda: Not(SameSaid())),
        template("(isn't|aren't|doesn't|don't|hasn't|haven't)", lambda: Not(SameSaid())),
    ],
    "says": [template("{says1}", lambda says1: says1), template("[either] {says1} [,] or {says:other}", lambda says1, other: EitherOf(says1, other)), template("[both] {says1} [,] (and|but|and also) {says:other}", lambda says1, other: Both(says1, other))],
    "relative": [
        template("[,] (who|which|that) {says}", lambda says: says),
        template("[,] (who|which|that) {says} [,] or (who|which|that) {says:other}", lambda says, other: EitherOf(says, other)),
        template("[,] (who|which|that) {says} [,] (and|but) (who|which|that) {says:other}", lambda says, other: Both(says, other)),
        template("(of which|for which|where) {certain1} (is|are) [the] {playervar}", lambda certain1, playervar: CellIs(Var((playervar,), _OWN), NameOf(certain1))),
        template("[,] whose {variables} {is}", lambda variables, **slots: whose(variables, slots["is"])),
        template("[,] whose {variables} {is} and whose {variables:other} {is:then}", lambda variables, other, then, **slots: Both(whose(variables, slots["is"]), whose(other, then))),
        template("[,] whose {variables} {is} (and|but) who {says}", lambda variables, says, **slots: Both(whose(variables, slots["is"]), says)),
        template("[,] (who|which|that) {says} [,] (and|but) whose {variables} {is}", lambda variables, says, **slots: Both(says, whose(variables, slots["is"]))),
        template("[,] (with|having) {having} [,] (and|but) whose {variables} {is}", lambda variables, having, **slots: Both(having, whose(variables, slots["is"]))),
        template("[,] (who|which|that) {says} [,] or whose {variables} {is} [,]", lambda says, variables, **slots: EitherOf(says, whose(variables, slots["is"]))),
        template("[,] whose {variables} {is} or who {says}", lambda variables, says, **slots: EitherOf(whose(variables, slots["is"]), says)),
        template("[,] (with|having|holding|possessing|owning) {having}", lambda having: having),
        template("[,] without (a|an|any|) {variables}", lambda variables: CellIs(Var((variables,), _OWN), None)),
        template("[,] without {anitem} in (their|his|her|its) {listvar}", lambda anitem, listvar: Not(HasItem(anitem, Var((listvar,), _OWN)))),
        template("[,] whose {listvar} (contains|includes|has) {anitem}", lambda listvar, anitem: HasItem(anitem, Var((listvar,), _OWN))),
        template("[,] whose {listvar} (does not contain|does not include|lacks) {anitem}", lambda listvar, anitem: Not(HasItem(anitem, Var((listvar,), _OWN)))),
        template("[,] (not|who are not|who is not) {adjectives}", lambda adjectives: Not(IsYes(adjectives))),
        template("{adjectives}", lambda adjectives: None),
    ],
    # predicates, of cells
    "is": [
        template("(is|are|equals|equal) [currently] {value}", lambda value: ("=", value)),
        template("(is|are) [currently] {bound}", lambda bound: bound),
        template("(is not|are not|isn't|aren't) [currently] {value}", lambda value: ("!=", value)),
        template("(is not|are not|isn't|aren't) {bound}", lambda bound: ("not", bound)),
        template("(is|are) [currently] [either] {value} or {value:other}", lambda value, other: ("or", (value, other))),
        template("(is|are) neither {value} nor {value:other}", lambda value, other: ("nor", (value, other))),
        template("(exceeds|exceed) {expr}", lambda expr: (">", expr)),
        template("(is|are|lies|lie) [currently] [anywhere] between {expr} and {expr:other} [,] [<] [(inclusive|inclusively|both included|both inclusive)] [>]", lambda expr, other: ("between", (expr, other))),
        template("(is|are|lies|lie) [currently] [anywhere] from {expr} (to|through|up to) {expr:other} [,] [<] [(inclusive|inclusively|both included|both inclusive)] [>]", lambda expr, other: ("between", (expr, other))),
        template("(is|are) [currently] {number} (to|through) {number:other} [,] [<] [(inclusive|inclusively|both included|both inclusive)] [>]", lambda number, other: ("between", (Just(number), Just(other)))),
        template("(is|are) [currently] (blank|empty|nobody|unset|not set)", lambda: ("=", None)),
        template("(is|are) not [currently] (blank|empty|nobody|unset)", lambda: ("!=", None)),
        template("(has|contains) (no items|nothing|no entries)", lambda: ("=", None)),
        template("(is|are) [an] (even|even number)", lambda: ("even", None)),
        template("(is|are) [an] (odd|odd number)", lambda: ("odd", None)),
        template("(is|are) not (even|odd)", lambda: None),
    ],
    "cond1": [
        template("{certain} {says}", lambda certain, says: OfThese(certain, says, "named")),
        template("(any|at least one|a|an|some|one or more) {kind} {says}", lambda kind, says: OfThese(kind, says, "any")),
        template("(any|at least one|a|an|some) {kind} {relative}", lambda kind, relative: None),
        template("(anyone|anybody|someone|somebody) {says}", lambda says: OfThese(Group(), says, "any")),
        template("(everyone|everybody) {says}", lambda says: OfThese(Group(), says, "all")),
        template("[either] {certain1} or {certain1:other} {says}", lambda certain1, other, says: OfThese(All((certain1, other)), says, "any")),
        template("neither {certain1} nor {certain1:other} {says}", lambda certain1, other, says: OfThese(All((certain1, other)), says, "none")),
        template("(the|a) majority of [the] {kind} {says}", lambda kind, says: OfThese(kind, says, "most")),
        template("(more than half|over half|most) of [the] {kind} {says}", lambda kind, says: OfThese(kind, says, "most")),
        template("most {kind} {says}", lambda kind, says: OfThese(kind, says, "most")),
        template("any of the {kind} {says}", lambda kind, says: OfThese(kind, says, "any")),
        template("(no|none of the) {kind} {says}", lambda kind, says: OfThese(kind, says, "none")),
        template("(nobody|no one|noone) {says}", lambda says: OfThese(Group(), says, "none")),
        template("(every|each|all|all the) {kind} {says}", lambda kind, says: OfThese(kind, says, "all")),
        template("not (every|all) [the] {kind} {says}", lambda kind, says: OfThese(kind, says, "not all")),
        template("{bound} [of the] {kind} {says}", lambda bound, kind, says: OfThese(kind, says, bound[0], bound[1])),
        template("{number} {kind} {says}", lambda number, kind, says: OfThese(kind, says, "=", Just(number))),
        template("there (is|are) [currently] (any|a|an|at least one|some) {kind} {relative}", lambda kind, relative: ThereAre(Where(kind, relative))),
        template("there (is|are) [currently] no {kind} {relative}", lambda kind, relative: ThereAre(Where(kind, relative), False)),
        template("there (is|are) [currently] {bound} {kind} {relative}", lambda bound, kind, relative: Compares(HowMany(Where(kind, relative)), *bound)),
        template("there (is|are) [currently] {bound} {kind}", lambda bound, kind: Compares(HowMany(kind), *bound)),
        template("there (is|are) [currently] {number} {kind} {relative}", lambda number, kind, relative: Compares(HowMany(Where(kind, relative)), "=", Just(number))),
        template("there (is|are) [currently] (an|a) {tables} (called|named) {newitem}", lambda tables, newitem: RowExists(tables, newitem)),
        template("there (is|are) [currently] no {tables} (called|named) {newitem}", lambda tables, newitem: Not(RowExists(tables, newitem))),
        template("(there is|there are) [currently] {anitem} in {cells}", lambda anitem, cells: HasItem(anitem, cells)),
        template("(there is|there are) [currently] no {items} in {cells}", lambda items, cells: Not(HasItem(items, cells))),
        template("{cells} {is}", lambda cells, **slots: cells_are(cells, slots["is"])),
        template("{expr} (is|are) {bound}", lambda expr, bound: _numbers(expr, *bound)),
        template("{expr} (is|are) not {bound}", lambda expr, bound: Not(_numbers(expr, *bound))),
        template("{expr} (is|are|equals) {expr:other}", lambda expr, other: _numbers(expr, "=", other)),
        template("{expr} {is}", lambda expr, **slots: number_is(expr, slots["is"]) if slots["is"][0] in ("even", "odd", "between") else None),
        template("{expr} exceeds {expr:other}", lambda expr, other: _numbers(expr, ">", other)),
        template("{cells} (contains|includes|include|contain) {anitem}", lambda cells, anitem: HasItem(anitem, cells)),
        template("{cells} (does not contain|does not include|do not contain|do not include) {anitem}", lambda cells, anitem: Not(HasItem(anitem, cells))),
        template("{anitem} is (in|on) {cells}", lambda anitem, cells: HasItem(anitem, cells)),
        template("{anitem} is not (in|on) {cells}", lambda anitem, cells: Not(HasItem(anitem, cells))),
        template("{who} and {who:other} have the same {variables}", lambda who, other, variables: Compares(Get(Var((variables,), who)), "=", Get(Var((variables,), other)))),
    ],
    "cond": [
        template("{cond1}", lambda cond1: cond1),
        template("[either] {cond1} [,] or [if] {cond:other}", lambda cond1, other: EitherOf(cond1, other)),
        template("[both] {cond1} [,] (and|but) [if] {cond:other}", lambda cond1, other: Both(cond1, other)),
        template("it is not the case that {cond}", lambda cond: Not(cond)),
        template("it is the case that {cond}", lambda cond: cond),
    ],
}


def whose(name: str, comparison: tuple[str, Any]) -> Any:
    return cells_are(Var((name,), _OWN), comparison)


def cells_are(cells: Any, comparison: tuple[str, Any]) -> Any:
    """What must hold of cells for a comparison to be true of them."""
    sign, value = comparison
    if sign == "or":
        return EitherOf(CellIs(cells, value[0]), CellIs(cells, value[1]))
    if sign == "nor":
        return Not(EitherOf(CellIs(cells, value[0]), CellIs(cells, value[1])))
    if sign == "between":
        return Both(CellIs(cells, value[0], ">="), CellIs(cells, value[1], "<="))
    if sign == "not":
        return Not(CellIs(cells, value[1], value[0]))
    if sign in ("even", "odd"):
        return Parity(Get(cells), sign == "odd")
    return CellIs(cells, value, sign)


def number_is(expr: Any, comparison: tuple[str, Any]) -> Any:
    """What must hold of a number that is worked out; None where it is no such number, or no such comparison."""
    sign, value = comparison
    if not isinstance(expr, Combined | OfMany | HowMany | HowManyItems):
        return None
    if sign in ("even", "odd"):
        return Parity(expr, sign == "odd")
    if sign == "between":
        return LiesBetween(expr, *value)
    return Compares(expr, sign, value) if sign in ("=", "!=", "<", "<=", ">", ">=") and value is not None else None


def _numbers(expr: Any, sign: str, other: Any) -> Any:
    return Compares(expr, sign, other) if isinstance(expr, Combined | OfMany | HowMany | HowManyItems) else None
