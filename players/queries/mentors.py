"""What pages read about mentors, in a fixed number of queries."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from blognomic.database.together import together
from players.models import (
    Ascension,
    Dynasty,
    MentoringRequest,
    MentorOffer,
    Mentorship,
    Player,
    RosterEvent,
    Standing,
    Tenure,
    Topic,
)
from players.present import Present
from players.queries.reigns import emperor_at
from players.queries.roster import Spell, dynasty_at, spells

# In how many earlier dynasties one must have been active to act as emperor for this rule where there is none.
EXPERIENCE = 3

Kind = MentoringRequest.Kind


@dataclass(frozen=True, slots=True)
class Bond:
    """A mentorship, and until when the mentor is bound (None: until an Ascension Address that has yet to come)."""

    mentorship: Mentorship
    bound_until: datetime | None

    def is_bound(self, at: datetime) -> bool:
        return self.bound_until is None or at < self.bound_until


def bonds(mentorships: Iterable[Mentorship]) -> list[Bond]:
    """The mentorships with the end of their obligations. One query besides theirs."""
    rows = list(mentorships)
    if not rows:
        return []
    earliest = min(row.begun_at for row in rows)
    ascents = list(Ascension.objects.filter(at__gt=earliest).order_by("at").values_list("at", flat=True))
    return [
        Bond(row, row.bound_until(next((at for at in ascents if at > row.begun_at), None))) for row in rows
    ]


def mentorships() -> QuerySet[Mentorship]:
    """All mentorships with their people, the latest first."""
    return Mentorship.objects.select_related("mentor", "mentee", "ended_by").order_by("-begun_at", "-pk")


def tenured() -> QuerySet[Tenure]:
    """Who is tenured now, by name."""
    return (
        Tenure.objects.filter(until__isnull=True).select_related("player").order_by("player__name_key", "pk")
    )


def open_requests() -> QuerySet[MentoringRequest]:
    """Requests that wait, the oldest first."""
    return (
        MentoringRequest.objects.filter(outcome=MentoringRequest.Outcome.OPEN)
        .select_related("player")
        .order_by("at", "pk")
    )


def new_without_mentor(at: datetime) -> QuerySet[Player]:
    """Players who joined in the last seven days, have no mentor, have not asked for one and are none, by name."""
    joined = RosterEvent.objects.filter(
        player=OuterRef("pk"), kind=RosterEvent.Kind.JOINED, at__gt=at - NEWLY_JOINED
    )
    mentorship = Mentorship.objects.filter(mentee=OuterRef("pk"), ended_at__isnull=True)
    request = MentoringRequest.objects.filter(
        player=OuterRef("pk"), kind=Kind.MENTOR, outcome=MentoringRequest.Outcome.OPEN
    )
    listed = Tenure.objects.filter(player=OuterRef("pk"), until__isnull=True)
    standing = Player.objects.filter(standing__in=[Standing.ACTIVE, Standing.IDLE])
    return standing.filter(Exists(joined), ~Exists(mentorship), ~Exists(request), ~Exists(listed)).order_by(
        "name_key"
    )


def open_offers() -> QuerySet[MentorOffer]:
    """Questions to tenured players that wait for an answer: for those alone who asked and who are asked."""
    return (
        MentorOffer.objects.filter(answer=MentorOffer.Answer.OPEN)
        .select_related("mentor", "mentee")
        .order_by("at", "pk")
    )


@dataclass(frozen=True, slots=True)
class Board:
    """What the page of the mentors tells at an instant, for everybody: who is tenured, what is asked, who is new, the
    keys of those who have a mentor, and `offers`, which are for those alone whom they name."""

    tenured: list[Tenure]
    requests: list[MentoringRequest]
    newcomers: list[Player]
    offers: list[MentorOffer]
    mentored: list[int]

    @property
    def looking(self) -> list[MentoringRequest]:
        """Who asks for a mentor."""
        return [one for one in self.requests if one.kind == Kind.MENTOR]

    @property
    def to_list(self) -> list[MentoringRequest]:
        """Who asks to be listed as tenured, or not any more."""
        return [one for one in self.requests if one.kind != Kind.MENTOR]

    @property
    def seekers(self) -> list[Player]:
        return [*(one.player for one in self.looking), *self.newcomers]


def board(at: datetime, present: Present | None = None) -> Board:
    """The board at `at` (UTC). One query; none where the readers of the `present` have asked it already."""
    if present is not None:
        return present.kept(
            "players.queries.mentors", lambda: board(present.at), without={Topic.POSTS, Topic.VALUES}
        )
    mentored = (
        Mentorship.objects.filter(ended_at__isnull=True).order_by("pk").values_list("mentee", flat=True)
    )
    return Board(*together(tenured(), open_requests(), new_without_mentor(at), open_offers(), mentored))


@dataclass(frozen=True, slots=True)
class Mentoring:
    """A player's own part in it, for their profile: since when they are tenured, and all their mentorships."""

    tenured_since: datetime | None
    bonds: list[Bond]

    @property
    def is_empty(self) -> bool:
        return self.tenured_since is None and not self.bonds


def mentoring_of(player: Player) -> Mentoring:
    """The same in two queries at most."""
    tenures, own = together(
        Tenure.objects.filter(player=player, until__isnull=True)
        .order_by("pk")
        .values_list("since", flat=True)[:1],
        mentorships().filter(Q(mentor=player) | Q(mentee=player)),
    )
    return Mentoring(next(iter(tenures), None), bonds(own))


# Whoever joined so lately counts as new, and needs no request for the emperor to look for a mentor.
NEWLY_JOINED = timedelta(days=7)


def is_tenured(player: Player) -> bool:
    """One query."""
    return Tenure.objects.filter(player=player, until__isnull=True).exists()


def acts_as_emperor(player: Player, at: datetime) -> bool:
    """Whether this rule takes `player` for the emperor: who is, or, where nobody is, any player who has been active in
    at least three earlier dynasties. Three queries at most."""
    emperor = emperor_at(at)
    if emperor is not None or not player.is_player:
        return emperor is not None and emperor.pk == player.pk
    present = dynasty_at(at)
    before = Dynasty.objects.filter(number__lt=present.number) if present else Dynasty.objects.none()
    active = spells(player.roster_events.in_order(), {Standing.ACTIVE})
    return sum(any(_overlap(spell, dynasty) for spell in active) for dynasty in before) >= EXPERIENCE


def _overlap(spell: Spell, dynasty: Dynasty) -> bool:
    begun_in_time = dynasty.ended_at is None or spell.start < dynasty.ended_at
    return begun_in_time and (spell.end is None or spell.end > dynasty.started_at)
