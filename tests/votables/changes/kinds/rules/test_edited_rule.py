"""A rule edited beside a text: whatever its words become, the text then says that, and all else that it said."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from blognomic.web.errors import RuleBroken, Stale
from ruleset.text.tree import Node, Tree
from tests.votables.changes.carried import seat_with
from tests.votables.table import noon
from votables.changes.in_english import called_things, reading_of
from votables.changes.kinds.rules.edited_rule import rule_beside, with_edited_rule

pytestmark = pytest.mark.django_db
AT = noon(2)
WORDS = "Cats purr. “Dogs” bark at cats.\n\n* Mice squeak.\n* Owls hoot.\n\n| a | b |\n|---|---|\n| c | d |"
RULES = Tree(
    (
        Node("core", "Core Rules", "", (Node("quorum", "Quorum", "Half, and one."),)),
        Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", WORDS), Node("twin", "Quorum", "No."))),
    )
)
BODIES = (
    "",
    "I like cats.",
    "In the rule “Cats”, change “purr” to “meow”.",
    "Add a new dynastic rule called “Mice”:\n\n> So.\n\nIn the rule “Cats”, delete “at cats”.\n\nThank you.",
    "Throughout the ruleset, replace “Cats” with “Lions”.\n\nIn the rule “Cats”, change “Mice” to “Hens”.",
    "Rename the rule “Cats” to “Felines”. In the rule “Felines”, change “bark” to “howl”.",
    "In the rule “Kats”, change “purr” to “sleep”.",
)
TEXT = some.lists(
    some.sampled_from(["Cats purr.", "* So it is.", "Dogs “bark”.", "| e | f |", "", "> Oh.", "`x`"]),
    max_size=5,
).map("\n".join)


@pytest.fixture
def keys(db: Any) -> dict[str, str]:
    return seat_with(RULES)[1]


@pytest.mark.sweep
@settings(max_examples=80, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(some.sampled_from(BODIES), TEXT, some.integers(0, 60), some.integers(0, 30))
def test_the_text_says_what_became_of_the_words(
    keys: dict[str, str], body: str, new: str, start: int, length: int
) -> None:
    rule = rule_beside(body, keys["Cats"], at=AT)
    assert rule is not None
    words = (rule.words[:start] + new + rule.words[start + length :]).strip("\n")
    text = with_edited_rule(body, keys["Cats"], words, seen=rule.words, at=AT)
    after = rule_beside(text, keys["Cats"], at=AT)
    assert after is not None and after.words == words
    questions = [len(reading_of(one, called_things(at=AT)).questions) for one in (body, text)]
    assert questions[1] <= questions[0]
    again = with_edited_rule(text, keys["Cats"], rule.words, seen=words, at=AT)
    back = rule_beside(again, keys["Cats"], at=AT)
    assert back is not None and back.words == rule.words


def test_a_rule_that_the_text_repeals_or_that_is_gone_is_not_there(keys: dict[str, str]) -> None:
    assert rule_beside("Repeal the rule “Cats”.", keys["Cats"], at=AT) is None
    assert rule_beside("", "999999", at=AT) is None
    with pytest.raises(Stale, match="The rule is gone"):
        with_edited_rule("Repeal the rule “Cats”.", keys["Cats"], "Oh.", seen=WORDS, at=AT)


def test_what_the_text_makes_of_it_meanwhile_is_kept_or_asked_about(keys: dict[str, str]) -> None:
    body = "In the rule “Cats”, change “purr” to “meow”."
    words = WORDS.replace("squeak", "sing")
    text = with_edited_rule(body, keys["Cats"], words, seen=WORDS, at=AT)
    after = rule_beside(text, keys["Cats"], at=AT)
    assert after is not None and after.words == words.replace("purr", "meow")
    with pytest.raises(Stale, match="changed the same words"):
        with_edited_rule(body, keys["Cats"], WORDS.replace("purr", "hiss"), seen=WORDS, at=AT)


def test_a_text_that_is_too_long_is_refused(keys: dict[str, str]) -> None:
    with pytest.raises(RuleBroken, match="does not read"):
        rule_beside("Truly. " * 3_000, keys["Cats"], at=AT)
