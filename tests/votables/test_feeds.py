"""Feeds: what they tell, to whom, and how they answer a reader who has them already."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from gamestate.services.updating import update
from players.atom import plain, readable
from players.models import Player
from ruleset.law import additions, document
from ruleset.models import Rule, RuleVersion
from ruleset.services import enact_law, revise
from ruleset.text.tree import Node, Tree
from tests.gamestate.tracker import define, put, track
from tests.leaves import GIVEN
from votables.models import Comment, Post
from votables.services import posting, resolving

from .table import bare_game, noon, propose, say, seat, vote, write

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
NOW = noon(5)


@pytest.fixture
def table() -> list[Player]:
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def get(path: str, **headers: str):
    with time_machine.travel(NOW, tick=False):
        return Client().get(path, headers=headers)


def entries(path: str) -> list[ET.Element]:
    response = get(path)
    assert (response.status_code, response["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ET.fromstring(response.content).findall(f"{ATOM}entry")


def text(entry: ET.Element, name: str) -> str:
    element = entry.find(f"{ATOM}{name}")
    return (element.text or "") if element is not None else ""


def titles(path: str) -> list[str]:
    return [text(entry, "title") for entry in entries(path)]


def test_posts_come_newest_first_and_by_category(table):
    _, bobby, carol, *_ = table
    propose(bobby, noon(1), "Cats")
    write(carol, noon(2), "Talk")
    assert titles("/feeds/posts/") == ["Talk", "Cats"]
    assert titles("/feeds/categories/proposals/") == ["Cats"]
    assert titles("/feeds/categories/uncategorised/") == ["Talk"]
    assert titles("/feeds/categories/story-posts/") == []
    assert get("/feeds/categories/kittens/").status_code == 404


def test_entry_has_an_id_that_stays_its_author_instants_and_an_absolute_link(table):
    bobby = table[1]
    post = write(bobby, noon(1), body="Some *words*.")
    posting.edit(post=post, seen=1, by=bobby, at=noon(1, minutes=5), title="Hello", body="Other words.")
    [entry] = entries("/feeds/posts/")
    assert text(entry, "id") == f"tag:127.0.0.1,2026:post/{post.pk}"
    assert entry.find(f"{ATOM}link").get("href") == f"http://testserver/posts/{post.pk}/"
    assert text(entry.find(f"{ATOM}author"), "name") == "Bobby"
    assert (text(entry, "published"), text(entry, "updated")) == (
        "2026-03-03T12:00:00+00:00",
        "2026-03-03T12:05:00+00:00",
    )
    assert text(entry, "summary") == "<p>Other words.</p>"


def test_resolution_updates_an_entry_and_keeps_its_id(table):
    alice, bobby, *others = table
    post = propose(bobby, noon(1))
    before = text(entries("/feeds/posts/")[0], "id")
    vote(post, noon(1), **{"for": others})
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    [entry] = entries("/feeds/posts/")
    assert (text(entry, "id"), text(entry, "updated")) == (before, "2026-03-04T12:00:00+00:00")
    assert text(entry, "summary").startswith("<p><em>Enacted, 4–0</em></p>")


def test_removed_posts_and_drafts_are_in_no_feed(table):
    bobby = table[1]
    post = write(bobby, noon(1), "Gone")
    posting.remove(post=post, by=bobby, at=noon(1, minutes=1))
    posting.save_draft(by=bobby, at=noon(1), title="Half")
    assert titles("/feeds/posts/") == []
    assert get(f"/feeds/posts/{post.pk}/comments/").status_code == 410


def test_comments_of_one_post_with_votes_in_words(table):
    post, other = propose(table[1], noon(1)), write(table[1], noon(1))
    vote(post, noon(1), against=table[2])
    say(other, table[2], noon(1), "Elsewhere.")
    [entry] = entries(f"/feeds/posts/{post.pk}/comments/")
    assert (text(entry, "title"), text(entry, "summary")) == ("Carol on “Cats”", "<p>[AGAINST]</p>")
    assert (
        entry.find(f"{ATOM}link").get("href") == f"http://testserver{post.comments.get().get_absolute_url()}"
    )


def test_revisions_of_the_rules(table):
    tree = Tree((Node("new-1", "Cats", "Purr."),))
    made = revise(tree=tree, seen=None, kind="import", at=noon(1), by=table[0], why="<b>Because</b>")
    [entry] = entries("/feeds/rules/")
    assert text(entry, "title") == "“Cats” added: <b>Because</b>"
    assert text(entry, "summary") == (
        "<p>&lt;b&gt;Because&lt;/b&gt;</p><h3>Cats (added)</h3><p><ins>Purr.</ins></p>"
    )
    lions = Tree((replace(tree.sections[0], key=str(Rule.objects.get().pk), title="Lions", text="Roar."),))
    dogs = Node("new-2", "Dogs", "Bark.\n\nRun.")
    revise(
        tree=Tree((*lions.sections, dogs)), seen=made.pk, kind="upkeep", at=noon(2), by=table[1], why="More"
    )
    entry, _ = entries("/feeds/rules/")
    assert text(entry, "title") == "“Lions” and 1 more amended: More"
    assert "<h3>Lions (amended)</h3><p><del>Purr.</del><ins>Roar.</ins></p>" in text(entry, "summary")
    assert "<h3>Dogs (added)</h3><p><ins>Bark.<br><br>Run.</ins></p>" in text(entry, "summary")
    assert text(entry.find(f"{ATOM}author"), "name") == "Bobby"


def test_updates_of_the_gamestate_say_what_changed_and_not_what_is_hidden(table):
    alice = table[0]
    hidden = define("plan", "text", scope="game", audience="emperor")
    track(define("gold", scope="game"), hidden, by=alice, at=noon(1))
    update(
        leave=GIVEN,
        by=alice,
        at=noon(2),
        steps=[put("gold", "7"), put("plan", "Ambush")],
        comment="See @Bobby",
    )
    feed = entries("/feeds/gamestate/")
    assert [text(entry, "title") for entry in feed] == [
        "Alice: Gold: 0 → 7",
        "Alice: variable, Gold: tracked from now on and 2 more",
    ]
    assert "Gold: 0 → 7" in text(feed[0], "summary")
    assert "1 hidden" in text(feed[0], "summary")
    assert b"Ambush" not in get("/feeds/gamestate/").content


def test_entry_of_an_enacted_matter_has_the_words_that_changed(table):
    alice, bobby, *others = table
    tree = Tree((Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "They purr."),)),))
    revise(tree=tree, seen=None, kind="import", at=noon(1), by=alice, why="Come")
    rule = str(RuleVersion.objects.get(title="Cats").rule_id)
    edit = {"op": "edit", "rule": rule, "base": "They purr.", "text": "They bark."}
    post = propose(bobby, noon(1), changes=[edit])
    assert "They bark" not in text(entries("/feeds/posts/")[0], "summary").partition("<h3>")[2]
    vote(post, noon(1), **{"for": others})
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    [entry] = entries("/feeds/posts/")
    assert "<h3>Cats (amended)</h3><p>They <del>purr</del><ins>bark</ins>.</p>" in text(entry, "summary")
    assert titles("/feeds/rules/")[0] == "“Cats” amended by “Cats”"


def links(path: str) -> dict[str, str]:
    root = ET.fromstring(get(path).content)
    return {one.get("rel"): one.get("href") for one in root.findall(f"{ATOM}link") if one.get("rel") in PAGES}


PAGES = ("first", "previous", "next")


def test_all_comments_are_one_feed_in_pages_that_lead_to_each_other(table):
    post, gone = write(table[1], noon(1)), write(table[1], noon(1))
    for number in range(81):
        Comment.objects.create(
            post=post, author=table[2], at=noon(1), text=f"{number}", html=f"<p>{number}</p>"
        )
    Comment.objects.create(post=gone, author=table[2], at=noon(1), text="x", html="<p>x</p>")
    Post.objects.filter(pk=gone.pk).update(removed_at=noon(2))
    shown = []
    for page, others in (
        ("", {"first": "", "next": "?page=2"}),
        ("?page=2", {"first": "", "previous": "", "next": "?page=3"}),
        ("?page=3", {"first": "", "previous": "?page=2"}),
    ):
        here = "/feeds/comments/"
        assert links(f"{here}{page}") == {rel: f"http://testserver{here}{to}" for rel, to in others.items()}
        shown += [text(entry, "summary") for entry in entries(f"{here}{page}")]
    assert shown == [f"<p>{number}</p>" for number in reversed(range(81))]
    assert (links(f"/feeds/posts/{post.pk}/comments/")["next"], links("/feeds/dice/")) == (
        f"http://testserver/feeds/posts/{post.pk}/comments/?page=2",
        {},
    )
    for wrong in ("4", "0", "-1", "x", "9" * 30, "²"):
        assert get(f"/feeds/comments/?page={wrong}").status_code == 404


def test_rolls_of_dice(table):
    say(write(table[1], noon(1)), table[1], noon(1), "DICE1")
    assert titles("/feeds/dice/") == ["Bobby rolled DICE1: 1"]


def test_feeds_answer_conditional_requests(table):
    write(table[1], noon(1))
    first = get("/feeds/posts/")
    assert first["Last-Modified"] == "Tue, 03 Mar 2026 12:00:00 GMT"
    again = get("/feeds/posts/", if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert get("/feeds/posts/", if_modified_since=first["Last-Modified"]).status_code == 304
    write(table[1], noon(2), "Another")
    assert get("/feeds/posts/", if_none_match=first["ETag"]).status_code == 200


def test_a_feed_holds_the_latest_forty(table):
    for number in range(45):
        write(table[1], noon(1, minutes=number), f"Post {number}")
    assert titles("/feeds/posts/") == [f"Post {number}" for number in range(44, 4, -1)]


def test_character_that_no_xml_may_hold_is_left_out(table):
    post = write(table[1], noon(1))
    Post.objects.filter(pk=post.pk).update(title="A\x0bB", body_html="C\x1bD")
    [entry] = entries("/feeds/posts/")
    assert (text(entry, "title"), text(entry, "summary")) == ("AB", "CD")


def test_feed_of_an_empty_site_is_empty():
    assert [titles(f"/feeds/{name}/") for name in ("posts", "ascensions", "rules", "gamestate", "dice")] == [
        []
    ] * 5


def test_an_empty_feed_is_as_old_as_the_game_however_late_it_is_asked():
    def reply(day: int, **headers: str) -> tuple[int, str, str]:
        with time_machine.travel(noon(day), tick=False):
            page = Client().get("/feeds/ascensions/", headers=headers)
        updated = text(ET.fromstring(page.content), "updated") if page.content else ""
        return page.status_code, page.headers["Last-Modified"], updated

    assert reply(1) == reply(3) == (200, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00+00:00")
    bare_game(at=noon(2))
    assert reply(3) == reply(5) == (200, "Wed, 04 Mar 2026 12:00:00 GMT", "2026-03-04T12:00:00+00:00")
    assert reply(5, if_modified_since="Wed, 04 Mar 2026 12:00:00 GMT")[0] == 304


def test_page_lists_all_feeds_and_each_is_there(table):
    page = get("/feeds/")
    links = [line.partition('"')[0] for line in page.content.decode().split('<dd><a href="')[1:]]
    assert len(links) == 13
    assert {get(url).status_code for url in links} == {200}


def test_matters_that_the_law_in_force_defines_have_a_feed_before_the_first_is_posted():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", law="ruleset-86")
    assert get("/feeds/categories/prototype/").status_code == 404
    with transaction.atomic():
        more = document("ruleset-86") + additions("ruleset-86")
        enact_law(document=more, special_cases={}, at=noon(1), by=alice, why="Test")
    assert titles("/feeds/categories/prototype/") == []
    page = get("/feeds/").content.decode()
    assert "<dt>Prototype</dt>" in page and "http://testserver/feeds/categories/prototype/" in page
    write(bobby, noon(2), "PROTOTYPE: Windmill", category="prototype")
    assert titles("/feeds/categories/prototype/") == ["PROTOTYPE: Windmill"]
    feed = ET.fromstring(get("/feeds/categories/prototype/").content)
    assert text(feed, "title") == "BlogNomic: Prototype"


def test_pages_lead_readers_to_their_feeds(table):
    post = write(table[1], noon(1))
    leads = {
        post.get_absolute_url(): f"/feeds/posts/{post.pk}/comments/",
        "/rules/history/": "/feeds/rules/",
        "/gamestate/log/": "/feeds/gamestate/",
        "/gamestate/dice/log/": "/feeds/dice/",
        "/": "/feeds/posts/",
    }
    for shown, path in leads.items():
        page = get(shown).content.decode()
        assert f'<link rel="alternate" type="application/atom+xml" href="{path}"' in page


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="/x/">x</a>', '<a href="https://s.test/x/">x</a>'),
        ('<a href="//y.test/">y</a>', '<a href="//y.test/">y</a>'),
        ('<a href="https://y.test/">y</a>', '<a href="https://y.test/">y</a>'),
        ('<svg class="icon" role="img" aria-label="FOR"><use href="/i.svg#for"></use></svg>!', "[FOR]!"),
        ('<svg class="icon"><use href="/i.svg#x"></use></svg>!', "!"),
    ],
)
def test_stored_html_is_made_readable_elsewhere(html, expected):
    assert readable(html, base="https://s.test") == expected


def test_plain_text_keeps_what_xml_may_hold():
    assert plain("a\tb\nc\x00\x08é😀") == "a\tb\nc" + "é😀"
