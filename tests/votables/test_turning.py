"""A title from before titles were looked at, which turns the writing round, turns nothing round but itself: on no page
to which links lead, in no attribute, feed or answer to programs."""

import json
import re
from html import unescape

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from blognomic.i18n.stored_messages import StoredMessage
from players.models import Notice, NoticeSettings, Player
from players.notices.notice_kinds import How
from players.notices.sending import send_letters
from players.notices.telling import tell
from votables.models import Post

from .crawling import addresses
from .turning import Turned, turned_in_a_sentence
from .unwieldy_game import END, NOW, OLD, play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        ("<p>\u202eabc</p><p>then</p>", []),
        ("<p><bdi>\u202eabc</bdi> then</p>", []),
        ("<p>\u202eabc\u202c then</p>", []),
        ("<p><b>\u202eabc</b> then</p>", ["p: then"]),
        ("<p><span>\u202eabc</span> <img alt='x'><b>then</b></p>", ["p b: then"]),
        ("<p>אבץ has 3</p><p>אבץ</p><p>3</p>", []),
        ("<p>אבץ: 3 votes</p>", ["p: ץ: 3 in אבץ: 3 votes"]),
        ("<p><b>אבץ</b>, אב</p>", ["p: ץ, א in אבץ, אב"]),
        ("<p><a>אבץ</a>: 3 and \u2068אבץ\u2069: 3</p>", []),
        ("<p title='אבץ: 3'>x</p>", ["p title: אבץ: 3"]),
        ("<title>אבץ at home</title>", ["title: אבץ at home"]),
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
    "comment",
    "words",
}
FEEDS = ("posts", "rules", "gamestate", "dice", "chronicle")
PATHS = (
    "posts", "rules", "admin-log", "queue", "news", "chronicle", "players", "dynasties", "actions", "actions/takings",
    "dice/rolls", "gamestate", "gamestate/updates", "gamestate/variables", "sealed", "secrets",
    "revisions", "search?q=LEFT",
)  # fmt: skip


@pytest.fixture
def game():
    emperor, *others = play()
    addresses = [
        EmailAddress(user=one, email=f"{one.pk}@example.org", verified=True, primary=True) for one in others
    ]
    EmailAddress.objects.bulk_create(addresses)
    with time_machine.travel(NOW, tick=False):
        yield emperor


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_line_or_title_turns_anything_round_on_any_page(game, language):
    client, faults = Client(headers={"Accept-Language": language}), {}
    client.force_login(game)
    paths = ("/search/?q=LEFT", "/since/?since=2026-03-01", "/archive/")
    pages = addresses(client, *paths, of_each=8)
    for address, page in pages.items():
        assert f'<html lang="{language}' in page
        if turned := Turned(page).faults:
            faults[address] = turned[:3]
    assert faults == {}
    assert len(pages) > 150
    assert sum(OLD[0][:1] in page for page in pages.values()) > 40
    assert sum(END in page for page in pages.values()) > 100


@pytest.mark.sweep
def test_no_line_or_title_turns_anything_round_in_a_feed_or_an_answer_to_programs(game):
    client, faults = Client(), {}
    client.force_login(game)
    for feed in FEEDS:
        page = client.get(reverse(f"feeds:{feed}")).content.decode()
        titles = [unescape(title) for title in re.findall(r"<(?:title|name)[^>]*>([^<]*)<", page)]
        faults |= {f"{feed} {title}": turned for title in titles if (turned := turned_in_a_sentence(title))}
        assert len(titles) > 1, feed
    for path in PATHS:
        answer = client.get(f"/api/v1/{path}")
        assert answer.status_code == 200, path
        texts = strings(json.loads(answer.content))
        faults |= {f"{path} {text[:60]}": turned for text in texts if (turned := turned_in_a_sentence(text))}
    assert faults == {}


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_line_or_title_turns_anything_round_in_a_letter(game, language, mailoutbox):
    matter = Post.objects.filter(status="pending", title__endswith=END).first()
    readers = Player.objects.exclude(pk=game.pk)
    NoticeSettings.objects.bulk_create(NoticeSettings(player=one, language=language) for one in readers)
    Notice.objects.update(letter="", due_at=None)
    words = StoredMessage("{name} mentioned you in “{title}”", name=matter.author.name, title=matter.title)
    for kind in ("mention", "vote"):
        tell(readers, kind=kind, key=kind, at=NOW, sentence=words, link=matter.get_absolute_url())
    Notice.objects.filter(key="vote").update(letter=How.DAILY, due_at=NOW)
    Notice.objects.filter(key="mention").update(letter=How.EACH, due_at=NOW)
    assert send_letters(clock=lambda: NOW) > 4
    faults = []
    for letter in mailoutbox:
        ((html, _),) = letter.alternatives
        faults += [letter.subject] * bool(turned_in_a_sentence(letter.subject))
        faults += [line for line in letter.body.splitlines() if turned_in_a_sentence(line)]
        faults += Turned(html).faults
    assert faults == []
    assert {END in letter.subject for letter in mailoutbox} == {True}
