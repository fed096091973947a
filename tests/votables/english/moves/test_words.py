"""A sentence as the words that moves are said in."""

import pytest

from votables.english.moves.grammar_of_moves import _parser
from votables.english.moves.words import MoveWords

from .test_reading import VALUES, WORDS

READER = MoveWords.of(WORDS, VALUES, ["daily", "weekly-communal"])


def kinds(text: str) -> list[tuple[str, str]] | None:
    some = READER.tokens(text, _parser()[1])
    return None if some is None else [(one.type, str(one)) for one in some]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Twelve Rafts", [("FIGURE", "12"), ("P_NUMBER", "raft")]),
        ("as a weekly communal action", [("OFTEN", "weekly-communal")]),
        ("as often as they like", [("OFTEN", "")]),
        ("each Monday and Friday at 7:05 UTC", [("CLOCK", "every Monday and Friday at 07:05")]),
        (
            "the Castaway's Mood",
            [("THE", "the"), ("PLAYER", "Castaway"), ("POSS", "'s"), ("P_CHOICE", "mood")],
        ),
        ("Chop Down: receives", [("TITLE", "Chop Down"), ("COLON", ":"), ("GAIN", "gain")]),
        ("2DICE6 Glad", [("DICE", "2DICE6"), ("OPTION", "Glad")]),
    ],
)
def test_words_are_known_by_what_they_mean(text: str, tokens: list[tuple[str, str]]) -> None:
    assert kinds(text) == tokens


@pytest.mark.parametrize(
    "text",
    [
        "3 Coal",
        "wood",
        "once per week",
        "at 25:00 every day",
        "1.5",
        "1,000",
        "5%",
        "no Gold",
        "Goldfish",
        "-3",
    ],
)
def test_a_sentence_with_a_word_that_is_not_known_has_none(text: str) -> None:
    assert kinds(text) is None
