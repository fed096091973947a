"""What a player did, for the page about them."""

from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from django.db.models import Count, F

from blognomic.database.together import together
from players.models import Bar, Introduction, Player, Reign, RosterEvent, Topic
from players.present import Present
from players.queries.mentors import Mentoring, mentoring_of
from players.services.fair_play import announced_others
from votables.models import Ballot, Category, Post

LATELY = 20  # how many of the latest posts, votes and events a profile shows


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player did: their matters and how these went, other posts, votes, and when they played."""

    outcomes: dict[str, int]
    posts: list[Post]
    votes: dict[str, int]
    ballots: list[Ballot]
    events: list[RosterEvent]
    reigns: list[Reign]
    comments: int


class ProfileFacts(NamedTuple):
    """What a player's page tells that no post, vote or comment changes."""

    events: list[RosterEvent]
    reigns: list[Reign]
    mentoring: Mentoring
    same_person: list[Player]
    bars: list[Bar]
    introduction: Introduction | None


def facts_of_profile(player: Player) -> ProfileFacts:
    """The same, in six queries."""
    events, reigns, bars, introductions = together(
        player.roster_events.newest_first().select_related("by")[:LATELY],
        player.reigns.order_by("since"),
        player.bars.order_by("pk"),
        Introduction.objects.filter(player=player),
    )
    return ProfileFacts(
        events=events,
        reigns=reigns,
        mentoring=mentoring_of(player),
        same_person=announced_others(player),
        bars=bars,
        introduction=next(iter(introductions), None),
    )


def profile_of(player: Player, known: ProfileFacts) -> Profile:
    """What a player's page tells of their play, in one query: counts over everything, and the latest of each."""
    posts = Post.objects.visible().filter(author=player)
    outcomes = (
        posts.filter(category=Category.PROPOSAL).values_list("status").annotate(number=Count("pk")).order_by()
    )
    ballots = Ballot.objects.filter(player=player, resolution=F("resolution__post__settled_by"))
    votes = ballots.values_list("counts_as").annotate(number=Count("pk")).order_by()
    ended, lately, counted, cast, comments = together(
        outcomes,
        posts.newest_first()[:LATELY],
        votes,
        ballots.order_by("-resolution__at", "-pk").select_related("resolution__post")[:LATELY],
        player.comments.order_by().values_list("author").annotate(number=Count("pk")),
    )
    return Profile(
        outcomes=dict(ended),
        posts=lately,
        votes=dict(counted),
        ballots=cast,
        events=known.events,
        reigns=known.reigns,
        comments=dict(comments).get(player.pk, 0),
    )


class ToldProfile(TypedDict):
    """All that the page about a player tells that everybody sees alike."""

    profile: Profile
    mentoring: Mentoring
    same_person: list[Player]
    bars: list[Bar]
    introduction: Introduction | None


def told_of(player: Player, present: Present | None) -> ToldProfile:
    """It, worked out once for all who look."""
    if present is None:
        return _told(player, facts_of_profile(player))
    known = present.kept(
        f"votables.person {player.pk}",
        lambda: facts_of_profile(player),
        without={Topic.POSTS, Topic.VALUES},
    )
    return present.kept(f"votables.profile {player.pk}", lambda: _told(player, known), without={Topic.VALUES})


def _told(player: Player, known: ProfileFacts) -> ToldProfile:
    return {
        "profile": profile_of(player, known),
        "mentoring": known.mentoring,
        "same_person": known.same_person,
        "bars": known.bars,
        "introduction": known.introduction,
    }
