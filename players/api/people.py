"""How the API names people."""

from collections.abc import Mapping
from typing import Any

from ninja import Schema

from blognomic.web.api import models
from blognomic.web.errors import RuleBroken
from players.models import Player


class Who(Schema):
    """A person: the key stays, the name may change."""

    id: int
    name: str


def like(source: type, names: str = "", /, *, shapes: Mapping[type, Any] | None = None, **more: str) -> Any:
    """`blognomic.web.api.models.like`, which tells people, too."""
    return models.like(source, names, shapes={Player: Who, **(shapes or {})}, **more)


def two_people(one: int, other: int) -> tuple[Player, Player]:
    """Whom somebody means by these keys. Raises RuleBroken (400) where one of them is nobody's."""
    people = Player.objects.in_bulk([one, other])
    if not {one, other} <= people.keys():
        raise RuleBroken("One of the two is nobody.", status=400)
    return people[one], people[other]


def person_of(key: int) -> Player:
    """Whom somebody means by that key. Raises RuleBroken (400) for nobody."""
    person = Player.objects.filter(pk=key).first()
    if person is None:
        raise RuleBroken("There is nobody of that number.", status=400)
    return person
