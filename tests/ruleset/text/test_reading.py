"""A ruleset from a file: its format, and which of its rules are those that stand already."""

import pytest

from ruleset.text import markdown
from ruleset.text.reading import adopting, guess
from ruleset.text.tree import Node, Tree


def test_rules_of_one_name_are_told_apart_by_their_places():
    standing = Tree(
        (Node("1", "A", "", (Node("2", "Time"), Node("3", "Time"))), Node("4", "B", "", (Node("5", "Time"),)))
    )
    coming = markdown.read("# A\n## Time\n## Time\n## Time\n# B\n## Time\n")
    assert [node.key for node in adopting(coming, standing).walk()] == ["1", "2", "3", "new-4", "4", "5"]


CLOCKS = "Every coach carries one clock, and its keeper winds it each morning before the mail is sorted."


REWOUND = "Every coach carries two clocks, and its keeper winds them each evening before the mail is sorted."


def test_a_rule_renamed_and_reworded_at_once_stays_the_same_rule():
    standing = Tree((Node("1", "A", "", (Node("2", "Clocks", CLOCKS), Node("3", "Cats", "Purr."))),))
    coming = markdown.read(f"# A\n## Dogs\nBark.\n## Timepieces\n{REWOUND}\n")
    assert [node.key for node in adopting(coming, standing).walk()] == ["1", "new-2", "2"]


def test_of_two_rules_the_more_alike_is_the_same():
    standing = Tree((Node("1", "A", "", (Node("2", "Clocks", CLOCKS),)),))
    coming = markdown.read(f"# A\n## Hands\n{REWOUND} Or not.\n## Timepieces\n{REWOUND}\n")
    assert [node.key for node in adopting(coming, standing).walk()] == ["1", "new-2", "2"]


def test_a_rule_that_comes_back_is_the_one_that_went():
    earlier = Tree((Node("1", "A", "", (Node("2", "Clocks", CLOCKS),)),))
    standing = Tree((Node("4", "Spoilt", "", ()),))
    coming = markdown.read(f"# A\n## Clocks\n{REWOUND}\n## Cats\n")
    assert [node.key for node in adopting(coming, standing, earlier).walk()] == ["4", "2", "new-3"]


@pytest.mark.parametrize(
    ("name", "beginning", "format"),
    [
        ("a.xml", "", "xml"),
        ("a.txt", "\ufeff\n<mediawiki>", "xml"),
        ("a.txt", "# one\n# two\n", "markdown"),
        ("a.txt", "== A ==\n# one\n", "wikitext"),
        ("a", "words", None),
    ],
)
def test_a_format_is_guessed_by_name_and_first_heading(name, beginning, format):
    assert guess(name, beginning) == format
