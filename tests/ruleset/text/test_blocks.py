"""Markdown block by block, each with its place."""

import pytest

from ruleset.text.blocks import blocks, lines, unwrapped

KINDS = [
    ("Cats purr.\nDogs bark.", [("paragraph", "Cats purr.\nDogs bark.")]),
    ("# Cats\n\nThey purr.", [("heading", "Cats"), ("paragraph", "They purr.")]),
    ("* a\n* b", [("item", "a"), ("item", "b")]),
    ("* a\n  * below\n* b", [("item", "a\n* below"), ("item", "b")]),
    ("> a\n> b\n\nc", [("quote", "a\nb"), ("paragraph", "c")]),
    ("| a | b |\n|---|---|\n| c | d |", [("table", "| a | b |\n|---|---|\n| c | d |")]),
    ("a\n\n---\n\nb", [("paragraph", "a"), ("rule", "---"), ("paragraph", "b")]),
    ("", []),
    ("\n\n", []),
]


@pytest.mark.parametrize(("text", "expected"), KINDS)
def test_each_block_has_its_kind_and_its_words_without_marks(text, expected):
    assert [(one.kind, one.text) for one in blocks(lines(text))] == expected


def test_what_stands_between_fences_is_one_block_whatever_is_in_it():
    fenced, plain = blocks(lines("```\n* a\n\n> b\n```\n\nc"))
    assert (fenced.text, plain.text) == ("* a\n\n> b", "c")


@pytest.mark.parametrize("text", [text for text, _found in KINDS])
def test_the_places_of_a_block_lead_back_to_its_words(text):
    for block in blocks(lines(text)):
        place = block.places()
        assert [text[place(at)] for at, letter in enumerate(block.text) if letter != "\n"] == [
            letter for letter in block.text if letter != "\n"
        ]
        assert text[block.start : block.end].endswith(block.lines[-1].text)


def test_what_an_item_began_with_is_part_of_it_as_a_whole():
    (item,) = blocks(lines("1) a\n   b"))
    assert (item.mark, item.whole.split("\n")[0]) == ("1)", "1) a")


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("One\ntwo.\n\nThree\n  four.", "One two.\n\nThree four."),
        ("So:\n* a\n* b\n  c", "So:\n* a\n* b\n  c"),
        ("Verse  \none\\\ntwo\nthree", "Verse  \none\\\ntwo three"),
        ("| a |\n|---|\n| b |", "| a |\n|---|\n| b |"),
        ("a | b\n--|--\nc | d", "a | b\n--|--\nc | d"),
        ("```\na\nb\n```\n\nc\nd", "```\na\nb\n```\n\nc d"),
        ("> a\n> b", "> a\n> b"),
        ("Title\n=====", "Title\n====="),
        ("", ""),
    ],
)
def test_the_lines_of_a_paragraph_are_joined_and_no_others(text, joined):
    assert unwrapped(text) == joined
