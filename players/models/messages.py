"""What passes between people in private: threads of messages, blocks, and orders to the emperor.

Nothing of it is in an export, and nobody but the parties is shown it, admins included.
"""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from blognomic.database.fields import LineField
from players.models.roster import Dynasty, Player

SUBJECT_LENGTH = 120


class Thread(models.Model):
    """A subject and the messages on it, between people who stay the same from the first message to the last.

    `to_emperor`: it was addressed to whoever was emperor when it began; a later emperor is not a party to it.
    """

    subject = LineField(max_length=SUBJECT_LENGTH)
    to_emperor = models.BooleanField(default=False)
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.subject

    def get_absolute_url(self) -> str:
        return reverse("players:thread", args=[self.pk])


class Party(models.Model):
    """One person's side of a thread. `newest` is the key of the last message that somebody else wrote in it (0: none),
    `seen` that of the last one they have looked at: between the two lies what is unread."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="parties")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mail")
    newest = models.BigIntegerField(default=0)
    seen = models.BigIntegerField(default=0)
    has_written = models.BooleanField(default=False)
    archived = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "parties"
        indexes = [
            # The frame of every page counts what is unread.
            models.Index(fields=["player"], condition=Q(newest__gt=F("seen")), name="party_unread"),
        ]
        constraints = [models.UniqueConstraint(fields=["player", "thread"], name="party_once_in_a_thread")]

    def __str__(self) -> str:
        return f"{self.player} in “{self.thread}”"  # for developers, in English

    @property
    def is_unread(self) -> bool:
        return self.newest > self.seen

    @property
    def others(self) -> list[Player]:
        """Who else is in it."""
        return [party.player for party in self.thread.parties.all() if party.player_id != self.player_id]


class Message(models.Model):
    """What one party wrote to all others of its thread. Never edited."""

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="messages")
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    text = models.TextField()
    html = models.TextField(editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["thread", "id"], name="message_thread"),
            models.Index(fields=["author", "at"], name="message_author_at"),
        ]

    def __str__(self) -> str:
        return f"A message of {self.at:%Y-%m-%d}"  # for developers, in English


class Block(models.Model):
    """`by` gets no messages from `blocked`, from `since` up to but not including `until`."""

    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["by", "blocked"], condition=Q(until__isnull=True), name="blocked_once_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(by=F("blocked")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"A block since {self.since:%Y-%m-%d}"  # for developers, in English


class Turn(models.Model):
    """A stretch of a dynasty for which players send the emperor orders. `due_at` is what the emperor asks for; orders
    are taken until the turn is closed."""

    dynasty = models.ForeignKey(Dynasty, on_delete=models.PROTECT, related_name="turns")
    number = models.PositiveIntegerField()
    begun_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dynasty", "number"], name="turn_number_once_a_dynasty"),
            models.UniqueConstraint(
                fields=["dynasty"], condition=Q(closed_at__isnull=True), name="one_open_turn_a_dynasty"
            ),
        ]

    def __str__(self) -> str:
        return _("turn {number}").format(number=self.number)


class Order(models.Model):
    """What a player ordered for a turn; the last one of the turn is theirs. Only the emperor's mark is ever added."""

    turn = models.ForeignKey(Turn, on_delete=models.PROTECT, related_name="orders")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="orders")
    at = models.DateTimeField()
    text = models.TextField()
    html = models.TextField(editable=False)
    carried_out_at = models.DateTimeField(null=True, blank=True)
    carried_out_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    class Meta:
        indexes = [
            models.Index(fields=["turn", "player", "-id"], name="order_turn_player"),
            models.Index(fields=["player", "-id"], name="order_player"),
        ]

    def __str__(self) -> str:
        return f"An order for {self.turn}"  # for developers, in English

    @property
    def is_late(self) -> bool:
        """Whether it came after the instant that the turn asks for."""
        return self.turn.due_at is not None and self.at > self.turn.due_at
