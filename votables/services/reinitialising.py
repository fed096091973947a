"""Reinitialising, as the special case of that name has it: once in a dynasty a player begins it afresh."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from gamestate.leave import ASKED
from gamestate.models import Update
from gamestate.queries.undoing import with_nothing_left
from gamestate.services import roster as tracked
from players.models import Player
from players.queries.roster import dynasty_at
from players.services.roster import lock_game
from votables.models import Category, Post
from votables.permissions.posting import check_may_begin_afresh
from votables.queries.judge_facts import docket_at
from votables.services.leave import refuse_in_standstill
from votables.services.posting import publish


def check(*, by: Player, at: datetime) -> None:
    """Raise RuleBroken for who may not reinitialise at `at` (UTC): where the special case is not active, who does not
    play, who has done it in this dynasty, and while the game stands still; or before there is a game."""
    docket = docket_at(at)
    if not docket.in_force.is_active(SiteRule.AFRESH):
        name = docket.law.rules.names[SiteRule.AFRESH]
        known = name in docket.law.special_cases
        inactive = _("The special case {name} is not active.").format(name=name)
        raise RuleBroken(
            inactive if known else _("No rule lets a player start again."),
            rule=SiteRule.AFRESH if known else SiteRule.GAMESTATE,
        )
    check_may_begin_afresh(by)
    refuse_in_standstill(docket, at)
    dynasty = dynasty_at(at)
    mine = Update.objects.filter(kind=Update.Kind.AFRESH, by=by)
    done = list(mine.filter(at__gte=dynasty.started_at) if dynasty else mine)
    undone = [one for one in with_nothing_left(done) if one.entries.exists()]
    if len(done) > len(undone):
        raise RuleBroken(_("You have already reinitialised in this dynasty."), rule=SiteRule.AFRESH)


@transaction.atomic
def reinitialise(*, by: Player, at: datetime, body: str = "") -> Post:
    """Start again in this dynasty, once, if a special case lets players do that. A post says so. Everything tracked
    for you gets the default for new players, and your limited actions in this dynasty no longer count.

    What the emperor keeps in secret about the player elsewhere is the emperor's to change. Raises RuleBroken as `check`
    says.
    """
    lock_game()
    by.refresh_from_db()
    check(by=by, at=at)
    post = publish(
        by=by,
        at=at,
        category=Category.NONE,
        title=f"{by.name} reinitialises",  # written down in English
        body=f"I am Reinitialising.\n\n{body.strip()}".strip(),  # written down in English
    )
    tracked.begin_afresh(leave=ASKED, player=by, at=post.posted_at, link=post.get_absolute_url())
    return post
