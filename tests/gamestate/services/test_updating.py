"""Updates: all or nothing, logged with old and new, in conflict rather than lost."""

from decimal import Decimal

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.models import Cell, Dispute, Entry, Roll, Update
from gamestate.queries.numbers_for_law import values_at, values_of_players
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.snapshot import state_at, state_now
from gamestate.services.undoing import undo
from gamestate.services.updating import enact, update
from gamestate.values.plans import seen_key
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Kind, event, noon, person, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def players():
    return seat(*FIVE)


def log(made: Update) -> list[tuple[object, ...]]:
    return [
        (entry.player.name if entry.player else "", entry.variable.key, entry.old, entry.new, entry.typed)
        for entry in made.entries.order_by("pk").select_related("player", "variable")
        if entry.variable
    ]


def test_a_new_variable_starts_at_its_default_for_everybody_but_an_emperor_who_is_no_player(players):
    alice, *_ = players
    track(
        define("wealth", default="500"),
        define("heat", "decimal", places=1, default="98.6"),
        by=alice,
        at=noon(1),
    )
    assert shown("wealth") == {"Alice": "", "Bobby": "500", "Carol": "500", "David": "500", "Ellen": "500"}
    assert shown("heat")["Bobby"] == "98.6"


def test_one_update_changes_many_values_and_logs_each_with_what_was_typed(players):
    alice, bobby, carol, *_ = players
    track(define("wealth", default="500"), define("firepower", default="10"), by=alice, at=noon(1))
    made = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        comment="Robbed a bank",
        steps=[
            put("wealth", "+144", *whose(bobby)),
            put("wealth", "-3", *whose(carol)),
            put("firepower", "=wealth/100", *whose(bobby)),
        ],
    )
    assert log(made) == [
        ("Bobby", "wealth", 500, 644, "+144"),
        ("Carol", "wealth", 500, 497, "-3"),
        ("Bobby", "firepower", 10, 5, "=wealth/100"),
    ]
    assert (made.by, made.at, made.comment) == (bobby, noon(2), "Robbed a bank")


def test_an_update_with_one_bad_value_does_nothing_at_all(players):
    alice, bobby, carol, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    before = Entry.objects.count()
    with pytest.raises(UpdateRefused) as refused:
        update(
            leave=GIVEN,
            by=bobby,
            at=noon(2),
            steps=[put("wealth", "+1", *whose(bobby)), put("wealth", "-6", *whose(carol))],
            comment="3DICE6",
        )
    assert [(one.holder, one.kind, one.rule) for one in refused.value.troubles] == [
        (f"player:{carol.pk}", "refused", "Numbers and Variables")
    ]
    assert (Entry.objects.count(), Update.objects.count()) == (before, 1)
    assert shown("wealth")["Bobby"] == "5"


def test_a_refused_value_is_recorded_with_a_reason_and_stands_marked(players):
    alice, bobby, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    made = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "-6", *whose(bobby))],
        insist="The Debt rule allows it.",
    )
    state = state_now()
    cell = state.cell(state.variable_of("wealth"), f"player:{bobby.pk}")
    assert (cell.value, cell.disputed) == (-1, True)
    dispute = Dispute.objects.get()
    assert (dispute.update, dispute.kind, dispute.by, dispute.why) == (
        made,
        Dispute.Kind.REFUSED,
        bobby,
        "The Debt rule allows it.",
    )
    assert str(made.entries.get().refused).startswith("Wealth")


def test_what_somebody_else_changed_since_one_looked_is_shown_and_not_overwritten(players):
    alice, bobby, carol, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    state = state_now()
    variable = state.variable_of("wealth")
    key = seen_key(variable.id, f"player:{carol.pk}")
    seen = {key: state.cell(variable, f"player:{carol.pk}").last}
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "9", *whose(carol))])
    with pytest.raises(UpdateRefused) as refused:
        update(leave=GIVEN, by=carol, at=noon(2), steps=[put("wealth", "7", *whose(carol))], seen=seen)
    (trouble,) = refused.value.troubles
    assert (trouble.kind, trouble.value, refused.value.status) == ("conflict", 9, 409)
    # a shift loses nothing, whatever it was
    update(leave=GIVEN, by=carol, at=noon(3), steps=[put("wealth", "+1", *whose(carol))], seen=seen)
    assert shown("wealth")["Carol"] == "10"


