"""What each shipped law says about the names of rules and the tags of matters."""

import pytest

from ruleset.law import SHIPPED, LawError, document, load, parse

LAWS = {name.removeprefix("ruleset-"): load(name) for name in SHIPPED}
ALL = ("core", "special_case", "appendix", "dynastic", "victory")


def lacking(law: str, *have: str, touched=ALL, **special: bool) -> list[str]:
    return [tag.name for tag in LAWS[law].rules.lacking(have, touched=touched, special=special)]


@pytest.mark.parametrize(
    ("law", "name", "rule"),
    [
        ("37", "Unnamed Rule", ""),
        ("86", "Unnamed Rule", "Resolution of Proposals"),
        ("98", "Unnamed Rule", "Rules and Proposals"),
        ("2019-09", "Unnamed Rule", "Names"),
        ("211", "Cats", "Names"),
    ],
)
def test_a_rule_without_a_title_is_called_as_the_law_says(law, name, rule):
    rules = LAWS[law].rules
    assert (rules.name_for("Cats"), rules.name_for(" "), rules.unnamed_rule) == (name, "Unnamed Rule", rule)


@pytest.mark.parametrize(
    ("law", "tags"),
    [
        ("37", []),
        ("86", []),
        ("98", []),
        ("2019-09", ["Core", "Special Case", "Appendix", "Victory"]),
        ("211", ["Core", "Special Case", "Appendix"]),
    ],
)
def test_the_tags_that_are_needed_are_those_of_the_law(law, tags):
    assert lacking(law) == tags
    assert [tag.rule for tag in LAWS[law].rules.tags] == ["Tags"] * len(tags)


def test_only_what_is_touched_and_not_written_is_lacking():
    assert lacking("211", "core", touched=["core", "dynastic"]) == []
    assert lacking("211", "Appendix", touched=["core", "dynastic"]) == ["Core"]
    assert lacking("211", touched=["dynastic", "victory"]) == []


def test_a_rule_that_is_switched_off_asks_for_nothing():
    assert lacking("2019-09", touched=["core"], Tags=False) == []
    assert lacking("2019-09", touched=["core"], Tags=True) == ["Core"]
    assert lacking("211", touched=["core"], Tags=False) == ["Core"]


def test_a_document_may_say_nothing_of_it():
    text = document("ruleset-98")
    start = text.index("[rules]")
    law = parse(text[:start] + text[text.index("# ---", start) :], source="a test")
    assert (law.rules.name_for("Cats"), law.rules.tags) == ("Unnamed Rule", ())


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('unnamed = "matter"', 'unnamed = "author"', "must be one of matter, name"),
        ('name = "Core"', 'name = "[Core]"', "is written without its brackets"),
        ('of = "core"', 'of = "glossary"', "must be one of core, special_case, appendix, dynastic, victory"),
        ('of = "core"', 'of = "core"\nspecial_case = "Nap"', "must be one of Imperial Deferentials"),
        ('of = "core"', 'of = "core"\nif = "x"', "unknown key"),
    ],
)
def test_a_mistake_is_refused(old, new, problem):
    text = document("ruleset-211")
    assert old in text
    with pytest.raises(LawError) as refused:
        parse(text.replace(old, new, 1), source="a test")
    assert refused.value.problem.startswith(problem)
