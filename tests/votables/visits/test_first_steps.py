"""A newcomer's first steps, and what they are told at the door."""

import re

import pytest
import time_machine
from django.test import Client

from ruleset.law.numbers_in_words import duration
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.blognomic.shown import page_shown
from tests.votables.table import join, noon, person, propose, say, seat, write
from votables.models import Asks
from votables.queries.judge_facts import docket_at
from votables.visits.first_steps import Steps, steps_of
from votables.visits.models import Visit

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def read(player, path="/", at=None):
    browser = Client()
    if player:
        browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    with time_machine.travel(at or noon(3), tick=False):
        return page_shown(browser.get(path))


def test_the_steps_are_taken_one_after_another():
    alice, bobby, *_ = seat(*FIVE)
    open_, steps = propose(bobby, noon(1)), []
    guest = person("Guest")
    steps.append(steps_of(guest))
    write(guest, noon(1), "Hello", asks=Asks.JOIN)
    steps.append(steps_of(guest))
    player = join("Frank", at=noon(1))
    steps.append(steps_of(player))
    say(open_, player, noon(2), "Words.")
    steps.append(steps_of(player))
    say(open_, player, noon(2), ":for:")
    steps.append(steps_of(player))
    propose(player, noon(2), "Mine")
    steps.append(steps_of(player))
    assert steps == [
        Steps(joined=False, asked_to_join=False, voted=False, proposed=False),
        Steps(joined=False, asked_to_join=True, voted=False, proposed=False),
        Steps(joined=True, asked_to_join=False, voted=False, proposed=False),
        Steps(joined=True, asked_to_join=False, voted=False, proposed=False),
        Steps(joined=True, asked_to_join=False, voted=True, proposed=False),
        Steps(joined=True, asked_to_join=False, voted=True, proposed=True),
    ]
    assert [one.are_done for one in steps] == [False] * 5 + [True]


def test_the_list_is_on_the_front_page_until_it_is_done_and_never_again():
    alice, bobby, *_ = seat(*FIVE)
    post, player = propose(alice, noon(1)), join("Frank", at=noon(1))
    seen = ["first-steps" in read(player)]
    say(post, player, noon(2), ":for:")
    propose(player, noon(2), "Mine")
    seen.append("first-steps" in read(player))
    assert (seen, Visit.objects.get(player=player).guided) == ([True, False], True)
    assert "first-steps" not in read(None)


def test_the_list_can_be_put_away_and_brought_back():
    seat(*FIVE)
    guest, browser, seen = person("Guest"), Client(), []
    browser.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    with time_machine.travel(noon(3), tick=False):
        for data in ({}, {"again": "1"}):
            assert browser.post("/welcome/put-away/", data)["Location"] == "/"
            seen.append("first-steps" in page_shown(browser.get("/")))
        offered = 'name="again"' in page_shown(browser.get("/guide/players/"))
        browser.post("/welcome/put-away/")
        offered_then = 'name="again"' in page_shown(browser.get("/guide/players/"))
    assert (seen, offered, offered_then) == ([False, True], False, True)


def test_strangers_are_led_to_the_welcome_page_which_shows_a_matter_of_today():
    alice, bobby, carol, *_ = seat(*FIVE)
    propose(bobby, noon(1), "Dull")
    lively = propose(carol, noon(1), "Lively <b>")
    say(lively, alice, noon(1), ":for:")
    assert ['<p class="intro">' in read(who) for who in (None, alice)] == [True, False]
    assert "Here the players change the rules as they play." in read(None)
    page = read(None, "/welcome/", noon(2))
    assert re.findall(r'<h3><a href="([^"]*)">([^<]*)', page) == [
        (lively.get_absolute_url(), "Lively &lt;b&gt;")
    ]
    assert "Passes " in page


@pytest.mark.parametrize("law", ["ruleset-211", "ruleset-86", "ruleset-37", "ruleset-98", "ruleset-2019-09"])
def test_the_guides_tell_the_numbers_of_the_law_and_name_its_rules(law):
    seat(*FIVE, law=law)
    docket, pages = docket_at(noon(2)), {}
    for whom in ("players", "admins", "emperors"):
        pages[whom] = read(None, f"/guide/{whom}/")
    idle = docket.law.roster.inactivity
    assert all(f"{duration(idle.hours)}" in pages[whom] for whom in ("players", "admins"))
    assert all(f">{idle.rule}</a>)</cite>" in pages[whom] for whom in ("players", "admins"))
    assert all(f":{icon.codes[0]}:" in pages["players"] for icon in docket.law.icons.values())
    assert f"it counts {docket.law.deferral[0].label}" in pages["players"]
    for term in docket.law.terms.values():
        named = f"It is {term.label[:1].upper()}{term.label[1:]} if"
        ways = re.search(rf"<h3>{named}</h3><ul(.*?)</ul>", pages["players"], re.DOTALL)[1]
        assert ways.count("<li>") == len(term.ways)
    assert all("()" not in page and "None" not in page for page in pages.values())


def test_a_guide_leads_to_the_rule_itself_where_the_ruleset_has_it():
    alice, *_ = seat(*FIVE)
    made = revise(
        tree=Tree((Node("new-1", "Quorum", "Half."),)),
        seen=None,
        kind="import",
        at=noon(0),
        by=alice,
        why="Test",
    )
    page = read(None, "/welcome/")
    key = made.begun.get().rule_id
    assert f'<cite>(<a href="/rules/{key}/">Quorum</a>)</cite>' in page
    assert '<a href="/law/#rule-votes">Votes</a>' in read(None, "/guide/players/")
