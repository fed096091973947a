"""A move of which not everybody learns, and the same game without it: whatever is done afterwards, and whoever looks,
they look alike to who may not know of it. And of a move of which one may know, not what came of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db.models import Q

from blognomic.web.errors import RuleBroken
from gamestate.models import Cell, Entry, LimitedAction, Taking, Update, Witness
from gamestate.services import acting, moving
from gamestate.services.updating import update
from players.models import Player
from players.present import forget
from tests.gamestate.test_private_pages import browser
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.undoing import undone
from tests.votables.table import noon, seat

from .listening import told_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

PAGES = (
    "/gamestate/log/",
    "/gamestate/log.csv",
    "/gamestate/log.json",
    "/gamestate/",
    "/gamestate/actions/",
    "/feeds/gamestate/",
    "/dice/cards/",
    "/dice/check/",
    "/since/",
    "/api/v1/gamestate/updates",
    "/api/v1/actions",
    "/api/v1/actions/takings",
)


@pytest.fixture
def people() -> Iterator[dict[str, Player]]:
    """Alice, the emperor, and others; a number that the emperor sees, and one that its holder sees too."""
    with time_machine.travel(noon(5), tick=False):
        seated = {str(one): one for one in seat("Alice", "Bobby", "Carol", "David", "Ellen")}
        track(define("steps"), by=seated["Alice"], at=noon(1))
        yield seated


def declared(people: dict[str, Player], name: str, does: str, *, frequency: str = "", limit: str = "", **lines: str):
    return acting.declare(
        leave=GIVEN, by=people["Alice"], at=noon(2), name=name, frequency=frequency, limit=limit,
        lines={"does": does, **lines},
    )  # fmt: skip


def make(action: LimitedAction, by: Player, **more: Any) -> Taking:
    return moving.make(leave=GIVEN, action=action, by=by, at=noon(5), **more)


def seen_by(reader: Player | None) -> dict[str, str]:
    looking = browser(reader)
    return {page: told_by(looking.get(page)) for page in PAGES}


def test_what_one_who_knows_has_looked_at_is_not_shown_to_others(people, monkeypatch):
    """Nothing but the move is written between the looks, and what is kept is kept as on a site in use."""
    scout = declared(people, "Scout", "steps += 1", asks="why: text", shows="viewer == emperor")
    monkeypatch.setattr("tests.conftest.forget", lambda: None)
    for one in (None, people["Carol"], people["Bobby"]):
        seen_by(one)
    make(scout, people["Bobby"], answers={"why": "For fun"}, comment="I creep along")
    made = Update.every.latest("pk")
    pages = (*PAGES, made.get_absolute_url(), "/gamestate/players/3/")
    for one in (people["Bobby"], people["Alice"]):
        for page in pages[:1] + pages[-2:-1]:
            assert "I creep along" in told_by(browser(one).get(page))
    for page in pages:
        for one in (None, people["Carol"]):
            assert "I creep along" not in told_by(browser(one).get(page)), page
