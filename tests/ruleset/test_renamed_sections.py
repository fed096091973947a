"""What a section is to the law is its own: it stays when the section is renamed."""

from dataclasses import replace
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps

from ruleset.law import load
from ruleset.models import LawVersion, Revision, RuleVersion
from ruleset.queries import law_at, placed_rules, revision_at, tree_after
from ruleset.services import enact_law, replace_ruleset, revise
from ruleset.text.markdown import read
from ruleset.text.synonyms import PLAIN, ascended
from ruleset.text.tree import Tree, part_of
from tests.ruleset.test_links import NOON

pytestmark = pytest.mark.django_db
RULES = """# Core Rules

## Votes

# Dynastic Rules

## Cats

# Special Case Rules

## Dormancy [Inactive]

## Alliances [Rare] [Active]

# Appendix
"""
PARTS = ["core", "dynastic", "special_case", "appendix"]
SWITCHED = {"Dormancy": False, "Alliances": True}


def say(rules: str, day: int = 0) -> None:
    at = NOON + timedelta(days=day)
    replace_ruleset(tree=read(rules), kind="import", at=at, by=None, why="")


def standing() -> Tree:
    return tree_after(Revision.objects.order_by("-pk").first().pk)


def put_into_force(name: str, *, day: int = 0, **states: bool) -> LawVersion:
    at = NOON + timedelta(days=day)
    return enact_law(document=load(name).text, special_cases=states, at=at, by=None, why="")


def rename_all(day: int) -> None:
    """Let every section be called what says nothing of its part."""
    before, at = standing(), NOON + timedelta(days=day)
    titles = ("Basics", "Core of the Dynasty", "Building Bricks", "Words")
    sections = zip(before.sections, titles, strict=True)
    tree = Tree(tuple(replace(section, title=title) for section, title in sections))
    last = Revision.objects.order_by("-pk").first()
    revise(tree=tree, seen=last.pk, kind="upkeep", at=at, by=None, why="")


def parts() -> list[str]:
    return [part_of(section) for section in standing().sections]


def test_a_section_stays_what_it_is_to_the_law_when_it_is_renamed():
    say(RULES)
    put_into_force("ruleset-211")
    assert (parts(), law_at(NOON).special_cases) == (PARTS, SWITCHED)

    rename_all(1)
    assert parts() == PARTS
    assert LawVersion.objects.count() == 1
    placed = placed_rules(revision_at(NOON + timedelta(days=2)))
    assert [one.node.name for one in placed if one.is_special_case] == ["Dormancy", "Alliances"]
    address = ascended(standing(), old=PLAIN, new=PLAIN, synonyms="Synonyms")
    assert [rule.name for section in address.sections for rule in section.children] == [
        "Votes", "Dormancy", "Alliances",
    ]  # fmt: skip


def test_a_section_that_is_renamed_in_what_is_imported_is_the_same_when_the_same_rules_stand_in_it():
    say(RULES)
    keys = [section.key for section in standing().sections[:3]]
    say(RULES.replace("Core Rules", "Basics").replace("Special Case Rules", "Modules"), 1)
    assert [section.key for section in standing().sections[:3]] == keys
    assert parts() == PARTS


def test_what_is_new_or_moved_is_what_its_title_says():
    say(RULES + "# Building Blocks\n\n# House Rules\n\n# Glossary\n")
    assert parts() == [*PARTS, "special_case", "dynastic", "appendix"]


def test_whether_a_special_case_is_active_is_what_the_ruleset_says_whatever_a_law_was_told():
    put_into_force("ruleset-211", Dormancy=True, Reinitialisation=True)
    say(RULES, 1)
    assert law_at(NOON + timedelta(days=1)).special_cases == SWITCHED | {"Reinitialisation": True}

    put_into_force("ruleset-211", day=2, Dormancy=True, Alliances=False)
    assert law_at(NOON + timedelta(days=2)).special_cases == SWITCHED


def test_a_law_that_knows_a_special_case_only_later_has_it_as_the_ruleset_says():
    say(RULES.replace("## Dormancy", "## Dormice [Inactive]\n\n## Dormancy"))
    put_into_force("ruleset-211")
    document = load("ruleset-211").text
    known = document.replace('[special_cases."Dormancy"]', '[special_cases."Dormice"]')
    case = known[known.index('[special_cases."Dormice"]') :].split("\n\n")[0]
    at = NOON + timedelta(days=1)
    enact_law(document=f"{document}\n{case}\n", special_cases={}, at=at, by=None, why="")
    assert law_at(at).special_cases == SWITCHED | {"Dormice": False}


def test_sections_that_stood_before_have_their_parts_from_the_titles_that_they_had():
    say(RULES)
    rename_all(1)
    RuleVersion.objects.update(part="")
    assert parts() == ["dynastic", "core", "dynastic", "dynastic"]

    import_module("ruleset.migrations.0006_parts_of_sections").set_parts(apps, None)
    assert parts() == ["core", "core", "special_case", "appendix"]
    assert set(RuleVersion.objects.filter(parent__isnull=False).values_list("part", flat=True)) == {""}
