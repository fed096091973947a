"""What people are told on the site, by e-mail and in channels leads, in a real browser, to where it happened."""

import json
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from gamestate.services.updating import update
from players.models import Notice, Player
from players.notices import sending, telling
from ruleset.models import RuleVersion
from ruleset.text.amending import Amendment
from tests.gamestate.services.test_acting import forage
from tests.gamestate.tracker import define, put, track
from tests.leaves import GIVEN
from tests.players.correspondents import order
from tests.players.test_notices_outside import Server
from tests.votables.changes.carried import SMALL, new, seat_with
from tests.votables.table import enacted, noon, person, propose, say, vote, write
from votables.services import resolving
from votables.services.letter_contents import Descriptions
from votables.services.notices import look_around

from .playing import PHONE, votes_of

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]


class Told(NamedTuple):
    """Who is told what, where that leads, and what stands there."""

    who: str
    words: str
    leads_to: str
    page: str


People = dict[str, Player]
Keys = dict[str, str]


def _an_order(people: People, keys: Keys) -> Told:
    order(people["Carol"], at=noon(1), text="March to the sea.")
    return Told("Alice", "Carol sent you an order", "/orders/", "March to the sea.")


def _fate(people: People, keys: Keys) -> Told:
    post = propose(people["Bobby"], noon(1), "Purring")
    vote(post, noon(1), **{"for": [people["Alice"]], "against": [people["Carol"], people["David"]]})
    look_around(at=noon(3, hours=-6))
    words = "Your Proposal “Purring” can be failed at 5 March 2026, 12:00 UTC, unless votes change"
    return Told("Bobby", words, post.get_absolute_url(), "Purring")


def _a_rule_of_mine(people: People, keys: Keys) -> Told:
    post = propose(people["Bobby"], noon(1), "Kettles", changes=[new(keys["Dynastic Rules"], "Kettle")])
    how = {"by": people["Alice"], "at": noon(1), "reason": "Test."}
    resolving.resolve_against_verdict(post=post, to="enacted", **how)
    key = str(RuleVersion.objects.get(title="Kettle").rule_id)
    edit = Amendment("edit", rule=key, base="Kettle.", text="It is hot.").as_json()
    post = propose(people["Carol"], noon(2), "Hotter", changes=[edit])
    return Told("Bobby", "Carol proposes to change your rule “Kettle”", post.get_absolute_url(), "Hotter")


def _drift(people: People, keys: Keys) -> Told:
    edit = Amendment("edit", rule=keys["Quorum"], base="Half, and one.", text="A third.").as_json()
    enacted(people["Alice"], noon(1), "Thirds", changes=[edit], amends=["core"])
    look_around(at=noon(1, hours=1))
    return Told("Alice", "The rule “Quorum” has changed", "/law/#rule-quorum", "Quorum")


def _my_turn(people: People, keys: Keys) -> Told:
    track(define("turn", "player", scope="game", blank=True), by=people["Alice"], at=noon(1))
    lines = {"needs": "turn == me -- It is not your turn.", "does": "next turn"}
    forage(people["Alice"], "", name="Pass", lines=lines)
    update(leave=GIVEN, by=people["Alice"], at=noon(1), steps=[put("turn", "Carol")])
    return Told("Carol", "It is your turn: Turn", "/gamestate/", "Pass")


def _a_request(people: People, keys: Keys) -> Told:
    post = write(person("Gregory"), noon(1), "Hello", asks="join")
    return Told("Alice", "Gregory asks to join", post.get_absolute_url(), "Hello")


def _a_mention(people: People, keys: Keys) -> Told:
    post = write(people["Bobby"], noon(1), "Cats")
    comment = say(post, people["Carol"], noon(1), "Ask @David about it.")
    return Told("David", "Carol mentioned you in a comment", comment.get_absolute_url(), "about it.")


STAGES: list[Callable[[People, Keys], Told]] = [
    _an_order, _fate, _a_rule_of_mine, _drift, _my_turn, _a_request, _a_mention,
]  # fmt: skip


@pytest.fixture
def game(clock) -> tuple[People, Keys]:
    """Five players with a small ruleset."""
    players, keys = seat_with(SMALL)
    return {one.name: one for one in players}, keys


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__.strip("_"))
def test_what_is_news_leads_to_where_it_happened_and_is_read_then(game, tab, clock, stage):
    news = stage(*game)
    clock.move_to(noon(3))
    window = tab(news.who, "/")
    window.go("/notices/").page.locator("main li a").filter(has_text=news.words).first.click()
    window.page.wait_for_url(lambda url: news.leads_to in url)
    window.says(news.page).go("/notices/?unread=1")
    (notice,) = [one for one in Notice.objects.filter(to__name=news.who) if news.words in str(one.sentence)]
    assert notice.read_at is not None


def test_rules_that_differ_from_the_law_wait_on_the_dashboard_until_somebody_confirms(game, tab, clock):
    _drift(*game)
    clock.move_to(noon(2))
    window = tab("Alice", "/dashboard/").says("Waiting for an admin 1", "1 rule no longer matches the law")
    window.follow("Compare").page.wait_for_url("**/law/#rule-quorum")
    window.page.locator("#rule-quorum").get_by_role("button", name=re.compile("holds")).first.click()
    window.page.wait_for_load_state()
    window.go("/dashboard/").says("All done.")


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_an_admin_sets_up_a_webhook_that_hears_facts_of_what_players_do(five, tab, clock, settings, how):
    settings.WEBHOOKS_TO_PRIVATE = True
    post = propose(five[1], noon(1), "Purring")
    with Server() as server:
        window = tab("Alice", "/dashboard/webhooks/", **how).fill(name="Town", url=server.url)
        for box in window.page.locator("main input[name=kinds]").all():
            box.set_checked(box.get_attribute("value") == "comment")
        window.press("Set it up").says("Town").fits()
        voter = tab("Carol", post.get_absolute_url(), **how)
        voter.press("FOR", within=".vote-now")
        voter.says("Your vote is FOR")
        assert sending.call_webhooks(clock=lambda: noon(1)) == 1
        (_headers, body) = server.whole[-1]
    call = json.loads(body)
    assert (call["type"], call["data"]["post"], call["data"]["author"]["name"]) == (
        "comment",
        post.pk,
        "Carol",
    )
    assert re.fullmatch(rf"http://.*{post.get_absolute_url()}\?comment=(\d+)#comment-\1", call["data"]["url"])


def test_letters_of_a_matter_are_one_thread_and_one_of_them_votes(five, tab, clock, settings, mailoutbox):
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    carol = five[2]
    telling.choose(by=carol, at=noon(1), kinds={"vote": "each", "mention": "each"}, votes_by_letter=True)
    post = propose(five[1], noon(1), "Purring")
    say(post, five[3], noon(1), "What does @Carol say?")
    sending.send_letters(clock=lambda: noon(1), describe=Descriptions(noon(1)))
    letters = [one for one in mailoutbox if one.to == ["carol@example.org"]]
    headers = [one.extra_headers for one in letters]
    assert len({one["References"] for one in headers}) == 1 < len({one["Message-ID"] for one in headers})
    (address,) = {link for one in letters for link in re.findall(r"^FOR: (\S+)", one.body, re.MULTILINE)}
    window = tab("", re.sub(r"^https?://[^/]+", "", address)).says("FOR on “Purring”?", "You vote as Carol.")
    assert votes_of(post) == [("David", "")]
    window.press("Cast this vote").says("Purring")
    assert votes_of(post)[-1] == ("Carol", "for")
