"""Sealed calls that a move settles."""

from dataclasses import replace

import pytest

from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.deeds.settling import SETTLING
from gamestate.moves.lines import LineReader
from gamestate.values.state import OpenedCall
from tests.gamestate.moves.test_doing import after, made, sentences, state_of
from tests.gamestate.values.a_game import BEN

CALLED = replace(state_of(), calls={"bids": OpenedCall(31, ()), "votes": OpenedCall(32, ())})


def test_a_line_names_the_call_and_the_reader_knows_it():
    reader = LineReader(KINDS)

    assert (SETTLING.read(reader, "Settle Bids").call, reader.calls) == ("bids", {"bids"})


@pytest.mark.parametrize("text", ["settle", "settle the bids", "settle 7", "settled bids", "gold = 1"])
def test_what_names_no_call_settles_none(text):
    reader = LineReader(KINDS)

    assert (SETTLING.read(reader, text), reader.calls) == (None, set())


def test_calls_are_settled_in_the_order_of_the_lines_beside_what_else_is_done():
    plan = made(CALLED, does="settle votes\ngold += 1\nsettle bids")

    assert (after(plan), plan.settled) == ({("gold", BEN): 21}, (32, 31))


def test_a_call_that_waits_for_nobody_is_not_settled():
    waits = "No sealed orders called “guesses” are open and wait to be settled."
    assert sentences(made(CALLED, does="settle guesses")) == [waits]


def test_a_call_is_settled_once():
    assert sentences(made(CALLED, does="settle bids\nsettle votes\nsettle bids")) == [
        "This move has settled “bids” already."
    ]


def test_a_call_is_not_settled_where_the_line_is_not_reached():
    assert made(CALLED, does="if gold > 20: settle bids").settled == ()
