"""Actions that a rule allows so and so often, or has happen by themselves, and each time that one was taken or fell
due."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import LineField, MessageField
from gamestate.models.log import Update
from gamestate.models.variables import KEY_LENGTH, NAME_LENGTH
from players.models import Dynasty, Player


class LimitedAction(models.Model):
    """An action that may be taken as often as `frequency` says: the name of one in the law's `actions`, whose spacing
    is that of the law in force; "" as often as one likes. What is taken of an action with a `limit` counts for all that
    have it. `move`: what it asks, needs, costs and does, as `gamestate.moves.reading` has it; what an action is never
    changes, so that each taking tells what it was by.

    One with `when` is upkeep: nobody takes it, it happens by itself, as `gamestate.clockwork` reads that. Of what falls
    on one instant, `place` says the order. `paused_at`: it cannot be taken, or does not happen, since `paused_why`.

    `retired_by` is the update with which a new dynasty retired it: who undoes that has it back. It stays when the
    action is back, so that undoing the undoing retires it again.
    """

    class Hiatus(models.TextChoices):
        """What becomes of upkeep that falls into a time in which no dynastic action may be taken."""

        WAITS = "waits", _("waits until it is over")
        LAPSES = "lapses", _("lapses")
        GOES_ON = "goes", _("goes on")
        CLOCK_STOPS = "stops", _("waits, and its clock stops")

    key = models.SlugField(max_length=KEY_LENGTH)
    name = LineField(max_length=NAME_LENGTH)
    description = models.TextField(blank=True)
    rule = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="The key of the rule that allows it."
    )
    frequency = models.CharField(max_length=40, blank=True)
    limit = models.CharField(
        max_length=KEY_LENGTH, blank=True, help_text="Actions with one limit are taken so often together."
    )
    move = models.JSONField(default=dict, blank=True)
    when = models.CharField(max_length=400, blank=True)
    hiatus = models.CharField(max_length=6, choices=Hiatus, default=Hiatus.WAITS)
    place = models.PositiveSmallIntegerField(default=100)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_why = MessageField(blank=True)
    dynasty = models.ForeignKey(
        Dynasty, on_delete=models.PROTECT, related_name="limited_actions", null=True, blank=True
    )
    made_at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    retired_at = models.DateTimeField(null=True, blank=True)
    retired_by = models.ForeignKey(
        Update, on_delete=models.PROTECT, related_name="actions_retired", null=True, blank=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(retired_at__isnull=True), name="one_live_action_of_a_key"
            )
        ]

    @property
    def waits_in_standstill(self) -> bool:
        """Whether what falls into a standstill happens once it is over."""
        return self.hiatus in (LimitedAction.Hiatus.WAITS, LimitedAction.Hiatus.CLOCK_STOPS)

    @property
    def lapses_in_standstill(self) -> bool:
        return self.hiatus == LimitedAction.Hiatus.LAPSES

    def __str__(self) -> str:
        return self.name

    @property
    def lines(self) -> Mapping[str, str]:
        """What it asks, needs, costs and does, in lines."""
        return self.move if isinstance(self.move, dict) else {}


class KnownTakings(models.Manager):
    """The takings of which everybody may know."""

    def get_queryset(self) -> models.QuerySet["Taking"]:
        return super().get_queryset().exclude(update__kept=Update.Kept.ACT)


class Taking(models.Model):
    """A player took a limited action, alone or as part of `update`. `answers`: what they answered where it asks, as
    people read it, by its questions. `withdrawn_at`: it was found not to have been
    taken (the update was undone), and no longer counts from then on. `objects` has none of which not everybody may
    know, `every` has all."""

    action = models.ForeignKey(LimitedAction, on_delete=models.PROTECT, related_name="takings")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="takings")
    at = models.DateTimeField()
    comment = models.TextField(blank=True)
    answers = models.JSONField(default=dict, blank=True)
    update = models.ForeignKey(
        Update, on_delete=models.PROTECT, related_name="takings", null=True, blank=True
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = KnownTakings()
    every = models.Manager()

    class Meta:
        indexes = [models.Index(fields=["action", "by", "-at"], name="taking_action_by")]

    def __str__(self) -> str:
        return f"{self.action} by {self.by}"  # for developers, in English


class Awaited(models.Model):
    """A player asked to be told once when they can take an action that they could not take then."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="awaited")
    action = models.ForeignKey(LimitedAction, on_delete=models.CASCADE, related_name="awaited")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "action"], name="awaited_once")]

    def __str__(self) -> str:
        return f"{self.player} waits for {self.action}"  # for developers, in English


class Occurrence(models.Model):
    """A time at which upkeep falls due: `due_at` (UTC), for `player` where something befell one. `falls_at`: when it is
    carried out, which is later where it waits until a standstill is over. `set_off_by`: the update that made its
    condition true, or by which it was asked. `update`: what it changed, if anything; `note`: why nothing was, or could
    be, done. One that waits for an answer is `owed_by` a player, or else by the emperor, until `ends_at` (None: for
    good); `given` are names that whoever answers finds in it, as `gamestate.moves.names_given` writes them."""

    class State(models.TextChoices):
        DUE = "due", _("due")
        WAITS = "waits", _("waits until the standstill is over")
        ASKS = "asks", _("waits for an answer")
        DONE = "done", _("done")
        LAPSED = "lapsed", _("lapsed")
        STOPPED = "stopped", _("could not be done")

    action = models.ForeignKey(LimitedAction, on_delete=models.PROTECT, related_name="occurrences")
    due_at = models.DateTimeField()
    falls_at = models.DateTimeField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    state = models.CharField(max_length=7, choices=State, default=State.DUE)
    note = MessageField(blank=True)
    set_off_by = models.ForeignKey(
        Update, on_delete=models.PROTECT, related_name="set_off", null=True, blank=True
    )
    update = models.ForeignKey(
        Update, on_delete=models.PROTECT, related_name="occurrences", null=True, blank=True
    )
    owed_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="owed", null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    given = models.JSONField(default=list, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "falls_at"], name="occurrence_due"),
            models.Index(fields=["action", "-due_at"], name="occurrence_action"),
        ]

    def __str__(self) -> str:
        return f"{self.action} at {self.due_at}"  # for developers, in English
