"""Who may resolve matters: admins, and idle ones where the law lets them."""

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from players.models import Player
from players.permissions import check_is_admin
from votables.judge.roster import may_resolve
from votables.queries.judge_facts import Docket

from . import refuse_unless


def check_is_at_desk(person: Player, docket: Docket | None) -> None:
    """Admins see what waits for them, also while nothing is theirs to resolve, and before there is a game."""
    check_is_admin(person, rule=docket.law.resolving.rule if docket else "")


def check_may_resolve_now(by: Player, docket: Docket) -> None:
    """As `by` stands, once the game is locked."""
    by.refresh_from_db()
    if not by.acts_as_admin:
        raise RuleBroken(_("Only an admin can resolve a votable matter."), rule=docket.law.resolving.rule)
    refuse_unless(may_resolve(law=docket.law, idle=by.is_idle))
