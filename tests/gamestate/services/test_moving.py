"""Moves as players make them: one transaction and one entry of the log, refused whole, undone like any update."""

import pytest
from django.core.management import call_command

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import LimitedAction, Roll, Taking, Update
from gamestate.queries import moves
from gamestate.queries.acting import actions_for
from gamestate.queries.planning import UpdateRefused
from gamestate.services import acting, moving
from gamestate.services.clockwork import catch_up
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def declare(by, name="Dig", *, at=None, frequency="", limit="", **move):
    return acting.declare(
        leave=GIVEN, by=by, at=at or noon(1), name=name, frequency=frequency, limit=limit, lines=move
    )


def make(action, by, at, comment="", **answers):
    return moving.make(leave=GIVEN, action=action, by=by, at=at, answers=answers, comment=comment)


def why(action, player, at) -> str:
    (shown_action,) = [one for one in actions_for(player, at=at) if one.action == action]
    return shown_action.why


def test_chance_picks_by_dice_that_are_in_the_log_and_stay(players, client):
    alice, bobby, *_ = players
    track(
        define("gold", default="9"),
        define("lucky", "player", scope="game", blank=True),
        define("gems", "texts", scope="game", blank=True, twice=True),
        by=alice,
        at=noon(1),
    )
    stones = "['Ruby', 'Jade', 'Opal', 'Onyx']"
    does = f"gold += DICE6; lucky = pick(players); lucky.gold += 1; gems = pick({stones}, 3)"
    draw = declare(alice, "Draw", does=does)

    planned = moves.preview(draw, by=bobby, at=noon(2), answers={})
    first = [planned.state.value(planned.state.by_key("game")[key], "game") for key in ("lucky", "gems")]
    assert first == [bobby.pk, ["Ruby", "Jade", "Opal"]] and Roll.objects.count() == 0

    made = make(draw, bobby, noon(2)).update
    rolls = list(Roll.objects.order_by("number"))
    assert [roll.command for roll in rolls] == ["DICE6", "DICE4", "DICE4", "DICE3", "DICE2"]
    assert {roll.update_id for roll in rolls} == {made.pk}
    gems, picked = ["Ruby", "Jade", "Opal", "Onyx"], []
    for roll in rolls[2:]:
        picked.append(gems.pop(int(roll.total) - 1))
    outcome = shown("lucky")["the game"], shown("gems")["the game"], shown("gold")["Bobby"]
    assert outcome[:2] == (players[int(rolls[1].total)].name, ", ".join(picked))

    for day in (3, 4):  # who undoes it and makes it again gets the same
        undo(leave=GIVEN, updates=[Update.objects.order_by("-pk")[0]], by=bobby, at=noon(day), why="Again")
        make(draw, bobby, noon(day))
        again = shown("lucky")["the game"], shown("gems")["the game"], shown("gold")["Bobby"]
        assert (again, Roll.objects.count()) == (outcome, 5)
    call_command("verify_dice")


def test_what_happens_by_itself_picks_by_chance_too(players):
    alice, *_ = players
    track(define("lucky", "player", scope="game", blank=True), by=alice, at=noon(1))
    lines = {"does": "lucky = pick(players.filter(p, p != lucky))"}
    acting.declare(
        leave=GIVEN, by=alice, at=noon(1), name="Lot", frequency="", timing="every day", lines=lines
    )
    catch_up(leave=GIVEN, at=noon(3))
    first, second = Roll.objects.order_by("number")
    assert (first.command, second.command, second.comment) == ("DICE4", "DICE3", "DICE3\nLot")
    left = [one for one in players[1:] if one != players[int(first.total)]]
    assert shown("lucky")["the game"] == left[int(second.total) - 1].name


def test_nothing_is_picked_but_by_what_a_move_does(players):
    with pytest.raises(RuleBroken, match="Only what a move does picks by chance"):
        declare(players[0], "Draw", needs="pick(players) == me -- Bad luck.")


def test_a_move_is_one_update_with_all_that_it_does(players, client):
    alice, bobby, carol, *_ = players
    track(define("gold", default="9"), define("pot", scope="game"), by=alice, at=noon(1))
    gift = declare(
        alice,
        "Give",
        asks="other: player among players.filter(p, p != me)\namount: number from 1 to gold",
        costs="gold: amount",
        does="other.gold += amount - 1; pot += 1",
    )

    taking = make(gift, bobby, noon(2), "For luck", other="Carol", amount="4")

    assert (shown("gold")["Bobby"], shown("gold")["Carol"], shown("pot")["the game"]) == ("5", "12", "1")
    assert taking.answers == {"Other": "Carol", "Amount": "4"}
    assert (
        taking.update.comment,
        taking.update.entries.count(),
        Update.objects.filter(by=bobby).count(),
    ) == (
        "For luck",
        3,
        1,
    )
    page = client.get(taking.update.get_absolute_url()).content.decode()
    assert "Give (Other: Carol, Amount: 4)" in page


