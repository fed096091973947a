"""Rulesets as wikitext: what is read, what is written, and five real rulesets there and back."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleset import markdown_text
from ruleset.problems import Problem, Unreadable
from ruleset.tree import Node, Tree
from ruleset.wikitext import read, write

REAL = Path(__file__).resolve().parents[3] / "shared" / "data" / "rulesets"


def text_of(wikitext: str) -> str:
    """The Markdown of a rule whose text is that wikitext."""
    return read(f"==Rule==\n{wikitext}\n").sections[0].text


CASES = [
    ("Plain words.\nSame paragraph.\n\nAnother.", "Plain words.\nSame paragraph.\n\nAnother."),
    ("'''Bold''' and ''italic'' and '''''both'''''.", "**Bold** and *italic* and ***both***."),
    ("* one\n** two\n* three", "- one\n    - two\n- three"),
    ("# one\n# two", "1. one\n1. two"),
    (";Can\n:is able to", "- **Can**: is able to"),
    (";Week\n:seven days\n:from Monday", "- **Week**\n    - seven days\n    - from Monday"),
    (":Indented.", "> Indented."),
    ("See [https://example.org the site] or [[Votes]].", "See [the site](https://example.org) or [[Votes]]."),
    ("[[Dice Roller|the roller]]", "the roller"),
    ("2 <= x <= 12, x*y and snake_case", "2 <= x <= 12, x\\*y and snake_case"),
    ("<nowiki>''not italic''</nowiki>", "''not italic''"),
    ("Once.<ref>A note.</ref>", "Once.[^1]\n\n[^1]: A note."),
    ("- a dash", "\\- a dash"),
    (
        '{| class="x"\n|+ Costs\n|-\n! A !! B\n|-\n| 1\n| style="x" | 2\n|}',
        "**Costs**\n\n| A | B |\n| --- | --- |\n| 1 | 2 |",
    ),
]


@pytest.mark.parametrize(("wikitext", "markdown"), CASES)
def test_marks_become_those_of_markdown_and_read_the_same_again(wikitext, markdown):
    assert text_of(wikitext) == markdown
    tree = read(f"==Rule==\n{wikitext}\n")
    assert read(write(tree)) == tree


def test_headings_make_the_tree_at_whatever_level_they_begin():
    tree = read("=Core=\n==Cats==\nPurr.\n===Kittens===\n====Tiny====\n==Dogs==\n=Appendix=\n")
    assert [(placed.number, placed.node.title) for placed in tree.placed()] == [
        ("1", "Core"), ("1.1", "Cats"), ("1.1.1", "Kittens"), ("1.1.1.1", "Tiny"), ("1.2", "Dogs"), ("2", "Appendix"),
    ]  # fmt: skip


def test_what_cannot_be_read_is_listed_with_its_line_and_nothing_is_left_out():
    with pytest.raises(Unreadable) as wrong:
        read("Before.\n==Rule==\n{{Template}}\n\n{|\n| no end\n")
    assert wrong.value.problems == [
        Problem(1, "there is text before the first heading"),
        Problem(3, "“{{” cannot be read"),
        Problem(5, "the table that begins here has no end"),
    ]


def test_a_heading_without_words_is_an_unnamed_rule():
    tree = read("==Rule==\n==== ====\n== <nowiki></nowiki>==\n")
    assert [node.title for node in tree.walk()] == ["Rule", "Unnamed Rule", "Unnamed Rule"]
    assert read(write(tree)).sections[0].children == tree.sections[0].children


def test_an_empty_text_has_no_rules():
    with pytest.raises(Unreadable, match="no heading"):
        read("")


def words(wikitext: str) -> list[str]:
    return re.findall(r"\w+", wikitext.replace('class="wikitable"', ""))


@pytest.mark.skipif(not REAL.is_dir(), reason="the five real rulesets are not part of the project")
@pytest.mark.parametrize(
    ("name", "rules"), [("37", 37), ("86", 40), ("98", 34), ("2019-09", 49), ("211", 79)]
)
def test_a_real_ruleset_goes_in_and_out_with_every_rule_title_and_word(name, rules):
    source = (REAL / f"ruleset-{name}.wiki").read_text()
    tree = read(source)
    written = write(tree)
    assert len(list(tree.walk())) == rules
    assert words(written) == words(source)
    assert read(written) == tree


@pytest.mark.parametrize(
    "unit",
    [
        "<ref>",
        "<nowiki>",
        "<!--",
        "[http:a ",
        "[http:",
        "[[a|",
        "'''",
        "*",
        "= ",
        "_a ",
        "[^",
        "<http:",
        "{|",
    ],
)
def test_a_text_of_nothing_but_beginnings_is_read_and_written_in_no_time(unit):
    line = unit * (40_000 // len(unit))
    begun = time.process_time()
    for source in (f"==Rule==\n{line}\n", f"={line}\n==Rule==\n"):
        try:
            write(read(source))
        except Unreadable as error:
            assert error.problems
    assert time.process_time() - begun < 2


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


@pytest.mark.parametrize(
    "title",
    [
        "=",
        "=== x ==",
        "*Cats*",
        "__Cats__",
        "''Cats''",
        "a'''",
        "[[Cats]]",
        "`x`",
        "[Active]",
        "_ \ue0000\ue001",
    ],
)
def test_a_title_that_looks_like_marks_is_read_again_as_it_was(title):
    tree = Tree((Node("new-1", title, "Words."),))
    assert read(write(tree)) == tree
    assert markdown_text.read(markdown_text.write(tree)) == tree


def test_private_signs_in_a_text_are_kept():
    tree = read("==Rule \ue0007\ue001==\nSee \ue0007\ue001 and `x`.\n")
    assert read(write(tree)) == tree
    assert markdown_text.read(markdown_text.write(tree)) == tree


def test_a_heading_has_an_end():
    with pytest.raises(Unreadable) as wrong:
        read(f"==Rule==\n=={'a' * 1_000}==\n")
    assert wrong.value.problems == [Problem(2, "the heading is too long")]


@given(st.text(alphabet="=*#:;'[]{}|!<>/refnowik a\n_\\`-", max_size=200))
def test_any_text_is_read_or_refused_with_its_lines(text):
    try:
        tree = read(text)
    except Unreadable as error:
        assert all(problem.line >= 1 for problem in error.problems)
    else:
        assert isinstance(tree, Tree)
        assert tree.sections
