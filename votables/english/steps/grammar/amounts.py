"""Amounts and other values, and the cells that hold them: "half of Ash’s Honey, rounded up, plus 1"."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ..holders import Group, They, Where
from ..templates import Template, template
from ..values import (
    AllVars,
    Before,
    Blank,
    Combined,
    DefaultOf,
    Extreme,
    Get,
    HowMany,
    HowManyItems,
    It,
    Just,
    Limited,
    NameOf,
    OfMany,
    OwnDefault,
    Percent,
    Rounded,
    SameOf,
    ThatOf,
    Together,
    Var,
    together,
)

HAVE: Final = "(has|have|holds|hold|owns|own|possesses|possess|carries|carry)"
_PARTS: Final = (
    ("(half|one half|a half|1 / 2)", Fraction(1, 2)),
    ("(a third|one third|one-third|1 / 3)", Fraction(1, 3)),
    ("(two thirds|two-thirds|2 / 3)", Fraction(2, 3)),
    ("(a quarter|one quarter|one-quarter|a fourth|one fourth|one-fourth|1 / 4)", Fraction(1, 4)),
    ("(three quarters|three-quarters|3 / 4)", Fraction(3, 4)),
    ("(a fifth|one fifth|one-fifth)", Fraction(1, 5)),
    ("(a tenth|one tenth|one-tenth)", Fraction(1, 10)),
)
_TIMES: Final = (("(twice|double|two times|doubled)", 2), ("(thrice|triple|treble)", 3), ("(quadruple)", 4))


def together_built(cells: Any, other: Any) -> Any:
    return together(cells, other)


def _part(share: Fraction) -> Any:
    return lambda term: Combined("*", Just(share), term)


_MANY: Final = (("(sum|total|combined total)", "sum"), ("(average|mean)", "average"), ("(median)", "median"), ("(highest|largest|greatest|maximum|biggest)", "highest"), ("(lowest|smallest|least|minimum)", "lowest"))
RULES: Final[Mapping[str, Sequence[Template]]] = {
    "vars": [
        template("{variables}", lambda variables: (variables,)),
        template("{variables} and [(his|her|their|its|the)] {variables:other}", lambda variables, other: (variables, other)),
        template("{variables} , {vars}", lambda variables, vars: (variables, *vars)),
        template("{variables} , and {variables:other}", lambda variables, other: (variables, other)),
    ],
    "called": [template("{vars} [(value|values|score|total|totals|level|field|amount|entry|count|supply|statistic|stat)]", lambda vars: vars), template("(number|amount|quantity|count|total|stock|supply|value|values|numbers|amounts) of {vars}", lambda vars: vars)],
    "cells": [
        template("{owner} {called}", lambda owner, called: Var(called, owner)),
        template("(the|both the|all the|all|all of the|any) {called} of {who}", lambda called, who: Var(called, who)),
        template("{vars} of {who}", lambda vars, who: Var(vars, who)),
        template("the {called} (held by|owned by|belonging to|possessed by|for|tracked for|in the possession of) {who}", lambda called, who: Var(called, who)),
        template(f"(the|all|all the) {{called}} [that|as|which] {{who}} [currently] {HAVE}", lambda called, who: Var(called, who)),
        template("(all|all of|both|each of|both of) {owner} {called}", lambda owner, called: Var(called, owner)),
        template("the [current] (value|values|score) of {cells}", lambda cells: cells),
        template("(all|every|each) {vars} [(values|totals|scores|amounts)]", lambda vars: Var(vars, Group())),
        template("its {called}", lambda called: Var(called, They("row", True))),
        template("the {called}", lambda called: Var(called, None)),
        template("{vars}", lambda vars: Var(vars, None)),
        template("(it|that value|this value|this number|the result|that number)", lambda: It()),
        template("(them|these values)", lambda: It()),
        template("(all|every one|each) of {owner} (values|tracked values|variables|statistics|stats)", lambda owner: AllVars(owner)),
        template("(all values|every value|everything|each value|every variable|all variables|all the values|all tracked values|every tracked value|all gamestate values) [that is|that are|which is|which are] [publicly] [tracked] (for|of) {who}", lambda who: AllVars(who)),
        template("everything [that is|which is] [publicly] tracked (for|about|of) {who}", lambda who: AllVars(who)),
        template("(all|all of|each of) {owner} (values|tracked values|variables|tracked variables|statistics|stats)", lambda owner: AllVars(owner)),
        template("{owner} (values|tracked values|tracked variables|variables)", lambda owner: AllVars(owner)),
        template("(every|each) [tracked] (value|variable) (of|for) {who} ['s]", lambda who: AllVars(who)),
        template("(all|all the|all of the) [tracked] (values|variables) (of|for) {who} ['s]", lambda who: AllVars(who)),
    ],
    "cellslist": [
        template("{cells}", lambda cells: cells),
        template("[both] {cells} and {cells:other}", together_built),
        template("[both] {cells} and {thatof:other}", together_built),
        template("{who} 's and {cells:other}", lambda who, other: Together((Var(other.names, who), other)) if isinstance(other, Var) else None),
        template("{cells} , {cellslist:other}", together_built),
        template("{cells} , and {cells:other}", together_built),
        template("{thatof}", lambda thatof: thatof),
    ],
    "thatof": [template("(that|those) of {who}", lambda who: ThatOf(who)), template("{who} 's", lambda who: ThatOf(who))],
    "rounding": [
        template("(rounded|rounding) (down|downward|downwards)", lambda: "down"),
        template("(rounded|rounding) (up|upward|upwards)", lambda: "up"),
        template("(rounded|rounding) (towards|toward) (zero|0)", lambda: "zero"),
        template("(rounded|rounding) (off|to the nearest (integer|whole number)|to nearest integer)", lambda: "nearest"),
        template("(rounded|rounding) (down|downwards) [if (necessary|needed)|where (necessary|needed)|as necessary|to the nearest (integer|whole number)|to a whole number|to an integer]", lambda: "down"),
        template("(rounded|rounding) (up|upwards) [if (necessary|needed)|where (necessary|needed)|as necessary|to the nearest (integer|whole number)|to a whole number|to an integer]", lambda: "up"),
        template("(round down|round it down|any fraction is dropped|ignoring fractions|fractions are dropped)", lambda: "down"),
        template("round up", lambda: "up"),
    ],
    "rounded": [template("[,] {rounding} [,]", lambda rounding: rounding), template("[,] < {rounding} >", lambda rounding: rounding), template("[,] < {rounding} >", lambda rounding: rounding)],
    "term": [
        template("{number}", lambda number: Just(number)),
        template("{cells}", lambda cells: Get(cells)),
        *(template(f"{words} [of|as (many|much) as]  {{term}}", _part(share)) for words, share in _PARTS),
        *(template(f"{words} {{term}}", lambda term, share=share: Combined("*", Just(Fraction(share)), term)) for words, share in _TIMES),
        template("{number} (times|x) {term}", lambda number, term: Combined("*", Just(number), term)),
        template("{number} (%|percent|per cent) of {term}", lambda number, term: Percent(Just(number), term)),
        *(template(f"the {words} of {{cellslist}}", lambda cellslist, what=what: OfMany(what, (cellslist,))) for words, what in _MANY),
        *(template(f"the {words} {{numbervar}} (of|among|amongst|held by|across|over) {{who}}", lambda numbervar, who, what=what: OfMany(what, (Var((numbervar,), who),))) for words, what in _MANY),
        *(template(f"the {words} (number|amount) of {{numbervar}} (of|among|amongst|held by|across) {{who}}", lambda numbervar, who, what=what: OfMany(what, (Var((numbervar,), who),))) for words, what in _MANY),
        template("{owner} (total|combined) {numbervar}", lambda owner, numbervar: OfMany("sum", (Var((numbervar,), owner),))),
        template("(the|their) combined {numbervar} of {who}", lambda numbervar, who: OfMany("sum", (Var((numbervar,), who),))),
        template("the sum of {cells} and {cells:other}", lambda cells, other: OfMany("sum", (cells, other))),
        template("the sum of {expr} and {expr:other}", lambda expr, other: Combined("+", expr, other)),
        template("the product of {expr} and {expr:other}", lambda expr, other: Combined("*", expr, other)),
        template("the difference (between|of) {expr} and {expr:other}", lambda expr, other: Combined("gap", expr, other)),
        template("the average of {expr} and {expr:other}", lambda expr, other: Combined("/", Combined("+", expr, other), Just(Fraction(2)))),
        template("the (number|count|total number) of {who}", lambda who: HowMany(who)),
        template("the (number|count|total number) of {kind} {relative}", lambda kind, relative: _where(kind, relative)),
        template("the (number|count|total number) of {kind}", lambda kind: HowMany(kind)),
        template("the (number|count|total number) of (different|distinct) (items|things|entries) (in|on|of) {cells}", lambda cells: HowManyItems(cells, None, True)),
        template("the (number|count|total number) of (items|things|entries) (in|on|of) {cells}", lambda cells: HowManyItems(cells)),
        template("the (number|count|total number) of {items} (in|on) {cells}", lambda items, cells: HowManyItems(cells, items)),
        template("the (size|length) of {cells}", lambda cells: HowManyItems(cells)),
        template("{number} (more|higher|greater) than {term}", lambda number, term: Combined("+", term, Just(number))),
        template("{number} (less|fewer|lower) than {term}", lambda number, term: Combined("-", term, Just(number))),
        template("the (greater|higher|larger|highest|greatest|largest) of {expr} and {expr:other}", lambda expr, other: Limited(expr, other, None)),
        template("the (lesser|lower|smaller|lowest|smallest) of {expr} and {expr:other}", lambda expr, other: Limited(expr, None, other)),
        template("(the same [amount|number]|that amount|that number|that many|that much|as many|as much|this amount|an equal amount|an equal number)", lambda: Before()),
        template("(the same as|equal to|the value of|the current value of|the same value as|the same number as) {term}", lambda term: term),
        template("{who} 's", lambda who: SameOf(who)),
        template("that of {who}", lambda who: SameOf(who)),
        template("(what|whatever) {cells} (is|are)", lambda cells: Get(cells)),
    ],
    "round": [
        template("{term}", lambda term: term),
        template("{term} {rounded}", lambda term, rounded: Rounded(rounded, term)),
        template("{term} divided by {term:by} [{rounded}]", lambda term, by, rounded=None: Rounded(rounded, Combined("/", term, by)) if rounded else Combined("/", term, by)),
        template("{term} / {term:by} [{rounded}]", lambda term, by, rounded=None: Rounded(rounded, Combined("/", term, by)) if rounded else Combined("/", term, by)),
        template("{term} (times|multiplied by|*|x) {term:by} [{rounded}]", lambda term, by, rounded=None: Rounded(rounded, Combined("*", term, by)) if rounded else Combined("*", term, by)),
    ],
    "expr": [
        template("{round}", lambda round: round),
        template("{expr0} (plus|+) {round}", lambda expr0, round: Combined("+", expr0, round)),
        template("{expr0} (minus|-|less) {round}", lambda expr0, round: Combined("-", expr0, round)),
        template("{expr0} , plus {round}", lambda expr0, round: Combined("+", expr0, round)),
        template("{expr0} , (minus|less) {round}", lambda expr0, round: Combined("-", expr0, round)),
        template("{round} added to {round:other}", lambda round, other: Combined("+", round, other)),
        template("{expr0} (plus|+) {round} (plus|+) {round:third}", lambda expr0, round, third: Combined("+", Combined("+", expr0, round), third)),
        template("{expr0} (plus|+) {round} (minus|-|less) {round:third}", lambda expr0, round, third: Combined("-", Combined("+", expr0, round), third)),
        template("{expr0} (minus|-|less) {round} (plus|+) {round:third}", lambda expr0, round, third: Combined("+", Combined("-", expr0, round), third)),
    ],
    "expr0": [template("{round}", lambda round: round)],
    # a value to be set
    "blank": [template("(blank|nobody|no one|nothing|none|empty|the empty list|an empty list|an empty string|no value|no-one|a blank value)", lambda: Blank()), template("(be|being) (blank|empty)", lambda: Blank())],
    "word": [template("{quote}", lambda quote: Just(quote)), template("[the] {choices}", lambda choices: Just(choices)), template("{party}", lambda party: NameOf(party)), template("(yes|true)", lambda: Just(True)), template("(no|false)", lambda: Just(False)), template("{blank}", lambda blank: blank)],
    "itemlist": [template("{anitem}", lambda anitem: (anitem,)), template("{anitem} and {anitem:other}", lambda anitem, other: (anitem, other)), template("{anitem} , {itemlist}", lambda anitem, itemlist: (anitem, *itemlist)), template("{anitem} , and {anitem:other}", lambda anitem, other: (anitem, other))],
    "anitem": [template("[(a|an|the|one|another|a new)] {items}", lambda items: items), template("[(a|an|the|one|another|a new)] {newitem}", lambda newitem: newitem)],
    "value": [
        template("{expr}", lambda expr: expr),
        template("{word}", lambda word: word),
        template("(its|their|the|his|her) (default|defaults) [value|values]", lambda: OwnDefault()),
        template("default", lambda: OwnDefault()),
        template("the default [value] of {cells}", lambda cells: DefaultOf(cells)),
        template("(its|their|the) (maximum|maximum possible) [value]", lambda: Extreme(True)),
        template("(its|their|the) (minimum|minimum possible) [value]", lambda: Extreme(False)),
    ],
}


def _where(kind: Any, relative: Any) -> Any:
    return HowMany(Where(kind, relative))
