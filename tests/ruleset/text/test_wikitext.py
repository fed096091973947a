"""Rulesets as wikitext: what is read, what is written, and five real rulesets there and back."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleset.text import markdown as markdown_text
from ruleset.text.mistakes import ReadingProblem, Unreadable
from ruleset.text.tree import Node, Tree
from ruleset.text.wikitext import read, write

REAL = Path(__file__).resolve().parents[4] / "shared" / "data" / "rulesets"


def text_of(wikitext: str) -> str:
    """The Markdown of a rule whose text is that wikitext."""
    return read(f"==Rule==\n{wikitext}\n").sections[0].text


def check_read(wikitext: str, markdown: str) -> None:
    """A rule's wikitext is that Markdown, and reads as the same when it is written again."""
    assert text_of(wikitext) == markdown
    tree = read(f"==Rule==\n{wikitext}\n")
    assert read(write(tree)) == tree


def test_headings_make_the_tree_at_whatever_level_they_begin():
    tree = read("=Core=\n==Cats==\nPurr.\n===Kittens===\n====Tiny====\n==Dogs==\n=Appendix=\n")
    assert [(placed.number, placed.node.title) for placed in tree.placed()] == [
        ("1", "Core"), ("1.1", "Cats"), ("1.1.1", "Kittens"), ("1.1.1.1", "Tiny"), ("1.2", "Dogs"), ("2", "Appendix"),
    ]  # fmt: skip


def listed(source: str) -> list[tuple[int, str]]:
    problems_found: list[ReadingProblem] = []
    read(source, problems_found)
    return [(problem.line, problem.reason) for problem in problems_found]


LISTED = [
    ("{{Template|a}}", "“{{Template|a}}” is kept as text"),
    ("See [[Dice Roller|the roller]].", "“[[Dice Roller|the roller]]” leads nowhere here; its words stay"),
    ("[[File:Cat.png|thumb|A ''cat'']]", "“[[File:Cat.png|thumb|A ''cat'']]” is kept as text"),
    ("a <u>b</u>", "“<u>” has no look here; its words stay"),
    ('<span style="x">b</span>', '“<span style="x">b</span>” is kept as text'),
    ("<math>x</math>", "“<math>x</math>” is kept as text"),
    ("<pre>no end", "“<pre>” has no end and is kept as text"),
    ("<blockquote>no end", "“<blockquote>” is kept as text"),
    ("<!-- no end", "“<!--” has no end and is kept as text"),
    ("{|\n| no end", "the table that begins here has no end; it is kept as text"),
    ("a''b", "“''” has no end and is kept as text"),
    ("<ref name=x/>", "“<ref name=x/>” names a note that is not to be found"),
    ("=" * 2 + "a" * 400 + "=" * 2, "this is too long for a heading and is kept as text"),
]


@pytest.mark.parametrize(("text", "reason"), LISTED)
def test_what_is_not_understood_is_listed_with_its_line_and_kept_as_text(text, reason):
    source = f"==Rule==\n\n{text}\n==Next==\n"
    assert (3, reason) in listed(source)
    tree = read(source)
    assert [node.title for node in tree.walk()] == ["Rule", "Next"]
    assert read(write(tree)) == tree
    assert markdown_text.read(markdown_text.write(tree)) == tree


def test_what_stands_before_the_first_heading_is_put_below_it():
    source = "{{Rules}}\nBefore.\n==Rule==\nAfter.\n"
    assert listed(source) == [
        (1, "stands before the first heading; it is put below it"),
        (1, "“{{Rules}}” is kept as text"),
    ]
    assert read(source) == Tree((Node("new-1", "Rule", "{{Rules}}\nBefore.\n\nAfter."),))


def test_a_text_without_a_heading_is_one_unnamed_rule():
    assert listed("\nlol\n") == [(2, "there is no heading")]
    assert read("\nlol\n") == Tree((Node("new-1", "Unnamed Rule", "lol"),))


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


@given(st.text(alphabet="=*#:;'[]{}|!<>/refnowik a\n_\\`-", max_size=200))
def test_any_text_is_read_or_refused_with_its_lines(text):
    try:
        tree = read(text)
    except Unreadable as error:
        assert all(problem.line >= 1 for problem in error.problems)
    else:
        assert isinstance(tree, Tree)
        assert tree.sections
