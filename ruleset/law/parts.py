"""The parts of a ruleset: what a section of it is to the law, and how titles, tags and sentences name one. Pure."""

import re
from collections.abc import Iterable
from enum import StrEnum


class RulesetPart(StrEnum):
    """What a section of the ruleset is to the law. Whoever votes and resolves may need to know which of them a matter
    changes."""

    CORE = "core"
    SPECIAL_CASE = "special_case"
    APPENDIX = "appendix"
    DYNASTIC = "dynastic"


# All that the game file can say that a matter amends.
AMENDS = (*map(str, RulesetPart), "gamestate", "roster")

# What the title of a new section says; any other is that of dynastic rules.
_TITLES = {
    RulesetPart.CORE: re.compile(r"core|ruleset and gamestate", re.IGNORECASE),
    RulesetPart.SPECIAL_CASE: re.compile(r"special case|building block", re.IGNORECASE),
    RulesetPart.APPENDIX: re.compile(r"appendix|glossary", re.IGNORECASE),
}
# What the tags of a matter's title say. Dynastic rules need none.
_TAGS = {
    "core": RulesetPart.CORE,
    "special case": RulesetPart.SPECIAL_CASE,
    "special": RulesetPart.SPECIAL_CASE,
    "appendix": RulesetPart.APPENDIX,
}
_WORDS = {part.partition("_")[0]: part for part in RulesetPart}


def part_titled(title: str) -> RulesetPart:
    """What a new section of that title is to the law."""
    return next((part for part, words in _TITLES.items() if words.search(title)), RulesetPart.DYNASTIC)


def parts_tagged(tags: Iterable[str]) -> list[RulesetPart]:
    """The parts that tags without their brackets name, in the order of the parts."""
    tagged = {_TAGS.get(tag.strip().casefold()) for tag in tags}
    return [part for part in RulesetPart if part in tagged]


def part_spoken_of(words: str) -> RulesetPart | None:
    """The part that words speak of, such as "dynastic rules"; None where they speak of none."""
    return next((part for word, part in _WORDS.items() if word in words), None)
