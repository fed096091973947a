"""Who asks the API, how it names people, and what they write to each other."""

from blognomic.web.api.rooms import by

from .auth import (
    ADMIN,
    ANY,
    COMMENTS,
    GAMESTATE,
    MESSAGES,
    POSTS,
    PRIVATE,
    RULES,
    SCHEME,
    founded,
    reader,
    token,
    viewer,
)
from .people import Who, like, person_of, two_people

__all__ = [
    "ADMIN", "ANY", "COMMENTS", "GAMESTATE", "MESSAGES", "POSTS", "PRIVATE", "RULES", "SCHEME",
    "Who", "by", "founded", "like", "person_of", "reader", "token", "two_people", "viewer",
]  # fmt: skip
