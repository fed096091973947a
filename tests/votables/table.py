"""A table to play at: a founded game with players, on instants that tests can count from.

`noon(1)` is 12:00 UTC on the first day. `seat` founds the game at the beginning of day 0 under a law. No test makes the
rows of people or of a game in another way (tests/blognomic/test_layout.py).
"""

from datetime import UTC, datetime, timedelta
from functools import partial

from allauth.account.models import EmailAddress

from players.models import Game, Player, RosterEvent
from players.services.roster import record
from ruleset.text.tree import Tree
from votables.models import Category, Comment, Post
from votables.services import commenting, founding, posting, resolving

from .seating import as_before

BEGINNING = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
PASSWORD = "a long enough password"
Kind, Cause = RosterEvent.Kind, RosterEvent.Cause


def noon(day: int, **more: int) -> datetime:
    """12:00 UTC on the how-many-eth day since the founding, and so much later."""
    return BEGINNING + timedelta(days=day, hours=12) + timedelta(**more)


def person(name: str, *, at: datetime = BEGINNING, **fields: object) -> Player:
    """Somebody who registered at `at` and, unless a standing is given, does not play: of no history, with PASSWORD and
    an address that nobody has confirmed."""
    given = {"email": f"{name.lower()}@example.org", "password": PASSWORD, "registered_at": at, **fields}
    return Player.objects.create_user(name, **given)


def reachable(name: str, *, confirmed: bool = True, **fields: object) -> Player:
    """A person with an address that letters go to, unless it is not confirmed."""
    player = person(name, **fields)
    EmailAddress.objects.create(user=player, email=player.email, verified=confirmed, primary=True)
    return player


def join(name: str, *, at: datetime) -> Player:
    """Somebody who registered and joined at `at`."""
    player = person(name, at=at)
    return event(player, Kind.JOINED, at=at)


def event(
    player: Player, kind: str, *, at: datetime, cause: str = Cause.REQUEST, by: Player | None = None
) -> Player:
    """The player after an event in the roster's history that nobody asked the law about."""
    record(player=player, kind=kind, cause=cause, at=at, by=by)
    player.refresh_from_db()
    return player


def seat(
    *names: str, law: str = "ruleset-211", emperor: bool = True, ruleset: Tree | str = "none"
) -> list[Player]:
    """Found a game whose founder, admin and emperor is the first of `names`; the others joined at its
    beginning. There are no rules but the law, unless they are given, so that each test writes its own."""
    as_before((names, law, emperor, ruleset), partial(_seat, names, law, emperor, ruleset))
    return list(Player.objects.order_by("pk"))


def _seat(names: tuple[str, ...], law: str, emperor: bool, ruleset: Tree | str) -> None:
    founder, *others = [person(name) for name in names]
    founding.found_game(
        founder=founder,
        law=law,
        at=BEGINNING,
        theme="Tests",
        metadynasty=not emperor,
        ruleset=ruleset,
    )
    for other in others:
        record(player=other, kind=Kind.JOINED, cause=Cause.REQUEST, at=BEGINNING, by=founder)


def bare_game(*, at: datetime = BEGINNING, **fields: object) -> Game:
    """A game of nobody, without a law."""
    return Game.objects.create(pk=1, founded_at=at, **fields)


def make_admin(player: Player) -> Player:
    return event(player, Kind.ADMIN, at=BEGINNING, cause=Cause.MATTER)


def propose(by: Player, at: datetime, title: str = "Cats", **more: object) -> Post:
    """A proposal that changes a dynastic rule."""
    words = {
        "category": Category.PROPOSAL,
        "title": title,
        "body": "Add a rule called Cats.",
        "amends": ["dynastic"],
    }
    return posting.publish(by=by, at=at, **{**words, **more})


def write(by: Player, at: datetime, title: str = "Hello", body: str = "Some words.", **more: object) -> Post:
    """A post without a category."""
    return posting.publish(by=by, at=at, **{"category": Category.NONE, "title": title, "body": body, **more})


def declare(by: Player, at: datetime, title: str = "Victory") -> Post:
    """A declaration of victory."""
    return posting.publish(by=by, at=at, category=Category.DOV, title=title, body="I have won.")


def say(post: Post, by: Player, at: datetime, text: str = "Some words.", **more: object) -> Comment:
    """A comment, confirmed beforehand."""
    return commenting.comment(post=post, by=by, at=at, text=text, **{"confirmed": True, **more})


def enacted(by: Player, at: datetime, title: str = "Decided", **more: object) -> Post:
    """A proposal by `by`, enacted against whatever the law says, so that something can be carried out by it."""
    post = propose(by, at, title, **more)
    resolving.resolve_against_verdict(post=post, to="enacted", by=by, at=at, reason="A test needs it.")
    post.refresh_from_db()
    return post


def vote(post: Post, at: datetime, **votes: Player) -> list[Comment]:
    """Comments with nothing but an icon: `vote(post, at, **{"for": alice})`, or a list of players."""
    written = []
    for icon, players in votes.items():
        for player in players if isinstance(players, list) else [players]:
            written.append(say(post, player, at, f":{icon}:"))
    return written
