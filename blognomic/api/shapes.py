"""What several rooms of the API speak of: people, keys, instants, texts."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from django.conf import settings
from ninja import Schema
from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from players.models import Player
from players.texts import keepable
from ruleset.instants import parse_instant

LARGEST_KEY = 10**15 - 1


def _keepable(text: str) -> str:
    if text != keepable(text):
        raise ValueError("There is a character in this text that cannot be kept.")
    return text


def _instant(value: Any) -> Any:
    return parse_instant(value) if isinstance(value, str) else value


Key = Annotated[int, Field(ge=1, le=LARGEST_KEY)]
"""The number of something."""
Text = Annotated[str, AfterValidator(_keepable)]
"""A text that every database can keep."""
Instant = Annotated[datetime, BeforeValidator(_instant)]
"""An instant in UTC, such as 2026-11-21T14:05:00Z."""


class Sent(Schema):
    """What is sent: nothing but what is described."""

    model_config = ConfigDict(extra="forbid")


class Who(Schema):
    """A person: the key stays, the name may change."""

    id: int
    name: str


def who(player: Player | None) -> dict[str, Any] | None:
    """Somebody as the API names people; None for nobody."""
    return None if player is None else {"id": player.pk, "name": player.name}


def whoever(people: Iterable[Player]) -> list[dict[str, Any]]:
    return [{"id": player.pk, "name": player.name} for player in people]


def url_of(path: str) -> str:
    """The whole address of a page of the site."""
    return f"{settings.SITE_URL}{path}" if path else ""
