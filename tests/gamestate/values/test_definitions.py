"""Definitions of variables and tables, as forms and changes give them."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.definitions import (
    KINDS,
    Definition,
    TableDefinition,
    briefly,
    key_for,
    read_definition,
    read_key,
    read_table,
)
from gamestate.values.errors import ValueRefused
from tests.gamestate.values.tabletop import defined, refusal

# As the rulesets of 2012 and 2023 describe them.
WEALTH = {"name": "Wealth", "kind": "whole", "default": "500", "rule": 7, "order": 1}
RESPECT = {"name": "Respect", "kind": "whole", "default": "500", "floor": None}
HEAT = {"name": "Heat", "kind": "decimal", "places": 1, "default": "=floor(average(heat))", "floor": None}
CHARGE = {"name": "Charge", "kind": "whole", "ceiling": 100, "above": "set"}
SIDE = {"name": "Side", "kind": "choice", "choices": ["Red", "Green", "Blue", "None"], "default": "None"}
PARTNER = {"name": "Partner", "kind": "player", "blank": True}
FORMER = {"name": "Former Partners", "kind": "players"}
LOCATION = {"name": "Location", "kind": "row", "refers": "locations", "default": "Village Square"}
ALLIANCE = {"name": "Alliance", "kind": "players", "most": 2}
INVENTORY = {"name": "Inventory", "kind": "texts", "twice": True, "default": "Rope, Meat"}


@pytest.mark.parametrize(
    ("described", "definition"),
    [
        (WEALTH, Definition("Wealth", "whole", default="500", rule=7, order=1)),
        (RESPECT, Definition("Respect", "whole", default="500", floor=None)),
        (HEAT, Definition("Heat", "decimal", places=1, default="=floor(average(heat))", floor=None)),
        (CHARGE, Definition("Charge", "whole", ceiling=Decimal(100), above="set")),
        (SIDE, Definition("Side", "choice", choices=("Red", "Green", "Blue", "None"), default="None")),
        (PARTNER, Definition("Partner", "player", blank=True)),
        (FORMER, Definition("Former Partners", "players", blank=True)),
        (LOCATION, Definition("Location", "row", refers="locations", default="Village Square")),
        (ALLIANCE, Definition("Alliance", "players", blank=True, most=2)),
        (INVENTORY, Definition("Inventory", "texts", blank=True, twice=True, default="Rope, Meat")),
    ],
)
def test_definition_is_read_and_written_back(described, definition):
    read = read_definition(described)

    assert read == definition
    assert read_definition(json.loads(json.dumps(read.as_json()))) == definition


@pytest.mark.parametrize(
    "parts",
    [
        {"kind": "whole", "default": "5", "floor": 5, "ceiling": 5},
        {"kind": "decimal", "places": 6, "default": "0.000001"},
        {"kind": "whole", "ceiling": 10**30 - 1, "rule": 10**15 - 1, "order": -1_000_000},
        {"kind": "texts", "most": 200, "description": "x" * 2000},
        {"kind": "texts", "most": 2, "default": "a, b"},
        {"kind": "choice", "choices": [str(number) for number in range(200)]},
    ],
)
def test_definition_may_go_to_its_limits(parts):
    read = read_definition({"name": "x" * 80, **parts})

    assert {part: getattr(read, part) for part in parts} == {
        part: tuple(value) if isinstance(value, list) else value for part, value in parts.items()
    }


def test_definition_in_json_holds_what_its_kind_uses():
    assert defined("choice", "Side", choices=["Red", "Blue"], floor="7", most=3, places=4).as_json() == {
        "name": "Side",
        "kind": "choice",
        "description": "",
        "rule": None,
        "default": "",
        "choices": ["Red", "Blue"],
        "blank": False,
        "order": 0,
        "audience": "all",
        "on_return": "law",
    }
    assert defined("decimal", "Heat", places=2, floor="-40.50", ceiling="").as_json() == {
        "name": "Heat",
        "kind": "decimal",
        "places": 2,
        "description": "",
        "rule": None,
        "default": "",
        "floor": "-40.5",
        "ceiling": None,
        "below": "law",
        "above": "refuse",
        "blank": False,
        "order": 0,
        "audience": "all",
        "on_return": "law",
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": " "}, "A name is missing."),
        ({"name": 5}, "“name” must be a text."),
        ({"name": "x" * 81}, "A name can have at most 80 characters; this has 81."),
        ({"name": "a\u202eb"}, "A name holds a character that cannot be shown: U+202E."),
        (
            {"kind": "money"},
            "“kind” must be one of whole, decimal, text, long, choice, choices, texts, yes_no, player, players, "
            "row, instant.",
        ),
        (
            {"kind": ["whole"]},
            "“kind” must be one of whole, decimal, text, long, choice, choices, texts, yes_no, player, players, "
            "row, instant.",
        ),
        ({"colour": "red"}, "A definition has no part called “colour”."),
        ({10**5000: "red"}, "A definition has no part called that."),
        ({"description": "x" * 2001}, "“description” can have at most 2,000 characters; this has 2,001."),
        ({"rule": 0}, "“rule” must be a whole number from 1 to 999,999,999,999,999."),
        ({"rule": True}, "“rule” must be a whole number from 1 to 999,999,999,999,999."),
        ({"rule": 10**5000}, "“rule” must be a whole number from 1 to 999,999,999,999,999."),
        ({"order": 1.5}, "“order” must be a whole number from -1,000,000 to 1,000,000."),
        ({"blank": "yes"}, "“blank” must be yes or no."),
        ({"audience": "some"}, "“audience” must be one of all, emperor, holder, own, nobody."),
        ({"on_return": None}, "“on_return” must be one of law, keep, default."),
        ({"below": "clamp"}, "“below” must be one of law, set, refuse."),
        ({"above": "law"}, "“above” must be one of set, refuse."),
        ({"floor": "low"}, "“low” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a "
         "formula =a+b."),
        ({"floor": 0.5}, "“floor” must be a number of at most 30 digits."),
        ({"floor": float("nan")}, "“floor” must be a number of at most 30 digits."),
        ({"floor": Decimal("NaN")}, "“floor” must be a number of at most 30 digits."),
        ({"floor": Decimal("1E+999999")}, "“floor” must be a number of at most 30 digits."),
        ({"ceiling": 10**30}, "“ceiling” must be a number of at most 30 digits."),
        ({"ceiling": True}, "“ceiling” must be a number of at most 30 digits."),
        ({"ceiling": "9" * 31}, "A number can have at most 30 digits before its point, and after it."),
        ({"ceiling": "5.5"}, "“ceiling” has more places than the value keeps."),
        ({"ceiling": "-1"}, "The lowest value of Wealth is above its highest."),
        ({"default": "much"}, "“much” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, "
         "a formula =a+b."),
        ({"default": "=1+"}, "A number or a name is missing at the end of the formula."),
        ({"default": "-1"}, "The default of Wealth is below its lowest value."),
        ({"default": "501", "ceiling": 500}, "The default of Wealth is above its highest value."),
        ({"default": "0.5"}, "The default of Wealth has more places than it keeps."),
        ({"kind": "decimal", "places": 0}, "“places” must be a whole number from 1 to 6."),
        ({"kind": "decimal", "places": 7}, "“places” must be a whole number from 1 to 6."),
        ({"kind": "choice"}, "Wealth needs choices."),
        ({"kind": "choice", "choices": "ab"}, "“choices” must be a list of texts."),
        ({"kind": "choice", "choices": [1]}, "“choices” must be a list of texts."),
        ({"kind": "choice", "choices": ["a", " "]}, "A choice is blank."),
        ({"kind": "choice", "choices": ["a", "a "]}, "The choice “a” is there twice."),
        ({"kind": "choice", "choices": ["a"] * 201}, "There can be at most 200 choices."),
        ({"kind": "choice", "choices": ["a"], "default": "b"},
         "The default of Wealth is “b”, which is not one of its choices."),
        ({"kind": "choices", "choices": ["a"], "default": "a, b"},
         "The default of Wealth is “b”, which is not one of its choices."),
        ({"kind": "texts", "most": 0}, "“most” must be a whole number from 1 to 200."),
        ({"kind": "texts", "most": 1, "default": "a, b"}, "The default of Wealth has more than 1 item."),
        ({"kind": "texts", "default": "a, a"}, "The default of Wealth holds the same item twice."),
        ({"kind": "texts", "blank": False, "default": ","},
         "The default of Wealth is empty, and the list cannot be."),
        ({"kind": "texts", "default": "a\u200bb"},
         "The default of Wealth holds a character that cannot be shown: U+200B."),
        ({"kind": "yes_no", "default": "maybe"}, "The default of Wealth must be yes or no, not “maybe”."),
        ({"kind": "instant", "default": "soon"},
         "The default of Wealth must be a time in UTC, such as 2026-11-21 14:05, not “soon”."),
        ({"kind": "text", "default": "a\nb"}, "The default of Wealth must be a single line."),
        ({"kind": "text", "default": "a" * 301}, "“default” can have at most 300 characters; this has 301."),
        ({"kind": "row"}, "“” cannot be a key. A key begins with a letter a to z, then has up to 39"
                          " letters, digits 0 to 9 and underscores."),
    ],
)  # fmt: skip
def test_definition_that_makes_no_sense_is_refused(change, sentence):
    assert refusal(read_definition, {"name": "Wealth", "kind": "whole", **change}).sentence == sentence


@pytest.mark.parametrize("value", [None, [], "whole", 5])
def test_what_is_no_object_is_no_definition(value):
    sentences = {refusal(read, value).sentence for read in (read_definition, read_table)}

    assert sentences == {"A definition is an object with named parts."}


def test_table_is_read_and_written_back():
    described = {"name": " Locations ", "description": "Where one is.\r\n", "rule": 9, "order": -2}
    table = TableDefinition("Locations", "Where one is.", 9, -2)

    assert read_table(described) == table
    assert read_table(json.loads(json.dumps(table.as_json()))) == table


def test_table_with_unknown_parts_is_refused():
    refused = refusal(read_table, {"name": "Locations", "kind": "text"})

    assert refused.sentence == "A definition has no part called “kind”."


@pytest.mark.parametrize("key", ["a", "wealth", "police_vigilance_number", "x1", "a" * 40])
def test_key_is_small_letters_digits_and_underscores(key):
    assert read_key(key) == key


@pytest.mark.parametrize("key", ["", "1a", "_a", "Wealth", "a-b", "a b", "é", "a\n", "a" * 41, "x" * 1_000])
def test_other_key_is_refused(key):
    refused = refusal(read_key, key)

    assert refused.sentence.endswith(
        " cannot be a key. A key begins with a letter a to z, then has up to 39 letters, digits 0 to 9 and "
        "underscores."
    )
    assert len(refused.sentence) <= 300


@pytest.mark.parametrize("key", ["sum", "average", "floor", "min", "in", "true"])
def test_word_of_formulas_is_no_key(key):
    assert refusal(read_key, key).sentence == f"“{key}” cannot be a key: it has another meaning in formulas."


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.decimals(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
PART_NAMES = st.sampled_from(list(Definition.__dataclass_fields__))


@given(
    kind=st.sampled_from(list(KINDS)),
    parts=st.dictionaries(PART_NAMES | st.text(max_size=5), ANYTHING, max_size=4),
    choices=st.lists(st.text(max_size=5), max_size=3),
)
def test_any_object_is_a_definition_that_comes_back_or_is_refused(kind, parts, choices):
    try:
        read = read_definition({"name": "X", "kind": kind, "choices": choices, "refers": "rows", **parts})
    except ValueRefused as refused:
        assert len(refused.sentence) <= 300
    else:
        assert read_definition(json.loads(json.dumps(read.as_json(), allow_nan=False))) == read


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Wealth", "wealth"),
        ("Café of the East", "cafe_of_the_east"),
        ("  3rd Eye!", "n3rd_eye"),
        ("Min", "min_of_rules"),
        ("x" * 60, "x" * 40),
        ("熱", ""),
    ],
)
def test_a_key_is_made_of_a_name(name, key):
    assert key_for(name) == key
    assert not key or read_key(key) == key


@pytest.mark.parametrize("brief", [WEALTH, RESPECT, HEAT, CHARGE, SIDE])
def test_a_definition_without_what_is_as_usual_is_the_same(brief):
    full = read_definition(brief).as_json()
    assert read_definition(briefly(full)).as_json() == full
    assert briefly(full).keys() <= {*brief, "choices", "places", "blank"}
    assert len(briefly(full)) < len(full)


def test_what_is_no_definition_stays_as_it_is():
    assert briefly({"name": "Odd", "kind": "odd"}) == {"name": "Odd", "kind": "odd"}
