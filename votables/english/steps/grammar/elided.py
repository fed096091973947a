"""What a sentence does not say twice: "Ada gains 2 Flour and Bo 3", "set Ada’s Flour to 1 and Bo’s to 2", "as does Cy";
two-way steps; and items whose list has no name because somebody has only one."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ..combining import AtOnce, ForEach, If, InOrder
from ..deeds import NO_LIMITS, BecomeChoice, ChangeAmount, Deed, HeldWithin
from ..holders import All, Except, Group, ItsHolder, Most, Others, PlayerIn, They, TwoNamed, Where
from ..listing import AddItems, AddRow, AddRowInOrder, MoveItems, OnlyList, RemoveItem, ReplaceItem
from ..predicates import CellIs, HasItem, IsYes, OfThese, SameSaid
from ..templates import Template, template
from ..values import ELIDED, Combined, Get, HowManyItems, Just, NameOf, NoneOf, Rounded, Var
from .holders import EACH
from .stating import whose
from .value_changes import DECREASE, GAINS, INCREASE, LOSES, quantities, transfers
from .whole import WAS, PredicateBuilt, with_part

_OFF: Final = "(is no longer|are no longer|no longer is|no longer are|ceases to be|cease to be|stops being|is not|are not|is not any more)"
_ON: Final = "(is|are|becomes|become|now is|now are|is now|are now|is instead|does|do|now does)"
_MULTIPLE: Final = "(a|the next|the nearest|the next lower|the next higher|the nearest lower|the nearest higher|the previous)"


def _yes(who: Any, name: str, yes: bool) -> ChangeAmount:
    return ChangeAmount(Var((name,), who), "set", Just(yes))


def _chain(cells: Any, how: str, by: Any, rest: Sequence[tuple[Any, Any]]) -> Deed | None:
    """One change of each of several; where only an owner is named, it is of the same variables as the one before."""
    changes = [ChangeAmount(cells, how, by)]
    for other, value in rest:
        if isinstance(other, Others):
            other = Except(other.of, All(tuple(each.of.who for each in changes if isinstance(each.of, Var) and each.of.who is not None)))
        if not isinstance(other, Var):
            if not isinstance(changes[-1].of, Var):
                return None
            other = Var(changes[-1].of.names, other)
        changes.append(ChangeAmount(other, how, value))
    return AtOnce(tuple(changes))


def _amounts(who: Any, how: str, by: Any, name: str, rest: Sequence[tuple[Any, Any, str | None]]) -> Deed:
    """ "Ada is set to 1 Flour, Bo to 2 Flour and everybody else to 3 Flour"."""
    deeds, meant = [ChangeAmount(Var((name,), who), how, by)], [who]
    for whom, value, other in rest:
        holders = Except(whom.of, All(tuple(meant))) if isinstance(whom, Others) else whom
        deeds.append(ChangeAmount(Var((other or name,), holders), how, value))
        meant.append(holders)
    return AtOnce(tuple(deeds))


def _likewise(deed: Any, cells: Any) -> Deed | None:
    return InOrder((deed, replace(deed, of=cells))) if isinstance(deed, ChangeAmount) else None


def _both_do(who: Any, acts: Any, others: Sequence[Any]) -> Deed | None:
    deeds = [with_part(one, acts) for one in (who, *others)]
    return InOrder(tuple(deeds)) if None not in deeds else None


def _by_state(who: Any, acts: Any, state: Any, other: Any) -> Deed | None:
    then, otherwise = with_part(They(), acts), with_part(They(), other)
    if then is None or otherwise is None:
        return None
    return ForEach(who, If(OfThese(They(), state), then, otherwise))


def _stopping(deed: Any, expr: Any) -> Deed | None:
    """ "…, stopping at 0": the least where it takes away, the most where it adds."""
    if not isinstance(deed, ChangeAmount) or deed.limits != NO_LIMITS or deed.how not in ("add", "take"):
        return None
    return replace(deed, limits=HeldWithin("", expr) if deed.how == "take" else HeldWithin("", None, expr))


def _gain_item(who: Any, items: Any) -> Deed:
    return AddItems(OnlyList(who), items)


def _lose_item(who: Any, item: str, count: int | None) -> Deed:
    return RemoveItem(OnlyList(who), item, count)


def _gain_back(who: Any, names: Any, value: Any) -> Deed:
    return ChangeAmount(Var(names, who), "set", value)


def _without(most: Any, but: Any) -> Any:
    return replace(most, of=Except(most.of, but)) if isinstance(most, Most) else None


def _elided(somes: Sequence[tuple[str, Any]]) -> bool:
    return any(name == ELIDED for name, _by in somes)


RULES: Final[Mapping[str, Sequence[Template]]] = {
    # amounts of what was changed just before
    "some": [
        template("{number} [more]", lambda number: (ELIDED, Just(number))),
        template("{expr} {numbervar} [for] (each time|per) {counted}", lambda expr, numbervar, counted: (numbervar, Combined("*", expr, counted))),
    ],
    "amountround": [template("[,] [<] (rounding|rounded) (up|upwards) the (loss|gain|amount|share|cut|payment|fine|sum|number) [>]", lambda: "up"), template("[,] [<] (rounding|rounded) (down|downwards) the (loss|gain|amount|share|cut|payment|fine|sum|number) [>]", lambda: "down")],
    "counted": [template("{listvar} [that|which] [(they|he|she|it|that {noun}) (have|has|hold|holds|own|owns)]", lambda listvar, noun=None: HowManyItems(Var((listvar,), They()))), template("{listvar} of (theirs|his|hers|its)", lambda listvar: HowManyItems(Var((listvar,), They())))],
    "named": [template("the former", lambda: TwoNamed(0)), template("the latter", lambda: TwoNamed(1))],
    "pronoun": [template("(each of these|both of these|these two|all of these|all three|all three of them|each of the two)", lambda: They())],
    "party": [template("{topmost} {exclusion}", lambda topmost, exclusion: _without(topmost, exclusion))],
    "exclusion": [template("[,] [<] {but} (excluded|excepted|aside|apart|not included|not counted) [>] [,]", lambda but: but), template("[,] [<] (leaving out|ignoring|disregarding|leaving aside|discounting) {but} [>] [,]", lambda but: but)],
    "owner": [template("{named} 's and {named:other} 's", lambda named, other: _pair(named, other))],
    "cells": [
        template("the {called} (in|at|on|inside) {row}", lambda called, row: Var(called, row)),
        template("(everyone|everybody) 's [own|current] {called}", lambda called: Var(called, Group())),
        template("what {who} (has|have) of {vars}", lambda who, vars: Var(vars, who)),
    ],
    "value": [template("{expr} , divided by {term} [and|,] {rounding}", lambda expr, term, rounding: Rounded(rounding, Combined("/", expr, term)))],
    "limit": [
        template("[,] (but|though|yet) (nobody|no one|no-one|none of them|nobody 's|no one 's|no {noun}) (rises|goes|climbs|gets|ends up|grows|may rise|may go|can go|shall go|may exceed) [to] (above|over|beyond|higher than|past|more than|) {expr}", lambda expr, noun=None: HeldWithin("", None, expr)),
        template("[,] (but|though|yet) (nobody|no one|no-one|none of them|nobody 's|no one 's|no {noun}) (falls|goes|drops|sinks|gets|ends up|may fall|may go|can go|shall go) [to] (below|under|lower than|less than) {expr}", lambda expr, noun=None: HeldWithin("", expr)),
        template("[,] [<] (up|but only up|but not beyond) (to|) [a] (limit|ceiling|cap) of {expr} [>]", lambda expr: HeldWithin("", None, expr)),
        template("[,] [<] (with|down to) a (floor|lower limit) of {expr} [>]", lambda expr: HeldWithin("", expr)),
        template("[,] [<] (with|up to) a (ceiling|cap|upper limit) of {expr} [>]", lambda expr: HeldWithin("", None, expr)),
    ],
    "bound": [template("{number} or more [of them]", lambda number: (">=", Just(number)))],
    # one value after another
    "toeach": [template("[that of] {who} ['s] to {value}", lambda who, value: None if isinstance(who, PlayerIn) else (who, value)), template("{cells} to {value}", lambda cells, value: (cells, value) if isinstance(cells, Var) and cells.names != (ELIDED,) else None)],
    "toeaches": [template("[,] [and] {toeach}", lambda toeach: (toeach,)), template(", {toeach} {toeaches}", lambda toeach, toeaches: (toeach, *toeaches))],
    "byeach": [template("[that of] {who} ['s] by {expr}", lambda who, expr: (who, expr)), template("{cells} by {expr}", lambda cells, expr: (cells, expr) if isinstance(cells, Var) else None)],
    "byeaches": [template("[,] [and] {byeach}", lambda byeach: (byeach,)), template(", {byeach} {byeaches}", lambda byeach, byeaches: (byeach, *byeaches))],
    "amounteach": [template("{who} to {expr} [{numbervar}]", lambda who, expr, numbervar=None: (who, expr, numbervar))],
    "amounteaches": [template("[,] [and] {amounteach}", lambda amounteach: (amounteach,)), template(", {amounteach} {amounteaches}", lambda amounteach, amounteaches: (amounteach, *amounteaches))],
    "order": [
        template("(set|reset|change|make|put|raise|lower|reduce|increase) {cells} to {value} {toeaches}", lambda cells, value, toeaches: _chain(cells, "set", value, toeaches)),
        template(f"{INCREASE} {{cells}} by {{expr}} {{byeaches}}", lambda cells, expr, byeaches: _chain(cells, "add", expr, byeaches)),
        template(f"{DECREASE} {{cells}} by {{expr}} {{byeaches}}", lambda cells, expr, byeaches: _chain(cells, "take", expr, byeaches)),
        template("(set|change|put) {who} to {expr} {numbervar}", lambda who, expr, numbervar: ChangeAmount(Var((numbervar,), who), "set", expr)),
        template("(set|change|put) {who} to {expr} {numbervar} {amounteaches}", lambda who, expr, numbervar, amounteaches: _amounts(who, "set", expr, numbervar, amounteaches)),
        template("(let|have) {who} {acts}", lambda who, acts: with_part(who, acts)),
        template("(make|appoint|name|install) {certain1} as [the] [new] {playervar} of {who}", lambda certain1, playervar, who: ChangeAmount(Var((playervar,), who), "set", _name(certain1))),
    ],
    "act": [
        template("(is|are|be|gets|get) set to {expr} {numbervar}", lambda expr, numbervar: PredicateBuilt(_gain_back, (numbervar,), expr)),
        template(f"[(each|both)] {GAINS} {{knownitems}} [(each|apiece)]", lambda knownitems: PredicateBuilt(_gain_item, knownitems)),
        template(f"[(each|both)] {LOSES} {{taken}} [(each|apiece)]", lambda taken: PredicateBuilt(_lose_item, *taken)),
        template("(gives|give|pays|pay|hands|hand|sends|send|transfers|transfer) {who} {somes} (each|apiece)", lambda who, somes: PredicateBuilt(_gives, who, somes)),
        template("(takes over as|take over as|is appointed as|is installed as|serves as|is elected|is chosen as|is declared|steps in as|becomes) [the] [new] {playervar} of {who}", lambda playervar, who: PredicateBuilt(_holds, playervar, who)),
        template(f"(becomes|become|is made|is appointed|takes over as|is now) [the] [new] {{playervar}} of {EACH} {{kind}} (that|which|who) (has none|has no {{playervar:again}}|lacks one|does not have one|has nobody)", lambda playervar, kind, again=None: PredicateBuilt(_holds, playervar, Where(kind, CellIs(Var((playervar,), ItsHolder()), None))) if again in (None, playervar) else None),
        template("(takes over as|is appointed as|is installed as|serves as|is elected|is chosen as|is declared|steps in as) {who} 's [new] {playervar}", lambda playervar, who: PredicateBuilt(_holds, playervar, who)),
        template("(takes over as|is appointed as|is installed as|serves as|is elected|is chosen as|is declared|steps in as) [the] [new] {playervar}", lambda playervar: PredicateBuilt(_holds, playervar, None)),
    ],
    "listing": [
        template("(strip|deprive|relieve|rob|divest) {who} of {taken} (in|from|on|among) (their|his|her|its) {listvar}", lambda who, taken, listvar: RemoveItem(Var((listvar,), who), *taken)),
        template("(everything|all|all items|all the items|every item|all of the items) (in|on|of) {cells} (is|are) [all] (moved|transferred|put|given|added) (to|into|onto) {cells:other}", lambda cells, other: MoveItems(cells, other) if cells != other else None),
        template("(move|transfer|put|add) (everything|all|all items|all the items|every item) (in|on|from|of) {cells} (to|into|onto) {cells:other}", lambda cells, other: MoveItems(cells, other) if cells != other else None),
        template("{taken} (is|are) (taken|removed|moved|transferred) (from|out of) {cells} and (added to|put into|put in|placed in|given to|goes to|moved to|put on) {cells:other}", lambda taken, cells, other: _carried(taken, cells, other)),
        template("(take|remove) {taken} (from|out of) {cells} and (add|put|place|move) it (to|into|in|on|onto) {cells:other}", lambda taken, cells, other: _carried(taken, cells, other)),
        template("{taken} (is|are) moved from {cells} to {cells:other}", lambda taken, cells, other: _carried(taken, cells, other)),
        template("(wherever|whenever|everywhere that|where) (a|an|any|the) {items} (is|stands|appears|occurs) (in|on) {cells} [,] (it (turns into|becomes|is replaced by|is replaced with|is changed to|changes into)|replace it (with|by)|change it (to|into)) {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem)),
        template("(give|grant|award|hand) {who} {knownitems} [(each|apiece)]", lambda who, knownitems: AddItems(OnlyList(who), knownitems)),
        template("(give|grant|award|hand) {knownitems} to [(each of|both|all)] {who}", lambda who, knownitems: AddItems(OnlyList(who), knownitems)),
    ],
    "knownitem": [template("(a|an|one|another|the) {items}", lambda items: items)],
    "knownitems": [template("{knownitem}", lambda knownitem: (knownitem,)), template("{knownitem} [,] and {knownitem:other}", lambda knownitem, other: (knownitem, other)), template("{knownitem} , {knownitems}", lambda knownitem, knownitems: (knownitem, *knownitems))],
    # rows
    "rowing": [
        template("(create|add|build|insert|append) [(a|an|one)] [new] [row] [(to|in)] [the] [(table of|list of)] {tables} [table] : (its|the) name is {newname} [,] [and] {itscells}", lambda tables, newname, itscells: _row(tables, newname, itscells)),
        template("(add|create|insert|append) [(a|one)] [new] row with the values {ordered} to [the] [(table of|list of)] {tables} [table]", lambda ordered, tables: AddRowInOrder(tables, ordered)),
        template("(add|create|insert|append) [(a|one)] [new] row to [the] [(table of|list of)] {tables} [table] [,] with the values {ordered}", lambda ordered, tables: AddRowInOrder(tables, ordered)),
        template("(a|an) [new] {tables} [,] {newname} [,] is (created|added|built|opened|founded|established) {withcells}", lambda tables, newname, withcells: _row(tables, newname, withcells)),
    ],
    "ordered": [template("{value} , {value:other}", lambda value, other: (value, other)), template("{value} and {value:other}", lambda value, other: (value, other)), template("{value} , and {value:other}", lambda value, other: (value, other)), template("{value} , {ordered}", lambda value, ordered: (value, *ordered))],
    "itscell": [template("(its|the) {variables} (is|shall be|being) {value}", lambda variables, value: (variables, value)), template("(its|the) {variables} (is|shall be|being) {newitem}", lambda variables, newitem: (variables, Just(newitem)))],
    "itscells": [template("[,] [and] {itscell}", lambda itscell: (itscell,)), template("{itscell} [,] [and] {itscells}", lambda itscell, itscells: (itscell, *itscells)), template("", lambda: ())],
    "setting": [
        template("no {kind} (has|have|keeps|keep) (a|an|any) {variables} (any longer|any more|anymore|now)", lambda kind, variables: ChangeAmount(Var((variables,), kind), "set", NoneOf())),
        template("no {kind} [any] longer (has|have) (a|an|any) {variables}", lambda kind, variables: ChangeAmount(Var((variables,), kind), "set", NoneOf())),
    ],
    "clause": [
        # two ways at once
        template("{who} (trades|trade|swaps|exchanges|gives|give|pays|pay|hands|sells) {somes} (with|to) {who:other} [,] (for|in return for|in exchange for|against|and gets in return|and receives in return|and receives) {somes:back} [(in return|back|in exchange)]", lambda who, other, somes, back: _trade(who, other, somes, back)),
        template("{who} (gives|give|pays|pay|hands) {who:other} {somes} [,] (for|in return for|in exchange for|against) {somes:back}", lambda who, other, somes, back: _trade(who, other, somes, back)),
        template("{who} (gives|give|pays|pay|hands) {who:other} {somes} [,] (and|who) (gets|receives|gives|pays|hands) [(him|her|them)] {somes:back} (in return|back|in exchange)", lambda who, other, somes, back: _trade(who, other, somes, back)),
        # what was said of one is so of another
        template(f"{{who}} {_OFF} {{yesvar}} [,|;] [(and|but|while|whereas)] {{who:other}} {_ON} [(instead|now)]", lambda who, yesvar, other: AtOnce((_yes(who, yesvar, False), _yes(other, yesvar, True)))),
        template(f"{{who}} (becomes|become|is now|are now|is made|now is) {{yesvar}} [,|;] [(and|but|while|whereas)] {{who:other}} {_OFF} [so|that] [(any more|any longer)]", lambda who, yesvar, other: AtOnce((_yes(who, yesvar, True), _yes(other, yesvar, False)))),
        template("{who} (becomes|become|is now|are now|is made|now is) {yesvar} [,|;] [(and|but|while|whereas)] {who:other} (no longer is|no longer are|is no longer|are no longer|is not any more)", lambda who, yesvar, other: AtOnce((_yes(who, yesvar, True), _yes(other, yesvar, False)))),
        template("{who} {acts} [,|;|.] (as|so|and so|and likewise) (does|do|is|are|has|have|will|shall) {who:other}", lambda who, acts, other: _both_do(who, acts, (other,))),
        template("{who} {acts} [,] (and|as) {who:other} (does|do|is|are) (too|likewise|as well|the same)", lambda who, acts, other: _both_do(who, acts, (other,))),
        # each by its own case
        template("{who} [,|:] {acts} [,] if {instate} [,|;|.] (otherwise|else|if not|or else) [,] [(they|he|she|it)] {acts:other}", lambda who, acts, instate, other: _by_state(who, acts, instate, other)),
        template(f"{EACH} {{kind}} whose {{variables}} {{is}} (has|have|gets|get) it (set|reset|raised|lowered|reduced|increased|changed) [(up|down)] to {{value}}", lambda kind, variables, value, **slots: _theirs(kind, variables, slots["is"], value)),
        template(f"{{cellslist}} {WAS} (lowered|reduced|brought down|rounded down|dropped|decreased) to {_MULTIPLE} multiple of {{expr}} [below it] {{unlessso}}", lambda cellslist, expr, unlessso: ChangeAmount(cellslist, "round-down", expr) if unlessso in (1, expr) else None),
        template(f"{{cellslist}} {WAS} (raised|increased|brought up|rounded up|lifted) to {_MULTIPLE} multiple of {{expr}} [above it] {{unlessso}}", lambda cellslist, expr, unlessso: ChangeAmount(cellslist, "round-up", expr) if unlessso in (1, expr) else None),
        template("{cellslist} (becomes|become) the (next|nearest) lower multiple of {expr} {unlessso}", lambda cellslist, expr, unlessso: ChangeAmount(cellslist, "round-down", expr) if unlessso in (1, expr) else None),
        template("{cellslist} (becomes|become) the (next|nearest) higher multiple of {expr} {unlessso}", lambda cellslist, expr, unlessso: ChangeAmount(cellslist, "round-up", expr) if unlessso in (1, expr) else None),
        template("if (a|an|any) {kind} 's {variables} {is} [,] (it becomes|it is set to|it is raised to|it is lowered to|it is reduced to|it is increased to|set it to|raise it to|reduce it to|lower it to|change it to) {value}", lambda kind, variables, value, **slots: _theirs(kind, variables, slots["is"], value)),
        template("{cells} (becomes|become|is|are|is set to|are set to|is now) {value} {toeaches}", lambda cells, value, toeaches: _chain(cells, "set", value, toeaches)),
        template("{who} (is|are|be) set to {expr} {numbervar} {amounteaches}", lambda who, expr, numbervar, amounteaches: _amounts(who, "set", expr, numbervar, amounteaches)),
        template(f"for (each|every) {{counting}} [that] {{who}} (has|have|owns|own|holds|hold) [,] [(they|he|she|it|that {{noun}})] {GAINS} {{somes}}", lambda counting, who, somes, noun=None: None if _elided(somes) else quantities(who, tuple((name, Combined("*", by, counting)) for name, by in somes), "add")),
        template(f"for (each|every) {{counting}} [that] {{who}} (has|have|owns|own|holds|hold) [,] [(they|he|she|it|that {{noun}})] {LOSES} {{somes}}", lambda counting, who, somes, noun=None: None if _elided(somes) else quantities(who, tuple((name, Combined("*", by, counting)) for name, by in somes), "take")),
        template(f"for (each|every) {{counting}} [that] (a|an|any) {{kind}} (has|owns|holds) [,] (they|he|she|it|that {{noun}}) {GAINS} {{somes}}", lambda counting, kind, somes, noun=None: None if _elided(somes) else quantities(kind, tuple((name, Combined("*", by, counting)) for name, by in somes), "add")),
        template(f"for (each|every) {{counting}} [that] (a|an|any) {{kind}} (has|owns|holds) [,] (they|he|she|it|that {{noun}}) {LOSES} {{somes}}", lambda counting, kind, somes, noun=None: None if _elided(somes) else quantities(kind, tuple((name, Combined("*", by, counting)) for name, by in somes), "take")),
        template("{cellslist} (is|are) (henceforth|from now on|from here on) {value}", lambda cellslist, value: ChangeAmount(cellslist, "set", value)),
        template("(move|send|put|transfer|relocate|teleport) {who} [back] (to|into) [the] {choices} [(one|{variables})]", lambda who, choices, variables=None: BecomeChoice(who, choices)),
        template(f"{{who}} {WAS} (moved|sent|transferred|relocated|teleported) [back] (to|into) [the] {{choices}} [(one|{{variables}})]", lambda who, choices, variables=None: BecomeChoice(who, choices)),
        template("{who} (moves|move|goes|go|returns|return) [back] (to|into) [the] {choices} [(one|{variables})]", lambda who, choices, variables=None: BecomeChoice(who, choices)),
        template("(bar|barring|excepting|save|save for|but for|with the exception of|except for|apart from|excluding|other than|aside from) {named} and {named:other} , {group} {acts}", lambda named, other, group, acts: with_part(Except(group, All((named, other))), acts)),
        template(f"{{unit}} who (has|have) (a|an) {{items}} (in|on|among) (their|his|her|its) {{listvar}} {LOSES} it", lambda unit, items, listvar: RemoveItem(Var((listvar,), Where(unit, HasItem(items, Var((listvar,), ItsHolder())))), items, 1)),
        template(f"{EACH} {{kind}} (who|that|which) (has|have) (a|an) {{items}} (in|on|among) (their|his|her|its) {{listvar}} {LOSES} it", lambda kind, items, listvar: RemoveItem(Var((listvar,), Where(kind, HasItem(items, Var((listvar,), ItsHolder())))), items, 1)),
        template(f"(everyone|everybody|anyone|anybody) (who|that) has (a|an) {{items}} (in|on|among) their {{listvar}} {LOSES} it", lambda items, listvar: RemoveItem(Var((listvar,), Where(Group(), HasItem(items, Var((listvar,), ItsHolder())))), items, 1)),
        template(f"for (each|every) {{counting}} (that|which|) (they|he|she|it) (has|have|owns|own|holds|hold) [,] {{who}} {GAINS} {{somes}}", lambda counting, who, somes: None if _elided(somes) else quantities(who, tuple((name, Combined("*", by, counting)) for name, by in somes), "add")),
    ],
    "counting": [template("{numbervar}", lambda numbervar: Get(Var((numbervar,), They()))), template("{listvar}", lambda listvar: HowManyItems(Var((listvar,), They()))), template("[item|thing] in (their|his|her|its) {listvar}", lambda listvar: HowManyItems(Var((listvar,), They())))],
    "relative": [template("[,] (in|at|on|inside) [the] {choices} [{variables}]", lambda choices, variables=None: IsYes(choices))],
    "instate": [template("[(they are|he is|she is|it is)] [currently] {state}", lambda state: state), template("(they|he|she|it) {says}", lambda says: says)],
    "unlessso": [template("{ifneeded}", lambda ifneeded: 1), template("[,] unless (it|that|each|any) (is already|already is|is) a multiple of {expr} [already]", lambda expr: expr), template("[,] unless (it|that) (is already|already is) (one|such a multiple)", lambda: 1)],
    "ifneeded": [template("[,] unless (it is already one|it already is one|it is one|they already are|it already is)", lambda: 1)],
    # conditions
    "cond1": [
        template("(anyone|anybody|someone|somebody|any {noun}|at least one {noun}|one) (is|does|has|are)", lambda noun=None: OfThese(Group(), SameSaid(), "any")),
        template("(nobody|no one|no {noun}|none) (is|does|has|are)", lambda noun=None: OfThese(Group(), SameSaid(), "none")),
        template("(everyone|everybody|all|every {noun}|all {noun}) (is|does|has|are)", lambda noun=None: OfThese(Group(), SameSaid())),
        template("{certain1} (is|does|has)", lambda certain1: OfThese(certain1, SameSaid(), "named")),
        template("(one or more|some|at least one|any) [of them] (are|is|do|have)", lambda: OfThese(Group(), SameSaid(), "any")),
        template("{bound} [of them] (are|do|have)", lambda bound: OfThese(Group(), SameSaid(), bound[0], bound[1])),
        template("[either] {certain1} or {certain1:other} {says} [,] [<] or both (are|do|have|of them are|of them do) [>]", lambda certain1, other, says: OfThese(_pair(certain1, other), says, "any")),
    ],
    "simple": [
        template("{clause} [,] [<] [but] (stopping|to stop|stop) (at|short at|when it reaches|once it reaches) {expr} [>]", lambda clause, expr: _stopping(clause, expr)),
        template("{clause} [,] (as|and so|so|and likewise) (does|do|is|are|will|shall) {cellslist}", lambda clause, cellslist: _likewise(clause, cellslist)),
        template("{clause} [,] whether (idle|active) or (not|idle|active)", lambda clause: clause),
        template("{clause} [,] idle or not", lambda clause: _of_named(clause)),
    ],
}


def _pair(one: Any, other: Any) -> Any:
    return All((one, other))


def _name(who: Any) -> Any:
    return NameOf(who)


def _trade(who: Any, other: Any, somes: Any, back: Any) -> Deed | None:
    if _elided(somes):
        return None
    return AtOnce((transfers(who, other, somes), transfers(other, who, back)))


def _gives(who: Any, taker: Any, somes: Any) -> Deed:
    return transfers(who, taker, somes)


def _holds(who: Any, name: str, whose: Any) -> Deed:
    return ChangeAmount(Var((name,), whose), "set", _name(who))


def _carried(taken: Any, cells: Any, other: Any) -> Deed | None:
    if taken[1] != 1 or cells == other:
        return None
    return AtOnce((RemoveItem(cells, *taken), AddItems(other, (taken[0],))))


def _row(table: str, name: str, cells: Any) -> Any:
    return AddRow(table, name, tuple(cells))


def _theirs(kind: Any, name: str, comparison: Any, value: Any) -> Deed:
    return ChangeAmount(Var((name,), Where(kind, whose(name, comparison))), "set", value)


def _of_named(clause: Any) -> Deed | None:
    """ "Double Ada’s Flour, idle or not": who is named is meant either way; of a group it is not clear."""
    of = clause.of if isinstance(clause, ChangeAmount) else None
    return clause if isinstance(of, Var) and of.who is not None and not isinstance(of.who, Group | Where) else None
