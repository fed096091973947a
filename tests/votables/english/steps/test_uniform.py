"""Steps that do the same to all whom they are about, whatever the values are."""

from dataclasses import replace
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from votables.english.reading_parts import TrackedGame
from votables.english.steps.uniform import MOST_PEOPLE, UniformStep, uniform_step

GAME = TrackedGame(
    words={"player": "Baker", "players": "Bakers"},
    players=("Ada", "Bo", "Mu.2", "Kay Em"),
    idle=("Eb",),
    emperor="Ada",
    emperor_counts=True,
    tracked=(
        {"name": "Flour", "of": "player", "type": "number", "whole": True},
        {"name": "Eggs", "of": "player", "type": "number", "whole": True},
        {"name": "Loaves", "of": "game", "type": "number", "whole": True},
        {"name": "Hat", "of": "player", "type": "text"},
    ),
)


def to_all(variable: str, to: str) -> UniformStep:
    return UniformStep(variable, to, players=True)


def to_some(variable: str, to: str, *named: str) -> UniformStep:
    return UniformStep(variable, to, named=named)


@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize(
    ("words", "step"),
    [
        ("Set each Player's Flour to 1.", to_all("Flour", "1")),
        ("Set the Flour of all Bakers to 0.", to_all("Flour", "0")),
        ("Each Baker gains 2 Flour.", to_all("Flour", "+2")),
        ("Each player gains two Eggs.", to_all("Eggs", "+2")),
        ("Increase the Flour of each Baker by 2.", to_all("Flour", "+2")),
        ("Reduce every Baker’s Flour by 1", to_all("Flour", "-1")),
        ("Take 3 Flour from each player.", to_all("Flour", "-3")),
        ("Bo gains 2 Flour.", to_some("Flour", "+2", "Bo")),
        ("Ada and Bo each gain 2 Flour.", to_some("Flour", "+2", "Ada", "Bo")),
        ("Set the Eggs of Mu.2 to 7.", to_some("Eggs", "7", "Mu.2")),
        ("kay em loses one Flour.", to_some("Flour", "-1", "Kay Em")),
        ("Give 2 Flour to Eb.", to_some("Flour", "+2", "Eb")),
        ("Bo’s Flour becomes 6.", to_some("Flour", "6", "Bo")),
        ("Each Baker's Eggs are increased by 2.", to_all("Eggs", "+2")),
        ("The Eggs of all Bakers go down by 2.", to_all("Eggs", "-2")),
        ("Loaves is now 4.", UniformStep("Loaves", "4")),
        ("Set Loaves to 3.", UniformStep("Loaves", "3")),
        ("Increase Loaves by 3.", UniformStep("Loaves", "+3")),
    ],
)
def test_what_is_the_same_for_all_of_them(words, step, counts):
    assert uniform_step(words, replace(GAME, emperor_counts=counts)) == step


@pytest.mark.parametrize(
    "words",
    [
        "",
        "Set the Flour of each Baker to their Eggs.",
        "Bo’s Flour is 6.",
        "Bo’s Flour is down.",
        "Each Baker with 3 Eggs gains 2 Flour.",
        "Each Baker with more than 3 Flour gains 2.",
        "Each Baker other than Bo gains 2 Flour.",
        "Each idle Baker gains 2 Flour.",
        "If Bo is idle, Ada gains 2 Flour.",
        "Each Baker gains 2 Flour unless Bo is idle.",
        "Everyone gains 2 Flour.",
        "Double the Flour of each Baker.",
        "Halve Bo's Flour.",
        "Ada gives Bo 3 Flour.",
        "Transfer 3 Flour from Ada to Bo.",
        "Bo gains 2 Flour and Ada gains 2 Flour.",
        "Bo gains 2 Flour and 2 Eggs.",
        "Bo gains 2 Flour. Bo gains 3 Flour.",
        "Bo gains 1,000 Flour.",
        "Bo gains 2.5 Flour.",
        "Bo gains DICE6 Flour.",
        "Bo gains 2d6 Flour.",
        "Set Bo's Flour to -3.",
        "Set Bo's Hat to 3.",
        "Set the Sugar of each Baker to 3.",
        "Set Loaves of each Baker to 3.",
        "Set each Loaves to 3.",
        "Set Flour to 3.",
        "Nobody gains 2 Flour.",
        "Each Baker gains 2 “Flour”.",
        "Bo gains " + "9" * 5_000 + " Flour.",
        "Bo gains 2 Flour" + " the" * 500,
    ],
)
def test_what_is_for_a_person(words):
    assert uniform_step(words, GAME) is None


def test_all_are_everybody_and_not_those_who_happen_to_be_there():
    alone = replace(GAME, players=("Ada",), idle=())
    assert uniform_step("Each Baker gains 2 Flour.", alone) == to_all("Flour", "+2")
    assert uniform_step("Ada gains 2 Flour.", alone) == to_some("Flour", "+2", "Ada")


@pytest.mark.parametrize("name", ["Set", "Each", "Two", "Flour", "Baker", "Gains"])
def test_a_player_who_is_called_like_a_word_makes_it_unsure(name):
    game = replace(GAME, players=(*GAME.players, name))
    for words in ("Set each Baker's Flour to two.", "Each Baker gains two Flour."):
        if name.casefold() in words.casefold():
            assert uniform_step(words, game) is None


def test_letters_that_are_the_same_to_a_pattern_alone():
    assert uniform_step("İda gains 2 Flour.", replace(GAME, players=("ida", "Bo"))) is None


def test_nothing_is_tried_in_a_game_of_very_many_or_where_no_number_is_tracked():
    many = tuple(f"P{number}" for number in range(MOST_PEOPLE + 1))
    assert uniform_step("Each Baker gains 2 Flour.", replace(GAME, players=many)) is None
    assert uniform_step("Each Baker gains 2 Flour.", replace(GAME, tracked=GAME.tracked[3:])) is None


WORDS = st.sampled_from(
    [*"set give take gains loses gain the of to by from and each every all Baker Bakers".split()]
    + ["Ada", "Bo", "Flour", "Eggs", "Loaves", "3", "two", "Mu.2", "'s", "Eb", ".", "idle", "if", "more"]
)


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_any_words_are_a_step_that_names_all_that_they_name_or_none(words):
    step = uniform_step(words, GAME)
    if step is not None:
        assert step.variable in words and step.to.lstrip("+-") in ("3", "2")
        assert all(name in words for name in step.named)
        assert not {"idle", "if", "more"} & set(words.split())
        others = {"Ada", "Bo", "Mu.2", "Eb"} - set(step.named)
        assert not others & set(words.split())


def test_it_is_found_soon():
    begun = process_time()
    for _ in range(40):
        uniform_step("Each Baker gains 2 Flour.", GAME)
    assert process_time() - begun < 2
