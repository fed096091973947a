"""Who asks the API: the token that an operation takes, or that there is a game; and how it names people."""

from collections.abc import Callable
from typing import Annotated, Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja import Schema
from ninja.security.base import AuthBase
from pydantic import AfterValidator

from blognomic.web.api.problems import Refused
from blognomic.web.api.rooms import by as by  # told from here, with who asks
from blognomic.web.api.shapes import Key
from blognomic.web.api.shapes import like as like_rows
from blognomic.web.errors import RuleBroken
from players.models import Player
from players.queries.roster import people_by_key
from players.services.tokens import SCOPES

SCHEME = "token"


class token(AuthBase):
    """Whoever asks has sent a token, it is good for `scope` ("": whatever it is good for), and `check` lets
    its owner do so, which raises its refusal before anything is looked up."""

    openapi_type = "http"
    openapi_scheme = "bearer"
    openapi_bearerFormat = "bn_…"
    openapi_description = "A personal token, made in your account settings. Its scopes: " + "; ".join(
        f"`{scope}`: {words}" for scope, words in SCOPES.items()
    )

    def __init__(self, scope: str = "", check: Callable[[HttpRequest], None] = lambda request: None):
        self.scope, self.check = scope, check
        super().__init__()

    def __call__(self, request: HttpRequest) -> Any:
        if request.token is None:
            raise Refused(
                401,
                "This needs a token. You can make one in your account settings.",
                WWW_Authenticate="Bearer",
            )
        if self.scope and self.scope not in request.token.scopes:
            raise Refused(
                403,
                f"This token is not good for that: it would have to have the scope “{self.scope}”.",
                WWW_Authenticate=f'Bearer error="insufficient_scope", scope="{self.scope}"',
            )
        self.check(request)
        return request.token


ANY, ADMIN, COMMENTS, GAMESTATE = token(), token("admin"), token("comments"), token("gamestate")
MESSAGES, POSTS, PRIVATE, RULES = token("messages"), token("posts"), token("private"), token("rules")


def viewer(request: HttpRequest) -> Player | None:
    """Whose private things the answer may hold: the owner's of a token with the scope “private”."""
    return request.user if request.token is not None and "private" in request.token.scopes else None


def reader(request: HttpRequest) -> Player | AnonymousUser:
    """The same as whoever asks for a page."""
    return viewer(request) or AnonymousUser()


def founded(request: HttpRequest) -> Any:
    """The game as it is now: the frame of a page, of which no more is known here than `players.courier.GameFrame`
    says. Raises Refused (409) before one is founded."""
    if request.present is None:
        raise Refused(409, "No game has been founded on this site yet.")
    return request.frame


class Who(Schema):
    """A person: the key stays, the name may change."""

    id: int
    name: str


def like(source: type, names: str = "", /, *bases: type[Schema], **more: Any) -> Any:
    """`blognomic.web.api.shapes.like`, which tells people, too."""
    return like_rows(source, names, *bases, shapes={Player: Who, **more.pop("shapes", {})}, **more)


def people_of(keys: list[int]) -> list[Player]:
    """Whom somebody means by these keys. Raises RuleBroken (400) where one of them is nobody's."""
    people = people_by_key(keys)
    if nobody := next((key for key in keys if key not in people), None):
        raise RuleBroken(f"There is no player with the number {nobody}.", status=400)
    return list(people.values())


def person_of(key: int) -> Player:
    """The same of one key."""
    return people_of([key])[0]


Person = Annotated[Key, AfterValidator(person_of)]
"""Somebody in what is sent, by their key."""
People = Annotated[list[Key], AfterValidator(people_of)]
"""Several."""
