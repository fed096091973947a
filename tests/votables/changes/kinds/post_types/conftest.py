"""A game with a type of official posts."""

import pytest

from players.models import Player
from tests.votables.changes.carried import FIVE
from tests.votables.changes.hunts import HUNT
from tests.votables.table import noon, seat
from votables.post_types.models import OfficialType
from votables.services import typed_posts


@pytest.fixture
def players() -> list[Player]:
    return seat(*FIVE)


@pytest.fixture
def hunts(players) -> OfficialType:
    return typed_posts.define(by=players[0], at=noon(0), **HUNT, ending_action="Rest.\nEat.")
