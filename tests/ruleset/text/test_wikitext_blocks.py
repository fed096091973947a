"""Paragraphs, lists, definitions, quotations, code and tables of wikitext."""

import pytest

from ruleset.text.wikitext import read, write

from .test_wikitext import check_read

CASES = [
    ("Plain words.\nSame paragraph.\n\nAnother.", "Plain words.\nSame paragraph.\n\nAnother."),
    ("* one\n** two\n* three", "- one\n    - two\n- three"),
    ("# one\n# two", "1. one\n1. two"),
    (";Can\n:is able to", "- **Can**: is able to"),
    (";Week\n:seven days\n:from Monday", "- **Week**\n    - seven days\n    - from Monday"),
    (":Indented.", "> Indented."),
    ("<pre>\n== x ==\n&lt;b&gt; [^1]\n</pre>", "```\n== x ==\n<b> [^1]\n```"),
    ("One <nowiki>[[a]]\n== x ==\n* ''y''</nowiki> two", "One \\[\\[a]]\n\\== x ==\n\\* ''y'' two"),
    ("::Twice.", "> > Twice."),
    (":One\n::two\n:* three\n:four", "> One\n>\n> > two\n>\n> - three\n>\n> four"),
    ("# one\n#: more\n# two", "1. one\n\n    > more\n\n1. two"),
    ("** deep", "- deep"),
    ("# one\n#* two\n#** three", "1. one\n    - two\n        - three"),
    ("<blockquote>One\ntwo\n\n* three</blockquote>\nafter", "> One\n> two\n>\n> - three\n\nafter"),
    ("above\n----\nbelow", "above\n\n---\n\nbelow"),
    (";Can\n:is able\n:* now", "- **Can**: is able\n    - now"),
    (
        '{|\n! A !! B\n|-\n| rowspan="2" | both || 1\n|-\n| 2\n|-\n| colspan=2 | wide\n|} after',
        "| A | B |\n| --- | --- |\n| both | 1 |\n|  | 2 |\n| wide |  |\n\nafter",
    ),
    ("- a dash", "\\- a dash"),
    (
        '{| class="x"\n|+ Costs\n|-\n! A !! B\n|-\n| 1\n| style="x" | 2\n|}',
        "**Costs**\n\n| A | B |\n| --- | --- |\n| 1 | 2 |",
    ),
]


@pytest.mark.parametrize(("wikitext", "markdown"), CASES)
def test_blocks_become_those_of_markdown_and_read_the_same_again(wikitext, markdown):
    check_read(wikitext, markdown)


@pytest.mark.parametrize(
    "text",
    [
        "* one\n** '''two'''\n*** three",  # one item below is not yet a definition
        "* '''one'''\n** two\n*** three",
        "* '''one'''\n*# two\n*# three",
        "* '''one''' and '''two'''\n** three\n** four",
        ";one\n:'''two'''\n:three",
    ],
)
def test_lists_below_bold_items_are_read_again_as_they_were(text):
    tree = read(f"==Rule==\n{text}\n")
    assert read(write(tree)) == tree


@pytest.mark.parametrize(
    "line", ["===", "= x =", "* x", "# x", ": x", "; x", "{| x", "** x", ":", "a = b", "- x"]
)
def test_a_line_that_only_looks_like_a_list_or_heading_is_read_again_as_it_was(line):
    tree = read(f"==Rule==\n {line}\n")
    assert read(write(tree)) == tree
