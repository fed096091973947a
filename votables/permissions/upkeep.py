"""Who may change the rules between votes."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from players.models import Player
from ruleset.models import Revision
from ruleset.queries import law_in_force
from votables.judge.roster import may_resolve

from . import refuse_unless


def check_is_in_roster(person: Player, rule: str = SiteRule.GAMESTATE) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player in the roster can do that."), rule=rule)


def check_may_correct_typos(person: Player, at: datetime) -> None:
    """Whom the law in force at `at` (UTC) lets correct typographical mistakes in the ruleset. One query."""
    posts = law_in_force(at).posts
    rule = posts.correct_rule or SiteRule.GAMESTATE
    if posts.ruleset_correctors == "admins" and not (person.is_playing and person.acts_as_admin):
        raise RuleBroken(_("Only an admin can correct typographical mistakes in the ruleset."), rule=rule)
    check_is_in_roster(person, rule)


def may_mend(person: Player | AnonymousUser) -> bool:
    """Whether somebody may update the rules, or as an admin correct how an amendment was applied."""
    return person.is_authenticated and (person.is_playing or person.acts_as_admin)


def check_may_mend(kind: str, person: Player, at: datetime, *, as_admin: bool = True) -> None:
    """Players update the ruleset to what was enacted (`upkeep`), admins correct how an amendment was applied
    (`correction`): where somebody speaks by a program, by one that may act `as_admin`. One query at most."""
    if kind == Revision.Kind.CORRECTION:
        law = law_in_force(at)
        if not as_admin:
            sentence = _("Only an admin can correct an amendment. This token does not have that right.")
            raise RuleBroken(sentence, rule=law.resolving.rule)
        if not person.acts_as_admin:
            sentence = _("Only an admin can correct how an amendment was applied.")
            raise RuleBroken(sentence, rule=law.resolving.rule)
        refuse_unless(may_resolve(law=law, idle=person.is_idle))
    else:
        check_is_in_roster(person)


def check_may_begin_to_mend(person: Player, at: datetime) -> None:
    """Whoever may do either; which of the two, their form says."""
    if not person.acts_as_admin:
        check_may_mend(Revision.Kind.UPKEEP, person, at)
