"""What is a dice command in a text, under each of the five laws, and what cannot be rolled."""

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.dice.reading import MOST_COMMANDS, DiceCommand, commands, may_hold_commands
from ruleset.law import SHIPPED, load

NEW = load("ruleset-211").dice
OLD = load("ruleset-98").dice
LONG = load("ruleset-2019-09").dice


def read(text: str, law) -> tuple[DiceCommand, ...]:
    """The commands; where any is found, it could be known without the law that there may be one."""
    commands_read = commands(text, law)
    assert may_hold_commands(text) or not commands_read
    return commands_read


def typed(text: str, law=NEW) -> list[str]:
    return [command.text for command in read(text, law)]


def dice(text: str, law=NEW) -> list[tuple[int, int]]:
    commands_read = read(text, law)
    assert {(command.kind, command.problem) for command in commands_read} <= {("die", "")}
    return [(command.count, command.sides) for command in commands_read]


def problem(text: str, law=NEW) -> str:
    (command,) = read(text, law)
    assert (command.count, command.sides, command.options) == (0, 0, ())
    return command.problem


def test_several_commands_stand_in_one_line_with_words_around():
    text = "Robbing: DICE20, then 3DICE6 for a FRUIT and {left, right}!"
    assert commands(text, NEW) == (
        DiceCommand("DICE20", 9, 15, "die", 1, 20),
        DiceCommand("3DICE6", 22, 28, "die", 3, 6),
        DiceCommand("FRUIT", 35, 40, "list", 1, 6, ("Lemon", "Orange", "Kiwi", "Grape", "Cherry", "Tangelo")),
        DiceCommand("{left, right}", 45, 58, "choice", 1, 2, ("left", "right")),
    )
    assert [text[command.start : command.end] for command in commands(text, NEW)] == typed(text)


@pytest.mark.parametrize(
    "text",
    ["DICE6s", "preDICE6", "dice6", "Dice6", "DICE", "DICEN", "DICE 6", "DICE--3", "DICE\u22123", "x2DICE6", "2XDICE6",
     "DICE6\u0663", "\u0663DICE6", "DICE\u0663", "\u00e9DICE6", "DICE6\u00e9", "MAX_DICE6", "A__DICE6", "DICE6_b",
     "DICE6__b", "1.5DICE6x", "fruit", "FRUITS", "2FRUIT", "FRUIT2", "CARDS", "{a}", "{a b}", "{a,\nb}", "{a,b", "a,b}",
     "}a,b{", "DICE6.5x", ""],
)  # fmt: skip
def test_this_is_no_command(text):
    assert commands(text, NEW) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(DICE6)", [(1, 6)]),
        ("DICE6.", [(1, 6)]),
        ("DICE6,DICE8", [(1, 6), (1, 8)]),
        ("DICE6,5DICE8", [(1, 6), (5, 8)]),
        ("DICE6-2", [(1, 6)]),
        ("DICE6,500g DICE6,1000 DICE6,12", [(1, 6)] * 3),
        ("Heat-2DICE6+1", [(2, 6)]),
        ("*DICE6* _DICE7_ __DICE8__ **2DICE9**", [(1, 6), (1, 7), (1, 8), (2, 9)]),
        ("1. DICE6\n1.DICE6", [(1, 6), (1, 6)]),
        ("02DICE06", [(2, 6)]),
        ("DICE0 DICE-3 DICE-0 4DICE0 DICE000", [(1, 0), (1, -3), (1, 0), (4, 0), (1, 0)]),
        ("DICE1 100DICE1000000", [(1, 1), (100, 1_000_000)]),
        ("DICE" + "0" * 5000 + "6", [(1, 6)]),
        ("0" * 5000 + "3DICE6", [(3, 6)]),
        ("{DICE6} {a DICE7}", [(1, 6), (1, 7)]),
        ("DICE6\x00DICE7\ud800DICE8", [(1, 6), (1, 7), (1, 8)]),
    ],
)
def test_this_is_rolled(text, expected):
    assert dice(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("DICE1000001", "DICE1000001 cannot be rolled: a die has at most 1,000,000 sides (“Random Generators”)."),
        ("101DICE6", "101DICE6 cannot be rolled: you can roll at most 100 dice at once."),
        ("0DICE6", "0DICE6 cannot be rolled: that is not a die, so there is nothing to roll."),
        ("1.5DICE6", "1.5DICE6 cannot be rolled: the number of dice must be whole."),
        ("DICE6.5", "DICE6.5 cannot be rolled: the number of sides must be whole."),
        ("DICE1,000", "DICE1,000 cannot be rolled: please write the number of sides without commas."),
        ("{}", "{} cannot be rolled: there is nothing in the braces (“Random Generators”)."),
        ("{ \t}", "{ \t} cannot be rolled: there is nothing in the braces (“Random Generators”)."),
        ("{a,,b}", "{a,,b} cannot be rolled: one of its values is empty (“Random Generators”)."),
        ("{a, }", "{a, } cannot be rolled: one of its values is empty (“Random Generators”)."),
        ("{a,{b,c}}", "{a,{b,c}} cannot be rolled: there are braces within its braces (“Random Generators”)."),
        ("{{b,c} a}", "{{b,c} a} cannot be rolled: there are braces within its braces (“Random Generators”)."),
        ("{" + "a," * 500 + "a}", "{" + "a," * 19 + "… cannot be rolled: it has more than 500 values "
                                  "(“Random Generators”)."),
        ("{a," + "b" * 10_000 + "}", "{a," + "b" * 36 + "… cannot be rolled: it has more than 10,000 characters "
                                     "(“Random Generators”)."),
    ],
)  # fmt: skip
def test_what_cannot_be_rolled_has_a_sentence(text, sentence):
    assert problem(text) == sentence


