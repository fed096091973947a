"""Pages that stay true while they are open, keys, and the command box, in a real browser."""

from collections.abc import Iterator

import pytest
import time_machine

from blognomic.cache import version
from players.models import Player
from tests.votables.table import noon, propose, say, seat, write
from votables.models import Comment, Post
from votables.services import posting, resolving

from .conftest import Open
from .hand import Hand, expect

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

# What the window does when it is looked at again: ask at once whether the game has changed.
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
FOCUS = (
    "document.activeElement.textContent.trim() || document.activeElement.name || document.activeElement.id"
)


@pytest.fixture
def people(db: None) -> Iterator[dict[str, Player]]:
    with time_machine.travel(noon(1, hours=1), tick=False):
        version.forget()
        yield {player.name: player for player in seat("Alice", "Bobby", "Carol", "David", "Ellen")}


@pytest.fixture
def post(people: dict[str, Player]) -> Post:
    return propose(people["Alice"], noon(1))


def look_again(page: Hand) -> None:
    version.forget()
    page.evaluate(LOOK)


def text(page: Hand) -> Hand:
    return page.locator("#part-answer textarea[name=text]")


def vote_button(page: Hand, vote: str) -> Hand:
    return page.locator(".vote-now").get_by_role("button", name=vote, exact=True)


def test_a_vote_is_sent_without_reloading_and_is_said_once(open_page: Open, people, post):
    page = open_page(people["Bobby"], post.get_absolute_url())
    page.evaluate("window.stayed = true")
    text(page).fill("I like cats. :for:")
    page.get_by_role("button", name="Vote FOR", exact=True).click()

    expect(page.locator("#live-says")).to_contain_text("Comment posted. Passes with 1 more")
    expect(page.locator("#part-standing .seat-for")).to_have_count(2)
    expect(page.locator("#part-queue .queue-tally")).to_contain_text("2–0")
    expect(text(page)).to_have_value("")
    assert page.evaluate("[window.stayed, " + FOCUS + "]") == [True, "Comment"]
    assert [comment.cast for comment in Comment.objects.all()] == ["for"]


def test_what_others_do_comes_by_itself_and_takes_no_words_from_who_writes(open_page: Open, people, post):
    page = open_page(people["Bobby"], post.get_absolute_url())
    text(page).fill("Half a thought")
    text(page).focus()
    say(post, people["Carol"], noon(1, hours=1), "Yes. :for:")
    look_again(page)

    expect(page.locator("#part-thread .comment")).to_contain_text("Yes.")
    expect(page.locator("#live-says")).to_contain_text("Passes with 1 more FOR")
    expect(text(page)).to_have_value("Half a thought")
    assert page.evaluate(FOCUS) == "text"

    resolving.resolve_against_verdict(
        post=post, to="failed", by=people["Alice"], at=noon(1, hours=1), reason="A test."
    )
    look_again(page)
    expect(page.locator("#part-verdict")).to_contain_text("by Alice")
    expect(page.locator("[data-trouble]")).to_contain_text("This was closed to comments while you wrote.")
    expect(text(page)).to_have_value("Half a thought")


def test_a_new_post_is_told_of_on_a_front_page_that_is_open(open_page: Open, people, post):
    page = open_page(people["Bobby"], "/")
    propose(people["Carol"], noon(1, hours=1), title="Dogs")
    look_again(page)

    expect(page.locator("#live-new")).to_have_text("There is something new. Show it")
    page.get_by_role("link", name="Show it").click()
    expect(page.locator(".entry .post-title").first).to_have_text("Dogs")


def test_a_site_in_trouble_is_asked_less_and_less(open_page: Open, people, post, heard):
    heard.expect("ERR_FAILED GET /live/version/")
    page = open_page(people["Bobby"], "/queue/")
    page.clock.install()
    urls = []
    page.thing.on(
        "request", lambda request: urls.append(request.url) if "/live/version/" in request.url else None
    )
    page.route("**/live/version/**", lambda route: route.abort())
    page.evaluate(LOOK)
    for _ in range(20):
        page.clock.run_for(15_000)

    assert 3 <= len(urls) <= 8


