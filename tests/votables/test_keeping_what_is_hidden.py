"""What is hidden belongs to its dynasty: nobody new sees it in the interregnum, who kept it sees it for good, and the
next emperor begins with what stays tracked."""

import re

import pytest
import time_machine

from blognomic.web.errors import RuleBroken
from gamestate.hidden import viewer_of, visible
from gamestate.models import Entry, Showing, Variable
from gamestate.queries.planning import UpdateRefused
from gamestate.services import showing
from gamestate.services.updating import update
from gamestate.values.steps import Step
from players.models import Dynasty, Player
from players.services import orders
from players.services.roster import crown
from tests.gamestate.browsers import browser, whole
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from votables.models import Category
from votables.services import posting, resolving
from votables.services.ascending import Address
from votables.services.courier import LAWFUL

from .seating import played_once
from .table import declare, noon, seat, vote

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
WORDS = ("90471147110947", "Night Ferry")  # a number that no key is, of which pages are full


@pytest.fixture
@played_once
def players() -> list[Player]:
    """Alice is emperor and keeps what is hidden; Bobby has sent her an order."""
    people = seat(*FIVE)
    alice, bobby, *_ = people
    track(define("suspicion", audience="emperor"), by=alice, at=noon(1))
    update(leave=GIVEN, by=alice, at=noon(1), steps=[put("suspicion", "90471147110947", *whose(bobby))])
    orders.send_order(courier=LAWFUL, by=bobby, at=noon(1), text="I take the Night Ferry.", seen=1)
    return people


def win(players: list[Player]):
    """Bobby declares victory, and it is enacted."""
    alice, bobby, *_ = players
    post = declare(bobby, noon(2))
    vote(post, noon(2), **{"for": players})
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(3))
    post.refresh_from_db()
    return post


def read_by(player: Player | None, at) -> set[str]:
    """Which of the hidden words somebody reads on the pages that could have them."""
    client = browser(player)
    variable = Variable.objects.get(key="suspicion").pk
    addresses = [
        "/gamestate/",
        "/gamestate/?at=2026-03-03T12:00:00Z",
        "/gamestate/players.csv",
        "/gamestate/log/",
        "/gamestate/log.json",
        "/gamestate/retired/",
        f"/gamestate/variables/{variable}/",
        "/api/v1/gamestate",
        "/players/orders/",
        "/players/orders/?dynasty=1",
    ]
    with time_machine.travel(at, tick=False):
        pages = "".join(whole(client.get(address)) for address in addresses)
    return {word for word in WORDS if word in pages}


def address(by: Player, at, **more: object) -> Dynasty:
    posting.publish(
        by=by,
        at=at,
        category=Category.ASCENSION,
        title="Ascension Address: Trains",
        body="Trains.",
        ascension=Address(**more),
    )
    return Dynasty.objects.latest("number")


def test_who_wins_sees_nothing_of_the_dynasty_that_is_over(players):
    alice, bobby, carol, *_ = players
    win(players)
    assert read_by(bobby, noon(4)) == {"Night Ferry"}  # his own order
    assert read_by(alice, noon(4)) == set(WORDS)
    assert read_by(carol, noon(4)) == read_by(None, noon(4)) == set()
    with pytest.raises(RuleBroken, match="Only the emperor can show"):
        showing.show(leave=GIVEN, variable=Variable.objects.get(), to=carol, by=bobby, at=noon(4))
    with pytest.raises(UpdateRefused, match="Only the emperor"):
        update(leave=GIVEN, by=bobby, at=noon(4), steps=[Step("reveal", "suspicion")])


def test_overturning_a_victory_leaves_nothing_shown_and_the_emperor_as_before(players):
    alice, bobby, *_ = players
    post = win(players)
    resolving.overturn(
        post=post, to="failed", seen=post.settled_by_id, by=alice, at=noon(4), reason="It was none."
    )
    assert read_by(bobby, noon(5)) == {"Night Ferry"}
    assert read_by(alice, noon(5)) == set(WORDS)
    assert viewer_of(alice, at=noon(5)).is_emperor
    update(leave=GIVEN, by=alice, at=noon(5), steps=[put("suspicion", "+1", *whose(bobby))])


