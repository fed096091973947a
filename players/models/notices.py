"""What people are told: notices, how they chose to hear of them, and webhooks with the calls to them."""

from typing import Self
from urllib.parse import urlsplit

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_lazy

from blognomic.database.fields import LineField, MessageField
from blognomic.text.one_line import closed
from players.models.roster import SENTENCE_LENGTH, Player
from players.notices.notice_kinds import BY_LETTER, HOW_LABELS, KINDS, PUBLIC

KEY_LENGTH = 120
LINK_LENGTH = 300
URL_LENGTH = 400
KIND_CHOICES = [(kind, gettext_lazy(labelled.words)) for kind, labelled in KINDS.items()]
LETTER_CHOICES = [
    ("", gettext_lazy("by no letter")),
    *((how.value, gettext_lazy(HOW_LABELS[how])) for how in BY_LETTER),
]


class WorkerSending(models.Model):
    """Something that the worker sends. `due_at` is when it is next tried, None when there is nothing to send any more:
    it was sent, or `given_up_at`. A worker that takes it writes its own `claim`, good until `claimed_until`."""

    due_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    problem = MessageField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Notice(WorkerSending):
    """One thing that a person is told. `key` names the event: nobody is told of the same one twice. `letter` says
    whether it goes by e-mail too, each or in the daily digest; `times`, how often it had happened by then since the
    person last looked: a busy thread is one notice; `push_at`, when it is pushed to their devices, None when it is not
    or has been."""

    to = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=KIND_CHOICES)
    key = models.CharField(max_length=KEY_LENGTH)
    at = models.DateTimeField()
    sentence = MessageField()
    link = models.CharField(max_length=LINK_LENGTH, help_text="A path of this site.")
    read_at = models.DateTimeField(null=True, blank=True)
    letter = models.CharField(max_length=5, choices=LETTER_CHOICES, blank=True, default="")
    times = models.PositiveIntegerField(default=1)
    push_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["to", "-at", "-id"], name="notice_to"),
            # The frame of every page counts what is unread.
            models.Index(fields=["to"], condition=Q(read_at__isnull=True), name="notice_unread"),
            models.Index(fields=["key"], condition=Q(read_at__isnull=True), name="notice_event"),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="notice_due"),
            models.Index(fields=["push_at"], condition=Q(push_at__isnull=False), name="notice_push"),
        ]
        constraints = [models.UniqueConstraint(fields=["to", "key"], name="told_once")]

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """The sentence in the language of whoever reads it now, cut to what a letter's subject holds."""
        return closed(Truncator(str(self.sentence)).chars(SENTENCE_LENGTH))


class NoticeSettings(models.Model):
    """How a person hears of things: `choices` says it by kind where they have chosen, of `notice_kinds`,
    `digest_hour` at which hour (UTC) their daily e-mail goes, `language` in which language e-mails are written: the
    game's where it is empty, `votes_by_letter` whether e-mails hold links by which they vote. `pushed` says by kind
    whether it goes to their devices, where they have chosen; nothing does from `quiet_from` to `quiet_until` (hours of
    UTC)."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="notice_settings")
    choices = models.JSONField(default=dict, blank=True)
    digest_hour = models.PositiveSmallIntegerField(default=8, validators=[MaxValueValidator(23)])
    language = models.CharField(max_length=10, blank=True)
    votes_by_letter = models.BooleanField(default=False)
    pushed = models.JSONField(default=dict, blank=True)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(23)])
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(23)])

    class Meta:
        verbose_name_plural = "notice settings"

    def __str__(self) -> str:
        return f"What {self.player} is told"  # for developers, in English

    @property
    def spoken(self) -> str:
        """The language in which e-mails are written."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class Device(models.Model):
    """A browser of a person's to which notices are pushed. `endpoint` is the address of its maker's service, and like
    the keys a secret: whoever knows them can write to it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices")
    name = LineField(max_length=60)
    endpoint = models.CharField(max_length=URL_LENGTH, unique=True)
    public_key = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class WebhookQuerySet(models.QuerySet):
    def kept(self) -> Self:
        """Those that nobody has removed."""
        return self.filter(removed_at=None)


class Webhook(models.Model):
    """An address of a channel outside, such as Discord's, to which what is public is sent. Its `url` is a secret of the
    admins: whoever knows it can write in the channel. `kinds` are those that it is sent. `secret` is what calls are
    signed with, as the Standard Webhooks specification writes it. One that is removed stays for the record, without its
    address and secret."""

    name = LineField(max_length=60)
    url = models.CharField(max_length=URL_LENGTH, blank=True)
    secret = models.CharField(max_length=100, blank=True)
    kinds = models.JSONField(default=list)
    is_on = models.BooleanField(default=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("notices:webhook", args=[self.pk])

    @property
    def shown_url(self) -> str:
        """The address as far as it may be shown: the host, and the last four characters to tell two apart."""
        return f"{urlsplit(self.url).hostname or ''}/…{self.url[-4:]}" if self.url else gettext("no address")

    @property
    def shown_kinds(self) -> str:
        """What it is told, in words."""
        return "; ".join(words for kind, words in PUBLIC.items() if kind in self.kinds)


class WebhookCall(WorkerSending):
    """A message to a channel, and its result.

    `key` names the event, as a notice's does: a channel is told of it once as each kind of news that it is. `facts`
    (see `players.notices.channel_facts`) are what a program is told of it; `answer` is what came back: a status.
    """

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls")
    kind = models.CharField(max_length=12)
    key = models.CharField(max_length=KEY_LENGTH)
    at = models.DateTimeField()
    sentence = LineField(max_length=SENTENCE_LENGTH)
    link = models.CharField(max_length=LINK_LENGTH)
    facts = models.JSONField(default=dict, blank=True)
    answer = models.CharField(max_length=60, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["webhook", "-at", "-id"], name="webhook_call_at"),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="webhook_call_due"),
        ]
        constraints = [models.UniqueConstraint(fields=["webhook", "kind", "key"], name="called_once")]

    def __str__(self) -> str:
        return self.sentence