def test_rows_hold_values_and_can_be_referred_to(players):
    alice, bobby, *_ = players
    track(*table("locations", "Village Square", "Forest"), by=alice, at=noon(1))
    track(
        define("locations.capacity", default="100"),
        define("location", "row", refers="locations", default="Village Square"),
        by=alice,
        at=noon(1),
    )
    update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("location", "forest", *whose(bobby)), put("locations.capacity", "2", "row=Forest")],
    )
    assert shown("location")["Bobby"] == "Forest"
    assert shown("locations.capacity") == {"Village Square": "100", "Forest": "2"}


def test_a_table_with_rows_columns_and_values_can_be_made_in_one_update(players):
    alice, *_ = players
    track(
        *table("goods", "Diamond", "Badge"),
        define("goods.security", default="50"),
        put("goods.security", "5000", "row=Diamond"),
        define("best", "row", scope="game", refers="goods", to="Badge"),
        by=alice,
        at=noon(1),
    )
    assert shown("goods.security") == {"Diamond": "5000", "Badge": "50"}
    assert shown("best") == {"the game": "Badge"}


def test_lists_are_added_to_and_taken_from(players):
    alice, bobby, *_ = players
    track(define("inventory", "texts"), by=alice, at=noon(1))
    for typed in ("+Cudgel, Meat", "+Battery [3]", "-Meat"):
        update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("inventory", typed, *whose(bobby))])
    assert Cell.objects.get(player=bobby).value == ["Cudgel", "Battery [3]"]
    with pytest.raises(UpdateRefused, match="does not hold Meat"):
        update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("inventory", "-Meat", *whose(bobby))])


def test_the_state_of_any_instant_can_be_asked_for(players):
    alice, bobby, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "8", *whose(bobby))])
    update(leave=GIVEN, by=bobby, at=noon(4), steps=[put("wealth", "=wealth*2", *whose(bobby))])
    assert "wealth" not in {each.key for each in state_at(noon(0)).variables.values()}
    assert [shown("wealth", state_at(noon(day)))["Bobby"] for day in (1, 2, 3, 4, 5)] == [
        "5",
        "8",
        "8",
        "16",
        "16",
    ]
    assert state_at(noon(9)) == state_now()


def test_a_changed_definition_does_with_invalid_values_what_the_law_says(players):
    alice, bobby, carol, *_ = players
    track(define("time", default="5"), by=alice, at=noon(1))
    update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("time", "90", *whose(carol))])
    from gamestate.values.steps import read_step

    track(
        read_step(
            {
                "do": "alter",
                "path": "time",
                "definition": {
                    "name": "Time",
                    "kind": "whole",
                    "default": "5",
                    "ceiling": "60",
                    "above": "set",
                },
            }
        ),
        by=alice,
        at=noon(2),
    )
    assert shown("time") == {"Alice": "", "Bobby": "5", "Carol": "5", "David": "5", "Ellen": "5"}
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("time", "+90", *whose(bobby))])
    assert shown("time")["Bobby"] == "60"


def test_only_players_who_are_not_idle_update(players):
    alice, bobby, *_ = players
    track(define("wealth"), by=alice, at=noon(1))
    guest = person("Guest")
    event(bobby, Kind.IDLED, at=noon(1))
    for somebody in (guest, bobby):
        with pytest.raises(RuleBroken, match="Only a player who is not idle") as refused:
            update(leave=GIVEN, by=somebody, at=noon(2), steps=[], comment="Hello")
        assert refused.value.rule == "Gamestate Tracking"
    with pytest.raises(RuleBroken, match="Nothing would change"):
        update(leave=GIVEN, by=alice, at=noon(2), steps=[])
    assert update(leave=GIVEN, by=alice, at=noon(2), steps=[], comment="I say so.").html == "<p>I say so.</p>"


