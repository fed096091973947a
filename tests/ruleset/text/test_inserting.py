"""Words put into a text at a place that is looked up in what it says by then."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ruleset.text.inserting import IN_A_LIST, PLACES, NoPlace, inserted, pieces

TEXT = """Cats purr. Dogs bark.

* apples
* pears

They sleep."""
PUT = [
    # place, anchor, words, what stands there then
    ("end", "", "They eat.", f"{TEXT}\n\nThey eat."),
    ("start", "", "They eat.", f"They eat.\n\n{TEXT}"),
    ("end", "", "* plums", f"{TEXT}\n\n* plums"),
    ("list-end", "", "* plums", TEXT.replace("pears", "pears\n* plums")),
    ("list-end", "", "plums", TEXT.replace("pears", "pears\n* plums")),
    ("list-end", "apples", "- plums\n- figs", TEXT.replace("pears", "pears\n* plums\n* figs")),
    ("list-start", "", "* plums", TEXT.replace("* apples", "* plums\n* apples")),
    ("after", "Cats", "often", TEXT.replace("Cats", "Cats often")),
    ("before", "bark", "often", TEXT.replace("bark", "often bark")),
    ("after", "bark", ", too", TEXT.replace("bark", "bark, too")),
    ("after-item", "apple", "plums", TEXT.replace("apples", "apples\n* plums")),
    ("before-item", "pears", "* plums", TEXT.replace("* pears", "* plums\n* pears")),
    ("after-block", "Dogs", "They eat.", TEXT.replace("bark.", "bark.\n\nThey eat.")),
    ("before-block", "pears", "They eat:", TEXT.replace("* apples", "They eat:\n\n* apples")),
]


@pytest.mark.parametrize(("place", "anchor", "words", "then"), PUT)
def test_words_stand_where_they_were_put(place, anchor, words, then):
    assert inserted(TEXT, words, place, anchor) == then


NOWHERE = [
    ("after", "Birds", "fly", "“Birds” is not there."),
    ("after", "a", "fly", "“a” is there more than once."),
    ("after-item", "Cats", "fly", "That is not an item of a list."),
    ("before-block", "bark.\n\n* apples", "fly", "That is not in one paragraph."),
    ("list-end", "Cats", "* fly", "There is no such list."),
    ("list-end", "", "Two lines\nof words", "That is more than an item of a list. Say where each part goes."),
]


@pytest.mark.parametrize(("place", "anchor", "words", "why"), NOWHERE)
def test_what_has_no_one_place_is_asked_about(place, anchor, words, why):
    with pytest.raises(NoPlace) as raised:
        inserted(TEXT, words, place, anchor)
    assert str(raised.value) == why


def test_of_two_lists_one_is_said():
    two = f"{TEXT}\n\n1. one\n2. two"
    with pytest.raises(NoPlace, match="more than one list"):
        inserted(two, "three", "list-end")
    assert inserted(two, "three", "list-end", "one") == f"{two}\n2. three"


@pytest.mark.parametrize("words", ["* plums", "They eat."])
def test_an_empty_text_takes_what_is_put_at_its_end(words):
    assert inserted("", words, "end") == inserted("", words, "start") == words


def test_items_put_at_the_end_of_a_rule_make_one_list():
    text = "Fruit:"
    for name in ("apples", "pears", "plums"):
        text = inserted(text, f"* {name}", "end")
    assert text == "Fruit:\n\n* apples\n* pears\n* plums"
    assert [len(one.items) for one in pieces(text)] == [0, 3]


lines = some.lists(some.sampled_from(["* a", "* b", "  * c", "d", "", "| e |", "> f", "1. g"]), max_size=8)


@given(lines.map("\n".join), some.sampled_from(PLACES), some.sampled_from(["", "a", "d", "e", "g", "x"]))
def test_nothing_but_the_words_comes_in(text, place, anchor):
    """Whatever the text: it is put in once and nothing else goes or comes but white space and marks of items."""
    try:
        then = inserted(text, "NEW", place, anchor)
    except NoPlace:
        return
    bare = then.replace("NEW", "", 1)
    assert "NEW" not in bare
    marks = "*" if place in IN_A_LIST or place.endswith("item") else ""
    assert sorted(letters(bare, marks)) == sorted(letters(text, marks))


def letters(text, besides):
    return [letter for letter in text if not letter.isspace() and letter not in f"{besides}1."]


PRICES = "The prices:\n\n| Good | Price |\n|---|---|\n| Bun | 2 |\n| Pie | 3 |\n\nThey rise."


@pytest.mark.parametrize(
    ("place", "anchor", "then"),
    [
        ("list-end", "", PRICES.replace("| Pie | 3 |", "| Pie | 3 |\n| Rye | 4 |")),
        ("list-start", "", PRICES.replace("| Bun | 2 |", "| Rye | 4 |\n| Bun | 2 |")),
        ("list-end", "Bun", PRICES.replace("| Pie | 3 |", "| Pie | 3 |\n| Rye | 4 |")),
        ("after-item", "Bun", PRICES.replace("| Bun | 2 |", "| Bun | 2 |\n| Rye | 4 |")),
        ("before-item", "Pie", PRICES.replace("| Pie | 3 |", "| Rye | 4 |\n| Pie | 3 |")),
    ],
)
def test_a_row_goes_into_its_table(place, anchor, then):
    assert inserted(PRICES, "| Rye | 4 |", place, anchor) == then


@pytest.mark.parametrize(
    ("text", "words", "place", "anchor", "why"),
    [
        (PRICES, "| Rye |", "list-end", "", "not a row of this table"),
        (PRICES, "Rye", "after-item", "Bun", "not a row of this table"),
        (PRICES, "| Rye | 4 |", "after-item", "Good", "not an item"),
        ("None.", "| Rye | 4 |", "list-end", "", "no such table"),
        (f"{PRICES}\n\n{PRICES}", "| Rye | 4 |", "list-end", "", "more than one table"),
    ],
)
def test_a_row_without_its_table_has_no_place(text, words, place, anchor, why):
    with pytest.raises(NoPlace, match=why):
        inserted(text, words, place, anchor)
