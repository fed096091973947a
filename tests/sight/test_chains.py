"""Longer chains than two: acts drawn at random, in one draft, matter or update or one after the other, by anybody.
What is hidden stays hidden from all whom the throne and the acts themselves have not shown it to.

A few of them in each sweep; `make fuzz` looks for more.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count

import pytest
import time_machine
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blognomic.web.errors import RuleBroken
from gamestate.models import Update
from gamestate.queries.planning import UpdateRefused
from gamestate.services import updating
from players.models import Reign
from tests.undoing import undone
from votables.models import Category
from votables.services import posting
from votables.services.leave import BY_THE_LAW

from .acts import ACTS, Act, Own, World, put_down, world_of
from .carrying import carry_out, heard, look_around
from .game import NOW, READERS, Game
from .listening import Listener

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.django_db,
    pytest.mark.usefixtures("without_the_sidebar"),
]

WAYS = {
    "draft": ("guest", "player", "idle", "former"),
    "matter": ("player", "holder", "admin", "former", "emperor"),
    "update": ("admin", "emperor", "former", "player", "holder"),
}
BY = [(how, who) for how, people in WAYS.items() for who in people]
FOR_DEFINERS = {"define", "alter", "retire", "define-table", "alter-table", "retire-table"}

# an act, how and by whom it is done, and whether it is done together with the one before it instead
CHAINS = st.lists(
    st.tuples(st.sampled_from(ACTS), st.sampled_from(BY), st.booleans()), min_size=3, max_size=8
)


@dataclass
class Chain:
    """A chain as it is played: who has been emperor by now, and whether it has shown what was hidden."""

    game: Game
    own: Own
    world: World
    emperors: set[int] = field(default_factory=set)
    is_shown: bool = False

    def may_hear(self, reader: str) -> bool:
        player = self.game.people.get(reader)
        return self.is_shown or (player is not None and player.pk in self.emperors)

    def expect_nothing(self, listeners: list[Listener], done: str) -> None:
        self.emperors |= set(Reign.objects.values_list("player", flat=True).filter(until=None))
        deaf = [each for each in listeners if not self.may_hear(each.reader)]
        assert heard(deaf, set(), {self.own.place: done}) == {}


@pytest.fixture(scope="module")
def grounds(played_bare_game: Game, django_db_blocker) -> tuple[Own, World]:
    game = played_bare_game
    with django_db_blocker.unblock(), time_machine.travel(NOW, tick=False):
        [own] = put_down(
            range(1), game.canaries, by=game.people["emperor"], whose_value=game.people["holder"],
            admin=game.people["admin"], at=NOW,
        )  # fmt: skip
        return own, world_of(game, Update.objects.latest("pk"))


@pytest.fixture
def game(played_bare_game: Game, grounds, db) -> Iterator[Game]:
    yield played_bare_game


def parts(chain: list[tuple[Act, tuple[str, str], bool]]) -> list[tuple[str, str, list[Act]]]:
    """What is done at once, in the order of time: how, by whom, and the acts."""
    chains: list[tuple[str, str, list[Act]]] = []
    for act, (how, who), together in chain:
        if together and chains:
            chains[-1][2].append(act)
        else:
            chains.append((how, who, [act]))
    return chains


@settings(
    max_examples=max(settings().max_examples // 6, 1),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(chain=CHAINS)
def test_no_chain_of_acts_shows_what_was_hidden(game, grounds, chain):
    own, world = grounds
    with undone():
        played = Chain(game, own, world, {game.people["emperor"].pk})
        for hours, (how, who, acts) in zip(count(), parts(chain), strict=False):
            at = NOW + timedelta(hours=hours)
            with time_machine.travel(at, tick=False):
                DO[how](played, who, acts, at)


def save_draft(played: Chain, who: str, acts: list[Act], at: datetime) -> None:
    """Let somebody look at what the acts would do, each after those before it."""
    game = played.game
    author = Listener(game, who)
    changes = [act.make(played.own, played.world) for act in acts]
    draft = posting.save_draft(
        by=game.people[who], at=at, title="Many", category=Category.PROPOSAL, changes=changes
    )
    assert author.ask(reverse("votables:draft_changes", args=[draft.pk])).status_code == 200
    author.ask(reverse("votables:add_draft_change", args=[draft.pk]) + f"?op=track.set&path={played.own.w}")
    played.expect_nothing([author], told("drafted", who, acts))


def enact(played: Chain, who: str, acts: list[Act], at: datetime) -> None:
    """Propose the acts, look at what they would do, and let an admin enact them."""
    game, listeners = played.game, [Listener(played.game, each) for each in ("stranger", "former")]
    changes = [act.make(played.own, played.world) for act in acts]
    try:
        matter = posting.publish(
            by=game.people[who], at=at, category=Category.PROPOSAL, title="Many", body="Many.", changes=changes
        )  # fmt: skip
    except RuleBroken as refused:
        played.expect_nothing([whoever_reads(game, who, refused)], told("refused", who, acts))
        return
    for one in listeners:
        for address in (matter.get_absolute_url(), f"/api/v1/posts/{matter.pk}/effects", "/queue/"):
            assert one.ask(address).status_code == 200
    played.expect_nothing(listeners, told("proposed", who, acts))
    admin = Listener(game, "admin")
    game.people["admin"].refresh_from_db()
    if not game.people["admin"].acts_as_admin:
        return
    carry_out(matter, game, admin, at=at)
    played.is_shown |= any(act.shows for act in acts)
    addresses = [f"/posts/{matter.pk}/", f"/posts/{matter.pk}/judged.json"]
    played.expect_nothing([admin, *look_around(game, addresses)], told("enacted", who, acts))


def update(played: Chain, who: str, acts: list[Act], at: datetime) -> None:
    """Let somebody do those of the acts that are done without a matter, in one update."""
    acts = [act for act in acts if act.is_tracked]
    steps = [act.step(played.own, played.world) for act in acts]
    service = updating.redefine if any(step.do in FOR_DEFINERS for step in steps) else updating.update
    listeners = []
    try:
        service(leave=BY_THE_LAW, by=played.game.people[who], at=at, steps=steps)
    except RuleBroken as refused:
        listeners.append(whoever_reads(played.game, who, refused))
    else:
        is_emperors = Reign.objects.filter(player=played.game.people[who], until=None).exists()
        played.is_shown |= is_emperors and any(
            act.shows or act.opens(played.own, played.world) for act in acts
        )
        listeners += look_around(played.game, [])
    played.expect_nothing(listeners, told("updated", who, acts))


DO = {"draft": save_draft, "matter": enact, "update": update}


def whoever_reads(game: Game, who: str, refused: RuleBroken) -> Listener:
    """Who acted, and was told why not."""
    listener = Listener(game, who)
    troubles = refused.troubles if isinstance(refused, UpdateRefused) else ""
    listener.hear(f"{refused.sentence} {troubles}", "refused")
    return listener


def told(done: str, who: str, acts: list[Act]) -> str:
    return f"{done} by {who} ({READERS[who]}): {', then '.join(act.name for act in acts)}"
