"""Rulesets as Markdown: what is read, what is refused with its line, and there and back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleset.text import wikitext
from ruleset.text.markdown import read, write
from ruleset.text.mistakes import ReadingProblem, Unreadable
from ruleset.text.tree import Node, Tree

REAL = Path(__file__).resolve().parents[4] / "shared" / "data" / "rulesets"


def outline(tree: Tree) -> list[tuple[str, str, str]]:
    return [(placed.number, placed.node.title, placed.node.text) for placed in tree.placed()]


def problems(source: str) -> list[ReadingProblem]:
    with pytest.raises(Unreadable) as wrong:
        read(source)
    return wrong.value.problems


@pytest.mark.parametrize("top", ["#", "##", "###"])
def test_headings_make_the_tree_at_whatever_level_they_begin(top):
    tree = read(
        f"{top} Core\n\n{top}# Cats [Active] ##\nPurr.\n\nAnd sleep.\n\n{top}## Kittens\n{top} Appendix\n"
    )
    assert outline(tree) == [
        ("1", "Core", ""),
        ("1.1", "Cats [Active]", "Purr.\n\nAnd sleep."),
        ("1.1.1", "Kittens", ""),
        ("2", "Appendix", ""),
    ]


def test_a_heading_in_code_in_a_comment_in_a_list_or_in_a_quotation_is_no_rule():
    text = "```\n# no\n```\n\n~~~~ toml\n~~~\n# no\n~~~~\n\n<!--\n# no\n-->\n\n> # no\n\n    # no\n\n#no\n\n- # no"
    assert outline(read(f"# Rule\n\n{text}\n")) == [("1", "Rule", text)]


def test_a_title_is_its_words():
    source = (
        "# The **bold**, the _sly_ and `code` \\*x\\* snake_case [[Votes]] [here](https://example.org/) #\n"
    )
    assert outline(read(source)) == [("1", "The bold, the sly and code *x* snake_case Votes here", "")]


def test_a_heading_without_words_is_an_unnamed_rule():
    assert outline(read("# Core\n##\nWords.\n")) == [("1", "Core", ""), ("1.1", "Unnamed Rule", "Words.")]


def test_what_cannot_be_read_is_listed_with_its_line():
    source = "Before.\n\n# Rule\n\nTitle\n---\n\nA note.[^1]\n\n## Next\n\n```\nno end\n"
    assert problems(source) == [
        ReadingProblem(1, "there is text before the first heading"),
        ReadingProblem(3, "the note [^1] is not written out below this heading"),
        ReadingProblem(6, "write the heading that this line underlines with # marks"),
        ReadingProblem(12, "the code that begins here has no end"),
    ]
    assert problems("# " + "long " * 300) == [
        ReadingProblem(1, "the heading is too long"), ReadingProblem(1, "there is no heading, so no rule"),
    ]  # fmt: skip


def test_an_empty_text_has_no_rules():
    assert problems(" \n") == [ReadingProblem(1, "there is no heading, so no rule")]


def test_a_text_stays_within_its_rule():
    tree = Tree((Node("a", "A", "# not a rule\nwords\n===\n\n```\nno end"), Node("b", "B", "Words.")))
    assert outline(read(write(tree))) == [
        ("1", "A", "\\# not a rule\nwords\n\\===\n\n```\nno end\n```"),
        ("2", "B", "Words."),
    ]


def test_rules_may_nest_eight_deep():
    node = Node("8", "Eight")
    for depth in range(7, 0, -1):
        node = Node(str(depth), f"At {depth}", "", (node,))
    assert outline(read(write(Tree((node,))))) == outline(Tree((node,)))


TITLES = st.text(alphabet="abc *_`\\[]()#<>&!1.", min_size=1, max_size=30).map(
    lambda title: " ".join(title.split())
)


@given(
    st.lists(TITLES.filter(bool), min_size=1, max_size=4),
    st.text(alphabet="#=-` ~<!>\na*_[]^:1.", max_size=60),
)
def test_titles_come_back_and_no_text_breaks_the_tree(titles, text):
    tree = Tree(tuple(Node(str(place), title, text) for place, title in enumerate(titles)))
    try:
        again = read(write(tree))
    except Unreadable as error:
        assert all("note" in problem.reason for problem in error.problems)
    else:
        assert [node.title for node in again.walk()] == titles
        assert outline(read(write(again))) == outline(again)


@given(st.text(alphabet="# \n`~-=a*_\\[]<!>", max_size=200))
def test_any_text_is_read_or_refused_with_its_lines(text):
    try:
        tree = read(text)
    except Unreadable as error:
        assert all(problem.line >= 1 for problem in error.problems)
    else:
        assert tree.sections


@pytest.mark.skipif(not REAL.is_dir(), reason="the five real rulesets are not part of the project")
@pytest.mark.parametrize("name", ["37", "86", "98", "2019-09", "211"])
def test_a_real_ruleset_goes_out_as_markdown_and_comes_back_the_same(name):
    tree = wikitext.read((REAL / f"ruleset-{name}.wiki").read_text())
    assert read(write(tree)) == tree
