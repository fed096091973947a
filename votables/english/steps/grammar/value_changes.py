"""What is done to values: "increase the Gold of each Villager by 2", "Tib gains 3 Pennies and loses 1 Oar"."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ..combining import AtOnce
from ..deeds import (
    NO_LIMITS,
    AgreesWithFigures,
    BecomeChoice,
    BecomesAnother,
    ChangeAmount,
    Deed,
    HeldWithin,
    Hold,
    Share,
    Swap,
    SwapBetween,
    Transfer,
    TransferOf,
    UntilReached,
)
from ..holders import All, Except, ItsHolder, RowsOf, TheTwo, Where
from ..obstacles import NoSenseHere
from ..predicates import NamesTheOneBefore
from ..templates import Template, template
from ..values import (
    Before,
    Blank,
    Combined,
    Get,
    HowMany,
    HowManyItems,
    It,
    Just,
    NameOf,
    OwnDefault,
    PartOf,
    Percent,
    Rounded,
    SameOf,
    Var,
    named_like,
)

_OWN: Final = ItsHolder()
ONE: Final = Just(Fraction(1))
MODAL: Final = "[(shall|should|will|must|is to|are to|is hereby|are hereby)]"
GAINS: Final = "(gains|gain|receives|receive|gets|get|earns|earn|is given|are given|is granted|are granted|is awarded|are awarded|acquires|acquire|is credited with|are credited with|collects|collect|wins|is to receive|be given|be granted|be awarded)"
LOSES: Final = "(loses|lose|forfeits|forfeit|is docked|are docked|is deprived of|are deprived of|spends|spend|pays|pay|drops|drop|sheds|gives up|give up|is fined|are fined)"
ENOUGH: Final = "(enough|sufficient|as (many|much)|the) {numbervar} [(needed|necessary|required|as needed|as necessary)] [(they|he|she|it) (need|needs|require|requires)] to (bring (them|him|her|it|their total|their {numbervar}) [back] [up] to|raise (them|him|her|it|their total|their {numbervar}) [up] to|take (them|him|her|it|their total|their {numbervar}) [up] to|get (them|him|her|it|their total|their {numbervar}) [up] to|reach|have|make|get to) {expr} [{numbervar}] [(in total|in all)]"
INCREASE: Final = "(increase|raise|boost|increment|bump|bump up|up)"
DECREASE: Final = "(decrease|reduce|lower|diminish|decrement|cut|drop)"
_TIMES: Final = (("(double|doubles)", 2), ("(triple|treble|triples)", 3), ("(quadruple)", 4), ("(quintuple)", 5))

_AS_MANY: Final = (("as", Fraction(1)), ("half as", Fraction(1, 2)), ("twice as", Fraction(2)), ("three times as", Fraction(3)))
_OF_THAT: Final = (("half", Fraction(1, 2)), ("(twice|double)", Fraction(2)), ("(three times|triple)", Fraction(3)))
Given = tuple[str, Any]


def quantities(who: Any, given: Sequence[Given], how: str, limits: HeldWithin = NO_LIMITS) -> Deed:
    deeds = tuple(ChangeAmount(Var((name,), who), how, by, limits) for name, by in given)
    return deeds[0] if len(deeds) == 1 else AtOnce(deeds)


def transfers(giver: Any, taker: Any, given: Sequence[Given]) -> Deed:
    deeds = tuple(Transfer(name, by, giver, taker) for name, by in given)
    return deeds[0] if len(deeds) == 1 else AtOnce(deeds)


def raised_to(who: Any, name: str, least: Any) -> Deed:
    """ "Enough Flour to have 5": whoever has as much already keeps what they have."""
    return Hold(Var((name,), who), HeldWithin("", least))


def _for_each(base: Any, count: Any) -> Any:
    return Combined("*", base, count)


RULES: Final[Mapping[str, Sequence[Template]]] = {
    # so much of something
    "some": [
        template("[(another|an additional|a further|an extra|a total of)] {expr} [(more|additional|extra|further)] {numbervar}", lambda expr, numbervar: None if _owns(expr) else (numbervar, expr)),
        template("(a|an|one more|another|one additional|an extra|an additional) {numbervar}", lambda numbervar: (numbervar, ONE)),
        template("[(an amount of|a number of|as many|as much)] {numbervar} [(that is|which is)] equal [in (number|amount)] to {expr}", lambda numbervar, expr: (numbervar, expr)),
        template("(an amount of|a number of) {numbervar} equal to {expr} {rounded}", lambda numbervar, expr, rounded: (numbervar, Rounded(rounded, expr))),
        template("{share} [of] (his|her|their|its|the) {numbervar} [{rounded}]", lambda share, numbervar, rounded=None: (numbervar, _rounded(rounded, share(Get(Var((numbervar,), _OWN)))))),
        template("{share} [of] (his|her|their|its|the) {numbervar} {amountround}", lambda share, numbervar, amountround: (numbervar, Rounded(amountround, share(Get(Var((numbervar,), _OWN)))))),
        template("as (many|much) {numbervar} as {expr} [{rounded}]", lambda numbervar, expr, rounded=None: (numbervar, _rounded(rounded, expr))),
        template("(the same amount|the same number|as many|as much|that many|that much|that amount|an equal amount|an equal number) of {numbervar}", lambda numbervar: (numbervar, Before())),
        template("half as (many|much)", lambda: ("", Combined("*", Just(Fraction(1, 2)), Before()))),
        template("twice as (many|much)", lambda: ("", Combined("*", Just(Fraction(2)), Before()))),
        template("(that many|as many|that much|as much) {numbervar}", lambda numbervar: (numbervar, Before())),
        template("(the same [amount|number]|as many|as much|that many|that much|that amount|an equal amount)", lambda: ("", Before())),
        template("as (many|much) {numbervar} as {who} [(has|have|does)]", lambda numbervar, who: (numbervar, Get(Var((numbervar,), who)))),
        *(template(f"{words} (many|much) {{numbervar}} as {{who}} (has|have|holds) {{numbervar:other}} [{{rounded}}]", lambda numbervar, who, other, rounded=None, share=share: (numbervar, _rounded(rounded, Combined("*", Just(share), Get(Var((other,), who)))))) for words, share in _AS_MANY),
        *(template(f"{words} (many|much) [{{numbervar}}]", lambda numbervar="", share=share: (numbervar, Combined("*", Just(share), Before()))) for words, share in _AS_MANY if share > 2),
        *(template(f"{words} (that amount|that number|that) [of {{numbervar}}]", lambda numbervar="", share=share: (numbervar, Combined("*", Just(share), Before()))) for words, share in _OF_THAT),
        template("{expr} {numbervar} (for each|for every|per|for each of (their|his|her)|for every one of (their|his|her)) {counted}", lambda expr, numbervar, counted: (numbervar, _for_each(expr, counted))),
        template("{expr} {numbervar} (for each|for every) [(full|whole|complete)] {number} {counted}", lambda expr, numbervar, number, counted: (numbervar, _for_each(expr, Rounded("down", Combined("/", counted, Just(number))))) if number > 1 else None),
        template("(a|an) {numbervar} (for each|for every) [(full|whole|complete)] {number} {counted}", lambda numbervar, number, counted: (numbervar, Rounded("down", Combined("/", counted, Just(number)))) if number > 1 else None),
        template("(a|an|one) {numbervar} (for each|for every|per|for each of (their|his|her)) {counted}", lambda numbervar, counted: (numbervar, counted)),
        template("as (many|much) {numbervar} as (their|his|her|its) {numbervar:other}", lambda numbervar, other: (numbervar, Get(Var((other,), _OWN)))),
        template("as (many|much) {numbervar} as (they|he|she|it) (have|has) {numbervar:other}", lambda numbervar, other: (numbervar, Get(Var((other,), _OWN)))),
        template("twice as (many|much) {numbervar} as {who} (has|have|does)", lambda numbervar, who: (numbervar, Combined("*", Just(Fraction(2)), Get(Var((numbervar,), who))))),
        template("half as (many|much) {numbervar} as {who} (has|have|does) [{rounded}]", lambda numbervar, who, rounded=None: (numbervar, _rounded(rounded, Combined("*", Just(Fraction(1, 2)), Get(Var((numbervar,), who)))))),
    ],
    "amountround": [template("[,] [<] (rounding|rounded) the (loss|gain|amount|share|cut|payment|fine|sum|number) [(moved|given|transferred|paid|lost|gained|taken)] (down|downwards) [>]", lambda: "down"), template("[,] [<] (rounding|rounded) the (loss|gain|amount|share|cut|payment|fine|sum|number) [(moved|given|transferred|paid|lost|gained|taken)] (up|upwards) [>]", lambda: "up")],
    "counted": [
        template("{numbervar} [that|which] [(they|he|she|it|that {noun}) (have|has|hold|holds|own|owns|possess|possesses)]", lambda numbervar, noun=None: Get(Var((numbervar,), _OWN))),
        template("(item|thing) (in|on) (their|his|her|its) {listvar}", lambda listvar: HowManyItems(Var((listvar,), _OWN))),
        template("{items} (in|on) (their|his|her|its) {listvar}", lambda items, listvar: HowManyItems(Var((listvar,), _OWN), items)),
        template("{items} in {cells}", lambda items, cells: HowManyItems(cells, items)),
        template("(item|thing) in {cells}", lambda cells: HowManyItems(cells)),
        template("{tables} [(of which|for which|where|that)] (they|he|she|it|who|that {noun}) (is|are) [the] {playervar} [of]", lambda tables, playervar, noun=None: HowMany(Where(RowsOf(tables), NamesTheOneBefore(playervar)))),
        template("{kind} {relative}", lambda kind, relative: HowMany(Where(kind, relative))),
        template("{kind}", lambda kind: HowMany(kind)),
    ],
    "share": [
        template("(half)", lambda: PartOf(Fraction(1, 2))),
        template("(all|all of|the whole of|the entirety of)", lambda: PartOf(Fraction(1))),
        template("(a third|one third|one-third)", lambda: PartOf(Fraction(1, 3))),
        template("(two thirds|two-thirds)", lambda: PartOf(Fraction(2, 3))),
        template("(a quarter|one quarter|one-quarter)", lambda: PartOf(Fraction(1, 4))),
        template("(three quarters|three-quarters)", lambda: PartOf(Fraction(3, 4))),
        template("{number} (%|percent|per cent)", lambda number: PartOf(number, "%")),
        template("{number}", lambda number: PartOf(number, "")),
    ],
    "somes": [template("{some}", lambda some: (some,)), template("[both] {some} and {some:other}", lambda some, other: (some, other)), template("{some} , {somes}", lambda some, somes: (some, *somes)), template("{some} , and {some:other}", lambda some, other: (some, other))],
    # how the result is held in bounds
    "limit": [
        template("{rounded}", lambda rounded: HeldWithin(rounded)),
        template("[,] [<] [but] (to|with|down to|up to|subject to) a (minimum|min) [value] of {expr} [>]", lambda expr: HeldWithin("", expr)),
        template("[,] [<] [but] (to|with|up to|subject to) a (maximum|max) [value] of {expr} [>]", lambda expr: HeldWithin("", None, expr)),
        template("[,] [<] [but] (to|at) no (less|lower|fewer) than {expr} [>]", lambda expr: HeldWithin("", expr)),
        template("[,] [<] [but] (to|at) no (more|higher|greater) than {expr} [>]", lambda expr: HeldWithin("", None, expr)),
        template("[,] [<] [but] [(no|not)] (more|less) than (they|he|she|it) (has|have|holds|hold) [>]", lambda: HeldWithin("", Just(Fraction(0)))),
        template("[,] [<] or (all|as many as|as much as) [(of them|of it|of theirs|that|they|he|she|it)] [(they|he|she|it)] [(has|have)] [if (they|he|she|it) (has|have) (fewer|less) [than that]] [>]", lambda: HeldWithin("", Just(Fraction(0)))),
        template("[,] [<] (minimum|min|minimum of|min.) {expr} [>]", lambda expr: HeldWithin("", expr)),
        template("[,] [<] (maximum|max|maximum of|max.|capped at|up to|to at most|to no more than) {expr} [>]", lambda expr: HeldWithin("", None, expr)),
        template("[,] [<] (but|and|though) (not|never|no) (below|lower than|less than|under|to less than|to below) {expr} [>]", lambda expr: HeldWithin("", expr)),
        template("[,] [<] (but|and|though) (not|never|no) (above|higher than|more than|over|beyond|past|to more than|greater than) {expr} [>]", lambda expr: HeldWithin("", None, expr)),
        template("[,] [<] (but|though) do not (take|bring|reduce|lower|put|drop) (it|them|any|anyone|anybody) (below|under|lower than) {expr} [>]", lambda expr: HeldWithin("", expr)),
        template("[,] [<] (but|though) do not (take|bring|raise|increase|put|lift) (it|them|any|anyone|anybody) (above|over|beyond|higher than|past) {expr} [>]", lambda expr: HeldWithin("", None, expr)),
        template("[,] (but|though) (it|they|this|none|nobody) (does not|do not|may not|can not|cannot|shall not|must not|never|will not|should not) [ever] (go|goes|fall|drop|become|be) (below|under|lower than|less than) {expr} [(as a result|by this|this way)]", lambda expr: HeldWithin("", expr)),
        template("[,] (but|though) (it|they|this|none|nobody) (does not|do not|may not|can not|cannot|shall not|must not|never|will not|should not) [ever] (go|goes|rise|become|be|exceed) (above|over|beyond|higher than|more than|) {expr} [(as a result|by this|this way)]", lambda expr: HeldWithin("", None, expr)),
        template("[,] (or to|or) {expr} (if|where) (this|that|it) would (be|make it|take it|go|bring it|fall) (lower|less|below that|below it|negative|lower than that|below {expr:other})", lambda expr, other=None: HeldWithin("", expr) if other in (None, expr) else None),
    ],
    "bounds": [template("{limits}", lambda limits: None if limits.how else limits)],
    "limits": [template("", lambda: HeldWithin()), template("{limit}", lambda limit: limit), template("{limit} {limit:other}", lambda limit, other: _joined(limit, other))],
    "signed": [template("+ {number}", lambda number: Just(number)), template("{number}", lambda number: Just(number) if number < 0 else None)],
    # in the short form of the old days
    "short": [
        template("{signed} {numbervar} (to|for|from) {who}", lambda signed, numbervar, who: ChangeAmount(Var((numbervar,), who), "add", signed)),
        template("{who} (gets|get|gains|gain|receives|receive) {signed} {numbervar}", lambda who, signed, numbervar: ChangeAmount(Var((numbervar,), who), "add", signed)),
        template("{who} [:] {signed} {numbervar}", lambda who, signed, numbervar: ChangeAmount(Var((numbervar,), who), "add", signed)),
        template("{who} [:] {signed} {numbervar} , {signed:other} {numbervar:then}", lambda who, signed, numbervar, other, then: AtOnce((ChangeAmount(Var((numbervar,), who), "add", signed), ChangeAmount(Var((then,), who), "add", other)))),
        template("{numbervar} : {whosigned} , {whosigneds}", lambda numbervar, whosigned, whosigneds: AtOnce(tuple(ChangeAmount(Var((numbervar,), who), "add", by) for who, by in (whosigned, *whosigneds)))),
        template("{who} : {signedvar} , {signedvars}", lambda who, signedvar, signedvars: AtOnce(tuple(ChangeAmount(Var((name,), who), "add", by) for name, by in (signedvar, *signedvars)))),
        template("{numbervar} : {who} {signed}", lambda numbervar, who, signed: ChangeAmount(Var((numbervar,), who), "add", signed)),
        template("{numbervar} : {who} {signed} [,] [and] {who:other} {signed:then}", lambda numbervar, who, signed, other, then: AtOnce((ChangeAmount(Var((numbervar,), who), "add", signed), ChangeAmount(Var((numbervar,), other), "add", then)))),
        template("{who} : {numbervar} {signed}", lambda who, numbervar, signed: ChangeAmount(Var((numbervar,), who), "add", signed)),
        template("{cellslist} [:] {signed}", lambda cellslist, signed: ChangeAmount(cellslist, "add", signed) if signed.literal > 0 else None),
        template("{cellslist} (:|=) {value}", lambda cellslist, value: ChangeAmount(cellslist, "set", value)),
        template("{cellslist} (+ =) {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "add", expr)),
        template("{cellslist} (- =) {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "take", expr)),
    ],
    "whosigned": [template("{who} {signed}", lambda who, signed: (who, signed))],
    "whosigneds": [template("[and] {whosigned}", lambda whosigned: (whosigned,)), template("{whosigned} (,|;) {whosigneds}", lambda whosigned, whosigneds: (whosigned, *whosigneds))],
    "signedvar": [template("{numbervar} {signed}", lambda numbervar, signed: (numbervar, signed)), template("{signed} {numbervar}", lambda numbervar, signed: (numbervar, signed))],
    "signedvars": [template("[and] {signedvar}", lambda signedvar: (signedvar,)), template("{signedvar} (,|;) {signedvars}", lambda signedvar, signedvars: (signedvar, *signedvars))],
    # orders
    "order": [
        template("(set|raise|lift|increase|bring up) to {expr} {called0} of (each|every|any|all) {kind} (who|that|which) (has|have) (less|fewer) than {expr:other}", lambda expr, called0, kind, other: Hold(Var(called0, kind), HeldWithin("", expr)) if expr == other else None),
        template("(set|lower|reduce|decrease|bring down|cut) to {expr} {called0} of (each|every|any|all) {kind} (who|that|which) (has|have) more than {expr:other}", lambda expr, called0, kind, other: Hold(Var(called0, kind), HeldWithin("", None, expr)) if expr == other else None),
        template("(set|change|reset) {vars} to {value} for {who}", lambda vars, value, who: ChangeAmount(Var(vars, who), "set", value)),
        template("(raise|lift|increase|bring [up]) {cellslist} to at least {expr}", lambda cellslist, expr: Hold(cellslist, HeldWithin("", expr))),
        template("(lower|reduce|decrease|bring [down]) {cellslist} to at most {expr}", lambda cellslist, expr: Hold(cellslist, HeldWithin("", None, expr))),
        template("(raise|lift|increase|bring up) to {expr} {called0} of (each|every|any|all) {kind} (who|that|which) (has|have) (less|fewer) [than that]", lambda expr, called0, kind: Hold(Var(called0, kind), HeldWithin("", expr))),
        template("(lower|reduce|decrease|bring down|cut) to {expr} {called0} of (each|every|any|all) {kind} (who|that|which) (has|have) more [than that]", lambda expr, called0, kind: Hold(Var(called0, kind), HeldWithin("", None, expr))),
        template("(set|change|make|put) {cells} to {value} [,] (except|save|but) that {who} 's [{vars}] (is|are|becomes|become|shall be) [(set|changed)] [to] {value:then}", lambda cells, value, who, then, vars=None: _or(cells.names, cells.who, "set", value, who, then) if isinstance(cells, Var) and cells.who is not None and vars in (None, cells.names) else None),
        template("(set|change|make|put) {cells} to {value} [,] (except|save|but) that (that|those) of {who} (is|are|becomes|become|shall be) [(set|changed)] [to] {value:then}", lambda cells, value, who, then: _or(cells.names, cells.who, "set", value, who, then) if isinstance(cells, Var) and cells.who is not None else None),
        template("(set|change|make|put) {cells} to {value} , (but|except|save) [(set|make)] [(that|those) of] {who} ['s] to {value:then}", lambda cells, value, who, then: _or(cells.names, cells.who, "set", value, who, then) if isinstance(cells, Var) and cells.who is not None else None),
        template("(set|reset|change|make|put|update|bring|fix|turn|adjust|correct|alter|switch|return|restore) {cellslist} (to|to the same value as|at|equal to|back to|to be|to equal) {value} {limits}", lambda cellslist, value, limits: ChangeAmount(cellslist, "set", value, limits)),
        template("(set|change|make|alter|update|amend|edit) {cellslist} (to read|to say|so that it reads|so that it says|so it reads) {quote}", lambda cellslist, quote: ChangeAmount(cellslist, "set", Just(quote))),
        template("(remove|take|delete|clear|strip) (everything|all items|every item|all things|all the items|all of the items|all entries|every entry|all that is) (from|in|out of) {cells}", lambda cells: ChangeAmount(cells, "set", Blank())),
        template("(make|let) {cellslist} [be] {value}", lambda cellslist, value: ChangeAmount(cellslist, "set", value)),
        template("(set|change|switch|turn|move|update) {cellslist} from [the] {choices} to [the] {choices:other}", lambda cellslist, choices, other: BecomesAnother(ChangeAmount(cellslist, "set", Just(other)), choices)),
        template("{who} (moves|move|goes|go|changes|change|switches|switch) from [the] {choices} to [the] {choices:other}", lambda who, choices, other: BecomesAnother(BecomeChoice(who, other), choices)),
        template(f"{{unit}} {LOSES} {{numbervar}} until (they|he|she|it) (has|have|is at|are at|reaches|reach|is down to|are down to) [(only|exactly|just)] {{expr}} [{{numbervar:same}}]", lambda unit, numbervar, expr, same=None: UntilReached(Var((numbervar,), unit), expr, True) if isinstance(unit, Where) and same in (None, numbervar) else None),
        template(f"{{unit}} {GAINS} {{numbervar}} until (they|he|she|it) (has|have|is at|are at|reaches|reach|is up to|are up to) [(exactly|just)] {{expr}} [{{numbervar:same}}]", lambda unit, numbervar, expr, same=None: UntilReached(Var((numbervar,), unit), expr, False) if isinstance(unit, Where) and same in (None, numbervar) else None),
        template("(set|change|raise|lower|increase|decrease|reduce) {cellslist} from {expr} to {expr:other}", lambda cellslist, expr, other: AgreesWithFigures(ChangeAmount(cellslist, "set", other), other, expr)),
        template("(set|change|put) {called0} of {group} to {value} [,] [<] or [to] {value:other} (in the case of|for|in case of|if it is|if they are) {party} [>]", lambda called0, group, value, other, party: _or(called0, group, "set", value, party, other)),
        template("(set|change|put) {group} 's {called} to {value} [,] [<] or [to] {value:other} (in the case of|for|in case of|if it is|if they are) {party} [>]", lambda group, called, value, other, party: _or(called, group, "set", value, party, other)),
        template("(set|change) {owner} {called} to {value} [,] and {who} 's to {value:then}", lambda owner, called, value, who, then: AtOnce((ChangeAmount(Var(called, owner), "set", value), ChangeAmount(Var(called, who), "set", then)))),
        template("(set|raise|lift|increase|bring|change) {cellslist} [up] to {expr} (if|where|wherever) [it is|they are] [currently] (below|less than|lower than|under|lower|less) (that|this)", lambda cellslist, expr: Hold(cellslist, HeldWithin("", expr))),
        template("(set|lower|reduce|bring|change) {cellslist} [down] to {expr} (if|where|wherever) [it is|they are] [currently] (above|more than|higher than|over|higher|more) (that|this)", lambda cellslist, expr: Hold(cellslist, HeldWithin("", None, expr))),
        template("(set|raise|lift|change) {cellslist} [up] to {expr} (if|where|wherever) [currently] (below|less than|lower than|under) {expr:other}", lambda cellslist, expr, other: Hold(cellslist, HeldWithin("", expr)) if expr == other else None),
        template("(set|change|make) {cells} to {value} and {cells:other} to {value:then}", lambda cells, value, other, then: AtOnce((ChangeAmount(cells, "set", value), ChangeAmount(other, "set", then)))),
        template("(set|change) {called0} of {certain1} and {certain1:other} to {number} and {number:then} [,] [respectively]", lambda called0, certain1, other, number, then: _each_its_own(called0, (certain1, other), (number, then))),
        template("(set|change) {called0} of {certain1} , {certain1:other} [,] and {certain1:third} to {number} , {number:then} [,] and {number:last} [,] [respectively]", lambda called0, certain1, other, third, number, then, last: _each_its_own(called0, (certain1, other, third), (number, then, last))),
        template("(set|change|make) {cells} to {value} , {cells:other} to {value:then} [,] and {cells:third} to {value:last}", lambda cells, value, other, then, third, last: AtOnce((ChangeAmount(cells, "set", value), ChangeAmount(other, "set", then), ChangeAmount(third, "set", last)))),
        template(f"{INCREASE} {{cellslist}} by {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template(f"{DECREASE} {{cellslist}} by {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template(f"{INCREASE} {{cellslist}} by {{share0}} {{limits}}", lambda cellslist, share0, limits: scaled(cellslist, share0, 1, limits)),
        template(f"{DECREASE} {{cellslist}} by {{share0}} {{limits}}", lambda cellslist, share0, limits: scaled(cellslist, share0, -1, limits)),
        template(f"{INCREASE} {{cellslist}} to {{expr}}", lambda cellslist, expr: ChangeAmount(cellslist, "set", expr)),
        template(f"{DECREASE} {{cellslist}} to {{expr}}", lambda cellslist, expr: ChangeAmount(cellslist, "set", expr)),
        template("(increment) {cellslist}", lambda cellslist: ChangeAmount(cellslist, "add", ONE)),
        template("(decrement) {cellslist}", lambda cellslist: ChangeAmount(cellslist, "take", ONE)),
        template("(add|credit) {expr} to {cellslist} {limits}", lambda expr, cellslist, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template("(add|credit) {expr} to (each of|both) {cellslist} {limits}", lambda expr, cellslist, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template("(subtract|deduct|take|remove|take away) {expr} from {cellslist} {limits}", lambda expr, cellslist, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template("(give|grant|award|credit) (each of|each and every one of|both) {who} {somes} {bounds:limits}", lambda who, somes, limits: quantities(who, somes, "add", limits)),
        template("(set|change|make) {cells} to {value} and (that|those) of {who} to {value:then}", lambda cells, value, who, then: AtOnce((ChangeAmount(cells, "set", value), ChangeAmount(Var(cells.names, who), "set", then))) if isinstance(cells, Var) else None),
        template(f"{INCREASE} {{cellslist}} by {{expr}} (each|apiece) {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template(f"{DECREASE} {{cellslist}} by {{expr}} (each|apiece) {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template("(give|grant|award|credit) {who} {somes} (each|apiece) {bounds:limits}", lambda who, somes, limits: quantities(who, somes, "add", limits)),
        template("(make|appoint|name) {certain1} [the] [new] {playervar} of {who}", lambda certain1, playervar, who: ChangeAmount(Var((playervar,), who), "set", NameOf(certain1))),
        template("(make|appoint|name) {certain1} {who} 's [new] {playervar}", lambda certain1, playervar, who: ChangeAmount(Var((playervar,), who), "set", NameOf(certain1))),
        template("(give|grant|award|credit) {who} {somes} {bounds:limits}", lambda who, somes, limits: quantities(who, somes, "add", limits)),
        template("(give|grant|award|credit|hand out|hand|issue|distribute|pay|add) {somes} (to) {who} {bounds:limits}", lambda somes, who, limits: quantities(who, somes, "add", limits)),
        template("(take|deduct|remove|subtract|confiscate|take away|strip|dock) {somes} (from|away from) {who} {bounds:limits}", lambda somes, who, limits: quantities(who, somes, "take", limits)),
        template("(dock|fine) {who} {somes} {bounds:limits}", lambda who, somes, limits: quantities(who, somes, "take", limits)),
        template("(credit|reward|provide|supply|award) {who} with {somes} {bounds:limits}", lambda who, somes, limits: quantities(who, somes, "add", limits)),
        template("(take|remove|deduct|subtract) {somes} (from|away from) {who} and (give|add|transfer|pay|hand|award) (it|them|that|those|the same [amount]) to {who:other}", lambda somes, who, other: transfers(who, other, somes)),
        template("(take|remove|deduct|subtract|take away) {owned} [away] [,] and (give|add|transfer|pay|hand|award|move|send|pass) (it|them|that|those|these|that amount|the same [amount]) to {who}", lambda owned, who: transfers(owned[0], who, owned[1])),
        template(f"(give|grant|award) {{who}} {ENOUGH}", lambda who, numbervar, expr: raised_to(who, numbervar, expr)),
        template("(deprive|strip) {who} of {somes} {bounds:limits}", lambda who, somes, limits: quantities(who, somes, "take", limits)),
        *(template(f"{words} {{cellslist}} {{limits}}", lambda cellslist, limits, by=by: ChangeAmount(cellslist, "times", Just(Fraction(by)), limits)) for words, by in _TIMES),
        template("halve {cellslist} {limits}", lambda cellslist, limits: ChangeAmount(cellslist, "over", Just(Fraction(2)), limits)),
        template("cut {cellslist} in half {limits}", lambda cellslist, limits: ChangeAmount(cellslist, "over", Just(Fraction(2)), limits)),
        template("multiply {cellslist} by {expr} {limits}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "times", expr, limits)),
        template("divide {cellslist} by {expr} {limits}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "over", expr, limits)),
        template("(negate|reverse the sign of|flip the sign of) {cellslist}", lambda cellslist: ChangeAmount(cellslist, "times", Just(Fraction(-1)))),
        template("round (down|downwards) {cellslist} to (the nearest|a|the next|the next lower) (multiple of|) {number}", lambda cellslist, number: ChangeAmount(cellslist, "round-down", Just(number))),
        template("round (up|upwards) {cellslist} to (the nearest|a|the next|the next higher) (multiple of|) {number}", lambda cellslist, number: ChangeAmount(cellslist, "round-up", Just(number))),
        template("round {cellslist} (down|downwards) to (the nearest|a) multiple of {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "round-down", expr)),
        template("round {cellslist} (up|upwards) to (the nearest|a|the next) multiple of {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "round-up", expr)),
        template("round {cellslist} to the nearest multiple of {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "round-nearest", expr)),
        template("round {cellslist} down to the nearest {number}", lambda cellslist, number: ChangeAmount(cellslist, "round-down", Just(number))),
        template("round {cellslist} up to the nearest {number}", lambda cellslist, number: ChangeAmount(cellslist, "round-up", Just(number))),
        template("(clear|blank|empty|wipe|erase|unset|clear out|empty out|blank out) {cellslist}", lambda cellslist: ChangeAmount(cellslist, "set", Blank())),
        template("(reset|return|revert|restore|set|change|put) {cellslist} [back] [(to|at)] (its|their|the|his|her) (default|defaults) [value|values]", lambda cellslist: ChangeAmount(cellslist, "set", OwnDefault())),
        template("(reset) {cellslist} [to default]", lambda cellslist: ChangeAmount(cellslist, "set", OwnDefault())),
        template("(cap) {cellslist} at {expr}", lambda cellslist, expr: Hold(cellslist, HeldWithin("", None, expr))),
        template("(raise|lift|increase|bring) {cellslist} (up to|to) {expr} (if|where) (it is|they are|it 's) (below|less than|under|lower than) {expr:other}", lambda cellslist, expr, other: Hold(cellslist, HeldWithin("", expr)) if expr == other else None),
        # from one to another
        template("(transfer|move|send|give|pass|hand|shift) {somes} from {who} to {who:other}", lambda somes, who, other: transfers(who, other, somes)),
        template("(transfer|move|send|give|pass|hand|shift) {owned} [(over|across|on)] to {who}", lambda owned, who: transfers(owned[0], who, owned[1])),
        template("(transfer|move|send|give|pass|hand|shift) {owned} [(over|across|on)] to {who} {rounded}", lambda owned, who, rounded: transfers(owned[0], who, tuple((name, Rounded(rounded, by)) for name, by in owned[1]))),
        template("(transfer|move|send|give|pass|hand|shift) {owned} [(over|across|on)] to {who} {amountround}", lambda owned, who, amountround: transfers(owned[0], who, tuple((name, Rounded(amountround, by)) for name, by in owned[1]))),
        *(template(f"{words} {{who}} 's {{limits}}", lambda who, limits, by=by: ChangeAmount(Var(("",), who), "times", Just(Fraction(by)), limits)) for words, by in _TIMES),
        template("halve {who} 's {limits}", lambda who, limits: ChangeAmount(Var(("",), who), "over", Just(Fraction(2)), limits)),
        template(f"{INCREASE} {{who}} 's by {{expr}} {{limits}}", lambda who, expr, limits: ChangeAmount(Var(("",), who), "add", expr, limits)),
        template(f"{DECREASE} {{who}} 's by {{expr}} {{limits}}", lambda who, expr, limits: ChangeAmount(Var(("",), who), "take", expr, limits)),
        template("set {who} 's to {value} {limits}", lambda who, value, limits: ChangeAmount(Var(("",), who), "set", value, limits)),
        template("(give|grant|award|pay|hand) {some} to {who} , {givens}", lambda some, who, givens: AtOnce((quantities(who, (some,), "add"), *(quantities(other, ((name or some[0], by),), "add") for other, name, by in givens)))),
        template("(give|grant|award|pay|hand) {some} to {who} and {given}", lambda some, who, given: AtOnce((quantities(who, (some,), "add"), quantities(given[0], ((given[1] or some[0], given[2]),), "add")))),
        template("(make|appoint|name) {certain1} (its|their|his|her) [new] {playervar}", lambda certain1, playervar: ChangeAmount(Var((playervar,), ItsHolder()), "set", NameOf(certain1))),
        template("(transfer|move|send|give|pass|hand|shift) {part} (of|) {it} [{rounded}] to {who}", lambda part, it, who, rounded=None: TransferOf(it, _rounded(rounded, part(Get(it))), who)),
        template("(share|distribute|divide|split) {expr} {numbervar} (equally|evenly) (among|amongst|between) {who}", lambda expr, numbervar, who: Share(numbervar, expr, who)),
        template("(swap|exchange|switch|interchange) {cells} (with|and|for) {cells:other}", lambda cells, other: Swap(cells, other)),
        template("(swap|exchange|switch|interchange) {cells} (with|and|for) {thatof}", lambda cells, thatof: Swap(cells, named_like(thatof, cells)) if isinstance(cells, Var) else None),
        template("(swap|exchange|switch|interchange) the {vars} of {two}", lambda vars, two: SwapBetween(vars, two)),
        template("(swap|exchange|switch|interchange) {two0} 's {vars}", lambda two0, vars: SwapBetween(vars, two0)),
        template("(swap|exchange|switch|interchange) their {vars}", lambda vars: SwapBetween(vars, TheTwo())),
        template("(swap|exchange) {two0} 's {vars} with each other", lambda two0, vars: SwapBetween(vars, two0)),
        template("(swap|exchange) {vars} between {two}", lambda vars, two: SwapBetween(vars, two)),
    ],
    "given": [template("{number} [{numbervar}] to {certain1}", lambda number, certain1, numbervar="": (certain1, numbervar, Just(number)))],
    "givens": [template("{given} [,] and {given:other}", lambda given, other: (given, other)), template("{given} , {givens}", lambda given, givens: (given, *givens))],
    "two0": [
        template("{named} and {named:other}", lambda named, other: _both(named, other)),
        template("{named} 's and {named:other}", lambda named, other: _both(named, other)),
        template("{row} and {row:other}", lambda row, other: _both(row, other)),
        template("{row} 's and {row:other}", lambda row, other: _both(row, other)),
    ],
    "share0": [template("(half|a half|one half)", lambda: PartOf(Fraction(1, 2))), template("(a third|one third|one-third)", lambda: PartOf(Fraction(1, 3))), template("(a quarter|one quarter|one-quarter)", lambda: PartOf(Fraction(1, 4))), template("{number} (%|percent|per cent)", lambda number: PartOf(number, "%"))],
    "it": [template("(it|that|that value|this)", lambda: It())],
    "part": [template("{share}", lambda share: share)],
    # so much of somebody's own
    "owned": [
        template("{share} [of] {owner} {numbervar} [{rounded}]", lambda share, owner, numbervar, rounded=None: (owner, ((numbervar, _rounded(rounded, share(Get(Var((numbervar,), owner))))),))),
        template("{share} [of] [(the|his|her|their|its)] {numbervar} from {who} [{rounded}]", lambda share, numbervar, who, rounded=None: (who, ((numbervar, _rounded(rounded, share(Get(Var((numbervar,), who))))),))),
        template("{owner} {vars}", lambda owner, vars: (owner, tuple((name, Get(Var((name,), owner))) for name in vars))),
        template("{share} [of] the {numbervar} of {who} [{rounded}]", lambda share, numbervar, who, rounded=None: (who, ((numbervar, _rounded(rounded, share(Get(Var((numbervar,), who))))),))),
        template("(all|all of) the {numbervar} [(that|which)] {who} (has|have)", lambda numbervar, who: (who, ((numbervar, Get(Var((numbervar,), who))),))),
    ],
}


def _each_its_own(names: Any, people: Sequence[Any], values: Sequence[Fraction]) -> Deed:
    """ "Set the Flour of Ada and Bo to 1 and 2 respectively"."""
    return AtOnce(tuple(ChangeAmount(Var(names, one), "set", Just(value)) for one, value in zip(people, values, strict=True)))


def _rounded(how: str | None, expr: Any) -> Any:
    return Rounded(how, expr) if how else expr


def scaled(cells: Any, share: PartOf, sign: int, limits: HeldWithin) -> Any:
    """Of a share that is lost, what is rounded is the share."""
    if limits.how and sign < 0:
        limits = HeldWithin({"up": "down", "down": "up"}.get(limits.how, limits.how), limits.least, limits.most)
    if share.unit == "%":
        return ChangeAmount(cells, "percent", Just(1 + sign * share.share / 100), limits)
    return ChangeAmount(cells, "times", Just(1 + sign * share.share), limits)


def _owns(expr: Any) -> bool:
    """Whether an amount ends in an owner: "half of Ann’s", of which what follows says what is owned."""
    if isinstance(expr, Combined):
        return _owns(expr.other)
    if isinstance(expr, Percent | Rounded):
        return _owns(expr.of)
    return isinstance(expr, SameOf)


def _joined(one: HeldWithin, other: HeldWithin) -> HeldWithin | None:
    try:
        return one.over(other)
    except NoSenseHere:
        return None


def _both(one: Any, other: Any) -> Any:
    return All((one, other))


def _or(names: Any, group: Any, how: str, value: Any, party: Any, other: Any) -> Any:
    """One value for a group, and another for some of it."""
    return AtOnce((ChangeAmount(Var(names, Except(group, party)), how, value), ChangeAmount(Var(names, party), how, other)))
