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


VALUES = BAKERY["values"]
PLAYERS, OVEN = VALUES["players"], VALUES["tables"]["Ovens"][0]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"tracked": "Flour"}, "“tracked” must be a list of variables."),
        (
            {"tracked": [{"name": "Salt", "type": "text"}] * (MOST_NAMES + 1)},
            "“tracked” must be a list of variables.",
        ),
        ({"tracked": ["Flour"]}, "each with its name"),
        ({"tracked": [{"name": 4}]}, "each with its name"),
        ({"tracked": [{"name": " "}]}, "each with its name"),
        ({"tracked": [{"name": "Flour"}]}, "“type” of “Flour”"),
        ({"tracked": [{"name": "Flour", "of": "player", "type": "salt"}]}, "“type” of “Flour”"),
        ({"tracked": [{"name": "Flour", "of": [], "type": "number"}]}, "“of” of “Flour”"),
        ({"tracked": [{"name": "Flour", "of": "cat", "type": "number"}]}, "“of” of “Flour”"),
        ({"tracked": [{"name": "Flour", "type": "number", "min": "a"}]}, "“min” and “max” of “Flour”"),
        (
            {"tracked": [{"name": "Flour", "type": "number", "max": float("nan")}]},
            "“min” and “max” of “Flour”",
        ),
        ({"tracked": [{"name": "Flour", "type": "choice", "choices": "a"}]}, "“choices” of “Flour”"),
        ({"tracked": [{"name": "Flour", "type": "list", "default": "a"}]}, "The default of “Flour”"),
        ({"tracked": [{"name": "Flour", "type": "yes-no", "default": 1}]}, "The default of “Flour”"),
        ({"tracked": [{"name": "Flour", "type": "number", "whole": 1}]}, "“whole” must be true or false"),
        ({"tracked": [{"name": "Sugar", "of": "player", "type": "number"}]}, "A value of “Sugar” is missing"),
        ({"tracked": [BAKERY["tracked"][0]] * 2}, "Two variables have one name"),
        ({"values": 4}, "“values” must be an object"),
        ({"values": {"game": 4}}, "“game” must be an object"),
        ({"values": {**VALUES, "players": {"Nobody Here": {}}}}, "“Nobody Here” is not among the players"),
        (
            {"values": {**VALUES, "players": {**PLAYERS, "Ada": {**PLAYERS["Ada"], "Flour": "much"}}}},
            "A value of “Flour” is not",
        ),
        ({"values": {**VALUES, "tables": {"Ovens": {}}}}, "The table “Ovens” must be a list"),
        ({"values": {**VALUES, "tables": {"Ovens": [4]}}}, "Each row of “Ovens”"),
        ({"values": {**VALUES, "tables": {"Ovens": [{"Heat": 2}]}}}, "Each row of “Ovens”"),
        ({"values": {**VALUES, "tables": {"Ovens": [{**OVEN, "Name": ""}]}}}, "Each row of “Ovens”"),
        (
            {"values": {**VALUES, "tables": {"Ovens": [{"Name": "Hob", "Heat": 2}]}}},
            "A value of “Stoker” is missing",
        ),
        ({"values": {**VALUES, "tables": {"Ovens": [OVEN] * 2}}}, "Two rows of “Ovens”"),
        ({"words": {"player": 4}}, "“player” must be a text"),
        ({"emperor": []}, "“emperor” must be a text"),
        ({"emperor_counts": "yes"}, "“emperor_counts” must be true or false"),
        ({"players": "Ada"}, "“players” must be a list of names"),
        ({"players": ["Ada", "Ada"]}, "“players” must be a list of names"),
        ({"players": ["Ada", ""]}, "“players” must be a list of names"),
        ({"players": ["Ada", 4]}, "“players” must be a list of names"),
        ({"idle": [str(at) for at in range(MOST_NAMES + 1)]}, "“idle” must be a list of names"),
    ],
)
def test_a_gamestate_that_is_none_is_refused(changed, why):
    with pytest.raises(NotAnInstruction, match=why):
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