def test_whom_the_mantle_passes_to_sees_nothing_either(players):
    _alice, bobby, carol, *_ = players
    seen = win(players)
    crown(player=carol, at=noon(4), by=bobby, cause="matter", why="The mantle", link=seen.get_absolute_url())
    assert read_by(carol, noon(5)) == set()


def test_the_old_emperor_keeps_what_they_kept_and_the_new_one_begins_with_what_goes_on(players):
    alice, bobby, carol, *_ = players
    win(players)
    dynasty = address(bobby, noon(5), keep_tracked=frozenset({"suspicion"}))
    assert dynasty.begun_by == bobby
    update(leave=GIVEN, by=bobby, at=noon(6), steps=[put("suspicion", "81234123412348", *whose(carol))])
    assert read_by(alice, noon(7)) == set(WORDS)
    assert "90471147110947" in read_by(bobby, noon(7))
    assert read_by(carol, noon(7)) == set()
    # neither reads what the other kept
    assert not visible(Entry.objects.filter(new=81234123412348), viewer_of(alice, at=noon(7))).exists()
    assert not visible(Entry.objects.filter(new=90471147110947), viewer_of(bobby, at=noon(7))).exists()
    assert visible(Entry.objects.filter(new=90471147110947), viewer_of(alice, at=noon(7))).exists()
    with time_machine.travel(noon(7), tick=False):
        assert "Night Ferry" not in whole(browser(bobby).get("/players/orders/"))
        assert browser(bobby).get("/players/orders/?dynasty=1").status_code == 404
        form = whole(browser(alice).get("/players/orders/?dynasty=1"))
    assert "Night Ferry" in form
    assert "/mark/" not in form


def test_the_old_emperor_reads_what_is_tracked_no_more(players):
    alice, bobby, *_ = players
    win(players)
    address(bobby, noon(5))
    assert read_by(alice, noon(7)) == set(WORDS)
    assert read_by(bobby, noon(7)) == set()


def test_who_is_followed_in_the_middle_of_a_dynasty_keeps_what_was_of_their_time(players):
    alice, bobby, carol, david, _ellen = players
    crown(player=carol, at=noon(3), by=alice, cause="matter", why="It was enacted.")
    update(leave=GIVEN, by=carol, at=noon(4), steps=[put("suspicion", "81234123412348", *whose(david))])
    orders.send_order(courier=LAWFUL, by=david, at=noon(4), text="A Day Ferry.", seen=1)
    assert read_by(alice, noon(5)) == set(WORDS)
    assert read_by(carol, noon(5)) == set(WORDS)  # the office is hers, with all that goes on
    assert read_by(david, noon(5)) == set()
    assert not visible(Entry.objects.filter(new=81234123412348), viewer_of(alice, at=noon(5))).exists()
    assert not viewer_of(alice, at=noon(5)).is_emperor
    with time_machine.travel(noon(5), tick=False):
        pages = [whole(browser(alice).get(f"/players/orders/{query}")) for query in ("?dynasty=1", "")]
        present = whole(browser(alice).get("/gamestate/"))
        mark = browser(alice).get("/api/v1/orders/received?dynasty=1")
    assert "Night Ferry" in pages[0] and "Sent to you in" in pages[1]
    assert "Day Ferry" not in "".join(pages)
    assert "90471147110947" not in present and "81234123412348" not in present
    assert mark.status_code in (401, 403)
    # and for good, as who was the last keeps all
    crown(player=None, at=noon(7), by=alice, cause="matter", why="Nobody reigns.")
    assert read_by(alice, noon(8)) == set(WORDS)
    assert read_by(bobby, noon(8)) == {"Night Ferry"}
    assert visible(Entry.objects.filter(new=81234123412348), viewer_of(carol, at=noon(8))).exists()


