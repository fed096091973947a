"""What the site tells programs of itself: what its pages are about, its map, its signs."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from blognomic import well_known
from players.models import Player
from ruleset.services import replace_ruleset
from ruleset.text.markdown import read
from tests.votables.table import noon, person, propose, say, seat, write
from votables.models import Post
from votables.services import posting, resolving

pytestmark = pytest.mark.django_db
SITE = "https://blog.example"


@pytest.fixture
def alice(settings) -> Player:
    settings.SITE_URL = SITE
    alice = seat("Alice", "Bobby", "Carol", "David", "Ellen")[0]
    replace_ruleset(
        tree=read("# Dynastic Rules\n\n## Cats\n\nMeow **all** day."),
        kind="import",
        at=noon(1),
        by=None,
        why="",
    )
    return alice


def head(path: str) -> dict[str, str]:
    with travel(noon(9), tick=False):
        page = Client().get(path).content.decode()
    top = page[: page.index("</head>")]
    properties = re.findall(
        r'<meta (?:property|name)="(og:[\w:]+|description|twitter:card)" content="([^"]*)"', top
    )
    return {**dict(properties), "canonical": "".join(re.findall(r'rel="canonical" href="([^"]*)"', top))}


def test_a_post_tells_what_it_is_about_with_the_words_of_its_author_escaped(alice):
    post = write(
        alice, noon(2), title='A "title" <b>', body='One & two "three" <script>alert(1)</script>\n\n> four'
    )
    address = f"{SITE}/posts/{post.pk}/"

    tags = head(f"/posts/{post.pk}/?before=3")
    picture = tags.pop("og:image")
    assert tags == {
        "canonical": address,
        "description": "One &amp; two &quot;three&quot; &lt;script&gt;alert(1)&lt;/script&gt; four",
        "og:description": "One &amp; two &quot;three&quot; &lt;script&gt;alert(1)&lt;/script&gt; four",
        "og:title": "A &quot;title&quot; &lt;b&gt;",
        "og:type": "article",
        "og:url": address,
        "og:site_name": "BlogNomic",
        "og:image:alt": "BlogNomic: a game of changing its rules",
        "twitter:card": "summary",
    }
    assert picture.startswith(f"{SITE}/static/preview")


def test_rules_dynasties_and_people_tell_what_they_are(alice):
    rule = re.findall(r'"(/rules/\d+/)" title', Client().get("/rules/").content.decode())[1]

    heads = {path: head(path) for path in (rule, "/players/dynasties/1/", f"/players/{alice.pk}/")}
    assert [(one["og:title"], one["description"], one["canonical"]) for one in heads.values()] == [
        ("Cats", "Meow all day.", f"{SITE}{rule}"),
        ("The First Dynasty of Alice", "Tests", f"{SITE}/players/dynasties/1/"),
        ("Alice", "Player", f"{SITE}/players/{alice.pk}/"),
    ]


def places(path: str) -> list[str]:
    answer = Client().get(path)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/xml")
    return [one.text for one in ElementTree.fromstring(answer.content).iter() if one.tag.endswith("}loc")]


def test_the_map_names_all_that_everybody_may_read_and_nothing_else(alice):
    guest = person("Gus")
    post, gone = write(alice, noon(2)), write(alice, noon(3))
    posting.remove(post=gone, by=alice, at=noon(3))

    assert places("/sitemap.xml") == [
        f"http://testserver/sitemap-{name}.xml" for name in well_known._maps(noon(4))
    ]
    addresses = [
        each for one in places("/sitemap.xml") for each in places(one.removeprefix("http://testserver"))
    ]
    assert (
        f"http://testserver/posts/{post.pk}/" in addresses
        and "http://testserver/players/dynasties/1/" in addresses
    )
    assert not [one for one in addresses if one.endswith((f"/posts/{gone.pk}/", f"/players/{guest.pk}/"))]
    assert [Client().get(one.removeprefix("http://testserver")).status_code for one in addresses] == [
        200
    ] * len(addresses)


def test_the_map_of_many_posts_has_pages_of_a_bounded_size(alice, monkeypatch):
    monkeypatch.setattr(well_known.Map, "limit", 10)
    Post.objects.bulk_create(Post(author=alice, posted_at=noon(2), title=f"Post {n}") for n in range(25))

    assert [one for one in places("/sitemap.xml") if "posts" in one] == [
        f"http://testserver/sitemap-posts.xml{page}" for page in ("", "?p=2", "?p=3")
    ]
    with CaptureQueriesContext(connection) as queries:
        assert len(places("/sitemap-posts.xml?p=3")) == 5
    assert len(queries) <= 4
    assert Client().get("/sitemap-posts.xml?p=4").status_code == 404


def test_a_post_changed_last_when_it_was_resolved_or_edited(alice):
    post = propose(alice, noon(2))
    resolving.resolve_against_verdict(post=post, to="failed", by=alice, at=noon(5), reason="A test needs it.")

    assert [well_known.Posts().lastmod(one) for one in well_known.Posts().items()] == [noon(5)]


def test_robots_are_told_what_to_leave_alone(alice):
    page = Client().get("/robots.txt").content.decode()

    assert page.startswith("User-agent: *\nDisallow: /accounts/\n")
    assert page.endswith(f"\n\nSitemap: {SITE}/sitemap.xml\n")


def test_the_signs_of_the_site_are_files_that_there_are(alice):
    page = Client().get("/").content.decode()
    data = json.loads(Client().get("/manifest.webmanifest").content)
    links = re.findall(r'<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"', page)
    links += [one["src"] for one in data["icons"]] + [Client().get("/favicon.ico")["Location"]]

    assert len(links) == 6
    assert [one for one in links if not finders.find(one.removeprefix("/static/"))] == []
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert "manifest-src 'self'" in Client().get("/").headers["Content-Security-Policy"]


def test_worker_stands_at_the_root_and_keeps_a_page_for_when_there_is_no_connection(alice):
    worker = Client().get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "no-cache" in worker["Cache-Control"]
    assert 'const OFFLINE = "/offline/"' in worker.content.decode()
    page = Client().get("/offline/").content.decode()
    assert ("No connection" in page, "data-read" in page) == (True, True)


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/rules/cats/", ["Cats"]),
        ("/posts/whistle-stops.html", ["Whistle Stops"]),
        ("/players/bob", ["Bobby"]),
        ("/posts/999999/", ["Archive"]),
        ("/zzzz/", []),
        ("/%00/%3Cscript%3E/", []),
    ],
)
def test_an_address_that_there_is_not_leads_to_what_is_called_nearly_so(alice, path, near):
    write(alice, noon(2), title="Whistle Stops")

    with travel(noon(9), tick=False):
        answer = Client().get(path)
    page = answer.content.decode()
    assert answer.status_code == 404
    named = re.search(r'<ul class="named">.*?</ul>', page, re.S)
    nearest = (
        re.findall(r'<a class="isolated" href="[^"]*">(?:[\d.]+ )?([^<]*)</a>', named.group())
        if named
        else []
    )
    assert nearest[: len(near) or None] == near
    assert '<form class="find" method="get" action="/search/"' in page


def test_comments_and_edits_do_not_change_where_a_post_is(alice):
    post = propose(alice, noon(2))
    say(post, alice, noon(2, hours=1))

    assert head(post.get_absolute_url())["canonical"] == f"{SITE}{post.get_absolute_url()}"
