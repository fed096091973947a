"""How a sentence begins that defines something."""

import pytest

from votables.english.definitions.attributes import Attributes, ValueFacts
from votables.english.definitions.heads import Items, Owners, names_in, without_lead

WORDS = {"player": "Baker", "players": "Bakers", "emperor": "Miller"}
ATTRIBUTES = Attributes("Baker", "Bakers", "Miller")
OWNERS, ITEMS = Owners(WORDS, ATTRIBUTES), Items(ATTRIBUTES)
NUMBER = {"kinds": ["number"]}


@pytest.mark.parametrize(
    ("text", "of", "rest"),
    [
        ("Each Baker has a Flour.", "player", "a Flour."),
        ("All the Bakers each have a Flour.", "player", "a Flour."),
        ("Each new player shall have a Flour.", "?", "a Flour."),
        ("Every Baker also owns Eggs.", "player", "Eggs."),
        ("For each Baker, the GNDT tracks a Flour.", "player", "a Flour."),
        ("Every baker has a Flour.", "player", "a Flour."),
        ("The Miller keeps a Flour.", "game", "a Flour."),
        ("The game has a Flour.", "game", "a Flour."),
        ("Each Oven has a Heat.", "table:Oven", "a Heat."),
        ("All Ovens have a Heat.", "table:Ovens", "a Heat."),
        ("Every cat has a name.", "?", "a name."),
    ],
)
def test_somebody_has_something(text, of, rest):
    match = OWNERS.possesses.match(text)
    assert (OWNERS.of(match), text[match.end() :]) == (of, rest)


@pytest.mark.parametrize("text", ["Flour is white.", "Each Baker bakes.", "It has a Flour."])
def test_a_sentence_of_another_kind_gives_nobody_anything(text):
    assert OWNERS.possesses.match(text) is None


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("Each Baker is either Red or Blue", "player"),
        ("Each Baker may also be Red", "player"),
        ("The Miller is Red or not", "game"),
        ("Each Oven is always Red", "table:Oven"),
    ],
)
def test_somebody_is_something(text, of):
    assert OWNERS.of(OWNERS.is_something.match(text)) == of


def test_a_sentence_need_not_say_what_somebody_is():
    assert OWNERS.is_something.match("Each Baker bakes Red bread") is None


@pytest.mark.parametrize(
    ("text", "names", "facts", "rest"),
    [
        ("a Flour, which", ["Flour"], {}, ", which"),
        (
            "a publicly tracked number of Flour and Eggs, which",
            ["Flour", "Eggs"],
            {**NUMBER, "hidden": {False}},
            ", which",
        ),
        ("an amount of flour.", ["flour"], NUMBER, "."),
        ("a single secret Bag Limit.", ["Bag Limit"], {"hidden": {True}}, "."),
        ("a non-negative integer called Flour.", ["Flour"], {"kinds": ["number", "number"], "floor": 0}, "."),
        ('a text named "Motto".', ["Motto"], {"kinds": ["text"]}, "."),
        ("a list of Tools.", ["Tools"], {"kinds": ["list"]}, "."),
        ("any number of Eggs.", ["Eggs"], NUMBER, "."),
        ("up to one Egg.", ["Egg"], {**NUMBER, "most": [1]}, "."),
        ("a numeric Flour.", ["Flour"], NUMBER, "."),
        ("up to 9 Eggs.", ["Eggs"], {**NUMBER, "most": [9]}, "."),
        ("between 2 and 9 Eggs.", ["Eggs"], {**NUMBER, "least": [2], "most": [9]}, "."),
        ("their Flour, Eggs, and Yeast.", ["Flour", "Eggs", "Yeast"], {}, "."),
        ("some flour.", [], {}, "some flour."),
    ],
)
def test_what_somebody_has(text, names, facts, rest):
    values, end = ITEMS.take(f"x {text}", 2, "player")
    assert ([value.name for value in values], text[end - 2 :]) == (names, rest)
    assert all((value.of, value.facts) == ("player", ValueFacts(**facts)) for value in values)


def test_each_of_several_has_facts_of_its_own():
    one, other = ITEMS.take("a publicly tracked number of Flour and Eggs.", 0, "player")[0]
    one.facts.hidden.add(True)
    one.facts.kinds.append("text")
    assert other.facts == ValueFacts(kinds=["number"], hidden={False})


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("Flour", ["Flour"]),
        ('Flour, an "Egg", and their Yeast', ["Flour", "Egg", "Yeast"]),
        ("Red or Blue", ["Red", "Blue"]),
        ("", []),
    ],
)
def test_names_in_a_list(listed, names):
    assert names_in(listed) == names


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("In addition, each Baker rests.", "Each Baker rests."),
        ("For the purposes of this rule, bread is bread.", "Bread is bread."),
        ("Furthermore each Baker rests.", "Each Baker rests."),
        ("Each Baker rests.", "Each Baker rests."),
    ],
)
def test_words_that_only_lead_are_left_out(text, rest):
    assert without_lead(text) == rest
