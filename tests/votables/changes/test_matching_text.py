"""What a text says of the changes that are sent beside it: the same in other words is carried once, something else to
the same thing is asked about."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some

from players.models import Player
from tests.gamestate.tracker import define, shown, track, whose
from tests.votables.table import HOUR, noon, propose
from votables.changes.change import stored_changes
from votables.changes.in_english import TextNotClear, changes_of_text
from votables.changes.in_text import SaidOtherwise, check_agreement, put_into_text
from votables.changes.matching_text import agreement
from votables.changes.outcome import outcome_of_changes

from .carried import edit, enact, new, sets, standing

pytestmark = pytest.mark.django_db
AT = noon(2)
CATS, QUORUM = "Cats purr. Dogs bark.", "Half, and one."
Said = tuple[list[str], list[list[dict[str, Any]]]]  # sentences of which each says it, and changes that do it


@pytest.fixture
def game(rules: Any) -> tuple[list[Player], dict[str, str]]:
    players, keys = rules
    track(define("soot", default="5"), define("gold", scope="game"), by=players[0], at=noon(1))
    return players, dict(keys)


def intents(players: list[Player], keys: dict[str, str]) -> list[list[Said]]:
    """What may be done to each thing, each in several ways."""
    cats, quorum, dynastic = keys["Cats"], keys["Quorum"], keys["Dynastic Rules"]
    longer = f"{QUORUM}\n\nNo more."

    def of_quorum(text: str) -> dict[str, Any]:
        return {"op": "edit", "rule": quorum, "text": text, "base": QUORUM}

    def repeal(with_subrules: bool) -> dict[str, Any]:
        return {"op": "repeal", "rule": quorum, "with_subrules": with_subrules}

    def inserted(place: str, anchor: str) -> dict[str, Any]:
        return {"op": "insert", "rule": quorum, "place": place, "anchor": anchor, "text": "No more."}

    half, rest = whose(*players[1:3]), whose(*players[3:])  # the first is the emperor, who counts for nobody
    meow = [edit(keys, CATS, "Cats meow. Dogs bark.")], [edit(keys, CATS, "Cats meow. Dogs bark.\n")]
    replaced = [{"op": "replace", "rule": cats, "find": "purr", "text": "meow"}]
    renamed = {"op": "rename", "rule": cats, "title": "Felines", "base": "Cats"}
    return [
        [
            (
                ["In the rule “Cats”, change “purr” to “meow”.", "In “Cats”, replace “purr” with “meow”."],
                [*meow, replaced, [{**replaced[0], "find": "Cats purr", "text": "Cats meow"}]],
            )
        ],
        [(["Rename the rule “Cats” to “Felines”."], [[renamed]])],
        [
            (
                ["Append the following paragraph to the rule “Quorum”:\n\n> No more."],
                [[of_quorum(longer)], [of_quorum(f"{longer}\n")], [inserted("end", "")],
                 [inserted("after-block", "Half")]],
            ),
            (["Repeal the rule “Quorum”."], [[repeal(True)], [repeal(False)]]),
        ],
        [
            (
                ["Add a new dynastic rule called “Mice”:\n\n> Mice."],
                [[new(dynastic, "Mice")], [{**new(dynastic, "Mice", after=cats), "title": "Mice "}],
                 [{**new(dynastic, "Mice"), "text": "Mice.\n"}],

                 [new(dynastic, "Mice"), {"op": "edit", "rule": "new-0", "text": "Mice.\n", "base": "Mice."}]],
            )
        ],
        [
            (
                ["Set each Player's Soot to 1.", "Set the Soot of each Player to 1."],
                [[sets("soot", "1", "players")], [sets("soot", " 1 ", *half, *rest)],
                 [sets("soot", "1", *half), sets("soot", "1", *rest)]],
            ),
            (
                ["Each Player loses 2 Soot."],
                [[sets("soot", "-2", "players")], [sets("soot", "- 2", *rest, *half)]],
            ),
        ],
        [
            (
                ["Let the admin do this by hand: “Bake a cake”."],
                [[{"op": "step", "text": "Bake a cake"}], [{"op": "step", "text": "Bake  a cake."}]],
            )
        ],
    ]  # fmt: skip


def come_to(changes: list[dict[str, Any]]) -> tuple[object, ...]:
    """How the rules and what is tracked stand after changes, and what is to be done by hand."""
    outcome = outcome_of_changes(stored_changes(changes), at=AT)
    assert outcome.misfits == []
    rules = [(one.number, one.node.title, one.node.text.strip()) for one in outcome.after.tree.placed()]
    steps = [" ".join(one.change.words.strip(".").split()) for one in outcome.steps]
    return rules, shown("soot", outcome.after.state) if outcome.after.state else None, steps


@pytest.mark.sweep
@settings(max_examples=60, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=some.data())
def test_text_and_changes_come_to_the_same_alone_and_together(game: Any, data: Any) -> None:
    chosen = [data.draw(some.sampled_from(one)) for one in intents(*game) if data.draw(some.booleans())]
    text = "\n\n".join(data.draw(some.sampled_from(sentences)) for sentences, _changes in chosen)
    sent: list[dict[str, Any]] = []
    for _sentences, ways in chosen:
        way = [dict(one) for one in data.draw(some.sampled_from(ways))]
        sent += [{**one, "rule": f"new-{len(sent)}"} if one.get("rule") == "new-0" else one for one in way]
    alone = put_into_text("", sent, at=AT)
    by_text = changes_of_text(text, category="proposal", at=AT, may_be_unclear=False)
    check_agreement(text, sent, at=AT, may_be_unclear=False)
    both = put_into_text(text, sent, at=AT)
    assert both.body == text
    assert both.unsaid == ()
    assert come_to(both.changes) == come_to(by_text) == come_to(sent) == come_to(alone.changes)
    if "new-" not in str(sent):
        part = [one for one in sent if data.draw(some.booleans())]
        assert put_into_text(text, part, at=AT).body == text


@pytest.mark.parametrize("both", [True, False])
def test_what_is_sent_beside_the_text_is_enacted_once(game: Any, both: bool) -> None:
    players, keys = game
    text = "Append the following paragraph to the rule “Quorum”:\n\n> No more.\n\nEach Player loses 2 Soot."
    whole = {"op": "edit", "rule": keys["Quorum"], "text": f"{QUORUM}\n\nNo more.\n", "base": QUORUM}
    sent = [whole, sets("soot", "−2", *whose(*players[1:]))]
    changes = sent if both else changes_of_text(text, category="proposal", at=AT, may_be_unclear=False)
    post = propose(players[1], AT, body=text, changes=changes)
    enact(post, players, AT + 13 * HOUR)
    rule = standing(AT + 14 * HOUR).find(keys["Quorum"])
    assert rule is not None and rule.text == f"{QUORUM}\n\nNo more."
    assert shown("soot") == {"Alice": "", "Bobby": "3", "Carol": "3", "David": "3", "Ellen": "3"}


PURR = "In the rule “Cats”, change “purr” to “meow”."


@pytest.mark.parametrize(
    ("text", "sent", "about"),
    [
        (PURR, "Cats hiss. Dogs bark.", "Cats"),
        ("Append the following paragraph to the rule “Cats”:\n\n> So.", f"{CATS}\n\nSo there.", "Cats"),
        ("Repeal the rule “Cats”.", "Cats meow. Dogs bark.", "Cats"),
        (PURR, "Cats purr. Dogs howl.", ""),
        ("Rename the rule “Cats” to “Felines”.", "Cats meow. Dogs bark.", ""),
    ],
)
def test_something_else_to_the_same_thing_is_asked_about(game: Any, text: str, sent: str, about: str) -> None:
    change = edit(game[1], CATS, sent)
    if not about:
        check_agreement(text, [change], at=AT)
        assert len(put_into_text(text, [change], at=AT).changes) == 2
        return
    with pytest.raises(SaidOtherwise, match=f"different things to {about}"):
        check_agreement(text, [change], at=AT)
    spoken = put_into_text(text, [change], at=AT).changes
    check_agreement(text, spoken, at=AT, so_far=spoken)


def test_a_new_rule_of_the_same_name_that_says_something_else_is_asked_about(game: Any) -> None:
    text = "Add a new dynastic rule called “Mice”:\n\n> They squeak."
    with pytest.raises(SaidOtherwise, match="Mice"):
        check_agreement(text, [new(game[1]["Dynastic Rules"], "Mice")], at=AT)


def test_a_text_that_is_not_clear_is_asked_about_where_changes_go_with_it(game: Any) -> None:
    change = edit(game[1], CATS, "Cats meow. Dogs bark.")
    with pytest.raises(TextNotClear, match="only the attached changes"):
        check_agreement("Repeal the rule “Mice”.", [change], at=AT, may_be_unclear=False)
    check_agreement("Repeal the rule “Mice”.", [change], at=AT)


def test_what_fits_nothing_and_what_is_put_alike_are_not_worked_out(
    game: Any, django_assert_num_queries: Any
) -> None:
    one = edit(game[1], CATS, "Cats meow. Dogs bark.")
    with django_assert_num_queries(0):
        agreed = agreement([one, one], [one], at=AT)
    assert (agreed.matches, agreed.accounted, agreed.unsaid([one, one])) == ({0: 0}, frozenset({0}), (1,))
