"""What people say of themselves."""

from django.db import models

from players.models.roster import Player

WORDS_LENGTH = 2_000


class Introduction(models.Model):
    """What somebody says of themselves on their page, and the time zone in which they live ("" where they do not say),
    by its name in the IANA database."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="introduction")
    words = models.TextField(blank=True)
    html = models.TextField(blank=True, editable=False)
    zone = models.CharField(max_length=60, blank=True)
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"What {self.player} says of themselves"  # for developers, in English
