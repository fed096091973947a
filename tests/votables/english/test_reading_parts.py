"""What the reader takes and gives."""

import pytest

from votables.english.reading_parts import AuthorQuestion, ProposalReading, ReadStep, Unclear


def test_a_reading_with_questions_is_asked():
    step, question = ReadStep((0, 4), {"op": "uphold", "update": 3}), AuthorQuestion((5, 9), "Why?")
    assert ProposalReading((step,)).outcome == "read"
    assert ProposalReading((step,), (question,)).outcome == "asked"


@pytest.mark.parametrize(
    ("instead_of", "sentence", "better"),
    [
        ("Bred", "Repeal “Bred”.", ("Repeal “Bread”.", "Repeal “Cake”.")),
        ("Bred", "Repeal “Bred” and “Bred”.", ()),
        ("Bred", "Repeal it.", ()),
        ("", "Repeal it.", ("Bread", "Cake")),
    ],
)
def test_what_is_unclear_may_be_said_better(instead_of, sentence, better):
    assert Unclear("There is none.", ("Bread", "Cake"), instead_of).better(sentence) == better
