"""Moves in the browser: what one may do now, made with its answers, seen before, refused with the reason."""

import re

import pytest
import time_machine

from gamestate.models import LimitedAction, Taking, Variable
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, table, track
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield seat("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def harbour(players):
    """A harbour whose moves Alice declares in the browser."""
    alice, *_ = players
    track(
        *table("piers", "North", "South"),
        define("gold", default="5"),
        define("pier", "row", refers="piers", blank=True),
        by=alice,
        at=noon(1),
    )
    declared = {
        "name": "Sail",
        "frequency": "",
        "asks": "where: piers among piers.filter(p, p != me.pier)",
        "needs": "gold > 1 -- You need 2 Gold.",
        "costs": "gold: 2",
        "does": "pier = where",
    }
    assert browser(alice).post("/gamestate/actions/new/", declared)["Location"] == "/gamestate/actions/"
    return LimitedAction.objects.get()


def test_what_one_may_do_stands_above_the_gamestate_and_on_ones_own_page(players, harbour):
    _alice, bobby, carol, *_ = players
    take = f"/gamestate/actions/{harbour.pk}/take/"

    for path in ("/gamestate/", f"/gamestate/players/{bobby.pk}/"):
        page = text_of(browser(bobby).get(path))
        assert "What you can do now" in page and take in page
    assert "What you can do now" not in text_of(browser(bobby).get(f"/gamestate/players/{carol.pk}/"))
    assert "What you can do now" not in text_of(browser().get("/gamestate/"))


def test_what_stands_in_the_way_of_several_actions_is_said_once(players, harbour):
    alice, bobby, *_ = players
    declared = {"frequency": "", "needs": "gold > 9 -- You are poor.", "does": "gold = 0"}
    for name in ("Bribe", "Gamble"):
        browser(alice).post("/gamestate/actions/new/", {"name": name, **declared})

    page = text_of(browser(bobby).get("/gamestate/"))
    names = re.findall(r"<bdi>(.*?)</bdi>", re.search(r"<li>\s*<b>(.*?)</b>:", page, re.S)[1])
    assert (names, page.count("You are poor.")) == (["Bribe", "Gamble"], 1)


def test_a_move_is_seen_before_it_is_made_and_refused_with_the_reason(players, harbour):
    _alice, bobby, *_ = players
    take = f"/gamestate/actions/{harbour.pk}/take/"

    page = text_of(browser(bobby).get(take))
    assert '<option value="North">' in page and "gold: 2" in page
    page = text_of(browser(bobby).post(take, {"answer-where": "North", "act": "preview"}))
    assert "It comes to this" in page and "<b>North</b>" in page
    assert not Taking.objects.exists()

    for pier in ("North", "South"):
        sent = {"answer-where": pier, "act": "take", "comment": "Ahoy"}
        assert browser(bobby).post(take, sent)["Location"].startswith("/gamestate/log/")
    assert (shown("pier")["Bobby"], shown("gold")["Bobby"]) == ("South", "1")
    response = browser(bobby).post(take, {"answer-where": "North", "act": "take", "comment": "Again"})
    assert (response.status_code, "You need 2 Gold." in text_of(response)) == (403, True)
    assert "Again" in text_of(response)
    page = text_of(browser(bobby).get("/gamestate/"))
    assert "You need 2 Gold." in page and take not in page
    log = text_of(browser().get("/gamestate/log/"))
    assert "Sail (Where: South)" in log


def test_a_move_that_cannot_be_done_says_what_stops_it(players, harbour):
    alice, bobby, *_ = players
    greedy = {"name": "Greed", "does": "gold -= 6"}
    browser(alice).post("/gamestate/actions/new/", greedy)
    take = f"/gamestate/actions/{LimitedAction.objects.get(name='Greed').pk}/take/"

    for act in ("take", "preview"):
        page = text_of(browser(bobby).post(take, {"act": act}))
        assert "This cannot be done now:" in page and "Gold cannot be below 0" in page
    assert not Taking.objects.exists()


def test_what_cannot_be_a_move_is_told_in_the_form(players, harbour):
    response = browser(players[0]).post("/gamestate/actions/new/", {"name": "Odd", "does": "silver += 1"})

    assert response.status_code == 400
    page = text_of(response)
    assert "Nothing called “silver” is tracked." in page and "silver += 1" in page


def test_what_is_computed_is_shown_and_has_no_field(players, harbour):
    alice, bobby, *_ = players
    track(define("score", formula="gold * 2"), by=alice, at=noon(1))

    page = text_of(browser(bobby).get(f"/gamestate/players/{bobby.pk}/"))
    assert "10" in page
    variable = Variable.objects.get(key="score").pk
    page = text_of(browser(bobby).get(f"/gamestate/edit/?player={bobby.pk}"))
    assert "/player:" in page and f'name="{variable}/player:' not in page
    assert "computed: gold * 2" in text_of(browser(bobby).get(f"/gamestate/variables/{variable}/"))


def test_dice_are_rolled_in_a_field_of_the_form(players, harbour):
    _alice, bobby, *_ = players
    field = next(
        part.split('"')[0]
        for part in text_of(browser(bobby).get(f"/gamestate/edit/?player={bobby.pk}")).split('name="')
        if "/player:" in part[:30]
    )

    page = text_of(browser(bobby).post("/gamestate/edit/", {field: "+DICE6", "act": "preview"}))
    assert "<b>6</b>" in page and "with the lowest throw" in page
    browser(bobby).post("/gamestate/edit/", {field: "+DICE6", "act": "save"})
    gold = int(shown("gold")["Bobby"])
    assert 6 <= gold <= 11
    assert f"rolled DICE6: {gold - 5}" in text_of(browser().get("/gamestate/log/"))
