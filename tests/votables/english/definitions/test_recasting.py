"""Sentences that define something, in the words that the reader takes."""

import pytest

from votables.english.definitions.attributes import Attributes
from votables.english.definitions.heads import Owners
from votables.english.definitions.recasting import forms_of

WORDS = {"player": "Baker", "players": "Bakers", "emperor": "Miller"}
FORMS = forms_of(Owners(WORDS, Attributes("Baker", "Bakers", "Miller")))


def canonical(text):
    """The text in the first form that fits it; the text itself where none does."""
    matches = ((form.match(text), words) for form, words in FORMS)
    return next((words.format(**match.groupdict(default="")) for match, words in matches if match), text)


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("For each Oven, a Heat is publicly tracked.", "Each Oven has a Heat, which is publicly tracked."),
        ("Bakers each have a Mood.", "Each Baker have a Mood."),
        ("Loaves spoil: a Baker may hold 10 Loaves.", "a Baker may hold 10 Loaves."),
        (
            "The Reach of a Baker is equal to their Eggs.",
            "Each Baker has a Reach, which is equal to their Eggs.",
        ),
    ],
)
def test_a_sentence_is_put_plainly(text, plainly):
    assert canonical(text) == plainly


@pytest.mark.parametrize(
    "text",
    [
        "Each Baker has the following: a Baker may never be late.",
        "At 12: a Baker may eat.",
        "The Reach of a Baker is theirs alone.",
        "For each Oven, a Baker pays 2 Flour.",
    ],
)
def test_another_sentence_stays_as_it_is(text):
    assert canonical(text) == text
