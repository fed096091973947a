"""Mentors: who is tenured, who asks for what, whom the emperor asked, and mentorships with their beginning and end."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.models.roster import Player

# Rule "Things that a mentor should do": four weeks at least.
FOUR_WEEKS = timedelta(weeks=4)


class Tenure(models.Model):
    """A player stands in the list of those willing to be mentors, from `since` up to but not including `until`."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tenures")
    since = models.DateTimeField()
    entered_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    until = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(until__isnull=True), name="tenured_once_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}, tenured since {self.since:%Y-%m-%d}"  # for developers, in English


class MentoringRequest(models.Model):
    """What a player asks for on their own behalf: a mentor, or to be put on or taken off the list of the tenured."""

    class Kind(models.TextChoices):
        MENTOR = "mentor", _("a mentor")
        ENTER = "enter", _("to be listed as tenured")
        REMOVE = "remove", _("to be taken off the list of the tenured")

    class Outcome(models.TextChoices):
        OPEN = "", _("open")
        GRANTED = "granted", _("granted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mentoring_requests")
    kind = models.CharField(max_length=6, choices=Kind)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True, default="")
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind"], condition=Q(outcome=""), name="one_open_request_of_a_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} asks for {self.get_kind_display()}"  # for developers, in English


class MentorOffer(models.Model):
    """The emperor, or who acts as one, asked a tenured player to take `mentee` on."""

    class Answer(models.TextChoices):
        OPEN = "", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    mentor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mentor_offers")
    mentee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mentee_offers")
    at = models.DateTimeField()
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    answer = models.CharField(max_length=9, choices=Answer, blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["mentee"], condition=Q(answer=""), name="one_mentor_asked_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(mentor=F("mentee")), name="offer_to_another"),
        ]

    def __str__(self) -> str:
        return f"{self.mentor} asked to mentor {self.mentee}"  # for developers, in English


class Mentorship(models.Model):
    """What is between a mentor and a mentee. `announced` and `farewell` are the pages of the posts that tell of its
    beginning and end: paths of this site, "" where there is none."""

    mentor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mentorships_as_mentor")
    mentee = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="mentorships_as_mentee")
    begun_at = models.DateTimeField()
    announced = models.CharField(max_length=300, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    farewell = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["mentor", "-begun_at"], name="mentorship_mentor")]
        constraints = [
            models.UniqueConstraint(
                fields=["mentee"], condition=Q(ended_at__isnull=True), name="one_mentor_at_a_time"
            ),
            models.CheckConstraint(condition=~Q(mentor=F("mentee")), name="mentor_is_another"),
        ]

    def __str__(self) -> str:
        return f"{self.mentor}, mentor of {self.mentee}"  # for developers, in English

    def bound_until(self, ascended_at: datetime | None) -> datetime | None:
        """Until when the mentor is bound: for four weeks, and until the next Ascension Address (`ascended_at`, the
        first after the beginning); None while that has yet to come."""
        return None if ascended_at is None else max(self.begun_at + FOUR_WEEKS, ascended_at)