def test_a_move_that_is_refused_does_nothing_at_all(players):
    alice, bobby, *_ = players
    track(define("gold", default="3"), define("silver", ceiling="1"), by=alice, at=noon(1))
    dear = declare(alice, "Buy", needs="silver < 1 -- You have silver.", costs="gold: 2", does="silver += 1")

    assert (why(dear, bobby, noon(2)), why(dear, alice, noon(2)) != "") == ("", True)
    make(dear, bobby, noon(2))
    with pytest.raises(RuleBroken, match="You have silver."):
        make(dear, bobby, noon(3))
    assert why(dear, bobby, noon(3)) == "You have silver."
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("silver", "0", *whose(bobby))])
    with pytest.raises(RuleBroken, match="This costs 2 Gold, and you have 1."):
        make(dear, bobby, noon(3))
    greedy = declare(alice, "Greed", does="gold += 5; silver += 2")
    with pytest.raises(UpdateRefused, match="Silver cannot be above 1"):
        make(greedy, bobby, noon(4))
    assert (shown("gold")["Bobby"], Taking.objects.count()) == ("1", 1)


def test_moves_share_a_limit_and_undoing_gives_it_back(players):
    alice, bobby, *_ = players
    track(define("gold"), define("silver"), by=alice, at=noon(1))
    dig = declare(alice, "Dig", frequency="daily", limit="turn", does="gold += 1")
    mine = declare(alice, "Mine", frequency="daily", limit="turn", does="silver += 1")

    first = make(dig, bobby, noon(2))
    with pytest.raises(RuleBroken, match="You took Dig at .*, which shares its limit with Mine") as refused:
        make(mine, bobby, noon(2, hours=1))
    assert refused.value.when is not None
    assert why(mine, bobby, noon(2, hours=1)) == str(refused.value)
    undo(leave=GIVEN, updates=[first.update], by=bobby, at=noon(2, hours=1), why="A mistake")
    make(mine, bobby, noon(2, hours=2))
    assert (shown("gold")["Bobby"], shown("silver")["Bobby"]) == ("0", "1")


def test_whoever_undoes_a_move_and_makes_it_again_has_the_same_dice(players):
    alice, bobby, carol, *_ = players
    track(define("gold"), by=alice, at=noon(1))
    dig = declare(alice, does="gold += DICE1000000")

    first = make(dig, bobby, noon(2))
    came_to = shown("gold")["Bobby"]
    undo(leave=GIVEN, updates=[first.update], by=bobby, at=noon(3), why="Too little")
    assert shown("gold")["Bobby"] == "0"
    second = make(dig, bobby, noon(4))
    assert (shown("gold")["Bobby"], second.update.rolls.count()) == (came_to, 0)
    undo(leave=GIVEN, updates=[second.update], by=bobby, at=noon(5), why="Still too little")
    make(dig, bobby, noon(6))
    assert shown("gold")["Bobby"] == came_to
    assert make(dig, bobby, noon(7)).update.rolls.count() == 1
    assert make(dig, carol, noon(7)).update.rolls.count() == 1


def test_after_the_roll_a_move_is_taken_whatever_comes_of_it(players):
    alice, bobby, *_ = players
    track(define("gold", ceiling="6"), by=alice, at=noon(1))
    dig = declare(alice, does="let d = DICE1000000\nif d > 1: refuse 'Nothing there.'\notherwise: gold += d")
    rich = declare(alice, "Rich", does="gold += 90DICE6")

    taking = make(dig, bobby, noon(2))
    assert (taking.update.rolls.count(), taking.update.entries.count(), shown("gold")["Bobby"]) == (1, 0, "0")
    acting.take_back(leave=GIVEN, taking=taking, by=bobby, at=noon(2))
    assert make(dig, bobby, noon(3)).update.rolls.count() == 0
    with pytest.raises(UpdateRefused):  # no throw of it could fit
        make(rich, bobby, noon(4))
    assert Roll.objects.count() == 1


def test_a_preview_saves_nothing(players):
    alice, bobby, *_ = players
    track(define("gold"), by=alice, at=noon(1))
    dig = declare(alice, asks="n: number from 1 to 3", does="gold += n + DICE6")

    planned = moves.preview(dig, by=bobby, at=noon(2), answers={"n": "2"})

    assert [(each.old, each.new) for each in planned.alterations] == [(0, 3)]
    with pytest.raises(RuleBroken, match="N: a whole number from 1 to 3."):
        moves.preview(dig, by=bobby, at=noon(2), answers={"n": "4"})
    assert (shown("gold")["Bobby"], Roll.objects.count(), Taking.objects.count()) == ("0", 0, 0)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ({"does": "silver += 1"}, "Nothing called “silver” is tracked."),
        ({"asks": "where: squares"}, "Nothing called “squares” is tracked."),
        (
            {"does": "gold +"},
            "“gold +”: What a move does is written “gold += 2”, “other.gold -= 1” or “square = where”.",
        ),
    ],
)
def test_what_cannot_be_a_move_is_not_declared(players, move, sentence):
    alice, *_ = players
    track(define("gold"), by=alice, at=noon(1))

    with pytest.raises(RuleBroken) as refused:
        declare(alice, **move)
    assert (str(refused.value), refused.value.status) == (sentence, 400)


