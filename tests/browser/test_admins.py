"""The admins' morning, in a real browser."""

import pytest

from blognomic.cache import version
from players.models import Player
from tests.votables.table import make_admin, noon, person, propose, vote, write
from votables.models import Post

from .hand import expect
from .playing import PHONE

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]


def test_the_mornings_queue_is_resolved_in_order_with_two_keys(five, tab, clock):
    alice, bobby, carol, *others = five
    for hour, (by, how) in enumerate(((bobby, "for"), (bobby, "against"), (carol, "for"))):
        post = propose(by, noon(1, hours=hour), f"No. {hour}")
        vote(post, noon(1, hours=hour), **{how: [alice, *others]})
    clock.move_to(noon(2))
    page = tab("Alice", "/dashboard/").page
    for title, button in (("No. 0", "Enact it"), ("No. 1", "Fail it")):
        page.keyboard.press("r")
        expect(page.locator("h1")).to_contain_text(title)
        expect(page.locator(":focus")).to_have_text(button)
        page.keyboard.press("Enter")
        page.wait_for_url("**/dashboard/")
        expect(page.locator("#part-messages, .messages").first).to_contain_text(title)
    page.goto("/queue/")
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.wait_for_url("**/resolve/enacted/**")
    expect(page.locator(":focus")).to_have_text("Enact it")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{post.get_absolute_url()}")
    expect(page.locator("main")).to_contain_text("Enacted: No. 2 (4–0).")
    page.keyboard.press("r")
    expect(page.locator("#toast")).to_have_text("Nothing here can be resolved now.")
    assert list(Post.objects.order_by("pk").values_list("status", flat=True)) == [
        "enacted",
        "failed",
        "enacted",
    ]


@pytest.mark.parametrize("screen", [PHONE, {}], ids=["phone", "desk"])
def test_ten_matters_and_five_requests_are_done_in_ten_taps(five, tab, clock, screen):
    alice, bobby, carol, david, ellen = five
    for hour in range(10):
        how = "for" if hour % 3 else "against"
        post = propose(bobby, noon(1, minutes=hour), f"No. {hour}", category="cfj")
        vote(post, noon(1, hours=1), **{how: [alice, carol, david, ellen]})
    for number in range(3):
        write(person(f"Guest-{number}"), noon(1), "May I?", "Let me in.", asks="join")
    for player in (carol, david):
        write(player, noon(1), "Away", "Please idle me.", asks="idle")
    clock.move_to(noon(4))
    page = tab("Alice", "/", **screen).page
    taps = 0

    def tap(name: str, *, role: str = "link") -> None:
        nonlocal taps
        taps += 1
        page.get_by_role(role, name=name).first.click()

    if screen:
        taps += 1
        page.locator(".nav-more summary").click()
        page.locator(".nav-more .more-admin a[href='/dashboard/']").click()
        taps += 1
    else:
        tap("Dashboard")
    expect(page.locator("h1")).to_have_text("Dashboard")
    tap("Review all 15")
    expect(page.locator(".several-item")).to_have_count(15)
    tap("Carry out", role="button")
    expect(page.locator("#desk-done")).to_contain_text("15 done")
    assert taps <= 10
    expect(page.locator("#part-count-dashboard")).not_to_contain_text("15")
    assert not Post.objects.pending().exists()
    assert [Player.objects.filter(standing=one).count() for one in ("active", "idle", "guest")] == [6, 2, 0]
    tap("Undo all 15", role="button")
    expect(page.locator(".messages").first).to_contain_text("Undone:")
    assert Post.objects.pending().count() == 10
    assert [Player.objects.filter(standing=one).count() for one in ("active", "idle", "guest")] == [5, 0, 3]


def test_what_another_admin_does_comes_to_an_open_dashboard_by_itself(five, tab, clock):
    alice, bobby, carol, david, ellen = five
    make_admin(bobby)
    for title in ("Cats", "Dogs"):
        post = propose(carol, noon(1), title, category="cfj")
        vote(post, noon(1, hours=1), against=[alice, bobby, david, ellen])
    clock.move_to(noon(4))
    first, second = tab("Alice", "/dashboard/").page, tab("Bobby", "/dashboard/")
    desk, badge = first.locator("#part-desk"), first.locator("#part-count-dashboard")
    for each in ("Cats", "Dogs"):
        expect(desk).to_contain_text(each)
    expect(badge).to_contain_text("2")
    first.evaluate("window.stayed = true")
    second.page.locator("#part-desk").get_by_role("link", name="Fail").first.click()
    second.press("Fail it").says("Failed: Cats")
    version.forget()
    first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(badge).to_contain_text("1")
    expect(desk.locator("article").filter(has_text="Cats")).to_have_count(0)
    expect(desk).to_contain_text("Dogs")
    assert first.evaluate("window.stayed") is True  # the page was not loaded again
