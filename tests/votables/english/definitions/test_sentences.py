"""The sentences of a rule that may define something."""

import pytest

from votables.english.definitions.sentences import RuleSentence, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One is one. Two is  2.5! Three?", ["One is one.", "Two is 2.5!", "Three?"]),
        ("Some (e.g. Flour) count. So do A.B. Lee.", ["Some (e.g. Flour) count.", "So do A.B. Lee."]),
        ("a line\nthat goes on .\n\nAnother", ["a line that goes on.", "Another"]),
        ("*This is only said by the way.*\n\nOne.", ["One."]),
        ("One *(so)* two. *A comment stands here.* Three *four*.", ["One (so) two.", "Three four."]),
        ("It says “Bread is tracked by all” so.", ['It says "·······················" so.']),
        ("It says “Bread”.", ['It says "Bread".']),
        (
            "There are three:\n\n* One, which is red.\n* Two;\n  and more",
            ["There are three:", "One, which is red", "Two; and more"],
        ),
        ("It is one of these values:\n\n1. Red, or\n2. Blue", ["It is one of these values: Red, Blue"]),
        (
            "Each has the following values:\n\n* Red\n* Blue",
            ["Each has the following values:", "Red", "Blue"],
        ),
        (
            "They are:\n\n| Name | Start | Min | Most | Range |\n|---|---|---|---|---|\n| Rye | 2 | - | 9 | 0-9 |",
            ["They are:", "Rye, default 2, maximum 9, from 0-9"],
        ),
        ("* One of all", ["One of all"]),
        ("It says “So it is”.", ['It says "········".']),
        ("It says “It is”.", ['It says "It is".']),
        (
            "It has one of the following values:\n\n* Red\n* Blue",
            ["It has one of the following values: Red, Blue"],
        ),
        (
            "All:\n\n| Name | Range | Note |\n|---|---|---|\n| Rye | 0 to 9 |  |\n| Oat | 0–9 | so |\n| Bun | any |",
            ["All:", "Rye, from 0 to 9", "Oat, from 0–9, so", "Bun, any"],
        ),
        ("", []),
    ],
)
def test_a_rule_is_taken_apart(text, expected):
    assert [one.text for one in sentences(text)] == expected


def test_points_know_what_leads_to_them_and_all_know_their_places():
    text = "Each has this:\n\n* Red.\n\n* Blue\n\nSo it is."
    assert sentences(text) == [
        RuleSentence("Each has this:", 0, 14),
        RuleSentence("Red", 16, 22, "Each has this:"),
        RuleSentence("Blue", 24, 30, "Each has this:"),
        RuleSentence("So it is.", 32, 41),
    ]


def test_what_does_not_end_in_a_colon_leads_to_nothing():
    assert [one.lead for one in sentences("Each has this.\n\n* Red.")] == ["", ""]
