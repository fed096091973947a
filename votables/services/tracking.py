"""Changing the gamestate, as far as the game's standstills leave room for it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from blognomic.web.errors import Stale
from gamestate.models import Entry, LimitedAction, SealedOrder, Sealing, Secret, SecretVersion, Taking, Update
from gamestate.services import acting, sealing, secrets, updating
from gamestate.values.steps import Step
from players.models import Player
from players.services.roster import lock_game
from votables.judge.roster import while_standing
from votables.permissions import ACTIONS, check_may_define_now
from votables.queries.judge_facts import Docket, docket
from votables.services.posting import refuse_unless


def check_dynastic(at: datetime) -> None:
    """Raise RuleBroken while the game stands still so that no dynastic actions may be taken."""
    refuse_in_standstill(docket(at), at)


def refuse_in_standstill(held: Docket, at: datetime) -> None:
    """The same, by a docket of that instant. No query."""
    refuse_unless(while_standing(law=held.law, standstill=held.verdict.standstill, act="dynastic", at=at))


@transaction.atomic
def declare_action(*, by: Player, at: datetime, **told: Any) -> LimitedAction:
    """Say that the rules allow an action so often, as an admin or the emperor. Raises RuleBroken as `acting.declare`
    does."""
    lock_game()
    check_may_define_now(by, at=at, what=ACTIONS)
    return acting.declare(by=by, at=at, as_emperor=True, **told)


@transaction.atomic
def retire_action(*, action: LimitedAction, by: Player, at: datetime) -> LimitedAction:
    """Say that the rules allow an action no more, as an admin or the emperor. Raises RuleBroken as `acting.retire`
    does."""
    lock_game()
    check_may_define_now(by, at=at, what=ACTIONS)
    return acting.retire(action=action, by=by, at=at, as_emperor=True)


@transaction.atomic
def take_action(*, action: LimitedAction, by: Player, at: datetime, comment: str = "") -> Taking:
    """Take a limited action alone, by an update that changes no value: it stands in the log, and dice in the comment
    are rolled. Raises RuleBroken as `acting.take` does, and while the game stands still."""
    lock_game()
    check_dynastic(at)
    made = updating.update(by=by, at=at, steps=[], comment=comment, actions=[action])
    return made.takings.get()


@sensitive_variables("told")
@transaction.atomic
def keep_secret(*, at: datetime, **told: Any) -> Secret:
    """Begin to keep a secret. Raises RuleBroken as `secrets.keep` does, and while the game stands still: what is kept
    in secret is gamestate, too. Revealing changes nothing, so it is never stopped."""
    lock_game()
    check_dynastic(at)
    return secrets.keep(at=at, **told)


@sensitive_variables("told")
@transaction.atomic
def change_secret(*, at: datetime, **told: Any) -> SecretVersion:
    """Change a secret. Raises RuleBroken as `secrets.change` does, and while the game stands still."""
    lock_game()
    check_dynastic(at)
    return secrets.change(at=at, **told)


@transaction.atomic
def call_for_orders(*, at: datetime, **told: Any) -> Sealing:
    """Call for sealed orders. Raises RuleBroken as `sealing.call` does, and while the game stands still."""
    lock_game()
    check_dynastic(at)
    return sealing.call(at=at, **told)


@sensitive_variables("told")
@transaction.atomic
def hand_in_order(*, at: datetime, **told: Any) -> SealedOrder:
    """Hand in a sealed order. Raises RuleBroken as `sealing.hand_in` does, and while the game stands still; an opening
    that waits for an instant is not stopped by that."""
    lock_game()
    check_dynastic(at)
    return sealing.hand_in(at=at, **told)


@transaction.atomic
def update_gamestate(
    *,
    by: Player,
    at: datetime,
    steps: Sequence[Step],
    comment: str = "",
    correction: bool = False,
    seen: Mapping[str, int | None] | None = None,
    insist: str = "",
    actions: Sequence[LimitedAction] = (),
) -> Update:
    """Change the gamestate as a dynastic action, or as a `correction` of what the tracker shows.

    Raises RuleBroken as `updating.update` does, and while the game stands still, for all but a correction with which no
    limited action is taken.
    """
    lock_game()
    if actions or not correction:
        check_dynastic(at)
    return updating.update(
        by=by,
        at=at,
        steps=steps,
        comment=comment,
        correction=correction,
        seen=seen,
        insist=insist,
        actions=actions,
    )


@transaction.atomic
def redefine(
    *,
    by: Player,
    at: datetime,
    steps: Sequence[Step],
    comment: str = "",
    about: Mapping[str, int] | None = None,
    seen: int | None = None,
) -> Update:
    """Let an admin or the emperor change what is tracked: variables, tables, rows. That is no action of the dynasty, so
    no standstill stops it.

    `about` names what is changed (`{"variable": 12}`), and `seen` the last entry about it when the admin looked.
    Raises Stale when there is a later one, RuleBroken for anybody else, and as `updating.update` does.
    """
    lock_game()
    check_may_define_now(by, at=at)
    if about and last_entry_about(**about) != seen:
        raise Stale(_("Somebody has changed this meanwhile. Look at it again before you change it."))
    return updating.update(by=by, at=at, steps=steps, comment=comment, kind=Update.Kind.DEFINITION)


def last_entry_about(**thing: int) -> int | None:
    """The key of the last entry about a variable, table or row itself, not its values. One query."""
    (about,) = thing
    entries = Entry.objects.filter(about=about, **{f"{about}_id": thing[about]})
    return entries.order_by("-pk").values_list("pk", flat=True).first()
