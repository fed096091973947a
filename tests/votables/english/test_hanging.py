"""Conditions on votes, with which sentences begin."""

import pytest

from votables.english.atoms import KnownNames
from votables.english.hanging import hanging
from votables.english.reading_parts import Unclear
from votables.english.sentences import sentences


def heard(condition: str, lead: str = "If"):
    """What a condition is kept as, and the sentence that hangs on it."""
    (sentence,) = sentences(f"{lead} {condition}, repeal “Bread”.", KnownNames())
    rest, kept = hanging(sentence)
    assert rest.text == "repeal “Bread”." or kept is None
    return kept


def votes(least, of, icon="for", *, more=False, **others):
    kind = "voters" if others else "votes"
    return {"kind": kind, "icon": icon, **others, "least": least, "of": of, "more": more, "negated": False}


@pytest.mark.parametrize(
    ("condition", "kept"),
    [
        ("at least two thirds of the votes on this are FOR", votes(2, 3)),
        ("at least half of votes cast are against", votes(1, 2, "against")),
        ("more than 60% of the votes on this proposal are FOR", votes(60, 100, more=True)),
        ("a majority of the effective votes are DEFERENTIAL", votes(1, 2, "deferential", more=True)),
        ("over three-quarters of the votes are in favour", votes(3, 4, more=True)),
        ("most voters vote FOR", votes(1, 2, more=True)),
        ("at least half of the players who voted on this voted FOR", votes(1, 2)),
        ("more than half of those who voted FOR said “blue”", votes(1, 2, more=True, words="blue")),
        ("at least a third of all who voted AGAINST mention the word “blue” in their comments",
         votes(1, 3, "against", words="blue")),
        ("at least three votes contain “blue”",
         {"kind": "comments", "words": "blue", "least": 3, "negated": False}),
        ("at least 12 vote comments on this say “blue”",
         {"kind": "comments", "words": "blue", "least": 12, "negated": False}),
        ("the rule “Bread” exists", None),
    ],
)  # fmt: skip
def test_a_condition_on_votes_is_kept_as_it_is_said(condition, kept):
    assert heard(condition) == kept


def test_unless_turns_it_round():
    assert heard("most votes are FOR", "Unless")["negated"] is True


@pytest.mark.parametrize(
    "condition",
    [
        "two thirds of the votes are FOR",
        "at least a majority of the votes are FOR",
        "most votes are kind",
        "Ada votes FOR",
        "there are comments",
        "nearly half of those who voted FOR said “blue”",
    ],
)
def test_what_is_not_understood_of_votes_is_asked_about(condition):
    with pytest.raises(Unclear):
        heard(condition)
