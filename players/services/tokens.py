"""Making, knowing and revoking tokens, by which a program acts for a person (see `blognomic.api`).

A token is as good as a password for what its scopes say, so it is drawn at random, shown once and kept as a hash. It
has 256 bits of its own: unlike a password's, its hash need not be slow.
"""

import hashlib
import re
import secrets
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from blognomic.i18n.translation import Labels, gettext_noop
from blognomic.text.outside import check_line
from blognomic.web.errors import RuleBroken, Stale
from players.models import Player, Token
from players.models.tokens import TOKEN_NAME_LENGTH

SCOPES: Mapping[str, str] = Labels(
    {
        "private": gettext_noop(
            "read what only you can see (your notices, secrets, orders and what is hidden "
            "from others), mark it as read, and change your settings"
        ),
        "posts": gettext_noop(
            "write, edit, move and remove your posts and Ascension Addresses, and read and save your drafts"
        ),
        "comments": gettext_noop("comment and vote, end official posts and say which comments answer them"),
        "gamestate": gettext_noop(
            "update the gamestate, roll dice, take actions, hand in sealed orders, keep "
            "secrets and show what is hidden"
        ),
        "rules": gettext_noop("correct and update the rules between votes"),
        "messages": gettext_noop(
            "read and write your private messages and orders to the emperor, block people, and find or be a mentor"
        ),
        "admin": gettext_noop(
            "act as an admin of the game, for as long as you are one: resolve matters, change the roster, define what"
            " the rules track, keep webhooks"
        ),
    }
)
"""What a token may be good for. What everybody may read needs none."""
MOST = 20
MOST_KEPT = 200
_FORM = re.compile(r"bn_[A-Za-z0-9_-]{43}", re.ASCII)
_START = 9


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def make(
    *, by: Player, at: datetime, name: str, scopes: Collection[str], expires_at: datetime | None = None
) -> tuple[Token, str]:
    """Make a token that is good for the scopes until `expires_at` (UTC; None: until it is revoked). Answers its row and
    the token itself, which is kept nowhere. Raises RuleBroken."""
    Player.objects.select_for_update().get(pk=by.pk)
    check_line(name)
    name = " ".join(name.split())
    if not name or len(name) > TOKEN_NAME_LENGTH:
        raise RuleBroken(
            _("Give the token a name of at most {most} characters.").format(most=TOKEN_NAME_LENGTH),
            status=400,
        )
    if not scopes or set(scopes) - SCOPES.keys():
        raise RuleBroken(_("Choose what the token can do."), status=400)
    if expires_at is not None and expires_at <= at:
        raise RuleBroken(_("That time is over. Choose a later one."), status=400)
    own = Token.objects.filter(player=by)
    if own.live(at).count() >= MOST:
        raise RuleBroken(
            _("You already have {most} tokens, the most you can have. Revoke one first.").format(most=MOST),
            status=409,
        )
    _forget_old(by, at)
    token = f"bn_{secrets.token_urlsafe(32)}"
    row = Token.objects.create(
        player=by,
        name=name,
        start=token[:_START],
        hash=hash_of(token),
        scopes=[scope for scope in SCOPES if scope in scopes],
        made_at=at,
        expires_at=expires_at,
    )
    return row, token


def _forget_old(player: Player, at: datetime) -> None:
    """Of tokens that open nothing any more, keep the last: they are shown to their owner alone."""
    over = Token.objects.filter(Q(revoked_at__isnull=False) | Q(expires_at__lte=at), player=player)
    kept = over.order_by("-made_at", "-pk").values_list("pk", flat=True)[:MOST_KEPT]
    if over.count() > MOST_KEPT:
        over.exclude(pk__in=list(kept)).delete()


@transaction.atomic
def revoke(*, token: int, by: Player, at: datetime) -> Token:
    """Let one's own token be good for nothing any more. Raises RuleBroken (404) for anybody else's, Stale for one that
    is revoked already."""
    own_token = Token.objects.select_for_update().filter(pk=token, player=by).first()
    if own_token is None:
        raise RuleBroken(_("This token does not exist."), status=404)
    if own_token.revoked_at is not None:
        raise Stale(_("This token is already revoked."))
    own_token.revoked_at = at
    own_token.save(update_fields=["revoked_at"])
    return own_token


def live_of(player: Player, *, at: datetime) -> int:
    """How many tokens of the player open something at `at` (UTC). One query."""
    return Token.objects.filter(player=player).live(at).count()


@transaction.atomic
def revoke_all(*, by: Player, at: datetime) -> int:
    """Let all of one's tokens be good for nothing any more; answers how many were live."""
    Player.objects.select_for_update().get(pk=by.pk)
    return Token.objects.filter(player=by).live(at).update(revoked_at=at)


def tokens_of(player: Player) -> list[Token]:
    """All of one's tokens, the newest first. One query."""
    return list(Token.objects.filter(player=player).order_by("-made_at", "-pk"))


def find(token: str) -> Token | None:
    """The row of a token with its owner, whatever has become of it; None where there is none. At most one query."""
    if not _FORM.fullmatch(token):
        return None
    return Token.objects.select_related("player").filter(hash=hash_of(token)).first()