def test_numbers_keep_their_places_and_are_rounded_towards_zero(players):
    alice, bobby, *_ = players
    track(define("heat", "decimal", places=1, floor=None, default="98.6"), by=alice, at=noon(1))
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("heat", "=heat/3", *whose(bobby))])
    assert Decimal(Cell.objects.get(player=bobby).value) == Decimal("32.8")
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("heat", "=0-heat/3", *whose(bobby))])
    assert Cell.objects.get(player=bobby).value == "-10.9"


def test_everybody_named_in_a_comment_is_a_link_however_the_name_is_written(players):
    alice, bobby, *_ = players
    made = update(leave=GIVEN, by=alice, at=noon(2), steps=[], comment="@Bobby, that is @BOBBY, and @carol")
    assert made.html.count(f'href="{bobby.get_absolute_url()}"') == 2


# -- what follows, and what must hold


def test_what_is_computed_follows_every_update_and_the_past_keeps_its_own(players):
    alice, bobby, carol, *_ = players
    track(
        define("gold", default="1"),
        define("silver"),
        define("score", formula="gold + 2 * silver"),
        define("richest", "players", scope="game", formula="players.most(p, p.score)"),
        by=alice,
        at=noon(1),
    )
    made = update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("silver", "4", *whose(carol))])

    assert shown("score") == {"Alice": "", "Bobby": "1", "Carol": "9", "David": "1", "Ellen": "1"}
    assert shown("richest") == {"the game": "Carol"}
    assert shown("score", state_at(noon(2)))["Carol"] == "1"
    assert log(made) == [("Carol", "silver", 0, 4, "")]
    assert not Cell.objects.filter(variable__key__in=["score", "richest"]).exists()


def test_the_law_reads_what_is_computed(players):
    alice, bobby, *_ = players
    track(
        define("gold", default="3"),
        define("score", formula="2 * gold"),
        define("all_gold", scope="game", formula="players.sum(p, p.gold)"),
        by=alice,
        at=noon(1),
    )

    assert values_at(noon(2)) == {"all_gold": 12}
    assert values_of_players([bobby], noon(2)) == {"Bobby": {"gold": 3, "score": 6}}


def test_who_goes_idle_is_out_of_what_is_computed_at_once(players):
    alice, bobby, *_ = players
    track(define("here", "whole", scope="game", formula="size(players)"), by=alice, at=noon(1))

    assert shown("here") == {"the game": "4"}
    event(bobby, Kind.IDLED, at=noon(2))
    assert shown("here") == {"the game": "3"}


def test_a_square_is_taken_by_one_whatever_way_one_comes_to_it(players):
    alice, bobby, carol, *_ = players
    alone = "square == null || players.count(p, p.square == square) <= 1"
    why = "At most one player stands on a square."
    track(
        *table("squares", "A1", "A2"),
        define("square", "row", refers="squares", blank=True, must=alone, why=why),
        by=alice,
        at=noon(1),
    )
    first = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("square", "A1", *whose(bobby))])
    with pytest.raises(UpdateRefused) as refused:
        update(leave=GIVEN, by=carol, at=noon(2), steps=[put("square", "A1", *whose(carol))])
    assert {each.sentence for each in refused.value.troubles} == {why}

    moved = update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("square", "A2", *whose(bobby))])
    update(leave=GIVEN, by=carol, at=noon(4), steps=[put("square", "A1", *whose(carol))])
    with pytest.raises(UpdateRefused) as refused:
        undo(leave=GIVEN, updates=[moved], by=bobby, at=noon(5), why="wrong")
    assert {each.sentence for each in refused.value.troubles} == {why}
    with pytest.raises(UpdateRefused):
        enact(
            leave=GIVEN, steps=[put("square", "A1", *whose(bobby))], by=alice, at=noon(5), comment="", link="",
            kind=Update.Kind.ENACTMENT,
        )  # fmt: skip
    assert (shown("square")["Bobby"], shown("square")["Carol"], first.pk < moved.pk) == ("A2", "A1", True)


