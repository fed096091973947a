"""Every kind of change in every order of two: what is hidden when a matter or an update begins stays hidden from who
could not see it then, in each preview, effect, misfit, consequence, entry of the log and error that comes of it.

Many orders share one matter, each with things of its own, whose canaries say which order it was.
"""

from collections.abc import Iterator
from itertools import product

import pytest
import time_machine
from django.db import connection
from django.urls import reverse

from blognomic.web.errors import RuleBroken
from gamestate.models import Update
from gamestate.services import updating
from tests.undoing import undone
from votables.changes import registry
from votables.models import Category
from votables.services import posting
from votables.services.leave import BY_THE_LAW

from .acts import ACTS, Act, Own, World, put_down, world_of
from .carrying import carry_out, heard, look_around
from .game import NOW, Game
from .listening import Listener

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

AUTHORS = ("guest", "player", "idle", "admin", "former")
SHARED = 40
"""So many orders of two share a matter, or a look at the log."""
EVERY = 1 if connection.vendor == "sqlite" else 6
"""What is shown is decided without the database: on another than SQLite a part of the orders is tried."""


def pairs() -> list[tuple[Act, Act]]:
    """Every kind in every order, and of what is tracked every way."""
    kinds = {act.kind: act for act in reversed(ACTS)}.values()
    tracked = [act for act in ACTS if act.is_tracked]
    return list(dict.fromkeys([*product(kinds, repeat=2), *product(tracked, repeat=2)]))


PAIRS = pairs()


@pytest.fixture(scope="module")
def grounds(played_bare_game: Game, room_for_many, django_db_blocker) -> tuple[list[Own], World]:
    game = played_bare_game
    with django_db_blocker.unblock(), time_machine.travel(NOW, tick=False):
        owns = put_down(
            range(SHARED), game.canaries, by=game.people["emperor"], whose_value=game.people["holder"],
            admin=game.people["admin"], at=NOW,
        )  # fmt: skip
        return owns, world_of(game, Update.objects.latest("pk"))


@pytest.fixture(scope="module", autouse=True)
def room_for_many() -> Iterator[None]:
    """Let a matter carry, and the tracker hold, as much as many orders at once need."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("votables.changes.change.MOST", 2 * SHARED)
        patch.setattr("gamestate.values.defining.MOST_VARIABLES", 1_000)
        patch.setattr("gamestate.values.defining.MOST_TABLES", 1_000)
        yield


@pytest.fixture
def game(played_bare_game: Game, grounds, db) -> Iterator[Game]:
    with time_machine.travel(NOW, tick=False):
        yield played_bare_game


def chunks() -> list[list[tuple[Act, Act]]]:
    return [PAIRS[start : start + SHARED] for start in range(0, len(PAIRS), SHARED)]


def test_every_kind_of_change_is_among_the_acts():
    assert {act.kind for act in ACTS} == {choice for kind in registry.KINDS for choice in kind.choices}


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(0, len(chunks()), EVERY))
def test_two_changes_of_a_matter_show_nothing_that_was_hidden(game, grounds, number):
    owns, world = grounds
    orders = chunks()[number]
    used = list(zip(owns, orders, strict=False))
    names = {own.place: f"{one.name}, then {two.name}" for own, (one, two) in used}
    changes = [act.make(own, world) for own, order in used for act in order]
    shown = {own.place for own, order in used if any(act.shows for act in order)}
    with undone():
        author = Listener(game, AUTHORS[number % len(AUTHORS)])
        draft = posting.save_draft(
            by=game.people[author.reader], at=NOW, title="Two", category=Category.PROPOSAL, changes=changes
        )
        assert author.ask(reverse("votables:draft_changes", args=[draft.pk])).status_code == 200
        author.ask(reverse("votables:add_draft_change", args=[draft.pk]) + "?op=track.set&path=w1")
        matter = posting.publish(
            by=game.people["player"],
            at=NOW,
            category=Category.PROPOSAL,
            title="Two",
            body="Two.",
            changes=changes,
        )
        stranger = Listener(game, "stranger")
        for address in (matter.get_absolute_url(), f"/api/v1/posts/{matter.pk}/effects", "/queue/"):
            assert stranger.ask(address).status_code == 200
        assert heard([author, stranger], set(), names) == {}
        admin = Listener(game, "admin")
        carry_out(matter, game, admin, at=NOW)
        paths = [f"/posts/{matter.pk}/{part}" for part in ("", "judged.json")]
        paths.append(f"/api/v1/posts/{matter.pk}/resolutions")
        listeners = [admin, *look_around(game, paths, seldom=number % 4 == 0)]
        assert heard(listeners, shown, names) == {}


KINDS = {act.kind: act for act in reversed(ACTS) if act.is_tracked}.values()
UPDATES = [
    *((order, "in one update") for order in PAIRS if all(act.is_tracked for act in order)),
    *((order, "in two updates") for order in product(KINDS, repeat=2)),
]


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(0, -(-len(UPDATES) // SHARED), EVERY))
def test_two_steps_of_an_admin_show_nothing_that_was_hidden(game, grounds, number):
    owns, world = grounds
    acts = list(zip(owns, UPDATES[SHARED * number :][:SHARED], strict=False))
    names = {own.place: f"{one.name}, then {two.name}, {how}" for own, ((one, two), how) in acts}
    with undone():
        admin = Listener(game, "admin")
        for own, (order, how) in acts:
            one, two = (act.step(own, world) for act in order)
            for steps in [[one, two]] if how == "in one update" else [[one], [two]]:
                try:
                    updating.redefine(leave=BY_THE_LAW, by=game.people["admin"], at=NOW, steps=steps)
                except RuleBroken as refused:
                    admin.hear(f"{refused} {getattr(refused, 'troubles', '')}", how)
        assert heard([admin, *look_around(game, [], seldom=number % 4 == 0)], set(), names) == {}
