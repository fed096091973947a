"""What formulas know of the gamestate, and what is computed by them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.expressions import parse
from gamestate.values.facts import ROUNDS, StateFacts, as_kept, computed, sees_all
from gamestate.values.nodes import MOST_WORK, TrackedThing
from gamestate.values.planning import work_out
from gamestate.values.plans import sees_what_is_public
from gamestate.values.state import GAME, Cell, Person, State, people_in_order
from gamestate.values.steps import Step, read_step
from tests.gamestate.values.a_game import ANN, BEN, CAT, LAW, definition, game, put, variable
from tests.gamestate.values.tabletop import NAMES, refusal

IDLE = Person(4, "Dan", False, idle=True)


def table_top() -> State:
    """The game, and an idle player beside it."""
    state = game()
    people = people_in_order([*state.people.values(), IDLE])
    return replace(state, people=people, cells={**state.cells, ("1", "player:4"): Cell(90, 9)})


def worth(text: str, holder: str = ANN, state: State | None = None):
    facts = StateFacts(state or table_top(), holder, sees_all, ROUNDS, title_of="Score")
    return parse(text).run(facts)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("gold + pot", 110),
        ("me.gold", 10),
        ("game.pot", 100),
        ("emperor == me", True),
        ("emperor.name", "Ann"),
        ("size(players)", 3),
        ("size(everyone)", 4),
        ("idle[0].gold", 90),
        ("sum(players.map(p, p.gold))", 60),
        ("players.sum(p, p.gold)", 60),
        ("everyone.average(p, p.gold)", Fraction(150, 4)),
        ("players.filter(p, p.gold > 10).highest(p, p.gold)", 30),
        ("players.lowest(p, p.gold)", 10),
        ("players.count(p, p.gold >= 20)", 2),
        ("players.all(p, p.gold > 0)", True),
        ("players.exists(p, p.gold > 90)", False),
        ("players.most(p, p.gold)", (TrackedThing(CAT),)),
        ("players.least(p, p.gold / p.gold)", (TrackedThing(ANN), TrackedThing(BEN), TrackedThing(CAT))),
        ("players.sort(p, -p.gold)[0] == players[-1]", True),
        ("1 + players.count(p, p.gold > gold)", 3),
        ("sum(gold)", 50),
        ("count(players)", 3),
        ("places[0].size", 3),
        ("places.count(s, s.size == null)", 1),
        ("players[1].place.size", 3),
        ("players[1].place == places[0]", True),
        ("place == null", True),
        ("players.filter(p, p.place == places[0]) == [players[1]]", True),
        ("after(places[0], 1).name", "Road"),
        ("after(places[1]).name", "Forest"),
        ("after(me, -1) == players[2]", True),
        ("places[1].place", 2),
        ("'ann' == emperor.name && 'BEN' in players.map(p, p.name)", True),
        ("gold > 5 ? 'rich' : 'poor'", "rich"),
        ("!(gold > 5) || false", False),
        ("7 % 3 + -7 % 3", 0),
        ("[1, 2] + [3]", (1, 2, 3)),
        ("size('abc' + \"d\")", 4),
        ("players.map(p, players.count(q, q.gold < p.gold))", (0, 1, 2)),
    ],
)
def test_a_formula_asks_of_players_rows_and_the_game(text, value):
    assert worth(text) == value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("silver", "Formulas here do not know “silver”."),
        ("me.silver", "Ann has no “silver”."),
        ("heat + 1", "Heat is blank or not a number, so the formula has no result."),
        ("me.heat + 1", "Heat is blank or not a number, so the formula has no result."),
        ("gold.size", "Write a player, a row or the game before “.size”, not 10."),
        ("players[3]", "The list has only 3, so there is no place 3."),
        ("players[1/2]", "A place is a whole number, not 0.5."),
        ("gold && true", "A condition is met or not, such as gold > 3; this is 10."),
        ("players > 1", "players is blank or not a number, so the formula has no result."),
        ("gold.filter(p, true)", "10 is not a list."),
        ("players.sum(p, p.name)", "name is blank or not a number, so the formula has no result."),
        ("'a' + 1", "“a” and 1 cannot be combined."),
        ("after(3)", "after() is of a player or a row, not of 3."),
        ("after(idle[0])", "Dan has no place in an order."),
        ("DICE6", "“DICE6” cannot be rolled here."),
        (
            "players.sort(p, p.gold > 10 ? p.name : p.gold)",
            "Numbers and texts have no common order.",
        ),
    ],
)
def test_what_has_no_result_says_why(text, sentence):
    assert refusal(worth, text).sentence == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("players.each(p, 1)", "A list has no each(); it has all, average, count, exists, filter, highest, least, "
         "lowest, map, most, ranked, sort, sum."),
        ("players.map(1, 1)", "map gives each member a name: players.map(p, p.gold)."),
        ("players.map(p)", "map gives each member a name: players.map(p, p.gold)."),
        ("gold ? 1", "Write two values after “?”, with “:” between them."),
        ("me.", "Write the name of a value after “.”, such as me.gold."),
        ("[1, 2", "There is a “[” without a “]” after it."),
        ("'open", "“'” means nothing in a formula."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(text, sentence):
    assert refusal(parse, text).sentence == sentence


def test_a_formula_that_would_work_for_long_is_stopped():
    crowd = {key: Person(key, f"p{key}", True) for key in range(1, 700)}
    state = replace(game(), people=crowd)

    sentence = refusal(worth, "players.count(p, players.exists(q, q.name == 'x'))", ANN, state).sentence

    assert sentence == f"This formula would take too much work: more than {MOST_WORK:,} steps."


def test_what_is_tracked_hides_a_word_of_the_language():
    state = replace(game(), variables={**game().variables, "9": variable("9", "players", scope="game")})

    assert worth("players", state=replace(state, cells={**state.cells, ("9", GAME): Cell(4, 9)})) == 4


def test_what_is_hidden_goes_into_nothing_that_others_see():
    assert refusal(worth, "loyalty", BEN).sentence == (
        "Loyalty is hidden from some who see Score, so a formula cannot use it there. Show Loyalty "
        "to everybody first, or write the number itself."
    )
    assert refusal(worth, "players.sum(p, p.loyalty)", BEN)
    seen = StateFacts(game(), BEN, sees_what_is_public, ROUNDS, "emperor")
    assert refusal(parse("loyalty").run, seen).sentence == ("Loyalty is hidden, so no formula can use it.")


# -- what is computed


def scored(**parts: object) -> Step:
    return read_step(
        {
            "do": "define",
            "path": "score",
            "scope": "player",
            "definition": {"name": "Score", "kind": "whole", **parts},
        }
    )


def after(*steps: Step, state: State | None = None):
    return work_out(state or game(), steps, tracker=LAW)


def scores(state: State) -> dict[str, object]:
    score = state.variable_of("score")
    return {holder: state.value(score, holder) for holder in state.holders_of(score)}


def test_what_is_computed_follows_what_it_is_made_of():
    plan = after(scored(formula="2 * gold + pot"), put("gold", "+1", BEN), put("pot", "7", GAME))

    assert plan.troubles == ()
    assert scores(plan.state) == {ANN: 27, BEN: 49, CAT: 67}
    # nothing is written down of it but that it is tracked
    assert [(each.about, each.id) for each in plan.alterations] == [
        ("variable", "new-0"),
        ("value", "1"),
        ("value", "4"),
    ]


def test_what_is_computed_is_of_many_kinds():
    for kind, formula, value in [
        ("players", "players.most(p, p.gold)", [3]),
        ("player", "players.most(p, p.gold)[0]", 3),
        ("yes_no", "gold > 15", True),
        ("text", "gold > 15 ? 'rich' : 'poor'", "rich"),
        ("decimal", "gold / 7", "2.8"),
        ("texts", "players.map(p, p.name)", ["Ann", "Ben", "cat"]),
    ]:
        plan = after(scored(kind=kind, formula=formula))

        assert (plan.troubles, scores(plan.state)[BEN]) == ((), value), kind


def test_what_is_computed_is_blank_where_it_has_no_result():
    plan = after(scored(formula="heat * 2"))

    assert (plan.troubles, scores(plan.state)) == ((), {ANN: None, BEN: 197, CAT: None})


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("silver * 2", "Formulas here do not know “silver”."),
        ("score + 1", "Score is computed from itself."),
        ("players.filter(p, p.gold > 2)", "This is not a value for Score."),
        ("loyalty", "Loyalty is hidden from some who see Score, so a formula cannot use it there. "
                    "Show Loyalty to everybody first, or write the number itself."),
    ],
)  # fmt: skip
def test_a_formula_that_has_a_result_for_nobody_is_refused(formula, sentence):
    assert [trouble.sentence for trouble in after(scored(formula=formula)).troubles] == [sentence]


def test_two_that_are_made_of_each_other_come_to_nothing():
    other = replace(scored(formula="score"), path="worth")
    plan = after(scored(formula="gold"), other)
    looped = after(replace(scored(formula="worth"), do="alter"), state=plan.state)

    assert [trouble.sentence for trouble in looped.troubles] == ["Score is computed from itself."]


@pytest.mark.parametrize("to", ["5", "+1", "=gold", ""])
def test_nobody_sets_what_is_computed(to):
    plan = after(scored(formula="gold"), put("score", to, BEN))

    assert [trouble.sentence for trouble in plan.troubles] == [
        "Score follows its formula, “gold”. Change the values in that instead."
    ]


def test_what_was_computed_stays_when_it_is_set_by_hand():
    plan = after(scored(formula="gold"), replace(scored(), do="alter"), put("gold", "1", BEN))

    assert (plan.troubles, scores(plan.state)) == ((), {ANN: 10, BEN: 20, CAT: 30})


def test_a_new_row_has_what_is_computed_for_it():
    step = read_step(
        {
            "do": "define",
            "path": "places.here",
            "scope": "row",
            "definition": {
                "name": "Here",
                "kind": "whole",
                "formula": "players.count(p, p.place != null && p.place.name == me.name)",
            },
        }
    )
    plan = after(
        step, read_step({"do": "add-row", "path": "places", "name": "Inn"}), put("place", "Inn", CAT)
    )

    here = plan.state.variable_of("places.here")
    assert plan.troubles == ()
    assert {
        plan.state.holder_name(one): plan.state.value(here, one) for one in plan.state.holders_of(here)
    } == {
        "Forest": 1,
        "Road": 0,
        "Inn": 1,
    }


@given(st.dictionaries(st.sampled_from([ANN, BEN, CAT]), st.integers(0, 10**6)))
def test_what_is_computed_is_what_its_formula_makes_of_the_state(gold):
    steps = [put("gold", str(number), holder) for holder, number in gold.items()]
    plan = after(scored(formula="gold * 3 - lowest(gold)"), *steps)
    now = {
        holder: int(plan.state.value(plan.state.variable_of("gold"), holder)) for holder in (ANN, BEN, CAT)
    }

    assert scores(plan.state) == {
        holder: 3 * mine - min(number for other, number in now.items() if other != holder)
        for holder, mine in now.items()
    }


def test_what_a_formula_came_to_is_kept_as_its_definition_says():
    table = game()
    choice = definition("Colour", "choice", choices=["Red"], blank=True)

    assert as_kept(choice, "Red", table, ROUNDS).value == "Red"
    assert as_kept(definition("Lit", "yes_no"), Fraction(1), NAMES, ROUNDS).value is True
    assert (
        as_kept(definition("Place", "row", refers="places"), TrackedThing("row:8"), table, ROUNDS).value == 8
    )
    assert refusal(as_kept, choice, "Blue", table, ROUNDS).recordable
    assert refusal(as_kept, definition("Place", "row", refers="places"), TrackedThing(ANN), table, ROUNDS)
    assert refusal(as_kept, definition("Gold"), "many", table, ROUNDS)
    score = variable("9", "score", formula="gold")
    assert computed(replace(table, variables={**table.variables, "9": score}), score, BEN) == 20
