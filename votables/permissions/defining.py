"""Who may define what a dynasty tracks and posts: admins, and the emperor."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from gamestate.leave import Defining
from players.models import Player
from votables.judge.mantle import INTERREGNUM
from votables.queries.judge_facts import Docket, docket_at

POST_TYPES = Defining(
    _("Only an admin or the emperor can define types of official posts."), SiteRule.EVENT_TYPES
)


def may_define(person: Player, docket: Docket | None) -> bool:
    """Whether somebody may define variables, tables, actions and types of official posts at the docket's instant: an
    admin, or the emperor in the roster. Whoever has just won has no dynasty before the Ascension Address. No query."""
    if person.acts_as_admin:
        return True
    if docket is None or docket.emperor is None or INTERREGNUM in docket.verdict.standstill:
        return False
    return docket.emperor.pk == person.pk


def check_may_define(person: Player, docket: Docket | None, what: Defining) -> None:
    """No query."""
    if not may_define(person, docket):
        raise RuleBroken(str(what.sentence), rule=what.rule)


def check_may_define_now(by: Player, *, at: datetime, what: Defining) -> None:
    """The same as things stand at `at` (UTC), once the game is locked. Asks for the docket where `by` is no admin."""
    by.refresh_from_db()
    if not by.acts_as_admin:
        check_may_define(by, docket_at(at), what)
