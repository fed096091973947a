"""The names of a game as an instruction may write them."""

from fractions import Fraction

import pytest

from votables.english.steps.lexicon import Lexicon, Phrases, fill, new_item, number, ordinal, quote
from votables.english.steps.templates import Parser
from votables.english.steps.words import plain, tokens

from .bakery import BESS, BRICK, EB, named, scene


def at(find, text, start=0):
    """What is found at a place of a text, with the words that it takes."""
    parser = Parser(tokens(plain(text)), {}, {})
    return [(value, end - start) for value, end in find(parser, start)]


def test_phrases_are_found_by_all_their_words():
    phrases = Phrases()
    for phrase, value in (("Oven Warmth", 1), ("oven", 2), ("oven", 2), ("Cy.1’s “Hat”", 3)):
        phrases.add(phrase, value)
    assert at(phrases.at, "OVEN WARMTH of it") == [(1, 2), (2, 1)]
    assert at(phrases.at, "the oven", 1) == [(2, 1)]
    assert at(phrases.at, "Cy.1's “Hat”") == []
    assert at(phrases.at, "oven", 1) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("players", "eb", [(named(EB), 1)]),
        ("variables", "egg", [("Eggs", 1)]),
        ("variables", "oven warmths", [("Oven Warmth", 2)]),
        ("adjectives", "asleep", [("Asleep", 1)]),
        ("adjectives", "eggs", []),
        ("choices", "frost", [("Frost", 1)]),
        ("rows", "big bess", [(named(BESS), 2)]),
        ("rows", "the brick", [(named(BRICK), 2)]),
        ("rows", "brick", []),
        ("tables", "oven", [("Ovens", 1)]),
        ("items", "pans", [("Pan", 1)]),
        ("noun", "Baker", [("player", 1)]),
        ("noun", "players", [("player", 1)]),
        ("plural", "baker", []),
        ("emperor", "Miller", [("emperor", 1)]),
        ("listvar", "pantries", [("Pantry", 1)]),
        ("listvar", "flour", []),
        ("playervar", "helper", [("Helper", 1)]),
        ("numbervar", "flour", [("Flour", 1)]),
        ("numbervar", "motto", []),
        ("yesvar", "asleep", [("Asleep", 1)]),
    ],
)
def test_the_names_of_a_game(name, text, expected):
    assert at(Lexicon(scene()).primitives()[name], text) == expected


def test_a_row_that_has_come_has_its_name():
    game = scene()
    game.add_row("Ovens", "Hob", [])
    game.remove_row(BESS)
    rows = Lexicon(game).primitives()["rows"]
    assert (at(rows, "hob"), at(rows, "big bess")) == ([(named(("row", "Ovens", "Hob")), 1)], [])


def test_a_game_without_words_of_its_own_has_players_and_an_emperor():
    primitives = Lexicon(scene(words={})).primitives()
    texts = (("noun", "player"), ("noun", "baker"), ("emperor", "emperor"))
    readings = [at(primitives[name], text) for name, text in texts]
    assert readings == [[("player", 1)], [], [("emperor", 1)]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12 eggs", [(12, 1)]),
        ("-2.5", [(Fraction(-5, 2), 2)]),
        ("minus three", [(-3, 2)]),
        ("twenty one", [(21, 2)]),
        ("twenty eggs", [(20, 1)]),
        ("twenty twenty", [(20, 1)]),
        ("forty-two", [(42, 1)]),
        ("twenty", [(20, 1)]),
        ("twenty-one one", [(21, 1)]),
        ("ten one", [(10, 1)]),
        ("one", [(1, 1)]),
        ("two hundred", [(2, 1)]),
        ("a dozen", [(12, 2)]),
        ("one hundred", [(100, 2)]),
        ("a cat", []),
        ("minus", []),
        ("", []),
    ],
)
def test_numbers_in_digits_and_words(text, expected):
    assert at(number, text) == expected


def test_ordinals():
    assert [at(ordinal, text) for text in ("Third", "2nd", "eleventh", "")] == [[(3, 1)], [(2, 1)], [], []]


def test_a_quotation_without_the_comma_that_ends_it():
    assert [at(quote, text) for text in ("“Go”", "“Go,”", "Go", "")] == [[("Go", 1)], [("Go", 1)], [], []]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fork of the Sea here", [("Fork", 1), ("Fork of the Sea", 4)]),
        ("One Two Three Four Five", [("One", 1), ("One Two", 2), ("One Two Three", 3), ("One Two Three Four", 4)]),
        ("Fork", [("Fork", 1)]),
        ("“old fork”", [("old fork", 1)]),
        ("old fork", []),
        ("of Fork", []),
        ("3 Forks", []),
    ],
)  # fmt: skip
def test_a_name_that_the_game_does_not_know_is_in_capitals_or_quoted(text, expected):
    assert at(new_item, text) == expected


def test_words_that_change_nothing_may_be_left_out():
    assert at(fill, "hereby also gains") == [(None, 0), (None, 1), (None, 2)]
    assert at(fill, "gains also") == [(None, 0)]
