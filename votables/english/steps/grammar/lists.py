"""Lists, rows of tables, and what is yes or no: "remove the File from Nim’s Bench", "Ash is no longer Swarmed"."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..combining import AtOnce
from ..deeds import BecomeChoice, ChangeAmount
from ..holders import Group, NamedHolders, RowsOf, They, Where
from ..listing import AddItems, AddRow, RemoveItem, RemoveRows, RenameRow, ReplaceItem
from ..templates import Template, template
from ..values import Blank, Just, Var


def _yes(name: str, who: Any, yes: bool) -> ChangeAmount:
    return ChangeAmount(Var((name,), who), "set", Just(yes))


RULES: Final[Mapping[str, Sequence[Template]]] = {
    "listed": [template("{cellslist}", lambda cellslist: cellslist), template("[the|both] {listvar} of {who}", lambda listvar, who: Var((listvar,), who))],
    "taken": [
        template("[(the|a|an|one|1)] {items}", lambda items: (items, 1)),
        template("[(the|a|an|one|1)] {newitem}", lambda newitem: (newitem, 1)),
        template("{number} {items}", lambda number, items: (items, int(number)) if number.denominator == 1 and number > 0 else None),
        template("(all|every|each|all instances of|every instance of|each instance of|all copies of|every copy of|any|any and all|all of the|all the) {items}", lambda items: (items, None)),
        template("(all instances of|every instance of|each instance of|all copies of|every copy of|any|any and all|all|every) {newitem}", lambda newitem: (newitem, None)),
        template("(the first|one instance of|one copy of|a single|the first instance of|one of the|one of (his|her|their|its)) {items}", lambda items: (items, 1)),
    ],
    "listing": [
        template("(add|append|put|insert|place) {itemlist} [on|in] (to|in|into|onto|to the end of|at the end of) [the list] {cells}", lambda itemlist, cells: AddItems(cells, itemlist)),
        template("(add|append) {itemlist} to (the end of|both|each of) {cells}", lambda itemlist, cells: AddItems(cells, itemlist)),
        template("(remove|delete|take|strike|drop|discard|take out|erase) {taken} (from|out of|off) {cells}", lambda taken, cells: RemoveItem(cells, *taken)),
        template("(replace|change|swap|exchange) (each|every|all|any|all instances of|every instance of|each instance of) {items} (in|on) {cells} (with|by|to|for|into) [(a|an)] {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem)),
        template("(replace|change|swap|exchange) [(the|one|a|an)] {items} (in|on) {cells} (with|by|to|for|into) {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem, True)),
        template("in {cells} [,] (replace|change|swap) (each|every|all|any|all instances of|every instance of|each instance of) {items} (with|by|to|for|into) {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem)),
        template("in {cells} [,] (replace|change|swap) [(the|one|a|an)] {items} (with|by|to|for|into) {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem, True)),
        template("(turn|change|convert|transform|make) (each|every|any) {items} in {cells} (into|to) {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem)),
        template("(each|every|any) {items} in {cells} (becomes|is replaced with|is replaced by|is changed to|turns into|is changed into) {anitem}", lambda items, cells, anitem: ReplaceItem(cells, items, anitem)),
        template("{itemlist} (is|are|shall be) [also] added to {cells}", lambda itemlist, cells: AddItems(cells, itemlist)),
        template("{taken} (is|are|shall be) (removed|deleted|struck|taken) (from|out of) {cells}", lambda taken, cells: RemoveItem(cells, *taken)),
        template("(give|grant|award|hand) {who} {itemlist} (in|for) (their|his|her|its) {listvar}", lambda who, itemlist, listvar: AddItems(Var((listvar,), who), itemlist)),
        template("(move|transfer) {taken} from {cells} to {cells:other}", lambda taken, cells, other: AtOnce((RemoveItem(cells, *taken), AddItems(other, (taken[0],)))) if taken[1] == 1 and cells != other else None),
    ],
    # rows
    "newname": [template("(named|called|with the name|whose name is|by the name of|known as|titled) {newitem}", lambda newitem: newitem), template("{newitem}", lambda newitem: newitem), template(", {newitem} ,", lambda newitem: newitem), template("({newitem})", lambda newitem: newitem)],
    "withcells": [
        template("", lambda: ()),
        template("{attached}", lambda attached: attached),
        template("{attached} {withcells1}", lambda attached, withcells1: (*attached, *withcells1)),
        template("< {bracketed} >", lambda bracketed: bracketed),
        template(": {bracketed}", lambda bracketed: bracketed),
    ],
    "withcells1": [template("[and] {attached}", lambda attached: attached), template("[and] {attached} {withcells1}", lambda attached, withcells1: (*attached, *withcells1))],
    "attached": [
        template("[,] [and] (with|having|which has|that has|has) {bracketed}", lambda bracketed: bracketed),
        template("[,] [and] (whose|its) {variables} (is|are|shall be) {value}", lambda variables, value: ((variables, value),)),
        template("[,] [and] {word} (is|shall be) its {variables}", lambda word, variables: ((variables, word),)),
    ],
    "withcell": [
        template("[(a|an|its|the)] {variables} [(of|set to|at|:|=|being)] {value}", lambda variables, value: (variables, value)),
        template("{number} {variables}", lambda number, variables: (variables, Just(number))),
        template("{word} as [its|the] {variables}", lambda word, variables: (variables, word)),
        template("no {variables}", lambda variables: (variables, Blank())),
    ],
    "bracketed": [template("{withcell}", lambda withcell: (withcell,)), template("{withcell} (,|;|and) {bracketed}", lambda withcell, bracketed: (withcell, *bracketed)), template("{withcell} , and {withcell:other}", lambda withcell, other: (withcell, other))],
    "rowing": [
        template("(create|add|build|make|establish|found|open|introduce|there is now|there is) [(a|an|one|the)] [new] {tables} {newname} {withcells}", lambda tables, newname, withcells: AddRow(tables, newname, withcells)),
        template("(create|add|build|make|establish|found|open|introduce) [(a|an|one)] [new] {tables} {withcells} {newname}", lambda tables, newname, withcells: AddRow(tables, newname, withcells) if withcells else None),
        template("(add|create) [(a|an|one)] [new] row (to|in) the [(table of|list of)] {tables} [table|list] [,] {newname} {withcells}", lambda tables, newname, withcells: AddRow(tables, newname, withcells)),
        template("(create|add|build|make|establish|found|open|introduce) (a|an|one) [new] {tables} with (a|the) name [of] {newname} , {bracketed}", lambda tables, newname, bracketed: AddRow(tables, newname, bracketed)),
        template("(create|add|build|make|establish|found|open|introduce) (a|an|one) [new] {tables} with (a|the) name [of] {newname} and {withcell}", lambda tables, newname, withcell: AddRow(tables, newname, (withcell,))),
        template("(add) {newitem} (to|to the list of|to the table of) [the] {tables} [table] {withcells}", lambda newitem, tables, withcells: AddRow(tables, newitem, withcells)),
        template("(add|append|insert) to [the] [(table of|list of)] {tables} [(table|list)] [,] (a|an|one) [new] [(row|entry|{tables:same})] {newname} {withcells}", lambda tables, newname, withcells, same=None: AddRow(tables, newname, withcells) if same in (None, tables) else None),
        template("(a|an) [new] {tables} {newname} is (created|added|built|opened|founded|established) {withcells}", lambda tables, newname, withcells: AddRow(tables, newname, withcells)),
        template("(remove|delete|destroy|demolish|close|abolish|get rid of|discard|strike|drop) {rowed}", lambda rowed: RemoveRows(rowed)),
        template("(remove|delete|strike) from the [(table|list) of] {tables} [table] [,] {rowed}", lambda rowed, tables: RemoveRows(rowed)),
        template("(remove|delete|strike) {rowed} from the [(table|list) of] {tables} [table]", lambda rowed, tables: RemoveRows(rowed)),
        template("{rowed} (is|are|shall be) (removed|deleted|destroyed|demolished|closed|abolished)", lambda rowed: RemoveRows(rowed)),
        template("{rowed} ceases to exist", lambda rowed: RemoveRows(rowed)),
        template("(rename) {row} (to|as|into) {newitem}", lambda row, newitem: RenameRow(row, newitem)),
        template("(change|set) the name of {row} to {newitem}", lambda row, newitem: RenameRow(row, newitem)),
        template("(change|set) {row} 's name to {newitem}", lambda row, newitem: RenameRow(row, newitem)),
        template("{row} (becomes known as|is to be called|shall be called|is to be known as|gets the name|is henceforth known as|will be called) {newitem}", lambda row, newitem: RenameRow(row, newitem)),
        template("{row} is (renamed|renamed to|now called|now named|from now on called|henceforth called|henceforth known as) {newitem}", lambda row, newitem: RenameRow(row, newitem)),
    ],
    "rowlead": [
        template("{lead} (add|create|append|insert|make|build) (this|these|the following) [new] [(row|rows)] (to|in) the [(table|list) of] {tables} [(table|list)]", lambda lead, tables: tables),
        template("{lead} (add|create|append|insert|make|build) (this|these|the following) [new] {tables}", lambda lead, tables: tables),
        template("{lead} (add|create|append|insert|make|build) (a|an|one|a new|another|one new) {tables} [(to|in) the [(table|list) of] {tables:there} [(table|list)]] [,] with (these|the following) (values|cells|columns|entries)", lambda lead, tables, there=None: tables if there in (None, tables) else None),
        template("{lead} (add|create|append|insert|make|build) (a|one|a new|another|the following) row (to|in) the [(table|list) of] {tables} [(table|list)] [,] [with (these|the following) (values|cells|columns|entries)]", lambda lead, tables: tables),
        template("{lead} the following {tables} (are|is) (added|created|built)", lambda lead, tables: tables),
    ],
    "rowline": [template("{newname} {withcells}", lambda newname, withcells: (newname, withcells)), template("{newname} , {bracketed}", lambda newname, bracketed: (newname, bracketed)), template("{newname} : {bracketed}", lambda newname, bracketed: (newname, bracketed))],
    "rowed": [
        template("{row}", lambda row: row),
        template("{topmost}", lambda topmost: topmost),
        template("{row} and {row:other}", lambda row, other: _both(row, other)),
        template("(all|every|each|all the) {tables}", lambda tables: RowsOf(tables)),
        template("(all|every|each|any|all the|the) {tables} {relative}", lambda tables, relative: Where(RowsOf(tables), relative)),
        template("it", lambda: They("row", True)),
    ],
    # what is yes or no
    "setting": [
        template("(make|render|mark|flag|set|count|declare) {who} [as] [to be] {yesvar}", lambda who, yesvar: _yes(yesvar, who, True)),
        template("(make|render|mark|flag|set) {who} [as] (not|no longer|un) {yesvar}", lambda who, yesvar: _yes(yesvar, who, False)),
        template("(set|change|switch) {cellslist} to (yes|true|on)", lambda cellslist: ChangeAmount(cellslist, "set", Just(True))),
        template("(set|change|switch) {cellslist} to (no|false|off)", lambda cellslist: ChangeAmount(cellslist, "set", Just(False))),
        template("no {kind} [(is|are|shall be|remains)] [now] {yesvar} (any longer|any more|anymore|now)", lambda kind, yesvar: _yes(yesvar, kind, False)),
        template("no {kind} (is|are) (now|any longer|longer) {yesvar}", lambda kind, yesvar: _yes(yesvar, kind, False)),
        template("(nobody|no one) (is|remains) {yesvar} (any longer|any more|anymore|now)", lambda yesvar: _yes(yesvar, Group(), False)),
        template("{who} (becomes|become|is now|are now|is made|are made|turns) {choices}", lambda who, choices: BecomeChoice(who, choices)),
        template("(make) {who} {choices}", lambda who, choices: BecomeChoice(who, choices)),
    ],
}


def _both(one: Any, other: Any) -> Any:
    return NamedHolders((*one.holders, *other.holders)) if isinstance(one, NamedHolders) and isinstance(other, NamedHolders) else None
