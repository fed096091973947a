"""Every page that shows a state can show that of another time."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from time_machine import travel

from blognomic.text.instants import format_instant
from gamestate.services.updating import update
from players.models import Player
from ruleset.services import replace_ruleset
from ruleset.text.markdown import read
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from votables.services import resolving

from .table import noon, propose, say, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Player:
    alice = seat("Alice", "Bobby", "Carol", "David", "Ellen")[0]
    replace_ruleset(
        tree=read("# Dynastic Rules\n\n## Cats\n\nMeow."), kind="import", at=noon(1), by=None, why=""
    )
    track(define("cats"), *table("baskets", "Blue"), by=alice, at=noon(1))
    return alice


def page(path: str, day: int = 9) -> str:
    with travel(noon(day), tick=False):
        answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


STATES = {
    "/queue/", "/players/", "/rules/", "/law/", "/gamestate/", "/gamestate/tables/baskets/", "/gamestate/log/",
    "/gamestate/pages/", "a rule", "a player's state", "a variable",
}  # fmt: skip


@pytest.mark.parametrize("path", sorted(STATES))
def test_a_state_has_the_control_and_keeps_the_instant_that_was_asked_for(alice, path):
    with travel(noon(9), tick=False):
        rules, values = (Client().get(where).content.decode() for where in ("/rules/", "/gamestate/"))
    keys = {
        "a rule": re.search(r'"(/rules/\d+/)"', rules).group(1),
        "a player's state": f"/gamestate/players/{alice.pk}/",
        "a variable": re.search(r'"(/gamestate/variables/\d+/)', values).group(1),
    }
    path = keys.get(path, path)

    assert '<input type="datetime-local" id="as-of" name="at"' in page(path)
    then = page(f"{path}?at=2026-03-05T10:00")
    assert 'name="at" value="2026-03-05T10:00"' in then
    assert re.search(rf'<a href="{path}">Now</a>', then)


def test_the_queue_of_another_time_has_what_was_pending_with_the_votes_of_then(alice):
    bobby, carol = Player.objects.get(name="Bobby"), Player.objects.get(name="Carol")
    old, new = propose(alice, noon(2), title="Old"), propose(bobby, noon(4), title="New")
    say(old, bobby, noon(2, hours=3), ":for:")
    say(old, carol, noon(2, hours=8), ":for:")
    resolving.resolve(post=old, by=alice, at=noon(3), to="enacted")

    then = page("/queue/?at=2026-03-04T18:00")
    assert re.findall(r'<h2 id="matter-\d+"><a [^>]*>(\w+)<', then) == ["Old"]
    assert "2 FOR, 0 AGAINST; quorum is 3 of 5" in then and "It was enacted 3–0" in then
    assert re.findall(r'<h2 id="matter-\d+"><a [^>]*>(\w+)<', page("/queue/")) == ["New"]
    assert new.is_pending


def test_before_the_game_there_was_nothing(alice):
    assert "Nothing was pending then" in page("/queue/?at=1999-01-01T00:00")
    assert "No law was in force then" in page("/law/?at=1999-01-01T00:00")


def test_a_whole_second_is_that_instant_and_a_link_names_the_very_microsecond(alice):
    later = noon(3) + timedelta(milliseconds=500)
    done = update(leave=GIVEN, by=alice, at=later, steps=[put("cats", "7700077", *whose(alice))])

    link = f"/gamestate/?at={format_instant(later)}"
    assert f'href="{link}"' in page(done.get_absolute_url())
    states = [
        link,
        f"/gamestate/?at={format_instant(noon(3))}",
        f"/gamestate/?at={format_instant(noon(3, seconds=1))}",
    ]
    assert ["7700077" in page(path).split("<td", 1)[-1] for path in states] == [True, False, True]
