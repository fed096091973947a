"""Players, a small ruleset, and matters that change it: what tests of changes have in common."""

from datetime import datetime

import pytest

from players.models import Player
from ruleset.queries import revision_at, tree_after
from ruleset.services import revise
from ruleset.text.amending import Amendment
from ruleset.text.tree import Node, Tree
from tests.votables.table import BEGINNING, noon, seat, vote
from votables.changes.outcome import submitted_at
from votables.changes.preview import MatterPreview, preview_of
from votables.models import Post, Resolution
from votables.queries.judge_facts import docket_at
from votables.services import resolving

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
CORE = Node("core", "Core Rules", "", (Node("quorum", "Quorum", "Half, and one."),))
SMALL = Tree((CORE, Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr. Dogs bark."),))))
WITH_CASES = Tree(
    (
        CORE,
        Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", "Cats purr."),)),
        Node("case", "Special Case", "", (Node("nap", "Nap [Active]", "They nap."),)),
        Node("app", "Appendix", "", (Node("words", "Words", "A cat is a cat."),)),
    )
)


def seat_with(tree: Tree, law: str = "ruleset-211") -> tuple[list[Player], dict[str, str]]:
    """Five players under a law and a ruleset; answers the players and the key of each rule by its name."""
    players = seat(*FIVE, law=law)
    last = revision_at(noon(0))
    seen = last.pk if last else None
    revise(tree=tree, seen=seen, kind="import", at=BEGINNING, by=None, why="Rules for a test")
    return players, {node.name: node.key for node in standing(noon(0)).walk()}


@pytest.fixture
def rules(db) -> tuple[list[Player], dict[str, str]]:
    """Five players under ruleset-211 and a small ruleset, as `seat_with` answers them."""
    return seat_with(SMALL)


def standing(at: datetime) -> Tree:
    """The ruleset as it stands at `at`."""
    revision = revision_at(at)
    return tree_after(revision.pk if revision else None)


def edit(keys: dict[str, str], base: str, text: str, **more: object) -> dict[str, object]:
    """A change of the rule Cats."""
    return {**Amendment("edit", rule=keys["Cats"], base=base, text=text).as_json(), **more}


def new(parent: str, title: str = "", after: str = "", **more: object) -> dict[str, object]:
    """A change that adds a rule."""
    return {"op": "add", "parent": parent, "after": after, "title": title, "text": f"{title}.", **more}


def shape(tree: Tree) -> list[tuple[str, str]]:
    """The rules with their numbers."""
    return [(placed.number, placed.node.title) for placed in tree.placed()]


def tracks(do: str, path: str, **parts: object) -> dict[str, object]:
    """A change of what is tracked."""
    return {"op": "track", "step": {"do": do, "path": path, **parts}}


def sets(path: str, to: str, *of: str) -> dict[str, object]:
    """A change of the values of some, or of the game's."""
    return tracks("set", path, of=list(of or ("game",)), to=to)


def enact(post: Post, players: list[Player], at: datetime, **more: object) -> Resolution:
    """The resolution of a matter that a quorum of the players, or all for a victory, have been for since it was
    submitted."""
    since = submitted_at(post)
    enough = len(players) if post.category == "dov" else docket_at(since).verdict.quorum
    vote(post, since, **{"for": players[:enough]})
    resolution = resolving.resolve(post=post, to="enacted", by=players[0], at=at, **more)
    post.refresh_from_db()
    return resolution


def overturn(post: Post, by: Player, at: datetime) -> list[dict[str, object]]:
    """What follows when the last resolution is corrected to failed, without which resolution it is about."""
    last = post.resolutions.order_by("pk").last()
    resolution = resolving.overturn(post=post, to="failed", seen=last.pk, by=by, at=at, reason="Illegal.")
    return [
        {name: each[name] for name in each if name not in ("of", "number")}
        for each in resolution.consequences
    ]


def said(post: Post, at: datetime) -> list[str]:
    """What each change of a pending matter is said to do, or why it does not fit."""
    return [one.said or one.effect.misfit.reason for one in preview_of(post, docket_at(at)).now]


def look(post: Post, at: datetime) -> MatterPreview:
    """What a pending matter is shown to do."""
    return preview_of(post, docket_at(at))
