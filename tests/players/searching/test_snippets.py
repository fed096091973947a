"""The place where what was looked for stands."""

import pytest

from blognomic.search.question import read_question
from blognomic.search.snippets import LOOKED_THROUGH, PART, marked, part_of, snippet


def found(text: str, query: str) -> list[str]:
    return [piece for piece, is_one in snippet(text, read_question(query)) if is_one]


@pytest.mark.parametrize(
    ("text", "query", "marks"),
    [
        ("A Cat and a dog.", "dog cat", ["Cat", "dog"]),
        ("Proposed, proposing; a proposal!", "proposes", ["Proposed", "proposing", "proposal"]),
        ("At the Café, at the cafe\u0301.", "cafe", ["Café", "cafe\u0301"]),
        ("He self-killed it himself.", "self-kill", ["self-killed"]),
        ("one two, two one two", '"two one"', ["two one"]),
        ("one two three", '"one two" two', ["one two"]),
        ("one three two", '"one two" three', ["three"]),
        ("cats", "cats -dogs", ["cats"]),
        ("Neither.", "dog", []),
        ("", "dog", []),
    ],
)
def test_words_are_marked_in_all_their_forms_and_phrases_as_a_whole(text, query, marks):
    assert found(text, query) == marks


def test_a_long_text_is_cut_between_words_around_what_was_found():
    text = f"{'before ' * 60}a Cat and a dog{' after' * 90}"
    pieces = snippet(text, read_question("dog cat"))
    whole = "".join(text for text, _ in pieces)
    assert (whole[:8], whole[-6:], len(whole) < 400) == ("…before ", "after…", True)
    assert [text for text, is_one in pieces if is_one] == ["Cat", "dog"]
    assert whole.strip("…") in text


def test_a_phrase_is_shown_rather_than_one_word_before_it():
    text = f"A cat. {'words ' * 100}The cat sat."
    assert "cat sat" in dict.fromkeys(
        piece for piece, is_one in snippet(text, read_question('cat "cat sat"')) if is_one
    )


def test_a_text_without_the_words_is_shown_from_its_beginning():
    (text, is_one), (dots, _) = snippet("words " * 100, read_question("dog"))
    assert (text.startswith("words words"), is_one, dots, len(text) < 250) == (True, False, "…", True)


def test_what_was_found_after_the_longest_that_is_looked_through_is_not_shown():
    assert found("x" + " y" * (LOOKED_THROUGH // 2) + " dog", "dog") == []


def test_a_title_is_marked_whole_and_loses_nothing():
    title = "<b>Votes</b> & voting, " + "again " * 60
    pieces = marked(title, read_question("vote"))
    assert "".join(text for text, _ in pieces) == title
    assert [text for text, is_one in pieces if is_one] == ["Votes", "voting"]


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("cats", "A <em>cat</em> sat."),
        ('"the cat"', "A <em>cat</em> sat."),
        ("CATS -dogs", "A <em>cat</em> sat."),
        ("zebra", "<p>first</p>"),
        ("filler", "<p>first</p>"),
    ],
)
def test_of_long_html_that_part_is_read_where_a_word_stands(query, shown):
    filler = '<p class="cats"><a href="/cats/">other words</a></p>' * 200
    html = f"<p>first</p>{filler}<p>A <em>cat</em> sat.</p>{filler}"
    part = part_of(html, read_question(query))
    assert (shown in part, part in html, len(part) <= PART) == (True, True, True)
    assert part.find("<") < part.find(">") and part.rfind("<") < part.rfind(">"), "half a tag at an end"


def test_long_text_without_tags_is_cut_where_it_may_be_and_short_html_not_at_all():
    text = f"{'word ' * 2_000}cat{' word' * 2_000}"
    assert "cat" in part_of(text, read_question("cats")) and len(part_of(text, read_question("cats"))) == PART
    assert part_of("<p>cat", read_question("dog")) == "<p>cat"
