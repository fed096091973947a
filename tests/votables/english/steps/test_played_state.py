"""The gamestate while steps are done on it."""

from fractions import Fraction

import pytest

from gamestate.values.definitions import LARGEST
from votables.english.reading_parts import Unclear
from votables.english.steps.obstacles import NoSenseHere
from votables.english.steps.played_state import GAME, PlayedScene, ScenedVariable, number_of

from ..samples import BAKERY
from .bakery import ADA, BESS, BO, BRICK, CAST, CY, DOT, EB, VARIABLES, scene

HEAT = (BESS, "Heat")


def test_numbers_are_exact():
    assert [number_of(value) for value in (None, 3, 0.1)] == [None, 3, Fraction(1, 10)]


def test_values_are_read_and_set_where_they_are_held():
    game = scene()
    assert [game.get(cell) for cell in ((ADA, "Flour"), (GAME, "Season"), HEAT)] == [10, "Frost", 3]
    for cell, value in (((ADA, "Flour"), 4), ((GAME, "Season"), "reaping"), (HEAT, Fraction(9, 2))):
        game.set(cell, value)
    assert [game.get(cell) for cell in ((ADA, "Flour"), (GAME, "Season"), HEAT)] == [4, "Reaping", 4]
    assert BAKERY["values"]["players"]["Ada"]["Flour"] == 10


def test_a_column_has_a_table():
    assert [each.table for each in VARIABLES if each.name in ("Flour", "Season", "Heat")] == ["", "", "Ovens"]
    assert scene().get((ADA, "Pantry")) == ["Whisk", "Pan", "Whisk"]


def test_who_has_no_value_yet_has_the_default():
    game = PlayedScene(CAST, [*VARIABLES, ScenedVariable("Bag", "player", "list")], {})
    assert [game.get((ADA, name)) for name in ("Flour", "Mood", "Bag")] == [3, "Grey", []]


def test_to_set_a_name_renames_a_row():
    game = scene()
    game.set((BESS, "Name"), "Hob")
    assert [row["Name"] for row in game.rows("Ovens")] == ["Hob", "Old Smoky", "The Brick"]


VALUE = {each.name: each for each in VARIABLES}
HALF = Fraction(1, 2)
PART = ScenedVariable("Part", "player", "number", whole=False)
RANK = ScenedVariable("Rank", "player", "choice", choices=("1", "2"), default="")


@pytest.mark.parametrize(
    ("variable", "value", "kept"),
    [
        (VALUE["Flour"], Fraction(7, 2), 3),
        (VALUE["Debt"], Fraction(-7, 2), -3),
        (PART, HALF, 0.5),
        (PART, Fraction(4, 2), 2),
        (VALUE["Eggs"], 12, 12),
        (VALUE["Asleep"], True, True),
        (VALUE["Mood"], "foul", "Foul"),
        (RANK, Fraction(2), "2"),
        (RANK, "", ""),
        (VALUE["Helper"], "eb", "Eb"),
        (VALUE["Helper"], "", ""),
        (VALUE["Pantry"], ["Pan", 2], ["Pan", "2"]),
        (VALUE["Motto"], "so", "so"),
    ],
)
def test_a_value_is_kept_as_its_variable_has_it(variable, value, kept):
    fitting = scene().fitted(variable, value)
    assert (fitting, type(fitting)) == (kept, type(kept))


@pytest.mark.parametrize(
    ("variable", "value", "problem"),
    [
        (VALUE["Flour"], -1, Unclear),
        (VALUE["Eggs"], 13, Unclear),
        (VALUE["Debt"], Fraction(LARGEST), Unclear),
        (VALUE["Debt"], Fraction(-LARGEST), Unclear),
        (VALUE["Flour"], True, NoSenseHere),
        (VALUE["Flour"], "3", NoSenseHere),
        (VALUE["Asleep"], "yes", NoSenseHere),
        (VALUE["Mood"], "Wild", NoSenseHere),
        (VALUE["Mood"], "", NoSenseHere),
        (RANK, HALF, NoSenseHere),
        (VALUE["Helper"], "Zoe", NoSenseHere),
        (VALUE["Pantry"], "Pan", NoSenseHere),
        (VALUE["Motto"], 3, NoSenseHere),
    ],
)
def test_a_value_that_does_not_fit_is_refused(variable, value, problem):
    with pytest.raises(Unclear) as refused:
        scene().fitted(variable, value)
    assert refused.type is problem


def test_a_percentage_that_does_not_come_out_whole_is_refused():
    game = scene()
    game.loose = True
    assert game.fitted(PART, HALF) == 0.5
    with pytest.raises(Unclear):
        game.fitted(VALUE["Flour"], HALF)


