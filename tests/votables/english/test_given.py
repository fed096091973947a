"""The gamestate as JSON, checked before anything is worked out on it."""

import pytest

from gamestate.values.definitions import LARGEST
from votables.english.given import (
    MOST_NAMES,
    NotAnInstruction,
    game_of,
    is_list_of_texts,
    is_number,
    words_of,
)

from .samples import BAKERY


def test_a_gamestate_is_given_whole():
    game = game_of(BAKERY)
    assert (game.words, game.players, game.idle) == (BAKERY["words"], ("Ada", "Bo", "Cy.1", "Dot"), ("Eb",))
    assert (game.emperor, game.emperor_counts, game.author) == ("Dot", True, "Bo")
    assert (list(game.tracked), game.values) == (
        [{"whole": True, **one} for one in BAKERY["tracked"]],
        BAKERY["values"],
    )


def test_where_no_values_are_given_there_is_no_gamestate():
    assert game_of({**BAKERY, "values": None}) is None


def test_what_is_left_out_is_as_usual():
    game = game_of({"values": {}, "tracked": [{"name": "Salt", "type": "text"}]})
    assert (game.players, game.emperor, game.emperor_counts, game.author, game.words) == (
        (),
        "",
        True,
        "",
        {},
    )
    assert game.tracked == ({"name": "Salt", "type": "text", "of": "player", "whole": True},)
    assert game.values == {"game": {}, "players": {}, "tables": {}}


def test_words_are_those_that_are_given():
    assert words_of({"words": {"player": "Baker", "emperor": "", "cat": "Tom"}}) == {"player": "Baker"}
    assert words_of({}) == {}


@pytest.mark.parametrize(
    "changed",
    [
        {"tracked": [{"name": "Flour"}]},
        {"tracked": [{"name": "Flour", "of": "player", "type": "number", "min": "a"}]},
        {"tracked": [{"name": "Flour", "of": "player", "type": "number", "min": float("nan")}]},
        {"tracked": [{"name": "Flour", "of": [], "type": "number"}]},
        {"tracked": [{"name": "Sugar", "of": "player", "type": "number"}]},
        {"tracked": [BAKERY["tracked"][0]] * 2},
        {"values": {"game": 4}},
        {"values": {"players": {"Nobody Here": {}}}},
        {"values": {"tables": {"Ovens": [{"Heat": 2}]}}},
        {"values": {"tables": {"Ovens": {}}}},
        {"words": {"player": 4}},
        {"emperor": []},
        {"emperor_counts": "yes"},
        {"players": ["Ada", "Ada"]},
        {"players": ["Ada", ""]},
        {"players": ["Ada", 4]},
        {"players": [str(at) for at in range(MOST_NAMES + 1)]},
        {"tracked": "Flour"},
        {"tracked": [{"name": " ", "type": "text"}]},
        {"tracked": [{"name": "Salt", "type": "text", "of": "cat"}]},
        {"tracked": [{"name": "Salt", "type": "salt", "of": "game"}]},
        {"tracked": [{"name": "Salt", "type": "choice", "choices": "a"}]},
        {"tracked": [{"name": "Salt", "type": "number", "whole": 1}]},
        {"tracked": [{"name": "Salt", "type": "list", "default": "a"}]},
        {"tracked": [{"name": "Salt", "type": "yes-no", "default": 1}]},
        {"values": {"players": {"Ada": {"Flour": "much"}}}},
        {"values": {**BAKERY["values"], "tables": {"Ovens": [{"Name": ""}]}}},
        {"values": {**BAKERY["values"], "tables": {"Ovens": [BAKERY["values"]["tables"]["Ovens"][0]] * 2}}},
    ],
)
def test_a_gamestate_that_is_none_is_refused(changed):
    assert game_of(BAKERY) is not None
    with pytest.raises(NotAnInstruction):
        game_of({**BAKERY, **changed})


def test_texts_and_numbers_are_told_from_other_things():
    assert [is_list_of_texts(one) for one in ([], ["a"], ["a", 1], "a", ("a",))] == [
        True,
        True,
        False,
        False,
        False,
    ]
    largest = int(LARGEST)
    given = (0, -2.5, largest - 1, True, "1", None, largest, -largest, float("inf"), float("nan"), 1e31)
    assert [is_number(one) for one in given] == [True] * 3 + [False] * 8
