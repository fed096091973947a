"""What is done to lists and to the rows of tables."""

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.holders import NamedHolders
from votables.english.steps.listing import AddItems, AddRow, RemoveItem, RemoveRows, RenameRow, ReplaceItem
from votables.english.steps.obstacles import NoSenseHere
from votables.english.steps.played_state import GAME
from votables.english.steps.values import Just

from .bakery import ADA, BESS, BO, CY, DOT, SMOKY, done, named, of, scene

ADAS, TWO = of("Pantry", ADA), of("Pantry", ADA, BO)  # Whisk, Pan, Whisk; Pan
HOB = ("row", "Ovens", "Hob")


@pytest.mark.parametrize(
    ("deed", "changed"),
    [
        (
            AddItems(of("Pantry", CY, BO), ("Fork", "Pan")),
            {(CY, "Pantry"): ["Fork", "Pan"], (BO, "Pantry"): ["Pan", "Fork", "Pan"]},
        ),
        (RemoveItem(ADAS, "whisk"), {(ADA, "Pantry"): ["Pan", "Whisk"]}),
        (RemoveItem(ADAS, "whisk", 2), {(ADA, "Pantry"): ["Pan"]}),
        (RemoveItem(of("Pantry", ADA, BO, DOT), "Whisk", None), {(ADA, "Pantry"): ["Pan"], (DOT, "Pantry"): ["Sieve"]}),
        (ReplaceItem(TWO, "pan", "Pot"), {(ADA, "Pantry"): ["Whisk", "Pot", "Whisk"], (BO, "Pantry"): ["Pot"]}),
        (ReplaceItem(TWO, "Whisk", "Pot"), {(ADA, "Pantry"): ["Pot", "Pan", "Pot"]}),
        (ReplaceItem(TWO, "Pan", "Pot", True), {(ADA, "Pantry"): ["Whisk", "Pot", "Whisk"], (BO, "Pantry"): ["Pot"]}),
        (AddRow("Ovens", "Hob", (("Heat", Just(2)),)), {(HOB, "Name"): "Hob", (HOB, "Heat"): 2, (HOB, "Stoker"): ""}),
        (RemoveRows(named(BESS)), {(BESS, name): None for name in ("Name", "Heat", "Stoker")}),
        (RenameRow(named(BESS), "Hob"), {
            **{(BESS, name): None for name in ("Name", "Heat", "Stoker")},
            **{(HOB, "Name"): "Hob", (HOB, "Heat"): 3, (HOB, "Stoker"): "Bo"},
        }),
    ],
)  # fmt: skip
def test_a_deed_changes_lists_and_rows(deed, changed):
    assert done(deed) == changed


@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        (AddItems(of("Flour", ADA), ("Fork",)), NoSenseHere),
        (RemoveItem(ADAS, "Fork"), NoSenseHere),
        (RemoveItem(TWO, "Whisk"), NoSenseHere),
        (RemoveItem(ADAS, "Whisk", 3), Unclear),
        (RemoveItem(ADAS, "Fork", None), NoSenseHere),
        (RemoveItem(TWO, "Fork", None), NoSenseHere),
        (ReplaceItem(ADAS, "Fork", "Pot"), NoSenseHere),
        (ReplaceItem(ADAS, "Whisk", "Pot", True), Unclear),
        (AddRow("Ovens", "old smoky", ()), Unclear),
        (RemoveRows(NamedHolders(())), Unclear),
        (RemoveRows(named(ADA)), NoSenseHere),
        (RenameRow(named(BESS, SMOKY), "Hob"), NoSenseHere),
        (RenameRow(named(ADA), "Hob"), NoSenseHere),
        (RenameRow(named(GAME), "Hob"), NoSenseHere),
        (RenameRow(named(BESS), "old smoky"), Unclear),
    ],
)
def test_what_is_not_there_is_not_changed(deed, problem):
    game = scene()
    with pytest.raises(Unclear) as refused:
        deed.do(game, ())
    assert (refused.type, game.values) == (problem, scene().values)


def test_the_row_that_has_come_or_has_another_name_is_known_by_a_pronoun():
    game = scene()
    AddRow("Ovens", "Hob", ()).do(game, ())
    assert (game.people, game.it) == ((HOB,), None)
    RenameRow(named(SMOKY), "Stove").do(game, ())
    assert game.people == (("row", "Ovens", "Stove"),)
    RemoveRows(named(BESS)).do(game, ())
    assert game.people is None
