"""Who may do what among players. Each `check_…` raises RuleBroken with its sentence and its rule.

Pages ask before they show a form, services again when they have locked the game.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule

from .courier import GameFrame
from .models import Helper, MentoringRequest, Mentorship, Order, Player
from .notices.notice_kinds import KINDS
from .queries.helpers import helpers_at
from .queries.mentors import acts_as_emperor, is_tenured
from .queries.reigns import holds_office


def check_is_admin(person: Player, *, rule: str = "") -> None:
    """Admins who play, idle or not. Whether an idle one may resolve, the law says (`votables.judge.roster`)."""
    if not person.acts_as_admin:
        raise RuleBroken(_("Only an admin of the game can do that."), rule=rule)


def may_be_told(person: Player, kind: str) -> bool:
    """Whether somebody is told of a kind of notices at all: of some, admins alone are."""
    return person.acts_as_admin or not KINDS[kind].admins_only


def check_may_be_told(person: Player, kind: str) -> None:
    if not may_be_told(person, kind):
        raise RuleBroken(_("Only admins get notices of this kind: {kind}.").format(kind=kind), status=400)


# Messages and orders ----------------------------------------------------------------------------------------


def check_may_begin_conversation(person: Player) -> None:
    """Players, idle or not. No rule of the game is about letters: the site keeps guests from writing to everybody."""
    if not person.is_player:
        raise RuleBroken(_("Only players can begin a conversation, idle ones too. You can answer one."))


def may_order(person: Player, *, emperor: Player | None) -> bool:
    """Who plays, besides the emperor, who takes the orders; nobody where there is none."""
    return emperor is not None and emperor.pk != person.pk and person.is_playing


def check_may_order(person: Player, *, emperor: Player) -> None:
    if may_order(person, emperor=emperor):
        return
    if emperor.pk == person.pk:
        raise RuleBroken(_("You are the emperor: players send their orders to you."), rule=SiteRule.DYNASTIES)
    raise RuleBroken(_("Only players who are not idle can send orders."), rule=SiteRule.DYNASTIES)


def receives_orders(person: Player, game: GameFrame) -> bool:
    """Whether somebody is the emperor of a dynasty that goes on: in an interregnum nobody sees its orders."""
    return game.emperor is not None and game.emperor.pk == person.pk and not game.is_interregnum


def helps_with_orders(person: Player, game: GameFrame) -> Helper | None:
    """Since when somebody helps the emperor with orders, in a dynasty that goes on; None for anybody else."""
    if game.is_interregnum:
        return None
    return next((one for one in game.helpers if one.player_id == person.pk), None)


def may_carry_out(person: Player, order: Order, at: datetime) -> bool:
    """The emperor at `at` (UTC), and who helps them, with what others have sent since they do. To anybody else there is
    no such order. Four queries at most."""
    if holds_office(person, at):
        return True
    mine = (one for one in helpers_at(at) if one.player_id == person.pk)
    return order.player_id != person.pk and any(one.since <= order.at for one in mine)


def check_has_emperors_desk(person: Player, game: GameFrame) -> None:
    """The emperor of a dynasty that goes on, and whoever helps them."""
    if not receives_orders(person, game) and helps_with_orders(person, game) is None:
        raise RuleBroken(_("Only the emperor and their helpers have this desk."), rule=SiteRule.DYNASTIES)


def check_receives_orders(person: Player, game: GameFrame | None) -> None:
    """Of the present dynasty, or of one that was never theirs (`game` None)."""
    if game is None or not receives_orders(person, game):
        raise RuleBroken(_("Only the emperor can see who has sent orders."), rule=SiteRule.DYNASTIES)


def check_may_lead_turns(person: Player, at: datetime) -> None:
    """Who is emperor at `at` (UTC) closes turns, and says when orders are due. One query."""
    if not holds_office(person, at):
        raise RuleBroken(_("Only the emperor can do that."), rule=SiteRule.DYNASTIES)


# Mentors ----------------------------------------------------------------------------------------------------


def check_is_player(person: Player) -> None:
    if not person.is_player:
        raise RuleBroken(_("Only players can do that, idle ones too."), rule=SiteRule.MENTORS)


def check_may_keep_tenured(person: Player) -> None:
    if not person.acts_as_admin:
        raise RuleBroken(_("Only admins can change the list of tenured players."), rule=SiteRule.MENTORS)


def check_is_for_admins(request: MentoringRequest) -> None:
    """What is asked about the list of the tenured is for admins to settle; who asks for a mentor asks the emperor."""
    if request.kind == MentoringRequest.Kind.MENTOR:
        raise RuleBroken(_("Only the emperor can find somebody a mentor."), rule=SiteRule.MENTORS, status=400)


def check_may_change_own_tenure(person: Player) -> None:
    if not person.acts_as_admin:
        raise RuleBroken(
            _("Only admins can change the list of tenured players. Ask them to put you on it."),
            rule=SiteRule.MENTORS,
        )


def check_may_ask_mentor(person: Player, at: datetime) -> None:
    """Who acts as emperor at `at` (UTC)."""
    if not acts_as_emperor(person, at):
        raise RuleBroken(_("Only the emperor can ask somebody to be a mentor."), rule=SiteRule.MENTORS)


def check_could_mentor(mentor: Player, mentee: Player) -> None:
    """A tenured player mentors anybody but themselves. One query."""
    if mentor.pk == mentee.pk or not mentor.is_player or not is_tenured(mentor):
        raise RuleBroken(
            _("{mentor} is not a tenured player who could mentor {mentee}.").format(
                mentor=mentor, mentee=mentee
            ),
            rule=SiteRule.MENTORS,
        )


def check_may_mentor(person: Player) -> None:
    if not person.is_player:
        raise RuleBroken(_("Only a player can be a mentor."), rule=SiteRule.MENTORS)


def check_may_be_mentored(mentee: Player) -> None:
    if not mentee.is_player:
        raise RuleBroken(_("{mentee} is not a player.").format(mentee=mentee), rule=SiteRule.MENTORS)


def check_may_announce(mentorship: Mentorship, *, by: Player, at: datetime) -> None:
    """Who acts as emperor at `at` (UTC), once: raises Stale when it has been announced."""
    if not acts_as_emperor(by, at):
        raise RuleBroken(_("Only the emperor can announce a mentorship."), rule=SiteRule.MENTORS)
    if mentorship.announced:
        raise Stale(_("The emperor has already announced this mentorship."))


def check_may_dissolve(mentorship: Mentorship, *, by: Player) -> None:
    """Either of the two, once: raises Stale when it is over."""
    if by.pk not in (mentorship.mentor_id, mentorship.mentee_id):
        raise RuleBroken(_("Only the mentor and the mentee can end their mentorship."), rule=SiteRule.MENTORS)
    if mentorship.ended_at is not None:
        raise Stale(_("This mentorship is already over."))
