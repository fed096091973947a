"""What an instruction is taken apart into, before anything is read."""

import time

import pytest

from votables.english.atoms import KnownNames, tokens
from votables.english.sentences import sentences

NAMES = KnownNames.of([("The Tea Bar", "rule"), ("Blowing", "rule"), ("Anna Lee", "player"), ("2", "rule")])


def pieces(text: str) -> list[str]:
    return [
        one.text if one.kind in ("word", "number") else f"{one.kind}:{one.text}"
        for one in tokens(text, NAMES)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("change “four” to 'five'", ["change", "quote:four", "to", "quote:five"]),
        ('add " once"', ["add", "quote: once"]),
        ("drop ‘the Bakers’ Salt’ now", ["drop", "quote:the Bakers’ Salt", "now"]),
        ("say “shout “Shame!”, once” twice", ["say", "quote:shout “Shame!”, once", "twice"]),
        ('say "shout "Shame!", once" twice', ["say", 'quote:shout "Shame!", once', "twice"]),
        ('“not matched" here', ["quote:not matched", "here"]),
        ("the rule The Tea Bar says", ["the", "rule", "name:The Tea Bar", "says"]),
        ("the rule **Idle Players** [Active]", ["the", "rule", "strong:Idle Players", "tag:Active"]),
        ("rule 2.3.1.", ["rule", "2.3.1", "stop:."]),
        ("rule 2.", ["rule", "name:2", "stop:."]),
        ("don’t", ["don’t"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_tokens_keep_their_places() -> None:
    text = "In “A”, drop 2.1 (Blowing)."
    assert [text[one.start : one.end] for one in tokens(text, NAMES)] == [
        *["In", "“A”", ",", "drop", "2.1", "(", "Blowing", ")", "."]
    ]


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
