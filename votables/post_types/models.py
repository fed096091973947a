"""Official posts of the dynasty: the types that rules define (Events, Requests, Bounty Notices), their posts, and the
comments that answer them. `votables.models` has these models too, so that Django finds them."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import MessageField
from blognomic.i18n.dynasty_words import said_lazy
from gamestate.models import Update
from players.models import Player

NAME_LENGTH = 40
WORDS_LENGTH = 3_000


class ToldBy(models.TextChoices):
    """How a title says of which type a post is."""

    TAG = "tag", _("a tag in brackets, anywhere in the title")
    HEAD = "head", _("the words before the first colon, which end with it")


class Poster(models.TextChoices):
    PLAYERS = "players", said_lazy(_("any player"))
    EMPEROR = "emperor", said_lazy(_("the emperor"))
    ADMINS = "admins", _("any admin")


class Responder(models.TextChoices):
    PLAYERS = "players", said_lazy(_("any player"))
    OTHERS = "others", said_lazy(_("any player but its author"))
    NOT_EMPEROR = "not_emperor", said_lazy(_("any player but the emperor"))


class Form(models.TextChoices):
    """What a comment must be to be a response. Whatever the letters' case, and however it is spaced."""

    ANY = "any", _("any comment")
    BEGINS = "begins", _("a comment that begins with these words")
    CONTAINS = "contains", _("a comment that contains these words")
    EXACT = "exact", _("a comment of exactly these words")
    NONE = "none", _("none: comments are never responses")


class Ender(models.TextChoices):
    PLAYERS = "players", said_lazy(_("any player"))
    AUTHOR = "author", _("its author")
    AUTHOR_EMPEROR = "author_emperor", said_lazy(_("its author or the emperor"))
    EMPEROR = "emperor", said_lazy(_("the emperor"))
    ADMINS = "admins", _("any admin")


class Defined(models.Model):
    """A definition: all that the rule says of a type. `ending_action`, `body_has` and `endings` have a line for each
    step, words and outcome. Texts in words are shown and left to people; the other fields are checked."""

    name = models.CharField(max_length=NAME_LENGTH)
    plural = models.CharField(max_length=NAME_LENGTH)
    told_by = models.CharField(max_length=10, choices=ToldBy, default=ToldBy.TAG)
    mark = models.CharField(max_length=NAME_LENGTH)
    rule = models.PositiveBigIntegerField(null=True, blank=True)
    special_case = models.CharField(max_length=60, blank=True)
    group = models.SlugField(max_length=NAME_LENGTH, blank=True)
    open_word = models.CharField(max_length=20, default="Open")
    ended_word = models.CharField(max_length=20, default="Ended")
    endings = models.CharField(max_length=200, blank=True)

    may_post = models.CharField(max_length=10, choices=Poster, default=Poster.PLAYERS)
    most_open = models.PositiveSmallIntegerField(null=True, blank=True)
    most_open_each = models.PositiveSmallIntegerField(null=True, blank=True)
    not_joined = models.BooleanField(default=False)
    body_has = models.TextField(blank=True)
    post_words = models.TextField(blank=True)
    any_time = models.BooleanField(default=False)

    response = models.CharField(max_length=10, choices=Form, default=Form.ANY)
    response_text = models.CharField(max_length=200, blank=True)
    may_respond = models.CharField(max_length=12, choices=Responder, default=Responder.PLAYERS)
    once = models.BooleanField(default=True)
    joins_one = models.BooleanField(default=False)
    author_joins = models.BooleanField(default=False)
    response_words = models.TextField(blank=True)

    lasts_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    end_after_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    may_end = models.CharField(max_length=16, choices=Ender, default=Ender.PLAYERS)
    end_words = models.TextField(blank=True)
    ending_action = models.TextField(blank=True)

    class Meta:
        abstract = True

    @property
    def steps(self) -> list[str]:
        """The steps of the ending action."""
        return _lines(self.ending_action)

    @property
    def outcomes(self) -> list[str]:
        """How a post of the type can end: one word at least."""
        return _lines(self.endings) or [self.ended_word]

    @property
    def needed_words(self) -> list[str]:
        """What the text of a post must hold."""
        return _lines(self.body_has)

    @property
    def example(self) -> str:
        """How a title begins."""
        return f"[{self.mark}] " if self.told_by == ToldBy.TAG else f"{self.mark}: "


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class OfficialType(Defined):
    """A type as it is defined now. Its posts stay what they are when it is retired; no more are made."""

    key = models.SlugField(max_length=NAME_LENGTH)
    number = models.PositiveIntegerField(default=1, help_text="How many definitions it has had.")
    made_at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    retired_at = models.DateTimeField(null=True, blank=True)
    # The update with which a new dynasty retired it: who undoes that has it back.
    retired_by = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(retired_at__isnull=True), name="one_live_official_type"
            )
        ]
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("votables:official_type", args=[self.pk])


