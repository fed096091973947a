"""Who may do what among players. Each raises RuleBroken with its sentence and its rule."""

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken

from .models import Player


def check_is_admin(person: Player, *, rule: str = "") -> None:
    """Admins who play, idle or not. Whether an idle one may resolve, the law says (`votables.judge.roster`)."""
    if not person.acts_as_admin:
        raise RuleBroken(_("Only an admin of the game may do that."), rule=rule)
