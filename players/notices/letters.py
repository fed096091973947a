"""Where a person's letters go, and the signed address that stops them without signing in."""

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.urls import reverse

from players.models import Player
from players.notices.kinds import KINDS

SALT = "players.notices.stop"


def addresses_of(players: Iterable[int]) -> dict[int, str]:
    """The e-mail addresses of people by key: confirmed ones, the primary before others. Where the site asks nobody to
    confirm an address, the one they gave."""
    if settings.ACCOUNT_EMAIL_VERIFICATION == "none":
        given = Player.objects.filter(pk__in=players).exclude(email="")
        return dict(given.values_list("pk", "email"))
    confirmed = EmailAddress.objects.filter(user__in=players, verified=True).order_by("primary", "-pk")
    return dict(confirmed.values_list("user", "email"))


def absolute(path: str) -> str:
    """The whole address of a path of this site."""
    return f"{settings.SITE_URL}{path}"


def stop_path(player: int, of: str) -> str:
    """The path that stops a person's letters of a kind, or those of the daily digest ("daily")."""
    return reverse("notices:unsubscribe", args=[signing.dumps([player, of], salt=SALT)])


def read_token(token: str) -> tuple[int, str] | None:
    """Whose letters a token stops and which, or None for what this site did not sign. It never grows old: a letter may
    be opened years later."""
    try:
        player, of = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (player, of) if of == "daily" or of in KINDS else None