class OfficialTypeVersion(Defined):
    """A definition as it stood from `at` on, with who wrote it and why. Never edited."""

    type = models.ForeignKey(OfficialType, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["type", "number"], name="one_definition_of_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.name}, definition {self.number}"  # for developers, in English


DEFINITION = tuple(field.name for field in Defined._meta.fields)


class OfficialPostQuerySet(models.QuerySet):
    def visible(self) -> Self:
        """Without those whose post was removed, of which there are few: so neither database begins with the posts."""
        posts = OfficialPost.post.field.related_model.objects
        return self.exclude(post__in=posts.filter(removed_at__isnull=False))

    def of_type(self, type: "OfficialType | int | None") -> Self:
        """Those of one type, or of any."""
        return self if type is None else self.filter(type=type)

    def open_at(self, at: datetime) -> Self:
        """Those open at `at` (UTC): neither ended nor past their time."""
        lasting = models.Q(closes_at__isnull=True) | models.Q(closes_at__gt=at)
        return self.visible().filter(lasting, ended_at__isnull=True)

    def over_at(self, at: datetime) -> Self:
        """The others."""
        return self.visible().filter(models.Q(ended_at__isnull=False) | models.Q(closes_at__lte=at))

    def for_list(self) -> Self:
        """Newest first, with type and post and the number of responses that count."""
        valid = OfficialResponse.objects.filter(official=models.OuterRef("pk"), valid=True).order_by()
        number = valid.values("official").annotate(number=models.Count("pk")).values("number")
        return (
            self.select_related("type", "post__author", "ended_by")
            .annotate(counted=Coalesce(models.Subquery(number), 0, output_field=models.IntegerField()))
            .order_by("-opened_at", "-pk")
        )


class OfficialPost(models.Model):
    """A post of a type. It closes by itself at `closes_at` where the type says so; whoever ends it then only says how
    it came out. `done` are the places of the steps of the ending action that were reported as carried out."""

    post = models.OneToOneField("votables.Post", on_delete=models.PROTECT, related_name="official")
    type = models.ForeignKey(OfficialType, on_delete=models.PROTECT, related_name="posts")
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    ended_with = models.ForeignKey(
        "votables.Comment", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    ending = models.CharField(max_length=NAME_LENGTH, blank=True)
    outcome = models.TextField(blank=True)
    done = models.JSONField(default=list, blank=True)
    update = models.ForeignKey(Update, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    objects = OfficialPostQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["-opened_at", "-id"], name="official_opened")]

    def __str__(self) -> str:
        return f"{self.type}: {self.post}"

    def is_open(self, at: datetime) -> bool:
        return self.ended_at is None and (self.closes_at is None or self.closes_at > at)


class OfficialResponse(models.Model):
    """A comment made on an official post while that was open: whether it counts as a response, and if not, why."""

    comment = models.OneToOneField("votables.Comment", on_delete=models.PROTECT, related_name="response")
    official = models.ForeignKey(OfficialPost, on_delete=models.PROTECT, related_name="responses")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    valid = models.BooleanField()
    reason = MessageField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["player", "valid"], name="response_player")]

    def __str__(self) -> str:
        return f"{self.player} on {self.official}"  # for developers, in English


class OfficialAct(models.Model):
    """What somebody did about an official post after it was made. Never edited."""

    class Kind(models.TextChoices):
        ENDED = "ended", _("ended it")
        REPORTED = "reported", _("reported on its ending action")
        COUNTED = "counted", _("counted a comment as a response")
        DISCOUNTED = "discounted", _("counted a comment as no response")

    official = models.ForeignKey(OfficialPost, on_delete=models.PROTECT, related_name="acts")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    response = models.ForeignKey(
        OfficialResponse, on_delete=models.PROTECT, related_name="acts", null=True, blank=True
    )
    words = MessageField(blank=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.by} {self.get_kind_display()}"
