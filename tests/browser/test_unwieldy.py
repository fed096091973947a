"""The demo's hostile sister in a browser: whatever people write, no page scrolls sideways, wide or narrow, what scrolls
within its own frame can be scrolled by keyboard, and marks upon marks stay off the lines around them."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from players.models import Player
from scripts.screenshots import TOO_WIDE
from tests.votables.crawling import addresses
from tests.votables.unwieldy_game import MARKS, NOW, play
from votables.models import Post

from .hand import Hand
from .looking import NARROW, WIDE, Look, named
from .serving import HOST
from .windows import looking

pytestmark = [pytest.mark.django_db, pytest.mark.every_page]

# What scrolls sideways within the page, and takes no focus for the keys that scroll it.
UNREACHED = """
() => [...document.querySelectorAll("main *")].filter((one) => {
  if (!/auto|scroll/.test(getComputedStyle(one).overflowX) || one.scrollWidth <= one.clientWidth + 1) return false;
  if (!one.checkVisibility() || one.querySelector("a[href], button, input, select, textarea, summary")) return false;
  one.focus({preventScroll: true});
  return document.activeElement !== one;
}).slice(0, 3).map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 40)}`)
"""
# Only this is painted: what its ink covers is seen where other things would stand.
ALONE = """
(where) => {
  for (const one of document.querySelectorAll("body *")) one.style.visibility = "hidden";
  for (const one of document.querySelectorAll(`${where}, ${where} *`)) one.style.visibility = "visible";
}
"""


# The shadow stands for the ink of marks: few fonts stack them, and those that do paint so far.
INK = """
(title, overflow) => { title.style.overflow = overflow; title.style.textShadow = "0 2.5rem currentColor"; }
"""


@dataclass
class Sister:
    """Windows of people, by their places among the players, and the pages to which links lead each of them."""

    looks: dict[str, Look]
    pages: dict[str, list[str]]


@pytest.fixture(scope="module")
def sister(chrome: Hand, address: str, django_db_setup, django_db_blocker, request) -> Iterator[Sister]:
    """The game, played once for all tests here."""
    with django_db_blocker.unblock(), transaction.atomic(), time_machine.travel(NOW, tick=False):
        emperor, *_, newest = play()
        people: dict[str, Player | None] = {"emperor": emperor, "player": newest, "stranger": None}
        pages = {}
        for name, player in people.items():
            client = Client()
            if player is not None:
                client.force_login(player)
            pages[name] = list(addresses(client, *begun(name), of_each=2 if name == "emperor" else 1))
        shown = looking(chrome, address, people, request.config.getoption("--pictures"))
        yield Sister(shown.__enter__(), pages)
        shown.__exit__(None, None, None)
        transaction.set_rollback(True)


def begun(name: str) -> list[str]:
    """Pages that are asked for with more than a link says."""
    paths = ["/since/?since=2026-03-01", "/search/?q=Donau", "/search/?what=rules&q=Deeper"]
    return paths if name == "stranger" else [*paths, "/posts/new/"]


@pytest.fixture
def pages(sister: Sister, at_play: None, settings) -> Iterator[Sister]:
    settings.ALLOWED_HOSTS = [HOST]
    with time_machine.travel(NOW, tick=False):
        yield sister


@pytest.mark.parametrize("who", ["emperor", "player", "stranger"])
def test_no_page_scrolls_sideways_and_what_scrolls_within_one_is_reached_by_keyboard(pages, who):
    look, faults = pages.looks[who], []
    for path in pages.pages[who]:
        look.heard.told.clear()
        look.page.goto(path, wait_until="domcontentloaded")
        look.unfold()
        for size in (WIDE, NARROW):
            look.page.set_viewport_size(size)
            if too_wide := look.page.evaluate(TOO_WIDE):
                faults.append(f"{path} at {size['width']} px scrolls sideways because of {too_wide}")
            faults += [
                f"{path} at {size['width']} px, out of reach: {each}"
                for each in look.page.evaluate(UNREACHED)
            ]
            look.picture(named("unwieldy", who, path), f"{size['width']}")
        look.page.set_viewport_size(WIDE)
        faults += [f"{path}: {message}" for message in look.heard.told]
    assert faults == []
    assert len(pages.pages[who]) > {"emperor": 130, "player": 70, "stranger": 50}[who]


def test_marks_upon_marks_stay_off_the_line_of_the_author(pages):
    page = pages.looks["stranger"].page
    post = Post.objects.filter(title__contains=MARKS).order_by("pk").first()
    page.goto(post.get_absolute_url())
    box = page.locator(".byline").first.bounding_box()
    line = {**box, "y": box["y"] + 2, "height": box["height"] - 2}
    pictures = []
    for where, overflow in (("#nothing", ""), (".post-title", ""), (".post-title", "visible")):
        page.evaluate(ALONE, where)
        page.locator(".post-title").evaluate(INK, overflow)
        pictures.append(page.screenshot(clip=line))
    blank, kept, free = pictures
    assert (kept == blank, free == blank) == (True, False)
