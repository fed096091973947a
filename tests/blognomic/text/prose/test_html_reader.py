"""HTML read as runs and tags, and the icons in them."""

import pytest

from blognomic.text.prose.html_reader import EndTag, IconInText, IconReader, Oddity, Run, StartTag, tokens_of


def test_tags_comments_and_declarations_end_a_run_and_references_do_not():
    assert tokens_of("a&amp;b<!--x-->c<!DOCTYPE d><br/>") == [
        Run("a&b", code=False), Run("c", code=False), Oddity("<!DOCTYPE d>"), StartTag("br", {}, "<br/>", closed=True),
    ]  # fmt: skip


def test_what_stands_within_code_is_code_until_its_last_end():
    runs = [token for token in tokens_of("<pre><code>a</code>b</pre>c</code>d") if isinstance(token, Run)]
    assert [(run.text, run.code) for run in runs] == [("a", True), ("b", True), ("c", False), ("d", False)]


def test_of_two_attributes_of_a_name_the_first_counts():
    assert tokens_of("<a href=x href=y>")[0].attributes == {"href": "x"}


@pytest.mark.parametrize("text", ["<![x", "<![ x]]>", "<![CDATA[", "</", "<a x='"])
def test_what_breaks_off_is_read_all_the_same(text):
    assert all(isinstance(token, Run | Oddity | EndTag | StartTag) for token in tokens_of(text + " b"))


def test_icons_are_found_from_left_to_right_in_any_ascii_case_and_counted():
    reader = IconReader({"for": "FOR", "imp": "IMPERIAL"})
    assert list(reader.split("a :FOR:imp: :\u0130mp:")) == [
        "a ", IconInText(0, "FOR", ":FOR:"), "imp: :\u0130mp:",
    ]  # fmt: skip
    assert list(reader.split(":imp:"))[1] == IconInText(1, "IMPERIAL", ":imp:")
    assert [icon.index for icon in reader.found] == [0, 1]


def test_without_icons_nothing_is_one():
    assert list(IconReader({}).split(":for: ::")) == [":for: ::"]
