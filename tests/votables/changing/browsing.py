"""A small ruleset, and a browser in which the changes of matters to it are written."""

from html import unescape

import time_machine
from django.test import Client

from players.models import Player
from ruleset.queries import revision_at, tree_after
from ruleset.text.tree import Tree
from tests.blognomic.html import read
from tests.blognomic.shown import page_shown
from votables.models import Post
from votables.services import resolving

from ..table import noon, vote

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
CATS = "Cats purr. Dogs bark."
HALF = "Half, and one."


def standing(at) -> Tree:
    revision = revision_at(at)
    return tree_after(revision.pk if revision else None)


def who(name: str) -> Player:
    return Player.objects.get(name=name)


def browser(name: str | None) -> Client:
    client = Client()
    if name:
        client.force_login(who(name))
    return client


def at_time(at):
    return time_machine.travel(at, tick=False)


def sound(response) -> str:
    """The page's text, which must be sound HTML."""
    page = page_shown(response)
    assert read(page).faults == []
    return unescape(page)


def add(client: Client, address: str, op: str, **fields: object):
    """Open the form for a change as a browser does, fill in what differs, and send it."""
    page = client.get(f"{address}add/", {"op": op, "rule": fields.get("rule", "")})
    sound(page)
    form = page.context["figure"] if "number" in fields else page.context["form"]
    sent = {field.name: field.value() for field in form if field.value() not in (None, False)}
    return client.post(f"{address}add/", {**sent, **fields})


def edit(keys, text: str, **more: object) -> dict[str, object]:
    return {"op": "edit", "rule": keys["Cats"], "base": CATS, "text": text, **more}


def supported(post: Post, at=None) -> Post:
    """The post with enough votes."""
    vote(post, at or noon(1, hours=1), **{"for": [who(n) for n in FIVE[:4] if n != post.author.name]})
    return post


def enact(post: Post, at) -> None:
    resolving.resolve(post=post, to="enacted", by=who("Alice"), at=at)
