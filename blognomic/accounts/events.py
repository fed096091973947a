"""What follows when something happens to an account: which browsers are known, whose sessions end, who is told."""

from typing import Any

from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import pre_delete
from django.http import HttpRequest

from players import sessions
from players.models import Player

from .attempts import remember


def end_other_sessions(request: HttpRequest, user: Player, **of_the_signal: Any) -> None:
    """A new password ends all sessions but the one in which it was chosen, if it was chosen in one."""
    here = request.session.session_key if request.user.is_authenticated else None
    sessions.end_all(user, but=here)


def tell_of_a_new_address(user: Player, email_address: EmailAddress, **of_the_signal: Any) -> None:
    """django-allauth tells of an address that goes, but not of one that comes."""
    get_adapter().send_notification_mail(
        "account/email/email_added", user, {"added_email": email_address.email}
    )


def note_the_key(instance: EmailAddress, **of_the_signal: Any) -> None:
    """An address that was deleted has no key any more, and the letter about it needs the one that it had."""
    instance.key_before = instance.pk


def note_what_is_removed(request: HttpRequest, email_address: EmailAddress, **of_the_signal: Any) -> None:
    """For the letter to it, which django-allauth sends next, naming the address alone."""
    request.address_removed = email_address


def listen() -> None:
    """Hear of all that from now on."""
    for signal in (user_logged_in, signals.password_reset):
        signal.connect(remember, dispatch_uid="known device")
    for signal in (signals.password_changed, signals.password_set, signals.password_reset):
        signal.connect(end_other_sessions, dispatch_uid="end sessions")
    pre_delete.connect(note_the_key, sender=EmailAddress, dispatch_uid="key of an address")
    signals.email_removed.connect(note_what_is_removed, dispatch_uid="what is removed")
    signals.email_added.connect(tell_of_a_new_address, dispatch_uid="tell of a new address")
