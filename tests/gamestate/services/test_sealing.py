"""Sealed orders: who calls for them and hands them in, how they open together, what may be seen when."""

import hashlib
from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import SealedOrder, Sealing
from gamestate.queries.sealing import call_for, calls
from gamestate.services import sealing as services
from players.services.roster import crown
from tests.leaves import GIVEN
from tests.votables.table import Cause, Kind, declare, event, make_admin, noon, person, seat, write
from votables.services import roster
from votables.services.leave import BY_THE_LAW

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
ORDER = "Seven coins for the lantern"
BIT = timedelta(microseconds=1)


@pytest.fixture
def players():
    return seat(*FIVE)


def call(by, *awaited, day=1, **more) -> Sealing:
    keys = [player.pk for player in awaited] or None
    return services.call(leave=GIVEN, **{"by": by, "at": noon(day), "title": "Bids", "awaited": keys, **more})


def hand_in(sealing, by, at=None, text=ORDER) -> SealedOrder:
    return services.hand_in(leave=GIVEN, call=sealing, by=by, at=at or noon(2), text=text)


def refused(act, *args, **arguments) -> RuleBroken:
    before = (Sealing.objects.count(), SealedOrder.objects.count())
    with pytest.raises(RuleBroken) as caught:
        act(*args, **arguments)
    assert (Sealing.objects.count(), SealedOrder.objects.count()) == before
    assert ORDER not in caught.value.sentence
    return caught.value


def texts(sealing, viewer, at) -> dict[str, list[str | None]]:
    """What the viewer reads, by player, newest first."""
    sealing = Sealing.objects.get(pk=sealing.pk)
    shown = call_for(sealing, viewer, at=at)
    return {seat.player.name: [order.text for order in seat.orders] for seat in shown.seats}


def test_everybody_who_plays_is_awaited_unless_some_are_named(players):
    alice, bobby, carol, *_ = players
    event(carol, Kind.IDLED, at=noon(0))
    assert call(bobby).awaited == [player.pk for player in players if player != carol]
    assert call(bobby, alice, bobby).awaited == [alice.pk, bobby.pk]


def test_players_admins_and_the_emperor_call_for_orders_and_nobody_else(players):
    alice, bobby, carol, *_ = players
    make_admin(carol)
    crown(player=bobby, at=noon(0), by=alice, cause=Cause.MATTER, why="decided")
    for idler in (event(bobby, Kind.IDLED, at=noon(0)), event(carol, Kind.IDLED, at=noon(0))):
        call(idler, alice)
    outsiders = (event(players[3], Kind.IDLED, at=noon(0)), person("Gregory"))
    assert [refused(call, outsider, alice).status for outsider in outsiders] == [403, 403]


@pytest.mark.parametrize(
    "arguments",
    [
        {"title": " "},
        {"title": "t" * 121},
        {"title": "a\x00"},
        {"description": "d" * 10_001},
        {"choices": ["North"]},
        {"choices": ["North", "North "]},
        {"choices": [str(number) for number in range(51)]},
        {"choices": ["North", "n" * 201]},
        {"opening": "never"},
        {"opening": "either"},
        {"opening": "either", "opens_at": noon(1)},
        {"opening": "at", "opens_at": noon(400)},
        {"awaited": []},
        {"awaited": [10**9]},
        {"rule": 10**9},
    ],
)
def test_calls_that_make_no_sense_are_refused(players, arguments):
    assert refused(call, players[0], **arguments).status == 400


def test_an_order_is_sealed_with_a_random_salt_and_its_hash_published(players):
    alice, bobby, *_ = players
    sealing = call(alice)
    one, two = hand_in(sealing, alice), hand_in(sealing, bobby)
    assert one.hash != two.hash
    assert one.hash == hashlib.sha256(f"{ORDER} {one.salt}".encode()).hexdigest()
    shown = call_for(sealing, None, at=noon(3))
    assert [(seat.player.name, [order.hash for order in seat.orders]) for seat in shown.seats][:2] == [
        ("Alice", [one.hash]),
        ("Bobby", [two.hash]),
    ]


def test_only_its_author_reads_an_order_before_the_opening(players):
    alice, bobby, carol, *_ = players
    make_admin(carol)
    sealing = call(alice, bobby, carol)
    hand_in(sealing, bobby)
    for viewer in (alice, carol, None):
        assert texts(sealing, viewer, noon(3)) == {"Bobby": [None], "Carol": []}
    assert texts(sealing, bobby, noon(3)) == {"Bobby": [ORDER], "Carol": []}


def test_the_last_order_opens_all_in_the_same_moment(players):
    alice, bobby, carol, *_ = players
    sealing = call(alice, bobby, carol)
    hand_in(sealing, bobby, noon(2))
    sealing.refresh_from_db()
    assert sealing.opened_at is None
    hand_in(sealing, carol, noon(3), "Three")
    sealing.refresh_from_db()
    assert sealing.opened_at == noon(3)
    assert texts(sealing, None, noon(3) - BIT) == {"Bobby": [None], "Carol": [None]}
    assert texts(sealing, None, noon(3)) == {"Bobby": [ORDER], "Carol": ["Three"]}
    assert refused(hand_in, sealing, bobby, noon(4)).status == 409


def test_an_order_is_replaced_until_the_opening_and_every_hash_stays(players):
    alice, bobby, carol, *_ = players
    sealing = call(alice, bobby, carol)
    hashes = [hand_in(sealing, bobby, noon(2), text).hash for text in ("One", "Two")]
    assert [order.hash for order in call_for(sealing, None, at=noon(2)).seats[0].orders] == hashes[::-1]
    hand_in(sealing, carol, noon(3))
    sealing.refresh_from_db()
    orders = call_for(sealing, None, at=noon(3)).seats[0].orders
    assert [(order.text, order.counts) for order in orders] == [("Two", True), ("One", False)]


def test_orders_open_at_their_instant_whoever_looks_and_not_before(players):
    alice, bobby, *_ = players
    sealing = call(alice, alice, bobby, opening="at", opens_at=noon(3))
    for player in (alice, bobby):
        hand_in(sealing, player)
    assert texts(sealing, None, noon(3) - BIT) == {"Alice": [None], "Bobby": [None]}
    assert texts(sealing, None, noon(3)) == {"Alice": [ORDER], "Bobby": [ORDER]}
    assert refused(hand_in, sealing, bobby, noon(3)).status == 409
    hand_in(sealing, bobby, noon(3) - BIT)


def test_of_an_instant_and_all_in_the_earlier_opens(players):
    alice, bobby, *_ = players
    early, late = (call(alice, alice, bobby, opening="either", opens_at=noon(3)) for _ in range(2))
    for player in (alice, bobby):
        hand_in(early, player)
    hand_in(late, alice)
    assert texts(early, None, noon(2)) == {"Alice": [ORDER], "Bobby": [ORDER]}
    assert texts(late, None, noon(3) - BIT) == {"Alice": [None], "Bobby": []}
    assert texts(late, None, noon(3)) == {"Alice": [ORDER], "Bobby": []}


def test_only_who_is_awaited_and_plays_hands_in(players):
    alice, bobby, carol, *_ = players
    sealing = call(alice, alice, bobby)
    assert refused(hand_in, sealing, carol).sentence == "This call does not ask you for an order."
    idler = event(bobby, Kind.IDLED, at=noon(1))
    assert refused(hand_in, sealing, idler).sentence.startswith("Only a player who is not idle")
    hand_in(sealing, event(bobby, Kind.UNIDLED, at=noon(2)))


@pytest.mark.parametrize("text", [" \n", "t" * 10_001, f"{ORDER}\x00"])
def test_orders_that_cannot_be_kept_are_refused(players, text):
    assert refused(hand_in, call(players[0]), players[0], text=text).status == 400


def test_an_order_is_one_of_the_choices_where_there_are_some(players):
    alice, *_ = players
    sealing = call(alice, choices=["North", " South  east ", ""])
    assert sealing.choices == ["North", "South east"]
    assert refused(hand_in, sealing, alice).status == 400
    assert hand_in(sealing, alice, text="South east").text == "South east"


