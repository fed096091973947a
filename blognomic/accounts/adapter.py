"""How django-allauth treats this site's accounts."""

import logging
from smtplib import SMTPException
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from blognomic.accounts.address_back import path_back
from blognomic.middleware.once import after
from blognomic.web.errors import RuleBroken, Stale
from players.models import Game, Player
from players.names import check_name_form
from players.notices.inbox import choices_of
from players.notices.letters import absolute
from players.notices.telling import speak_to
from players.queries.bars import bar_on_name
from ruleset.queries import law_at
from votables.judge.roster import check_name

from . import attempts
from .whereabouts import browser_of, network_of

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Names are the game's: checked by the law in force, and nobody may look like somebody else.

    That a name is barred is said, for the roster shows it. The address of somebody barred is answered like any that has
    an account, as it has: who has which address is nobody else's business.
    """

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        # What is counted is failures: see blognomic/accounts/attempts.py.
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. Try again in five minutes, or in a browser where "
            "you have signed in before. Forgotten your password? Have a link sent to you."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name, if the law allows it and nobody has one like it. Raises ValidationError with the reason."""
        name = username.strip()
        try:
            check_name_form(name)
        except RuleBroken as broken:
            raise ValidationError(broken.sentence) from None
        in_force = law_at(timezone.now())
        if in_force is not None:
            leave = check_name(name, law=in_force.law)
            if not leave.allowed:
                raise ValidationError(leave.reason)
        bar = bar_on_name(name, at=timezone.now())
        if bar is not None:
            raise ValidationError(
                _("The person who had this name can never join again. Choose another name.")
                if bar.until is None
                else _(
                    "The person who had this name cannot join until {instant}. Choose another name."
                ).format(instant=bar.end)
            )
        if not shallow and Player.objects.named(name).exists():
            raise ValidationError(_("Somebody already has this name, or one that looks like it."))
        return name

    def save_user(self, request: HttpRequest, user: Player, form: object, commit: bool = True) -> Player:
        """Save a new account, which is written to in the language in which it was made. Raises Stale when somebody has
        taken the name since it was checked."""
        try:
            with transaction.atomic():
                saved = super().save_user(request, user, form, commit)
                if commit and get_language() != settings.LANGUAGE_CODE:
                    speak_to(saved, get_language())
                return saved
        except IntegrityError:
            words = _("Somebody else just registered as {name}. Choose another name.")
            raise Stale(words.format(name=user.name)) from None

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Raise ValidationError if passwords have been tried too often for the account that is meant."""
        self._login_failed_rl_usage = attempts.count(request, **credentials)
        if self._login_failed_rl_usage is None:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Player | None:
        """Whose password it is; by name or address it takes as long, whether or not there is such an account."""
        meant = attempts.accounts_meant(**credentials)
        if len(meant) == 1:
            credentials = {"username": meant[0].name, "password": credentials.get("password")}
        return super().authenticate(request, **credentials)

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        attempts.forget(request, **credentials)

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Always, before what changes how one gets in. An account that has neither a password nor a second factor
        has nothing to prove itself by, and chooses a password by a letter first. Raises ReauthenticationRequired."""
        user = self.request.user
        if user.is_authenticated and not get_reauthentication_flows(user):
            raise ReauthenticationRequired
        return super().is_reauthentication_required(app=app, **more)

    def get_reauthentication_methods(self, user: Player) -> list[dict[str, Any]]:
        """How somebody who is signed in may prove that it is they."""
        methods = super().get_reauthentication_methods(user)
        if user.is_authenticated and not methods:
            by_letter = {"id": "letter", "description": _("Send me a link")}
            return [{**by_letter, "url": reverse("account_reset_password")}]
        return methods

    def send_notification_mail(
        self,
        template_prefix: str,
        user: Player,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Write of a change to every address that was the account's before it: the confirmed ones, the primary one, and
        the one that was removed, which alone is sent the way back. In the account's language, since the browser may be
        a thief's."""
        context = {**(context or {}), "ip": network_of(self.request), "user_agent": browser_of(self.request)}
        context |= {
            "reset_url": reverse("account_reset_password"),
            "sessions_url": reverse("account_sessions"),
        }
        theirs = EmailAddress.objects.filter(user=user)
        addresses = {one.email for one in theirs if one.verified or one.primary} or {user.email}
        with override(choices_of(user).language):
            addresses |= {email, context.get("deleted_email"), *context.get("gone", ())}
            for address in sorted(addresses - {None, ""}):
                own = {"undo_url": self._way_back(user, address)}
                try:
                    super().send_notification_mail(template_prefix, user, context | own, address)
                except (SMTPException, OSError) as error:
                    log.error("A letter about a change of an account could not be sent (%s).", error)

    def _way_back(self, user: Player, address: str) -> str:
        """The path by which an address that this request has removed from the account comes back; "" for any other, and
        for one that was not confirmed, which may be anybody's."""
        removed = getattr(self.request, "address_removed", None)
        if removed is None or removed.email != address or not removed.verified:
            return ""
        return path_back(player=user.pk, email=address, key=removed.key_before, at=self.request.at)

    def format_email_subject(self, subject: str) -> str:
        """A subject that says which game wrote."""
        return f"[{_name_of_the_game()}] {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a letter about an account. Where its links lead is the site's own to say (SITE_URL), and never the
        request's, whose host is whatever its sender wrote. Where the server of mail does not take it, what was done
        stays done, and whoever waits for the letter is told. Nobody else waits for that server."""
        language = get_language()

        def send() -> None:
            with override(language):
                self._send_now(template_prefix, email, context)

        after(self.request, send)

    def _send_now(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        site = SimpleNamespace(name=_name_of_the_game(), domain=urlsplit(settings.SITE_URL).netloc)
        links = {name: _of_this_site(link) for name, link in context.items() if name.endswith("_url")}
        try:
            super().send_mail(template_prefix, email, {"current_site": site, **context, **links})
        except (SMTPException, OSError) as error:
            log.error("A letter about an account could not be sent: %s", type(error).__name__)
            words = _(
                "The site could not send the e-mail: the mail server does not answer. Try "
                "again in a few minutes."
            )
            messages.error(self.request, words)


def _name_of_the_game() -> str:
    return str(Game.objects.first() or "BlogNomic")


def _of_this_site(link: str) -> str:
    parts = urlsplit(link)
    return absolute(parts.path + (f"?{parts.query}" if parts.query else ""))
