"""What an admin does to the roster because an enacted matter says so: dated, said why, and in the log."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Bar, Player, Reign, RosterEvent, Standing
from tests.votables.changes.seats import fresh
from tests.votables.table import Kind, noon, seat
from votables.services import roster_changes
from votables.services.roster_changes import MatterAct

pytestmark = pytest.mark.django_db
LINK, WHY = "/posts/7/", "Offices"


@pytest.fixture
def players() -> list[Player]:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def act(by: Player, day: int = 2) -> MatterAct:
    return MatterAct(by=by, at=noon(day), why=WHY, link=LINK)


def logged() -> tuple[str, str, str, object]:
    last = AdminAct.objects.latest("pk")
    return str(last.sentence), str(last.reason), last.link, last.at


def test_a_player_is_renamed_made_an_admin_and_unmade(players):
    alice, bobby, carol, *_ = players
    event = roster_changes.rename(carol, "Caroline", act(alice))
    assert (fresh(carol).name, event.link) == ("Caroline", LINK)
    assert logged() == ("renamed Carol to Caroline", WHY, LINK, noon(2))
    made = roster_changes.make_admin(bobby, act(alice))
    assert (made.kind, fresh(bobby).is_admin) == (Kind.ADMIN, True)
    with pytest.raises(Stale):
        roster_changes.make_admin(fresh(bobby), act(alice))
    roster_changes.unmake_admin(fresh(bobby), act(alice))
    assert (fresh(bobby).is_admin, logged()[0]) == (False, "removed Bobby as an admin")


def test_the_last_admin_is_neither_unmade_nor_removed(players):
    alice = players[0]
    for verb in (roster_changes.unmake_admin, roster_changes.remove):
        with pytest.raises(RuleBroken):
            verb(alice, act(alice))
    assert (fresh(alice).is_admin, fresh(alice).standing) == (True, Standing.ACTIVE)


def test_who_is_barred_goes_off_the_roster_first_until_every_bar_is_lifted(players):
    alice, bobby, *_ = players
    bar = roster_changes.bar(bobby, noon(9), act(alice))
    assert fresh(bobby).standing == Standing.LEFT
    assert [one.kind for one in RosterEvent.objects.filter(player=bobby, link=LINK)] == [Kind.LEFT]
    assert (bar.until, bar.why, bar.link) == (noon(9), WHY, LINK)
    more = roster_changes.bar(fresh(bobby), None, act(alice, 3))
    assert logged()[0] == "barred Bobby from joining for good"
    assert {*roster_changes.lift_bars(bobby, act(alice, 4))} == {bar, more}
    assert not Bar.objects.at(noon(4)).exists()
    assert roster_changes.lift_bars(bobby, act(alice, 5)) == []


def test_the_throne_is_given_to_somebody_or_left_empty(players):
    alice, bobby, *_ = players
    roster_changes.set_emperor(bobby, act(alice))
    assert [reign.player for reign in Reign.objects.at(noon(2))] == [bobby]
    roster_changes.set_emperor(None, act(alice, 3))
    assert not Reign.objects.at(noon(3)).exists()
    assert logged()[0] == "left the dynasty without an emperor"
