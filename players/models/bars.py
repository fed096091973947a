"""Who is kept out of the game: a bar from joining, by an enacted matter, until an instant or until another lifts it."""

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.translation import gettext as _

from blognomic.database.fields import MessageField
from blognomic.i18n.translation import whole_day
from players.models.roster import Player


class BarQuerySet(models.QuerySet):
    def at(self, at: datetime) -> Self:
        """The bars that hold at `at` (UTC), the longest first."""
        begun = self.filter(models.Q(lifted_at__isnull=True) | models.Q(lifted_at__gt=at), since__lte=at)
        holding = begun.filter(models.Q(until__isnull=True) | models.Q(until__gt=at))
        return holding.order_by(models.F("until").desc(nulls_first=True), "pk")


class Bar(models.Model):
    """How long somebody cannot join the game.

    They may not become a player from `since` up to but not including `until` (None: for good), or until the bar is
    lifted. A row is never removed: lifting it is dated, too.
    """

    person = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="bars")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    why = MessageField(blank=True)
    link = models.CharField(max_length=300, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_why = MessageField(blank=True)
    lifted_link = models.CharField(max_length=300, blank=True)

    objects = BarQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["person", "since"], name="bar_person")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gt=models.F("since")),
                name="bar_ends_after",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}, barred {self.span}"  # for developers, in English

    @property
    def span(self) -> str:
        """For how long, in words."""
        return _("until {instant}").format(instant=self.end) if self.until else _("for good")

    @property
    def end(self) -> str:
        """When it ends; "" where it does not."""
        if self.until is None:
            return ""
        return _("{day}, {time} UTC").format(day=whole_day(self.until), time=f"{self.until:%H:%M}")
