"""Who is signed in, and where: Django's sessions, each with whose it is and when it was last used."""

from typing import Any

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from players.models.roster import Player

NETWORK_LENGTH = 45
BROWSER_LENGTH = 40


class LastUse(models.Model):
    """When something that lets one in was last used (to some minutes), from which network and by which program. It is
    kept coarsely, for its owner alone, and goes with its row."""

    last_used_at = models.DateTimeField(null=True, blank=True)
    last_network = models.CharField(max_length=NETWORK_LENGTH, blank=True, default="")
    last_browser = models.CharField(max_length=BROWSER_LENGTH, blank=True, default="")

    class Meta:
        abstract = True


class Session(AbstractBaseSession, LastUse):
    """A browser in which somebody is signed in, or that the site remembers something for (`player` is None then)."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sessions", null=True)

    @classmethod
    def get_session_store_class(cls) -> Any:
        from players.sessions import SessionStore  # which needs this model

        return SessionStore
