"""Five players with a small ruleset, and two of their matters that do not fit together."""

import pytest

from ruleset.queries import revision_at
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from votables.models import Post

from ..seating import played_once
from ..table import BEGINNING, noon, propose, seat
from .browsing import CATS, FIVE, HALF, edit, enact, standing, supported, who


@pytest.fixture
@played_once
def keys(db):
    """Five players and a small ruleset; answers the key of each rule by its title."""
    seat(*FIVE)
    long = "\n\n".join(f"Paragraph {letter} of a long rule." for letter in "abcdefgh")
    tree = Tree(
        (
            Node("core", "Core Rules", "", (Node("quorum", "Quorum", HALF), Node("votes", "Votes", "Vote."))),
            Node("dyn", "Dynastic Rules", "", (Node("cats", "Cats", CATS), Node("long", "Long", long))),
        )
    )
    last = revision_at(noon(0))
    revise(
        tree=tree, seen=last.pk if last else None, kind="import", at=BEGINNING, by=None, why="A test"
    )  # fmt: skip
    return {node.title: node.key for node in standing(noon(0)).walk()}


@pytest.fixture
@played_once
def clashing(keys) -> Post:
    """A proposal with the votes that it needs, whose change clashes with what has just been enacted."""
    first = propose(who("Bobby"), noon(1), "First", changes=[edit(keys, "Cats sleep. Dogs bark.")])
    second = propose(who("Carol"), noon(1), "Second", changes=[edit(keys, "Cats hiss. Dogs bark.")])
    enact(supported(first), noon(2))
    return supported(second, noon(1, hours=2))
