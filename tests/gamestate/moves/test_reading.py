"""The lines of moves: what is read, and what is said of a line that is not right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.moves.move import MoveQuestion
from gamestate.moves.reading import as_kept, read_move
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from tests.gamestate.values.tabletop import refusal


def test_a_move_asks_needs_costs_and_does():
    move = read_move(
        {
            "asks": "where: squares among squares.filter(s, s != me.square)\nAmount: number from 1 to gold\nwhy: text",
            "needs": "gold >= 2 -- You need 2 Gold.\nwhere.price < gold",
            "costs": "gold: amount",
            "does": "square = where; gold += 2DICE6 - DICE4",
        }
    )

    assert [(each.name, each.kind, each.table, each.label) for each in move.questions] == [
        ("where", "row", "squares", "Where"),
        ("amount", "number", "", "Amount"),
        ("why", "text", "", "Why"),
    ]
    assert [each.sentence for each in move.needs] == [
        "You need 2 Gold.",
        "This must hold: where.price < gold.",
    ]
    assert [(each.name, each.number.text) for each in move.costs] == [("gold", "amount")]
    assert [(each.target.text, each.sign) for each in move.deeds] == [("square", "="), ("gold", "+=")]
    assert move.dice == ("2DICE6", "DICE4")
    assert move.unknown == {"squares", "me", "square", "gold", "price"}
    assert not move.is_plain
    assert read_move({}).is_plain


@pytest.mark.parametrize(
    ("part", "lines", "sentence"),
    [
        ("asks", "where", "“where”: A question is written “other: player among players” or “amount: number from 1 to "
         "6”."),
        ("asks", "n: number", "“n: number”: A number is asked for from one to another: “amount: number from 1 to "
         "gold”."),
        (
            "asks",
            "c: choice",
            "“c: choice”: A choice or ranking is among several: “colour: choice among ['Red', 'Blue']”.",
        ),
        (
            "asks",
            "w: text among [1]",
            "“w: text among [1]”: Only a player, a row, a choice or a ranking is among several.",
        ),
        ("asks", "me: player", "“me: player”: “me” cannot be the name of something in a move."),
        ("asks", "a: text\na: text", "Two questions of a move have one name."),
        ("needs", "gold >", "“gold >”: A number or a name is missing at the end of the formula."),
        ("costs", "gold", "“gold”: A cost is written “gold: 2”."),
        ("costs", "gold: DICE6", "“gold: DICE6”: Dice are rolled by what a move does, after all that may refuse it."),
        ("does", "gold", "“gold”: What a move does is written “gold += 2”, “other.gold -= 1” or “square = where”."),
        ("does", "gold + 1 = 3", "“gold + 1 = 3”: To the left of “=” there must be a value, such as other.gold."),
        ("does", "otherwise: gold = 1", "“otherwise: gold = 1”: There must be an “if” before “otherwise”."),
        ("does", "if gold > 1:", "“if gold > 1:”: There is nothing after the colon."),
        ("does", "gold = 1\n  gold = 2", "“gold = 1”: Only what ends with a colon has lines that belong to it."),
        ("does", "for players: gold = 1", "“for players: gold = 1”: What is done for each is written “for p in "
         "players: p.gold += 1”."),
        ("does", "gold += DICE6\n" * 21, "A move rolls at most 20 times."),
        ("does", "gold += 1\n" * 61, "A part of a move has at most 60 lines."),
        ("takes", "", "A move has no part called “takes”."),
    ],
)  # fmt: skip
def test_a_line_that_is_not_right_is_named(part, lines, sentence):
    assert refusal(read_move, {part: lines}).sentence == sentence


def test_a_move_is_kept_without_its_empty_parts():
    assert as_kept({"asks": "", "does": "gold += 1\n", "needs": "", "costs": ""}) == {"does": "gold += 1"}
    assert as_kept({}) == {}
    assert refusal(read_move, []).sentence == "The parts of a move are texts."
    assert refusal(as_kept, {"does": 3}).sentence == "The parts of a move are texts."


@given(st.sampled_from(["asks", "needs", "costs", "does"]), st.text(max_size=120))
def test_any_text_is_read_or_refused(part, text):
    try:
        read_move({part: text})
    except ValueRefused as refused:
        assert 0 < len(refused.sentence) <= 300


def test_a_question_is_called_by_its_name():
    assert MoveQuestion("to_whom", "player", among=parse("players")).label == "To whom"
