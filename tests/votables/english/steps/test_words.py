"""The words of an instruction: tokens with their places, and names as one and as many."""

import pytest

from votables.english.steps.words import RANGE, StepWord, forms, plain, tokens


def test_plain_text_is_as_long_as_before():
    assert plain("“A” – Bo’s\u00a0„−2‘") == '"A" - Bo\'s "-2\''


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Ada's 1,000.5 Flour", ["word Ada", "mark 's", "number 1000.5", "word Flour"]),
        ("the Bakers' Flour", ["word the", "word Bakers", "mark 's", "word Flour"]),
        ('to "so  so", don\'t', ["word to", "quote so so", "mark ,", "word don't"]),
        ("Cy.1 3rd half-full 50%.", ["word Cy.1", "word 3rd", "word half-full", "number 50", "mark %", "mark ."]),
        ("2-3", ["number 2", f"mark {RANGE}", "number 3"]),
        ("2 -3", ["number 2", "mark -", "number 3"]),
        ("2- 3+4-", ["number 2", "mark -", "number 3", "mark +", "number 4", "mark -"]),
        ('"open', ['mark "', "word open"]),
    ],
)  # fmt: skip
def test_tokens(text, pieces):
    assert [f"{one.kind} {one.text}" for one in tokens(text)] == pieces


def test_tokens_have_their_places_in_the_instruction():
    assert tokens('a "b" 2', start=10) == [
        StepWord("word", "a", 10, 11), StepWord("quote", "b", 12, 15), StepWord("number", "2", 16, 17)
    ]  # fmt: skip
    assert StepWord("word", "ADA", 0, 3).lower == "ada"


@pytest.mark.parametrize(
    ("name", "all_forms"),
    [
        ("Jetty", {"jetty", "jetties", "jettys", "jettyes"}),
        ("Small  Jetties", {"small jetties", "small jetty", "small jettie"}),
        ("ties", {"ties", "tie", "ti"}),
        ("Boxes", {"boxes", "box"}),
        ("Wolf", {"wolf", "wolfs", "wolfes", "wolves"}),
        ("Wolves", {"wolves", "wolve", "wolf", "wolfe"}),
        ("Eves", {"eves", "eve", "ev"}),
        ("Hoes", {"hoes", "hoe", "ho"}),
        ("Eggs", {"eggs", "egg"}),
        ("Glass", {"glass", "glasss", "glasses"}),
    ],
)
def test_a_name_as_one_and_as_many(name, all_forms):
    assert forms(name) == all_forms
