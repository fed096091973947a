"""Who helps the emperor: named by them alone, for others' orders from then on, while they reign."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import Helper, Notice, Order, Player, RosterEvent
from players.permissions import may_carry_out
from players.queries.helpers import helpers_at
from players.services import helpers, orders
from players.services.roster import begin_dynasty, crown
from tests.players.correspondents import PLAIN, order
from tests.votables.table import Cause, Kind, event, noon, seat

pytestmark = pytest.mark.django_db
LATER = noon(5)


@pytest.fixture
def court() -> list[Player]:
    return seat("Emperor", "Alice", "Bobby", "Carol")


def name(court: list[Player], who: int = 1, *, by: int = 0, at=None) -> Helper:
    return helpers.name_helper(player=court[who].pk, by=court[by], at=at or noon(2))


def names(at) -> list[str]:
    return [one.player.name for one in helpers_at(at)]


def test_the_emperor_names_a_helper_who_is_told_and_the_roster_says_so(court):
    name(court)
    assert names(noon(2)) == ["Alice"]
    last = RosterEvent.objects.newest_first().first()
    assert (str(last), last.by, last.at) == ("Alice became the emperor’s helper", court[0], noon(2))
    assert [(one.to.name, str(one.sentence), one.link) for one in Notice.objects.all()] == [
        ("Alice", "Emperor asks you to help with the orders of the dynasty", "/desk/")
    ]


@pytest.mark.parametrize(("who", "by", "status"), [(2, 1, 403), (0, 0, 400)])
def test_nobody_else_names_one_and_none_names_themselves(court, who, by, status):
    with pytest.raises(RuleBroken) as broken:
        name(court, who, by=by)
    assert (broken.value.status, Helper.objects.count()) == (status, 0)


def test_who_is_idle_is_not_named_and_who_helps_already_is_stale(court):
    event(court[1], Kind.IDLED, at=noon(1))
    with pytest.raises(RuleBroken):
        name(court)
    name(court, 2)
    with pytest.raises(Stale):
        name(court, 2, at=noon(3))
    assert names(noon(3)) == ["Bobby"]


def test_a_helper_carries_out_what_others_send_from_then_on(court):
    early = order(court[2], at=noon(1))
    name(court)
    late = order(court[3], at=noon(3))
    own = order(court[1], at=noon(3))
    assert [may_carry_out(court[1], one, noon(4)) for one in (early, late, own)] == [False, True, False]
    assert [may_carry_out(court[2], one, noon(4)) for one in (early, late, own)] == [False, False, False]
    orders.mark(order=late.pk, by=court[1], at=noon(4), carried_out=True, courier=PLAIN)
    with pytest.raises(RuleBroken) as broken:
        orders.mark(order=early.pk, by=court[1], at=noon(4), carried_out=True, courier=PLAIN)
    assert broken.value.status == 404
    assert list(Order.objects.filter(carried_out_by=court[1])) == [late]


def test_a_helper_is_told_of_orders_as_the_emperor_is(court):
    name(court)
    order(court[3], at=noon(3))
    notices = Notice.objects.filter(key__startswith="order:").order_by("to__name")
    assert [one.to.name for one in notices] == ["Alice", "Emperor"]


def test_another_emperor_or_dynasty_has_none_of_them(court):
    name(court)
    crown(player=court[3], at=noon(3), by=court[0], cause=Cause.MATTER, why="")
    assert names(noon(4)) == []
    assert (
        str(RosterEvent.objects.filter(kind=Kind.NOT_HELPER).get())
        == "Alice stopped being the emperor’s helper"
    )
    helpers.name_helper(player=court[1].pk, by=court[3], at=noon(4))
    assert names(LATER) == ["Alice"]
    begin_dynasty(emperor=court[3], at=LATER, theme="Next")
    assert names(noon(6)) == []
    helpers.name_helper(player=court[1].pk, by=court[3], at=noon(6))
    assert names(noon(6)) == ["Alice"]


def test_who_leaves_or_idles_helps_no_more(court):
    name(court)
    event(court[1], Kind.IDLED, at=noon(3))
    assert names(noon(3)) == []
    event(court[1], Kind.UNIDLED, at=noon(4))
    assert names(noon(4)) == ["Alice"]
    event(court[1], Kind.LEFT, at=noon(5))
    event(court[1], Kind.JOINED, at=noon(6))
    assert names(noon(6)) == []


def test_the_emperor_and_the_helper_end_it_once(court):
    name(court)
    name(court, 2)
    with pytest.raises(RuleBroken):
        helpers.dismiss(player=court[2].pk, by=court[1], at=noon(3))
    helpers.dismiss(player=court[1].pk, by=court[1], at=noon(3))
    helpers.dismiss(player=court[2].pk, by=court[0], at=noon(3))
    with pytest.raises(Stale):
        helpers.dismiss(player=court[2].pk, by=court[0], at=noon(3))
    assert names(noon(3)) == []


def test_there_are_so_many_at_most(court, monkeypatch):
    monkeypatch.setattr(helpers, "MOST", 1)
    name(court)
    with pytest.raises(RuleBroken) as broken:
        name(court, 2)
    assert broken.value.sentence == "The emperor can have 1 helpers at most."
