"""The laws that come with the program."""

import pytest

from ruleset.law import load


def test_a_shipped_law_is_read_once():
    assert load("ruleset-98") is load("ruleset-98")


@pytest.mark.parametrize("name", ["ruleset-1", "", "../ruleset-98"])
def test_other_names_are_not_shipped(name):
    with pytest.raises(KeyError):
        load(name)
