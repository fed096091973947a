"""The guard that somebody is always left who can act as an admin: whatever lets an admin go asks it first.

What it takes is said in `votables.judge.roster`; here is who else there is. Must run with the game locked.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from players.models import Player
from players.services.accounts import close_account
from players.services.roster import lock_game
from ruleset.law import Law
from ruleset.queries import law_at
from votables.judge import Leave
from votables.judge import roster as law_of_roster
from votables.judge.posting import YES
from votables.permissions import refuse_unless


def leave_of_admin(player: Player, *, law: Law, idling: bool = False, oneself: bool = False) -> Leave:
    """Whether `player` may cease to act, as `law_of_roster.may_cease` says; always for somebody who is no admin. One
    query, or none."""
    if not player.acts_as_admin:
        return YES
    others = _admins(besides=player)
    return law_of_roster.may_cease(law=law, name=player.name, others=others, idling=idling, oneself=oneself)


def refuse_last_admin(player: Player, *, law: Law, idling: bool = False, oneself: bool = False) -> None:
    """Raise RuleBroken, with what to do first, where `leave_of_admin` does not let them."""
    refuse_unless(leave_of_admin(player, law=law, idling=idling, oneself=oneself), status=409)


def check_may_close(player: Player, *, at: datetime) -> None:
    """Raise RuleBroken for the last admin who can act, who would close their account: they would stay the admin, and
    never sign in again."""
    in_force = law_at(at) if player.acts_as_admin else None
    if in_force is not None:
        refuse_last_admin(player, law=in_force.law, oneself=True)


@transaction.atomic
def close_account_of(player: Player, *, at: datetime) -> None:
    """Close somebody's own account, as `players.services.accounts` does, unless `check_may_close` refuses it."""
    if player.acts_as_admin:
        lock_game()
        player.refresh_from_db()
    check_may_close(player, at=at)
    close_account(by=player)


def refuse_law_without_admins(law: Law) -> None:
    """Raise RuleBroken where all admins are idle, and `law`, which has just come into force, would leave them so."""
    refuse_unless(law_of_roster.may_all_be_idle(law=law, admins=_admins()), status=409)


def check_law_has_admins(done: Iterable[Mapping[str, object]], *, at: datetime) -> None:
    """Raise RuleBroken when what was done (consequences) has put a law into force under which all admins, being idle,
    can do nothing."""
    in_force = law_at(at) if any("law" in one for one in done) else None
    if in_force is not None:
        refuse_law_without_admins(in_force.law)


def somebody_acts(at: datetime) -> bool:
    """Whether the law in force at `at` (UTC) lets any admin of the game act, or come back from idle by themselves. Two
    queries."""
    in_force = law_at(at)
    return in_force is not None and law_of_roster.may_all_be_idle(law=in_force.law, admins=_admins()).allowed


def _admins(besides: Player | None = None) -> list[law_of_roster.Admin]:
    players = Player.objects.admins().filter(is_active=True).order_by("name_key")
    return [
        law_of_roster.Admin(one.name, one.is_idle)
        for one in players
        if besides is None or one.pk != besides.pk
    ]
