"""An address that was removed from an account comes back by the link in the letter that was sent to it, whatever is
done meanwhile by whoever removed it. Decision 042."""

import hashlib
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from players import sessions
from players.models import Game, Player, Sending
from players.services import tokens
from players.services.roster import lock_game

SALT = "blognomic.accounts.address_back"
LASTS = timedelta(days=3)


class Removed(NamedTuple):
    """An address that was removed: whose it was, the key that its row had, and until when (UTC) it may come back."""

    player: int
    email: str
    key: int
    until: datetime


def path_back(*, player: int, email: str, key: int, at: datetime) -> str:
    """The path by which a confirmed address that is removed at `at` (UTC) comes back."""
    until = (at + LASTS).isoformat()
    return reverse("account_address_back", args=[signing.dumps([player, email, key, until], salt=SALT)])


def read(token: str, *, at: datetime) -> Removed:
    """What a link says. Raises RuleBroken for one that this site did not make, is too old at `at` (UTC), or was
    used."""
    try:
        player, email, key, until = signing.loads(token, salt=SALT)
        removed = Removed(int(player), str(email), int(key), datetime.fromisoformat(until))
    except (signing.BadSignature, ValueError, TypeError):
        words = _("This link does not work. Open the whole link from the e-mail.")
        raise RuleBroken(words, status=404) from None
    if at >= removed.until:
        raise RuleBroken(
            _(
                "This link worked for three days, and they are over. Tell the host of the "
                "site that somebody took your address."
            ),
            status=410,
        )
    if Sending.objects.filter(pk=_name_of(token)).exists():
        raise _used()
    return removed


@transaction.atomic
def take_back(token: str, *, at: datetime) -> tuple[Player, list[str]]:
    """Make the address the account's primary one again, at `at` (UTC). Addresses that were added after it go, all
    sessions end, all tokens are revoked, and nobody gets in before a new password was chosen by a letter. Answers whose
    account it is, and the addresses that went. Raises RuleBroken, with nothing done."""
    removed = read(token, at=at)
    if Game.objects.exists():
        lock_game()
    try:
        with transaction.atomic():
            # Kept until the link is too old anyway.
            Sending.objects.create(name=_name_of(token), sent="", at=removed.until)
    except IntegrityError:
        raise _used() from None
    player = Player.objects.select_for_update().filter(pk=removed.player, is_active=True).first()
    if player is None:
        raise RuleBroken(_("This account was closed."), status=409)
    same = EmailAddress.objects.filter(email__iexact=removed.email)
    if same.filter(verified=True).exclude(user=player).exists():
        raise RuleBroken(_("This address now belongs to another account."), status=409)
    theirs = EmailAddress.objects.filter(user=player)
    later = theirs.filter(pk__gt=removed.key).exclude(email__iexact=removed.email)
    gone = sorted(later.filter(verified=True).values_list("email", flat=True))
    later.delete()
    same.filter(user=player).delete()
    # With the key that it had, for that tells which addresses are older.
    EmailAddress.objects.create(
        pk=removed.key, user=player, email=removed.email, verified=True
    ).set_as_primary()
    player.email = removed.email
    player.set_unusable_password()
    player.save(update_fields=["password", "email"])
    sessions.end_all(player)
    tokens.revoke_all(by=player, at=at)
    return player, gone


def _used() -> RuleBroken:
    return Stale(
        _("You have already used this link. To get in, choose a new password by “Forgotten your password?”.")
    )


def _name_of(token: str) -> str:
    return hashlib.sha256(f"{SALT} {token}".encode()).hexdigest()