def test_a_time_on_the_throne_that_was_won_is_of_the_next_dynasty(players):
    alice, bobby, carol, *_ = players
    crown(player=carol, at=noon(1, hours=1), by=alice, cause="matter", why="It was enacted.")
    win(players)
    times = [viewer_of(one, at=noon(5)).spans for one in (alice, bobby, carol)]
    began = Dynasty.objects.get().started_at
    assert times == [((began, noon(1, hours=1)),), (), ((began, None),)]


def test_what_was_shown_belongs_to_the_dynasty_in_which_it_was_shown(players):
    alice, bobby, carol, *_ = players
    suspicion = Variable.objects.get(key="suspicion")
    showing.show(leave=GIVEN, variable=suspicion, to=carol, by=alice, at=noon(1, hours=1))
    win(players)
    assert read_by(carol, noon(4)) == {"90471147110947"}  # the dynasty goes on until the next begins
    address(bobby, noon(5), keep_tracked=frozenset({"suspicion"}))
    update(leave=GIVEN, by=bobby, at=noon(6), steps=[put("suspicion", "81234123412348", *whose(carol))])
    viewer = viewer_of(carol, at=noon(7))
    assert read_by(carol, noon(7)) == {"90471147110947"}  # of what was then, and nothing of what is
    with time_machine.travel(noon(7), tick=False):
        for page in (
            "/gamestate/",
            "/api/v1/gamestate",
            "/gamestate/players.csv",
            "/gamestate/?at=2026-03-08T11:00",
        ):
            assert not {"90471147110947", "81234123412348"} & set(
                re.findall(r"\d+", whole(browser(carol).get(page)))
            ), page
    assert [
        each.new for each in visible(Entry.objects.filter(new__in=[90471147110947, 81234123412348]), viewer)
    ] == [90471147110947]


def test_the_next_emperor_shows_it_anew_and_nothing_of_before(players):
    alice, bobby, carol, *_ = players
    suspicion = Variable.objects.get(key="suspicion")
    showing.show(leave=GIVEN, variable=suspicion, to=carol, by=alice, at=noon(1, hours=1))
    showing.show(leave=GIVEN, variable=suspicion, to=players[3], by=alice, at=noon(1, hours=1))
    win(players)
    address(bobby, noon(5), keep_tracked=frozenset({"suspicion"}))
    update(leave=GIVEN, by=bobby, at=noon(6), steps=[put("suspicion", "81234123412348", *whose(carol))])
    assert not Showing.objects.in_hand(noon(7)).exists()
    shown = showing.show(leave=GIVEN, variable=suspicion, to=carol, by=bobby, at=noon(7))
    first = showing.show(leave=GIVEN, variable=suspicion, to=players[4], by=bobby, at=noon(7))
    assert set(Showing.objects.in_hand(noon(8))) == {shown, first}

    def entries(player: Player, at) -> list[object]:
        seen = visible(
            Entry.objects.filter(new__in=[90471147110947, 81234123412348]), viewer_of(player, at=at)
        )
        return list(seen.order_by("pk").values_list("new", flat=True))

    assert entries(carol, noon(8)) == [90471147110947, 81234123412348]
    assert entries(players[4], noon(8)) == [81234123412348]  # as the emperor who shows it sees it
    showing.stop_showing(leave=GIVEN, shown=shown, by=bobby, at=noon(9))
    assert entries(carol, noon(10)) == entries(players[3], noon(10)) == [90471147110947]


def test_what_is_shown_no_more_in_its_own_dynasty_is_not_seen_after_it(players):
    alice, bobby, carol, *_ = players
    shown = showing.show(
        leave=GIVEN, variable=Variable.objects.get(), to=carol, by=alice, at=noon(1, hours=1)
    )
    showing.stop_showing(leave=GIVEN, shown=shown, by=alice, at=noon(1, hours=2))
    win(players)
    address(bobby, noon(5), keep_tracked=frozenset({"suspicion"}))
    assert read_by(carol, noon(7)) == set()
