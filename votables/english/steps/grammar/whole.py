"""Whole sentences: who does what, several deeds, and what they hang on."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, Final

from ..combining import AllAtOnce, Although, AtOnce, ForEach, If, InOrder, Nothing, Repeat, Stop, With
from ..deeds import AgreesWithFigures, ChangeAmount, Deed, HeldWithin, Hold, Swap, SwapBetween, TransferOf
from ..holders import All, Except, JustAdded, Surely, They, Where
from ..leads import Lead
from ..listing import AddItems, RemoveItem
from ..predicates import CellIs, Not, OfThese, Parity, SameSaid, core_of
from ..templates import Template, template
from ..values import (
    ELIDED,
    AllVars,
    Before,
    Blank,
    Combined,
    Compared,
    Get,
    It,
    Just,
    NameOf,
    NoneOf,
    OwnDefault,
    OwnOf,
    Rounded,
    Var,
)
from .stating import cells_are, number_is
from .value_changes import ENOUGH, GAINS, LOSES, quantities, raised_to, scaled, transfers

MODAL: Final = "[(shall|should|will|must|is to|are to|shall each|should each|each|both|then|also|immediately|all|shall all|does|do|each then)]"
_BY: Final = (("(doubled)", 2), ("(tripled|trebled)", 3), ("(quadrupled)", 4))
BECOMES: Final = "(is|are|becomes|become|is now|are now|is set to|are set to|is set at|shall be|shall be set to|be set to|be)"
WAS: Final = "(is|are|be|being|gets|get|has been|have been|shall be|should be|will be|is to be|are to be|must be|is then|are then|is also|are also|is hereby|are hereby|is each|are each|are both|are all|is immediately|are immediately)"


def with_part(who: Any, parts: Sequence[Any]) -> Any:
    """What somebody does: all that is said of them. None where an amount is of what is only named after it: "gains 2 and
    loses 3 Eggs"."""
    elided = [part.is_elided for part in parts]
    if True in elided[:-1] and not all(elided[elided.index(True) :]):
        return None
    deeds = tuple(part(who) for part in parts)
    return deeds[0] if len(deeds) == 1 else InOrder(deeds)


class PredicateBuilt:
    """What a predicate does once its subject is known; compared by its parts, as all readings are."""

    __slots__ = ("build", "parts")

    def __init__(self, build: Any, *parts: Any):
        self.build, self.parts = build, parts

    def __call__(self, who: Any) -> Any:
        return self.build(who, *self.parts)

    @property
    def is_elided(self) -> bool:
        """Whether it has an amount of what was named before."""
        return any(
            isinstance(part, tuple) and any(isinstance(one, tuple) and one[:1] == (ELIDED,) for one in part)
            for part in self.parts
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PredicateBuilt) and (self.build, self.parts) == (other.build, other.parts)

    def __hash__(self) -> int:
        return hash((self.build, self.parts))


def _gain(who: Any, somes: Any, limits: HeldWithin) -> Deed:
    return quantities(who, somes, "add", limits)


def _lose(who: Any, somes: Any, limits: HeldWithin) -> Deed:
    return quantities(who, somes, "take", limits)


def _set(who: Any, names: Any, value: Any, limits: HeldWithin) -> Deed:
    return ChangeAmount(Var(names, who), "set", value, limits)


def _by(who: Any, names: Any, how: str, expr: Any, limits: HeldWithin) -> Deed:
    return ChangeAmount(Var(names, who), how, expr, limits)


def _yes(who: Any, name: str, yes: bool) -> Deed:
    return ChangeAmount(Var((name,), who), "set", Just(yes))


def _give(who: Any, taker: Any, somes: Any) -> Deed:
    return transfers(who, taker, somes)


def _take(who: Any, giver: Any, somes: Any) -> Deed:
    return transfers(giver, who, somes)


def _items(who: Any, items: Any, name: str) -> Deed:
    return AddItems(Var((name,), who), items)


def _compared(who: Any, value: Any) -> Deed:
    return ChangeAmount(Compared(who), "set", value)


def _all_default(who: Any) -> Deed:
    return ChangeAmount(AllVars(who), "set", OwnDefault())


def _nothing(who: Any) -> Deed:
    return Nothing()


def _set_or(group: Any, called: Any, value: Any, party: Any, other: Any) -> Deed:
    return AtOnce((ChangeAmount(Var(called, Except(group, party)), "set", value), ChangeAmount(Var(called, party), "set", other)))


def _amount_or(group: Any, party: Any, name: str, how: str, expr: Any, other: Any, same: str | None) -> Deed | None:
    if same not in (None, name):
        return None
    return AtOnce((ChangeAmount(Var((name,), Except(group, party)), how, expr), ChangeAmount(Var((name,), party), how, other)))


def _excess(who: Any, name: str, expr: Any) -> Deed:
    return Hold(Var((name,), who), HeldWithin("", None, expr))


def _chained(expr: Any, one: Any, several: Any, then: Any, second: Any, last: Any = None) -> Deed | None:
    """ "If the number of Bakers is odd, …; if it is even, …", and perhaps a third."""
    if isinstance(expr, Get) and isinstance(expr.of, Var):
        return _chained_cells(expr.of, ((one, several), (then, second), *((last,) if last else ())))
    first, other = number_is(expr, one), number_is(expr, then)
    if first is None or other is None:
        return None
    if last is None:
        return If(first, several, If(other, second))
    third = number_is(expr, last[0])
    return If(first, several, If(other, second, If(third, last[1]))) if third is not None else None


def _chained_cells(cells: Var, cases: Sequence[tuple[Any, Deed]]) -> Deed | None:
    """ "If the Tide is below 5, …; if it is between 5 and 10, …": "it" is the value that was asked of first, which none of
    the deeds changes, and of nothing else."""
    if any(_names_any(deed, cells.names) or isinstance(deed, If | InOrder) for _comparison, deed in cases):
        return None
    return InOrder(tuple(If(cells_are(cells, comparison), deed) for comparison, deed in cases))


def _names_any(part: Any, names: Sequence[str]) -> bool:
    if isinstance(part, Var) and set(part.names) & set(names) or isinstance(part, It | Before):
        return True
    if isinstance(part, tuple):
        return any(_names_any(one, names) for one in part)
    return is_dataclass(part) and any(_names_any(getattr(part, one.name), names) for one in fields(part))


