"""Changes of the game that the bench makes between two readings of a page."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

Acts = Iterator[None]


def shown_on(name: str, path: str, admin: Any) -> Acts:
    """Each time, something happens that the page of that name, at `path`, shows."""
    if "matter" in name:
        return matter_changes(path, admin)
    if name in ("front page", "archive's last page", "what is new") or name.startswith("search"):
        return posts(admin)
    if name.startswith(("gamestate", "log")):
        return updates(admin)
    if name in ("ruleset", "its history", "a difference"):
        return amendments(admin)
    return votes(admin)


def votes(admin: Any) -> Acts:
    """Each time, somebody votes on the last matter of the queue."""
    from players.models import Player
    from votables.models import Post

    post = Post.objects.filter(status="pending").order_by("-matter_since", "-pk").first()
    voters = Player.objects.active().exclude(pk__in=[admin.pk, post.author_id])
    return _votes_on(post, by=voters.order_by("pk").first())


def _votes_on(post: Any, *, by: Any) -> Acts:
    from votables.services.commenting import comment

    number = 0
    while True:
        number += 1
        side = ":for:" if number % 2 else ":against:"
        comment(post=post, by=by, at=_now(), text=f"{side} {number}", confirmed=True)
        yield


def matter_changes(path: str, admin: Any) -> Acts:
    """Each time, somebody votes on the matter at `path`; where it is resolved, an admin corrects its status."""
    from votables.models import Post, Status
    from votables.services.resolving import overturn

    post = Post.objects.get(pk=path.strip("/").rpartition("/")[2])
    if post.is_pending:
        yield from _votes_on(post, by=admin)
    while True:
        seen = post.resolutions.order_by("-at", "-pk").first().pk
        to = Status.ENACTED if post.status == Status.FAILED else Status.FAILED
        overturn(post=post, to=to, seen=seen, by=admin, at=_now(), reason="Bench")
        post.refresh_from_db()
        yield


def posts(admin: Any) -> Acts:
    """Each time, somebody posts what is not to be voted on."""
    from votables.services.posting import publish

    while True:
        publish(by=admin, at=_now(), category="", title="A whistle", body="It blows.")
        yield


def updates(admin: Any) -> Acts:
    """Each time, somebody changes a number of theirs."""
    from gamestate.leave import Given
    from gamestate.models import Cell
    from gamestate.services.updating import update
    from gamestate.values.steps import Step

    cell = Cell.objects.filter(player=admin, variable__definition__kind="whole").order_by("pk").first()
    step = Step.set(cell.variable.key, (f"player:{admin.pk}",), "+1")
    while True:
        update(leave=Given("the bench changes a value"), by=admin, at=_now(), steps=[step], comment="Bench")
        yield


def amendments(admin: Any) -> Acts:
    """Each time, an admin rewords the last section of the rules."""
    from ruleset.models import Rule
    from ruleset.queries import revision_at, tree_after
    from votables.services import upkeep

    number = 0
    while True:
        number += 1
        seen = revision_at(_now()).pk
        node = tree_after(seen).sections[-1]
        upkeep.mend(
            kind="correction",
            rule=Rule.objects.get(pk=node.key),
            amendments=upkeep.edits(node, title=node.title, text=f"It blows {number} times."),
            matter=None,
            seen=seen,
            by=admin,
            at=_now(),
            why="Bench",
        )
        yield


def _now() -> datetime:
    from django.utils import timezone

    return timezone.now()
