"""The reader of dice commands: any text is read, what a grammar says is found, and the work is in proportion."""

from hypothesis import given
from hypothesis import strategies as st

from gamestate.dice.reading import LONGEST_LIST, MOST_COMMANDS, MOST_VALUES, commands
from ruleset.law import SHIPPED, load

from .pumping import FEW, SOME, grows_too_fast, pumped

LAWS = st.sampled_from(SHIPPED).map(lambda name: load(name).dice)
NEW = load("ruleset-211").dice
PIECES = st.sampled_from(
    ["DICE", "DICE6", "3DICE", "0DICE0", "-", ".", ",", "1", "99", "000", "1,000", "{", "}", "{}", "{a", "a,", "{a,b}",
     "FRUIT", "COLOUR", "COLOR", "CARD", "_", "__", "*", " ", "\n", "\t", "x", "é", "\u0663", "\u2212", "\x00",
     "\ud800"]
)  # fmt: skip
WORD = st.sampled_from("a the roll of 12 cards. for: fruit {so} Dice DICE MAX_DICE6 6DICE, -".split())
DIE = st.tuples(st.integers(1, 100), st.integers(0, 1_000_000)).map(
    lambda die: (f"{die[0]}DICE{die[1]}", ("die", *die))
)
LISTED = st.sampled_from(sorted(NEW.lists)).map(lambda name: (name, ("list", 1, len(NEW.lists[name]))))
CARD = st.just(("CARD", ("card", 1, 52)))
CHOICE = st.lists(st.sampled_from("left right DICE6 up FRUIT".split()), min_size=2, max_size=5).map(
    lambda options: (f"{{{', '.join(options)}}}", ("choice", 1, len(options)))
)
SAID = st.lists(WORD.map(lambda word: (word, None)) | DIE | LISTED | CARD | CHOICE, max_size=12)


@SOME
@given(SAID, st.sampled_from([" ", "\n", "; ", " (", ") ", "* *"]))
def test_every_command_of_a_sentence_is_found_in_its_order_and_nothing_else(pieces, between):
    read = commands(between.join(text for text, _ in pieces), NEW)
    assert [(one.kind, one.count, one.sides, one.problem) for one in read] == [
        (*what, "") for _, what in pieces if what is not None
    ]


@given(st.lists(PIECES, max_size=60).map("".join) | st.text(), LAWS)
def test_any_text_is_read_and_each_command_says_where_it_stands_and_what_it_rolls(text, law):
    end = 0
    read = commands(text, law)
    assert len(read) <= MOST_COMMANDS + 1
    for one in read:
        assert end <= one.start < one.end <= len(text)
        assert one.text == text[one.start : one.end]
        end = one.end
        if one.problem:
            assert (one.count, one.sides, one.options) == (0, 0, ())
            assert one.problem.endswith(".") and len(one.problem) < 200
        else:
            assert 1 <= one.count <= 100
            assert one.kind == "die" or (one.count, one.sides) == (1, len(one.options))
            assert all(one.options) and len(one.options) <= MOST_VALUES and len(one.text) <= LONGEST_LIST + 2


@SOME
@given(st.lists(PIECES, max_size=60).map("".join), LAWS)
def test_what_is_a_command_alone_is_one_again(text, law):
    for one in commands(text, law):
        (again,) = commands(one.text, law)
        assert (again.text, again.kind, again.count, again.sides, again.options) == (
            one.text, one.kind, *((one.count, one.sides, one.options) if not again.problem else (0, 0, ())),
        )  # fmt: skip


@FEW
@given(pumped(PIECES), LAWS)
def test_the_work_is_in_proportion_to_the_text(text, law):
    assert grows_too_fast(lambda words: commands(words, law), text) == ""
