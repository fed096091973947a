import pytest

from ruleset.law.parts import AMENDS, RulesetPart, part_spoken_of, part_titled, parts_tagged

CORE, SPECIAL_CASE, APPENDIX, DYNASTIC = RulesetPart


def test_the_title_of_a_new_section_says_which_part_it_is():
    titles = (
        "Core Rules",
        "Ruleset and Gamestate",
        "Building Blocks",
        "Special Case",
        "Glossary",
        "Appendix",
        "Fog",
    )
    assert list(map(part_titled, titles)) == [
        *(CORE, CORE, SPECIAL_CASE, SPECIAL_CASE, APPENDIX, APPENDIX, DYNASTIC)
    ]


@pytest.mark.parametrize(
    ("tags", "parts"),
    [
        ([], []),
        (["Victory", "Dynastic"], []),
        (["Appendix", "CORE"], [CORE, APPENDIX]),
        ([" Special ", "Special Case"], [SPECIAL_CASE]),
    ],
)
def test_tags_name_the_parts_that_need_one(tags, parts):
    assert parts_tagged(tags) == parts


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("dynastic rules", DYNASTIC),
        ("core rule", CORE),
        ("special case rules", SPECIAL_CASE),
        ("appendix", APPENDIX),
        ("ruleset", None),
    ],
)
def test_words_speak_of_a_part(words, part):
    assert part_spoken_of(words) is part


def test_what_a_matter_amends_is_a_part_or_what_the_rules_track():
    assert {type(part) for part in AMENDS} == {str}  # as files and columns have them
    assert AMENDS == ("core", "special_case", "appendix", "dynastic", "gamestate", "roster")
