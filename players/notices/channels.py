"""What admins do with webhooks: set one up, change it, turn it on and off, test it, remove it. The log of the admins
says that they did; the address of a channel is in no log."""

from collections.abc import Collection
from datetime import datetime
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import check_line
from blognomic.web.errors import RuleBroken, Stale
from players.models import Player, Webhook, WebhookCall
from players.models.notices import URL_LENGTH
from players.notices import sending
from players.notices.notice_kinds import PUBLIC
from players.notices.sending import Clock, turn_off
from players.notices.signing import new_secret
from players.notices.web_requests import OutsideError, check_url
from players.permissions import check_is_admin
from players.services.roster import lock_game, log_act

NAME_LENGTH = 60
MOST = 10
TEST = "test"


def _check(by: Player, name: str, url: str, kinds: Collection[str]) -> tuple[str, list[str]]:
    """The name and kinds as they are kept. Raises RuleBroken."""
    _check_admin(by)
    check_line(name, url)
    name = " ".join(name.split())
    if not name or len(name) > NAME_LENGTH:
        raise RuleBroken(
            _("Give the webhook a name of at most {most} characters.").format(most=NAME_LENGTH), status=400
        )
    if not kinds or set(kinds) - PUBLIC.keys():
        raise RuleBroken(_("Choose what the channel should hear about."), status=400)
    if len(url) > URL_LENGTH:
        raise RuleBroken(
            _("An address can have {most} characters at most.").format(most=URL_LENGTH), status=400
        )
    try:
        check_url(url, private_allowed=settings.WEBHOOKS_TO_PRIVATE)
    except OutsideError as error:
        raise RuleBroken(str(error), status=400) from None
    return name, [kind for kind in PUBLIC if kind in kinds]


def _check_admin(by: Player) -> None:
    by.refresh_from_db()
    check_is_admin(by)


def _log(by: Player, at: datetime, words: str, webhook: Webhook) -> None:
    host = urlsplit(webhook.url).hostname or "nowhere"
    log_act(by=by, at=at, act="webhook", sentence=StoredMessage(words, name=webhook.name, host=host))


@transaction.atomic
def set_up(*, by: Player, at: datetime, name: str, url: str, kinds: Collection[str]) -> Webhook:
    """Set up a webhook for these kinds of news, from now on. Raises RuleBroken."""
    lock_game()
    name, kept_kinds = _check(by, name, url, kinds)
    if Webhook.objects.kept().count() >= MOST:
        raise RuleBroken(
            _("There are already {most} webhooks, the most there can be. Remove one first.").format(
                most=MOST
            ),
            status=409,
        )
    webhook = Webhook.objects.create(
        name=name, url=url, secret=new_secret(), kinds=kept_kinds, made_at=at, made_by=by
    )
    _log(by, at, gettext_noop("set up the webhook “{name}” to {host}"), webhook)
    return webhook


@transaction.atomic
def change(
    *,
    webhook: int,
    by: Player,
    at: datetime,
    name: str | None = None,
    url: str = "",
    kinds: Collection[str] | None = None,
    is_on: bool | None = None,
) -> Webhook:
    """Change a webhook, or turn it on or off.

    What is None, and an address that is empty, stays as it is by the time that this is done, whoever else changes it at
    the same moment. Raises RuleBroken.
    """
    hook = _lock(webhook, by)
    name, url = hook.name if name is None else name, url or hook.url
    name, kept_kinds = _check(by, name, url, hook.kinds if kinds is None else kinds)
    is_on = hook.is_on if is_on is None else is_on
    if hook.is_on and not is_on:
        turn_off(hook, at=at, problem=StoredMessage(gettext_noop("The webhook was turned off.")))
    hook.name, hook.url, hook.kinds, hook.is_on = name, url, kept_kinds, is_on
    hook.save(update_fields=["name", "url", "kinds", "is_on"])
    changed, turned_off = (
        gettext_noop("changed the webhook “{name}” to {host}"),
        gettext_noop("turned off the webhook “{name}” to {host}"),
    )
    _log(by, at, changed if is_on else turned_off, hook)
    return hook


@transaction.atomic
def remove(*, webhook: int, by: Player, at: datetime) -> Webhook:
    """Remove a webhook and forget its address and secret. Raises RuleBroken."""
    hook = _lock(webhook, by)
    _log(by, at, gettext_noop("removed the webhook “{name}” to {host}"), hook)
    turn_off(hook, at=at, problem=StoredMessage(gettext_noop("The webhook was removed.")))
    hook.url, hook.secret, hook.is_on, hook.removed_at = "", "", False, at
    hook.save(update_fields=["url", "secret", "is_on", "removed_at"])
    return hook


@transaction.atomic
def sign_anew(*, webhook: int, by: Player, at: datetime) -> Webhook:
    """Sign calls with a new secret from now on. Raises RuleBroken."""
    hook = _lock(webhook, by)
    hook.secret = new_secret()
    hook.save(update_fields=["secret"])
    _log(by, at, gettext_noop("gave another signing secret to the webhook “{name}” to {host}"), hook)
    return hook


def _lock(webhook: int, by: Player) -> Webhook:
    lock_game()
    _check_admin(by)
    hook = Webhook.objects.filter(pk=webhook).first()
    if hook is None:
        raise RuleBroken(_("This webhook does not exist."), status=404)
    if hook.removed_at is not None:
        raise Stale(_("This webhook has been removed."))
    return hook


def test(*, webhook: int, by: Player, clock: Clock) -> WebhookCall:
    """Send a word to the channel at once, and answer with what came of it. It is not tried again. Raises
    RuleBroken."""
    at = clock()
    with transaction.atomic():
        hook = _lock(webhook, by)
        if not hook.is_on:
            raise RuleBroken(_("This webhook is off. Turn it on first."), status=409)
        claim = uuid4().hex
        call = WebhookCall.objects.create(
            webhook=hook,
            kind=TEST,
            key=f"{TEST}:{claim}",
            at=at,
            sentence=f"{by} tests this webhook",  # written down in English
            link=reverse("home"),
            claim=claim,
            due_at=at,
            claimed_until=at + sending.LEASE,
        )
    sending.make_call(call, claim=claim, clock=clock)
    WebhookCall.objects.filter(pk=call.pk, due_at__isnull=False).update(due_at=None, given_up_at=at)
    call.refresh_from_db()
    return call
