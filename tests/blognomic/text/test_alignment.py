import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blognomic.text.alignment import Aligner

WORDS = st.lists(st.sampled_from(["a", "b", "c", " ", "\n", "the"]), max_size=40)


def shown(old, new, **how):
    """The stretches in short: what is the same as it is, one in the place of the other with an arrow."""
    matches = Aligner(**how).align(old, new)
    return [
        "".join(match.old) if match.same else f"{''.join(match.old)}>{''.join(match.new)}"
        for match in matches
    ]


@pytest.mark.parametrize(
    ("old", "new", "stretches"),
    [
        ("", "", []),
        ("abc", "abc", ["abc"]),
        ("", "abc", [">abc"]),
        ("abc", "", ["abc>"]),
        ("abc", "axc", ["a", "b>x", "c"]),
        ("abcdef", "bcxef", ["a>", "b", "c", "d>x", "ef"]),
    ],
)
def test_equal_stretches_and_those_between_are_told_apart(old, new, stretches):
    assert shown(old, new) == stretches


def test_what_is_rare_comes_first_unless_the_longest_stretch_is_wanted():
    old, new = "aaaaaX", "Xaaaaa"
    assert shown(old, new) == ["aaaaa>", "X", ">aaaaa"]
    assert shown(old, new, anchored=False) == [">X", "aaaaa", "X>"]


def test_what_joins_is_found_only_beside_what_else_is_shared():
    old, new = ["one", " ", "two"], ["three", " ", "four"]
    assert len(shown(old, new)) == 3
    assert shown(old, new, joining=str.isspace) == ["one two>three four"]


@given(WORDS, WORDS, st.booleans())
def test_the_stretches_together_are_both_sequences(old, new, anchored):
    matches = list(Aligner(joining=str.isspace, anchored=anchored).align(old, new))
    assert [item for match in matches for item in match.old] == old
    assert [item for match in matches for item in match.new] == new
    assert all(list(match.old) == list(match.new) for match in matches if match.same)


@given(WORDS, WORDS)
def test_blocks_are_where_both_hold_the_same(old, new):
    for at_old, at_new, size in Aligner().blocks(old, new):
        assert old[at_old : at_old + size] == new[at_new : at_new + size]
        assert size


@pytest.mark.parametrize("anchored", [True, False])
def test_two_long_tedious_sequences_take_no_time(anchored):
    begun = time.process_time()
    list(Aligner(anchored=anchored).align("ab" * 20_000, "ba" * 20_000 + "c"))
    assert time.process_time() - begun < 3
