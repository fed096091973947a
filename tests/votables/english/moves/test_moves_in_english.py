"""Moves said in English: read again, each is the same move."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamestate.clockwork.when import read_when
from gamestate.moves.move import PARTS
from gamestate.moves.reading import read_move
from votables.english.moves import MoveValue, ReadMove, parts_of, read_moves, say_moves
from votables.english.moves.move_shapes import (
    AmountOf,
    AnyChoice,
    AskedAmount,
    Becoming,
    ChangedValue,
    NeededValue,
    SameAmount,
)

from .test_reading import VALUES, WORDS

LAW = ("daily", "weekly", "daily-communal")
BY_PATH = {one.path: one for one in VALUES}
NUMBERS = st.sampled_from(
    [one for one in VALUES if one.scope == "player" and one.is_number and not one.computed]
)
MOOD, POT, TIDE = (BY_PATH[path] for path in ("mood", "pot", "tide"))
COUNTS = st.integers(1, 999)
DICE = st.sampled_from(["DICE6", "2DICE10", "DICE100"])


def change(how: str, whose: str, values: Any, amounts: Any) -> Any:
    return st.builds(ChangedValue, st.just(how), st.just(whose), values, amounts)


def of_game(amounts: Any) -> Any:
    return st.one_of(
        change("gain", "game", st.just(POT), amounts),
        change("lose", "game", st.just(POT), amounts),
        change("set", "game", st.just(POT), st.integers(0, 99)),
        change("set", "game", st.just(TIDE), st.sampled_from(TIDE.choices)),
    )


NEEDS = st.lists(
    st.one_of(
        st.builds(NeededValue, NUMBERS, st.sampled_from([">=", ">", "<", "=="]), st.integers(0, 99)),
        st.builds(NeededValue, st.just(POT), st.sampled_from([">=", ">", "<", "=="]), st.integers(0, 99)),
        st.builds(NeededValue, st.just(MOOD), st.just("=="), st.sampled_from(MOOD.choices)),
        st.builds(NeededValue, st.just(TIDE), st.just("=="), st.sampled_from(TIDE.choices)),
    ),
    max_size=3,
)


@st.composite
def moves(draw: Any) -> ReadMove:
    about = {
        "needs": tuple(draw(NEEDS)),
        "frequency": draw(st.sampled_from(["", *LAW])),
        "name": draw(st.sampled_from(["", "Forage", "Build High"])),
    }
    open_amount = draw(st.none() | st.builds(AskedAmount, st.none() | COUNTS))
    if draw(st.booleans()):
        items = draw(st.lists(st.tuples(NUMBERS, COUNTS), min_size=not open_amount, max_size=2))
        items += [(draw(NUMBERS), open_amount)] if open_amount else []
        return ReadMove(tuple(ChangedValue("give", "me", *one) for one in items), **about)
    costs = draw(st.lists(st.tuples(NUMBERS, COUNTS), max_size=2))
    costs += [(draw(NUMBERS), open_amount)] if open_amount else []
    amounts = st.one_of(COUNTS, DICE, *([st.just(SameAmount())] if open_amount else []))
    changes = st.one_of(
        change("gain", "me", NUMBERS, amounts),
        change("lose", "me", NUMBERS, amounts),
        change("set", "me", NUMBERS, st.integers(0, 99)),
        change("set", "me", st.just(MOOD), st.sampled_from(MOOD.choices)),
        of_game(amounts),
    )
    some = draw(st.lists(changes, min_size=not costs, max_size=4))
    some += [ChangedValue("set", "me", MOOD, AnyChoice())] if draw(st.booleans()) else []
    return ReadMove(tuple(some), tuple(costs), **about)


def of(whose: str) -> Any:
    """What happens by itself to somebody."""
    return st.one_of(
        change("gain", whose, NUMBERS, COUNTS | st.builds(AmountOf, NUMBERS)),
        change("lose", whose, NUMBERS, COUNTS | st.builds(AmountOf, NUMBERS)).filter(
            lambda one: isinstance(one.amount, int)
        ),
        change("set", whose, NUMBERS, st.integers(0, 99)),
        change("set", whose, st.just(MOOD), st.sampled_from(MOOD.choices)),
    )


@st.composite
def upkeep(draw: Any) -> ReadMove:
    what = draw(st.sampled_from(["clock", "game", "joins", "reaches", "has"]))
    if what in ("clock", "game"):
        clock = [
            "every day at 12:00",
            "every Monday at 00:00",
            "every Monday and Thursday at 18:30",
            "every 6 hours",
        ]
        clock += ["every hour", "every Monday, Friday and Sunday at 07:05"]
        when: Any = (
            draw(st.sampled_from(clock)) if what == "clock" else Becoming("reaches", POT, draw(COUNTS))
        )
        changes = st.lists(st.one_of(of("each"), of_game(COUNTS | DICE)), min_size=1, max_size=4)
        return ReadMove(tuple(draw(changes)), when=when)
    if what == "joins":
        changes = st.lists(st.one_of(of("who"), of_game(COUNTS)), min_size=1, max_size=4)
        return ReadMove(tuple(draw(changes)), when=Becoming("joins"))
    value, least = draw(NUMBERS), draw(COUNTS)
    others = draw(st.lists(of("those").filter(lambda one: one.value != value), max_size=2))
    ending = ChangedValue("set", "those", value, draw(st.integers(0, least - 1)))
    if what == "has" and draw(st.booleans()):
        ending = ChangedValue("lose", "those", value, draw(st.integers(1, least)))
    return ReadMove((ending, *others), when=Becoming(what, value, least))


@pytest.mark.sweep
@settings(max_examples=250, deadline=None)
@given(st.lists(st.one_of(moves(), upkeep()), min_size=1, max_size=2))
def test_what_is_said_of_moves_is_read_as_these_moves(some: list[ReadMove]) -> None:
    text = say_moves(some, "Castaway")
    assert read_moves(text, WORDS, VALUES, LAW) == some, text


@pytest.mark.sweep
@settings(max_examples=120, deadline=None)
@given(st.one_of(moves(), upkeep()))
def test_the_lines_of_a_move_are_those_of_the_site(move: ReadMove) -> None:
    parts = parts_of(move, "Castaway")
    read_move({name: text for name, text in parts.items() if name in PARTS})
    if "timing" in parts:
        read_when(parts["timing"])
    assert 0 < len(parts["title"]) <= 80


def test_moves_of_a_list_are_said_as_a_list_again() -> None:
    wood, raft = BY_PATH["wood"], BY_PATH["raft"]
    chop = ReadMove((ChangedValue("gain", "me", wood, 2),), frequency="daily", name="Chop", limit="chop")
    build = ReadMove(
        (ChangedValue("gain", "me", raft, 1),), ((wood, 3),), frequency="daily", name="Build", limit="chop"
    )
    text = say_moves([chop, build], "Castaway")
    assert text == (
        "Once per day, a Castaway may do one of the following:\n\n"
        "* Chop: gain 2 Wood.\n* Build: spend 3 Wood to gain 1 Raft."
    )
    assert read_moves(text, WORDS, VALUES, LAW) == [chop, build]


def test_a_value_that_two_things_are_called_is_not_read() -> None:
    twice = [*VALUES, MoveValue("wood_of_game", "Wood", scope="game")]
    assert read_moves("Once per day, a Castaway may gain 1 Wood.", WORDS, twice, LAW) == []
