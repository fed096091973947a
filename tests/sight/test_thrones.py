"""When the throne changes hands nobody sees more than before, and nobody loses sight of what they kept in their dynasty."""

import pytest

from players.services import crown
from tests.votables.table import Cause, declare
from votables.services import resolving

from .game import NOW, Game
from .listening import Listener
from .who import seen_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

PAGES = ("/gamestate/", "/gamestate/players.json", "/gamestate/log.json", "/gamestate/retired/1.json", "/api/v1/gamestate")
OWN = {place for place in seen_by("emperor") if place.startswith("value")}


def heard_by(game: Game, reader: str) -> set[str]:
    listener = Listener(game, reader)
    for address in PAGES:
        listener.ask(address)
    return set(listener.heard)


def test_whoever_has_won_sees_nothing_of_it_and_who_reigned_still_does(game: Game):
    people = game.people
    won = declare(people["player"], NOW)
    told = {"to": "enacted", "by": people["admin"], "at": NOW, "reason": "Won."}
    resolving.resolve_against_verdict(post=won, **told)
    for reader in ("player", "admin", "guest", "stranger", "former"):
        assert (reader, heard_by(game, reader) - seen_by(reader)) == (reader, set())
    assert heard_by(game, "emperor") >= OWN


def test_who_hands_the_throne_on_keeps_sight_of_what_they_kept(game: Game):
    people = game.people
    crown(player=people["player"], at=NOW, by=people["admin"], cause=Cause.MATTER, why="Decided.")
    assert heard_by(game, "emperor") >= OWN
    assert heard_by(game, "former") - seen_by("former") == set()
