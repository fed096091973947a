"""Who plays: people with accounts, the roster's history, dynasties, emperors and the admin log."""

import unicodedata
from datetime import datetime
from enum import Enum
from typing import Any, Final, Self

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import LineField, MessageField, WordsField
from blognomic.i18n.dynasty_words import said_lazy
from blognomic.web.addresses import address_of

NAME_LENGTH = 100
SENTENCE_LENGTH = 500


def name_key(name: str) -> str:
    """What two names share when people would take them for one: no case, no look-alike widths."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Standing(models.TextChoices):
    """Where a person stands with the roster."""

    GUEST = "guest", said_lazy(_("not a player"))
    ACTIVE = "active", said_lazy(_("player"))
    IDLE = "idle", said_lazy(_("idle player"))
    LEFT = "left", said_lazy(_("former player"))


class PlayerQuerySet(models.QuerySet):
    def active(self) -> Self:
        """The roster: players who are not idle."""
        return self.filter(standing=Standing.ACTIVE)

    def idle(self) -> Self:
        return self.filter(standing=Standing.IDLE)

    def guests(self) -> Self:
        """People with an account who are not players."""
        return self.filter(standing__in=[Standing.GUEST, Standing.LEFT])

    def admins(self) -> Self:
        return self.filter(is_admin=True, standing__in=[Standing.ACTIVE, Standing.IDLE])

    def with_standing_at(self, at: datetime) -> Self:
        """Everybody, with `standing_then`: where they stood at `at` (UTC), or None before their first event."""
        last = RosterEvent.objects.filter(player=models.OuterRef("pk"), at__lte=at).order_by("-at", "-pk")
        return self.annotate(standing_then=models.Subquery(last.values("standing")[:1]))

    def roster_at(self, at: datetime) -> Self:
        """The players who had joined, not left and were not idle at `at` (UTC)."""
        return self.with_standing_at(at).filter(standing_then=Standing.ACTIVE)

    def named(self, name: str) -> Self:
        """The one person of that name, without regard to case."""
        return self.filter(name_key=name_key(name))


class PlayerManager(BaseUserManager.from_queryset(PlayerQuerySet)):  # type: ignore[misc]  # made as it is read
    def create_user(self, name: str, email: str = "", password: str | None = None, **fields: Any) -> "Player":
        player = self.model(name=name, email=self.normalize_email(email), **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(
        self, name: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "Player":
        """The host's own account for Django's back office: not an admin of the game."""
        return self.create_user(name, email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, name: str) -> "Player":
        return self.get(name_key=name_key(name))


class Player(AbstractBaseUser, PermissionsMixin):
    """A person with an account. Whether they play is their standing; the roster's history says since when.

    `standing`, `standing_since` and `is_admin` repeat the last roster event, so that a page need not ask.
    """

    name = models.CharField(max_length=NAME_LENGTH, unique=True)
    name_key = models.CharField(max_length=NAME_LENGTH * 3, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    registered_at = models.DateTimeField(default=timezone.now)
    standing = models.CharField(max_length=10, choices=Standing, default=Standing.GUEST)
    standing_since = models.DateTimeField(null=True, blank=True)
    is_admin = models.BooleanField(_("admin of the game"), default=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    is_staff = models.BooleanField(_("may use the back office"), default=False)

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    objects = PlayerManager()

    class Meta:
        indexes = [models.Index(fields=["standing", "standing_since"], name="player_standing")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = name_key(self.name)
        if kwargs.get("update_fields") is not None and "name" in kwargs["update_fields"]:
            kwargs["update_fields"] = {*kwargs["update_fields"], "name_key"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return address_of("players:profile", self.pk)

    @property
    def is_playing(self) -> bool:
        """In the roster now."""
        return self.standing == Standing.ACTIVE

    @property
    def is_idle(self) -> bool:
        return self.standing == Standing.IDLE

    @property
    def is_player(self) -> bool:
        """A player, idle or not."""
        return self.standing in (Standing.ACTIVE, Standing.IDLE)

    @property
    def acts_as_admin(self) -> bool:
        """An admin who is a player, idle or not; whether an idle one may resolve is for the law to say."""
        return self.is_admin and self.is_player


class RosterEventQuerySet(models.QuerySet):
    def in_order(self) -> Self:
        return self.order_by("at", "pk")

    def newest_first(self) -> Self:
        return self.order_by("-at", "-pk")

    def before(self, event: "RosterEvent") -> Self:
        """The earlier events of the same player, the newest first."""
        earlier = models.Q(at__lt=event.at) | models.Q(at=event.at, pk__lt=event.pk)
        return self.filter(earlier, player=event.player_id).newest_first()


class RosterEvent(models.Model):
    """A change of the roster or of an office.

    Never edited: the last one of a player up to an instant says how they stood then.
    """

    class Kind(models.TextChoices):
        JOINED = "joined", _("joined the game")
        LEFT = "left", _("left the game")
        IDLED = "idled", _("went idle")
        UNIDLED = "unidled", _("came back from idle")
        ADMIN = "admin", _("became an admin")
        NOT_ADMIN = "not_admin", _("stopped being an admin")
        RENAMED = "renamed", _("changed their name")
        EMPEROR = "emperor", said_lazy(_("became emperor"))
        NOT_EMPEROR = "not_emperor", said_lazy(_("stopped being emperor"))
        HELPER = "helper", said_lazy(_("became the emperor’s helper"))
        NOT_HELPER = "not_helper", said_lazy(_("stopped being the emperor’s helper"))

    class Cause(models.TextChoices):
        """Why, where the law tells one cause from another."""

        REQUEST = "request", _("on request")
        INACTIVITY = "inactivity", _("for inactivity")
        SELF = "self", _("by themselves")
        MATTER = "matter", _("by an enacted matter")
        FOUNDING = "founding", _("at the founding")
        RECORD = "record", _("from the record")
        HOST = "host", _("by the host of the site")
        CORRECTION = "correction", _("as a correction")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="roster_events")
    kind = models.CharField(max_length=12, choices=Kind)
    cause = models.CharField(max_length=10, choices=Cause)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    why = MessageField(blank=True)
    link = models.CharField(
        max_length=300, blank=True, help_text="The page that shows the reason: a path of this site."
    )
    old_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    standing = models.CharField(max_length=10, choices=Standing)
    is_admin = models.BooleanField()

    objects = RosterEventQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["player", "-at", "-id"], name="roster_event_player_at"),
            models.Index(fields=["-at", "-id"], name="roster_event_at"),
        ]

    def __str__(self) -> str:
        return f"{self.player} {self.get_kind_display()}"

    @property
    def says_why(self) -> bool:
        """Whether what was written down with it says its cause, too, such as “asked to join”."""
        Cause = RosterEvent.Cause
        return bool(self.why) and self.cause in (Cause.REQUEST, Cause.INACTIVITY, Cause.MATTER)

    # As Django has them, which makes all choices hashable each time: a page tells of some dozens of events.

    def get_kind_display(self) -> str:
        return str(_KIND_LABELS.get(self.kind, self.kind))

    def get_cause_display(self) -> str:
        return str(_CAUSE_LABELS.get(self.cause, self.cause))


_KIND_LABELS = {kind.value: kind.label for kind in RosterEvent.Kind}
_CAUSE_LABELS = {cause.value: cause.label for cause in RosterEvent.Cause}


class Topic(Enum):
    """What the game is made of, as far as one changes without the other: what is worked out from one topic is kept
    while another changes. What time does is a topic of its own, which nobody writes: at instants that are known before,
    such as that at which a matter may be enacted, or with any minute."""

    POSTS = "posts"  # and their comments, votes and answers
    VALUES = "values"  # the gamestate, with its log and its dice
    REST = "rest"  # rules, and what the gamestate is made of: variables, tables, actions
    PEOPLE = "people"  # and dynasties, and the law: what every page's frame is made of besides posts
    TIME = "time"
    MINUTE = "minute"  # what is kept without `time` is kept without this, too

    @property
    def column(self) -> str:
        """Where the game's row has the version in which the topic was last changed."""
        return f"{self.value}_version"


