"""The accounts of the demo: who they are, their common password, and whether they may be had with one click."""

from collections.abc import Mapping
from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from players.models import Game, Player, Standing

PASSWORD = "the-night-mail"
# The mark of an account of the demo. Mail to the domain goes nowhere: the name is reserved for that.
DOMAIN = "demo.invalid"


def register(registered: Mapping[str, datetime]) -> dict[str, Player]:
    """Make an account for each name, registered at its instant (UTC), with a confirmed address; by name.

    The password is hashed once for all of them, because a good hash is slow on purpose.
    """
    password = make_password(PASSWORD)
    people = {}
    for name, at in registered.items():
        player = Player(name=name, email=f"{name.lower()}@{DOMAIN}", password=password)
        player.save()
        player.registered_at = at
        player.save(update_fields=["registered_at"])
        people[name] = player
    EmailAddress.objects.bulk_create(
        EmailAddress(user=player, email=player.email, verified=True, primary=True)
        for player in people.values()
    )
    return people


def with_the_published_password() -> list[str]:
    """The names of those who can be signed in as by the password of the demo, which everybody can read here: of a demo
    anybody, of another game whoever has an address of the demo's. Two queries, and a hash for each that differs."""
    players = Player.objects.filter(is_active=True)
    if not Game.objects.filter(is_demo=True).exists():
        of_the_demo = EmailAddress.objects.filter(email__endswith=f"@{DOMAIN}").values("user")
        players = players.filter(Q(email__endswith=f"@{DOMAIN}") | Q(pk__in=of_the_demo))
    by_hash: dict[str, list[str]] = {}
    for name, password in players.order_by("name_key").values_list("name", "password"):
        by_hash.setdefault(password, []).append(name)
    return [name for hashed, names in by_hash.items() if check_password(PASSWORD, hashed) for name in names]


def is_open(game: Game | None) -> bool:
    """Whether one may sign in as a demo player with one click: in a demo that is run for development."""
    return settings.DEBUG and game is not None and game.is_demo


def demo_players() -> QuerySet[Player]:
    """The people of the demo: the roster first, then the idle, then who is not a player, each by name.

    Somebody who registered on their own is not among them.
    """
    place = Case(
        When(standing=Standing.ACTIVE, then=Value(0)),
        When(standing=Standing.IDLE, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return Player.objects.filter(email__endswith=f"@{DOMAIN}", is_active=True, is_staff=False).order_by(
        place, "name_key"
    )
