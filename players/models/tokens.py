"""Tokens by which a program acts for a person. Of a token, only its hash is kept."""

from datetime import datetime
from typing import Self

from django.db import models

from players.models.roster import Player
from players.models.sessions import LastUse

TOKEN_NAME_LENGTH = 60


class TokenQuerySet(models.QuerySet):
    def live(self, at: datetime) -> Self:
        """Those that open something at `at` (UTC)."""
        return self.filter(
            models.Q(expires_at__isnull=True) | models.Q(expires_at__gt=at), revoked_at__isnull=True
        )


class Token(LastUse):
    """A person's token: what it is called, how it begins (so that they know which it is), what it is good for, and
    until when. `hash` is the SHA-256 of the whole; what it was cannot be told from that."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=TOKEN_NAME_LENGTH)
    start = models.CharField(max_length=16)
    hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["player", "-made_at"], name="token_player")]

    def __str__(self) -> str:
        return self.name

    def is_live(self, at: datetime) -> bool:
        """Whether it opens something at `at` (UTC)."""
        return self.revoked_at is None and not self.is_over(at)

    def is_over(self, at: datetime) -> bool:
        """Whether its time is over at `at` (UTC)."""
        return self.expires_at is not None and self.expires_at <= at
