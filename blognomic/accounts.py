"""How django-allauth treats this site's accounts."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from players.bars import bar_on_name
from players.errors import RuleBroken, Stale
from players.models import Player
from players.names import check_name_form
from players.notices.telling import speak_to
from ruleset.queries import law_at
from votables.judge.roster import check_name

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Names are the game's: checked by the law in force, and nobody may look like somebody else.

    That a name is barred is said, for the roster shows it. The address of somebody barred is answered like any that has
    an account, as it has: who has which address is nobody else's business.
    """

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        # What is counted is failures, of an account and of an address: ACCOUNT_RATE_LIMITS.
        "too_many_login_attempts": gettext_lazy(
            "Too many failed attempts. You may try again in five minutes."
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
                _("Somebody who had this name is barred from joining for good.")
                if bar.until is None
                else _("Somebody who had this name is barred from joining until {instant}.").format(
                    instant=bar.end
                )
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
            words = _("Somebody has just registered as {name}. Choose another name.")
            raise Stale(words.format(name=user.name)) from None

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send one of the letters about accounts. Where the server of mail does not take it, what was done stays done,
        and whoever waits for the letter is told."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            log.error("A letter about an account could not be sent: %s", type(error).__name__)
            words = _(
                "The e-mail could not be sent: the mail server does not answer. Ask for it again in a few minutes."
            )
            messages.error(self.request, words)