def _drop(who: Any, item: str, count: int | None, name: str) -> Deed:
    return RemoveItem(Var((name,), who), item, count)


def _post(who: Any, cells: Any) -> Deed:
    return ChangeAmount(cells, "set", NameOf(who))


RULES: Final[Mapping[str, Sequence[Template]]] = {
    # predicates of whoever it is
    "act": [
        template(f"{MODAL} {GAINS} {{somes}} {{bounds:limits}}", lambda somes, limits: PredicateBuilt(_gain, somes, limits)),
        template(f"{MODAL} {LOSES} {{somes}} {{bounds:limits}}", lambda somes, limits: PredicateBuilt(_lose, somes, limits)),
        template(f"{MODAL} {GAINS} {ENOUGH}", lambda numbervar, expr: PredicateBuilt(raised_to, numbervar, expr)),
        template(f"{MODAL} (has|have) {{called}} (set|reset|changed|put|moved) to {{value}} {{limits}}", lambda called, value, limits: PredicateBuilt(_set, called, value, limits)),
        template(f"{MODAL} (has|have) (his|her|their|its) {{called}} (set|reset|changed|put|moved|turned|altered|updated|raised|lowered|reduced|increased|restored) (to|back to|at) {{value}} {{limits}}", lambda called, value, limits: PredicateBuilt(_set, called, value, limits)),
        template(f"{MODAL} (has|have) (his|her|their|its) {{called}} (increased|raised|boosted) by {{expr}} {{limits}}", lambda called, expr, limits: PredicateBuilt(_by, called, "add", expr, limits)),
        template(f"{MODAL} (has|have) (his|her|their|its) {{called}} (decreased|reduced|lowered|cut) by {{expr}} {{limits}}", lambda called, expr, limits: PredicateBuilt(_by, called, "take", expr, limits)),
        *(template(f"{MODAL} (has|have) (his|her|their|its) {{called}} {words} {{limits}}", lambda called, limits, by=by: PredicateBuilt(_by, called, "times", Just(Fraction(by)), limits)) for words, by in _BY),
        template(f"{MODAL} (has|have) (his|her|their|its) {{called}} (halved|cut in half) {{limits}}", lambda called, limits: PredicateBuilt(_by, called, "over", Just(Fraction(2)), limits)),
        template(f"{MODAL} (has|have) (his|her|their|its) {{called}} (reset|restored) [to (its|their|the) default [value|values]|to default]", lambda called: PredicateBuilt(_set, called, OwnDefault(), HeldWithin())),
        template(f"{MODAL} (has|have) (his|her|their|its) {{called}} (cleared|emptied|blanked|erased|wiped)", lambda called: PredicateBuilt(_set, called, Blank(), HeldWithin())),
        template("(now has|now have|has now|have now|is left with|are left with|ends up with|end up with|from now on has|then has) no {variables}", lambda variables: PredicateBuilt(_set, (variables,), NoneOf(), HeldWithin())),
        template(f"{MODAL} {LOSES} (all|any|every) [(of|)] [(his|her|their|its)] {{numbervar}} (beyond|above|over|in excess of|past|more than) {{expr}}", lambda numbervar, expr: PredicateBuilt(_excess, numbervar, expr)),
        template("(has|have) no {variables} (any longer|any more|anymore|now|from now on)", lambda variables: PredicateBuilt(_set, (variables,), NoneOf(), HeldWithin())),
        template("no longer (has|have) (a|an|any) {variables}", lambda variables: PredicateBuilt(_set, (variables,), NoneOf(), HeldWithin())),
        template(f"{MODAL} (loses|lose) (his|her|their|its) {{playervar}}", lambda playervar: PredicateBuilt(_set, (playervar,), NoneOf(), HeldWithin())),
        template(f"{MODAL} {GAINS} {{somes}} (each|apiece) {{limits}}", lambda somes, limits: PredicateBuilt(_gain, somes, limits)),
        template(f"{MODAL} {LOSES} {{somes}} (each|apiece) {{limits}}", lambda somes, limits: PredicateBuilt(_lose, somes, limits)),
        template("(now|thus|then|is left with|are left with|ends up with) (has|have) {expr} {numbervar}", lambda expr, numbervar: PredicateBuilt(_set, (numbervar,), expr, HeldWithin())),
        template("(has|have) {expr} {numbervar} (now|from now on)", lambda expr, numbervar: PredicateBuilt(_set, (numbervar,), expr, HeldWithin())),
        template(f"{MODAL} (becomes|become|is now|are now|is made|are made) {{yesvar}}", lambda yesvar: PredicateBuilt(_yes, yesvar, True)),
        template(f"{MODAL} (becomes|become|is now|are now|is made|are made) not {{yesvar}}", lambda yesvar: PredicateBuilt(_yes, yesvar, False)),
        template(f"{MODAL} (is no longer|are no longer|ceases to be|cease to be|stops being|stop being|is not|are not|is now not|are now not) {{yesvar}} [(any more|any longer|anymore)]", lambda yesvar: PredicateBuilt(_yes, yesvar, False)),
        template(f"{MODAL} (is|are) {{yesvar}} (no longer|no more)", lambda yesvar: PredicateBuilt(_yes, yesvar, False)),
        template(f"{MODAL} (is|are) {{yesvar}} (now|from now on|henceforth)", lambda yesvar: PredicateBuilt(_yes, yesvar, True)),
        template(f"{MODAL} (gives|give|pays|pay|transfers|transfer|hands|hand|sends|send|passes|pass|hands over|loses) {{somes}} to {{who}}", lambda somes, who: PredicateBuilt(_give, who, somes)),
        template(f"{MODAL} (gives|give|pays|pay|hands|hand|sends|send|transfers|transfer) {{somes}} [each] to (each of|both|both of|all of|each|) {{who}}", lambda somes, who: PredicateBuilt(_give, who, somes)),
        template(f"{MODAL} (gives|give|pays|pay|hands|hand|sends|send) {{who}} {{somes}}", lambda who, somes: PredicateBuilt(_give, who, somes)),
        template(f"{MODAL} (takes|take|receives|receive|gets|get|steals|steal|gains) {{somes}} from {{who}}", lambda somes, who: PredicateBuilt(_take, who, somes)),
        template(f"{MODAL} (gains|gain|receives|receive|gets|get|adds|add) {{itemlist}} (in|to|into|for|on) (his|her|their|its) {{listvar}}", lambda itemlist, listvar: PredicateBuilt(_items, itemlist, listvar)),
        template("(has|have) {itemlist} (added to|put in|put into|placed in) (his|her|their|its) {listvar}", lambda itemlist, listvar: PredicateBuilt(_items, itemlist, listvar)),
        template(f"{MODAL} {LOSES} (everything|all items|all the items|all of the items|all things|every item|all that is) (in|from|on) (his|her|their|its) {{listvar}}", lambda listvar: PredicateBuilt(_set, (listvar,), Blank(), HeldWithin())),
        template("(has|have) {somes} (removed|deducted|taken away|taken|subtracted|confiscated)", lambda somes: PredicateBuilt(_lose, somes, HeldWithin())),
        template("(has|have) {somes} (added|credited) [to (his|her|their) (total|name|account)]", lambda somes: PredicateBuilt(_gain, somes, HeldWithin())),
        template("now (has|have) as (many|much) {numbervar} as {who} [(has|have|does|do)]", lambda numbervar, who: PredicateBuilt(_set, (numbervar,), Get(Var((numbervar,), who)), HeldWithin())),
        template("(has|have|gets|get) it (set|reset|raised|lowered|reduced|increased|changed|cut|brought|restored) [(up|down|back)] (to|at) {value}", lambda value: PredicateBuilt(_compared, value)),
        template("(has|have) (all|every|each) [of] [(his|her|their|its)] [tracked] (value|values|variables|statistics|stats) (reset|set|returned|restored) [back] [to (their|the|his|her|its|) (default|defaults|default value|default values)]", lambda: PredicateBuilt(_all_default)),
        template(f"{MODAL} (loses|lose|drops|drop|removes|remove) {{taken}} (from|in|out of|on) (his|her|their|its) {{listvar}}", lambda taken, listvar: PredicateBuilt(_drop, taken[0], taken[1], listvar)),
        template("(becomes|become|is now|is made|is appointed|is named|is) the [new] {playervar} of {who}", lambda playervar, who: PredicateBuilt(_post, Var((playervar,), who))),
        template("(becomes|become|is now|is made|is appointed|is named) {who} 's [new] {playervar}", lambda who, playervar: PredicateBuilt(_post, Var((playervar,), who))),
        template("(becomes|become|is now|is made|is appointed|is named) [the] [new] {playervar}", lambda playervar: PredicateBuilt(_post, Var((playervar,), None))),
    ],
    "acts": [template("{act}", lambda act: (act,)), template("{act} [,] (and|then|and then|but|and also) {acts}", lambda act, acts: (act, *acts)), template("{act} , {acts}", lambda act, acts: (act, *acts))],
    # whole statements
    "clause": [
        template("{order}", lambda order: order),
        template("{listing}", lambda listing: listing),
        template("{rowing}", lambda rowing: rowing),
        template("{setting}", lambda setting: setting),
        template("{short}", lambda short: short),
        template("{who} [,|:] {acts}", lambda who, acts: with_part(who, acts)),
        template("let {who} have {expr} {numbervar}", lambda who, expr, numbervar: ChangeAmount(Var((numbervar,), who), "set", expr)),
        template("{cells} (changes to|change to|becomes|become|is set to|are set to|is now) {value} [,] and {cells:other} to {value:then}", lambda cells, value, other, then: AtOnce((ChangeAmount(cells, "set", value), ChangeAmount(other, "set", then)))),
        template("{cells} and {cells:other} (change|swap|trade|exchange|switch) (places|with each other)", lambda cells, other: Swap(cells, other)),
        template("{topmost} (swap|exchange|trade|switch) [their] {vars} [with each other]", lambda topmost, vars: SwapBetween(vars, topmost)),
        template(f"{{cellslist}} {WAS} (set|made) equal to {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "set", expr, limits)),
        template("(give|grant|award) {group} {expr} {numbervar} [,] [<] or {expr:other} [{numbervar:same}] (if they are|for|in the case of|if it is|in case of|if that is) {party} [>]", lambda group, expr, numbervar, other, party, same=None: _amount_or(group, party, numbervar, "add", expr, other, same)),
        template("{group} {acts} [,] (save for|except for|except|save|apart from|other than|but not) {party} , who {keeps}", lambda group, acts, party, keeps: with_part(Except(group, party), acts)),
        # passive, of cells
        template(f"{{cellslist}} {WAS} [each] (set|reset|changed|put|fixed|made|altered|updated|adjusted|switched|turned|moved) (to|at|back to) {{value}} {{limits}}", lambda cellslist, value, limits: ChangeAmount(cellslist, "set", value, limits)),
        template(f"{{cellslist}} {WAS} (reset|restored|returned|set back) [(to|back to) (its|their|the|his|her) (default|defaults) [value|values]|to default]", lambda cellslist: ChangeAmount(cellslist, "set", OwnDefault())),
        template(f"{{cellslist}} {WAS} (capped|limited) at {{expr}}", lambda cellslist, expr: Hold(cellslist, HeldWithin("", None, expr))),
        template("{cellslist} (both|each|all) (become|are now|becomes) {value}", lambda cellslist, value: ChangeAmount(cellslist, "set", value)),
        template("{cellslist} (increase|increases|rise|rises|go up|goes up|grow|grows) by {share0} {limits}", lambda cellslist, share0, limits: scaled(cellslist, share0, 1, limits)),
        template("{cellslist} (decrease|decreases|fall|falls|drop|drops|go down|goes down|shrink|shrinks) by {share0} {limits}", lambda cellslist, share0, limits: scaled(cellslist, share0, -1, limits)),
        template("{cellslist} (becomes|become|is now|are now|changes to|change to|(advances|advance|moves|moves on|turns|switches|switch|shifts|passes|is advanced) to|is from now on|shall now be|shall be|turns|is set at) {value} {limits}", lambda cellslist, value, limits: ChangeAmount(cellslist, "set", value, limits)),
        template("{cellslist} (goes|go|rises|rise|falls|fall|drops|changes|moves|increases|decreases|is raised|is lowered|is increased|is reduced|is changed) from {expr} to {expr:other}", lambda cellslist, expr, other: AgreesWithFigures(ChangeAmount(cellslist, "set", other), other, expr)),
        template(f"{{cellslist}} {WAS} (raised|increased|brought up|lifted) to at least {{expr}}", lambda cellslist, expr: Hold(cellslist, HeldWithin("", expr))),
        template(f"{{cellslist}} {WAS} (lowered|reduced|brought down|decreased) to at most {{expr}}", lambda cellslist, expr: Hold(cellslist, HeldWithin("", None, expr))),
        template("{cells} (now contains|contains|now holds|is left with|is now|now has) (nothing|no items) [(any more|any longer)]", lambda cells: ChangeAmount(cells, "set", Blank())),
        template("(everything|all items|all the items|every item|all things) (in|on) {cells} (is|are) (removed|deleted|discarded|lost|cleared|thrown away|destroyed)", lambda cells: ChangeAmount(cells, "set", Blank())),
        template("{two0} 's {vars} (is|are) (swapped|exchanged|switched|interchanged)", lambda two0, vars: SwapBetween(vars, two0)),
        template("{cells} (is|are) (swapped|exchanged|switched|interchanged) with {cells:other}", lambda cells, other: Swap(cells, other)),
        template("{cells} and {cells:other} are (swapped|exchanged|switched|interchanged)", lambda cells, other: Swap(cells, other)),
        template("{somes} (is|are|be) added to {owner} (total|totals|score|scores|pile|stock|supply|account)", lambda somes, owner: quantities(owner, somes, "add")),
        template("{who} (gives|give|pays|pay|transfers|hands|passes|sends|moves) {part} (of|) {it} [{rounded}] [over] to {who:other}", lambda who, part, it, other, rounded=None: TransferOf(OwnOf(it, who), part(Get(it)) if rounded is None else Rounded(rounded, part(Get(it))), other)),
        template("(its|their|the) {called} (is|are|shall be|will be) {value} [and] [,]", lambda called, value: ChangeAmount(Var(called, JustAdded()), "set", value)),
        template("(its|their|the) {called} (is|are|shall be|will be) {value} [,] and (its|their|the) {called:more} (is|are|shall be|will be) {value:other}", lambda called, value, more, other: AtOnce((ChangeAmount(Var(called, JustAdded()), "set", value), ChangeAmount(Var(more, JustAdded()), "set", other)))),
        template("{namelist} GAINING {numberlist} {numbervar} [,] respectively".replace("GAINING", GAINS), lambda namelist, numberlist, numbervar: _respectively(namelist, numberlist, numbervar, "add")),
        template("{namelist} LOSING {numberlist} {numbervar} [,] respectively".replace("LOSING", LOSES), lambda namelist, numberlist, numbervar: _respectively(namelist, numberlist, numbervar, "take")),
        template("{group} {acts} [,|;] [(but|though|while|whereas|and)] [<] {party} {acts:other} instead [>]", lambda group, party, acts, other: AtOnce((with_part(Except(group, party), acts), with_part(party, other)))),
        template("{cellslist} (becomes|become|is now|are now) (the same as|equal to) {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "set", expr)),
        template(f"{{cellslist}} {WAS} (increased|raised|boosted|incremented) by {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template(f"{{cellslist}} {WAS} (decreased|reduced|lowered|cut|decremented|diminished) by {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template(f"{{cellslist}} {WAS} (reduced|cut|decreased|lowered) by {{share0}} {{limits}}", lambda cellslist, share0, limits: scaled(cellslist, share0, -1, limits)),
        template(f"{{cellslist}} {WAS} (increased|raised) by {{share0}} {{limits}}", lambda cellslist, share0, limits: scaled(cellslist, share0, 1, limits)),
        template(f"{{cellslist}} {WAS} (increased|raised|decreased|reduced|lowered) to {{expr}}", lambda cellslist, expr: ChangeAmount(cellslist, "set", expr)),
        template("{cellslist} (goes|go|rises|rise|moves|climbs|grows|increases|increase|shall increase) [up] by {expr} {limits}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template("{cellslist} (goes|go|falls|fall|moves|drops|drop|sinks|shrinks|decreases|decrease|shall decrease) [down] by {expr} {limits}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template("{cellslist} (goes|go|rises|moves) up [by] {expr} {limits}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template("{cellslist} (goes|go|moves|falls|drops) down [by] {expr} {limits}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template("{cellslist} (goes|go|rises|rise|falls|fall|drops|drop|increases|increase|decreases|decrease) to {expr}", lambda cellslist, expr: ChangeAmount(cellslist, "set", expr)),
        *(template(f"{{cellslist}} {WAS} {words} {{limits}}", lambda cellslist, limits, by=by: ChangeAmount(cellslist, "times", Just(Fraction(by)), limits)) for words, by in _BY),
        *(template(f"{{cellslist}} {words} {{limits}}", lambda cellslist, limits, by=by: ChangeAmount(cellslist, "times", Just(Fraction(by)), limits)) for words, by in (("(doubles|double)", 2), ("(triples|triple)", 3))),
        template(f"{{cellslist}} {WAS} (halved|cut in half|divided in two) {{limits}}", lambda cellslist, limits: ChangeAmount(cellslist, "over", Just(Fraction(2)), limits)),
        template(f"{{cellslist}} {WAS} multiplied by {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "times", expr, limits)),
        template(f"{{cellslist}} {WAS} divided by {{expr}} {{limits}}", lambda cellslist, expr, limits: ChangeAmount(cellslist, "over", expr, limits)),
        template(f"{{cellslist}} {WAS} (cleared|emptied|blanked|erased|wiped|made blank|set to blank|removed entirely)", lambda cellslist: ChangeAmount(cellslist, "set", Blank())),
        template(f"{{somes}} {WAS} (given|granted|awarded|added) to {{who}} {{limits}}", lambda somes, who, limits: quantities(who, somes, "add", limits)),
        template(f"{{somes}} {WAS} (taken|deducted|removed|subtracted) (from|away from) {{who}} {{limits}}", lambda somes, who, limits: quantities(who, somes, "take", limits)),
        template(f"{{owned}} {WAS} (transferred|moved|sent|given|paid|handed|passed) to {{who}}", lambda owned, who: transfers(owned[0], who, owned[1])),
        template("{owned} (goes|go|passes) to {who}", lambda owned, who: transfers(owned[0], who, owned[1])),
        template(f"{{somes}} {WAS} (transferred|moved|sent|given) from {{who}} to {{who:other}}", lambda somes, who, other: transfers(who, other, somes)),
        template(f"{{expr}} {WAS} (added|credited) to {{cellslist}} {{limits}}", lambda expr, cellslist, limits: ChangeAmount(cellslist, "add", expr, limits)),
        template(f"{{expr}} {WAS} (subtracted|deducted|taken) from {{cellslist}} {{limits}}", lambda expr, cellslist, limits: ChangeAmount(cellslist, "take", expr, limits)),
        template("{named} and {named:other} (swap|exchange|switch|trade) [(their|all of their|all their)] {vars} [with each other]", lambda named, other, vars: SwapBetween(vars, All((named, other)))),
        template("{named} (swaps|exchanges|trades) [(his|her|their)] {vars} with {named:other}", lambda named, other, vars: SwapBetween(vars, All((named, other)))),
        # one value for most, another for some
        template(
            "(set|change) {called0} of {group} to {value} , (with the exception of|except|except for|apart from|other than) {party} , whose {vars} (is|are) (set|changed) to {value:other}",
            lambda called0, group, value, party, vars, other: AtOnce((ChangeAmount(Var(called0, Except(group, party)), "set", value), ChangeAmount(Var(vars, party), "set", other))),
        ),
        template(
            "(set|change) {group} 's {called} to {value} , (with the exception of|except|except for|apart from|other than) {party} , whose {vars} (is|are) (set|changed) to {value:other}",
            lambda called, group, value, party, vars, other: AtOnce((ChangeAmount(Var(called, Except(group, party)), "set", value), ChangeAmount(Var(vars, party), "set", other))),
        ),
        template("(bar|barring|excepting|save|save for|but for|with the exception of|except for|apart from|excluding|other than|aside from) {party} , {group} {acts}", lambda party, group, acts: with_part(Except(group, party), acts)),
        template("update (the wiki|the gamestate|the GNDT|the tracker) (so that|to show that|such that) {who} (has|have) {expr} {numbervar}", lambda who, expr, numbervar: ChangeAmount(Var((numbervar,), who), "set", expr)),
        template(f"{{who}} {GAINS} {{some}} , {{gaps}}", lambda who, some, gaps: AtOnce((quantities(who, (some,), "add"), *(quantities(other, ((name or some[0], by),), "add") for other, name, by in gaps)))),
        template(f"{{who}} {GAINS} {{some}} and {{gap}}", lambda who, some, gap: AtOnce((quantities(who, (some,), "add"), quantities(gap[0], ((gap[1] or some[0], gap[2]),), "add")))),
        template(f"{{who}} {LOSES} {{some}} , {{gaps}}", lambda who, some, gaps: AtOnce((quantities(who, (some,), "take"), *(quantities(other, ((name or some[0], by),), "take") for other, name, by in gaps)))),
        template(f"{{who}} {LOSES} {{some}} and {{gap}}", lambda who, some, gap: AtOnce((quantities(who, (some,), "take"), quantities(gap[0], ((gap[1] or some[0], gap[2]),), "take")))),
        template("{group} , (with the exception of|except|except for|apart from|other than) {party} , {acts}", lambda group, party, acts: with_part(Except(group, party), acts)),
        template(
            "{group} (gains|gain|receives|receive|gets|get) {expr} {numbervar} [,] [<] or {expr:other} [{numbervar:same}] (in the case of|for|in case of|if it is) {party} [>]",
            lambda group, expr, numbervar, other, party, same=None: AtOnce((ChangeAmount(Var((numbervar,), Except(group, party)), "add", expr), ChangeAmount(Var((numbervar,), party), "add", other))) if same in (None, numbervar) else None,
        ),
        template("{group} {acts} , (excepting|except|except for|with the exception of|other than|apart from|save|save for|but not) {party} , who {acts:other} [(instead|only)]", lambda group, party, acts, other: AtOnce((with_part(Except(group, party), acts), with_part(party, other)))),
        template("{group} {acts} [,] (save|except|but) that {party} {acts:other} [(instead|only|alone)]", lambda group, party, acts, other: AtOnce((with_part(Except(group, party), acts), with_part(party, other)))),
        template("{group} {acts} [,] (save|except|but) that {party} {denied}", lambda group, party, acts, denied: AtOnce((with_part(Except(group, party), acts), with_part(party, denied)))),
        template(f"{{group}} 's {{called}} {BECOMES} {{value}} [,] (save|except|but) that {{party}} {{acts}}", lambda group, called, value, party, acts: AtOnce((ChangeAmount(Var(called, Except(group, party)), "set", value), with_part(party, acts)))),
        template(f"{{group}} 's {{called}} {BECOMES} {{value}} [,] (save|except|but) that {{party}} {{denied}}", lambda group, called, value, party, denied: AtOnce((ChangeAmount(Var(called, Except(group, party)), "set", value), with_part(party, denied)))),
        *(
            template(f"{subject} {BECOMES} {{value}} [,] {but} {BECOMES} {{value:other}}", lambda group, called, value, party, other, **_slots: _set_or(group, called, value, party, other))
            for subject in ("{group} 's {called}", "{called0:called} of {group}")
            for but in (
                "(excepting|except|except for|apart from|other than|save|save for|with the exception of|but not) {party} 's [{vars}] , (which|whose {vars:same})",
                "(except|except for|apart from|other than|save|save for|with the exception of|but not) {party} , whose [{vars}]",
                "(save that|except that|but|while|whereas|and) {party} 's [{vars}]",
                "(save that|except that|but|while|whereas) that of {party}",
            )
        ),
        template("{group} (gains|gain|receives|receive|gets|get) {expr} {numbervar} , (but|though|while|whereas|except that|save that) {party} (gains|gain|receives|receive|gets|get) [(only|just)] {expr:other} [{numbervar:same}]", lambda group, expr, numbervar, party, other, same=None: _amount_or(group, party, numbervar, "add", expr, other, same)),
        template("{group} (gains|gain|receives|receive|gets|get) {expr} {numbervar} [,] [<] or [(only|just)] {expr:other} [{numbervar:same}] (if|when) (they are|he is|she is|it is|that is) {party} [>]", lambda group, expr, numbervar, party, other, same=None: _amount_or(group, party, numbervar, "add", expr, other, same)),
        template("{group} (loses|lose|pays|pay) {expr} {numbervar} [,] [<] or [(only|just)] {expr:other} [{numbervar:same}] (if|when) (they are|he is|she is|it is|that is) {party} [>]", lambda group, expr, numbervar, party, other, same=None: _amount_or(group, party, numbervar, "take", expr, other, same)),
        template("{group} (gains|gain|receives|receive|gets|get) {expr} {numbervar} [,] [<] or {expr:other} [{numbervar:same}] in {party} 's case [>]", lambda group, expr, numbervar, party, other, same=None: _amount_or(group, party, numbervar, "add", expr, other, same)),
        template("{group} (loses|lose|pays|pay) {expr} {numbervar} [,] [<] or {expr:other} [{numbervar:same}] (in {party} 's case|in the case of {party}|for {party}|if it is {party}) [>]", lambda group, expr, numbervar, party, other, same=None: _amount_or(group, party, numbervar, "take", expr, other, same)),
        template("(each|every|all|any) {kind} (who|that|which) (is|are) {state} {acts} [,|;] (and|but|while|whereas) (each|every|all|any) {kind:other} (who|that|which) (is|are) not {acts:second}", lambda kind, state, acts, other, second: InOrder((with_part(Where(kind, state), acts), with_part(Where(kind, Not(state)), second))) if kind == other else None),
        template("{who} (is no longer|are no longer|is not|are not) {yesvar} [,] (and|but|while) {who:other} (now is|is now|now are|are now) [instead]", lambda who, yesvar, other: AtOnce((_yes(who, yesvar, False), _yes(other, yesvar, True)))),
        template("{cellslist} (go|goes|return|returns|revert|reverts) [back] to (its|their|the|his|her) (default|defaults) [value|values]", lambda cellslist: ChangeAmount(cellslist, "set", OwnDefault())),
        template("{cellslist} (is to be|are to be|shall be|should be|will be|must be) {value} [(from now on|henceforth|from here on)]", lambda cellslist, value: ChangeAmount(cellslist, "set", value)),
        template("{cellslist} (is|are) {value} (from now on|henceforth|from here on)", lambda cellslist, value: ChangeAmount(cellslist, "set", value)),
        template("(nothing below|nothing that follows|nothing else|nothing further|none of this|none of the following|the rest of this proposal [only]) (happens|is done|takes effect|applies) unless {cond}", lambda cond: If(Not(cond), Stop())),
        template("(nothing|nothing else|nothing more|nothing further) [further] (happens|is done|changes|is changed)", lambda: Stop()),
        template("{group} (loses|lose|pays|pay) {expr} {numbervar} , (but|though|while|whereas|except that|save that) {party} (loses|lose|pays|pay) [(only|just)] {expr:other} [{numbervar:same}]", lambda group, expr, numbervar, party, other, same=None: _amount_or(group, party, numbervar, "take", expr, other, same)),
        template(f"{{cellslist}} {WAS} rounded (up|upwards) to (the nearest|a|the next) multiple of {{expr}} {{ifneeded}}", lambda cellslist, expr, ifneeded: ChangeAmount(cellslist, "round-up", expr)),
        template(f"{{cellslist}} {WAS} rounded (down|downwards) to (the nearest|a|the next|the next lower|the previous) multiple of {{expr}} {{ifneeded}}", lambda cellslist, expr, ifneeded: ChangeAmount(cellslist, "round-down", expr)),
        template("{group} {acts} , (except|except for|with the exception of|other than|apart from|save) {party}", lambda group, party, acts: with_part(Except(group, party), acts)),
        template("(this proposal|it) (does|has|shall have) (nothing|no effect|nothing else|no further effect|no other effect|nothing more|nothing further)", lambda: Stop()),
        template("[this proposal] (ends here|stop here|skip the rest of this proposal|ignore the rest of this proposal|ignore everything below|the rest of this proposal does nothing|the rest of this proposal has no effect|do nothing else|do nothing further)", lambda: Stop()),
        template("(do nothing|nothing happens|nothing changes|make no change|no change is made)", lambda: Nothing()),
    ],
    "namelist": [template("{certain1} [,] and {certain1:other}", lambda certain1, other: (certain1, other)), template("{certain1} , {namelist}", lambda certain1, namelist: (certain1, *namelist))],
    "numberlist": [template("{number} [,] and {number:other}", lambda number, other: (number, other)), template("{number} , {numberlist}", lambda number, numberlist: (number, *numberlist))],
    # "Ada gains 1 Flour, Bo 2 and Cy 3 Flour"
    "gap": [template("{certain1} (twice|double|two times) (that|that amount|that many|as many|as much|that number)", lambda certain1: (certain1, "", Combined("*", Just(Fraction(2)), Before()))), template("{certain1} half (that|that amount|that many|as many|as much|that number)", lambda certain1: (certain1, "", Combined("*", Just(Fraction(1, 2)), Before()))), template("{certain1} {number} [{numbervar}]", lambda certain1, number, numbervar="": (certain1, numbervar, Just(number)))],
    "gaps": [template("{gap} [,] and {gap:other}", lambda gap, other: (gap, other)), template("[and] {gap}", lambda gap: (gap,)), template("{gap} , {gaps}", lambda gap, gaps: (gap, *gaps))],
    "ifneeded": [template("[,] (if it is not one already|unless it is one already|if it is not already one|if they are not already|if necessary|if needed|where necessary|if it is not that already)", lambda: 1), template("", lambda: 1)],
    "keeps": [template("(keeps|keep) (theirs|his|hers|its|it|them|what they have)", lambda: 1), template("(is|are) (unaffected|not affected|left alone|spared)", lambda: 1)],
    "denied": [template("(has|have) no {variables}", lambda variables: (PredicateBuilt(_set, (variables,), NoneOf(), HeldWithin()),)), template("(gains|gain|gets|get|receives|receive|loses|lose) (nothing|none)", lambda: (PredicateBuilt(_nothing),))],
    "called0": [template("[the] {called}", lambda called: called)],
    # "for a total of 9", which must be so
    "agrees": [
        template("[,] [<] [(which is|that is|i.e.)] [up|down] from {number} to {number:other} [>]", lambda number, other: (Just(other), Just(number))),
        template(
            "[,] [<] (for|making|making for|giving|to make|bringing (it|them|him|her|{certain1}|their total|his total|her total|the total) [up|down] to|to|leaving (him|her|{certain1}) (with|at|on)|taking (them|him|her|{certain1}) [up|down] to|giving (him|her|{certain1})|making it|making its value|taking it to|leaving|which makes|which makes it|which leaves|to reach|so that it is|so it is now|so that it becomes|that is|i.e.|that makes|giving them|giving it|leaving them with|leaving it at|resulting in) [a [new] (total|value|balance) of] {number} [{numbervar}] [in (total|all)] [>]",
            lambda number, numbervar=None, certain1=None: (Just(number), None),
        ),
        template("[,] < (to|now|so|thus|hence|=|that is) [a total of] {number} [{numbervar}] >", lambda number, numbervar=None: (Just(number), None)),
        template("[,] [<] [now] {number} [{numbervar}] (in total|in all|altogether) [>]", lambda number, numbervar=None: (Just(number), None)),
    ],
    "simple": [
        template("{clause} {agrees}", lambda clause, agrees: AgreesWithFigures(clause, *agrees) if isinstance(clause, ChangeAmount) else None),
        template("{clause}", lambda clause: clause),
        template("{clause} [,] (if|provided that|provided|as long as|so long as|only if|but only if|assuming) {cond}", lambda clause, cond: _if(clause, cond)),
        template("{clause} [,] unless {cond}", lambda clause, cond: _if(clause, Not(cond))),
        template("(if) {cond} [,] [then] (set|change|make) {cellslist} to {value} [,|;] (otherwise|else|if not) [(set|change) (it|them)] to {value:other}", lambda cond, cellslist, value, other: If(cond, ChangeAmount(cellslist, "set", value), ChangeAmount(cellslist, "set", other))),
        template("{who} {acts} [,] if {instate} [,|;] (and|but) [(they|he|she|it)] {acts:other} (otherwise|if not|if they are not|if they do not)", lambda who, acts, instate, other: ForEach(who, If(OfThese(They(), instate), with_part(They(), acts), with_part(They(), other)))),
        template("(if|only if|where|in case|should it be that) {cond} [,|:] [then] {several}", lambda cond, several: _hanging(cond, several)),
        template("(if) {cond} [,] [then] {several} (;|,|.) (otherwise|else|if not|if they are not|if it is not|or else|if they do not|if it does not|failing that|if this is not so|if that is not the case|if this is not the case) [,] {several:other}", lambda cond, several, other: _hanging(cond, several, other)),
        template("(if) {cond} [,] [then] {several} (;|,|.) (otherwise|else|if not) [,] (if) {cond:then} [,] {several:second} (;|,|.) (otherwise|else|if not) [,] {several:other}", lambda cond, several, then, second, other: _hanging(cond, several, If(then, second, other))),
        template("(if) {cond} [,] [then] {several} (;|,|.) (otherwise|else|if not) [,] (if) {cond:then} [,] {several:second}", lambda cond, several, then, second: _hanging(cond, several, If(then, second))),
        template("(set|change) {cells} to {value} if {cond} [,] (and|or|but) [to] {value:other} (otherwise|if not|if they are not|if they do not|if it is not)", lambda cells, value, cond, other: If(cond, ChangeAmount(cells, "set", value), ChangeAmount(cells, "set", other))),
        template("should {certain1} have {having} [,] [then] {several}", lambda certain1, having, several: _hanging(OfThese(certain1, having, "named"), several)),
        template("should {certain1} have {having} [,] [then] {several} (;|,|.) (otherwise|else|if not) [,] {several:other}", lambda certain1, having, several, other: _hanging(OfThese(certain1, having, "named"), several, other)),
        template("unless {cond} [,] {several}", lambda cond, several: _hanging(Not(cond), several)),
        template("unless {cond} [,] {several} (;|,|.) (otherwise|else|in that case|if so|in which case) [,] {several:other}", lambda cond, several, other: _hanging(Not(cond), several, other)),
        template("if {expr} {is} [,] [then] {several} (;|,|.) [but] if (it|that|that number|that amount|they) {is:then} [,] [then] {several:second}", lambda expr, several, then, second, **slots: _chained(expr, slots["is"], several, then, second)),
        template(
            "if {expr} {is} [,] [then] {several} (;|,|.) [and|but] if (it|that|that number|that amount|they) {is:then} [,] [then] {several:second} (;|,|.) [and|but] if (it|that|that number|that amount|they) {is:other} [,] [then] {several:third}",
            lambda expr, several, then, second, other, third, **slots: _chained(expr, slots["is"], several, then, second, (other, third)),
        ),
        template("(although|though|even though|even if|despite the fact that|while) {cond} [,] {several}", lambda cond, several: Although(cond, several)),
        template("{clause} [,] (although|though|even though|despite the fact that) {cond}", lambda clause, cond: Although(cond, clause)),
        template("despite being {state} [,] {certain} {acts}", lambda state, certain, acts: with_part(Surely(certain, state), acts)),
        template("{clause} {often}", lambda clause, often: Repeat(often, clause)),
        template("{together} [,] (simultaneously|at once|at the same time|all at once)", lambda together: AtOnce(together) if len(together) > 1 else together[0]),
    ],
    "gain": [template("(gains|changes|losses|steps|transfers|amounts|swaps)", lambda: 1)],
    # what is done over and over: all that follows
    "over": [
        template("for (each|every|all) {kind} (,|:) {several}", lambda kind, several: ForEach(kind, several)),
        template("for (each|every|all) {kind} {relative} (,|:) {several}", lambda kind, relative, several: ForEach(Where(kind, relative), several)),
        template("for {who} (,|:) {several}", lambda who, several: ForEach(who, several)),
        template("(for|with) each of {who} (,|:) {several}", lambda who, several: ForEach(who, several)),
        template("repeat {often} (,|:) {several}", lambda often, several: Repeat(often, several)),
        template("[do] [the following|this] {often} [in succession|in a row|in order] (,|:) {several}", lambda often, several: Repeat(often, several)),
        template("(repeat the following|carry out the following|perform the following) {often} (,|:) {several}", lambda often, several: Repeat(often, several)),
    ],
    "often": [template("{number} times", lambda number: Just(number)), template("twice", lambda: Just(Fraction(2))), template("thrice", lambda: Just(Fraction(3))), template("once", lambda: Just(Fraction(1)))],
    "together": [template("{clause}", lambda clause: (clause,)), template("{clause} [,|;] and {clause:other}", lambda clause, other: (clause, other)), template("{clause} (,|;) {together}", lambda clause, together: (clause, *together))],
    "several": [
        template("{simple}", lambda simple: simple),
        template("{simple} [,|;] (and|then|and then|and also|but|after which|afterwards|followed by) [,] {several}", lambda simple, several: _after(simple, several)),
        template("{simple} (;|,) {several}", lambda simple, several: _after(simple, several, True)),
        template("{simple} [,] (after which|afterwards|and then|then|and) {certain1} (has|have) no {variables}", lambda simple, certain1, variables: _after(simple, _set(certain1, (variables,), NoneOf(), HeldWithin()))),
        template("(simultaneously|at once|at the same time|all at once) [,|:] {together}", lambda together: AtOnce(together)),
        template("{simple} ; (in (either|any) case|either way|in both cases) [,] {several}", lambda simple, several: _after(simple, several)),
    ],
    "sentence": [
        template("{lead} {over}", lambda lead, over: over),
        template("[both|all] [of] (these|this|all of this|both of these|all of these|all of these {gain}|these {gain}|all of it|both {gain}) (happens|happen|takes place|take place|occurs|occur|is done|are done|are made) (at once|simultaneously|at the same time)", lambda **slots: AllAtOnce()),
        template("{fill} {lead} {fill:more} {several}", lambda several, **slots: several),
    ],
    # before a list
    "leading": [
        template("{lead} {leading1} {following}", lambda leading1, **slots: leading1),
        template("{lead} {following1}", lambda **slots: Lead("plain")),
        template("(set|change|update) the following (values|tracked values|variables) [as follows]", lambda: Lead("plain")),
        template("set the following", lambda: Lead("plain")),
    ],
    "leading1": [
        template("(if|only if) {cond} [,] [then]", lambda cond: Lead("if", cond)),
        template("[(do|carry out|perform|make)] (the following|these steps|the following steps|this|all of the following) [(changes|steps)] (only if|if) {cond}", lambda cond: Lead("if", cond)),
        template("(the following|what follows|this) (takes effect|take effect|happens|is done|applies|apply|is carried out) only if {cond}", lambda cond: Lead("if", cond)),
        template("unless {cond} [,]", lambda cond: Lead("unless", cond)),
        template("(otherwise|else|if not|failing that) [,]", lambda: Lead("otherwise")),
        template("(for|with) (each|every|all) {kind} [,]", lambda kind: Lead("each", kind)),
        template("(for|with) (each|every|all) {kind} {relative} [,]", lambda kind, relative: Lead("each", Where(kind, relative))),
        template("for {who} [,]", lambda who: Lead("each", who)),
        template("[do] [the following|this|these steps] {often} [in succession|in a row|in order]", lambda often: Lead("repeat", often)),
        template("(repeat|carry out|perform) (the following|these steps|the following steps) {often}", lambda often: Lead("repeat", often)),
        template("(simultaneously|at once|at the same time|all at once) [,]", lambda: Lead("at once")),
    ],
    "following": [template("", lambda: 1), template("{following1}", lambda following1: 1)],
    "following1": [
        template(
            "[(do|carry out|perform|make|apply|take|execute|implement)] (the following|these|all of the following|all of these|each of the following) [(changes|steps|actions|things|updates|adjustments|amendments|orders|tasks)] [to (the|) (gamestate|GNDT|tracked values|wiki)] [in order|in this order|in sequence|one after another|one after the other|in the order given]",
            lambda: 1,
        ),
        template("(the following|these) (changes|steps|actions|things|updates|adjustments) [to the (gamestate|tracked values)] (happen|are made|are carried out|are done|take place|occur|apply|take effect) [in order|in this order|to the gamestate]", lambda: 1),
        template("(the following happens|the following [is done])", lambda: 1),
        template("this proposal does the following", lambda: 1),
        template("(update|change|alter) the (gamestate|tracked values) as follows", lambda: 1),
        template("(do|carry out|apply) (both|all) [of] (the following|these)", lambda: 1),
    ],
    "lead": [
        template("", lambda: 1),
        template(
            "(then|next|also|finally|first|firstly|second|secondly|third|thirdly|lastly|afterwards|after that|after this|furthermore|additionally|in addition|moreover|subsequently|now|and|in either case|in any case|either way|in both cases|regardless|whichever happens|whatever happens|in any event|and finally|and then|as well|likewise|once that is done|when that is done|having done so|to begin with|to start with) [,|:]",
            lambda: 1,
        ),
        template("(in|on) the (GNDT|wiki|gamestate|tracker) [,]", lambda: 1),
        template("(upon|on) (enactment|the enactment) [of this proposal] [,]", lambda: 1),
        template("(when|once|if) this proposal (is enacted|is passed|passes|enacts) [,]", lambda: 1),
    ],
}


def _respectively(people: Sequence[Any], amounts: Sequence[Fraction], name: str, how: str) -> Deed | None:
    """ "Ada and Bo gain 1 and 2 Flour respectively"."""
    if len(people) != len(amounts):
        return None
    return AtOnce(tuple(ChangeAmount(Var((name,), one), how, Just(by)) for one, by in zip(people, amounts, strict=True)))


def _if(clause: Any, cond: Any) -> Any:
    return With(clause, cond) if isinstance(clause, ChangeAmount) else If(cond, clause)


def _hanging(cond: Any, several: Deed, other: Deed | None = None) -> Deed | None:
    """What hangs on a condition; None where a condition of its own is set off within it."""
    if isinstance(several, InOrder) and several.apart:
        return None
    return If(cond, several, other or Nothing())


def _after(one: Deed, other: Deed, set_off: bool = False) -> Deed | None:
    """One after the other; lists of deeds are kept flat, so that the same order is one reading. None where the second
    asks about "it" after the first asked about something, or is "if they are not": that is read as one chain."""
    following = other.deeds[0] if isinstance(other, InOrder) else other
    if isinstance(following, If):
        if _is_other_case(following.condition) or isinstance(one, If) and _asks_of_it(following.condition):
            return None
    first = one.deeds if isinstance(one, InOrder) else (one,)
    rest = other.deeds if isinstance(other, InOrder) else (other,)
    apart = set_off and isinstance(following, If) or isinstance(other, InOrder) and other.apart
    return InOrder((*first, *rest), apart)


def _is_other_case(condition: Any) -> bool:
    """Whether it is "they are not", which is "otherwise"."""
    return isinstance(condition, OfThese) and isinstance(condition.who, They) and isinstance(core_of(condition.condition), SameSaid)


def _asks_of_it(condition: Any) -> bool:
    value = condition.of if isinstance(condition, Parity | CellIs) else getattr(condition, "one", None)
    return isinstance(value.of if isinstance(value, Get) else value, It)
