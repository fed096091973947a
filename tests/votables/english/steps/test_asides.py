"""Words of a sentence that order nothing: adverbs and reasons; and those that look like it and settle something."""

import pytest

from votables.english.steps.asides import plainer
from votables.english.steps.lexicon import Lexicon
from votables.english.steps.words import tokens

from .bakery import scene


def shortest(sentence):
    """What is left of a sentence without its asides."""
    *_, last = plainer(tokens(sentence), Lexicon(scene()))
    return " ".join(word.text for word in last)


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Ada hereby gains 2 Flour", "Ada gains 2 Flour"),
        ("Ada gains 2 Flour, as a small reward", "Ada gains 2 Flour"),
        ("As a token of thanks, Ada gains 2 Flour", "Ada gains 2 Flour"),
        ("In honour of spring (it is late), Ada gains 2 Flour", "Ada gains 2 Flour"),
        ("Ada gains 2 Flour because the bread was good", "Ada gains 2 Flour"),
        ("To celebrate, Ada promptly gains 2 Flour for her patience", "Ada gains 2 Flour"),
    ],
)
def test_what_orders_nothing_is_left_out(sentence, left):
    assert shortest(sentence) == left


@pytest.mark.parametrize(
    "sentence",
    [
        "Ada gains 2 Flour because of the Eggs",
        "Ada gains 2 Flour for her 3 friends",
        "Ada gains 2 Flour for being here and loses some",
        "Ada gains 2 Flour in honour of next week",
        "Ada gains 2 Flour since she may",
        "Because nobody else is Asleep, Ada gains 2 Flour",
        "Ada gains 2 Flour (only once)",
    ],
)
def test_what_may_settle_something_stays(sentence):
    assert shortest(sentence) == " ".join(word.text for word in tokens(sentence))
