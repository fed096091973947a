"""What the rules of a text have the game track, offered with the sentence that says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.gamestate.tracker import define, shown, table, track
from tests.votables.changes.carried import enact
from tests.votables.table import HOUR, noon, propose
from votables.changes.in_english import called_things, reading_of
from votables.changes.kinds.gamestate.offered import offered_definitions
from votables.changes.offered import RuleOffer

pytestmark = pytest.mark.django_db
AT = noon(2)
FLOUR = "Each Player has a Flour, a non-negative integer that defaults to 3, publicly tracked."
CASES = Path(__file__).parents[3] / "english" / "definitions.jsonl"


@pytest.fixture
def game(rules: Any) -> Any:
    players, keys = rules
    track(define("soot", default="5"), *table("ovens", "Stove"), by=players[0], at=noon(1))
    return players, keys


def offered(text: str) -> list[RuleOffer]:
    things = called_things(at=AT)
    changes = [change for one in reading_of(text, things).sentences for change in one.changes]
    return offered_definitions(changes, things)


def rule(text: str, name: str = "Baking") -> str:
    return f"Add a new dynastic rule called “{name}”:\n\n> {text}"


def test_what_a_new_rule_defines_is_tracked_once_it_is_enacted(game: Any) -> None:
    players, _keys = game
    (offer,) = offered(rule(FLOUR))
    assert (offer.rule_title, offer.name, offer.change.payload.path) == ("Baking", "Flour", "flour")
    assert offer.sentence == (
        'Track “flour” for each player, defined so:\n\n> * name: "Flour"\n> * kind: "whole"\n> * default: "3"'
    )
    body = f"{rule(FLOUR)}\n\n{offer.sentence}"
    assert offered(body) == []
    changes = [change for one in reading_of(body, called_things(at=AT)).sentences for change in one.changes]
    post = propose(players[1], AT, body=body, changes=[one.as_json() for one in changes])
    enact(post, players, AT + 13 * HOUR)
    assert set(shown("flour").values()) == {"3", ""}


def test_a_rule_that_is_changed_offers_what_is_new_in_it_with_its_number(game: Any) -> None:
    _players, keys = game
    (offer,) = offered(f"Append the following paragraph to the rule “Cats”:\n\n> {FLOUR}")
    assert offer.change.payload.definition.rule == int(keys["Cats"])
    assert f"> * rule: {keys['Cats']}" in offer.sentence


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The game has a Tide, a publicly tracked integer between 1 and 6, defaulting to 2.",
         {"scope": "game", "kind": "whole", "floor": "1", "ceiling": "6", "default": "2"}),
        ("Each Player may be Burnt, which is publicly tracked and defaults to no.",
         {"scope": "player", "kind": "yes_no", "default": "no"}),
        ("Each Player has a secretly tracked Debt, an integer which may be negative and defaults to 0.",
         {"scope": "player", "kind": "whole", "floor": None, "audience": "holder"}),
        ("Each Player has a publicly tracked Mood, which is Glad, Sad or Bored, and defaults to Sad.",
         {"scope": "player", "kind": "choice", "choices": ["Glad", "Sad", "Bored"], "default": "Sad"}),
    ],
)  # fmt: skip
def test_type_bounds_and_default_are_those_of_the_rule(game: Any, text: str, parts: dict[str, Any]) -> None:
    (offer,) = offered(rule(text))
    step = offer.change.as_json()["step"]
    assert isinstance(step, dict)
    assert {**step["definition"], "scope": step["scope"]} | parts == {
        **step["definition"],
        "scope": step["scope"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "Each Player has a Soot, publicly tracked, which defaults to 2.",  # is tracked
        "Each Baker has something or other that is publicly tracked.",  # is asked about
        "Cats purr.",
        "Each Player has a Score, a publicly tracked number which equals twice their Soot.",  # is worked out
    ],
)
def test_what_is_tracked_asked_about_or_no_definition_is_not_offered(game: Any, text: str) -> None:
    assert offered(rule(text)) == []


@pytest.mark.sweep
def test_every_offer_is_read_as_the_change_that_it_offers(game: Any) -> None:
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    count = 0
    for case in cases:
        text = case["rule_text"].replace("Baker", "Player").replace("Miller", "Emperor")
        body = f"Change the text of the rule “Cats” to read:\n\n{chr(10).join('> ' + one for one in text.splitlines())}"
        for offer in offered(body):
            reading = reading_of(offer.sentence, called_things(at=AT))
            assert [one.as_json() for one in reading.changes] == [offer.change.as_json()]
            count += 1
    assert count > len(cases) // 3
