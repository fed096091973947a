"""Programs that ask the API: a client for each role of the stage, with a token that is good for everything."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from players.models import Player
from players.services import tokens

API = "/api/v1"


def token_of(player: Player, *scopes: str, at: Any, **more: Any) -> str:
    """A token of the player's, good for the scopes or, without any, for everything."""
    _, token = tokens.make(by=player, at=at, name="A program", scopes=scopes or tokens.SCOPES, **more)
    return token


def ask(method: str, path: str, body: Any = None, *, token: str = "", **headers: str) -> HttpResponse:
    """What the API answers."""
    if method in ("GET", "HEAD", "OPTIONS"):
        sent = {}
    else:
        sent = {"data": "" if body is None else json.dumps(body), "content_type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return getattr(Client(), method.lower())(f"{API}{path}", headers=headers, **sent)
