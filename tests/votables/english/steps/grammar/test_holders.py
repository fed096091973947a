"""Who is meant."""

import pytest

from votables.english.steps.holders import (
    All,
    Author,
    Emperor,
    Except,
    Group,
    Including,
    ItsHolder,
    Most,
    Others,
    PlayerIn,
    RowsOf,
    They,
    Where,
)
from votables.english.steps.predicates import CellIs, IsYes, Not
from votables.english.steps.values import Get, HowManyItems, Just

from ..bakery import ADA, BESS, BO, EB, named, of, own, readings

FLOUR = Get(own("Flour"))
BOTH = All((named(ADA), named(BO)))
ASLEEP = IsYes("Asleep")


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("named", "Baker Ada", [named(ADA)]),
        ("named", "the Miller", [Emperor()]),
        ("named", "the author of this proposal", [Author()]),
        ("row", "Big Bess", [named(BESS)]),
        ("row", "the Oven Big Bess", [named(BESS)]),
        ("row", "the Oven named “Hob”", [named(("row", "Ovens", "Hob"))]),
        ("row", "that Oven", [They("row", True)]),
        ("group", "each Baker", [Group()]),
        ("group", "Bakers", [Group()]),
        ("group", "everyone", [Group()]),
        ("group", "all idle Bakers", [Group("idle")]),
        ("group", "every Baker, including idle ones", [Group("all")]),
        ("group", "every Asleep Baker", [Where(Group(), ASLEEP)]),
        ("group", "each un Asleep Baker", [Where(Group(), Not(ASLEEP))]),
        ("group", "each Foul Baker", [Where(Group(), IsYes("Foul"))]),
        ("group", "the Ovens", [RowsOf("Ovens")]),
        ("group", "everyone else", [Others(Group())]),
        ("superlative", "the most", [(True, 1)]),
        ("superlative", "the third lowest", [(False, 3)]),
        ("superlative", "the second-highest", [(True, 2)]),
        ("superlative", "the fourth-least", [(False, 4)]),
        ("measure", "items in their Pantry", [HowManyItems(own("Pantry"))]),
        ("measure", "Pans in their Pantry", [HowManyItems(own("Pantry"), "Pan")]),
        ("topmost", "the Baker with the most Flour", [Most(Group(), FLOUR, True)]),
        ("topmost", "the two Ovens with the least Heat", [Most(RowsOf("Ovens"), Get(own("Heat")), False, 2)]),
        ("topmost", "each Baker with the lowest Eggs", [Most(Group(), Get(own("Eggs")), False, 1, 1, True)]),
        ("topmost", "the Baker whose Flour is the highest", [Most(Group(), FLOUR, True)]),
        ("topmost", "whoever has the second-highest Flour", [Most(Group(), FLOUR, True, 1, 2)]),
        ("topmost", "whichever of Ada and Bo has the fewest Eggs", [Most(BOTH, Get(own("Eggs")), False)]),
        ("topmost", "the Baker or Bakers with the most Flour", [Most(Group(), FLOUR, True, 1, 1, True)]),
        ("two", "the two of them", [They()]),
        ("playerin", "Ada's Helper", [PlayerIn(Get(of("Helper", ADA)))]),
        ("playerin", "her Helper", [PlayerIn(Get(own("Helper")))]),
        ("playerin", "the Head Baker", [PlayerIn(Get(of("Head Baker")))]),
        ("pronoun", "they", [They()]),
        ("pronoun", "that Baker", [They("player", True)]),
        ("pronoun", "it", [They("row", True)]),
        ("unit", "every Baker who is Asleep", [Where(Group(), ASLEEP)]),
        ("unit", "the Ovens whose Heat is 3", [Where(RowsOf("Ovens"), CellIs(own("Heat"), Just(3)))]),
        ("certain", "Ada, Bo and Eb", [All((named(ADA), named(BO), named(EB)))]),
        ("exclusion", "except Ada", [named(ADA)]),
        ("exclusion", "(other than the Miller)", [Emperor()]),
        ("inclusion", "and also Eb", [named(EB)]),
        ("party", "every Baker except Ada", [Except(Group(), named(ADA))]),
        ("party", "everyone including Eb", [Including(Group(), named(EB))]),
        ("party", "every Baker other than Ada who is Asleep", [Where(Except(Group(), named(ADA)), ASLEEP)]),
        ("who", "Ada, Bo and every Oven", [All((named(ADA), named(BO), RowsOf("Ovens")))]),
        ("who", "both Ada and Bo", [BOTH]),
        ("owner", "Ada's own", [named(ADA)]),
        ("owner", "his or her", [ItsHolder()]),
        ("owner", "my", [Author()]),
        ("owner", "Ada and Bo's", [BOTH]),
    ],
)
def test_a_phrase_is_read(rule, text, expected):
    assert readings(rule, text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("named", "Zoe"),
        ("row", "Hob"),
        ("group", "each Salt"),
        ("group", "the Baker"),
        ("superlative", "the tenth-most"),
        ("topmost", "the 1.5 Bakers with the most Flour"),
        ("topmost", "the Baker or Oven with the most Flour"),
        ("topmost", "the Baker with the most Mood"),
        ("playerin", "Ada's Flour"),
        ("unit", "every Baker who"),
        ("who", "Ada Bo"),
        ("owner", "Ada"),
    ],
)
def test_a_phrase_without_sense_is_not_read(rule, text):
    assert readings(rule, text) == []
