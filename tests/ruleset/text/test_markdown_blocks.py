"""The blocks of Markdown written as those of wikitext."""

import pytest

from ruleset.text.markdown_blocks import inline_to_wikitext, restored, to_wikitext


@pytest.mark.parametrize(
    ("markdown", "wikitext"),
    [
        ("One.\n\nTwo.", "One.\n\nTwo."),
        ("- one\n    - two\n- three", "*one\n**two\n*three"),
        ("1. one\n1. two", "#one\n#two"),
        ("- **Can**: is able to", ";Can\n:is able to"),
        ("> Indented.", ":Indented."),
        ("```\n<b>\n```", "<pre>\n&lt;b>\n</pre>"),
        ("above\n\n---\n\nbelow", "above\n\n----\n\nbelow"),
    ],
)
def test_a_block_is_written_with_the_marks_of_wikitext(markdown, wikitext):
    assert to_wikitext(markdown).strip() == wikitext


@pytest.mark.parametrize(
    ("markdown", "wikitext"),
    [
        ("**a** and *b*", "'''a''' and ''b''"),
        ("[the site](https://example.org)", "[https://example.org the site]"),
        ("[[Votes]]", "[[Votes]]"),
    ],
)
def test_a_mark_within_a_line_is_written_as_that_of_wikitext(markdown, wikitext):
    assert inline_to_wikitext(markdown) == wikitext


def test_what_was_kept_comes_back_in_its_place():
    assert restored("a \ue0000\ue001 b \ue0001\ue001", ["x", "y"]) == "a x b y"
