"""What somebody may do besides what the law says: so far, define what a dynasty tracks."""

from datetime import datetime

from blognomic.web.errors import RuleBroken
from players.models import Player
from votables.judge.mantle import INTERREGNUM

from .queries.judge_facts import Docket, docket


def may_define(person: Player, held: Docket | None) -> bool:
    """Whether somebody may define variables, tables, actions and types of official posts at the docket's instant: an
    admin, or the emperor in the roster. Whoever has just won has no dynasty before the Ascension Address. No query."""
    if person.acts_as_admin:
        return True
    if held is None or held.emperor is None or INTERREGNUM in held.verdict.standstill:
        return False
    return held.emperor.pk == person.pk


def check_may_define(by: Player, *, at: datetime, sentence: str, rule: str) -> None:
    """Raise RuleBroken, with this sentence and rule, for whoever may not. Asks for the docket where `by` is no
    admin."""
    by.refresh_from_db()
    if not by.acts_as_admin and not may_define(by, docket(at)):
        raise RuleBroken(sentence, rule=rule)
