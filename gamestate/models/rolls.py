"""Dice and cards: the seeds of the days, every roll, and every shuffle. None is ever edited or deleted."""

from typing import NoReturn

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from blognomic.web.addresses import address_of
from blognomic.web.errors import RuleBroken
from gamestate.dice import told
from gamestate.models.log import Update
from gamestate.models.variables import Variable
from players.models import NAME_LENGTH, Dynasty, Player

DIE_LENGTH = 120


class Kept(models.QuerySet):
    """Rows that are added and never changed or taken away."""

    def update(self, **values: object) -> NoReturn:
        raise _refused()

    def delete(self) -> NoReturn:
        raise _refused()

    def bulk_update(self, *args: object, **options: object) -> NoReturn:
        raise _refused()


class KeptModel(models.Model):
    """The same of one row."""

    objects = Kept.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: object, **options: object) -> None:
        if not self._state.adding:
            raise _refused()
        super().save(*args, **options)

    def delete(self, *args: object, **options: object) -> NoReturn:
        raise _refused()


def _refused() -> RuleBroken:
    return RuleBroken(gettext("What the dice gave is never edited or deleted."))


class Seed(KeptModel):
    """The secret seed of a UTC day, from the operating system's generator. `hash` is published before the day begins,
    `secret` (hexadecimal) when it is over: see `gamestate.services.seeds`.

    `secret` is empty for a day of an imported game whose seed was not known yet when the game was exported.
    """

    day = models.DateField(unique=True)
    secret = models.CharField(max_length=64, blank=True, editable=False)
    hash = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    class Meta:
        ordering = ["day"]

    def __str__(self) -> str:
        return f"Seed of {self.day:%Y-%m-%d}"  # for developers, in English


class Roll(KeptModel):
    """One dice command and what came of it: an entry of the chain of rolls, by its `number`, from 1.

    Everything that the chain covers stands here as it was then, `name` too; see `gamestate.dice.chain` for how `hash`
    is made. `where` and `where_pk` say what it was made in: an update, a comment, or the dice page (no key); `comment`
    is the whole text that it stood in, of whose commands it was the `part`-th. `total` is the sum of the faces in
    digits, "" where there is none. `die` is what was thrown, without how many of it, to find rolls by.
    """

    class Where(models.TextChoices):
        PAGE = "page", _("dice page")
        UPDATE = "update", _("update")
        COMMENT = "comment", _("comment")

    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rolls")
    name = models.CharField(max_length=NAME_LENGTH)
    where = models.CharField(max_length=8, choices=Where)
    where_pk = models.PositiveBigIntegerField(null=True, blank=True)
    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="rolls", null=True, blank=True)
    link = models.CharField(max_length=300, blank=True, help_text="Where it was made: a path of this site.")
    part = models.PositiveIntegerField(help_text="Which of the commands in its text it is, from 1.")
    die = models.CharField(max_length=DIE_LENGTH)
    command = models.TextField()
    comment = models.TextField()
    law = models.CharField(max_length=64, help_text="The digest of the law's dice as they were then.")
    seed_hash = models.CharField(max_length=64)
    faces = models.JSONField(default=list)
    total = models.CharField(max_length=120, blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["where", "where_pk"], name="roll_where"),
            models.Index(fields=["by", "-number"], name="roll_by"),
            models.Index(fields=["die", "-number"], name="roll_die"),
            models.Index(fields=["at"], name="roll_at"),
        ]

    def __str__(self) -> str:
        return f"Roll {self.number}: {self.command}"  # for developers, in English

    def get_absolute_url(self) -> str:
        return address_of("gamestate:roll", self.number)

    @property
    def words(self) -> str:
        """What was said with the command, which is left out where the text begins with it."""
        return self.comment.removeprefix(self.command).strip()

    @property
    def told(self) -> str:
        """The outcome in words: "3DICE6: 2, 5, 6 (13)"."""
        return told(self.command, self.faces, int(self.total) if self.total else None)


class DeckSeed(KeptModel):
    """The secret with which the cards of a dynasty are shuffled, from the operating system's generator. `hash` is
    public, `secret` (hexadecimal) when the dynasty is over: see `gamestate.dice.shuffling`. A dynasty has one for each
    site on which it was played; `secret` is "" of those that stayed elsewhere when the game moved here."""

    dynasty = models.ForeignKey(Dynasty, on_delete=models.PROTECT, related_name="deck_seeds")
    secret = models.CharField(max_length=64, blank=True, editable=False)
    hash = models.CharField(max_length=64)
    published_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Seed of the decks of {self.dynasty}"  # for developers, in English


class Shuffle(KeptModel):
    """A list of so many items (`amount`) that was shuffled, by its `number`, from 1: that of `holder` ("player:3",
    "game"). How its items stood before and after is for nobody before the dynasty is over; `seal` is public, and holds
    it fast. None: that is not known here, since the game moved while the dynasty went on."""

    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    deck_seed = models.ForeignKey(DeckSeed, on_delete=models.PROTECT, related_name="shuffles")
    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="shuffles")
    variable = models.ForeignKey(Variable, on_delete=models.PROTECT, related_name="shuffles")
    holder = models.CharField(max_length=40)
    seed_hash = models.CharField(max_length=64)
    amount = models.PositiveIntegerField()
    before = models.JSONField(editable=False, null=True, blank=True)
    after = models.JSONField(editable=False, null=True, blank=True)
    previous = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"Shuffle {self.number}"  # for developers, in English
