"""Who may do what with the gamestate. `may_…` answers; `check_…` raises RuleBroken with its sentence and its rule.

Pages ask before they show a form, services again when they have locked the game. Whether the game stands still, and how
often something may be done, is asked elsewhere (`gamestate.leave`, `gamestate.services.acting`).
"""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from gamestate.models import Dispute, Sealing, Secret, Taking
from players.models import Player, Reign

ADMINS_AND_EMPEROR = gettext_lazy("Only an admin or the emperor may declare what the rules allow how often.")


def holds_office(person: Player, at: datetime) -> bool:
    """Whether somebody is the emperor at `at` (UTC). One query."""
    reign = Reign.objects.at(at).first()
    return reign is not None and reign.player_id == person.pk


def check_may_change(person: Player) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle may change the gamestate."), rule=SiteRule.TRACKING)


def check_may_dispute(person: Player) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle may dispute an update."), rule=SiteRule.TRACKING)


def check_may_take_back_dispute(person: Player, dispute: Dispute) -> None:
    if dispute.by_id != person.pk:
        raise RuleBroken(_("Only who raised a dispute may take it back."), rule=SiteRule.TRACKING)


def check_may_act(person: Player) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle may take actions."), rule=SiteRule.GAMESTATE)


def check_may_withdraw(person: Player, taking: Taking, *, as_admin: bool = True) -> None:
    """Who took an action takes that back, unless they have left the game, or an admin does: where somebody speaks by a
    program, one that may act `as_admin`."""
    if not (taking.by_id == person.pk and person.is_player or as_admin and person.acts_as_admin):
        raise RuleBroken(
            _("Only who took an action, or an admin, may take that back."), rule=SiteRule.GAMESTATE
        )


def may_roll(person: Player) -> bool:
    """Players, idle or not. What guests and those who left write about dice are words."""
    return person.is_player


def check_may_roll(person: Player, *, rule: str) -> None:
    """`rule`: that of the law in force by which dice are rolled."""
    if not may_roll(person):
        raise RuleBroken(_("Only players roll dice."), rule=rule)


def check_keeps(person: Player, secret: Secret) -> None:
    if secret.player_id != person.pk:
        raise RuleBroken(_("Only who keeps a secret may do this."), rule=SiteRule.GAMESTATE)


def may_call_for_orders(person: Player, at: datetime) -> bool:
    """Players who are not idle, admins, and the emperor even so. At most one query."""
    return person.is_playing or person.acts_as_admin or person.is_player and holds_office(person, at)


def check_may_call_for_orders(person: Player, at: datetime) -> None:
    if not may_call_for_orders(person, at):
        raise RuleBroken(_("Only a player may call for sealed orders."), rule=SiteRule.GAMESTATE)


def check_may_hand_in(person: Player, sealing: Sealing) -> None:
    if person.pk not in sealing.awaited:
        raise RuleBroken(_("This call does not ask for an order of yours."), rule=SiteRule.GAMESTATE)
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle may hand in an order."), rule=SiteRule.GAMESTATE)


def may_call_off(person: Player, sealing: Sealing, *, as_admin: bool = True) -> bool:
    """Who called for the orders, or an admin: by a program, one that may act `as_admin`."""
    return sealing.by_id == person.pk or as_admin and person.acts_as_admin


def check_may_call_off(person: Player, sealing: Sealing, *, as_admin: bool = True) -> None:
    if not may_call_off(person, sealing, as_admin=as_admin):
        raise RuleBroken(
            _("Only who called for the orders, or an admin, may call it off."), rule=SiteRule.GAMESTATE
        )
