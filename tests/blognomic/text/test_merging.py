"""Three-way merging, word by word."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blognomic.text.merging import Clash, merge, undone

CASES = [
    # base, now, target, merged
    ("Cats purr.", "Cats purr.", "Cats sleep.", "Cats sleep."),
    ("Cats purr.", "Cats purr loudly.", "Cats purr.", "Cats purr loudly."),
    ("Cats purr. Dogs bark.", "Cats sleep. Dogs bark.", "Cats purr. Dogs howl.", "Cats sleep. Dogs howl."),
    ("One two three.", "One two three. Four.", "Zero one two three.", "Zero one two three. Four."),
    ("A costs 3.", "A costs 4.", "A costs 4.", "A costs 4."),
]


@pytest.mark.parametrize(("base", "now", "target", "merged"), CASES)
def test_changes_that_do_not_meet_are_both_kept(base, now, target, merged):
    merging = merge(base=base, now=now, target=target)
    assert merging.is_clean
    assert merging.text == merged


def test_changes_of_the_same_words_clash_and_nothing_is_guessed():
    merging = merge(base="Cats purr.", now="Cats eat.", target="Cats sleep.")
    assert (merging.text, merging.clashes) == ("Cats eat.", (Clash("purr", "eat", "sleep"),))


UNDONE = [
    # before, after, now, undone
    ("* a", "* a\n* b", "* a\n* b\n* c\n* bb", "* a\n* c\n* bb"),
    ("* a\n* c", "* a\n* b\n* c", "* x\n* a\n* b\n* d\n* c", "* x\n* a\n* d\n* c"),
    ("A.", "A.\n\nB.", "A.\n\nB.\n\nC.", "A.\n\nC."),
    ("A.", "B.\n\nA.", "C.\n\nB.\n\nA.", "C.\n\nA."),
    ("Cats purr.", "Cats often purr.", "Cats often, often purr.", None),
    ("* a", "* a\n* b", "* a\n* b c", None),
    ("* a", "* a\n* b", "* a\n* b\n* c\n* b", None),
    ("* a", "* a\n* b", "* a\n* c", None),
    ("Cats purr.", "Cats sleep.", "Cats eat.", None),
    ("Cats purr and eat.", "Cats eat.", "Cats sleep.", None),
]


@pytest.mark.parametrize(("before", "after", "now", "kept"), UNDONE)
def test_what_came_in_goes_again_where_it_stands_whole_and_once(before, after, now, kept):
    merging = undone(before=before, after=after, now=now)
    assert merging.is_clean is (kept is not None)
    assert merging.text == (now if kept is None else kept)


lines = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


@given(lines, lines, st.data())
def test_lines_that_each_came_in_by_itself_go_in_any_order(first, others, data):
    """Whatever is undone first: what is left are the lines of the others, in their order."""
    texts = [["* first", *(f"* {line}" for line in first)]]
    for line in others:
        place = data.draw(st.integers(1, len(texts[-1])))
        texts.append([*texts[-1][:place], f"* new {line}", *texts[-1][place:]])
    now, gone = texts[-1], set()
    for step in data.draw(st.permutations(range(len(others)))):
        merging = undone(before="\n".join(texts[step]), after="\n".join(texts[step + 1]), now="\n".join(now))
        gone.add(f"* new {others[step]}")
        now = [line for line in texts[-1] if line not in gone]
        assert merging.is_clean
        assert merging.text.split("\n") == now


words = st.lists(st.sampled_from("cats dogs purr bark the a . , two".split()), max_size=25).map(" ".join)


@given(words, words)
def test_a_change_alone_is_applied_whole(base, target):
    assert merge(base=base, now=base, target=target).text == target
    assert merge(base=base, now=target, target=target).text == target
    assert merge(base=base, now=target, target=base).text == target


@given(words, words, words)
def test_a_clean_merge_does_not_depend_on_whose_change_came_first(base, now, target):
    one, other = merge(base=base, now=now, target=target), merge(base=base, now=target, target=now)
    assert one.is_clean == other.is_clean
    if one.is_clean:
        assert one.text == other.text


@given(words, words, words)
def test_changes_before_and_after_a_fixed_middle_merge_cleanly(first, second, third):
    middle = " KEEP THESE WORDS AS THEY ARE "
    merging = merge(base=first + middle, now=first + middle + second, target=third + middle)
    assert merging.is_clean
    assert merging.text == third + middle + second


def test_a_long_document_costs_no_more_than_what_differs_in_it():
    lines = [f"line {number} of a long document with many of the same words\n" for number in range(5_000)]
    base = "".join(lines)
    first, second = base.replace("line 9 ", "row 9 "), base.replace("line 4990 ", "row 4990 ")
    began = process_time()
    merged = merge(base=base, now=first, target=second)
    assert (merged.text, merged.clashes) == (first.replace("line 4990 ", "row 4990 "), ())
    assert process_time() - began < 5


def test_a_text_built_to_be_tedious_clashes_instead_of_taking_for_ever():
    began = process_time()
    merged = merge(base="a " * 50_000, now="b " + "a b " * 25_000, target="c " + "a a c " * 20_000)
    assert not merged.is_clean
    assert process_time() - began < 5