@pytest.mark.parametrize("lines", [{"does": "gold +"}, ["does"], {"moves": "gold += 1"}])
def test_lines_that_mean_nothing_stop_a_move_and_no_page(players, lines, client):
    alice, bobby, *_ = players
    track(define("gold"), by=alice, at=noon(1))
    odd = declare(alice)
    LimitedAction.objects.filter(pk=odd.pk).update(move=lines)  # as a file may have it

    assert why(LimitedAction.objects.get(), bobby, noon(2)) != ""
    with pytest.raises(RuleBroken):
        make(odd, bobby, noon(2))
    assert client.get("/gamestate/actions/").status_code == 200


def test_a_move_is_made_by_itself_and_not_beside_other_changes(players):
    alice, bobby, *_ = players
    track(define("gold"), by=alice, at=noon(1))
    dig = declare(alice, does="gold += 1")

    with pytest.raises(RuleBroken, match="Dig does what it does by itself"):
        update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("gold", "5", *whose(bobby))], actions=[dig])
    acting.retire(leave=GIVEN, action=dig, by=alice, at=noon(3))
    with pytest.raises(Stale):
        make(dig, bobby, noon(4))


# -- dynasties that are played by their moves alone


def test_twenty_five_squares_for_one_each_are_walked(players):
    alice, bobby, carol, *_ = players
    names = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    alone = "square == null || players.count(p, p.square == square) <= 1"
    track(
        *table("squares", *names),
        define("squares.x", to="=(me.place - 1) % 5"),
        define("squares.y", to="=floor((me.place - 1) / 5)"),
        define(
            "square", "row", refers="squares", blank=True, must=alone, why="At most one stands on a square."
        ),
        by=alice,
        at=noon(1),
    )
    enter = declare(
        alice,
        "Enter",
        asks="where: squares among squares.filter(s, s.x == 0)",
        needs="square == null -- You stand on the board already.",
        does="square = where",
    )
    near = "abs(s.x - me.square.x) + abs(s.y - me.square.y) == 1"
    walk = declare(
        alice,
        "Walk",
        asks=f"where: squares among squares.filter(s, {near} && !players.exists(p, p.square == s))",
        needs="square != null -- You are not on the board.",
        does="square = where",
    )

    assert why(walk, bobby, noon(2)) == "You are not on the board."
    make(enter, bobby, noon(2), where="A1")
    with pytest.raises(UpdateRefused, match="At most one stands on a square."):
        make(enter, carol, noon(2), where="A1")
    make(enter, carol, noon(2), where="A2")
    with pytest.raises(RuleBroken, match="you cannot choose “A2” now."):
        make(walk, bobby, noon(3), where="A2")
    with pytest.raises(RuleBroken, match="you cannot choose “B2” now."):
        make(walk, bobby, noon(3), where="B2")
    make(walk, bobby, noon(3), where="B1")
    make(walk, bobby, noon(3), where="B2")
    make(walk, carol, noon(4), where="A1")
    assert (shown("square")["Bobby"], shown("square")["Carol"]) == ("B2", "A1")


def test_turns_go_round_with_one_of_three_actions_a_day(players):
    alice, bobby, carol, *_ = players
    track(
        define("gold"),
        define("turn", "player", scope="game", blank=True),
        by=alice,
        at=noon(1),
    )
    mine = {"needs": "turn == me -- It is not your turn.", "frequency": "daily", "limit": "turn"}
    dig = declare(alice, "Dig", does="gold += 1; turn = after(turn)", **mine)
    steal = declare(
        alice, "Steal", asks="other: player among players.filter(p, p.gold > 0)",
        does="other.gold -= 1; gold += 1; turn = after(turn)", **mine,
    )  # fmt: skip
    update(leave=GIVEN, by=alice, at=noon(1), steps=[put("turn", "Bobby")])

    assert [why(dig, one, noon(2)) for one in (bobby, carol)] == ["", "It is not your turn."]
    make(dig, bobby, noon(2))
    assert (shown("turn")["the game"], why(dig, carol, noon(2))) == ("Carol", "")
    make(steal, carol, noon(2, hours=1), other="Bobby")
    assert (shown("turn")["the game"], shown("gold")["Carol"], shown("gold")["Bobby"]) == ("David", "1", "0")
    for player in players[3:]:
        make(dig, player, noon(2, hours=2))
    with pytest.raises(RuleBroken, match="You took Dig at"):
        make(dig, bobby, noon(2, hours=3))
    make(dig, bobby, noon(3))
    assert shown("turn")["the game"] == "Carol"
