"""What an instruction is taken apart into, before anything is read."""

import time

import pytest

from votables.english.atoms import KnownNames
from votables.english.sentences import sentences

NAMES = KnownNames.of([("The Tea Bar", "rule"), ("Blowing", "rule"), ("Anna Lee", "player")])


def bodies(text: str) -> list[list[str]]:
    return [[one.text for one in each.tokens if one.kind == "body"] for each in sentences(text, NAMES)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Add a rule “A”:\n\n> One.\n>\n> Two.", [["One.\n\nTwo."]]),
        ("Add a rule “A”:\n\nOne.\n\n* a\n* b\n\nTwo.", [["One.\n\n* a\n* b\n\nTwo."]]),
        ("To rule 1, add:-\n\nOne.\n\nTo rule 2, add:-\n\nTwo.", [["One."], ["Two."]]),
        ("In rule 1, replace\n\nthis\n\nwith\n\nthat", [["this", "that"]]),
        ("In rule 1, replace\n\n> this\n\nwith:\n\n> that\n\nRepeal rule 2.", [["this", "that"], []]),
        (
            "Add a rule “A” with this text: At dawn, all rest. Then they eat.",
            [["At dawn, all rest. Then they eat."]],
        ),
        ("Part 1: Repeal rule 2. Repeal rule 3.", [[], []]),
        ("Add this to rule 1.\n\n> One.", [["One."]]),
    ],
)
def test_announced_texts(text: str, expected: list[list[str]]) -> None:
    assert bodies(text) == expected


def test_sentences_keep_their_places() -> None:
    text = "Repeal rule 1.\n\n- Add a rule “A”:\n\n  > One.\n- Repeal “B”."
    assert [each.text for each in sentences(text, NAMES)] == [
        "Repeal rule 1.",
        "Add a rule “A”:\n\n  > One.",
        "Repeal “B”.",
    ]


@pytest.mark.parametrize(
    "text", ["“" * 100_000, "> " * 20_000, "(" * 50_000, "- " * 30_000, '“a” "' * 20_000]
)
def test_hostile_text_is_taken_apart_in_time(text: str) -> None:
    begun = time.process_time()
    sentences(text[:20_000], NAMES)
    assert time.process_time() - begun < 5


def test_the_marks_around_the_whole_of_a_text_and_those_of_a_heading():
    def body(text):
        (sentence,) = sentences(text, KnownNames())
        return next(one.text for one in sentence.tokens if one.kind == "body")

    assert body("Add a rule:\n\n### Buns\n\nBuns rise.") == "# Buns\n\nBuns rise."
    assert body("Replace the text with:\n\n“Buns rise.”") == "Buns rise."
    assert body("Replace the text with:\n\n“Buns” and “pies”") == "“Buns” and “pies”"
    assert body("Replace the text with:\n\n> “Buns rise.”") == "“Buns rise.”"
