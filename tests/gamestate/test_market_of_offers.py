"""A dynasty of merchants, played through pages and by program: what one offers is held back until another accepts it,
declines, lets it lapse, or it is withdrawn; and each owes a choice of a guild, or gets the last one."""

import re

import pytest
import time_machine

from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.services.dynasties import retire_all
from gamestate.services.updating import update
from players.models import Notice
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import declare as claim
from tests.votables.table import noon, seat
from votables.services import resolving

pytestmark = pytest.mark.django_db

OFFER = {
    "name": "Offer",
    "frequency": "",
    "asks": "other: player among players.filter(p, p != me)\namount: number from 1 to wool\nprice: number from 0 to 99",
    "costs": "wool: amount",
    "does": "ask other to buy",
}
BUY = {
    "name": "Buy",
    "timing": "when it is asked",
    "lines": {
        "asks": "agreed: yes_no",
        "needs": "!agreed || gold >= price -- You cannot pay for it.",
        "does": """if agreed:
  gold -= price
  asker.gold += price
  wool += amount
otherwise:
  asker.wool += amount""",
        "within": "48 hours",
        "otherwise": "asker.wool += amount",
    },
}
GUILD = {
    "name": "Choose a guild",
    "timing": "on 2026-03-08 at 12:00",
    "lines": {
        "asks": "which: guilds among guilds.filter(g, players.count(p, p.guild == g) < 2)",
        "asked": "players.filter(p, p.guild == null)",
        "within": "1 day",
        "does": "guild = which",
        "otherwise": "guild = guilds[-1]; gold -= 1",
    },
}


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def market(clock):
    """Alice, the emperor, and four merchants, with gold and wool."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("gold", default="10"),
        define("wool", default="5"),
        *table("guilds", "Weavers", "Dyers", "Carters"),
        define("guild", "row", refers="guilds", blank=True),
        by=alice,
        at=noon(1),
    )
    declare(alice, BUY)
    response = browser(alice).post("/gamestate/actions/new/", OFFER)
    assert response.status_code == 302, text_of(response)
    return alice, *others


def declare(alice, sent) -> None:
    answer = ask("POST", "/actions", {"frequency": "", **sent}, token=token_of(alice, at=noon(5)))
    assert answer.status_code == 201, answer.content


def offer(player, to, wool: str, price: str) -> int:
    """Make an offer on the page of its action, and answer the key of what it asks."""
    action = LimitedAction.objects.get(name="Offer")
    answers = {"answer-other": to.name, "answer-amount": wool, "answer-price": price}
    page = f"/gamestate/actions/{action.pk}/take/"
    preview = text_of(browser(player).post(page, {"act": "preview", **answers}))
    assert to.name in preview.partition("Owes a choice then:")[2].partition("</p>")[0]
    response = browser(player).post(page, {"act": "take", **answers})
    assert response.status_code == 302, text_of(response)
    return Occurrence.objects.latest("pk").pk


def answer(player, key: int, **answers: str) -> str:
    """Answer on the page of a choice; what the page says that stops it, "" where nothing does."""
    sent = {f"answer-{name}": value for name, value in answers.items()}
    response = browser(player).post(f"/gamestate/actions/due/{key}/", sent)
    return "" if response.status_code == 302 else text_of(response)


def has(*players) -> list[tuple[str, str]]:
    return [(shown("gold")[one.name], shown("wool")[one.name]) for one in players]


def may_do(player) -> str:
    page = text_of(browser(player).get("/gamestate/"))
    section = page.partition('id="may-do-title"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", section.partition(">")[2]).split())


def told(player) -> list[tuple[str, bool]]:
    """What a player was told of choices, and whether they have still to read it."""
    notices = Notice.objects.filter(to=player, kind="turn").order_by("pk")
    return [(str(one.sentence), one.read_at is None) for one in notices]


def test_what_is_offered_is_held_back_until_somebody_accepts_it(market):
    alice, bobby, carol, david, _ellen = market
    key = offer(bobby, carol, "3", "4")
    assert has(bobby, carol) == [("10", "2"), ("10", "5")]
    assert "You owe a choice: Buy Until" in may_do(carol)
    assert "Carol has not answered yet: Buy" in may_do(bobby)
    assert "Buy" not in may_do(david)
    assert told(carol) == [("You owe a choice by 9 March 2026, 12:00 UTC: Buy", True)]
    page = text_of(browser(carol).get(f"/gamestate/actions/due/{key}/"))
    assert "Other: Carol. Amount: 3. Price: 4. Asker: Bobby. You can answer until" in page
    assert "Only the player who is asked can answer this." in answer(david, key, agreed="yes")

    assert answer(carol, key, agreed="yes") == ""
    assert has(bobby, carol) == [("14", "2"), ("6", "8")]
    assert told(carol)[0][1] is False
    assert "already been answered" in answer(carol, key, agreed="no")
    assert "owe" not in may_do(carol)

    answers = {"other": "Bobby", "amount": "2", "price": "90"}
    action, program = LimitedAction.objects.get(name="Offer"), token_of(david, at=noon(5))
    offered = ask("POST", f"/actions/{action.pk}/take", {"answers": answers}, token=program)
    assert offered.status_code == 201, offered.content
    (due,) = ask("GET", "/actions/due").json()
    assert (due["name"], due["owed_by"]["name"], due["given"]["Price"]) == ("Buy", "Bobby", "90")
    program = token_of(bobby, at=noon(5))
    refused = ask("POST", f"/actions/due/{due['id']}", {"answers": {"agreed": "yes"}}, token=program)
    assert (refused.status_code, refused.json()["detail"]) == (403, "You cannot pay for it.")
    declined = ask("POST", f"/actions/due/{due['id']}", {"answers": {"agreed": "no"}}, token=program)
    assert declined.status_code in (200, 201, 204), declined.content
    assert has(bobby, david) == [("14", "2"), ("10", "5")]


def test_an_offer_lapses_is_withdrawn_or_undone_with_what_it_held_back(market, clock):
    _alice, bobby, carol, david, _ellen = market
    key = offer(bobby, carol, "3", "4")
    assert (
        browser(carol).post(f"/gamestate/actions/due/{key}/withdraw/", {"confirmed": "yes"}).status_code
        == 403
    )
    other = offer(david, carol, "1", "1")
    assert (
        browser(david).post(f"/gamestate/actions/due/{other}/withdraw/", {"confirmed": "yes"}).status_code
        == 302
    )
    assert has(david) == [("10", "5")]
    clock.move_to(noon(7))
    assert ask("GET", "/actions/due").json() == []
    assert has(bobby, carol) == [("10", "5"), ("10", "5")]
    assert "already been answered" in answer(carol, key, agreed="yes")

    key = offer(bobby, carol, "3", "4")
    undo(bobby, Occurrence.objects.get(pk=key).set_off_by)
    assert (has(bobby), ask("GET", "/actions/due").json()) == ([("10", "5")], [])


def undo(player, made: Update) -> None:
    sent = {"update": made.pk, "why": "A slip."}
    assert browser(player).post(f"/gamestate/undo/?update={made.pk}", sent).status_code == 302


def test_who_undoes_an_answer_owes_it_again(market, clock):
    _alice, bobby, carol, *_ = market
    key = offer(bobby, carol, "3", "4")
    clock.move_to(noon(6))
    assert answer(carol, key, agreed="yes") == ""

    undo(carol, Update.objects.latest("pk"))
    assert has(bobby, carol) == [("10", "2"), ("10", "5")]
    (due,) = ask("GET", "/actions/due").json()
    assert (due["id"], due["ends_at"]) == (key, "2026-03-10T12:00:00Z")  # with all the time for it
    undo(carol, Update.objects.latest("pk"))
    assert (has(bobby, carol), ask("GET", "/actions/due").json()) == ([("14", "2"), ("6", "8")], [])
    assert "already been answered" in answer(carol, key, agreed="no")


def test_the_whole_of_an_answered_offer_is_undone_at_once(market):
    _alice, bobby, carol, *_ = market
    key = offer(bobby, carol, "3", "4")
    assert answer(carol, key, agreed="yes") == ""
    undo(bobby, Occurrence.objects.get(pk=key).set_off_by)
    assert (has(bobby, carol), ask("GET", "/actions/due").json()) == ([("10", "5"), ("10", "5")], [])


def test_what_is_held_back_goes_back_when_the_action_is_no_more(market):
    alice, bobby, carol, *_ = market
    offer(bobby, carol, "3", "4")
    buy = LimitedAction.objects.get(name="Buy")
    assert ask("DELETE", f"/actions/{buy.pk}", token=token_of(alice, at=noon(5))).status_code == 204
    assert (has(bobby), ask("GET", "/actions/due").json()) == ([("10", "5")], [])


def test_time_to_answer_does_not_run_in_a_hiatus(market, clock):
    alice, bobby, carol, david, _ellen = market
    key = offer(bobby, carol, "3", "4")
    clock.move_to(noon(5, hours=6))
    victory = claim(david, noon(5, hours=6))
    clock.move_to(noon(8))
    assert has(bobby) == [("10", "2")]
    assert answer(carol, key, agreed="yes") != ""
    choice = f"/gamestate/actions/due/{key}/"
    page = text_of(browser(carol).get("/gamestate/"))
    assert "It waits until the game goes on." in page and choice not in page
    assert "You owe a choice" not in text_of(browser(bobby).get("/gamestate/"))
    resolving.resolve_against_verdict(post=victory, to="failed", by=alice, at=noon(8), reason="Not yet")
    clock.move_to(noon(8, hours=1))
    (due,) = [one for one in ask("GET", "/actions/due").json() if one["name"] == "Buy"]
    assert due["ends_at"] == "2026-03-12T06:00:00Z"  # 42 hours were left
    assert choice in text_of(browser(carol).get("/gamestate/"))
    clock.move_to(noon(9, hours=18))
    assert [one["name"] for one in ask("GET", "/actions/due").json()] == []
    assert has(bobby) == [("10", "5")]


def test_whoever_owes_a_choice_and_makes_none_gets_what_is_left(market, clock):
    alice, bobby, carol, david, ellen = market
    declare(alice, GUILD)
    clock.move_to(noon(6))
    keys = {one["owed_by"]["name"]: one["id"] for one in ask("GET", "/actions/due").json()}
    assert list(keys) == ["Bobby", "Carol", "David", "Ellen"]
    assert answer(bobby, keys["Bobby"], which="Weavers") == ""
    assert answer(carol, keys["Carol"], which="Weavers") == ""
    page = text_of(browser(david).get(f"/gamestate/actions/due/{keys['David']}/"))
    assert "Weavers" not in page.partition("<form")[2]
    assert answer(david, keys["David"], which="Weavers") != ""
    assert answer(david, keys["David"], which="Dyers") == ""
    clock.move_to(noon(7))
    assert [one["name"] for one in ask("GET", "/actions/due").json()] == []
    guilds = [shown("guild")[one.name] for one in (bobby, carol, david, ellen)]
    assert guilds == ["Weavers", "Weavers", "Dyers", "Carters"]
    assert has(david, ellen) == [("10", "5"), ("9", "5")]


ASKS = {"asks": "n: number from 1 to 2", "does": "gold = n"}


@pytest.mark.parametrize(
    ("timing", "lines", "sentence"),
    [
        ("", {**ASKS, "within": "1 day"}, "Only what happens by itself is owed"),
        (
            "every day",
            {"does": "gold = 1", "asked": "players"},
            "Only what asks something is owed an answer.",
        ),
        ("every day", {**ASKS, "otherwise": "gold = 1"}, "Say how long there is"),
        ("every day", {**ASKS, "within": "soon"}, "Write how long"),
        ("when it is asked", {"does": "gold = 1"}, "An action that happens “when it is asked” must ask"),
        ("2 days after it is asked", ASKS, "it asks at once"),
    ],
)
def test_what_owes_nothing_is_refused(market, timing, lines, sentence):
    sent = {"name": "Odd", "frequency": "", "timing": timing, "lines": lines}
    refused = ask("POST", "/actions", sent, token=token_of(market[0], at=noon(5)))
    assert (refused.status_code, sentence in refused.json()["detail"]) == (400, True), refused.content


@pytest.mark.parametrize("stands_still", [False, True])
def test_what_is_held_back_goes_back_when_a_new_dynasty_begins(market, stands_still):
    alice, bobby, carol, *_ = market
    offer(bobby, carol, "3", "4")
    if stands_still:  # its time to answer stands still with the game
        Occurrence.objects.filter(state="asks").update(state="waits")
    assert has(bobby) == [("10", "2")]
    retire_all(leave=GIVEN, by=alice, at=noon(5), comment="New", keep=("gold", "wool"))
    assert has(bobby, carol) == [("10", "5"), ("10", "5")]
    assert not Occurrence.objects.filter(state__in=["asks", "waits"]).exists()

    # Nobody could be asked again, so what went back stays.
    back = Update.objects.filter(kind="upkeep").latest("pk")
    response = browser(carol).post(f"/gamestate/undo/?update={back.pk}", {"why": "No"})
    assert response.status_code == 409 and "Nobody can be asked again" in text_of(response)
    assert has(bobby) == [("10", "5")]


def test_what_took_an_offer_back_is_not_undone(market):
    _alice, bobby, carol, *_ = market
    offer(bobby, carol, "3", "4")
    made = Update.objects.latest("pk")
    assert browser(bobby).post(f"/gamestate/undo/?update={made.pk}", {"why": "No"}).status_code == 302
    undone = Update.objects.latest("pk")
    response = browser(bobby).post(f"/gamestate/undo/?update={undone.pk}", {"why": "Yes"})
    assert response.status_code == 409 and "Make the move again." in text_of(response)
    assert has(bobby) == [("10", "5")]


def test_an_offer_and_its_answer_are_undone_whole_or_not_at_all(market):
    _alice, bobby, carol, david, _ellen = market
    steps = [put("wool", "6", *whose(bobby))]
    gained = update(leave=GIVEN, by=bobby, at=noon(5), steps=steps)
    key = offer(bobby, carol, "3", "4")
    assert answer(carol, key, agreed="yes") == ""
    made = Occurrence.objects.get(pk=key).set_off_by
    offer(bobby, david, "1", "1")
    page = text_of(browser(bobby).get(f"/gamestate/undo/?update={made.pk}"))
    assert page.count("all of it is undone, or nothing.") == 4 and "Leave it" not in page
    choices = dict.fromkeys(re.findall(r'name="(choice-\d+)"', page), "skip")
    assert len(choices) == 4
    before = has(bobby, carol, david)
    for name in choices:
        sent = {"why": "A slip.", name: "skip"}
        response = browser(bobby).post(f"/gamestate/undo/?update={made.pk}", sent)
        assert response.status_code == 409 and "You can undo all of it" in text_of(response)

    # What the offers took later is not lost by putting back what was there before them.
    page = text_of(browser(bobby).get(f"/gamestate/undo/?update={gained.pk}"))
    (name,) = set(re.findall(r'name="(choice-\d+)"', page))
    assert page.count('type="radio"') == 2
    sent = {"why": "A slip.", name: "restore"}
    response = browser(bobby).post(f"/gamestate/undo/?update={gained.pk}", sent)
    assert response.status_code == 409 and "A later change asked somebody" in text_of(response)
    assert has(bobby, carol, david) == before

    undo(bobby, made)
    assert has(bobby, carol, david) == [("10", "5"), ("10", "5"), ("10", "5")]
