"""Each of the two sieves by itself."""

import pytest

from blognomic.text.prose.sieve import by_bleach, by_nh3, sieve
from tests.players.hostile import EVERYTHING
from tests.players.test_prose_hostile import broken


@pytest.mark.parametrize("by", [by_bleach, by_nh3])
def test_each_sieve_alone_keeps_only_listed_tags_and_attributes(by):
    breaches = broken(EVERYTHING, lambda text: by(text.encode("utf-8", "replace").decode()))

    # A sieve does not ask who wrote a tag, so it leaves an id that we might have given, twice if need be.
    kept = {
        text: [one for one in wrong if one.startswith(("<", "an angle"))] for text, wrong in breaches.items()
    }
    assert {text: wrong for text, wrong in kept.items() if wrong} == {}


def test_both_together_let_through_what_each_does_and_close_it():
    assert sieve("<em>a <script>b</script><sup onclick=x>c") == "<em>a b<sup>c</sup></em>"
