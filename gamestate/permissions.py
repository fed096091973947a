"""Who may do what with the gamestate. `may_…` answers; `check_…` raises RuleBroken with its sentence and its rule.

Pages ask before they show a form, services again when they have locked the game. Whether the game stands still, and how
often something may be done, is asked elsewhere (`gamestate.leave`, `gamestate.services.acting`).
"""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from gamestate.hidden import viewer_of
from gamestate.models import Dispute, LimitedAction, Occurrence, Sealing, Secret, Taking, Update
from gamestate.queries.acting import is_kept_at_distance, kept_at_distance
from players.models import Player
from players.queries.reigns import emperor_at, holds_office


def check_may_change(person: Player) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle can change the gamestate."), rule=SiteRule.TRACKING)


def check_may_dispute(person: Player) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle can dispute an update."), rule=SiteRule.TRACKING)


def check_may_take_back_dispute(person: Player, dispute: Dispute) -> None:
    if dispute.by_id != person.pk:
        raise RuleBroken(_("Only the player who raised a dispute can take it back."), rule=SiteRule.TRACKING)


def check_may_act(person: Player, at: datetime) -> None:
    """Who plays, but for the emperor whom Dynastic Distance keeps away at `at` (UTC). Two queries at most."""
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle can take actions."), rule=SiteRule.GAMESTATE)
    if is_kept_at_distance(person, at=at):
        raise RuleBroken(kept_at_distance(), rule=SiteRule.DISTANCE)


def check_may_withdraw(person: Player, taking: Taking, *, as_admin: bool = True) -> None:
    """Who took an action takes that back, unless they have left the game, or an admin does: where somebody speaks by a
    program, one that may act `as_admin`."""
    if not (taking.by_id == person.pk and person.is_player or as_admin and person.acts_as_admin):
        raise RuleBroken(
            _("Only the player who took an action, or an admin, can take that back."), rule=SiteRule.GAMESTATE
        )


def may_roll(person: Player) -> bool:
    """Players, idle or not. What guests and those who left write about dice are words."""
    return person.is_player


def check_is_signed_in_to_roll(person: Player | AnonymousUser, *, rule: str) -> None:
    if not person.is_authenticated:
        raise RuleBroken(_("Sign in to roll dice."), rule=rule)


def check_may_roll(person: Player, *, rule: str) -> None:
    """`rule`: that of the law in force by which dice are rolled."""
    if not may_roll(person):
        raise RuleBroken(_("Only players can roll dice."), rule=rule)


def check_keeps(person: Player, secret: Secret) -> None:
    if secret.player_id != person.pk:
        raise RuleBroken(_("Only the keeper of a secret can do this."), rule=SiteRule.GAMESTATE)


def check_may_keep_for_game(person: Player, at: datetime) -> None:
    if not holds_office(person, at):
        raise RuleBroken(_("Only the emperor can keep secrets for the game."), rule=SiteRule.GAMESTATE)


def check_still_keeps_for_game(person: Player, secret: Secret, at: datetime) -> None:
    """What is kept for the game, its keeper changes only while they are emperor. One query at most."""
    if secret.for_game and not holds_office(person, at):
        raise RuleBroken(
            _(
                "This secret is kept for the game, so only the emperor can change it. You can "
                "reveal it or hand it over."
            ),
            rule=SiteRule.GAMESTATE,
        )


def may_hand_over(person: Player, secret: Secret, *, emperor: Player | None) -> bool:
    """Its keeper gives a secret that is the game's to the `emperor`, where that is somebody else."""
    is_keeper = secret.player_id == person.pk
    return is_keeper and secret.for_game and emperor is not None and emperor.pk != person.pk


def taker_of(secret: Secret, *, by: Player, at: datetime) -> Player:
    """The emperor, to whom `by` hands a secret over at `at` (UTC). One query."""
    check_keeps(by, secret)
    emperor = emperor_at(at)
    if emperor is not None and may_hand_over(by, secret, emperor=emperor):
        return emperor
    if not secret.for_game:
        raise RuleBroken(
            _("You cannot hand over a secret of your own. You can reveal it."), rule=SiteRule.GAMESTATE
        )
    raise RuleBroken(_("There is no other emperor to hand it over to."), rule=SiteRule.GAMESTATE)


