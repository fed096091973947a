"""A post that its author removed is gone, with all that belongs to it, at every address that takes its number."""

import json
import re

import pytest
import time_machine
from django.urls import URLPattern, URLResolver, get_resolver

from blognomic.api.site import api
from blognomic.transfer.game_file.exporting import export_game
from players.models import Player
from tests.gamestate.browsers import browser, whole
from votables.models import Post, PostVersion
from votables.services import posting

from .table import noon, propose, seat, write

pytestmark = pytest.mark.django_db
WORDS = ("Zeppelin", "Quicksilver", "Marmalade", "Obsidian")
OTHERS = (
    "/",
    "/archive/",
    "/feeds/posts/",
    "/search/?q=Obsidian",
    "/chronicle/",
    "/jump.json",
    "/api/v1/posts",
)


@pytest.fixture
def gone() -> tuple[Post, list[Player]]:
    """A proposal whose every word is told by no other page: edited, talked about by a guest, and removed."""
    players = seat("Alice", "Bobby", "Carol", law="ruleset-86")
    bobby = players[1]
    post = propose(bobby, noon(1), "Zeppelin", body="Quicksilver for all.")
    posting.edit(
        post=post, by=bobby, at=noon(1), title="Marmalade", body="Obsidian for all.", commentary="",
        amends=["dynastic"], changes_nothing=False, seen=1,
    )  # fmt: skip
    posting.remove(post=Post.objects.get(pk=post.pk), by=bobby, at=noon(1))
    return Post.objects.get(pk=post.pk), players


def addresses_of_posts() -> list[str]:
    """Every address of the site below the number of a post, with “{pk}” where that stands."""
    routes: set[str] = set()

    def walk(patterns, before: str) -> None:
        for one in patterns:
            route = before + str(one.pattern)
            if isinstance(one, URLResolver):
                walk(one.url_patterns, route)
            elif isinstance(one, URLPattern):
                routes.add(route)

    walk(get_resolver().url_patterns, "/")
    plain = (
        re.sub(r"\(\?P<to>(\w+)[^)]*\)", r"\1", each.replace("^", "").replace("$", "")) for each in routes
    )
    plain = (re.sub(r"\(\?P<pk>[^)]*\)|<int:pk>", "{pk}", each) for each in plain)
    return sorted(
        {
            re.sub(r"<\w+:post>|<post>|\{post\}", "{pk}", each)
            for each in plain
            if "posts/" in each and ("{pk}" in each or "post>" in each)
        }
    )


@pytest.mark.sweep
def test_every_address_of_a_removed_post_says_that_it_is_gone(gone):
    post, players = gone
    addresses = [each.format(pk=post.pk) for each in addresses_of_posts() if "/api/" not in each]
    assert len(addresses) >= 17, addresses
    answers = {}
    with time_machine.travel(noon(2), tick=False):
        for reader in players:
            for address in addresses:
                for method in ("get", "post"):
                    answer = getattr(browser(reader), method)(address, {"seen": "1", "reason": "Because."})
                    if answer.status_code != 405:
                        page = whole(answer)
                        answers[reader.name, method, address] = (
                            answer.status_code, [word for word in WORDS if word in page]
                        )  # fmt: skip
        strangers = {address: browser().get(address) for address in addresses}
    # who may never do it, whatever the post, is told that first
    allowed = {name: [(410, [])] if name == "Alice" else [(410, []), (403, [])] for name, *__ in answers}
    assert {key: answer for key, answer in answers.items() if answer not in allowed[key[0]]} == {}
    assert len(answers) > 60
    for address, answer in strangers.items():
        assert not any(word in whole(answer) for word in WORDS), address
        assert answer.status_code in (302, 405, 410), address


@pytest.mark.sweep
def test_every_operation_of_the_api_on_a_removed_post_says_that_it_is_gone(gone):
    post, players = gone
    rows = [
        (path, method)
        for path, operations in api.get_openapi_schema()["paths"].items()
        for method in operations
        if "/posts/{post}" in path
    ]
    assert len(rows) >= 12
    with time_machine.travel(noon(2), tick=False):
        for path, method in rows:
            if method == "get":
                answer = browser(players[1]).get(path.format(post=post.pk))
                assert answer.status_code in (410, 404), path
                assert not any(word in whole(answer) for word in WORDS), path


def test_no_other_page_quotes_it(gone):
    post, players = gone
    other = write(players[0], noon(2), "Aside", body=f"See [[Marmalade]], [[Zeppelin]] and #{post.pk}.")
    with time_machine.travel(noon(3), tick=False):
        for address in OTHERS:
            page = whole(browser(players[0]).get(address))
            assert not any(word in page for word in ("Quicksilver", "Obsidian for")), address
    assert f"/posts/{post.pk}/" not in other.body_html


def test_an_export_holds_none_of_its_words_and_comes_back_whole(gone):
    text = "".join(export_game(at=noon(3)))
    assert [word for word in WORDS if word in text] == []
    rows = json.loads(text)["history"]
    assert [one.get("removed_at") is not None for one in rows["posts"]] == [True]
    assert PostVersion.objects.filter(body__contains="Quicksilver").exists()  # the record keeps it
