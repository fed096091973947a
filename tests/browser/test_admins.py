"""The admins' morning, in a real browser."""

import pytest

from tests.votables.table import noon, propose, vote
from votables.models import Post

from .hand import expect
from .test_stories import clock, five, tab  # noqa: F401 (fixtures)

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]


def test_the_mornings_queue_is_resolved_in_order_with_two_keys(five, tab, clock):  # noqa: F811
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
