"""The law in force, version by version."""

from datetime import datetime

from django.db import models

from players.models import Player


class LawVersionQuerySet(models.QuerySet):
    def at(self, at: datetime):
        """The versions in force up to `at` (UTC), the one then in force first."""
        return self.filter(at__lte=at).order_by("-at", "-pk")


class LawVersion(models.Model):
    """The law from `at` on: its document (TOML) and which special cases are active. Never edited; the next version
    takes over from it."""

    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    why = models.TextField(blank=True)
    link = models.CharField(max_length=300, blank=True)
    name = models.CharField(max_length=60)
    document = models.TextField()
    special_cases = models.JSONField(
        default=dict, help_text="Those that are not as the document says by default."
    )

    objects = LawVersionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["-at", "-id"], name="law_version_at")]

    def __str__(self):
        return f"{self.name} since {self.at:%Y-%m-%d}"
