"""A game that is played on whatever happens: whoever comes next looks at how it stands and does what is next to do."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count

from django.db.models import Max

from gamestate.queries.snapshot import state_now
from players.models import Player
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.text.tree import part_of
from tests.votables.table import BEGINNING, declare, propose, say
from votables.models import Category, Comment, Post, Resolution
from votables.queries.judge_facts import Docket, docket_at
from votables.services import posting, resolving
from votables.services.ascending import Address

DAY = timedelta(days=1)
# Told just before what is to be broken off: "enact", "ascend".
Tell = Callable[[str], None]


def play(tell: Tell) -> None:
    """Go on with the game for ever."""
    for _ in count():
        turn(now() + DAY, tell)


def now() -> datetime:
    """The last instant of the game so far."""
    instants = (
        Post.objects.aggregate(at=Max("posted_at"))["at"],
        Comment.objects.aggregate(at=Max("at"))["at"],
        Resolution.objects.aggregate(at=Max("at"))["at"],
    )
    return max([BEGINNING, *(instant for instant in instants if instant)])


def turn(at: datetime, tell: Tell) -> None:
    """What is next to do, as soon as the game does not stand still for the season: an Ascension Address, a matter that
    waits, or a new one."""
    while stands_still(at) or stands_still(at + DAY):
        at += DAY
    docket = docket_at(at)
    if "interregnum" in docket.verdict.standstill:
        tell("ascend")
        ascend(docket)
    elif docket.posts:
        decide(docket, tell)
    elif Post.objects.filter(category=Category.PROPOSAL).count() % 3 == 2:
        others = [player for player in docket.roster if player != docket.emperor]
        declare(others[at.day % 4], at)
        # Until it is decided no other proposal is posted; the next is the one that makes the number another.
        decide(docket_at(at), tell)
    else:
        bring(docket)


def stands_still(at: datetime) -> bool:
    """Whether nothing is resolved for the season."""
    seasons = [still.season for still in law_at(at).law.standstills if still.season is not None]
    return any(season.begins <= (at.month, at.day) < season.ends for season in seasons)


def ascend(docket: Docket) -> None:
    """The emperor begins a dynasty, in other words, with a page, and repeals what the last one made."""
    number = Post.objects.filter(category=Category.ASCENSION).count()
    posting.publish(
        by=docket.emperor,
        at=docket.at,
        category=Category.ASCENSION,
        title=f"Ascension Address: Number {number}",
        body="It begins.",
        ascension=Address(theme=f"Theme {number}", pages=(f"Map {number}",)),
    )
    propose(docket.emperor, docket.at + timedelta(seconds=1), f"Greetings {number}")


def bring(docket: Docket) -> None:
    """A proposal that changes the rules and what is tracked."""
    number = Post.objects.count()
    last = revision_at(docket.at)
    tree = tree_after(last.pk if last else None)
    dynastic = next(node for node in tree.sections if part_of(node) == "dynastic")
    key = f"thing{number}"
    definition = {"name": f"Thing {number}", "kind": "whole", "default": "3"}
    changes: list[dict[str, object]] = [
        {
            "op": "add",
            "parent": dynastic.key,
            "title": f"Rule {number}",
            "text": f"There are {number} things.",
        },
        {"op": "track", "step": {"do": "define", "path": key, "scope": "player", "definition": definition}},
        {"op": "track", "step": {"do": "set", "path": key, "of": ["players"], "to": "+4"}},
    ]
    if kept := [one.key for one in state_now().variables.values()]:
        changes.append({"op": "track", "step": {"do": "set", "path": kept[0], "of": ["players"], "to": "+1"}})
    propose(docket.roster[number % 5], docket.at, f"Proposal {number}", changes=changes)


def decide(docket: Docket, tell: Tell) -> None:
    """Four of five vote FOR the first matter of the queue, and an admin enacts it."""
    post = next(iter(docket.posts.values()))
    for player in docket.roster[:4]:
        if not post.comments.filter(author=player).exists():
            say(post, player, docket.at, ":for:")
    admin = Player.objects.get(name="Alice")
    tell("enact")
    resolving.resolve(post=post, to="enacted", by=admin, at=docket.at + DAY)
