"""What the rules of a text let players do, or have happen by itself, offered with the sentence that says so."""

from datetime import datetime
from typing import Any

import pytest
import time_machine

from gamestate.models import LimitedAction
from gamestate.services import moving
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.changes.carried import enact
from tests.votables.table import HOUR, noon, propose
from votables.changes.change import read_changes
from votables.changes.in_english import called_things, reading_of
from votables.changes.kinds.rules.edited_rule import rule_beside
from votables.changes.offered import RuleOffer, offers_of_rules, text_with_offer

pytestmark = pytest.mark.django_db
AT = noon(2)
RAFT = "Once per day, a Player may spend 2 Wood to gain 1 Raft."
HARVEST = "Every Monday at 00:00, each Player gains 1 Wood."


@pytest.fixture
def game(rules: Any) -> Any:
    players, keys = rules
    track(define("wood", default="5"), define("raft", default="0"), by=players[0], at=noon(1))
    return players, keys


def rule(text: str) -> str:
    return "Add a new dynastic rule called “Rafts”:\n\n" + "\n".join(
        f"> {line}" for line in text.splitlines()
    )


def offers(body: str, at: datetime = AT) -> list[RuleOffer]:
    things = called_things(at=at)
    changes = read_changes([one.as_json() for one in reading_of(body, things).changes])
    return offers_of_rules(changes, things)


def test_what_a_new_rule_lets_players_do_is_an_action_at_one_press(game: Any) -> None:
    players, _keys = game
    body = rule(f"{RAFT}\n\n{HARVEST}")
    first, second = offers(body)
    assert (first.rule_title, first.name, first.words) == ("Rafts", "Spend 2 Wood to gain 1 Raft", RAFT)
    assert second.words == HARVEST
    assert first.sentence == (
        "Add the action “Spend 2 Wood to gain 1 Raft”, defined so:\n\n> * frequency: `daily`\n"
        "> * costs: `wood: 2`\n> * does: `raft += 1`"
    )
    for one in (first, second):
        body = text_with_offer(body, one.key, {}, at=AT)
    assert offers(body) == []
    changes = [one.as_json() for one in reading_of(body, called_things(at=AT)).changes]
    assert [one["op"] for one in changes] == ["add", "add-action", "add-action"]
    enact(propose(players[1], AT, body=body, changes=changes), players, AT + 13 * HOUR)
    dig = LimitedAction.objects.get(name="Spend 2 Wood to gain 1 Raft")
    moving.make(leave=GIVEN, action=dig, by=players[2], at=AT + 14 * HOUR)
    assert (shown("wood")["Carol"], shown("raft")["Carol"]) == ("3", "1")
    assert offers("Repeal the rule “Cats”.") == []


def test_a_rule_that_stands_offers_what_it_says_until_an_action_does_it(game: Any) -> None:
    players, _keys = game
    body = rule(RAFT)
    changes = [one.as_json() for one in reading_of(body, called_things(at=AT)).changes]
    enact(propose(players[1], AT, body=body, changes=changes), players, AT + 13 * HOUR)
    later = AT + 20 * HOUR
    with time_machine.travel(later, tick=False):
        things = called_things(at=later)
        key = next(node.key for node in things.tree.walk() if node.title == "Rafts")
        (offer,) = rule_beside("", key, at=later).offers
        assert offer.words == RAFT
        body = text_with_offer("", offer.key, {}, at=later, standing=key)
        assert body == offer.sentence
        changes = [one.as_json() for one in reading_of(body, called_things(at=later)).changes]
        enact(propose(players[1], later, body=body, changes=changes), players, later + 13 * HOUR)
        assert rule_beside("", key, at=later + 14 * HOUR).offers == ()


def test_values_that_the_text_tracks_are_known(game: Any) -> None:
    body = rule(
        "Each Player has a publicly tracked number of Rope.\n\nOnce per day, a Player may gain 1 Rope."
    )
    (rope,) = offers(body)
    assert rope.name == "Rope"
    (gain,) = offers(text_with_offer(body, rope.key, {}, at=AT))
    assert gain.name == "Gain 1 Rope"


def test_what_an_action_does_otherwise_is_filled_in_and_said(game: Any) -> None:
    body = rule(RAFT)
    (offer,) = offers(body)
    filled = {"title": "Build", "asks": "", "needs": "", "costs": "wood: 3", "does": "raft += 2"}
    sent = {f"fold-{offer.key}-{name}": value for name, value in filled.items()}
    text = text_with_offer(body, offer.key, sent, at=AT)
    assert text.endswith(
        "Add the action “Build”, defined so:\n\n> * frequency: `daily`\n> * costs: `wood: 3`\n> * does: `raft += 2`"
    )
    assert offer.filled_in({**sent, f"fold-{offer.key}-does": "raft +"}).refusal


@pytest.mark.parametrize(
    "text",
    [
        "Once per day, a Player may spend 2 Wood to gain 1 Raft unless it rains.",
        "Once per day, a Player may spend 2 Coal to gain 1 Raft.",
        f"{RAFT} They may not do so in winter.",
    ],
)
def test_what_is_not_sure_is_not_offered(game: Any, text: str) -> None:
    assert offers(rule(text)) == []


def test_what_a_rule_said_before_is_not_offered_again_when_it_is_amended(game: Any) -> None:
    players, _keys = game
    body = rule(RAFT)
    changes = [one.as_json() for one in reading_of(body, called_things(at=AT)).changes]
    enact(propose(players[1], AT, body=body, changes=changes), players, AT + 13 * HOUR)
    (offer,) = offers(f"Append the following paragraph to the rule “Rafts”:\n\n> {HARVEST}", AT + 20 * HOUR)
    assert offer.words == HARVEST
