"""What is sent asks the database as often in a large game as in a small one, and seldom: what readers have asked of the
same version is not asked again. Where somebody else has written in between, it is."""

from functools import partial

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from blognomic.middleware import once
from gamestate.models import Cell
from gamestate.services.updating import update
from players.models import Game, Player, Topic
from players.present import present
from players.services.roster import as_shared, lock_game
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from votables.models import Post

from .table import Kind, declare, event, join, noon, propose, seat, vote

pytestmark = pytest.mark.django_db

NAMES = [f"value_{number}" for number in range(10)]
# How often each asks, statements about transactions among them.
# One of those of what changes values is for the conditions that set off what happens by itself, however many there are.
A_VOTE, AN_UPDATE, AN_ENACTMENT = 25, 24, 46


def staged(size: int) -> list[Player]:
    """A game of so many players more, each with ten numbers, and of so many matters on which all have voted; the first
    of them has five changes and may be enacted."""
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    players += [join(f"Extra{number}", at=noon(0)) for number in range(size)]
    track(*map(define, NAMES), by=players[0], at=noon(1))
    for player in players:
        steps = [put(name, "1", *whose(player)) for name in NAMES]
        update(leave=GIVEN, by=player, at=noon(1), steps=steps)
    changes = [{"op": "track", "step": put(name, "+1", *whose(players[0])).as_json()} for name in NAMES[:5]]
    for author in players[1 : 2 + size]:
        more = {"changes": changes} if author == players[1] else {}
        post = propose(author, noon(1), f"By {author}", **more)
        vote(post, noon(1, hours=1), **{"for": [player for player in players if player != author]})
    return players


def asked(player: Player, path: str, **fields: str) -> int:
    """How many statements it takes to send the form, from somebody who has read a page before."""
    client = Client()
    client.force_login(player)
    client.get("/queue/")
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(path, fields)
    assert answer.status_code == 302, answer.content.decode()
    return len(queries)


@pytest.mark.parametrize("size", [1, 4])
def test_a_vote_asks_as_often_in_every_game(size):
    players = staged(size)
    post = Post.objects.order_by("pk").last()
    with time_machine.travel(noon(2), tick=False):
        assert asked(players[0], f"{post.get_absolute_url()}comment/", text=":against:") == A_VOTE


@pytest.mark.parametrize("size", [1, 4])
def test_an_update_asks_as_often_in_every_game(size):
    players = staged(size)
    cells = Cell.objects.filter(player=players[1]).order_by("pk")
    fields = {f"{cell.variable_id}/player:{cell.player_id}@{cell.last_id}": "+2" for cell in cells}
    assert len(fields) == 10
    with time_machine.travel(noon(2), tick=False):
        assert asked(players[1], "/gamestate/edit/", **fields) == AN_UPDATE
    assert set(cells.values_list("value", flat=True)) == {3}


@pytest.mark.parametrize("size", [1, 4])
def test_an_enactment_asks_as_often_in_every_game(size):
    players = staged(size)
    post = Post.objects.order_by("pk").first()
    with time_machine.travel(noon(4), tick=False):
        assert asked(players[0], f"{post.get_absolute_url()}resolve/enacted/") == AN_ENACTMENT
    assert sorted(Cell.objects.filter(player=players[0]).values_list("value", flat=True)) == [1] * 5 + [2] * 5


def test_what_readers_share_counts_only_while_nobody_else_has_written():
    seat("Alice", "Bobby")
    shared = present(Game.objects.get(), at=noon(1))
    with transaction.atomic():
        assert as_shared(lock_game(Topic.POSTS), shared) is shared
        assert as_shared(lock_game(Topic.POSTS), shared) is None, "it is this lock's own"
    with transaction.atomic():
        assert as_shared(lock_game(Topic.POSTS), shared) is None
        assert as_shared(lock_game(Topic.POSTS), None) is None


def test_a_vote_is_weighed_by_who_plays_when_the_game_is_locked():
    """The reader's page was made while Ellen played; meanwhile she has left."""
    from votables.services.commenting import comment

    alice, bobby, *_others, ellen = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    post = propose(bobby, noon(1))
    shared = present(Game.objects.get(), at=noon(1, hours=1))
    write_comment = partial(comment, post=post, by=ellen, text=":for:", confirmed=True, shared=shared)
    with transaction.atomic():
        lock_game()
        event(ellen, Kind.LEFT, at=noon(1, hours=2), by=alice)
    written = write_comment(at=noon(1, hours=3))
    assert (written.by_player, written.ignored) == (False, {})
    assert list(shared._things._things) == [], "nothing of it was asked"


def test_an_update_is_judged_by_what_stands_when_the_game_is_locked(monkeypatch):
    """Between what was looked up for it and the lock somebody declares victory, so that the game stands still."""
    players = staged(0)
    cell = Cell.objects.filter(player=players[1]).order_by("pk").first()
    looked_ahead = once.look_ahead

    def overtaken(*request):
        looked_ahead(*request)
        declare(players[2], noon(2))

    monkeypatch.setattr(once, "look_ahead", overtaken)
    client = Client()
    client.force_login(players[1])
    with time_machine.travel(noon(2), tick=False):
        name = f"{cell.variable_id}/player:{cell.player_id}@{cell.last_id}"
        answer = client.post("/gamestate/edit/", {name: "+2", "csrfmiddlewaretoken": "A" * 64})
    assert answer.status_code == 403
    cell.refresh_from_db()
    assert cell.value == 1


def test_an_update_that_was_overtaken_is_computed_from_what_stands(monkeypatch):
    """Between what was looked up for it and the lock somebody else changes the same value: the form is in conflict."""
    players = staged(0)
    cell = Cell.objects.filter(player=players[1]).order_by("pk").first()
    looked_ahead = once.look_ahead

    def overtaken(*request):
        looked_ahead(*request)
        update(leave=GIVEN, by=players[0], at=noon(2), steps=[put("value_0", "7", *whose(players[1]))])

    monkeypatch.setattr(once, "look_ahead", overtaken)
    client = Client()
    client.force_login(players[1])
    with time_machine.travel(noon(2), tick=False):
        name = f"{cell.variable_id}/player:{cell.player_id}@{cell.last_id}"
        answer = client.post("/gamestate/edit/", {name: "5", "csrfmiddlewaretoken": "A" * 64})
    assert answer.status_code == 409
    cell.refresh_from_db()
    assert cell.value == 7