def test_what_goes_wrong_is_said_beside_the_form_and_the_words_stay(open_page: Open, people, post, heard):
    for status in (400, 403):
        heard.expect(f"{status} POST (/posts/.*/comment|/preview)/|Error Code {status} ")
    heard.expect("ERR_INTERNET_DISCONNECTED POST /posts/.*/comment/|htmx:(sendError|afterRequest)")
    page = open_page(people["Bobby"], post.get_absolute_url())
    send = page.get_by_role("button", name="Comment", exact=True)
    send.click()
    expect(page.locator("#part-answer")).to_contain_text("A comment needs some words, or a vote.")

    text(page).fill("Some words")
    page.context.set_offline(True)
    send.click()
    expect(page.locator("[data-trouble] [role=alert]")).to_contain_text("You seem to be offline")
    page.context.set_offline(False)
    page.context.clear_cookies()
    send.click()
    expect(page.locator("[data-trouble] [role=alert]")).to_contain_text("Nothing was sent")
    expect(text(page)).to_have_value("Some words")
    assert Comment.objects.count() == 0


def test_keys_lead_through_the_queue_and_make_a_vote_ready_that_only_enter_sends(
    open_page: Open, people, post
):
    other = propose(people["Bobby"], noon(1, minutes=5), title="Dogs")
    page = open_page(people["Carol"], "/rules/")
    for path in (post, other):
        page.keyboard.press("n")
        page.wait_for_url(f"**{path.get_absolute_url()}")
    page.keyboard.press("p")
    page.wait_for_url(f"**{post.get_absolute_url()}")

    page.keyboard.press("a")
    expect(vote_button(page, "AGAINST")).to_be_focused()
    page.keyboard.press("f")
    expect(vote_button(page, "FOR")).to_be_focused()
    page.keyboard.press("Escape")
    expect(vote_button(page, "FOR")).not_to_be_focused()
    page.keyboard.press("Enter")
    text(page).focus()
    page.keyboard.type("fad?/jknp")
    expect(text(page)).to_have_value("fad?/jknp")
    assert Comment.objects.count() == 0

    text(page).fill("Hm.")
    page.locator("h1").click()
    for key in ("f", "f", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#part-thread .comment")).to_have_count(1)
    expect(vote_button(page, "FOR")).to_have_attribute("aria-pressed", "true")
    expect(text(page)).to_have_value("Hm.")  # which was not sent with it
    assert [comment.cast for comment in Comment.objects.all()] == ["for"]


AT = "document.activeElement.querySelector('h1, h2, h3').textContent.trim()"


def test_keys_lead_from_matter_to_matter_on_a_page_and_into_one(open_page: Open, people, post):
    propose(people["Bobby"], noon(1, minutes=5), title="Dogs")
    page = open_page(people["Carol"])
    for path, first, second in (("/", "Dogs", "Cats"), ("/queue/", "Cats", "Dogs")):
        page.goto(path)
        for key, at in (("j", first), ("j", second), ("j", second), ("k", first)):
            page.keyboard.press(key)
            assert page.evaluate(AT).startswith(at)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{post.get_absolute_url()}")
    page.goto("/queue/")
    page.keyboard.press("j")
    page.keyboard.press("d")
    expect(page.locator("h1")).to_contain_text("Cats")
    expect(vote_button(page, "DEFERENTIAL")).to_be_focused()
    assert Comment.objects.count() == 0


def test_the_command_box_leads_to_what_is_called_so(open_page: Open, people, post):
    page = open_page(people["Bobby"], "/queue/")
    page.keyboard.press("/")
    field = page.get_by_role("combobox", name="Say what to do, or where to go")
    expect(field).to_be_focused()
    page.keyboard.type("cat")
    expect(page.get_by_role("option").first).to_contain_text("Cats")
    page.keyboard.type("x")
    expect(page.get_by_role("option")).to_have_count(1)
    expect(page.get_by_role("option")).to_contain_text("Search everything for “catx”")
    page.keyboard.press("Backspace")
    expect(page.get_by_role("option").first).to_contain_text("Cats")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{post.get_absolute_url()}")


def test_keys_can_be_switched_off_and_the_help_says_so(open_page: Open, people, post):
    page = open_page(people["Bobby"], "/queue/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Enter sends the vote, Escape leaves it")
    page.get_by_role("dialog").get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.press("n")
    page.goto("/help/keys/")
    assert page.locator("main").get_by_role("checkbox").is_checked() is False
    assert page.locator("dialog[open]").count() == 0


def test_times_are_told_in_utc_and_in_the_readers_own_side_by_side(open_page: Open, people, post):
    page = open_page(people["Bobby"], post.get_absolute_url(), timezone_id="Asia/Tokyo")
    say(post, people["Carol"], noon(1, hours=1), "Hello.")

    page.locator(".byline time").hover()
    expect(page.get_by_role("tooltip")).to_have_text("3 March 2026, 12:00 UTC · 21:00 your time")
    page.reload()
    page.locator(".comment-time").focus()
    expect(page.get_by_role("tooltip")).to_have_text("3 March 2026, 13:00 UTC · 22:00 your time")


def test_a_draft_says_when_it_was_saved_in_both_times(open_page: Open, people):
    page = open_page(people["Bobby"], "/posts/new/", timezone_id="Asia/Tokyo")
    page.get_by_label("Title").fill("Cats")
    status = page.locator("[data-autosave-status]")
    expect(status).to_have_text("Draft saved at 13:00 UTC · 22:00 your time")
    assert status.locator("time").get_attribute("datetime").startswith("2026-03-03T13:00:")


# Words of the site, and words of somebody who plays, come to the page.
COME = """
() => {
  const part = document.querySelector("main");
  part.insertAdjacentHTML("beforeend", "<p id=told>Allowed from 4 March 2026, 00:00 UTC on, until 5 March 2026, "
    + "20:00 UTC.</p><div class=prose><p id=written>Be there at 4 March 2026, 00:00 UTC, all.</p></div>");
  blognomic.renew(part);
}
"""


def test_a_day_tells_its_instant_and_a_sentence_the_readers_time(open_page: Open, people):
    page = open_page(people["Bobby"], people["Alice"].get_absolute_url(), timezone_id="Asia/Tokyo")
    day = page.locator("main .lead time").first
    expect(day).to_have_text("2 March 2026")
    day.hover()
    expect(page.get_by_role("tooltip")).to_have_text("2 March 2026, 00:00 UTC · 09:00 your time")

    page.evaluate(COME)
    expect(page.locator("#told")).to_have_text(
        "Allowed from 4 March 2026, 00:00 UTC · 09:00 your time on,"
        " until 5 March 2026, 20:00 UTC · 6 March, 05:00 your time."
    )
    expect(page.locator("#written")).to_have_text("Be there at 4 March 2026, 00:00 UTC, all.")


# What is seen of these, and the colours of the paper and of its ink.
PRINTED = """
() => {
  const seen = (where) => [...document.querySelectorAll(where)].some((one) => one.checkVisibility());
  const style = getComputedStyle(document.body);
  return [seen("nav, form, .sidebar, footer, .copy"), seen("h1"), seen(".course-words li"), style.backgroundColor,
    style.color];
}
"""


def test_on_paper_there_is_ink_and_no_navigation(open_page: Open, people, post):
    page = open_page(people["Bobby"], post.get_absolute_url(), color_scheme="dark")
    say(post, people["Carol"], noon(1), "Yes. :for:")
    page.reload()
    assert page.evaluate(PRINTED)[:3] == [True, True, False]

    page.emulate_media(media="print")
    assert page.evaluate(PRINTED) == [False, True, True, "rgb(255, 255, 255)", "rgb(43, 35, 32)"]
    ago = page.locator(".comment-time time")
    shown = ago.evaluate("(one) => getComputedStyle(one, '::after').content")
    assert shown.replace('" "', "") == '" (3 March 2026, 12:00 UTC)"'


def test_one_votes_in_one_place_and_the_last_icon_of_a_comment_is_named(open_page: Open, people, post):
    page = open_page(people["Bobby"], post.get_absolute_url(), has_touch=True)
    send = page.locator("#part-answer [type=submit]")
    expect(page.get_by_role("button", name="FOR", exact=True)).to_have_count(1)
    for typed, words in (
        ("Cats: :for: me.", "Vote FOR"),
        ("Cats: :for: me, no, :AGAINST:", "Vote AGAINST"),
        ("Cats: me.", "Comment"),
    ):
        text(page).fill(typed)
        expect(send).to_have_text(words)
    page.get_by_text("Add a word").click()
    page.get_by_label("A word with your vote").fill("I like cats.")
    vote_button(page, "FOR").click()
    expect(page.locator("#part-thread .comment")).to_contain_text("I like cats.")
    assert [comment.cast for comment in Comment.objects.all()] == ["for"]
    expect(text(page)).to_have_value("Cats: me.")


def test_a_post_without_a_category_is_brought_up_to_date_and_shows_how_it_stands_once_it_is_a_proposal(
    open_page: Open, people
):
    post = write(people["Bobby"], noon(1), "Geese", "Let there be geese.")
    page = open_page(people["Carol"], post.get_absolute_url())
    say(post, people["David"], noon(1, hours=1), "A fine idea.")
    look_again(page)
    expect(page.locator("#part-thread .comment")).to_contain_text("A fine idea.")
    posting.make_proposal(post=post, by=people["Alice"], at=noon(1, hours=1), amends=["dynastic"])
    look_again(page)
    expect(page.locator("#part-standing [data-says]")).to_contain_text("Passes ")
