"""Whether an emperor who has just won may hand the office on: the law's mantle and the special cases about it."""

from collections.abc import Collection, Mapping
from datetime import datetime

from blognomic.i18n.translation import gettext as _
from ruleset.law import Law

from .posting import YES, no
from .roster import while_standing
from .verdict import Leave

INTERREGNUM = "interregnum"


def may_pass_mantle(
    *,
    law: Law,
    special_cases: Mapping[str, bool],
    standstill: Collection[str],
    at: datetime,
    by: str,
    emperor: str | None,
    to: str | None,
    roster: Collection[str],
    last_emperor: str | None,
    allies: Collection[str] = (),
) -> Leave:
    """Whether `by` may pass the mantle to `to` by a post at `at`; with `to` None, whether to anybody.

    `last_emperor`: who was emperor when the dynasty that has just been won ended. `allies`: those whom the winner's
    alliance named long enough before the declaration, for the special case that loosens the limit.
    """
    mantle, rule = law.mantle, law.mantle.rule
    if mantle.by != "post":
        return no(_("The law does not let a post pass the mantle."), rule)
    if INTERREGNUM not in standstill:
        return no(
            _(
                "The mantle can be passed only in an interregnum: after a victory, before the "
                "Ascension Address."
            ),
            rule,
        )
    if by != emperor:
        return no(_("Only the emperor can pass the mantle."), rule)
    going_on = while_standing(law=law, standstill=standstill, act="ascension", at=at)
    if not going_on.allowed:
        return going_on
    limited = law.is_active(mantle.limited_by, special_cases)
    if limited and law.is_active(mantle.loosened_by, special_cases):
        limited = not allies if to is None else to not in allies
    limit = no(
        _("While this special case is active, only an enacted Call for Judgement can pass the mantle."),
        mantle.limited_by or rule,
    )
    if to is None:
        return limit if limited else YES
    if to not in roster:
        return no(_("The mantle can go only to a player who is not idle."), rule)
    if to == by:
        return no(_("Choose another player to pass the mantle to."), rule)
    if limited:
        return limit
    if (
        mantle.not_last_emperor
        and to == last_emperor
        and not law.is_active(mantle.last_emperor_case, special_cases)
    ):
        return no(_("{name} was the emperor of the dynasty that has just ended.").format(name=to), rule)
    return YES
