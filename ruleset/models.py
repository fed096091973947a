"""The law in force, version by version."""

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from blognomic.database.fields import LineField, MessageField, WordsField
from players.models import Player

from .law.parts import RulesetPart


class LawVersionQuerySet(models.QuerySet):
    def at(self, at: datetime) -> Self:
        """The versions in force up to `at` (UTC), the one then in force first."""
        return self.filter(at__lte=at).order_by("-at", "-pk")


class LawVersion(models.Model):
    """The law from `at` on: its document (TOML) and which special cases are active. Never edited; the next version
    takes over from it."""

    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    why = MessageField(blank=True)
    link = models.CharField(max_length=300, blank=True)
    name = models.CharField(max_length=60)
    document = models.TextField()
    special_cases = models.JSONField(
        default=dict, help_text="Those that are not as the document says by default."
    )

    objects = LawVersionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["-at", "-id"], name="law_version_at")]

    def __str__(self) -> str:
        return f"{self.name} since {self.at:%Y-%m-%d}"  # for the host, in English


class Revision(models.Model):
    """One dated act that changed the ruleset: who, when, why. Never edited; undoing is another revision."""

    class Kind(models.TextChoices):
        FOUNDING = "founding", _("founding")
        IMPORT = "import", _("import")
        ENACTMENT = "enactment", _("enactment")
        TYPO = "typo", _("correction of a typographical mistake")
        UPKEEP = "upkeep", _("update to what was enacted")
        CORRECTION = "correction", _("correction of an amendment")
        REVERSAL = "reversal", _("reversal")
        TIDYING = "tidying", _("deletion of an empty rule")
        ASCENSION = "ascension", _("Ascension Address")

    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    author = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="Whose matter it carries out; `by` is who carried it out.",
    )
    why = MessageField(blank=True)
    link = models.CharField(max_length=300, blank=True)
    undoes = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="undone_by", null=True, blank=True
    )

    # What people do to the rules between votes: any player may undo it.
    BETWEEN_VOTES = frozenset({Kind.TYPO, Kind.UPKEEP, Kind.TIDYING, Kind.CORRECTION})

    class Meta:
        indexes = [models.Index(fields=["-at", "-id"], name="revision_at")]

    def __str__(self) -> str:
        return f"Revision {self.pk}"

    @property
    def credited(self) -> Player | None:
        """Whose words it brought: the author of the matter that it carries out, else whoever made it."""
        return self.author or self.by

    @property
    def is_between_votes(self) -> bool:
        return self.kind in self.BETWEEN_VOTES


class Rule(models.Model):
    """A rule or section, the same one through all its renames and moves. What it says stands in its versions."""

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Rule {self.pk}"


class RuleVersionQuerySet(models.QuerySet):
    def standing_at(self, revision: int | models.Subquery) -> Self:
        """The versions in force after the revision of that key."""
        return self.filter(
            models.Q(until__isnull=True) | models.Q(until__gt=revision), revision__lte=revision
        ).order_by("place", "pk")

    def of_rule(self, rule: int) -> Self:
        """All that a rule ever said, the newest first."""
        return self.filter(rule__id=rule).order_by("-revision")


class RuleVersion(models.Model):
    """What a rule said and where it stood, from `revision` up to, not including, `until` (None: still)."""

    rule = models.ForeignKey(Rule, on_delete=models.PROTECT, related_name="versions")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="begun")
    until = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="ended", null=True, blank=True)
    parent = models.ForeignKey(Rule, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    place = models.PositiveIntegerField()
    part = models.CharField(
        max_length=12,
        blank=True,
        choices=[(part, part) for part in ("", *map(str, RulesetPart))],
        help_text="What a section is to the law; of a rule, nothing.",
    )
    title = LineField(max_length=300)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True, editable=False)

    objects = RuleVersionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["rule", "revision"], name="one_version_a_revision")]
        indexes = [models.Index(fields=["until", "revision"], name="rule_version_standing")]

    def __str__(self) -> str:
        return self.title


class Confirmation(models.Model):
    """A player's word that the law, as it stood in `law`, still carries out what a rule says after `revision`. Never
    edited; `name` is what the law calls the rule."""

    law = models.ForeignKey(LawVersion, on_delete=models.PROTECT, related_name="confirmations")
    rule = models.ForeignKey(Rule, on_delete=models.PROTECT, related_name="confirmations")
    name = LineField(max_length=300)
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    why = WordsField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["rule", "-at", "-id"], name="confirmation_rule")]

    def __str__(self) -> str:
        return f"“{self.name}” still holds, says {self.by}"  # for the host, in English
