"""What the law in force says of private messages and of orders: see `players.courier`.

Where the special case No Collaboration is active, players do not talk about the game in private. The site reads
nobody's mail, so it reminds whoever writes and asks them to confirm. Orders wait while no dynastic actions may be
taken, and in an interregnum for the next dynasty: its emperor is none of those to whom the last one's orders were sent.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.web.errors import NeedsConfirmation
from blognomic.web.site_rules import SiteRule, called
from players.courier import Restraint
from players.models import Mentorship, Player
from players.queries.reigns import emperor_at
from ruleset.queries import LawInForce, law_at
from votables.permissions import refuse_unless
from votables.queries.judge_facts import docket_at
from votables.queries.mantles import are_allies
from votables.queries.rendering import render_prose
from votables.queries.standstills import leave_for_orders

from .post_text import written_down

REMINDER = gettext_noop(
    "While this special case is active, players cannot talk in private about the play of the "
    "dynasty, or about matters on the dynastic rules or the gamestate."
)
TO_CONFIRM = gettext_noop("Confirm that this message is about something else.")
BETWEEN_MENTOR_AND_MENTEE = gettext_noop(
    "A mentor and their mentee may talk, but should leave particular plans out of it."
)
BETWEEN_ALLIES = gettext_noop("Players who name each other in their {rule} may talk.")


def _is_active(in_force: LawInForce | None, case: str) -> bool:
    return in_force is not None and in_force.is_active(case)


def must_confirm(parties: Collection[Player], at: datetime) -> bool:
    """Whether a message between these people must be confirmed: while No Collaboration is active, but not between a
    mentor and their mentee alone, nor, with Alliances active, between players who all name each other in theirs, nor,
    with Dynastic Distance active, between one player and the emperor."""
    in_force = law_at(at)
    if not _is_active(in_force, SiteRule.COLLABORATION):
        return False
    keys = {one.pk for one in parties}
    if _is_active(in_force, SiteRule.DISTANCE):
        emperor = emperor_at(at)
        keys -= {emperor.pk} if emperor else set()
    if len(keys) < 2:
        return False
    if _is_active(in_force, SiteRule.ALLIANCES) and are_allies(keys, at):
        return False
    mentorships = Mentorship.objects.filter(Q(ended_at=None), mentor__in=keys, mentee__in=keys)
    return not (len(keys) == len(parties) == 2 and mentorships.exists())


class Lawful:
    """Asks the law, and for orders the docket, whenever it is asked, as things stand by then."""

    def restraint(self, at: datetime) -> Restraint | None:
        """One query."""
        in_force = law_at(at)
        if not _is_active(in_force, SiteRule.COLLABORATION):
            return None
        allied = [BETWEEN_ALLIES] * _is_active(in_force, SiteRule.ALLIANCES)
        sentence = " ".join(map(_, [REMINDER, BETWEEN_MENTOR_AND_MENTEE, *allied]))
        return Restraint(sentence.format(rule=called(SiteRule.ALLIANCES)), rule=SiteRule.COLLABORATION)

    def expect_confirmed(self, parties: Collection[Player], at: datetime) -> None:
        if must_confirm(parties, at):
            raise NeedsConfirmation(f"{_(REMINDER)} {_(TO_CONFIRM)}", rule=SiteRule.COLLABORATION)

    def take_order(self, at: datetime) -> None:
        refuse_unless(leave_for_orders(docket_at(at)), status=409)

    def render(self, text: str, *, prefix: str, at: datetime) -> str:
        return written_down(lambda: render_prose(text, prefix=prefix, at=at))


LAWFUL: Final = Lawful()
