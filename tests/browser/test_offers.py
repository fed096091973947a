"""A merchant offers wool at a desk, and another takes it on a phone: in two windows, with what they see in each."""

import pytest

from gamestate.services.acting import declare
from tests.gamestate.tracker import define, track
from tests.leaves import GIVEN
from tests.votables.table import noon

from .hand import expect
from .playing import PHONE, Tab

BUY = {
    "asks": "agreed: yes_no",
    "needs": "!agreed || gold >= price -- You cannot pay for it.",
    "does": "if agreed: gold -= price; asker.gold += price; wool += amount\notherwise: asker.wool += amount",
    "within": "48 hours",
    "otherwise": "asker.wool += amount",
}
OFFER = {
    "asks": "other: player among players.filter(p, p != me)\n"
    "amount: number from 1 to wool\nprice: number from 0 to 99",
    "costs": "wool: amount",
    "does": "ask other to buy",
}


@pytest.fixture
def merchants(five) -> None:
    alice = five[0]
    track(define("gold", default="10"), define("wool", default="5"), by=alice, at=noon(0))
    often = {"leave": GIVEN, "by": alice, "at": noon(0), "frequency": ""}
    declare(**often, name="Buy", timing="when it is asked", lines=BUY)
    declare(**often, name="Offer", lines=OFFER)


def has(window: Tab, name: str, *values: str) -> None:
    """What a player has, gold and wool, as the window shows it."""
    row = window.page.locator("main tr").filter(has=window.page.get_by_role("rowheader", name=name))
    expect(row.locator("td")).to_have_text(list(values))


def offer(window: Tab, **answers: str) -> Tab:
    window.go("/gamestate/").follow("Offer", within=".may-do")
    window.choose(**{"answer-other": answers.pop("other")})
    window.fill(**{f"answer-{name}": value for name, value in answers.items()})
    return window.press("Take it", within="main")


@pytest.mark.sweep
def test_an_offer_is_made_at_a_desk_and_accepted_on_a_phone(merchants, tab, heard):
    heard.expect("400 POST /gamestate/actions/")
    desk = tab("Bobby")
    offer(desk, other="Carol", amount="3", price="4")
    desk.go("/gamestate/").says("has not answered yet: Buy").fits()
    has(desk, "Bobby", "10", "2")

    # What is held back is not there to be spent: neither by the form, nor by who gets past it.
    offer(desk, other="David", amount="3", price="1").says("From 1 to 2.")
    expect(desk.page.locator("[name=answer-amount]:invalid")).to_be_visible()
    desk.page.locator("main form").evaluate("form => { form.noValidate = true }")
    desk.press("Take it", within="main").says("Amount: a whole number from 1 to 2.")
    has(desk.go("/gamestate/"), "Bobby", "10", "2")

    phone = tab("Carol", "/gamestate/", **PHONE).fits()
    has(phone, "Carol", "10", "5")
    phone.says("You owe a choice:").follow("Buy", within=".may-do")
    phone.says("Other: Carol. Amount: 3. Price: 4. Asker: Bobby.").fits()
    phone.choose(**{"answer-agreed": "yes"}).press("Answer", within="main")
    phone.says_not("You owe a choice:").go("/gamestate/").says_not("You owe a choice:")
    desk.go("/gamestate/").says_not("has not answered yet:")
    for window in (desk, phone):
        has(window.fits(), "Bobby", "14", "2")
        has(window, "Carol", "6", "8")
