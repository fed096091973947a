"""What changes secrets: private texts with published hashes.

A secret belongs to the player who keeps it. One that an emperor keeps for the game is theirs too, marked as the
game's: the next emperor does not get it unless it is handed over to them. Its name, algorithm, hashes and instants
are public; its texts and salts are its keeper's alone until revealed, one version at a time, which cannot be undone.
"""

from datetime import datetime
from secrets import token_hex

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from gamestate.leave import ASKED, Act, LeaveGiver
from gamestate.models import Algorithm, Handover, Secret, SecretVersion, Variable
from gamestate.permissions import (
    check_keeps,
    check_may_change,
    check_may_keep_for_game,
    check_still_keeps_for_game,
    taker_of,
)
from gamestate.private.hashing import digest, tidy
from gamestate.services.updating import update
from gamestate.values.steps import Step
from players.models import Player, Topic
from players.queries.roster import dynasty_at
from players.services.roster import lock_game

NAME_LENGTH = 80
TEXT_LENGTH = 10_000
SALT_LENGTH = 300
SECRETS_A_DYNASTY = 50
CHANGED = StoredMessage(gettext_noop("A secret was changed: this is its hash from now on."))


@sensitive_variables("text", "salt", "version")
@transaction.atomic
def keep(
    *,
    leave: LeaveGiver,
    by: Player,
    at: datetime,
    name: str,
    text: str,
    salt: str | None = None,
    algorithm: str = Algorithm.SHA256,
    for_game: bool = False,
    tell: Variable | None = None,
) -> Secret:
    """Begin to keep a secret: `text` is private, and the hash of it with its salt public at once.

    `salt` None: drawn at random; "": none. `for_game`: kept by the emperor for the game. `tell`: the variable for
    each player, of kind text, that holds the hash of the secret as it stands; it is set at once.
    Raises RuleBroken for somebody not in the roster, a secret for the game by anybody but the emperor, a name that the
    player uses already in this dynasty, and texts out of bounds. No refusal repeats what is private.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    check_line(name)
    name = " ".join(name.split())
    if not name or len(name) > NAME_LENGTH:
        raise RuleBroken(
            _("A secret has a public name of at most {most} characters.").format(most=NAME_LENGTH), status=400
        )
    if algorithm not in Algorithm.values:
        raise RuleBroken(_("A secret is hashed with SHA-256 or MD5."), status=400)
    _check_playing(by)
    if for_game:
        check_may_keep_for_game(by, at)
    dynasty = dynasty_at(at)
    mine = Secret.objects.filter(player=by, dynasty=dynasty)
    if mine.filter(name__iexact=name).exists():
        raise RuleBroken(
            _("You already have a secret called “{name}” in this dynasty.").format(name=name), status=409
        )
    if mine.count() >= SECRETS_A_DYNASTY:
        raise RuleBroken(
            _("A player can keep at most {most} secrets in a dynasty.").format(most=SECRETS_A_DYNASTY)
        )
    if tell is not None:
        _check_tell(tell, by, for_game=for_game)
    secret = Secret.objects.create(
        player=by,
        for_game=for_game,
        dynasty=dynasty,
        name=name,
        algorithm=algorithm,
        tell=tell,
        made_at=at,
    )
    version = _add_version(secret, at=at, text=text, salt=salt)
    _track(secret, version, by=by)
    return secret


@sensitive_variables("text", "salt", "version")
@transaction.atomic
def change(
    *,
    leave: LeaveGiver,
    secret: Secret,
    seen: int,
    by: Player,
    at: datetime,
    text: str,
    salt: str | None = None,
) -> SecretVersion:
    """Change what a secret says. Its earlier texts stay in its history.

    `seen` is the key of the version that its keeper looked at; `salt` is as in `keep`. Its tell, where it has one that
    is still tracked, is set to the new hash in the same transaction. Raises RuleBroken for anybody but its keeper, in
    the roster, in its own dynasty (and, for the game's, still emperor), and Stale when it has changed since.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    secret = Secret.objects.select_related("tell").get(pk=secret.pk)
    check_keeps(by, secret)
    _check_playing(by)
    if secret.dynasty != dynasty_at(at):
        raise RuleBroken(
            _("This secret is from an earlier dynasty. You can reveal it, but not change it."),
            rule=SiteRule.GAMESTATE,
        )
    check_still_keeps_for_game(by, secret, at)
    last = secret.versions.order_by("-at", "-pk").first()
    if last.pk != seen:
        raise Stale(_("Somebody changed this secret since you looked at it. Nothing was saved."))
    version = _add_version(secret, at=max(at, last.at), text=text, salt=salt)
    _track(secret, version, by=by)
    return version


@transaction.atomic
def reveal(*, leave: LeaveGiver, version: SecretVersion, by: Player, at: datetime) -> SecretVersion:
    """Show everybody what a secret said, with its salt. It cannot be taken back.

    Its keeper may do so at any time, idle or not. Raises RuleBroken for anybody else, and Stale when it is
    revealed already.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    version = SecretVersion.objects.select_related("secret").get(pk=version.pk)
    check_keeps(by, version.secret)
    if version.revealed_at is not None:
        raise Stale(_("This has already been revealed."))
    version.revealed_at = max(at, version.at)
    version.save(update_fields=["revealed_at"])
    return version


@transaction.atomic
def hand_over(*, leave: LeaveGiver, secret: Secret, by: Player, at: datetime) -> Handover:
    """Give a secret kept for the game, with its history, to the present emperor.

    Raises RuleBroken for anybody but its keeper, a player's own secret, when there is no other emperor to take it, and
    when they have one of that name.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    secret = Secret.objects.get(pk=secret.pk)
    taker = taker_of(secret, by=by, at=at)
    if Secret.objects.filter(player=taker, dynasty=secret.dynasty_id, name__iexact=secret.name).exists():
        raise RuleBroken(
            _("{name} already has a secret called “{secret}”.").format(name=taker, secret=secret.name),
            status=409,
        )
    secret.player = taker
    secret.save(update_fields=["player"])
    return Handover.objects.create(secret=secret, giver=by, taker=taker, at=at)


def _check_playing(by: Player) -> None:
    by.refresh_from_db()
    check_may_change(by)


def _check_tell(tell: Variable, by: Player, *, for_game: bool) -> None:
    """Raise RuleBroken unless the variable can hold the hash of a secret of the player's."""
    if for_game:
        raise RuleBroken(_("A secret of the game cannot keep its hash in a value of a player."), status=400)
    is_text = tell.definition.get("kind") == "text"
    if tell.retired_at is not None or tell.scope != Variable.Scope.PLAYER or not is_text:
        raise RuleBroken(_("Choose a text that each player has for the hash."), status=400)
    if Secret.objects.filter(player=by, tell=tell).exists():
        raise RuleBroken(
            _("Another of your secrets already has its hash in {name}.").format(name=tell), status=409
        )


@sensitive_variables("text", "salt", "tidied")
def _add_version(secret: Secret, *, at: datetime, text: str, salt: str | None) -> SecretVersion:
    tidied = tidy(text)
    salt = token_hex(16) if salt is None else tidy(salt)
    check_keepable(tidied, salt)
    if not tidied or len(tidied) > TEXT_LENGTH:
        raise RuleBroken(
            _("A secret has a text of at most {most} characters.").format(most=thousands(TEXT_LENGTH)),
            status=400,
        )
    if len(salt) > SALT_LENGTH or len(salt.splitlines()) > 1:
        raise RuleBroken(
            _("A salt is one line of at most {most} characters.").format(most=SALT_LENGTH), status=400
        )
    return SecretVersion.objects.create(
        secret=secret,
        at=at,
        text=tidied,
        salt=salt,
        algorithm=secret.algorithm,
        hash=digest(tidied, salt, secret.algorithm),
    )


def _track(secret: Secret, version: SecretVersion, *, by: Player) -> None:
    """Set the secret's tell, where it has one that is still tracked, to the new hash."""
    if secret.tell is None or secret.tell.retired_at is not None:
        return
    update(
        leave=ASKED,
        by=by,
        at=version.at,
        steps=[Step.set(secret.tell.key, (f"player:{by.pk}",), version.hash)],
        note=CHANGED,
        link=secret.get_absolute_url(),
    )
