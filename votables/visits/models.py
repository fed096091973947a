"""When a person was here last."""

from django.db import models

from players.models import Player


class Visit(models.Model):
    """What a person's reading comes to: things after `since` are new to them (None: they are here for the first time),
    and `seen_at` is when they last asked for a page, to within some minutes. `earlier` is what `since` was before, so
    that it can be so again. `guided`: the list of first steps is done, or was put away. Shown to nobody else."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(null=True)
    seen_at = models.DateTimeField()
    earlier = models.DateTimeField(null=True)
    guided = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.player}, last seen at {self.seen_at:%Y-%m-%d %H:%M}"
