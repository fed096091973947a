"""All that people type who mean harm, on the pages that show it, in a real browser: nothing runs.

The browser heeds the site's Content-Security-Policy once, and once does without it: each of the two alone must hold.
"""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
import time_machine
from django.core.paginator import Paginator
from django.test import Client

from players.models import Player
from tests.blognomic.witness import SITE, Seen, Witness, witness
from votables.models import Comment
from votables.views.blog import A_FEW_MORE, A_PART

from .hostile_game import KEPT, NOW, play
from .table import seat

pytestmark = pytest.mark.django_db

# What would be seen of texts that came through as they were typed.
RAW = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(2)>", "<svg onload=alert(3)></svg>",
    "<iframe srcdoc=x></iframe>", "<img src=https://evil.example/x.png>", "<p onmouseover=alert(4)>x</p>",
    "<a href=javascript:alert(5)>x</a>",
    "<p style=color:red>x</p>", "<form id=x name=getElementById></form>",
]  # fmt: skip


# Words between them end what a text has begun, so that each is read by itself; few and short enough for one post.
TYPED = "\n\nthen\n\n".join(
    text
    for text in KEPT[::2]
    if len(text) < 90 and not any(sign in text for sign in ("```", "~~~", "<!", "<?"))
)
PREVIEW = """
(async () => {
  const field = document.querySelector("form[data-preview] [data-markdown]");
  field.value = %s;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  for (let turn = 0; turn < 100; turn++) {
    if (!document.querySelector("[data-preview-output]").hidden) return;
    await new Promise((done) => setTimeout(done, 50));
  }
})()
"""


@pytest.fixture
def browser() -> Iterator[Witness]:
    with time_machine.travel(NOW, tick=False), witness(Client()) as witnessed:
        yield witnessed


def test_the_browser_sees_what_hostile_texts_would_do(browser):
    headers = {"Content-Type": "text/html", "Content-Security-Policy": "script-src 'self'; style-src 'self'"}
    page = "<!doctype html><title>x</title><main>" + "\n".join(RAW)
    browser.answers["/raw/"] = (200, headers, page.encode())
    free, kept = (browser.visit("/raw/", bypassing=bypassing) for bypassing in (True, False))
    assert set(free.ran) == {f"alert({number})" for number in range(1, 5)}
    assert (kept.ran, free.refused, len(kept.refused) >= 5) == ([], [], True)
    for seen in (free, kept):
        assert set(seen.asked) == {f"{SITE}/raw/x", "https://evil.example/x.png"}
        assert seen.frames == 2
        assert set(seen.holds) == {
            "script", "img onerror", "svg onload", "iframe", "iframe srcdoc", "p onmouseover", "p style",
            "javascript:alert(5)", "document.getElementById",
        }  # fmt: skip


@pytest.mark.sweep
def test_no_hostile_text_does_anything_on_any_page(browser):
    pages = play()
    browser.client.force_login(Player.objects.get(name="Alice"))
    searches = [f"/search/?what=past&q={text}" for text in ("%22onfocus=alert(1)", "%3Csvg%20onload%3D")]
    threads = Paginator(Comment.objects.order_by("pk"), A_PART, orphans=A_FEW_MORE)
    parts = [f"{pages['comments']}?page={number}" for number in threads.page_range]
    trouble = {}
    for address in [*pages.values(), *parts, *searches]:
        for bypassing in (True, False):
            seen = browser.visit(address, bypassing=bypassing)
            if (browser.status(), seen) != (200, Seen()):
                trouble[address, bypassing] = (browser.status(), seen)
    assert trouble == {}
    assert len(KEPT) > 900
    comments = "".join(browser.answers[part][2].decode() for part in parts)
    rules = browser.answers[pages["rules"]][2].decode()
    assert comments.count("alert(1)") > 300 and rules.count("alert(1)") > 75
    assert all(comment.html in comments for comment in Comment.objects.all())
    # No browser takes a file of values for a page.
    for name in (
        "log.csv",
        "log.json",
        "players.csv",
        "players.json",
        "tables/words.csv",
        "tables/words.json",
    ):
        file = browser.client.get(f"/gamestate/{name}")
        assert file["Content-Type"] in ("text/csv; charset=utf-8", "application/json")
        assert file["X-Content-Type-Options"] == "nosniff"


@pytest.mark.sweep
def test_a_preview_that_a_script_puts_into_the_page_does_nothing(browser):
    seat("Alice")
    browser.client.force_login(Player.objects.get(name="Alice"))
    for bypassing in (True, False):
        assert browser.visit("/posts/new/", bypassing=bypassing) == Seen()
        browser.call("Runtime.evaluate", expression=PREVIEW % json.dumps(TYPED), awaitPromise=True)
        preview = browser.run("document.querySelector('[data-preview-output]').innerText")
        assert preview.count("then") > 300 and preview.count("alert(1)") > 100
        seen = browser.examine("/posts/new/")
        assert set(seen.asked) - {f"{SITE}/drafts/save/"} == {f"{SITE}/preview/"}
        assert replace(seen, asked=[]) == Seen()
        # or the browser would ask whether to leave the page
        browser.run("delete document.querySelector('form[data-guard]').dataset.dirty")
