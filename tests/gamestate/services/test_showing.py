"""The emperor shows a hidden variable to a player, and stops showing it."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Showing, Variable
from gamestate.services.showing import show, stop_showing
from gamestate.services.updating import redefine
from gamestate.values.steps import read_step
from tests.gamestate.tracker import define, track
from tests.leaves import GIVEN
from tests.votables.table import noon, person, seat

pytestmark = pytest.mark.django_db
LATER = noon(2)


@pytest.fixture
def players():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("plots", to="9", audience="emperor"), define("gold", to="5"), by=players[0], at=noon(1))
    return players


def shown(by, to, key: str = "plots", at=LATER) -> Showing:
    return show(leave=GIVEN, variable=Variable.objects.get(key=key), to=to, by=by, at=at)


def refused(*args, **more) -> str:
    with pytest.raises(RuleBroken) as broken:
        shown(*args, **more)
    return broken.value.sentence


def test_only_the_emperor_shows_and_to_players_alone(players):
    alice, bobby, carol, *_ = players
    assert refused(bobby, carol) == "Only the emperor can show somebody what is hidden."
    assert refused(alice, person("Gregory")) == "You can show it only to players."
    assert refused(alice, alice) == "You already see it."
    assert refused(alice, bobby, "gold") == "Everybody already sees this."
    assert not Showing.objects.exists()


def test_what_is_tracked_no_more_is_not_shown(players):
    alice, bobby, *_ = players
    redefine(leave=GIVEN, by=alice, at=noon(2), steps=[read_step({"do": "retire", "path": "plots"})])
    assert refused(alice, bobby, at=noon(3)) == "This is no longer tracked."


def test_it_is_shown_once_and_again_after_it_has_ended(players):
    alice, bobby, *_ = players
    first = shown(alice, bobby)
    assert (first.since, first.until, first.by) == (noon(2), None, alice)
    with pytest.raises(Stale):
        shown(alice, bobby, at=noon(3))
    ended = stop_showing(leave=GIVEN, shown=first, by=alice, at=noon(3))
    assert ended.until == noon(3)
    with pytest.raises(Stale):
        stop_showing(leave=GIVEN, shown=first, by=alice, at=noon(4))
    assert shown(alice, bobby, at=noon(4)).since == noon(4)


def test_it_does_not_end_before_it_began_and_only_the_emperor_ends_it(players):
    alice, bobby, *_ = players
    made = shown(alice, bobby, at=noon(3))
    with pytest.raises(RuleBroken):
        stop_showing(leave=GIVEN, shown=made, by=bobby, at=noon(4))
    assert stop_showing(leave=GIVEN, shown=made, by=alice, at=noon(2)).until == noon(3)
