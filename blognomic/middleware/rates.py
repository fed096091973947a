"""How often one person may do what, so that nobody and no program can flood the game or try passwords by the thousand.

The numbers are in the settings (RATE_LIMITS), by the kind of thing that is done; which kind a route is of is here.
They are the site's, not the game's: no player who types by hand meets them, and what the rules limit is in the law.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from limits import RateLimitItem, parse_many
from limits.storage import storage_from_string
from limits.strategies import MovingWindowRateLimiter

from blognomic import display
from blognomic.middleware.programs import is_api
from blognomic.reach.optional import HASTE, SHARED
from blognomic.web.api import problems

GetResponse = Callable[[HttpRequest], HttpResponse]

# Routes that write, by what they write; each other is of the kind "writing". An address of the API is called as its
# first operation is.
WRITING = {
    "account_login": "signing in",
    "account_reauthenticate": "signing in",
    "mfa_authenticate": "signing in",
    "mfa_reauthenticate": "signing in",
    "mfa_login_webauthn": "signing in",
    "account_signup": "signing up",
    "account_reset_password": "resetting passwords",
    "account_reset_password_from_key": "resetting passwords",
    "account_email_verification_sent": "resetting passwords",
    "account_email": "resetting passwords",
    "votables:new": "posting",
    "votables:draft": "posting",
    "votables:ascend": "posting",
    "votables:comment": "commenting",
    "votables:preview": "drafting",
    "votables:autosave": "drafting",
    "players:write": "messages",
    "players:thread": "messages",
    "players:orders": "messages",
    "gamestate:dice": "dice",
    "gamestate:take_action": "dice",
    "notices:webhooks": "webhooks",
    "api_tokens": "tokens",
    "api-v1:list_posts": "posting",
    "api-v1:list_comments": "commenting",
    "api-v1:preview": "drafting",
    "api-v1:plan_update": "drafting",
    "api-v1:list_drafts": "drafting",
    "api-v1:one_draft": "drafting",
    "api-v1:list_threads": "messages",
    "api-v1:one_thread": "messages",
    "api-v1:own_orders": "messages",
    "api-v1:list_rolls": "dice",
    "api-v1:take": "dice",
    "api-v1:judge": "judging",
    "api-v1:ascension_choices": "posting",
    "api-v1:preview_ascension": "drafting",
    "api-v1:list_webhooks": "webhooks",
    "api-v1:test_webhook": "webhooks",
    "api-v1:sign_webhook": "webhooks",
    "notices:test_webhook": "webhooks",
    "notices:sign_webhook": "webhooks",
}
# Routes that only read, and take the database some work: by the address that asks, not by the player.
READING = {
    "votables:search": "searches",
    "votables:jump": "jumps",
    "mfa_download_recovery_codes": "exports",
    "votables:judged": "exports",
    "ruleset:document": "exports",
    "gamestate:players_csv": "exports",
    "gamestate:players_json": "exports",
    "gamestate:game_csv": "exports",
    "gamestate:table_csv": "exports",
    "gamestate:table_json": "exports",
    "gamestate:retired_csv": "exports",
    "gamestate:retired_json": "exports",
    "gamestate:log_csv": "exports",
    "gamestate:log_json": "exports",
    "gamestate:dice_csv": "exports",
    "gamestate:dice_json": "exports",
    "api-v1:find": "searches",
}
# What else only reads through the API: by the player whose token it is, if there is one.
BY_PROGRAM = "reading by program"
# What somebody has done too often: the sentence, with how often and within what time.
DONE = {
    "signing in": gettext_noop("You have tried to sign in {times} {within}."),
    "signing up": gettext_noop("You have registered {times} {within}."),
    "resetting passwords": gettext_noop("You have asked for an e-mail about an account {times} {within}."),
    "posting": gettext_noop("You have posted {times} {within}."),
    "commenting": gettext_noop("You have commented {times} {within}."),
    "drafting": gettext_noop("You have saved or previewed a draft {times} {within}."),
    "messages": gettext_noop("You have written messages or orders {times} {within}."),
    "dice": gettext_noop("You have rolled dice or taken an action {times} {within}."),
    "webhooks": gettext_noop("You have changed or tried webhooks {times} {within}."),
    "tokens": gettext_noop("You have made a token {times} {within}."),
    "reading by program": gettext_noop("You have asked {times} {within}."),
    "judging": gettext_noop("You have asked the judge {times} {within}."),
    "exports": gettext_noop("You have fetched data {times} {within}."),
    "searches": gettext_noop("You have searched {times} {within}."),
    "jumps": gettext_noop("You have asked the command box {times} {within}."),
    "writing": gettext_noop("You have changed something {times} {within}."),
}


class rates:
    """Answer 429, with a sentence and Retry-After, to whoever does a kind of thing more often than its limits allow."""

    def __init__(self, get_response: GetResponse):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        name = request.resolver_match.view_name
        if request.method in {"GET", "HEAD", "OPTIONS"}:
            kind, player = READING.get(name, ""), None
            if request.resolver_match.namespace == "api-v1":
                kind, player = kind or BY_PROGRAM, request.user.pk
        else:
            kind = WRITING.get(name, "writing")
            player = request.user.pk if request.user.is_authenticated else None
        limits = limits_on(kind)
        if not limits:
            return None
        who = ("address", address_of(request)) if player is None else ("player", str(player))
        for limit in limits:
            again = _count(limit, kind, *who)
            if again is not None:
                return too_often(request, kind, limit, timedelta(seconds=max(1, ceil(again - time.time()))))
        return None


@cache
def _parsed(limits: str) -> list[RateLimitItem]:
    return parse_many(limits)


def limits_on(kind: str) -> list[RateLimitItem]:
    """The limits of a kind of thing by the settings; none when they are off, or when it has none."""
    limits = settings.RATE_LIMITS.get(kind, "")
    return _parsed(limits) if limits else []


@cache
def limiter() -> MovingWindowRateLimiter:
    """What counts: for all machines in the shared cache, else for this process alone."""
    if not settings.CACHE_URL:
        return own_limiter()
    storage = storage_from_string(settings.CACHE_URL, key_prefix="blognomic", wrap_exceptions=True, **HASTE)
    return MovingWindowRateLimiter(storage)


@cache
def own_limiter() -> MovingWindowRateLimiter:
    """What counts for this process alone: where there is no shared cache, or while that does not answer."""
    return MovingWindowRateLimiter(storage_from_string("memory://"))


def forget() -> None:
    """Nobody has done anything yet: for tests."""
    limiter.cache_clear()
    own_limiter.cache_clear()
    SHARED.forget()


def _count(limit: RateLimitItem, *who: str) -> float | None:
    """Count one more; None if it is within the limit, else the instant (Unix seconds) from which it would be."""

    def count(by: Callable[[], MovingWindowRateLimiter]) -> float | None:
        return None if by().hit(limit, *who) else by().get_window_stats(limit, *who).reset_time

    return SHARED.ask(lambda: count(limiter), instead=lambda: count(own_limiter))


def address_of(request: HttpRequest) -> str:
    """The address of whoever asks, as a trusted proxy tells it; of IPv6 the network, for one person has many."""
    address = ip_address(get_adapter().get_client_ip(request))
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return str(address)


def too_often(
    request: HttpRequest,
    kind: str = "",
    limit: RateLimitItem | None = None,
    wait: timedelta = timedelta(minutes=1),
) -> HttpResponse:
    """The page that says what was done too often, and when it is allowed again.

    django-allauth shows it, too, when somebody meets a limit of its own: it does not tell which.
    """
    if limit is None:
        sentence = _("You tried that too often in a short time.")
    else:
        times = _("once")
        if limit.amount != 1:
            times = ngettext("{number} time", "{number} times", limit.amount).format(number=limit.amount)
        sentence = _(DONE[kind]).format(times=times, within=_within_text(limit))
    again = timezone.now() + wait
    if is_api(request):
        return problems.too_often(sentence, wait, again)
    context = {"sentence": sentence, "wait": _wait_text(wait), "again": f"{again:%H:%M:%S} UTC", "at": again}
    response = render(request, "429.html", context, status=429)
    response["Retry-After"] = str(int(wait.total_seconds()))
    return response


def _within_text(limit: RateLimitItem) -> str:
    number, unit = limit.multiples, limit.GRANULARITY.name
    if unit == "second":
        words = ngettext("within a second", "within {number} seconds", number)
    elif unit == "minute":
        words = ngettext("within a minute", "within {number} minutes", number)
    elif unit == "hour":
        words = ngettext("within an hour", "within {number} hours", number)
    elif unit == "day":
        words = ngettext("within a day", "within {number} days", number)
    elif unit == "month":
        words = ngettext("within a month", "within {number} months", number)
    else:
        words = ngettext("within a year", "within {number} years", number)
    return words.format(number=number)


def _wait_text(wait: timedelta) -> str:
    seconds = int(wait.total_seconds())
    if seconds < 120:
        return ngettext("in {number} second", "in {number} seconds", seconds).format(number=seconds)
    return display.until_text(wait)
