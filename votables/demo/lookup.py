"""People and posts of the demo by what the story calls them."""

from players.models import Player
from votables.models import Post


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def titled(title: str) -> Post:
    return Post.objects.get(title=title)
