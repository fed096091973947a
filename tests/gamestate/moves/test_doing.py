"""What moves do to a state, and what stands in their way."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.moves.answering import read_answers
from gamestate.moves.doing import expect, facts_of, hindrance, known_names, work_out_move
from gamestate.moves.reading import read_move
from gamestate.values.plans import Plan, sees_everything, sees_what_is_public
from gamestate.values.state import Cell, State
from tests.gamestate.values.a_game import ANN, BEN, CAT, LAW, game, variable


def state_of() -> State:
    hands = variable("7", "hand", kind="texts", twice=True)
    return replace(game(), variables={**game().variables, "7": hands, "8": variable("8", "silver")})


def made(
    state: State, player: int = 2, *, dice=(), is_rolled=False, sight=sees_everything, answers=None, **parts
) -> Plan:
    move = read_move(parts)
    expect(move, state, player)
    read = read_answers(move, {}, facts_of(state, player, sight=sight, tracker=LAW))
    return work_out_move(
        move, state, player, answers=read, tracker=LAW, sight=sight, dice=dice, is_rolled=is_rolled
    )


def after(plan: Plan) -> dict[tuple[str, str], object]:
    assert plan.troubles == ()
    return {
        (plan.state.variables[each.id].key, each.holder): each.new
        for each in plan.alterations
        if each.about == "value"
    }


def sentences(plan: Plan) -> list[str]:
    return [trouble.sentence for trouble in plan.troubles]


@pytest.mark.parametrize(
    ("does", "changes"),
    [
        ("gold += 2", {("gold", BEN): 22}),
        ("gold -= 5; pot += 5", {("gold", BEN): 15, ("pot", "game"): 105}),
        ("emperor.gold = gold * 2", {("gold", ANN): 40}),
        ("game.pot = 0", {("pot", "game"): 0}),
        ("place = places[1]", {("place", BEN): 8}),
        ("place = after(me.place)", {("place", BEN): 8}),
        ("place = null", {("place", BEN): None}),
        ("me.place.size += 1", {("size", "row:7"): 4}),
        ("hand += 'Club'; hand += ['Axe', 'Club']; hand -= 'Club'", {("hand", BEN): ["Axe", "Club"]}),
        ("let half = floor(gold / 3)\ngold -= half\nsilver = half", {("gold", BEN): 14, ("silver", BEN): 6}),
        ("if gold > 30: gold = 1\notherwise: gold = 2", {("gold", BEN): 2}),
        ("for p in players: p.gold += 1", {("gold", ANN): 11, ("gold", BEN): 21, ("gold", CAT): 31}),
        ("for p in players: p.gold = after(p).gold", {("gold", ANN): 20, ("gold", BEN): 30, ("gold", CAT): 20}),
        ("for all p in players: p.gold = after(p).gold", {("gold", ANN): 20, ("gold", BEN): 30, ("gold", CAT): 10}),
        ("for p in players.most(p, p.gold): p.gold = 0", {("gold", CAT): 0}),
        ("gold = 20", {}),
        ("gold = gold // 3", {("gold", BEN): 6}),
        ("gold = 0 - gold // 3 + 8", {("gold", BEN): 2}),
        ("silver = (0 - gold) // 3 + 9; gold = (0 - gold) % 3 + 9", {("silver", BEN): 3, ("gold", BEN): 7}),
        ("for p in players.sort(p, [p != me, -p.gold]): p.gold = pot; pot += 1", {
            ("gold", ANN): 102, ("gold", BEN): 100, ("gold", CAT): 101, ("pot", "game"): 103,
        }),
        ("gold = position(me, players.ranked(p, p.gold))", {("gold", BEN): 2}),
        ("gold = position(me, players.ranked(p, p.gold > 15))", {("gold", BEN): 1}),
        ("silver = size(players.ranked(p, p.gold > 15)[0])", {("silver", BEN): 2}),
        ("gold = position(me, players.filter(p, p.gold > 90))", {("gold", BEN): 0}),
        ("repeat 3: gold += 2", {("gold", BEN): 26}),
        ("repeat: for p in players.filter(p, p.gold > 12): p.gold -= 9", {("gold", BEN): 11, ("gold", CAT): 12}),
        ("repeat:\n  if gold > 0:\n    gold -= 1\n    pot += 2", {("gold", BEN): 0, ("pot", "game"): 140}),
        ("for p in pick(players, 2): p.gold = 7", {("gold", ANN): 7, ("gold", BEN): 7}),
        ("for p in pick(players, 9): p.gold = 7", {("gold", ANN): 7, ("gold", BEN): 7, ("gold", CAT): 7}),
        ("let p = pick(players); p.gold = 7", {("gold", ANN): 7}),
    ],
)  # fmt: skip
def test_a_move_changes_what_it_says(does, changes):
    assert after(made(state_of(), does=does)) == changes


def test_rows_come_and_go():
    plan = made(state_of(), does="add places: 'The ' + 'Inn'\nremove places[0]")

    assert plan.troubles == ()
    assert [row.name for row in plan.state.rows_of("1")] == ["Road", "The Inn"]


def test_costs_are_paid_first_and_never_more_than_there_is():
    move = {"costs": "gold: 15", "does": "silver += gold"}

    rich = replace(state_of(), cells={**state_of().cells, ("8", BEN): Cell(0, 9)})
    assert after(made(rich, **move)) == {("gold", BEN): 5, ("silver", BEN): 5}
    assert sentences(made(state_of(), 1, **move)) == ["This costs 15 Gold, and you have 10."]
    facts = facts_of(state_of(), 1, sight=sees_everything, tracker=LAW)
    assert hindrance(read_move(move), facts) == "This costs 15 Gold, and you have 10."


def test_what_stands_in_the_way_is_told_before_answers_as_far_as_it_can_be():
    facts = facts_of(state_of(), 2, sight=sees_everything, tracker=LAW)
    asks = "amount: number from 1 to gold"

    assert hindrance(read_move({"asks": asks, "needs": "amount > 30 -- Too little."}), facts) == ""
    assert hindrance(read_move({"needs": "gold > 20 -- You need 21 Gold."}), facts) == "You need 21 Gold."
    assert (
        hindrance(read_move({"asks": "n: number from 25 to gold"}), facts) == "N: there is nothing to choose."
    )
    assert hindrance(read_move({"asks": "w: places among places.filter(s, false)"}), facts) == (
        "W: there is nothing to choose."
    )
    assert hindrance(read_move({"needs": "tin > 1"}), facts) == "Formulas here do not know “tin”."


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("gold -= 21", "Gold cannot be below 0: a change that would set it below zero is refused."),
        ("refuse 'No luck.'", "No luck."),
        ("repeat: gold += 1", "This still changes something after 100 times, so it would not end."),
        ("repeat 101: gold += 1", "How many times is a whole number from 0 to 100."),
        ("gold = pick([])", "There is nothing to pick from."),
        ("gold = gold // 0", "This would divide by zero."),
        ("tin += 1", "Formulas here do not know “tin”."),
        ("me.tin += 1", "A move changes no “tin” there."),
        ("gold += me", "Gold is blank or no number, so nothing can be added to it."),
        ("hand -= 'Club'", "Hand does not hold that."),
        ("place = 'Forest'", "This is not a value for Place."),
        ("remove me", "Only a row of a table is removed."),
        ("add places: 3", "A row or page has a name."),
        ("for p in gold: p.gold = 1", "20 is not a list."),
    ],
)
def test_what_cannot_be_done_refuses_the_whole_move(does, sentence):
    plan = made(state_of(), does=f"pot += 1\n{does}")

    assert sentences(plan) == [sentence]


def test_after_the_roll_numbers_are_cut_to_what_fits():
    poor = {"does": "gold -= 10DICE6"}

    assert sentences(made(state_of(), dice=[50], **poor)) != []
    assert after(made(state_of(), dice=[50], is_rolled=True, **poor)) == {("gold", BEN): 0}


def test_a_move_tells_nothing_that_is_hidden():
    assert sentences(made(state_of(), sight=sees_what_is_public, does="gold = loyalty")) == [
        "Loyalty is hidden, so no formula can use it."
    ]
    assert sentences(made(state_of(), 1, does="if loyalty > 3: gold += 1"))[0].startswith(
        "Loyalty is hidden from some"
    )


def test_what_may_be_named_is_what_is_tracked_and_the_words():
    assert {"gold", "size", "places", "me", "players"} <= known_names(state_of())


MOVES = [
    {"does": "for p in players: p.gold -= 3\npot += 9"},
    {"does": "let price = min(gold, 7)\ngold -= price\nafter(me).gold += price"},
    {"costs": "gold: 4", "does": "pot += 4"},
    {"does": "gold += pot; pot = 0"},
]


@given(st.lists(st.tuples(st.sampled_from(MOVES), st.sampled_from([1, 2, 3])), max_size=12))
def test_no_sequence_of_moves_makes_or_loses_anything_or_goes_below_zero(sequence):
    state, whole = state_of(), 160
    for parts, player in sequence:
        plan = made(state, player, **parts)
        state = state if plan.troubles else plan.state
        gold = [state.value(state.variables["1"], one) for one in (ANN, BEN, CAT)]
        pot = state.value(state.variables["4"], "game")
        assert sum(gold) + pot == whole
        assert min(*gold, pot) >= 0
