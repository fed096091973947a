"""Dice: the seeds of the days and every roll, which are never edited."""

from django.db import models

from gamestate.models.log import Update
from players.models import NAME_LENGTH, Player


class Seed(models.Model):
    """The secret seed of a UTC day, from the operating system's generator. `hash` is published before the day begins,
    `secret` (hexadecimal) when it is over."""

    day = models.DateField(unique=True)
    secret = models.CharField(max_length=64, editable=False)
    hash = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["day"]

    def __str__(self):
        return f"Seed of {self.day:%Y-%m-%d}"


class Roll(models.Model):
    """One dice command and what came of it: an entry of the chain of rolls, by its `number`.

    Everything that the chain covers stands here as it was then, `name` too. `where` and `where_pk` say what it was
    made in: an update, a comment, or the dice page (no key). `outcomes` are the faces, `total` their sum where it has
    one. See `gamestate.dice.chain` for how `hash` is made.
    """

    class Where(models.TextChoices):
        PAGE = "page", "dice page"
        UPDATE = "update", "update"
        COMMENT = "comment", "comment"

    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rolls")
    name = models.CharField(max_length=NAME_LENGTH)
    where = models.CharField(max_length=8, choices=Where)
    where_pk = models.PositiveBigIntegerField(null=True, blank=True)
    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="rolls", null=True, blank=True)
    link = models.CharField(max_length=300, blank=True)
    reason = models.TextField(blank=True)
    place = models.PositiveIntegerField(help_text="Which of the commands in its text it is, from 0.")
    command = models.CharField(max_length=300)
    law = models.CharField(max_length=64, help_text="The digest of the law's dice as they were then.")
    outcomes = models.JSONField(default=list)
    total = models.CharField(max_length=40, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["where", "where_pk"], name="roll_where"),
            models.Index(fields=["by", "-number"], name="roll_by"),
            models.Index(fields=["at"], name="roll_at"),
        ]

    def __str__(self):
        return f"Roll {self.number}: {self.command}"
