"""Programs that ask the API: a client for each role of the stage, with a token that is good for everything."""

import json
import re
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.test import Client
from ninja.operation import Operation

from blognomic.api.site import _operations, api
from players.models import Player
from players.services import tokens

API = "/api/v1"


def token_of(player: Player, *scopes: str, at: Any, **more: Any) -> str:
    """A token of the player's, good for the scopes or, without any, for everything."""
    _, token = tokens.make(by=player, at=at, name="A program", scopes=scopes or tokens.SCOPES, **more)
    return token


@cache
def operations() -> dict[str, tuple[str, str, list[str] | None]]:
    """The method, path and scopes of each operation by its name; None where it takes no token. The description has the
    same, which takes long to make."""
    return {
        one.view_func.__name__: (one.methods[0], re.sub(r"{\w+:", "{", one.path), _scopes(one))
        for one in _operations(api)
    }


def _scopes(operation: Operation) -> list[str] | None:
    needed = [auth.scope for auth in operation.auth_callbacks]
    return list(filter(None, needed)) if needed else None


def ask(method: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> HttpResponse:
    """What the API answers."""
    if method in ("GET", "HEAD", "OPTIONS"):
        sent = {}
    else:
        sent = {"data": "" if body is None else json.dumps(body), "content_type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return getattr(Client(), method.lower())(f"{API}{path}", headers=headers, **sent)
