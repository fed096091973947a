"""An auction by sealed bids, played through pages and by program: called for, bid for, opened, settled by a move."""

import pytest
import time_machine

from gamestate.models import LimitedAction, Sealing, Taking, Update
from gamestate.queries.by_itself import forecast
from gamestate.queries.snapshot import law_newest, state_now
from gamestate.services.clockwork import catch_up
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.services.test_clockwork import by_itself
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

AWARD = {
    "name": "Award the coach",
    "frequency": "",
    "does": "let best = answers('bids').most(b, b.answer)\n"
    "let winner = best[0].player\n"
    "winner.gold -= best[0].answer\n"
    "winner.coaches += 1\n"
    "pot += best[0].answer\n"
    "settle bids",
}
CALL = {
    "title": "Bids for the coach",
    "kind": "number",
    "least": "1",
    "most": "gold",
    "opening": "at",
    "hides_who": "on",
    "key": "bids",
}


@pytest.fixture
def players():
    """Alice, the emperor and an admin, and four others with 10 Gold each."""
    with time_machine.travel(noon(5), tick=False):
        alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
        track(
            define("gold", default="10"),
            define("coaches", default="0"),
            define("pot", scope="game", default="0"),
            by=alice,
            at=noon(1),
        )
        yield alice, *others


def call(alice, *awaited, **more) -> Sealing:
    """Alice calls for bids in the browser."""
    sent = {**CALL, "awaited": [player.pk for player in awaited], **more}
    response = browser(alice).post("/gamestate/sealed/new/", sent)
    assert response.status_code == 302, text_of(response)
    return Sealing.objects.latest("pk")


def bid(player, sealing, amount) -> None:
    response = browser(player).post(f"{sealing.get_absolute_url()}hand-in/", {"text": str(amount)})
    assert response.status_code == 302, text_of(response)


def test_an_auction_by_sealed_bids_is_paid_by_who_wins(players):
    alice, bobby, carol, david, ellen = players
    assert browser(alice).post("/gamestate/actions/new/", AWARD).status_code == 302
    award = f"/gamestate/actions/{LimitedAction.objects.get().pk}/take/"
    refusal = "No sealed orders called “bids” are open and wait to be settled."
    assert refusal in text_of(browser(bobby).get("/gamestate/"))
    assert refusal in text_of(browser(bobby).post(award, {"act": "take"}))

    sealing = call(alice, bobby, carol, david, ellen)
    page = sealing.get_absolute_url()
    assert "When the orders are opened is set later." in text_of(browser(ellen).get(page))
    field = text_of(browser(bobby).get(f"{page}hand-in/"))
    assert 'min="1" max="10"' in field
    assert "a whole number from 1 to 10." in text_of(browser(bobby).post(f"{page}hand-in/", {"text": "11"}))
    bid(bobby, sealing, 3)
    bid(bobby, sealing, 9)
    bid(carol, sealing, 6)
    mine = token_of(david, at=noon(5))
    sent = ask("POST", f"/sealed/{sealing.pk}/orders", {"text": "6"}, token=mine).json()
    assert [len(seat["orders"]) for seat in sent["seats"]] == [0, 0, 1, 0]
    browser(alice).post(f"{page}time/", {"opens_at": "2026-03-10 18:00"})

    # Bobby spends so much that his bid has become too big, which nobody learns, nor who has bid at all.
    update(leave=GIVEN, by=bobby, at=noon(5), steps=[put("gold", "-6", *whose(bobby))])
    others = [text_of(browser(ellen).get(path)) for path in (page, "/gamestate/sealed/", "/gamestate/")]
    before = text_of(browser(bobby).get(page))
    for words in ("cut", "does not count", "Handed in", "of 4 in"):
        assert not any(words in other for other in others), words
    assert "Only you see this" in before and "cut" not in before
    answer = ask("GET", f"/sealed/{sealing.pk}").json()
    assert [seat["orders"] for seat in answer["seats"]] == [[], [], [], []]
    assert (answer["waiting"], answer["answers"], answer["opened_at"]) == ([], [], None)
    with pytest.raises(Sealing.DoesNotExist):
        Sealing.objects.get(settled_by__isnull=False)


def test_what_won_is_paid_once_and_undone_like_any_move(players):
    alice, bobby, carol, david, ellen = players
    browser(alice).post("/gamestate/actions/new/", AWARD)
    action = LimitedAction.objects.get()
    award = f"/gamestate/actions/{action.pk}/take/"
    sealing = call(alice, bobby, carol, david, ellen, opens_at="2026-03-10 18:00")
    page = sealing.get_absolute_url()
    for player, amount in ((bobby, 9), (carol, 6), (david, 6)):
        bid(player, sealing, amount)
    update(leave=GIVEN, by=bobby, at=noon(5), steps=[put("gold", "-6", *whose(bobby))])

    with time_machine.travel(sealing.opens_at, tick=False):
        opened = text_of(browser().get(page))
        assert "cut to what fitted" in opened and "No order from" in opened
        answer = ask("GET", f"/sealed/{sealing.pk}").json()
        counted = [(one["player"]["name"], one["answer"], one["is_cut"]) for one in answer["answers"]]
        assert counted == [("Bobby", "4", True), ("Carol", "6", False), ("David", "6", False)]
        assert award in text_of(browser(ellen).get(page))
        preview = text_of(browser(ellen).post(award, {"act": "preview"}))
        assert "It comes to this" in preview and shown("gold")["Carol"] == "10"

        program = token_of(ellen, "gamestate", at=sealing.opens_at)
        ask("POST", f"/actions/{action.pk}/take", {}, token=program)
        # of two highest bids the first counts, and a second press pays nothing
        assert {name: shown("gold")[name] for name in ("Bobby", "Carol", "David")} == {
            "Bobby": "4",
            "Carol": "4",
            "David": "10",
        }
        assert (shown("coaches")["Carol"], shown("pot")["the game"]) == ("1", "6")
        settled = text_of(browser().get(page))
        assert "Settled by" in settled and Update.objects.latest("pk").get_absolute_url() in settled
        assert browser(ellen).post(award, {"act": "take"}).status_code == 403
        assert Taking.objects.count() == 1

        undone = {"why": "Too early"}
        response = browser(ellen).post(f"/gamestate/undo/?update={Update.objects.latest('pk').pk}", undone)
        assert response.status_code == 302, text_of(response)
        assert (shown("gold")["Carol"], shown("coaches")["Carol"]) == ("10", "0")
        assert "Settled by" not in text_of(browser().get(page))
        assert browser(ellen).post(award, {"act": "take"}).status_code == 302
        assert shown("gold")["Carol"] == "4"


