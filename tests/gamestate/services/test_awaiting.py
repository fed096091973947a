"""Asking to be told when an action can be taken: who may, and when it is told."""

import pytest
import time_machine

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Awaited
from gamestate.services import acting
from gamestate.services.awaiting import await_action, stop_awaiting
from gamestate.services.updating import update
from players.models import Notice
from players.notices.notice_kinds import Kind
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.services.test_acting import FIVE, forage, take
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.players.telling_kinds import tells
from tests.votables.table import Kind as RosterKind
from tests.votables.table import declare, event, noon, seat
from votables.services.leave import BY_THE_LAW
from votables.services.notices import look_around

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return seat(*FIVE, emperor=False)


def told(player) -> list[str]:
    return [str(one.sentence) for one in Notice.objects.filter(to=player, kind=Kind.MOVE).order_by("pk")]


@tells(Kind.MOVE)
def test_whoever_waits_for_the_time_is_told_once(players):
    alice, bobby, carol, *_ = players
    action = forage(alice)
    for player in (bobby, carol):
        take(action, player, noon(1))
    await_action(action=action, by=bobby, at=noon(1))
    await_action(action=action, by=bobby, at=noon(1, hours=1))  # asking again changes nothing
    look_around(at=noon(1, hours=11))
    assert told(bobby) == []
    for hours in (13, 14, 15):
        look_around(at=noon(1, hours=hours))
    assert (told(bobby), told(carol)) == (["You can take Forage now"], [])
    assert Notice.objects.get(kind=Kind.MOVE).link == f"/gamestate/actions/{action.pk}/take/"
    assert not Awaited.objects.exists()


def test_whoever_waits_for_a_value_is_told_when_somebody_changes_it(players):
    alice, bobby, *_ = players
    track(define("gold", default="0"), by=alice, at=noon(0))
    action = forage(alice, frequency="", lines={"needs": "gold >= 2 -- You need 2 Gold."})
    await_action(action=action, by=bobby, at=noon(1))
    look_around(at=noon(1))
    assert told(bobby) == []
    update(leave=GIVEN, by=alice, at=noon(2), steps=[put("gold", "2", *whose(bobby))])
    look_around(at=noon(2))
    assert told(bobby) == ["You can take Forage now"]


def test_nobody_is_told_while_the_game_stands_still_or_they_are_idle(players):
    alice, bobby, carol, *_ = players
    action = forage(alice)
    for player in (bobby, carol):
        take(action, player, noon(1))
        await_action(action=action, by=player, at=noon(1))
    event(carol, RosterKind.IDLED, at=noon(1, hours=2))
    declare(bobby, noon(1, hours=3))
    look_around(at=noon(2))
    assert (told(bobby), told(carol)) == ([], [])
    assert Awaited.objects.count() == 2


def test_nobody_waits_for_what_is_retired_or_no_longer_wanted(players):
    alice, bobby, carol, *_ = players
    action = forage(alice)
    for player in (bobby, carol):
        take(action, player, noon(1))
        await_action(action=action, by=player, at=noon(1))
    stop_awaiting(action=action, by=bobby, at=noon(1))
    stop_awaiting(action=action, by=bobby, at=noon(1))
    assert [one.player for one in Awaited.objects.all()] == [carol]
    acting.retire(leave=BY_THE_LAW, action=action, by=alice, at=noon(1))
    look_around(at=noon(2))
    assert (told(carol), Awaited.objects.count()) == ([], 0)
    action.refresh_from_db()
    with pytest.raises(Stale):
        await_action(action=action, by=carol, at=noon(2))


def test_what_can_be_taken_now_is_not_waited_for(players):
    alice, bobby, *_ = players
    action = forage(alice)
    with pytest.raises(RuleBroken, match="You can take Forage now") as refused:
        await_action(action=action, by=bobby, at=noon(1))
    assert (refused.value.status, Awaited.objects.count()) == (409, 0)
    event(bobby, RosterKind.IDLED, at=noon(1))
    with pytest.raises(RuleBroken, match="Only a player who is not idle"):
        await_action(action=action, by=bobby, at=noon(1))


def test_pages_and_programs_ask_and_stop_asking(players):
    alice, bobby, *_ = players
    action = forage(alice)
    take(action, bobby, noon(1))
    here, home = f"/gamestate/actions/{action.pk}/tell-me/", {"next": "/gamestate/"}
    with time_machine.travel(noon(1, minutes=5), tick=False):
        track(define("gold", default="0"), by=alice, at=noon(1))
        assert "Tell me when I can" in text_of(browser(bobby).get("/gamestate/actions/"))
        assert "Tell me when I can" in text_of(browser(bobby).get("/gamestate/"))
        assert "Tell me when I can" not in text_of(browser(alice).get("/gamestate/actions/"))
        assert browser(bobby).post(here, home)["Location"] == "/gamestate/"
        for path in ("/gamestate/actions/", "/gamestate/"):
            page = text_of(browser(bobby).get(path))
            assert ("You get a notice when you can." in page, "Tell me when I can" in page) == (True, False)
        answer = browser(bobby).post(here, {"next": "//elsewhere.example/", "stop": "on"})
        assert (answer["Location"], Awaited.objects.count()) == ("/gamestate/actions/", 0)
        token = token_of(bobby, at=noon(1))
        assert ask("PUT", f"/actions/{action.pk}/tell-me", token=token).status_code == 204
        assert [one.player for one in Awaited.objects.all()] == [bobby]
        assert ask("DELETE", f"/actions/{action.pk}/tell-me", token=token).status_code == 204
        assert not Awaited.objects.exists()
