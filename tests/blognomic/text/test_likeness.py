from collections import Counter

import pytest

from blognomic.text.likeness import NEAR, by_letters, by_words, near_names


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("", "", 0),
        ("each baker bakes", "each baker bakes", 1),
        ("each baker bakes", "bakes baker each", 1),
        ("each baker bakes", "each miller grinds", 1 / 3),
        ("bread", "flour", 0),
    ],
)
def test_texts_are_alike_by_the_words_that_they_share(one, other, likeness):
    assert by_words(Counter(one.split()), Counter(other.split())) == pytest.approx(likeness)


def test_names_are_alike_by_their_letters():
    assert by_letters("Bakers", "Bakers") == 1
    assert by_letters("Bakers", "Baker") > NEAR > by_letters("Bakers", "Millers' guild")
    assert by_letters("Bakers", "") == 0


def test_near_names_are_those_that_may_have_been_meant():
    assert near_names("Bakerys", ["Votes", "Bakery", "The Bakery", "Flour"]) == ("Bakery", "The Bakery")
    assert near_names("Bakerys", ["Bakery", "Bakery"]) == ("Bakery",)
    assert near_names("Penguins", ["Votes", "Bakery", "Flour"]) == ()
    assert len(near_names("Bakery", ["Bakery 1", "Bakery 2", "Bakery 3"], most=2)) == 2
