"""What a reader sees first: the vote, what is new, and no more of a thread than they read; and what it costs them."""

import re

import pytest

from tests.votables.table import noon, propose, say, vote, write
from votables.visits.noting import note_page

from .hand import expect
from .playing import PHONE, votes_of

pytestmark = pytest.mark.django_db

BOTTOMS = """
() => [...document.querySelectorAll(".vote-now button")].map((one) => one.getBoundingClientRect().bottom + scrollY)
"""


def test_a_newcomer_votes_within_three_taps_of_the_welcome_page(five, tab):
    post = propose(five[1], noon(1), "Purring")
    phone = tab("Carol", "/welcome/", **PHONE)
    taps = []
    phone.page.expose_function("tapped", lambda: taps.append(1))
    phone.page.context.add_init_script("addEventListener('click', () => tapped())")
    phone.page.reload()
    phone.follow("Purring", within="main").press("FOR", within="main").says("Your vote is FOR")
    assert votes_of(post) == [("Carol", "for")]
    assert 1 <= len(taps) <= 3


@pytest.mark.parametrize("title", ["Cats", "A proposal with so long a title that it will not fit on a line"])
def test_the_vote_is_in_the_first_screen_of_a_phone(five, tab, title):
    post = propose(five[1], noon(1), title, body="Add a rule.\n\n" + "> Cats purr.\n\n" * 30)
    vote(post, noon(1), **{"for": five[3], "against": five[4]})
    bottoms = tab("Carol", post.get_absolute_url(), **PHONE).fits().page.evaluate(BOTTOMS)
    assert len(bottoms) >= 3 and max(bottoms) <= 740


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_who_comes_back_is_told_what_happened_and_led_to_what_is_new(five, tab, clock, how):
    carol = five[2]
    post = propose(five[1], noon(1), "Purring")
    say(post, five[3], noon(1), "Before.")
    note_page(carol, at=noon(1, hours=1))
    clock.move_to(noon(2))
    for words in ("One.", "Two."):
        say(post, five[4], noon(2), words)
    note_page(carol, at=noon(2))
    window = tab("Carol", "/", **how).fits().says("Since your last visit", "Purring")
    lately = window.page.locator(".lately")
    expect(lately.locator("li")).to_have_count(1)
    expect(window.page.locator(".voted-on .queue > li")).to_have_count(1)
    expect(window.page.locator(".sidebar .queue")).to_have_count(0)
    lately.get_by_role("link", name="Purring").click()
    window.page.wait_for_url(re.compile("#comment-"))
    expect(window.page.locator(".comment-new")).to_have_count(2)
    expect(window.page.locator(".new-here")).to_contain_text("2 new")
    for words in ("One.", "Two.", "One."):
        window.page.keyboard.press("u")
        expect(window.page.locator(".comment-new:focus")).to_contain_text(words)


@pytest.mark.sweep
def test_a_long_thread_is_folded_opens_quickly_and_lets_every_comment_be_reached(five, tab):
    post = write(five[0], noon(1), "Long")
    comments = [
        say(post, five[place % 5], noon(1), f"Comment {place} has something to say.") for place in range(300)
    ]
    phone = tab("Carol", post.get_absolute_url(), **PHONE).fits()
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Performance.enable")
    phone.page.reload()
    spent = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    assert spent["TaskDuration"] < 1  # seconds of the browser's main thread
    fold = phone.page.locator("details.earlier")
    expect(fold.locator("summary")).to_have_text("290 earlier")
    expect(phone.page.get_by_text("Comment 299 has")).to_be_visible()
    expect(phone.page.get_by_text("Comment 100 has")).not_to_be_visible()
    phone.go(f"{post.get_absolute_url()}#comment-{comments[100].pk}")
    expect(phone.page.get_by_text("Comment 100 has")).to_be_visible()
    phone.go(f"{post.get_absolute_url()}?comment={comments[200].pk}#comment-{comments[200].pk}")
    expect(phone.page.locator("details.earlier summary")).to_have_text("199 earlier")
    expect(phone.page.get_by_text("Comment 200 has")).to_be_visible()


SHIFTS = """
() => new Promise((tell) => {
  let shifted = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) shifted += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => tell(shifted), 300);
})
"""
BYTES = """
() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)
"""
UNMEASURED = (
    "() => [...document.images].filter((one) => !one.hasAttribute('width')).map((one) => one.outerHTML)"
)


@pytest.mark.sweep
def test_ten_pages_are_light_and_stand_still_while_they_load(five, tab):
    post = propose(five[1], noon(1))
    say(post, five[2], noon(1))
    phone = tab("Carol", "/", **PHONE)
    for path in (
        "/", "/queue/", post.get_absolute_url(), "/rules/", "/gamestate/", "/players/dynasties/1/", "/charts/",
        "/welcome/", "/players/", "/posts/new/",
    ):  # fmt: skip
        page = phone.go(path).page
        assert page.evaluate(SHIFTS) < 0.05, path
        assert page.evaluate(BYTES) < 600_000, path  # before they are compressed
        assert page.evaluate(UNMEASURED) == [], path


FRAME = """
() => ["header.site .brand", "main"].map((one) => document.querySelector(one).getBoundingClientRect())
  .map((box) => Math.round(box.x)).concat(Math.round(document.querySelector(".brand").getBoundingClientRect().y))
"""


@pytest.mark.sweep
@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_the_frame_is_at_one_place_on_every_page(five, tab, how):
    post = propose(five[1], noon(1))
    window = tab("Alice", "/", **how)
    paths = (
        "/", "/queue/", "/rules/", "/law/", "/gamestate/", "/players/", "/charts/", "/archive/", "/search/",
        "/welcome/", "/api/", "/posts/new/", "/dashboard/", "/accounts/email/", post.get_absolute_url(), "/offline/",
    )  # fmt: skip
    frames = {path: window.go(path).page.evaluate(FRAME) for path in paths}
    outside = tab("", "/accounts/login/", **how)
    frames["/accounts/login/"] = outside.page.evaluate(FRAME)
    assert len({tuple(frame) for frame in frames.values()}) == 1, frames
    assert outside.page.locator("form[role=search]").count() == 0