# -- dice in fields


def test_dice_in_fields_are_rolled_once_and_the_log_names_them(players):
    alice, bobby, carol, *_ = players
    track(define("gold", default="5"), by=alice, at=noon(1))
    made = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        comment="DICE4 for luck",
        steps=[put("gold", "+DICE6", *whose(bobby, carol)), put("gold", "3DICE6 - 2", *whose(players[3]))],
    )

    rolls = list(made.rolls.order_by("number"))
    assert [roll.command for roll in rolls] == ["DICE6", "DICE6", "3DICE6", "DICE4"]
    totals = [int(roll.total) for roll in rolls]
    expected = [
        (("Bobby", "gold", 5, 5 + totals[0], "+DICE6"), f"rolled DICE6: {totals[0]}"),
        (("Carol", "gold", 5, 5 + totals[1], "+DICE6"), f"rolled DICE6: {totals[1]}"),
        (("David", "gold", 5, totals[2] - 2, "3DICE6 - 2"), f"rolled 3DICE6: {totals[2]}"),
    ][: 2 if totals[2] == 7 else 3]  # what stays as it was is no entry
    noted = [str(entry.note) for entry in made.entries.order_by("pk")]
    assert list(zip(log(made), noted, strict=True)) == expected
    assert rolls[0].comment == "DICE6 DICE6 3DICE6\nDICE4 for luck\nGold: +DICE6; Gold: 3DICE6 - 2"


def test_what_can_be_refused_is_refused_before_anything_is_rolled(players):
    alice, bobby, *_ = players
    track(define("gold", ceiling="5", default="5"), define("mood", "text"), by=alice, at=noon(1))

    for steps in (
        [put("gold", "+DICE6", *whose(bobby))],
        [put("gold", "DICE6", *whose(bobby)), put("gold", "6", *whose(players[2]))],
        [put("gold", "DICE6 / (2 - 2)", *whose(bobby))],
    ):
        with pytest.raises(UpdateRefused):
            update(leave=GIVEN, by=bobby, at=noon(2), steps=steps)
    assert not Roll.objects.exists()


def test_once_the_dice_are_rolled_nothing_is_refused(players):
    alice, bobby, *_ = players
    track(
        define("gold", ceiling="6", default="5"), define("silver", must="silver != 1"), by=alice, at=noon(1)
    )

    cut = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("gold", "+100DICE6 - 99", *whose(bobby))])
    assert (shown("gold")["Bobby"], cut.rolls.count()) == ("6", 1)
    stays = update(
        leave=GIVEN,
        by=bobby,
        at=noon(3),
        steps=[put("silver", "=DICE1000000 > 1 ? 1 : 7", *whose(bobby))],
    )
    assert (shown("silver")["Bobby"], stays.rolls.count(), stays.entries.count()) == ("0", 1, 0)


def test_dice_are_not_rolled_into_what_is_hidden_nor_by_a_matter(players):
    alice, bobby, *_ = players
    track(define("role", audience="emperor"), define("gold"), by=alice, at=noon(1))

    with pytest.raises(UpdateRefused) as refused:
        update(leave=GIVEN, by=alice, at=noon(2), steps=[put("role", "DICE6", *whose(bobby))])
    assert str(refused.value) == "Role is hidden, and everybody sees dice: write the number itself."
    with pytest.raises(UpdateRefused) as refused:
        enact(
            leave=GIVEN, steps=[put("gold", "+DICE6", *whose(bobby))], by=alice, at=noon(2), comment="", link="",
            kind=Update.Kind.ENACTMENT,
        )  # fmt: skip
    assert str(refused.value) == "Dice can be rolled only in an update of the gamestate."
