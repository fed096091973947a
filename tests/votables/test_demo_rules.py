"""The demo's ruleset: it grows by what is enacted, and speaks the dynasty's words."""

from datetime import UTC, datetime

import pytest

from ruleset.text.markdown import read
from ruleset.text.tree import Tree
from votables.demo import scribe

SUMMER = datetime(2026, 6, 17, 15, 42, 7, tzinfo=UTC)
WORDS = {
    "player_word": "Sorter", "players_word": "Sorters",
    "emperor_word": "Postmaster", "emperors_word": "Postmasters",
}  # fmt: skip
TREE = read(
    "# Core Rules\n## Votes\nFOR.\n# Dynastic Rules\n## Cats\nThey purr.\n# Appendix\n## Definitions\n"
)


def changes(body: str, tree: Tree = TREE) -> list[dict[str, object]]:
    return scribe.changes_in(body, tree)


def key(name: str) -> str:
    return TREE.named(name)[0].key


def test_a_new_rule_is_read_from_a_proposal():
    body = "Please add a dynastic\nrule called “Dogs”:\n\n> They bark.\n>\n> - at cats\n\nSet all to 3."
    assert changes(body) == [
        {"op": "add", "parent": key("Dynastic Rules"), "after": "", "title": "Dogs",
         "text": "They bark.\n\n- at cats"}
    ]  # fmt: skip


def test_a_paragraph_that_goes_on_in_the_next_line_is_one_line_of_the_rule_and_lists_and_tables_are_not():
    quoted = "> They nap\n> at noon.\n>\n> - on sofas\n> - and mats\n>   if warm\n>\n> | a |\n> |---|"
    assert changes(f"Add to the rule “Cats”:\n\n{quoted}")[0]["text"] == (
        "They purr.\n\nThey nap at noon.\n\n- on sofas\n- and mats if warm\n\n| a |\n|---|"
    )


@pytest.mark.parametrize("named", ["the rule “[[Cats]]”", "the\nrule “cats”"])
def test_what_is_added_to_a_rule_is_read(named):
    assert changes(f"Add to {named}:\n\n> They nap.") == [
        {"op": "edit", "rule": key("Cats"), "base": "They purr.", "text": "They purr.\n\nThey nap."}
    ]
    assert changes("Add to the Appendix rule “Definitions”:\n\n> **Cat**: a cat.") == [
        {"op": "edit", "rule": key("Definitions"), "base": "", "text": "**Cat**: a cat."}
    ]


def test_other_words_and_more_at_the_end_are_read():
    body = "In the rule “Cats”, replace “purr” with “hiss”, and add at its end:\n\n> They nap.\n"
    assert changes(body) == [
        {"op": "replace", "rule": key("Cats"), "find": "purr", "text": "hiss"},
        {"op": "edit", "rule": key("Cats"), "base": "They purr.", "text": "They purr.\n\nThey nap."},
    ]


def test_a_rule_that_is_not_there_is_passed_over():
    assert changes("Add to the rule “Cows”:\n\n> Moo.\n\nIn the rule “Cows”, replace “a” with “b”.") == []
