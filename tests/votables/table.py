"""A table to play at: a founded game with players, on instants that tests can count from.

`noon(1)` is 12:00 UTC on the first day. `seat` founds the game at the beginning of day 0 under a law.
"""

from datetime import UTC, datetime, timedelta

from players.models import Player, RosterEvent
from players.services import record
from votables.models import Category, Comment, Post
from votables.services import commenting, founding, posting

BEGINNING = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
Kind, Cause = RosterEvent.Kind, RosterEvent.Cause


def noon(day: int, **more: int) -> datetime:
    """12:00 UTC on the how-many-eth day since the founding, and so much later."""
    return BEGINNING + timedelta(days=day, hours=12) + timedelta(**more)


def person(name: str) -> Player:
    """Somebody with an account who does not play."""
    return Player.objects.create_user(name, f"{name.lower()}@example.org", "a long enough password")


def seat(*names: str, law: str = "ruleset-211", emperor: bool = True) -> list[Player]:
    """Found a game whose founder, admin and emperor is the first of `names`; the others have joined at its beginning."""
    founder, *others = [person(name) for name in names]
    founding.found_game(founder=founder, law=law, at=BEGINNING, theme="Tests", metadynasty=not emperor)
    for other in others:
        record(player=other, kind=Kind.JOINED, cause=Cause.REQUEST, at=BEGINNING, by=founder)
    return list(Player.objects.order_by("pk"))


def make_admin(player: Player) -> Player:
    record(player=player, kind=Kind.ADMIN, cause=Cause.MATTER, at=BEGINNING, by=None)
    player.refresh_from_db()
    return player


def propose(by: Player, at: datetime, title: str = "Cats", **more: object) -> Post:
    """A proposal that changes a dynastic rule."""
    words = {"category": Category.PROPOSAL, "title": title, "body": "Add a rule called Cats.", "amends": ["dynastic"]}
    return posting.publish(by=by, at=at, **{**words, **more})


def vote(post: Post, at: datetime, **votes: Player) -> list[Comment]:
    """Comments with nothing but an icon: `vote(post, at, **{"for": alice})`, or a list of players."""
    written = []
    for icon, players in votes.items():
        for player in players if isinstance(players, list) else [players]:
            comment = commenting.comment(post=post, by=player, at=at, text=f":{icon}:", confirmed=True)
            written.append(comment)
    return written
