"""The marks within a line of wikitext: emphasis, links, notes, code and what only looks like a mark."""

import pytest

from ruleset.text.wikitext_inline import RuleNotes, inline

from .test_wikitext import check_read

CASES = [
    ("'''Bold''' and ''italic'' and '''''both'''''.", "**Bold** and *italic* and ***both***."),
    ("See [https://example.org the site] or [[Votes]].", "See [the site](https://example.org) or [[Votes]]."),
    ("[[Dice Roller|the roller]]", "the roller"),
    ("[[Votes|votes]]", "[[votes]]"),
    ('A<ref name="x">Note.</ref> b<ref name=x/> c<ref>Note.</ref>.', "A[^1] b[^1] c[^1].\n\n[^1]: Note."),
    ("A<ref>of two\nlines</ref> b", "A[^1] b\n\n[^1]: of two lines"),
    ("<s>gone</s> <u>under</u> x<sup>2</sup>", "<s>gone</s> <u>under</u> x<sup>2</sup>"),
    ("<nowiki><s>no</s></nowiki>", "&lt;s>no&lt;/s>"),
    ("&lt;b&gt; and &lt;s> &amp;lt;", "&lt;b&gt; and &lt;s> &amp;lt;"),
    ("<code>&lt;b&gt; &amp;lt; a`b</code>", "`` <b> &lt; a`b ``"),
    ("'''See [[Votes]] and <nowiki>[</nowiki>''' now", "**See [[Votes]] and [** now"),
    ("2 <= x <= 12, x*y and snake_case", "2 <= x <= 12, x\\*y and snake_case"),
    ("<nowiki>''not italic''</nowiki>", "''not italic''"),
    ("Once.<ref>A note.</ref>", "Once.[^1]\n\n[^1]: A note."),
]


@pytest.mark.parametrize(("wikitext", "markdown"), CASES)
def test_marks_become_those_of_markdown_and_read_the_same_again(wikitext, markdown):
    check_read(wikitext, markdown)


def test_the_same_words_are_the_same_note_and_others_are_the_next():
    rule = RuleNotes([], {"x": "One."})
    assert inline("a<ref>One.</ref> b<ref name=x/> c<ref>Two.</ref>", 3, rule) == "a[^1] b[^1] c[^2]"
    assert rule.notes == {"One.": 1, "Two.": 2}


def test_a_note_whose_name_nobody_knows_is_listed_with_its_line():
    rule = RuleNotes([], {})
    inline("a<ref name=y/>", 7, rule)
    assert [problem.line for problem in rule.listed] == [7]
