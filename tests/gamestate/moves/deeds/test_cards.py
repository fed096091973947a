"""Cards in moves: shuffled, drawn and moved, none lost, and none told of before it is drawn."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.moves.doing import facts_of, hindrance, is_about_hidden, work_out_move
from gamestate.moves.reading import read_move
from gamestate.queries.planning import outcomes
from gamestate.values.plans import sees_everything
from gamestate.values.state import Cell, of_player
from tests.gamestate.moves.test_doing import state_of
from tests.gamestate.values.a_game import BEN, CAT, LAW, variable

LISTS = {
    "deck": ("20", "game", "nobody"),
    "discard": ("21", "game", "all"),
    "hand": ("22", "player", "own"),
}
CARDS = ["Axe", "Bow", "Cup", "Dog"]


def table(*, deck=(), discard=(), hands=None, most=200, twice=True):
    """A state with a deck, a discard pile and hands."""
    state = state_of()
    variables = {
        key: variable(
            key, name, scope=scope, kind="texts", twice=twice, blank=True, audience=audience, most=most
        )
        for name, (key, scope, audience) in LISTS.items()
    }
    stacks = {("20", "game"): deck, ("21", "game"): discard}
    stacks |= {("22", holder): cards for holder, cards in (hands or {}).items()}
    cells = {
        place: Cell(list(cards), 1, audience=variables[place[0]].definition.audience)
        for place, cards in stacks.items()
    }
    known = {key: each for key, each in state.variables.items() if each.key != "hand"}
    return replace(state, variables={**known, **variables}, cells={**state.cells, **cells})


def sight_of(player: int):
    """What a player sees who is no emperor."""

    def sees(variable, holder, audience):
        return audience == "all" or (audience in ("own", "holder") and holder == of_player(player))

    return sees


def turned_round(variable, holder, items):
    """A shuffle that can be foreseen."""
    return list(reversed(items))


def deal(state, does, *, shuffle=turned_round, player=2, sight=None, is_rolled=False):
    move = read_move({"does": does})
    state.expect(variables=list(state.variables), holders=[])
    return work_out_move(
        move, state, player, answers={}, tracker=LAW, sight=sight or sight_of(player), dice=[], shuffle=shuffle,
        is_rolled=is_rolled,
    )  # fmt: skip


def lists(plan):
    assert plan.troubles == ()
    return {
        (each.key, holder): cell.value
        for (key, holder), cell in dict(plan.state.cells.items()).items()
        if (each := plan.state.variables.get(key)) is not None and each.key in LISTS and cell.value
    }


@pytest.mark.parametrize(
    ("does", "then", "cards"),
    [
        ("shuffle deck", {("deck", "game"): ["Dog", "Cup", "Bow", "Axe"]}, "moved"),
        ("draw from deck to hand", {("deck", "game"): ["Bow", "Cup", "Dog"], ("hand", BEN): ["Axe"]}, "shown"),
        (
            "draw 2 from deck to discard",
            {("deck", "game"): ["Cup", "Dog"], ("discard", "game"): ["Axe", "Bow"]},
            "shown",
        ),
        (
            "for p in players: draw from deck to p.hand",
            {("deck", "game"): ["Dog"], ("hand", "player:1"): ["Axe"], ("hand", BEN): ["Bow"], ("hand", CAT): ["Cup"]},
            "shown",
        ),
        (
            "draw from deck to hand; move hand from hand to discard",
            {("deck", "game"): ["Bow", "Cup", "Dog"], ("discard", "game"): ["Axe"]},
            "shown",
        ),
        ("draw 0 from deck to hand", {("deck", "game"): CARDS}, "moved"),
        ("", {("deck", "game"): CARDS}, ""),
    ],
)  # fmt: skip
def test_cards_go_from_the_top_of_one_list_to_the_end_of_another(does, then, cards):
    plan = deal(table(deck=CARDS), does)
    assert (lists(plan), plan.cards) == (then, cards)


def test_what_is_spent_comes_beneath_the_deck_shuffled():
    state = table(deck=["Axe"], discard=["Bow", "Cup", "Dog"])
    plan = deal(state, "draw 2 from deck to hand, reshuffling discard")
    assert lists(plan) == {("deck", "game"): ["Cup", "Bow"], ("hand", BEN): ["Axe", "Dog"]}


def test_cards_of_ones_own_go_where_the_move_says():
    state = table(hands={BEN: ["Axe", "Bow", "Axe"]})
    assert lists(deal(state, "move 'Axe' from hand to discard")) == {
        ("hand", BEN): ["Bow", "Axe"], ("discard", "game"): ["Axe"],
    }  # fmt: skip
    given_away = deal(state, "move ['Axe', 'Axe'] from hand to players[2].hand")
    assert lists(given_away) == {("hand", BEN): ["Bow"], ("hand", CAT): ["Axe", "Axe"]}
    assert given_away.cards == "shown"  # to whom it was given
    put_back = deal(state, "move all from hand to deck")
    assert (lists(put_back), put_back.cards) == ({("deck", "game"): ["Axe", "Bow", "Axe"]}, "moved")


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("draw 5 from deck to hand", "Deck has too few cards."),
        ("move 'Axe' from deck to hand", "Deck is hidden: only those who can see it can set it."),
        ("move 'Axe' from players[2].hand to hand", "Hand is hidden: only those who can see it can set it."),
        ("move 'Owl' from hand to discard", "Hand does not hold that."),
        ("draw from gold to hand", "Gold is no list of texts or choices."),
        ("shuffle gold", "Gold is no list."),
        ("draw 1/2 from deck to hand", "How many cards are drawn is a whole number."),
        ("draw from deck to deck", "Cards move from one list to another."),
        ("if size(deck) > 2: gold += 1", None),
        ("draw from deck to hand; gold = size(hand)", None),
    ],
)
def test_what_is_refused_tells_of_no_card(does, sentence):
    plan = deal(table(deck=CARDS, hands={BEN: ["Axe"], CAT: ["Axe"]}), does, shuffle=None)
    (trouble,) = plan.troubles
    assert trouble.sentence == sentence if sentence else "is hidden" in trouble.sentence


def test_a_list_that_could_lose_a_card_takes_none():
    plan = deal(table(deck=CARDS, twice=False), "draw from deck to hand")
    assert [each.sentence for each in plan.troubles] == [
        "Hand has to allow the same item twice, so that no card is lost."
    ]


def test_more_than_fits_is_refused_before_and_cut_after_the_cards_are_shuffled():
    state = table(deck=CARDS, hands={BEN: ["Axe"]}, most=2)
    assert [each.sentence for each in deal(state, "draw 2 from deck to hand").troubles] == [
        "Hand has no room for more cards."
    ]
    plan = deal(state, "draw 2 from deck to hand", is_rolled=True)
    assert lists(plan) == {("deck", "game"): ["Bow", "Cup", "Dog"], ("hand", BEN): ["Axe", "Axe"]}


@given(st.permutations(CARDS))
def test_a_preview_and_what_hangs_on_it_are_the_same_whatever_the_order_is(order):
    does = "draw 2 from deck to hand\nif 'Axe' in hand: draw from deck to discard\notherwise: shuffle discard"

    def told_of(deck):
        plan = deal(table(deck=deck, discard=["Elk", "Fox"]), does, shuffle=None)
        shown = outcomes(plan, sight_of(2))
        return plan.troubles, shown, {each.target for each in plan.alterations}

    assert told_of(order) == told_of(CARDS)
    assert [one.after for one in told_of(order)[1] if one.what == "hand"] == [
        "an unknown card, an unknown card"
    ]


def test_the_emperor_sees_neither_hand_nor_deck():
    plan = deal(table(deck=CARDS), "draw 2 from deck to hand")

    def emperor(variable, holder, audience):
        return audience in ("all", "emperor", "holder")

    assert outcomes(plan, emperor) == []
    assert [one.what for one in outcomes(plan, sight_of(2))] == ["hand"]


def test_a_card_of_ones_hand_can_be_asked_for_and_its_answer_is_ones_own():
    move = read_move({"asks": "card: choice among hand", "does": "move card from hand to discard"})
    state = table(hands={BEN: ["Axe"], CAT: []})
    state.expect(variables=list(state.variables), holders=[])
    assert hindrance(move, facts_of(state, 2, sight=sees_everything, tracker=LAW)) == ""
    assert is_about_hidden(move, state)
    assert "nothing to choose" in hindrance(move, facts_of(state, 3, sight=sees_everything, tracker=LAW))
