"""Who may change the roster, and who may join it."""

from datetime import datetime

from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from players.models import Player
from players.queries.bars import bars_of, sentence_of
from ruleset.law import Law
from ruleset.queries import law_in_force


def check_may_change_roster(person: Player, at: datetime) -> None:
    """Admins; idle ones too. One query at most."""
    if not person.acts_as_admin:
        raise RuleBroken(_("Only an admin can change the roster."), rule=law_in_force(at).words.players)


def check_is_not_barred(person: Player, *, law: Law, at: datetime) -> None:
    """Nobody joins who is barred from it at `at` (UTC). One query."""
    if bar := bars_of([person], at=at).get(person.pk):
        raise RuleBroken(sentence_of(bar), rule=law.words.players, when=bar.until)