def test_a_tie_can_be_an_answer_of_its_own(players):
    alice, bobby, carol, *_ = players
    tied = "let best = answers('bids').most(b, b.answer)\nif size(best) > 1: pot += 1\nsettle bids"
    browser(alice).post("/gamestate/actions/new/", {"name": "Judge", "does": tied})
    take = f"/gamestate/actions/{LimitedAction.objects.get().pk}/take/"
    sealing = call(alice, bobby, carol, opening="all", hides_who="")
    bid(bobby, sealing, 2)
    bid(carol, sealing, 2)

    assert browser(bobby).post(take, {"act": "take"}).status_code == 302
    assert shown("pot")["the game"] == "1"


def test_the_silent_are_dropped_and_all_opens(players):
    alice, bobby, carol, david, _ellen = players
    sealing = call(alice, bobby, carol, david, opening="all", hides_who="")
    page = sealing.get_absolute_url()
    bid(bobby, sealing, 2)
    assert browser(bobby).get(f"{page}drop/").status_code == 403
    assert "Carol" in text_of(browser(alice).get(f"{page}drop/"))
    browser(alice).post(f"{page}drop/", {"players": [carol.pk]})
    assert "Waiting for" in text_of(browser().get(page)) and "Not waiting for" in text_of(browser().get(page))
    program = token_of(alice, "gamestate", at=noon(5))
    answer = ask("POST", f"/sealed/{sealing.pk}/drop", {"players": [david.pk]}, token=program).json()
    assert answer["opened_at"] and answer["answers"][0]["answer"] == "2"
    assert browser(alice).get(f"{page}drop/").status_code == 409
    assert browser(alice).post(f"{page}time/", {"opens_at": "2026-04-10 18:00"}).status_code == 409


def test_only_who_may_define_moves_calls_for_what_a_move_settles(players):
    _alice, bobby, carol, *_ = players
    assert 'name="key"' not in text_of(browser(bobby).get("/gamestate/sealed/new/"))
    program = token_of(bobby, "gamestate", at=noon(5))
    body = {"title": "Bids", "awaited": [bobby.pk], "asks": "number from 0 to gold", "key": "bids"}
    refused = ask("POST", "/sealed", body, token=program)
    assert refused.status_code == 403 and "Only an admin or the emperor" in refused.content.decode()
    assert ask("POST", "/sealed", {**body, "key": ""}, token=program).status_code == 201
    assert Sealing.objects.get().key == ""


def test_upkeep_settles_a_call_once_and_lets_it_wait_again_where_it_is_undone(players):
    alice, bobby, carol, *_ = players
    upkeep = by_itself(alice, AWARD["name"], "every day at 18:00", at=noon(5), does=AWARD["does"])
    sealing = call(alice, bobby, carol, hides_who="", opens_at="2026-03-10 18:00")
    bid(bobby, sealing, 3)
    bid(carol, sealing, 6)
    forecasts = forecast(state_now(), law_newest().law.tracker, most=20)
    assert {(each.plan, each.why_not) for each in forecasts} == {(None, "")}

    catch_up(leave=GIVEN, at=noon(12))

    became = upkeep.occurrences.order_by("falls_at").exclude(state="due").values_list("falls_at", "state")
    settled = Update.objects.get(kind="upkeep")
    assert [at for at, state in became if state == "done"] == [sealing.opens_at] == [settled.at]
    assert {state for at, state in became if at != sealing.opens_at} == {"lapsed"}
    assert (shown("gold")["Carol"], shown("coaches")["Carol"]) == ("4", "1")
    sealing.refresh_from_db()
    assert sealing.settled_by == settled

    undo(leave=GIVEN, updates=[settled], by=bobby, at=noon(12), why="Too early")
    sealing.refresh_from_db()
    assert (sealing.settled_by, shown("gold")["Carol"]) == (None, "10")
    catch_up(leave=GIVEN, at=noon(13))
    assert shown("gold")["Carol"] == "4"


def test_upkeep_that_only_settles_does_so_once(players):
    alice, bobby, *_ = players
    by_itself(alice, "Close the bids", "every day at 18:00", at=noon(5), does="settle bids")
    sealing = call(alice, bobby, opens_at="2026-03-10 18:00")

    catch_up(leave=GIVEN, at=noon(12))

    sealing.refresh_from_db()
    assert sealing.settled_by == Update.objects.get(kind="upkeep")