# What is hidden ---------------------------------------------------------------------------------------------


def check_may_show(person: Player, at: datetime) -> None:
    """The emperor of the present dynasty, also when somebody has won it by now."""
    if not viewer_of(person, at=at).is_emperor:
        raise RuleBroken(_("Only the emperor can show somebody what is hidden."), rule=SiteRule.TRACKING)


def check_may_be_shown(person: Player) -> None:
    if not person.is_player:
        raise RuleBroken(_("You can show it only to players."), rule=SiteRule.TRACKING)


def may_call_for_orders(person: Player, at: datetime) -> bool:
    """Players who are not idle, admins, and the emperor even so. At most one query."""
    return person.is_playing or person.acts_as_admin or person.is_player and holds_office(person, at)


def check_may_call_for_orders(person: Player, at: datetime) -> None:
    if not may_call_for_orders(person, at):
        raise RuleBroken(_("Only a player can call for sealed orders."), rule=SiteRule.GAMESTATE)


def check_may_hand_in(person: Player, sealing: Sealing) -> None:
    if person.pk not in sealing.awaited:
        raise RuleBroken(_("This call does not ask you for an order."), rule=SiteRule.GAMESTATE)
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle can hand in an order."), rule=SiteRule.GAMESTATE)


def may_call_off(person: Player, sealing: Sealing, *, as_admin: bool = True) -> bool:
    """Who called for the orders, or an admin: by a program, one that may act `as_admin`."""
    return sealing.by_id == person.pk or as_admin and person.acts_as_admin


def check_may_call_off(person: Player, sealing: Sealing, *, as_admin: bool = True) -> None:
    if not may_call_off(person, sealing, as_admin=as_admin):
        raise RuleBroken(
            _("Only the player who called for the orders, or an admin, can call it off."),
            rule=SiteRule.GAMESTATE,
        )


def check_may_answer(person: Player, occurrence: Occurrence, at: datetime) -> None:
    """Who answers what happens by itself and asks something: the player who owes that, or the emperor."""
    if occurrence.owed_by_id is not None:
        if occurrence.owed_by_id != person.pk:
            raise RuleBroken(_("Only the player who is asked can answer this."), rule=SiteRule.GAMESTATE)
        check_may_change(person)
    elif not holds_office(person, at):
        raise RuleBroken(_("Only the emperor can answer this."), rule=SiteRule.GAMESTATE)


def may_withdraw_asking(person: Player, occurrence: Occurrence) -> bool:
    """Who asked a player for a choice, by a move."""
    asks = occurrence.set_off_by if occurrence.owed_by_id is not None else None
    return asks is not None and asks.kind == Update.Kind.CHANGE and asks.by_id == person.pk


def check_may_withdraw_asking(person: Player, occurrence: Occurrence) -> None:
    if not may_withdraw_asking(person, occurrence):
        raise RuleBroken(_("Only the player who asked can withdraw this."), rule=SiteRule.GAMESTATE)


def check_may_steer(person: Player, sealing: Sealing, *, as_admin: bool = True) -> None:
    """Set when orders are opened, or stop waiting for somebody."""
    if not may_call_off(person, sealing, as_admin=as_admin):
        raise RuleBroken(
            _("Only the player who called for the orders, or an admin, can change the call."),
            rule=SiteRule.GAMESTATE,
        )


def check_live(action: LimitedAction) -> None:
    """Raise Stale where the rules allow an action no more."""
    if action.retired_at is not None:
        raise Stale(_("{name} has been retired.").format(name=action.name))


def check_takeable(action: LimitedAction) -> None:
    """Raise RuleBroken for an action that nobody can take: retired (Stale), paused, or one that happens by itself."""
    check_live(action)
    if action.when:
        raise RuleBroken(
            _("{name} happens by itself. Nobody takes it.").format(name=action.name), rule=SiteRule.GAMESTATE
        )
    if action.paused_at is not None:
        raise RuleBroken(
            _("{name} is paused: {why}").format(name=action.name, why=action.paused_why),
            rule=SiteRule.GAMESTATE,
        )
