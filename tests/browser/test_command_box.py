"""The command box: what is said there is shown first, and done by one confirmation, at a desk and on a phone."""

import pytest

from gamestate.models import Roll, Update
from players.models import Player
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.votables.table import noon, propose, say
from votables.models import Comment, Post

from .hand import expect
from .playing import PHONE, Tab, votes_of

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

FERRY = "The Night Ferry"
AT_A_DESK_AND_ON_A_PHONE = pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])


@pytest.fixture
def ferry(five, clock) -> Post:
    """A proposal that can be enacted, and stamps that everybody has two of."""
    alice, bobby, *others = five
    post = propose(bobby, noon(1), title=FERRY)
    for voter in (alice, *others):
        say(post, voter, noon(1), ":for:")
    track(define("stamps"), put("stamps", "2", *whose(*five)), by=alice, at=noon(1))
    clock.move_to(noon(2, hours=6))
    return post


def box(window: Tab, line: str, offer: str) -> Tab:
    """Say a line in the box, and choose what it first offers: with keys at a desk, by touch on a phone."""
    page = window.page
    if window.by_touch:
        page.locator(".site-search").tap()
    else:
        page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Say what to do, or where to go")
    expect(field).to_be_focused()
    field.fill(line)
    first = page.get_by_role("option").first
    expect(first).to_contain_text(offer)
    expect(first).to_have_attribute("aria-selected", "true")
    assert field.get_attribute("aria-activedescendant") == first.get_attribute("id")
    if window.by_touch:
        first.tap()
    else:
        page.keyboard.press("Enter")
    return window


def confirm(window: Tab, title: str, *words: str, button: str) -> Tab:
    """Read what the box shows of an act, and do it."""
    act = window.page.locator(".jump-act")
    expect(act.get_by_role("heading", name=title)).to_be_visible()
    for each in words:
        expect(act).to_contain_text(each)
    window.fits()
    send = act.get_by_role("button", name=button, exact=True)
    if window.by_touch:
        send.tap()
    else:
        expect(act.locator(":focus")).to_have_count(1)
        if send.evaluate("(one) => one === document.activeElement"):
            window.page.keyboard.press("Enter")
        else:  # there is more to read than fits
            window.tab_to(button, "Enter", role="button")
    window.page.wait_for_load_state()
    return window


@AT_A_DESK_AND_ON_A_PHONE
def test_a_proposal_is_begun_by_saying_so(five, tab, clock, how):
    window = box(tab("Bobby", "/queue/", **how), "new proposal: Cats", "New Proposal: Cats")
    window.page.wait_for_url("**/posts/new/**")
    assert (window.field("title").input_value(), window.field("category").input_value()) == (
        "Cats",
        "proposal",
    )


@AT_A_DESK_AND_ON_A_PHONE
def test_a_matter_is_enacted_by_saying_so(ferry, tab, how):
    window = box(tab("Alice", "/rules/", **how), "enact the night", "An admin can enact it now.")
    confirm(window, f"Enact “{FERRY}”?", "The tally is", button="Enact it").says("Enacted", FERRY)
    ferry.refresh_from_db()
    assert ferry.status == "enacted"


@AT_A_DESK_AND_ON_A_PHONE
def test_an_admin_goes_idle_by_saying_so(five, tab, how):
    window = box(tab("Alice", "/", **how), "idle me", "Idle yourself")
    assert Player.objects.get(name="Alice").is_playing
    confirm(window, "Idle yourself?", "Your votes do not count", button="Idle myself").says("Alice")
    assert Player.objects.get(name="Alice").is_idle


@AT_A_DESK_AND_ON_A_PHONE
def test_dice_are_rolled_by_saying_so(five, tab, how):
    window = box(tab("Bobby", "/gamestate/dice/", **how), "roll 2DICE6 for the storm", "2 to 12")
    assert Roll.objects.count() == 0
    act = window.page.locator(".jump-act")
    expect(act.get_by_label("Reason")).to_have_value("the storm")
    confirm(window, "Dice", button="Roll").says("Rolled 2DICE6")
    window.says(Roll.objects.get().told)
    assert (Roll.objects.get().command, Roll.objects.get().comment) == ("2DICE6", "2DICE6\nthe storm")


@AT_A_DESK_AND_ON_A_PHONE
def test_a_value_is_set_by_saying_so(ferry, tab, how):
    window = box(tab("Bobby", "/gamestate/", **how), "set my Stamps +3", "Your Stamps: 2 → 5")
    confirm(window, "An update", "Stamps of Bobby: 2", "5", button="Save").says("Saved as update")
    assert shown("stamps")["Bobby"] == "5"
    window.page.get_by_role("link", name="Undo it").click()
    window.fill(why="Too many").press("Undo").says("Undone by a new update.")
    assert shown("stamps")["Bobby"] == "2"


@AT_A_DESK_AND_ON_A_PHONE
def test_a_vote_and_a_word_are_cast_by_saying_so(ferry, tab, how):
    window = box(tab("Carol", "/", **how), f"vote against on {FERRY}", f"Vote AGAINST on “{FERRY}”")
    act = window.page.locator(".jump-act")
    act.get_by_label("Add a word").fill("On reflection.")
    act.get_by_role("button", name="Vote AGAINST").click()
    window.says("On reflection.")
    assert votes_of(ferry)[-1] == ("Carol", "against")


def test_the_box_leads_on_and_back_by_keys_and_a_key_that_is_held_does_nothing_more(ferry, tab):
    window = tab("Alice", "/")
    page = window.page
    box(window, "?", "new …")
    field = page.get_by_role("combobox")
    expect(field).to_have_value("new ")  # a saying goes on with what is typed
    field.fill("vote")
    expect(page.get_by_role("option").first).to_contain_text("vote for on …")
    page.keyboard.press("Enter")
    expect(field).to_have_value("vote for on ")
    expect(page.get_by_role("option").first).to_contain_text(f"Vote FOR on “{FERRY}”")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name=f"FOR on “{FERRY}”?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_be_focused()
    expect(field).to_have_value("vote for on ")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert votes_of(ferry)[-1] == ("Ellen", "for") and Comment.objects.count() == 4


def test_what_cannot_be_done_leads_to_where_it_is_told(ferry, tab):
    window = box(tab("Bobby", "/"), "enact the night", "Only an admin of the game can do that.")
    window.page.wait_for_url(f"**{ferry.get_absolute_url()}")


def test_without_scripts_the_acts_are_links_of_the_search(ferry, tab):
    window = tab("Alice", "/search/", java_script_enabled=False)
    window.says("Or say what to do", "enact …")
    window.fill(q=f"enact {FERRY}").press("Search", within="main").follow(f"Enact “{FERRY}”", within="main")
    window.says(f"Enact “{FERRY}”?").press("Enact it").says("Enacted")
    window.go("/search/").fill(q="set my stamps +3").press("Search", within="main")
    window.says("Your Stamps: 2 → 5").go("/search/?q=set+stamps+of+bobby+%2B3").follow(
        "Stamps of Bobby: 2 → 5"
    )
    window.says("Result").press("Save").says("Saved")
    assert (shown("stamps")["Bobby"], Update.objects.latest("pk").by.name) == ("5", "Alice")
