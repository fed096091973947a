"""How the API names people."""

from ninja import Schema

from blognomic.web.errors import RuleBroken
from players.models import Player


class Who(Schema):
    """A person: the key stays, the name may change."""

    id: int
    name: str


def person_of(key: int) -> Player:
    """Whom somebody means by that key. Raises RuleBroken (400) for nobody."""
    found = Player.objects.filter(pk=key).first()
    if found is None:
        raise RuleBroken("There is nobody of that number.", status=400)
    return found
