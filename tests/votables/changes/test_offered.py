"""What rules say besides, offered: of every kind, with what else it can be, and once it is said."""

import pytest

from tests.gamestate.tracker import define, track
from tests.votables.table import noon
from votables.changes.change import read_change, read_changes
from votables.changes.in_english import called_things, reading_of
from votables.changes.offered import offers_of_rules, rules_saying_more, text_with_offer, with_what_is_said

pytestmark = pytest.mark.django_db
AT = noon(2)
TEXT = "Each Player has a publicly tracked number of Rope.\n\nOnce per day, a Player may gain 1 Gold."
BODY = "Add a new dynastic rule called “Ropes”:\n\n" + "\n".join(f"> {line}" for line in TEXT.splitlines())


@pytest.fixture
def keys(rules):
    players, keys = rules
    track(define("gold", default="0"), by=players[0], at=noon(1))
    return keys


def test_what_is_said_stands_with_what_is_offered_kind_by_kind(keys):
    body = BODY
    for _again in range(2):
        things = called_things(at=AT)
        changes = read_changes([one.as_json() for one in reading_of(body, things).changes])
        offers = with_what_is_said(offers_of_rules(changes, things), changes, things)
        assert [(str(one.heading), one.name) for one in offers] == [
            ("Things to track", "Rope"),
            ("Actions to add", "Gain 1 Gold"),
        ]
        open_ones = [one for one in offers if not one.is_said]
        for one in open_ones:
            body = text_with_offer(body, one.key, {}, at=AT)
    assert [(one.is_said, one.take_up) for one in offers] == [
        (True, "Change Rope"),
        (True, "Change Gain 1 Gold"),
    ]
    assert text_with_offer(body, "nothing", {}, at=AT) == body


def test_a_rule_says_more_where_its_words_change_and_all_where_it_stands(keys):
    things = called_things(at=AT)
    cats = things.tree.find(keys["Cats"])
    edit = {"op": "edit", "rule": keys["Cats"], "text": "Cats howl.", "base": cats.text}
    (more,) = rules_saying_more([read_change(edit)], things)
    assert (more[0].text, more[1]) == ("Cats howl.", cats.text)
    ((node, was),) = rules_saying_more([], things, standing=keys["Cats"])
    assert (node.text, was) == (cats.text, "")
    assert list(rules_saying_more([], things)) == []


def test_a_sentence_that_would_be_taken_for_words_of_a_rule_stands_before_it(keys):
    body = f"{BODY}\n\nAppend the following to the rule “Cats”:\n* Cats may sleep.\n* Cats may wake."
    things = called_things(at=AT)
    changes = read_changes([one.as_json() for one in reading_of(body, things).changes])
    rope = offers_of_rules(changes, things)[0]
    text = text_with_offer(body, rope.key, {}, at=AT)
    again = reading_of(text, things)
    assert again.questions == ()
    assert [one.as_json()["op"] for one in again.changes] == ["add", "track", "insert"]
    assert text.endswith("* Cats may wake.")
    assert (
        'Track “rope” for each player, defined so:\n\n> * name: "Rope"\n> * kind: "whole"\n\nAppend' in text
    )
