"""Reinitialising: once in a dynasty, where its special case is active, a player begins it afresh."""

import pytest
import time_machine

from blognomic.web.errors import RuleBroken
from gamestate.models import Taking, Update
from gamestate.services import acting, moving
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from ruleset.law.shipped import document
from ruleset.services import enact_law
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import declare, noon, seat
from votables.models import Category, Post
from votables.services.leave import BY_THE_LAW
from votables.services.reinitialising import reinitialise

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    """Five players under ruleset-211 with Reinitialisation active, who have gold and may dig once a day."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    put_in_force("ruleset-211", Reinitialisation=True)
    track(define("gold", default="5"), define("luck", default="1", audience="emperor"), by=alice, at=noon(0))
    acting.declare(leave=GIVEN, by=alice, at=noon(0), name="Dig", frequency="daily")
    return [alice, *others]


def put_in_force(law: str, **cases: bool) -> None:
    enact_law(document=document(law), special_cases=cases, at=noon(0), by=None, why="Test")


def refused(by, at) -> RuleBroken:
    before = (Post.objects.count(), Update.objects.count())
    with pytest.raises(RuleBroken) as broken:
        reinitialise(by=by, at=at)
    assert (Post.objects.count(), Update.objects.count()) == before
    return broken.value


def test_values_get_their_defaults_and_actions_taken_count_no_more(players, client):
    alice, bobby, carol, *_ = players
    dig = acting.LimitedAction.objects.get()
    update(
        leave=GIVEN,
        by=alice,
        at=noon(1),
        steps=[put("luck", "9", *whose(bobby)), put("gold", "8", *whose(carol))],
    )
    update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("gold", "70", *whose(bobby))], actions=[dig])
    moving.make(leave=BY_THE_LAW, action=dig, by=carol, at=noon(1))
    client.force_login(bobby)
    with time_machine.travel(noon(1, hours=1), tick=False):
        assert "/gamestate/actions/reinitialise/" in client.get("/gamestate/actions/").content.decode()
        assert "default for new" in client.get("/gamestate/actions/reinitialise/").content.decode()
        sent = client.post("/gamestate/actions/reinitialise/", {"body": "From nothing."})
    post = Post.objects.get()
    assert (sent["Location"], post.author, post.category) == (post.get_absolute_url(), bobby, Category.NONE)
    assert (post.title, post.body) == ("Bobby reinitialises", "I am Reinitialising.\n\nFrom nothing.")
    made = Update.objects.order_by("-pk")[0]
    assert (made.kind, made.by, made.link) == ("afresh", bobby, post.get_absolute_url())
    assert (shown("gold")["Bobby"], shown("gold")["Carol"], shown("luck")["Bobby"]) == ("5", "8", "1")
    assert list(Taking.objects.order_by("by").values_list("by", "withdrawn_at")) == [
        (bobby.pk, noon(1, hours=1)),
        (carol.pk, None),
    ]
    assert moving.make(leave=BY_THE_LAW, action=dig, by=bobby, at=noon(1, hours=2)).by == bobby


def test_it_is_done_once_in_a_dynasty_unless_it_was_undone(players):
    alice, bobby, *_ = players
    update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("gold", "70", *whose(bobby))])
    reinitialise(by=bobby, at=noon(1))
    again = refused(bobby, noon(2))
    assert (again.rule, "already" in again.sentence) == ("Reinitialisation", True)
    undo(
        leave=GIVEN,
        updates=[Update.objects.get(kind="afresh")],
        by=bobby,
        at=noon(2),
        why="It was not meant.",
    )
    assert shown("gold")["Bobby"] == "70"
    reinitialise(by=bobby, at=noon(2))
    assert shown("gold")["Bobby"] == "5"


def test_it_is_refused_with_the_rule_that_refuses(players):
    alice, bobby, carol, *_ = players
    declare(bobby, noon(1))
    assert refused(carol, noon(1, hours=1)).rule == "Victory and Ascension"
    put_in_force("ruleset-211")
    assert refused(carol, noon(1, hours=1)).rule == "Reinitialisation"
    put_in_force("ruleset-98")
    assert refused(carol, noon(1, hours=1)).rule == "Ruleset and Gamestate"