def test_who_goes_idle_is_not_waited_for_and_what_they_alone_held_back_is_opened(players):
    alice, bobby, carol, *_ = players
    sealing, empty, fixed = (
        call(alice, bobby, carol),
        call(alice, carol),
        call(alice, bobby, carol, opening="at", opens_at=noon(9)),
    )
    for one in (sealing, fixed):
        hand_in(one, bobby)
    assert call_for(sealing, None, at=noon(2)).waiting == [carol]
    write(carol, noon(3), asks="idle")
    roster.idle(player=carol, by=alice, at=noon(4))
    for one in (sealing, empty, fixed):
        one.refresh_from_db()
    assert (sealing.opened_at, empty.opened_at, fixed.opened_at) == (noon(4), None, None)
    shown = call_for(empty, None, at=noon(4))
    assert (shown.is_sealed, shown.waiting, shown.silent) == (True, [], [carol])


def test_who_leaves_is_not_waited_for():
    alice, bobby, carol, *_ = seat(*FIVE, law="ruleset-2019-09")
    sealing = call(alice, bobby, carol)
    hand_in(sealing, bobby)
    write(carol, noon(3), asks="leave")
    roster.let_leave(player=carol, by=alice, at=noon(4))
    sealing.refresh_from_db()
    assert sealing.opened_at == noon(4)


def test_an_order_of_somebody_who_went_idle_since_is_opened_with_the_others(players):
    alice, bobby, carol, *_ = players
    sealing = call(alice, bobby, carol)
    hand_in(sealing, bobby)
    event(bobby, Kind.IDLED, at=noon(3))
    hand_in(sealing, carol, noon(4))
    assert texts(sealing, None, noon(4)) == {"Bobby": [ORDER], "Carol": [ORDER]}


def test_a_call_is_called_off_by_its_maker_or_an_admin_and_stays_sealed_for_ever(players):
    alice, bobby, carol, *_ = players
    one, two = call(bobby, opening="at", opens_at=noon(5)), call(bobby)
    hand_in(one, carol)
    assert refused(services.call_off, leave=BY_THE_LAW, call=one, by=carol, at=noon(3)).status == 403
    services.call_off(leave=GIVEN, call=one, by=bobby, at=noon(3))
    services.call_off(leave=GIVEN, call=two, by=alice, at=noon(3))
    assert texts(one, alice, noon(9))["Carol"] == [None]
    assert texts(one, carol, noon(9))["Carol"] == [ORDER]
    with pytest.raises(Stale):
        services.call_off(leave=GIVEN, call=one, by=bobby, at=noon(4))
    assert refused(hand_in, one, carol, noon(4)).status == 409


def test_what_is_open_is_not_called_off(players):
    alice, *_ = players
    sealing = call(alice, opening="at", opens_at=noon(2))
    assert refused(services.call_off, leave=BY_THE_LAW, call=sealing, by=alice, at=noon(2)).status == 409


def test_the_description_is_rendered(players):
    assert "<strong>Now</strong>" in call(players[0], description="**Now**").html


def test_the_list_counts_players_and_not_orders(players):
    alice, bobby, *_ = players
    first, second = call(alice), call(bobby, day=2)
    for player in (alice, alice, bobby):
        hand_in(first, player)
    assert [(one.pk, one.number) for one in calls(noon(3))] == [(second.pk, 0), (first.pk, 2)]


def test_nothing_is_called_for_or_handed_in_while_the_game_stands_still(players):
    alice, bobby, *_ = players
    sealing = call(alice, opening="at", opens_at=noon(3))
    declare(bobby, noon(2))
    later = noon(2, hours=1)
    assert (
        refused(services.hand_in, leave=BY_THE_LAW, call=sealing, by=alice, at=later, text=ORDER).status
        == 403
    )
    assert refused(services.call, leave=BY_THE_LAW, by=alice, at=later, title="More").status == 403
