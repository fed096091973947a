"""When a dynasty has been won nobody sees more than before, and who reigned sees what they kept in it."""

import pytest

from tests.votables.table import declare
from votables.services import resolving

from .game import NOW, Game
from .listening import Listener
from .who import seen_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

PAGES = (
    "/gamestate/",
    "/gamestate/players.json",
    "/gamestate/log.json",
    "/gamestate/retired/1.json",
    "/api/v1/gamestate",
)
OWN = {place for place in seen_by("emperor") if place.startswith("value")}


def heard_by(game: Game, reader: str) -> set[str]:
    listener = Listener(game, reader)
    for address in PAGES:
        listener.ask(address)
    return set(listener.heard)


def test_whoever_has_won_sees_nothing_of_it_and_who_reigned_still_does(game: Game):
    people = game.people
    won = declare(people["player"], NOW)
    arguments = {"to": "enacted", "by": people["admin"], "at": NOW, "reason": "Won."}
    resolving.resolve_against_verdict(post=won, **arguments)
    for reader in ("player", "admin", "guest", "stranger", "former"):
        assert (reader, heard_by(game, reader) - seen_by(reader)) == (reader, set())
    assert heard_by(game, "emperor") >= OWN