def test_a_number_of_thousands_of_digits_is_refused_by_its_length():
    assert "at most 1,000,000 sides" in problem("DICE" + "9" * 50_000)
    assert "more than 100 digits" in problem("DICE" + "9" * 50_000, OLD)
    assert "more than 100 digits" in problem("DICE-" + "9" * 50_000)
    assert "at most 100 dice" in problem("9" * 50_000 + "DICE6")


def test_the_largest_die_is_as_each_law_has_it():
    assert dice("DICE1000000") == [(1, 1_000_000)]
    assert dice("DICE" + "9" * 21, LONG) == [(1, 10**21 - 1)]
    sentence = "a die has fewer than 22 digits (“Random Generators”)."
    assert problem("DICE1" + "0" * 21, LONG) == f"DICE1{'0' * 21} cannot be rolled: {sentence}"
    assert dice("DICE" + "9" * 100, OLD) == [(1, 10**100 - 1)]
    assert dice("DICE-9999999") == [(1, -9_999_999)]


def test_five_laws_know_different_commands():
    text = "2DICE6 FRUIT COLOUR COLOR CARD {a,b}"
    known = {name: typed(text, load(name).dice) for name in SHIPPED}
    assert known == {
        "ruleset-37": ["2DICE6"],
        "ruleset-86": ["2DICE6"],
        "ruleset-98": ["2DICE6"],
        "ruleset-2019-09": ["2DICE6", "FRUIT", "COLOUR", "COLOR"],
        "ruleset-211": ["2DICE6", "FRUIT", "COLOUR", "COLOR", "CARD", "{a,b}"],
    }


def test_where_braces_mean_nothing_what_is_in_them_is_rolled():
    assert typed("{DICE6, FRUIT}", OLD) == ["DICE6"]
    assert typed("{DICE6, FRUIT}", NEW) == ["{DICE6, FRUIT}"]


def test_color_is_another_word_for_colour():
    colour, color = commands("COLOUR COLOR", NEW)
    assert (colour.text, color.text, colour.kind) == ("COLOUR", "COLOR", "list")
    assert colour.options == color.options == NEW.lists["COLOUR"]


def test_a_pack_has_each_card_once_suit_by_suit():
    (card,) = commands("CARD", NEW)
    assert (card.kind, card.sides, len(set(card.options))) == ("card", 52, 52)
    assert card.options[:2] == ("Ace of Hearts", "2 of Hearts")
    assert card.options[-1] == "King of Clubs"


def test_outcomes_come_from_the_law():
    law = replace(
        NEW, lists={"FRUIT": ("Quince",), "WIND": ("North", "South")}, aliases={"GALE": "WIND"}, suits=()
    )
    assert [(command.text, command.options) for command in commands("FRUIT WIND GALE CARD COLOUR", law)] == [
        ("FRUIT", ("Quince",)),
        ("WIND", ("North", "South")),
        ("GALE", ("North", "South")),
    ]


def test_values_in_braces_are_trimmed_and_may_repeat():
    (choice,) = commands("{ big  one ,big  one,\tDICE6, 5 }", NEW)
    assert choice.options == ("big  one", "big  one", "DICE6", "5")


def test_an_open_brace_does_not_hide_the_list_after_it():
    assert typed("{ {a,b} and { {c,d}") == ["{a,b}", "{c,d}"]


def test_one_command_too_many_is_refused():
    assert len(dice("DICE6 " * MOST_COMMANDS)) == MOST_COMMANDS
    *rolled, last = commands("DICE6 " * 5000, NEW)
    assert (len(rolled), {command.problem for command in rolled}) == (MOST_COMMANDS, {""})
    assert last.problem == "A text can have at most 20 rolls; this one has more."


@given(st.text(alphabet="DICEFRUTCA0123456789{},.-_ \n\u0663\u00e9x"), st.sampled_from(SHIPPED))
def test_any_text_is_read(text, name):
    end = 0
    for command in commands(text, load(name).dice):
        assert end <= command.start < command.end <= len(text)
        assert command.text == text[command.start : command.end]
        assert bool(command.problem) != (command.count >= 1)
        end = command.end


@given(st.text())
def test_a_command_reads_the_same_by_itself(text):
    for command in commands(f"{text} DICE6 {{a,b}} {text}", NEW):
        assert [alone.options for alone in commands(command.text, NEW)] == [command.options]


@pytest.mark.parametrize(
    "piece", ["{", "}", "{}", "{,", "{a", ",", "1", "1.", "9DICE", "DICE", "DICE9", "_", "__DICE6", "DICE6__", "DICE-",
              "{ ", "DICE1,000", "FRUI", "\n"],
)  # fmt: skip
def test_reading_takes_time_in_proportion(piece):
    text = piece * (100_000 // len(piece))
    nested = "{" * 50_000 + text[:100] + "}" * 50_000
    started = time.process_time()
    commands(text, NEW)
    commands(nested, NEW)
    assert time.process_time() - started < 1.5


ANY = replace(NEW, lists={"A": ("a",), "ZZ": ("z",)})


@given(st.text(st.sampled_from("AZDICE6CARD{},_-. \na\u00e9\u0663"), max_size=12))
def test_what_cannot_hold_a_command_holds_none_under_any_law(text):
    for law in (NEW, OLD, LONG, ANY):
        read(text, law)


@pytest.mark.parametrize(
    "text", ["Yes, :for: it is.", "Cats purr.", "a DICe6 b", "2,000 of Xs", "McDonald", ""]
)
def test_words_are_known_to_hold_no_command_without_a_law(text):
    assert not may_hold_commands(text)
