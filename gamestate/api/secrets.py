"""Secrets, of which everybody knows the hash."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.views.decorators.debug import sensitive_variables
from pydantic import Field

from blognomic.web.api import Key, NumberOf, Room, Rows, Sent, Shown, Text, read, row_of
from gamestate.models import Secret, SecretVersion
from gamestate.models import Variable as VariableRow
from gamestate.queries.secrets import public_secrets, versions_for
from gamestate.services import secrets
from players.api import Who, by, like, token, viewer

router = Room("Actions, sealed orders, secrets")
WRITE = token("gamestate")
SECRETS = Secret.objects.select_related("tell")


class SecretOut(like(Secret, "name for_game"), Shown):
    """A private text of which everybody knows the hash."""

    keeper: Who = read("player")
    dynasty: NumberOf
    hash: str | None
    since: datetime | None
    versions: int = read("number")
    revealed: int


class SecretVersionOut(like(SecretVersion, "at algorithm hash revealed_at")):
    """What a secret said: for its keeper, and for all once it is revealed."""

    id: int = read("pk")
    number: int
    text: str | None
    salt: str | None


class WholeSecret(SecretOut):
    history: list[SecretVersionOut]


class SecretIn(Sent):
    """A secret to keep."""

    name: Text = Field(min_length=1, max_length=80)
    text: Text = Field(min_length=1, max_length=secrets.TEXT_LENGTH)
    salt: Text | None = Field(
        None, max_length=secrets.SALT_LENGTH, description="Left out: drawn at random; empty: none."
    )
    algorithm: Literal["sha256", "md5"] = "sha256"
    for_game: bool = Field(False, description="Kept for the game, by the emperor.")
    tell: Key | None = Field(None, description="The variable in which its hash is tracked.")


class SecretChange(Sent):
    """What a secret says from now on."""

    seen: Key = Field(description="The key of the version that one looked at.")
    text: Text = Field(min_length=1, max_length=secrets.TEXT_LENGTH)
    salt: Text | None = Field(None, max_length=secrets.SALT_LENGTH)


@router.list("/secrets", "Secrets", SecretOut)
def list_secrets(request: HttpRequest) -> Rows:
    """All secrets with their hashes, the newest first."""
    return public_secrets()


@router.get("/secrets/{secret}", "One secret", WholeSecret)
def one_secret(request: HttpRequest, secret: Key) -> Secret:
    """A secret with its hashes, and what it said where that is revealed, or one's own."""
    return _whole_secret(request, secret)


@router.add("/secrets", "Keep a secret", WholeSecret, WRITE)
@sensitive_variables("sent", "fields")
def keep_secret(request: HttpRequest, sent: SecretIn) -> Secret:
    """Keep a private text, bound to a hash that everybody sees at once."""
    fields = sent.dict(exclude={"tell"})
    tells = VariableRow.objects.live().filter(scope=VariableRow.Scope.PLAYER, definition__kind="text")
    tell = get_object_or_404(tells, pk=sent.tell) if sent.tell is not None else None
    made = secrets.keep(**by(request, "leave"), tell=tell, **fields)
    return _whole_secret(request, made.pk)


@router.patch("/secrets/{secret}", "Change it", WholeSecret, WRITE)
@sensitive_variables("sent")
def change_secret(request: HttpRequest, secret: row_of(SECRETS), sent: SecretChange) -> Secret:
    """Let a secret say something else from now on. What it said before stays in its history."""
    secrets.change(secret=secret, **by(request, "leave"), **sent.dict())
    return _whole_secret(request, secret.pk)


@router.post("/secrets/versions/{version}/reveal", "Reveal it", WholeSecret, WRITE)
def reveal(request: HttpRequest, version: row_of(SecretVersion.objects.select_related("secret"))) -> Secret:
    """Show everybody what one version of a secret said, for ever."""
    secrets.reveal(version=version, **by(request, "leave"))
    return _whole_secret(request, version.secret_id)


@router.post("/secrets/{secret}/hand-over", "Hand it over", WholeSecret, WRITE)
def hand_over(request: HttpRequest, secret: row_of(SECRETS)) -> Secret:
    """Give a secret that was kept for the game to the present emperor."""
    secrets.hand_over(**by(request, "leave"), secret=secret)
    return _whole_secret(request, secret.pk)


def _whole_secret(request: HttpRequest, pk: int) -> Secret:
    secret = get_object_or_404(public_secrets(), pk=pk)
    secret.history = versions_for(secret, viewer(request), at=request.at)
    return secret
