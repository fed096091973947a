"""Where a person's letters go, and the signed addresses that stop them, or vote, without signing in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.http import Http404
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from players.models import Player
from players.notices.notice_kinds import KINDS

SALT = "players.notices.stop"
VOTE_SALT = "players.notices.vote"
VOTE_FOR = timedelta(days=14)  # for as long a link that votes is good


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


def vote_token(player: Player, post: int, icon: str) -> str:
    """What a link by which the player votes on a matter, by its key, with an icon of the law carries. Another password
    makes it void."""
    return signing.dumps([player.pk, post, icon, _mark_of(player)], salt=VOTE_SALT)


@dataclass(frozen=True, slots=True)
class VoteByLetter:
    """A vote that is about to be cast by a link: whose, on which post (its key), and with which icon."""

    player: Player
    post: int
    icon: str


def read_vote_token(token: str) -> VoteByLetter | None:
    """The vote that a link says; None for one that was signed too long ago, or for whoever has chosen another password
    since, closed their account, or has no such links any more. Raises Http404 for what this site did not sign. One
    query."""
    try:
        pk, post, icon, mark = signing.loads(token, salt=VOTE_SALT, max_age=VOTE_FOR)
    except signing.SignatureExpired:
        return None
    except (signing.BadSignature, ValueError, TypeError):
        raise Http404 from None
    voter = Player.objects.filter(pk=pk, is_active=True, notice_settings__votes_by_letter=True).first()
    if voter is None or not constant_time_compare(mark, _mark_of(voter)):
        return None
    return VoteByLetter(voter, post, icon)


def _mark_of(player: Player) -> str:
    return player.get_session_auth_hash()[:16]
