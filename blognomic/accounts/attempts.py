"""Trying passwords: how often it may go wrong, so that nobody guesses one and nobody locks the owner out.

Counted is for the account that is meant, whichever of its name and addresses was typed. From a browser in which its
owner has signed in before, which a signed cookie tells, it counts for that browser alone; from elsewhere it counts for
the network that it comes from, and for all others together. So whoever guesses elsewhere is stopped, and the owner's
own browser still gets in. The numbers are in the settings (ACCOUNT_RATE_LIMITS).
"""

import secrets
from collections.abc import Iterator
from typing import Any

from allauth.account.internal.userkit import filter_users_by_email
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from blognomic.middleware.rates import GetResponse, address_of
from players.models import Player, name_key

COOKIE = "device"
SALT = "blognomic.accounts.attempts.device"
KEPT_FOR = 60 * 60 * 24 * 365
# So many accounts are known in one browser: the latest.
MOST = 5
APP = "allauth.account"


def accounts_meant(*, username: str = "", email: str = "", **others: object) -> list[Player]:
    """The accounts that sign in with what was typed: a name, an address, or both of one account. Two queries."""
    accounts = {one.pk: one for one in Player.objects.named(username)} if username else {}
    for address in {username, email}:
        if "@" in address:
            for one in filter_users_by_email(address, prefer_verified=True, for_login=True):
                accounts.setdefault(one.pk, one)
    return list(accounts.values())


def count(request: HttpRequest, **credentials: str) -> ratelimit.RateLimitUsage | None:
    """Count one more try. None if there have been too many, else what takes it back if the password was right."""
    used = ratelimit.RateLimitUsage(usage=[])
    for action, key in _counted_by(request, credentials):
        usage = ratelimit.consume(request, app=APP, action=action, key=key)
        if usage is None:
            return None
        used.usage += usage.usage
    return used


def forget(request: HttpRequest, **credentials: str) -> None:
    """Nothing counts against these accounts any more: their owner has chosen a new password by a letter."""
    for action, key in _counted_by(request, credentials):
        ratelimit.clear(request, app=APP, action=action, key=key)


def _counted_by(request: HttpRequest, credentials: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The limits that a try counts against, each with its key."""
    known, network = devices(request), address_of(request)
    meant = [str(one.pk) for one in accounts_meant(**credentials)]
    typed = credentials.get("username") or credentials.get("email") or ""
    for account in meant or [f"nobody {name_key(typed)}"]:
        if account in known:
            yield "login_failed_at_home", f"{account} {known[account]}"
        else:
            yield "login_failed", f"{account} {network}"
            yield "login_failed_elsewhere", account


def devices(request: HttpRequest) -> dict[str, str]:
    """The accounts that have been signed in to in this browser: by key, with what tells the browser from others."""
    try:
        known = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return {}
    return known


def remember(request: HttpRequest, user: Player, **of_the_signal: Any) -> None:
    """The owner of the account has just been here: signed in, or with the link of a letter."""
    if request is not None:
        request.known_as = user


def known_devices(get_response: GetResponse) -> GetResponse:
    """Let a browser in which somebody has signed in be known as theirs. The cookie goes to the pages of accounts alone,
    and opens nothing: it only keeps what others try apart."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "known_as", None)
        if user is not None:
            known = devices(request)
            nonce = known.pop(str(user.pk), None) or secrets.token_urlsafe(12)
            known = dict([*known.items(), (str(user.pk), nonce)][-MOST:])
            response.set_cookie(
                COOKIE,
                signing.dumps(known, salt=SALT),
                max_age=KEPT_FOR,
                path="/accounts/",
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware
