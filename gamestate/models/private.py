"""What is private: secrets with published hashes, sealed orders, and who is shown an emperor's variables."""

from datetime import datetime
from typing import Self

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import LineField
from gamestate.models.log import Update
from gamestate.models.variables import KEY_LENGTH, Variable
from gamestate.moves.calling import ASKS_LENGTH
from gamestate.values.expressions import LONGEST
from players.models import Dynasty, Player


class Algorithm(models.TextChoices):
    """How a private text is hashed. MD5 where a ruleset calls for it."""

    SHA256 = "sha256", "SHA-256"
    MD5 = "md5", "MD5"


class Secret(models.Model):
    """A private text that a player keeps, for themselves or, as emperor, for the game; its hash is public.

    `tell` is the variable for each player in which the hash is tracked too, where the rules want that.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="secrets")
    for_game = models.BooleanField(default=False)
    dynasty = models.ForeignKey(Dynasty, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    name = LineField(max_length=80)
    algorithm = models.CharField(max_length=6, choices=Algorithm, default=Algorithm.SHA256)
    tell = models.ForeignKey(Variable, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "-id"], name="secret_player")]
        constraints = [
            models.UniqueConstraint(fields=["player", "dynasty", "name"], name="one_secret_of_a_name")
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.player}"  # for developers, in English

    def get_absolute_url(self) -> str:
        return reverse("gamestate:secret", args=[self.pk])


class SecretVersion(models.Model):
    """What a secret said from `at` on. `hash` is that of the text with its salt, and public at once; text and salt are
    when `revealed_at` has come. Never edited otherwise."""

    secret = models.ForeignKey(Secret, on_delete=models.PROTECT, related_name="versions")
    at = models.DateTimeField()
    text = models.TextField()
    salt = models.CharField(max_length=300, blank=True)
    algorithm = models.CharField(max_length=6, choices=Algorithm)
    hash = models.CharField(max_length=64)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["secret", "-at", "-id"], name="secret_version_at")]

    def __str__(self) -> str:
        return f"A version of {self.secret}"  # for developers, in English


class Handover(models.Model):
    """An emperor's secret for the game went, with all that it ever said, to a later emperor."""

    secret = models.ForeignKey(Secret, on_delete=models.PROTECT, related_name="handovers")
    giver = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    taker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.secret} from {self.giver} to {self.taker}"  # for developers, in English


class ShowingQuerySet(models.QuerySet):
    def in_hand(self, at: datetime) -> Self:
        """Those that go on at `at` (UTC), in the dynasty in which they began."""
        begun = Dynasty.objects.up_to(at)
        present = models.Subquery(begun.values("started_at")[:1])
        return self.filter(until__isnull=True, since__gte=present)

    def of_what_is_tracked(self, at: datetime) -> Self:
        """Those of them whose variable is not retired."""
        return self.in_hand(at).filter(variable__retired_at__isnull=True)

    def of_variable(self, variable: Variable, at: datetime) -> Self:
        """Those of them that show one variable."""
        return self.in_hand(at).filter(variable=variable)

    def to_player(self, player: Player) -> Self:
        return self.filter(to=player)


class Showing(models.Model):
    """The emperor shows a hidden variable to somebody.

    They see it from `since` up to but not including `until`, or to the end of the dynasty in which it began: what was
    shown up to then is seen for good, and nothing of the next dynasty is.
    """

    variable = models.ForeignKey(Variable, on_delete=models.PROTECT, related_name="showings")
    to = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="shown")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = ShowingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["variable", "to"],
                condition=models.Q(until__isnull=True),
                name="shown_once_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.variable} shown to {self.to}"  # for developers, in English


class Opening(models.TextChoices):
    """When sealed orders are opened. The time may be set later where they are not opened without it."""

    AT = "at", _("at a set time")
    ALL = "all", _("when all are in")
    EITHER = "either", _("when all are in, or at a set time at the latest")


class Sealing(models.Model):
    """A call for simultaneous choices: everybody's order stays sealed until all are opened together.

    `awaited` are the keys of the players whose orders are asked for, `dropped` of those for whom nobody waits any more.
    `opened_at` is set when the last is in; and they are open when `opens_at` has come, as `opening` says, which may be
    set later. `asks`: what an order says, as a question of a move does (`gamestate.moves.calling`). `hides_who`: until
    they are opened nobody learns who has handed in. `seen_when`: of whom it must hold that they read an order once it
    is opened, as things stood then ("": everybody). `key`: what moves call it; the one that settled it is `settled_by`,
    unless that was undone.
    """

    title = LineField(max_length=120)
    description = models.TextField(blank=True)
    html = models.TextField(blank=True, editable=False)
    rule = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="The key of the rule that asks for it."
    )
    dynasty = models.ForeignKey(Dynasty, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    choices = models.JSONField(
        default=list, blank=True, help_text="What may be chosen; anything, where empty."
    )
    asks = models.CharField(
        max_length=ASKS_LENGTH, blank=True, help_text="What an order says, as a move asks."
    )
    key = models.CharField(max_length=KEY_LENGTH, blank=True, help_text="What moves call it.")
    hides_who = models.BooleanField(default=False)
    seen_when = models.CharField(max_length=LONGEST, blank=True)
    awaited = models.JSONField(default=list, help_text="The keys of the players.")
    dropped = models.JSONField(default=list, blank=True, help_text="Those who are not waited for any more.")
    opening = models.CharField(max_length=6, choices=Opening)
    opens_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    called_off_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        Update, on_delete=models.PROTECT, related_name="settled_calls", null=True, blank=True
    )
    made_at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["-made_at", "-id"], name="sealing_made")]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(opening="either") | models.Q(opens_at__isnull=False),
                name="sealing_has_an_instant",
            )
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("gamestate:sealing", args=[self.pk])

    @property
    def waits_for(self) -> list[int]:
        """The keys of those whose orders it waits for, while they play and have handed in none."""
        return [key for key in self.awaited if key not in self.dropped]


class SealedOrder(models.Model):
    """What a player chose, sealed with a hash; the last one before the opening is theirs. `answer` is what `text` says,
    as `gamestate.moves.calling` keeps it; None for words. Never edited."""

    sealing = models.ForeignKey(Sealing, on_delete=models.PROTECT, related_name="orders")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sealed_orders")
    at = models.DateTimeField()
    text = models.TextField()
    answer = models.JSONField(null=True, blank=True)
    salt = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["sealing", "player", "-id"], name="sealed_order_player")]

    def __str__(self) -> str:
        return f"{self.player}'s order for {self.sealing}"  # for developers, in English
