"""What was thrown beside what is to be expected."""

from collections import Counter

import pytest

from gamestate.models import Roll
from gamestate.queries import luck
from gamestate.queries.luck import ChartBar, in_words, statistics
from gamestate.services import rolling
from ruleset.law import load
from tests.votables.table import noon, seat

LAW = load("ruleset-211").dice


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (1, "nearly always"),
        (0.949, "about 9 times in ten"),
        (0.61, "about 6 times in ten"),
        (0.5, "about one time in two"),
        (0.33, "about one time in three"),
        (0.1, "about one time in ten"),
        (0.05, "about one time in 20"),
        (0.0011, "about one time in 900"),
        (0.00099, "less than one time in a thousand"),
        (0, "less than one time in a thousand"),
    ],
)
def test_a_chance_is_said_in_words(chance, words):
    assert in_words(chance) == words


@pytest.fixture
def rolls(db):
    """Rolls made up row by row, to have outcomes that are known."""
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    digest = rolling.dice.law_digest(LAW)

    def make(die: str, *throws: list[str], by=alice, law: str = digest) -> None:
        number = Roll.objects.count()
        Roll.objects.bulk_create(
            Roll(
                number=number + place, at=noon(1), by=by, where="page", part=1, die=die, command=die, law=law,
                faces=faces,
            )
            for place, faces in enumerate(throws, start=1)
        )  # fmt: skip

    make.people = alice, bobby
    return make


def found(**query):
    return statistics(**{"player": None, "die": "", "law": LAW, **query})


def test_a_fair_die_is_told_from_a_loaded_one(rolls):
    rolls("DICE6", *[[str(1 + number % 6)] for number in range(60)])
    rolls("DICE4", *[["4"] for _ in range(40)])
    fair, loaded = found().dice
    assert (fair.die, fair.throws, fair.mean, fair.expected_mean) == ("DICE6", 60, 3.5, 3.5)
    assert (fair.words, fair.suspicious) == ("nearly always", False)
    assert fair.sentence == "Honest dice are off by this much or more by luck alone nearly always."
    assert fair.counts == dict.fromkeys("123456", 10)
    assert (loaded.words, loaded.suspicious) == (
        "less than one time in a thousand",
        True,
    )
    assert loaded.bars == [
        ChartBar(str(face), 40 * (face == 4), 10, 100.0 * (face == 4), 25.0) for face in range(1, 5)
    ]


def test_every_die_of_a_command_counts_and_each_player_alone(rolls):
    alice, bobby = rolls.people
    rolls("DICE6", ["1", "2", "2"], ["6"])
    rolls("DICE6", ["3"], by=bobby)
    everybody = found(die="DICE6")
    assert everybody.dice[0].counts == {"1": 1, "2": 2, "3": 1, "4": 0, "5": 0, "6": 1}
    assert [(tally.player, tally.throws, tally.mean) for tally in everybody.players] == [
        (alice, 4, 2.75),
        (bobby, 1, 3.0),
    ]
    assert found(player=bobby).dice[0].throws == 1
    assert (everybody.dice[0].words, everybody.dice[0].sentence) == (
        "too few throws to say",
        "Too few throws to say.",
    )


@pytest.mark.parametrize("sides", [1, 19, 20, 21, 100, 1_000_000, 10**21 - 1])
def test_the_faces_of_a_large_die_fall_into_groups_of_neighbours(rolls, sides):
    rolls(f"DICE{sides}", ["1", str(sides)])
    (tally,) = found().dice
    names = list(tally.ways)
    assert sum(tally.ways.values()) == sides
    assert max(tally.ways.values()) - min(tally.ways.values()) <= 1
    assert len(names) == min(sides, 20)
    expected = {names[0]: 1, names[-1]: 1} if sides > 1 else {"1": 2}
    assert {name: count for name, count in tally.counts.items() if count} == expected


def test_a_die_without_sides_gives_one_thing(rolls):
    rolls("DICE0", ["0"])
    (tally,) = found().dice
    assert (tally.counts, tally.ways, tally.mean, tally.words) == (
        {"0": 1},
        {"0": 1},
        0,
        "only one outcome is possible",
    )


def test_what_a_list_repeats_is_likelier(rolls):
    rolls("{a,a,b}", *[["a"]] * 20, *[["b"]] * 10)
    (tally,) = found().dice
    assert (tally.counts, tally.ways, tally.spread.chi_square) == ({"a": 20, "b": 10}, {"a": 2, "b": 1}, 0)


def test_a_list_of_an_earlier_law_is_not_compared_with_the_present_one(rolls):
    rolls("FRUIT", ["Durian"], ["Medlar"], law="0" * 64)
    rolls("FRUIT", [LAW.lists["FRUIT"][0]])
    (tally,) = found().dice
    assert (tally.throws, tally.left_out) == (1, 2)
    assert tally.ways == dict(Counter(LAW.lists["FRUIT"]))


def test_what_was_written_behind_the_sites_back_breaks_nothing(rolls):
    rolls("DICE6", ["six"], ["7"], {"a": 1})
    rolls("FRUIT", ["Brick"])
    dice = {tally.die: (tally.throws, tally.ways == {}) for tally in found().dice}
    assert dice == {"DICE6": (1, False), "FRUIT": (1, True)}


def test_only_the_newest_rolls_are_counted(rolls, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(luck, "MOST_ROLLS", 3)
    rolls("DICE6", ["1"], ["2"], ["3"], ["4"])
    with django_assert_num_queries(1):
        counted = found()
    assert (counted.rolls, counted.cut, counted.dice[0].mean) == (3, True, 3)
