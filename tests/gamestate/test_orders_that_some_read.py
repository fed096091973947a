"""Sealed orders that not everybody reads once they are opened: those of whom a formula holds as they are opened, on
pages, by program and in files; what happens by itself settles them, and no move of a player's looks at them."""

import pytest
import time_machine

from gamestate.models import LimitedAction, Sealing
from gamestate.services.updating import update
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

PACK = "viewer.pack != null && viewer.pack == owner.pack"


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def players(clock):
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("gold", default="5"),
        define("pack", "text", audience="own", blank=True),
        define("given", scope="game", default="0"),
        by=alice,
        at=noon(1),
    )
    return alice, *others


def call(alice, **more: str):
    form = {
        "title": "Gifts", "kind": "number", "least": "0", "most": "gold", "opening": "all", "key": "gifts",
        "seen_when": PACK, "awaited": list(more.pop("awaited")), **more,
    }  # fmt: skip
    return browser(alice).post("/gamestate/sealed/new/", form)


def read_by(player) -> set[str]:
    """Whose numbers somebody reads of the call, on its page and by program, which tell them alike."""
    sealing = Sealing.objects.get()
    page = text_of(browser(player).get(sealing.get_absolute_url()))
    token = token_of(player, at=noon(5)) if player is not None else None
    answer = ask("GET", f"/sealed/{sealing.pk}", token=token).json()
    texts = {seat["player"]["name"] for seat in answer["seats"] for order in seat["orders"] if order["text"]}
    answers = {each["player"]["name"] for each in answer["answers"]}
    assert texts == answers
    assert page.count("This order is hidden from you.") == len(answer["seats"]) - len(texts)
    return texts


def test_those_read_an_order_of_whom_the_formula_holds_as_it_is_opened(players, clock):
    alice, bobby, carol, david, _ellen = players
    assert call(alice, awaited=[bobby.pk, carol.pk, david.pk]).status_code == 302
    for one, pack in ((bobby, "Reeds"), (carol, "Reeds"), (david, "Hills")):
        update(leave=GIVEN, by=one, at=noon(5), steps=[put("pack", pack, *whose(one))])
    clock.shift(60)
    sealing = Sealing.objects.get()
    for one in (bobby, carol, david):
        sent = browser(one).post(f"/gamestate/sealed/{sealing.pk}/hand-in/", {"text": "3"})
        assert sent.status_code == 302, text_of(sent)
    both = {"Bobby", "Carol"}
    expected = ((None, set()), (alice, set()), (bobby, both), (carol, both), (david, {"David"}))
    assert [(one, read_by(one)) for one, _names in expected] == [*expected]
    clock.shift(60)
    update(leave=GIVEN, by=david, at=noon(5, minutes=2), steps=[put("pack", "Reeds", *whose(david))])
    assert read_by(david) == {"David"}  # as things stood when they were opened


def test_what_happens_by_itself_settles_them_and_no_move_looks(players, clock):
    alice, bobby, carol, *_ = players
    assert call(alice, awaited=[bobby.pk, carol.pk]).status_code == 302
    sealing = Sealing.objects.get()
    does = "for b in answers('gifts'): b.player.gold -= b.answer; given += b.answer\nsettle gifts"
    for sent in (
        {"name": "Peek", "does": does},
        {"name": "Dawn", "when": "every day at 18:00", "does": does},
    ):
        assert browser(alice).post("/gamestate/actions/new/", {"frequency": "", **sent}).status_code == 302
    for one, number in ((bobby, "3"), (carol, "2")):
        browser(one).post(f"/gamestate/sealed/{sealing.pk}/hand-in/", {"text": number})
    peek = LimitedAction.objects.get(name="Peek")
    refused = browser(bobby).post(f"/gamestate/actions/{peek.pk}/take/", {"act": "take"})
    assert "No sealed orders called “gifts” are open" in text_of(refused)
    assert "3" not in str(ask("GET", "/actions/forecast").json()[0].get("why_not", ""))
    clock.move_to(noon(5, hours=7))
    browser(None).get("/gamestate/")
    assert [*shown("given").values()] == ["5"] and shown("gold")["Bobby"] == "2"


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("viewer.hat == 1", "Nothing called “hat” is tracked."),
        ("DICE6 > 3", "Who sees an order can depend only on what is tracked."),
        ("owner.pack == 'Reeds'", "Pack already holds hidden values."),
    ],
)
def test_what_would_tell_of_something_hidden_is_not_called_for(players, formula, sentence):
    alice, bobby, *_ = players
    update(leave=GIVEN, by=bobby, at=noon(5), steps=[put("pack", "Reeds", *whose(bobby))])
    assert sentence in text_of(call(alice, awaited=[bobby.pk], seen_when=formula))
    assert not Sealing.objects.exists()


def test_the_page_of_a_call_has_its_fixed_number_of_queries(players, clock, django_assert_max_num_queries):
    alice, bobby, carol, david, _ellen = players
    assert call(alice, awaited=[bobby.pk, carol.pk, david.pk]).status_code == 302
    sealing = Sealing.objects.get()
    for one in (bobby, carol, david):
        browser(one).post(f"/gamestate/sealed/{sealing.pk}/hand-in/", {"text": "3"})
    reader = browser(bobby)
    reader.get("/")  # signs the reader in
    with django_assert_max_num_queries(12):
        assert reader.get(sealing.get_absolute_url()).status_code == 200
