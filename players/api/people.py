"""How the API names people."""

from collections.abc import Iterable
from typing import Any

from ninja import Schema

from players.models import Player


class Who(Schema):
    """A person: the key stays, the name may change."""

    id: int
    name: str


def who(player: Player | None) -> dict[str, Any] | None:
    """Somebody as the API names people; None for nobody."""
    return None if player is None else {"id": player.pk, "name": player.name}


def whoever(people: Iterable[Player]) -> list[dict[str, Any]]:
    return [{"id": player.pk, "name": player.name} for player in people]
