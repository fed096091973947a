"""What admins record about fair play: that several accounts are one person's."""

from django.db import models
from django.db.models import F, Q

from players.models.roster import Player


class SharedControl(models.Model):
    """An admin's word that one person controls two players, or that this is not so after all. Never edited: the last
    word on a pair holds. `first` is the one of the two with the lower key.

    `announced`: the person said so in public, as rule Fair Play asks, so profiles say it too. The others are for
    admins.
    """

    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    is_one_person = models.BooleanField()
    announced = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    link = models.CharField(
        max_length=300, blank=True, help_text="Where it was announced: a path of this site."
    )

    class Meta:
        indexes = [
            models.Index(fields=["first", "second", "-id"], name="shared_control_first"),
            models.Index(fields=["second", "-id"], name="shared_control_second"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="shared_by_two_in_order")
        ]

    def __str__(self) -> str:
        return f"{self.first} and {self.second}"  # for developers, in English
