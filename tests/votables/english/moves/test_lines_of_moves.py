"""A move in the lines in which the site keeps it."""

from votables.english.moves.lines_of_moves import parts_of, runs
from votables.english.moves.move_shapes import (
    AskedAmount,
    Becoming,
    ChangedValue,
    MoveValue,
    ReadMove,
    SameAmount,
)

GOLD, STAR, POT = MoveValue("gold", "Gold"), MoveValue("star", "Star"), MoveValue("pot", "Pot", scope="game")


def test_what_is_asked_is_paid_and_gained() -> None:
    move = ReadMove((ChangedValue("gain", "me", STAR, SameAmount()),), ((GOLD, AskedAmount(3)),))
    assert parts_of(move) == {
        "title": "Spend up to 3 Gold to gain that many Star",
        "asks": "amount: number from 1 to 3",
        "costs": "gold: amount",
        "does": "star += amount",
    }


def test_what_each_pays_again_is_repeated_until_nobody_can() -> None:
    changes = (ChangedValue("lose", "those", GOLD, 5), ChangedValue("gain", "those", STAR, 1))
    move = ReadMove(changes, when=Becoming("has", GOLD, 5))
    assert parts_of(move, "Baker") == {
        "title": "When a Baker has at least 5 Gold",
        "does": "repeat: for p in players.filter(p, p.gold >= 5): p.gold -= 5; p.star += 1",
        "timing": "when players.exists(p, p.gold >= 5)",
    }


def test_changes_of_the_same_that_follow_each_other_are_one_run() -> None:
    each, pot = ChangedValue("gain", "each", GOLD, 1), ChangedValue("set", "game", POT, 0)
    assert runs([each, each, pot, each]) == [("each", [each, each]), ("game", [pot]), ("each", [each])]
