"""A title from before titles were looked at, which turns the writing round, turns nothing round but itself: on no page
to which links lead, in no attribute, feed or answer to programs."""

import json
import re
from html import unescape

import pytest
import time_machine
from django.test import Client

from blognomic.text.lines import closed

from .crawling import addresses
from .turning import Turned
from .unwieldy_game import NOW, OLD, play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        ("<p>\u202eabc</p><p>then</p>", []),
        ("<p><bdi>\u202eabc</bdi> then</p>", []),
        ("<p>\u202eabc\u202c then</p>", []),
        ("<p><b>\u202eabc</b> then</p>", ["p: then"]),
        ("<p><span>\u202eabc</span> <img alt='x'><b>then</b></p>", ["p b: then"]),
        ("<img alt='\u2067x'><input value='\u2067x'>", ["img alt: \u2067x"]),
    ],
)
def test_what_is_turned_round_is_found(page, faults):
    assert Turned(page).faults == faults


def strings(value: object) -> list[str]:
    """All texts in what was JSON."""
    if isinstance(value, dict):
        return [text for name, each in value.items() if name not in RAW for text in strings(each)]
    if isinstance(value, list):
        return [text for each in value for text in strings(each)]
    return [value] if isinstance(value, str) else []


RAW = {
    "body",
    "text",
    "html",
    "body_html",
    "commentary",
    "commentary_html",
    "description",
    "markdown",
    "content",
}


@pytest.mark.sweep
def test_an_old_title_turns_nothing_round_on_any_page_or_feed():
    emperor, *_ = play()
    client, faults = Client(), {}
    client.force_login(emperor)
    with time_machine.travel(NOW, tick=False):
        asked = ("/search/?q=LEFT", "/since/?since=2026-03-01", "/archive/")
        pages = addresses(client, *asked, of_each=8)
        for address, page in pages.items():
            if found := Turned(page).faults:
                faults[address] = found[:3]
        for feed in ("/feeds/posts/", "/feeds/rules/"):
            told = client.get(feed).content.decode()
            titles = [unescape(title) for title in re.findall(r"<(?:title|name)[^>]*>([^<]*)<", told)]
            faults |= {f"{feed} {title}": title for title in titles if closed(title) != title}
            assert len(titles) > 3
        for path in ("/api/v1/posts", "/api/v1/rules"):
            answer = client.get(path)
            assert answer.status_code == 200
            texts = strings(json.loads(answer.content))
            faults |= {f"{path} {text[:60]}": text for text in texts if closed(text) != text}
    assert faults == {}
    shown = sum(OLD[0][:1] in page for page in pages.values())
    assert (len(pages) > 150, shown > 40) == (True, True)