WRITTEN: Final = (Topic.POSTS, Topic.VALUES, Topic.REST, Topic.PEOPLE)
LIVELY: Final = frozenset({Topic.POSTS, Topic.VALUES, Topic.MINUTE})
"""What changes many times a day; the rest does a few times at most."""
BESIDE_POSTS: Final = frozenset({Topic.VALUES, Topic.MINUTE})
"""What changes many times a day and shows in no list of posts."""
BESIDE_MATTERS: Final = BESIDE_POSTS | {Topic.REST}
"""What shows in nothing of how pending matters stand, which is made of posts, people and the law."""
BESIDE_PEOPLE: Final = LIVELY | {Topic.REST}
"""What shows in nothing that is made of people, dynasties and the law alone."""


class Game(models.Model):
    """The one game of this site: a single row, which is also the lock behind which whatever must not race
    (posting under a limit, resolving, changing the roster) waits its turn. Each such turn raises `version`, so that
    what was worked out from one version may be kept for as long as it is the last, and notes it for the topics that it
    may change.

    `law_differs`: whether a rule no longer matches the law that carries it out; None: nobody has looked since
    the site was upgraded. See `ruleset.services.note_agreement`.

    `due_at`: from when on (UTC) something that happens by itself is due; `due_waits`: something waits until no
    standstill stops it; `due_runs`: something has a clock that runs, and would stand still in one. See
    `gamestate.services.clockwork`."""

    name = LineField(max_length=80, default="BlogNomic")
    founded_at = models.DateTimeField()
    is_demo = models.BooleanField(default=False)
    version = models.PositiveBigIntegerField(default=0)
    posts_version = models.PositiveBigIntegerField(default=0)
    values_version = models.PositiveBigIntegerField(default=0)
    rest_version = models.PositiveBigIntegerField(default=0)
    people_version = models.PositiveBigIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    due_waits = models.BooleanField(default=False)
    due_runs = models.BooleanField(default=False)
    law_differs = models.BooleanField(null=True, default=None)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_game_a_site")]

    def __str__(self) -> str:
        return self.name


