"""Wikitext cut into lines: what its tags set apart, and comments that go."""

import pytest

from ruleset.text.mistakes import ReadingProblem
from ruleset.text.wikitext_lines import cut, note_name, without_comments


def lines_of(source: str) -> list[tuple[int, str, bool]]:
    return [tuple(line) for line in cut(source, [], {})]


def test_each_line_has_its_number_whatever_ends_it():
    assert lines_of("\ufeffone\r\ntwo\rthree") == [(1, "one", False), (2, "two", False), (3, "three", False)]


def test_code_is_one_line_of_several_and_those_after_it_keep_their_numbers():
    assert lines_of("<pre>\na\nb\n</pre>\nafter") == [
        (1, "a\nb", True), (4, "", False), (5, "after", False),
    ]  # fmt: skip


def test_words_without_marks_over_several_lines_are_such_of_each():
    assert [text for _, text, _ in lines_of("x <nowiki>''a\nb''</nowiki>")] == [
        "x <nowiki>''a</nowiki>",
        "<nowiki>b''</nowiki>",
    ]


def test_quotations_stand_by_themselves():
    assert [text for _, text, _ in lines_of("a<BLOCKQUOTE>b</blockquote>c")] == [
        "a", "<blockquote>", "b", "</blockquote>", "c",
    ]  # fmt: skip


def test_a_note_is_known_by_its_name_and_stands_where_it_begins():
    named: dict[str, str] = {}
    assert [line.number for line in cut('a<ref name="x">of two\nlines</ref>\nb', [], named)] == [1, 3]
    assert named == {"x": "of two lines"}


def test_what_has_no_end_is_listed_with_its_line_and_kept():
    listed: list[ReadingProblem] = []
    assert [line.text for line in cut("a\n<pre>b\n<pre>c", listed, {})] == ["a", "<pre>b", "<pre>c"]
    assert listed == [ReadingProblem(at, "“<pre>” has no end and is kept as text") for at in (2, 3)]


@pytest.mark.parametrize(
    ("attributes", "name"),
    [(' name="a b"', "a b"), (" name='a'", "a"), (" group=g name=a/", "a"), (" group=g", ""), ("", "")],
)
def test_a_note_is_called_what_its_tag_says(attributes, name):
    assert note_name(attributes) == name


def test_comments_go_and_lines_stay_where_they_were():
    assert without_comments("a<!-- b\nc -->d\n<!-- no end") == "a\nd\n<!-- no end"
