"""What may be said of a value without saying what it is; and that whatever may say more is read or asked about."""

import json

import pytest

from votables.english.definitions import read_definitions
from votables.english.definitions.uses import leaves_alone, may_tell

from ..samples import own, specified

WORDS = {"player": "Baker", "players": "Bakers", "emperor": "Miller"}


@pytest.mark.parametrize(
    "text",
    [
        "As a daily action, a Baker may spend 3 Flour to gain 1 Egg.",
        "Whenever a Baker is praised, they gain 2 Flour.",
        "A Baker with at least 7 Flour may not be hurried.",
        "No Baker may gain more than 2 Flour a day.",
        "Each Baker with more Flour than Eggs is a Star.",
        "A cake costs 5 Flour.",
        "Flour may not be sold.",
        "Flour can be turned into bread.",
        "No Baker may count another's Flour aloud.",
        "The Miller may swap two Bakers' Flour.",
        "Whoever first has 20 Flour and no Rust wins a medal.",
        "The Baker with the most Flour goes first.",
        "If their Flour falls to 0, they rest.",
        "Flour goes up when it rains.",
        "A Baker with negative Flour goes home.",
        "Flour likes the dry.",
        "Flour is white.",
    ],
)
def test_what_is_done_with_a_value_leaves_it_alone(text: str) -> None:
    assert leaves_alone(text, "Flour")


TELLING = (
    "New {players} have 91 {name}.",
    "A {player} who has just joined has 91 {name}.",
    "On joining, a {player} gets 91 {name}.",
    "At the start, each {player} has 91 {name}.",
    "{players} join with 91 {name}.",
    "A newcomer’s {name} is 91.",
    "The {name} of a new {player} is 91.",
    "A {player} joining the game receives 91 {name}.",
    "Whoever joins late has 91 {name}.",
    "The usual {name} is 91.",
    "Unless changed, {name} is 91.",
    "Until it is first changed, a {player}’s {name} is 91.",
    "{name} counts as 91 where nothing is written.",
    "If a {player} has no {name} recorded, it is 91.",
    "{name}: 91 at first.",
    "We all start with 91 {name}.",
    "At the start, each {player} has 91.",
    "The usual number is 91.",
    "{name} goes from 91 to 99.",
    "{name} tops out at 91.",
    "{name} stops at 91.",
    "{name} must stay under 91.",
    "Nobody has more than 91 {name}.",
    "A {player} with 91 {name} can gain no more.",
    "More than 91 {name} is impossible.",
    "{name} above 91 are lost.",
    "{name} ought never to pass 91.",
    "A {player} is allowed at most 91 {name}.",
    "The most {name} a {player} can have is 91.",
    "There can only be 91 {name} each.",
    "{name} lies between 91 and 99.",
    "No {player} has ever more than 91 {name}.",
    "Every {player} must have at least 91 {name}.",
    "It is impossible to have more than 91 {name}.",
    "{name} can fall no lower than 91.",
    "The smallest {name} is 91.",
    "{name} need not be whole.",
    "{name} is always even.",
    "{name} is a multiple of 5.",
    "Only the {emperor} knows a {player}’s {name}.",
    "A {player}’s {name} is not shown to anyone.",
    "{name} is not tracked.",
    "{name} is no number.",
    "{name} is the average of all numbers rolled.",
    "{name} is always the same for everybody.",
    "All {players} share one {name}.",
    "Only the {emperor} has {name}.",
    "We call {name} Zonks.",
    "Zonk means {name}.",
)
"""Sentences that say, in words nobody has foreseen, what a number is: its default, limits, kind or names."""


@pytest.mark.parametrize("text", TELLING)
def test_what_may_say_what_a_value_is_does_not_leave_it_alone(text: str) -> None:
    spoken = text.format(name="Flour", **WORDS).replace("’", "'")
    assert may_tell(spoken) or ("Flour" in spoken and not leaves_alone(spoken, "Flour"))


DOUBTS = (
    (" has a", " sometimes has a"),
    (" has a", " had a"),
    (" has a", " does not have a"),
    (" has a", " will one day have a"),
    ("Each ", "Some "),
    (" is publicly tracked", " is not publicly tracked"),
    (" is publicly tracked", " is usually publicly tracked"),
    (" are publicly tracked", " are no longer publicly tracked"),
    (" defaults to ", " rarely defaults to "),
    (" defaults to ", " defaults to about "),
    (" defaults to ", " defaults to at least "),
    ("defaulting to ", "defaulting to twice "),
    (" starts at ", " starts at more than "),
    (" or ", " or, rarely, "),
    (" integer", " prime integer"),
)
"""Words that change what a sentence says, put in where it has room for them."""
TAILS = (
    ", unless the {emperor} says otherwise.",
    " except on Sundays.",
    ", but only while the hut stands.",
    " until Friday.",
    " if it rains.",
    " as long as there are four {players}.",
    " for the winner.",
    " per month.",
    " or so.",
)


def read(case, text: str) -> str:
    reading = read_definitions(text, case["words"])
    return json.dumps(reading.definitions) if not reading.questions else ""


def plain_cases() -> list[dict]:
    """What is defined in one sentence and understood."""
    cases = [case for case in specified("definitions.jsonl") if case["expected"]]
    cases += [
        {"rule_text": case["rule_text"], "expected": case["definitions"], "words": WORDS}
        for case in own("definitions.jsonl")
        if case["definitions"] and not case.get("may_be_asked") and not case.get("asked")
    ]
    return [case for case in cases if read(case, case["rule_text"])]


@pytest.mark.sweep
def test_a_word_more_changes_what_is_read_or_is_asked_about() -> None:
    silent = []
    for case in plain_cases():
        before = read(case, case["rule_text"])
        for old, new in DOUBTS:
            changed = case["rule_text"].replace(old, new, 1)
            first = case["rule_text"].split(".")[0]
            if "“" in first or "tracked" not in first and new == "Some ":
                continue  # what is quoted says nothing; what is said of a few only, a sentence after it says of all
            if changed != case["rule_text"] and read(case, changed) == before:
                silent.append(changed)
        sentences = case["rule_text"].split(".")
        if len(sentences) == 2 and not sentences[1].strip() and "\n" not in case["rule_text"]:
            for tail in TAILS:
                changed = sentences[0] + tail.format(**case["words"])
                if read(case, changed) == before:
                    silent.append(changed)
    assert silent == []


@pytest.mark.sweep
def test_a_sentence_more_on_what_a_value_is_changes_what_is_read_or_is_asked_about() -> None:
    silent = []
    for case in plain_cases():
        first = case["expected"][0]
        if first["type"] != "number" or first["of"] != "player" or not first["name"] or "formula" in first:
            continue
        before = read(case, case["rule_text"])
        for text in TELLING:
            more = text.format(name=first["name"], **case["words"])
            if read(case, f"{case['rule_text']} {more}") == before:
                silent.append(f"{case['rule_text']} {more}")
    assert silent == []
