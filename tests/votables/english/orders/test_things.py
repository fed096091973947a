"""What a game calls its things, and what it means by a name."""

import pytest

from .called import BREAD, THINGS, VOTING


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("Voting", VOTING),
        ("voting [Active]", VOTING),
        ("Bread", BREAD),
        ("Twins", None),
        ("Core", None),
        ("Cake", None),
    ],
)
def test_a_name_means_one_rule_and_no_section(name, rule):
    assert THINGS.rule_named(name) == rule


def test_rules_and_sections_have_numbers():
    assert [(number, node.key) for number, node in THINGS.numbers()] == [
        *[("1", "1"), ("1.1", "v"), ("1.2", "u"), ("2", "2"), ("2.1", "b"), ("2.1.1", "t")]
    ]


def test_people_are_known_by_their_very_names():
    assert [THINGS.player_named(name) for name in ("Ada", "ada", "Cy", "Dot")] == [3, None, 5, None]


def test_a_name_means_one_type_of_posts():
    assert [THINGS.type_named(name) for name in ("Raid", "Heist", "raid")] == [7, None, None]


@pytest.mark.parametrize(
    ("path", "name"),
    [("gold", "Gold"), ("flour", "flour"), ("ovens.heat", "ovens.heat"), ("mood", "mood")],
)
def test_what_is_tracked_is_called_by_its_key_where_its_name_is_not_clear(path, name):
    assert THINGS.path_said(path) == name
    assert THINGS.path_named(name) == path


def test_a_key_is_meant_before_a_name():
    assert [THINGS.path_named(name) for name in ("Gold", "gold", "Heat")] == ["gold", "gold", "Heat"]