METADYNASTY = " Metadynasty"  # what the name of every dynasty without an emperor ends with, in English


class DynastyQuerySet(models.QuerySet):
    def up_to(self, at: datetime | models.OuterRef) -> Self:
        """Those that had begun by `at` (UTC), the one of then first."""
        return self.filter(started_at__lte=at).newest_first()

    def newest_first(self) -> Self:
        return self.order_by("-started_at", "-number")


class Dynasty(models.Model):
    """A dynasty: the time from one Ascension Address to the next. Without an emperor it is a metadynasty.

    `begun_by` is the emperor whose address began it, after whom it is named and by whom it is counted, whatever they
    are called later and whoever follows them in it; None for a metadynasty, and where the record does not say.
    """

    number = models.PositiveIntegerField(unique=True)
    name = LineField(max_length=200)
    begun_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="dynasties_begun", null=True, blank=True
    )
    theme = WordsField(blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    player_word = models.CharField(max_length=60, default="Player")
    players_word = models.CharField(max_length=60, default="Players")
    emperor_word = models.CharField(max_length=60, default="Emperor")
    emperors_word = models.CharField(max_length=60, default="Emperors")

    objects = DynastyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "dynasties"
        indexes = [models.Index(fields=["-started_at"], name="dynasty_started")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_metadynasty(self) -> bool:
        return self.begun_by_id is None and self.name.endswith(METADYNASTY)


class ReignQuerySet(models.QuerySet):
    def at(self, at: datetime) -> Self:
        """The reigns that cover `at` (UTC), the one that holds first."""
        return self.filter(models.Q(until__isnull=True) | models.Q(until__gt=at), since__lte=at).order_by(
            "pk"
        )


class Reign(models.Model):
    """How long somebody was emperor.

    That is from `since` up to but not including `until`. Where two overlap, the first recorded holds.

    `won`: by a declaration of victory, or by the mantle of one; the dynasty that it is for begins with an Ascension
    Address, and until then the one that it follows is none of theirs."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="reigns")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    why = MessageField(blank=True)
    link = models.CharField(max_length=300, blank=True)
    won = models.BooleanField(default=False)

    objects = ReignQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["until", "since"], name="reign_span")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gt=models.F("since")),
                name="reign_ends_after",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}, emperor since {self.since:%Y-%m-%d}"  # for developers, in English


class Helper(models.Model):
    """Who helps the emperor with orders, from `since` up to but not including `until`: as long as `emperor` reigns in
    the dynasty in which they were named, unless one of the two ends it before."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="helping")
    emperor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="helpers")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(until__isnull=True), name="helps_once_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}, helper of {self.emperor}"  # for developers, in English


class Ascension(models.Model):
    """An instant at which an Ascension Address, with its changes to the rules, was complete: interregnum ends."""

    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    link = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["at"], name="ascension_at")]

    def __str__(self) -> str:
        return f"Ascension of {self.at:%Y-%m-%d}"  # for developers, in English


class AdminAct(models.Model):
    """What an admin did, in public."""

    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="admin_acts")
    act = models.CharField(max_length=30)
    sentence = MessageField()
    reason = MessageField(blank=True)
    link = models.CharField(max_length=300, blank=True)
    against_verdict = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="admin_act_at"),
            models.Index(fields=["link"], name="admin_act_link"),
        ]

    def __str__(self) -> str:
        return str(self.sentence)