def test_a_variable_is_known_by_its_name_and_its_holder():
    game = scene()
    assert game.variable("Heat", BESS) is game.variable("Heat", BRICK)
    assert [each.name for each in game.variables_of(BESS)] == ["Name", "Heat", "Stoker"]
    assert [each.name for each in game.variables_of(GAME)] == ["Oven Warmth", "Season", "Head Baker"]
    for name, holder in (("Heat", ADA), ("Flour", GAME), ("Flour", BESS)):
        with pytest.raises(NoSenseHere):
            game.variable(name, holder)


def test_a_variable_of_the_game_is_named_alone_unless_others_have_one_of_that_name():
    both = PlayedScene(CAST, [*VARIABLES, ScenedVariable("Seasons", "player", "number")], BAKERY["values"])
    assert scene().own_of_game("Season").of == "game"
    with pytest.raises(Unclear):
        both.own_of_game("Season")
    with pytest.raises(NoSenseHere):
        scene().own_of_game("Flour")


def test_the_variable_that_was_last_changed_is_one():
    game = scene()
    game.it = ((ADA, "Flour"), (BO, "Flour"))
    assert game.last_name() == "Flour"
    for it in (None, ((ADA, "Flour"), (BO, "Eggs"))):
        game.it = it
        with pytest.raises(Unclear):
            game.last_name()


def test_a_default_is_of_the_kind_of_its_variable():
    game = PlayedScene(CAST, [*VARIABLES, ScenedVariable("Luck", "player", "number")], {})
    assert [game.default((ADA, name)) for name in ("Flour", "Mood", "Pantry")] == [3, "Grey", []]
    with pytest.raises(Unclear):
        game.default((ADA, "Luck"))


def test_tables_and_rows():
    game = scene()
    assert (game.tables(), game.table_named("oven"), game.table_named("hut")) == (["Ovens"], "Ovens", None)
    assert game.row("Ovens", "Big Bess")["Heat"] == 3
    with pytest.raises(Unclear):
        game.row("Ovens", "Hob")


def test_a_row_comes_with_its_defaults_and_goes():
    game = scene()
    holder = game.add_row("Ovens", "Hob", [("Stoker", "eb")])
    assert game.rows("Ovens")[-1] == {"Name": "Hob", "Heat": 0, "Stoker": "Eb"}
    game.remove_row(holder)
    assert game.values == BAKERY["values"]


@pytest.mark.parametrize("name", ["", "big bess"])
def test_a_row_has_a_name_of_its_own(name):
    with pytest.raises(Unclear):
        scene().add_row("Ovens", name, [])
    with pytest.raises(Unclear):
        scene().rename("Ovens", "Old Smoky", name)


def test_a_row_may_keep_its_name_in_other_letters():
    game = scene()
    game.rename("Ovens", "Old Smoky", "OLD SMOKY")
    assert game.row("Ovens", "OLD SMOKY")["Heat"] == 5


@pytest.mark.parametrize(
    ("which", "counts", "expected"),
    [
        ("active", True, (ADA, BO, CY, DOT)),
        ("active", False, (ADA, BO, CY)),
        ("idle", True, (EB,)),
        ("all", False, (ADA, BO, CY, EB)),
    ],
)
def test_groups_of_players(which, counts, expected):
    assert scene(emperor_counts=counts).group(which) == expected


def test_a_pronoun_means_the_one_named_in_the_sentence_or_those_spoken_of_before():
    game = scene()
    game.people = (BO, BESS)
    assert (game.spoken_of(""), game.spoken_of("player"), game.spoken_of("row")) == (
        (BO, BESS),
        (BO,),
        (BESS,),
    )
    game.mentioned = (ADA,)
    assert game.spoken_of("player") == (ADA,)
    game.mentioned = (ADA, CY)
    with pytest.raises(Unclear):
        game.spoken_of("player")
    game.fresh = True
    assert game.spoken_of("player") == (BO,)


def test_a_trial_leaves_the_scene_alone_until_it_is_taken_over():
    game = scene()
    game.people = (BO,)
    trial = game.copy()
    trial.set((ADA, "Flour"), 1)
    trial.stopped, trial.it = True, ((ADA, "Flour"),)
    assert (trial.people, game.get((ADA, "Flour")), game.stopped, game.it) == ((BO,), 10, False, None)
    game.become(trial)
    assert (game.get((ADA, "Flour")), game.stopped, game.it) == (1, True, ((ADA, "Flour"),))
