"""Who may post, and begin afresh by a post."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from blognomic.i18n.translation import is_the_games_language
from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from players.models import Player
from ruleset.law import Law
from ruleset.law.numbers_in_words import one
from votables import judge
from votables.judge.posting import YES, no
from votables.judge.roster import while_standing
from votables.models import Category
from votables.queries.judge_facts import Docket
from votables.queries.matter_kinds import labels


def leave_to_post(docket: Docket, *, by: Player, category: str, amends: Sequence[str] = ()) -> judge.Leave:
    """Whether `by` may post in the category at the docket's instant: players in the official ones, matters within
    their limits, an Ascension Address by the emperor whom an interregnum waits for."""
    if category in docket.law.kinds:
        return judge.may_post(
            docket.game, law=docket.law, at=docket.at, author=by.name, kind=category, amends=frozenset(amends)
        )
    if category == Category.NONE:
        return YES
    label = labels(docket.law).get(category, category)
    if by.name not in docket.verdict.roster:
        what = one(label) if is_the_games_language() else label
        sentence = _("Only a player who is not idle can post {what}.").format(what=what)
        return no(sentence, docket.law.posts.edit.rule)
    if category == Category.ASCENSION:
        if "interregnum" not in docket.verdict.standstill:
            return no(
                _("You can make an Ascension Address only in an interregnum, after a victory."),
                docket.law.ascension.rule,
            )
        if docket.emperor != by:
            return no(_("Only the emperor can make the Ascension Address."), docket.law.ascension.rule)
        return while_standing(
            law=docket.law, standstill=docket.verdict.standstill, act="ascension", at=docket.at
        )
    return YES


def check_may_vote(person: Player, *, law: Law) -> None:
    """What votes by a link are asked; what one in a comment does, the law says of each icon."""
    if not person.is_playing:
        raise RuleBroken(_("Only active players vote. Ask to be unidled first."), rule=law.words.players)


def check_may_begin_afresh(person: Player) -> None:
    if not person.is_playing:
        raise RuleBroken(_("Only a player who is not idle can reinitialise."), rule=SiteRule.AFRESH)
