"""Who is meant: "each Baker other than Ada whose Mood is Grey", "the two Ovens with the least Heat"."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from ..holders import (
    All,
    Author,
    Emperor,
    Except,
    Group,
    Including,
    ItsHolder,
    JustNamed,
    Most,
    NamedHolders,
    Others,
    PlayerIn,
    RowsOf,
    SameRanked,
    Surely,
    They,
    Where,
)
from ..predicates import Idle, IsYes, Not
from ..templates import Template, template
from ..values import Get, HowManyItems, SameMeasure, Var

EACH: Final = "(each|every|all|all the|all of the|all of|each of the|each and every|any|any and all)"
ALL: Final = "(each|every|all|all the|all of the|each of the)"


def _most(of: Any, measure: Any, top: tuple[bool, int], count: Any = None, tied: bool = False) -> Any:
    if count is None:
        return Most(of, measure, top[0], 1, top[1], tied)
    if not isinstance(count, Fraction) or count.denominator != 1 or count < 1:
        return None
    return Most(of, measure, top[0], int(count), top[1], tied)


WITH: Final = "(with|who has|who have|that has|that have|which has|which have|having|holding|who holds|who owns|owning|possessing)"
_TOP: Final = (("(most|highest|largest|greatest|biggest|maximum)", True), ("(least|fewest|lowest|smallest|minimum)", False))
RULES: Final[Mapping[str, Sequence[Template]]] = {
    # the one or ones that a word names
    "named": [
        template("{players}", lambda players: players),
        template("{players} , who {says} ,", lambda players, says: Surely(players, says)),
        template("{players} , (although|though|even though|even if|while|albeit|despite being) {state} ,", lambda players, state: Surely(players, state)),
        template("{players} < who {says} >", lambda players, says: Surely(players, says)),
        template("[the] {noun} {players}", lambda noun, players: players),
        template("[the] idle [{noun}] {players}", lambda players, noun=None: Surely(players, Idle())),
        template("[the] {emperor}", lambda emperor: Emperor()),
        template("[the] {emperor} {players}", lambda emperor, players: players),
        template("(the author|the author of this proposal|this proposal 's author|the proposal 's author|the proposer|the proposer of this proposal|the author of this post|the proposing {noun})", lambda **slots: Author()),
        template("(i|me|myself)", lambda: Author()),
    ],
    "row": [
        template("{rows}", lambda rows: rows),
        template("[the] {tables} {rows}", lambda tables, rows: rows if rows.holders[0][1] == tables else None),
        template("[the] {tables} (named|called|known as) {rows}", lambda tables, rows: rows if rows.holders[0][1] == tables else None),
        template("[the] [{tables}] {quotedrow}", lambda quotedrow, tables=None: quotedrow if tables in (None, quotedrow.holders[0][1]) else None),
        template("[the] {tables} (named|called) {quote}", lambda tables, quote: NamedHolders((("row", tables, quote),))),
        template("the {rows} [{tables}]", lambda rows, tables=None: rows if tables in (None, rows.holders[0][1]) else None),
        template("(that|this|the|the said) {tables}", lambda tables: They("row", True)),
    ],
    # several
    "group": [
        template(f"{EACH} [active] {{noun}}", lambda noun: Group()),
        template("(everyone|everybody)", lambda: Group()),
        template("(the) [active] {plural}", lambda plural: Group()),
        template("[active] {plural}", lambda plural: Group()),
        template(f"{EACH} (non-idle|unidle|currently active) {{noun}}", lambda noun: Group()),
        template(f"[{EACH}] (idle|inactive) {{noun}}", lambda noun: Group("idle")),
        template(f"{EACH} {{noun}} , (active or idle|idle or not|idle or active|whether active or idle|whether idle or not) ,", lambda noun: Group("all")),
        template(f"{EACH} {{noun}} [,] (idle or not|active or idle|whether idle or not|whether active or idle|whether or not they are idle|idle or active|idle or otherwise|active and idle|both active and idle|both idle and active)", lambda noun: Group("all")),
        template(f"{EACH} (active and idle|active or idle|idle and active|idle or active) {{noun}}", lambda noun: Group("all")),
        template(f"({EACH} {{noun}}|everyone|everybody) [,] [<] (including|even) [{ALL}|the] idle (ones|{{noun:ones}}|players|people) [>]", lambda **slots: Group("all")),
        template(f"({EACH} {{noun}}|everyone|everybody) [,] [<] [the] idle (ones|{{noun:ones}}) (included|too|as well) [>]", lambda **slots: Group("all")),
        template(f"{EACH} {{adjectives}} {{noun}}", lambda adjectives, noun: Where(Group(), IsYes(adjectives))),
        template(f"{EACH} (non-|un|not) {{adjectives}} {{noun}}", lambda adjectives, noun: Where(Group(), Not(IsYes(adjectives)))),
        template("the {adjectives} {plural}", lambda adjectives, plural: Where(Group(), IsYes(adjectives))),
        template(f"{EACH} {{choices}} {{noun}}", lambda choices, noun: Where(Group(), IsYes(choices))),
        template(f"{EACH} {{tables}}", lambda tables: RowsOf(tables)),
        template("(each one|each|every one) of the {plural}", lambda plural: Group()),
        template("each of them", lambda: They()),
        template("the {manytables}", lambda manytables: RowsOf(manytables)),
        template(f"{ALL} other {{noun}}", lambda noun: Others(Group())),  # players write in English
        template("the other {noun}", lambda noun: Others(Group())),
        template("(everyone|everybody) else", lambda: Others(Group())),
        template("(all|the) (others|rest|other ones)", lambda: Others(Group())),
        template("(all of the|the) (other|remaining) {plural}", lambda plural: Others(Group())),
    ],
    "superlative": [
        *(template(f"the {words} [number of|amount of]", lambda top=top: (top, 1)) for words, top in _TOP),
        *(template(f"the {{ordinal}} {words} [number of|amount of]", lambda ordinal, top=top: (top, ordinal)) for words, top in _TOP),
        *(
            template(f"the ({' | '.join(f'{word}-{name}' for name in names)}) [number of|amount of]", lambda top=top, rank=rank: (top, rank))
            for rank, word in ((2, "second"), (3, "third"), (4, "fourth"))
            for names, top in ((("most", "highest", "largest", "greatest", "biggest"), True), (("least", "fewest", "lowest", "smallest"), False))
        ),
    ],
    "measure": [
        template("{numbervar}", lambda numbervar: Get(Var((numbervar,), _own()))),
        template("[items in (their|his|her|its)] {listvar}", lambda listvar: HowManyItems(Var((listvar,), _own()))),
        template("{items} in (their|his|her|its) {listvar}", lambda items, listvar: HowManyItems(Var((listvar,), _own()), items)),
    ],
    "kind": [template("{noun}", lambda noun: Group()), template("(active {noun}|person)", lambda **slots: Group()), template("{tables}", lambda tables: RowsOf(tables)), template("{adjectives} {noun}", lambda adjectives, noun: Where(Group(), IsYes(adjectives)))],
    "topmost": [
        template(f"(the|whichever) {{kind}} [currently] {WITH} [currently] {{superlative}} {{measure}}", lambda kind, superlative, measure: _most(kind, measure, superlative)),
        template("whichever {kind} [currently] (has|holds|owns) {superlative} {measure}", lambda kind, superlative, measure: _most(kind, measure, superlative)),
        template(f"the {{kind}} {WITH} {{superlative}}", lambda kind, superlative: _most(kind, SameMeasure(), superlative)),
        template(f"the one {WITH} {{superlative}}", lambda superlative: _most(SameRanked(), SameMeasure(), superlative)),
        template("(the|whichever) {kind} (whose {numbervar} is) {superlative}", lambda kind, numbervar, superlative: _most(kind, Get(Var((numbervar,), _own())), superlative)),
        template("(whoever|whomever) [currently] (has|holds|owns) {superlative} {measure}", lambda superlative, measure: _most(Group(), measure, superlative)),
        template("(the|whichever) {kind} whose {numbervar} is [the] (highest|greatest|largest|most)", lambda kind, numbervar: _most(kind, Get(Var((numbervar,), _own())), (True, 1))),
        template("(the|whichever) {kind} whose {numbervar} is [the] (lowest|smallest|least|fewest)", lambda kind, numbervar: _most(kind, Get(Var((numbervar,), _own())), (False, 1))),
        template(f"[(each of|both of|both|all of|all)] the {{number}} {{kind}} {WITH} {{superlative}} {{measure}}", lambda number, kind, superlative, measure: _most(kind, measure, superlative, number)),
        template(f"(each|every|any|all) {{kind}} {WITH} {{superlative}} {{measure}}", lambda kind, superlative, measure: _most(kind, measure, superlative, tied=True)),
        template("(each|every|any|all|all of the|all the|the) {kind} (tied for) {superlative} {measure}", lambda kind, superlative, measure: _most(kind, measure, superlative, tied=True)),
        template(f"the {{kind}} or {{kind:ones}} {WITH} {{superlative}} {{measure}}", lambda kind, ones, superlative, measure: _most(kind, measure, superlative, tied=True) if kind == ones else None),
        template(f"the {{kind}} {WITH} {{superlative}} {{measure}} [,] [<] (or|and) (all|each|every one) of them (if tied|if there is a tie|in a tie|in case of a tie|in the case of a tie|in the event of a tie) [>]", lambda kind, superlative, measure: _most(kind, measure, superlative, tied=True)),
        template(f"(both of|both|each of) the {{kind}} {WITH} {{superlative}} {{measure}}", lambda kind, superlative, measure: _most(kind, measure, superlative, Fraction(2))),
        template("whichever of {oneoftwo} has (the more|the most|more|the higher|the highest|the larger|the greater) {measure}", lambda oneoftwo, measure: Most(oneoftwo, measure, True)),
        template("whichever of {oneoftwo} has (the less|the least|less|the fewer|the fewest|fewer|the lower|the lowest|the smaller) {measure}", lambda oneoftwo, measure: Most(oneoftwo, measure, False)),
        template("whichever of {oneoftwo} [currently] has (a higher|a greater|a larger) {measure}", lambda oneoftwo, measure: Most(oneoftwo, measure, True)),
        template("whichever of {oneoftwo} [currently] has (a lower|a smaller) {measure}", lambda oneoftwo, measure: Most(oneoftwo, measure, False)),
    ],
    "oneoftwo": [template("{two}", lambda two: two), template("{named} or {named:other}", lambda named, other: All((named, other))), template("{row} or {row:other}", lambda row, other: All((row, other)))],
    "two": [template("{named} and {named:other}", lambda named, other: All((named, other))), template("{row} and {row:other}", lambda row, other: All((row, other))), template("(them|the two|these two|the two of them)", lambda: They())],
    "playerin": [
        template("{unit} 's {playervar}", lambda unit, playervar: PlayerIn(Get(Var((playervar,), unit)))),
        template("(his|her|their|its) {playervar}", lambda playervar: PlayerIn(Get(Var((playervar,), ItsHolder())))),
        template("the {playervar} of {unit}", lambda playervar, unit: PlayerIn(Get(Var((playervar,), unit)))),
        template("(that|this) {playervar}", lambda playervar: PlayerIn(Get(Var((playervar,), ItsHolder())))),
        template("[the] {playervar}", lambda playervar: PlayerIn(Get(Var((playervar,), None)))),
    ],
    "pronoun": [
        template("(they|them)", lambda: They()),
        template("(he|she|him|her)", lambda: They("player", True)),
        template("(that|this|the same|the said) {noun}", lambda noun: They("player", True)),
        template("(both|both of them|each of them|all of them|the two of them)", lambda: They()),
        template("(themselves|himself|herself)", lambda: They()),
        template("who", lambda: JustNamed()),
        template("it", lambda: They("row", True)),
    ],
    "unit": [
        template("{named}", lambda named: named),
        template("{row}", lambda row: row),
        template("{topmost}", lambda topmost: topmost),
        template("{pronoun}", lambda pronoun: pronoun),
        template("{group}", lambda group: group),
        template(f"{EACH} {{kind}} [currently] {{relative}}", lambda kind, relative: Where(kind, relative)),
        template("(everyone|everybody|anyone|anybody|those|all those) {relative}", lambda relative: Where(Group(), relative)),
        template("[the] {plural} {relative}", lambda plural, relative: Where(Group(), relative)),
        template(f"[{EACH}] (idle) {{noun}} {{relative}}", lambda noun, relative: Where(Group("idle"), relative)),
        template("the {tables} {relative}", lambda tables, relative: Where(RowsOf(tables), relative)),
    ],
    "certain": [template("{certain1}", lambda certain1: certain1), template("[both] {certain1} and {certain1:other} [both|each]", lambda certain1, other: All((certain1, other))), template("{certain1} , {certain1:other} [,] and {certain1:third} [all]", lambda certain1, other, third: All((certain1, other, third)))],
    "certain1": [template("{named}", lambda named: named), template("{row}", lambda row: row), template("{topmost}", lambda topmost: topmost), template("{pronoun}", lambda pronoun: pronoun), template("{playerin}", lambda playerin: playerin), template("(the|all the|all of the) {plural}", lambda plural: Group())],
    "exclusion": [
        template("[,] [<] (except|except for|excepting|other than|but|but not|apart from|aside from|save|save for|besides|excluding|not including|with the exception of|bar|barring|with the sole exception of|not counting) {but} [>] [,]", lambda but: but),
        template("[,] (who|that) is not {but} [,]", lambda but: but),
    ],
    "but": [template("{unit}", lambda unit: unit), template("{playerin}", lambda playerin: playerin), template("{unit} (and|or) {unit:other}", lambda unit, other: All((unit, other))), template("{unit} , {but}", lambda unit, but: All((unit, but)))],
    "inclusion": [template("[,] [<] (including|even|and also|as well as|plus|along with|together with) {unit} [>] [,]", lambda unit: unit), template("[,] [<] {unit} (included|too) [>] [,]", lambda unit: unit)],
    "party": [
        template("{unit}", lambda unit: unit),
        template("{playerin}", lambda playerin: playerin),
        template("{unit} {exclusion}", lambda unit, exclusion: None if isinstance(unit, Most) else Except(unit, exclusion)),
        template("(all|every|any|each) other {noun} [other] (than|but|except|besides|except for|apart from) {but}", lambda noun, but: Except(Group(), but)),
        template("{group} {inclusion}", lambda group, inclusion: Including(group, inclusion)),
        template("{unit} {exclusion} {relative}", lambda unit, exclusion, relative: Where(Except(unit, exclusion), relative)),
    ],
    "who": [template("{party}", lambda party: party), template("(each of|both of|all of) {party} and {party:other}", lambda party, other: All((party, other))), template("(each of|all of) {partylist} [,] and {party}", lambda partylist, party: All((*partylist, party))), template("[both] {party} and {party:other} [each|both]", lambda party, other: All((party, other))), template("{partylist} [,] and {party} [each|all]", lambda partylist, party: All((*partylist, party))), template("{party} (each|both|all)", lambda party: party)],
    "partylist": [template("{party} , {party:other}", lambda party, other: (party, other)), template("{party} , {partylist}", lambda party, partylist: (party, *partylist))],
    # whose something is
    "owner": [template("{who} 's [own|current]", lambda who: who), template("{named} and {named:other} 's", lambda named, other: All((named, other))), template("(his|her|their|their own|his or her)", lambda: ItsHolder()), template("(its|its own)", lambda: ItsHolder()), template("(my)", lambda: Author())],
}


def _own() -> Any:
    return ItsHolder()
