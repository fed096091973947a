"""The project's own starting ruleset: complete, known to the law, in words of its own."""

import re
from pathlib import Path

import pytest

from blognomic.text import prose
from ruleset.law import SHIPPED, load
from ruleset.queries.law_by_rule import by_rule, plain
from ruleset.text import markdown, starting, wikitext
from ruleset.text.tree import Tree, part_of, tags

REAL = Path(__file__).resolve().parents[4] / "shared" / "data" / "rulesets"
RUN = 8


def test_it_has_the_four_sections_and_no_dynastic_rule():
    sections = starting.tree().sections
    assert [section.title for section in sections] == [
        "Core Rules", "Dynastic Rules", "Special Case Rules", "Appendix",
    ]  # fmt: skip
    assert [part_of(section) for section in sections] == ["core", "dynastic", "special_case", "appendix"]
    assert (sections[1].text, sections[1].children) == ("", ())


def test_each_rule_that_the_law_carries_out_is_there():
    law = load("ruleset-211")
    names = [node.name for node in starting.tree().walk()]
    assert {plain(rule, law.words) for rule in by_rule(law)} - set(names) == set()
    assert sorted(names) == sorted(set(names))


def test_special_cases_are_those_of_the_law_with_its_defaults_and_their_status_in_the_title():
    rules = starting.tree().sections[2].children
    law = load("ruleset-211")
    assert {rule.name: rule.default_is_active for rule in rules} == {
        name: case.default for name, case in law.special_cases.items()
    }
    assert all(rule.is_active == rule.default_is_active for rule in rules)
    assert all({"Active", "Inactive"} & set(tags(rule.title)) for rule in rules)


def test_each_name_in_double_brackets_is_a_rule():
    tree = starting.tree()
    names = {node.name for node in tree.walk()}
    assert {name for node in tree.walk() for name in prose.wanted(node.text)} - names == set()


def test_it_reads_the_same_from_its_own_export():
    tree = starting.tree()
    assert markdown.read(markdown.write(tree)) == tree
    assert wikitext.read(wikitext.write(tree)) == tree


def test_no_indefinite_article_stands_before_a_word_that_a_dynasty_replaces():
    assert re.findall(r"\b[Aa]n? (?:Emperor)\b", starting.text()) == []


# What the starting ruleset calls the rules of the real one that have another name there.
OUR_NAMES = {
    "Special Case": "Special Case Rules",
    "Keywords: Time": "Keywords: Days and Weeks",
    "Clarifications: Time": "Clarifications: Clock and Calendar",
    "Archives": "This Ruleset",
    "Mentors: Things that a mentor must do": "Mentors: What a Mentor must do",
    "Mentors: Things that a mentor should do": "Mentors: What a Mentor should do",
    "Mentors: Things that a mentor should not do": "Mentors: What a Mentor should not do",
}


@pytest.mark.skipif(not REAL.is_dir(), reason="the five real rulesets are not part of the project")
def test_it_has_a_place_for_each_rule_of_the_real_one_outside_the_dynastic_rules():
    law = load("ruleset-211")

    def places(tree: Tree) -> set[str]:
        names = {placed.node.key: plain(placed.node.name, law.words) for placed in tree.placed()}
        return {
            ": ".join(
                filter(None, ((names[placed.above[-1]] if placed.depth > 1 else ""), names[placed.node.key]))
            )
            for placed in tree.placed()
            if part_of(tree.section_of(placed.node.key)) != "dynastic"
        }

    real = places(wikitext.read((REAL / "ruleset-211.wiki").read_text()))
    assert {OUR_NAMES.get(name, name) for name in real} - places(starting.tree()) == set()


def words(text: str) -> list[str]:
    """The words without marks, with the terms of each dynasty in plain words."""
    for name in SHIPPED:
        text = plain(text, load(name).words)
    return [word.casefold() for word in re.findall(r"[^\W_]+", re.sub(r"[*_`\[\]’']", "'", text))]


def runs(text: str) -> set[tuple[str, ...]]:
    all_words = words(text)
    return {tuple(all_words[place : place + RUN]) for place in range(len(all_words) - RUN + 1)}


@pytest.mark.skipif(not REAL.is_dir(), reason="the five real rulesets are not part of the project")
def test_no_eight_words_in_a_row_are_those_of_a_real_ruleset():
    files = sorted(REAL.glob("*.wiki"))
    ours = runs(starting.text())
    assert len(files) == 5
    assert {" ".join(run) for file in files for run in ours & runs(file.read_text())} == set()
