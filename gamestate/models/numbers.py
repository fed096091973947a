"""Numbers that the rules track for the whole game, as a log of changes."""

from django.db import models

from players.models import Player


class Change(models.Model):
    """A named number of the game took a value. Never edited: the last change up to an instant says how it stood."""

    name = models.CharField(max_length=60)
    value = models.DecimalField(max_digits=24, decimal_places=6)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    why = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["name", "-at", "-id"], name="change_name_at")]

    def __str__(self):
        return f"{self.name} = {self.value.normalize():f}"
