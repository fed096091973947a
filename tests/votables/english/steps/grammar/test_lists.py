"""Lists, rows of tables, and what is yes or no."""

import pytest

from votables.english.steps.combining import AtOnce
from votables.english.steps.deeds import BecomeChoice, ChangeAmount
from votables.english.steps.holders import Group, Most, RowsOf, They, Where
from votables.english.steps.listing import AddItems, AddRow, RemoveItem, RemoveRows, RenameRow, ReplaceItem
from votables.english.steps.predicates import CellIs
from votables.english.steps.values import Blank, Get, Just, NameOf, Var

from ..bakery import ADA, BESS, BO, SMOKY, named, of, own, readings


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("listed", "Ada's Pantry", [of("Pantry", ADA)]),
        ("taken", "a Pan", [("Pan", 1)]),
        ("taken", "2 Pans", [("Pan", 2)]),
        ("taken", "all Pans", [("Pan", None), ("Pans", None)]),
        ("taken", "Big Fork", [("Big Fork", 1)]),
        ("listing", "add a Fork to Ada's Pantry", [AddItems(of("Pantry", ADA), ("Fork",))]),
        ("listing", "remove 2 Whisks from Ada's Pantry", [RemoveItem(of("Pantry", ADA), "Whisk", 2)]),
        (
            "listing",
            "replace each Pan in Ada's Pantry with a Fork",
            [ReplaceItem(of("Pantry", ADA), "Pan", "Fork")],
        ),
        (
            "listing",
            "replace the Pan in Ada's Pantry with a Fork",
            [ReplaceItem(of("Pantry", ADA), "Pan", "Fork", True)],
        ),
        (
            "listing",
            "in Ada's Pantry, change every Pan to a Fork",
            [ReplaceItem(of("Pantry", ADA), "Pan", "Fork")],
        ),
        ("listing", "a Fork is added to Ada's Pantry", [AddItems(of("Pantry", ADA), ("Fork",))]),
        ("listing", "2 Pans are removed from Ada's Pantry", [RemoveItem(of("Pantry", ADA), "Pan", 2)]),
        ("listing", "give Ada a Fork for their Pantry", [AddItems(of("Pantry", ADA), ("Fork",))]),
        (
            "listing",
            "move the Pan from Ada's Pantry to Bo's Pantry",
            [AtOnce((RemoveItem(of("Pantry", ADA), "Pan"), AddItems(of("Pantry", BO), ("Pan",))))],
        ),
        ("newname", "named Hob", ["Hob"]),
        ("withcells", "with Heat 3 and Stoker Ada", [(("Heat", Just(3)), ("Stoker", NameOf(named(ADA))))]),
        ("withcells", "(Heat: 3; Stoker: Ada)", [(("Heat", Just(3)), ("Stoker", NameOf(named(ADA))))]),
        ("withcells", "whose Heat is 3", [(("Heat", Just(3)),)]),
        ("withcell", "no Stoker", [("Stoker", Blank())]),
        ("withcell", "3 Heat", [("Heat", Just(3))]),
        ("withcell", "Ada as its Stoker", [("Stoker", NameOf(named(ADA)))]),
        ("rowing", "create an Oven named Hob with Heat 3", [AddRow("Ovens", "Hob", (("Heat", Just(3)),))]),
        ("rowing", "add Hob to the Ovens", [AddRow("Ovens", "Hob", ())]),
        ("rowing", "an Oven Hob is built", [AddRow("Ovens", "Hob", ())]),
        ("rowing", "remove Big Bess", [RemoveRows(named(BESS))]),
        (
            "rowing",
            "destroy every Oven whose Heat is 3",
            [RemoveRows(Where(RowsOf("Ovens"), CellIs(own("Heat"), Just(3))))],
        ),
        ("rowing", "rename Big Bess to Hob", [RenameRow(named(BESS), "Hob")]),
        ("rowing", "Big Bess is now called Hob", [RenameRow(named(BESS), "Hob")]),
        ("rowlead", "add the following Ovens", ["Ovens"]),
        ("rowline", "Hob: Heat 3", [("Hob", (("Heat", Just(3)),))]),
        ("rowline", "Hob", [("Hob", ())]),
        ("rowed", "it", [They("row", True)]),
        ("rowed", "Big Bess and Old Smoky", [named(BESS, SMOKY)]),
        ("rowed", "the Oven with the least Heat", [Most(RowsOf("Ovens"), Get(own("Heat")), False)]),
        ("setting", "make Ada Asleep", [ChangeAmount(of("Asleep", ADA), "set", Just(True))]),
        ("setting", "mark Ada as no longer Asleep", [ChangeAmount(of("Asleep", ADA), "set", Just(False))]),
        (
            "setting",
            "nobody is Asleep any more",
            [ChangeAmount(Var(("Asleep",), Group()), "set", Just(False))],
        ),
        ("setting", "set Ada's Asleep to yes", [ChangeAmount(of("Asleep", ADA), "set", Just(True))]),
        ("setting", "switch Ada's Asleep to off", [ChangeAmount(of("Asleep", ADA), "set", Just(False))]),
        ("setting", "make Ada Foul", [BecomeChoice(named(ADA), "Foul")]),
        ("setting", "no Baker is now Asleep", [ChangeAmount(Var(("Asleep",), Group()), "set", Just(False))]),
    ],
)
def test_a_phrase_is_read(rule, text, expected):
    assert readings(rule, text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("taken", "0 Pans"),
        ("taken", "1.5 Pans"),
        ("listing", "move all Pans from Ada's Pantry to Bo's Pantry"),
        ("listing", "move a Pan from Ada's Pantry to Ada's Pantry"),
        ("listing", "replace a Pan with a Fork"),
        ("withcell", "Salt 3"),
        ("rowing", "create an Oven"),
        ("rowing", "remove Hob"),
        ("rowlead", "add the following Salts"),
        ("rowed", "that Oven and Big Bess"),
        ("setting", "make Ada happy"),
    ],
)
def test_a_phrase_without_sense_is_not_read(rule, text):
    assert readings(rule, text) == []
