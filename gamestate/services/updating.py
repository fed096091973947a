"""Updates: whatever changes what is tracked, all of it or none, logged with who, when and why."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from gamestate.dice import spoken
from gamestate.hidden import viewer_of
from gamestate.models import Dispute, LimitedAction, Roll, Update
from gamestate.permissions import check_may_change
from gamestate.queries.planning import COMMENT_LENGTH, UpdateRefused, check_size, plan
from gamestate.queries.snapshot import last_update_at, state_now
from gamestate.rendering import render
from gamestate.services.acting import take
from gamestate.services.rolling import roll_in
from gamestate.services.writing import write
from gamestate.values.plans import Plan, sees_what_is_public
from gamestate.values.state import State
from gamestate.values.steps import Step
from players.models import Player
from players.services.roster import lock_game


@transaction.atomic
def update(
    *,
    by: Player,
    at: datetime,
    steps: Sequence[Step],
    comment: str = "",
    kind: str = Update.Kind.CHANGE,
    link: str = "",
    correction: bool = False,
    seen: Mapping[str, int | None] | None = None,
    insist: str = "",
    actions: Iterable[LimitedAction] = (),
) -> Update:
    """Let a player carry out the steps as one update. Dice in the comment are rolled, and the actions taken, with it.

    Formulas are computed from how things stood before. `seen`: see `gamestate.values.planning.work_out`. `insist` says
    why the player holds values to be legal that the tracker refuses: they are recorded, and marked as disputed.

    Raises UpdateRefused with every trouble when anything cannot be done, and RuleBroken for somebody who is not in the
    roster, an action that may not be taken again yet, dice that cannot be rolled, or an update that says and does
    nothing. Whether the game stands still is asked in `votables.services.tracking`.
    """
    check_keepable(comment, insist)
    lock_game()
    by.refresh_from_db()
    check_may_change(by)
    check_size(steps, comment)
    at = max(at, last_update_at() or at)
    actions = list(actions)
    state = state_now(pages=any(step.do in ("page", "retire-page") for step in steps))
    viewer = viewer_of(by, at=at)
    planned = plan(
        state,
        steps,
        sight=viewer.sees,
        reveals=viewer.is_emperor,
        at_once=all(step.do == "set" for step in steps),
        seen=seen,
        insist=bool(insist.strip()),
    )
    if planned.troubles:
        raise UpdateRefused(planned.troubles)
    if not (planned.alterations or comment.strip() or actions):
        raise RuleBroken(
            _("Nothing would change. Change a value, or say something in the comment."), status=400
        )
    made = record(
        planned,
        before=state,
        kind=kind,
        by=by,
        at=at,
        comment=comment,
        link=link,
        correction=correction,
    )
    mark_refused(made, planned, by=by, why=insist)
    for action in actions:
        take(action=action, by=by, at=at, update=made, comment=comment)
    roll_in(
        text=spoken(made.html),
        by=by,
        at=at,
        where=Roll.Where.UPDATE,
        where_pk=made.pk,
        update=made,
        link=made.get_absolute_url(),
    )
    return made


@transaction.atomic
def enact(
    *,
    steps: Sequence[Step],
    by: Player | None,
    at: datetime,
    comment: str,
    link: str,
    kind: str,
    state: State | None = None,
) -> Update | None:
    """Carry out steps that a matter, the roster or a new dynasty brings about, one after the other; None when nothing
    changes. Must run with the game locked. They see what is public alone.

    Raises UpdateRefused when anything cannot be done.
    """
    state = state or state_now(pages=any(step.do in ("page", "retire-page") for step in steps))
    planned = plan(state, steps, sight=sees_what_is_public)
    if planned.troubles:
        raise UpdateRefused(planned.troubles)
    if not planned.alterations:
        return None
    at = max(at, last_update_at() or at)
    return record(planned, before=state, kind=kind, by=by, at=at, comment=comment, link=link)


def record(
    planned: Plan,
    *,
    before: State,
    kind: str,
    by: Player | None,
    at: datetime,
    comment: str = "",
    link: str = "",
    correction: bool = False,
) -> Update:
    """Write down a plan without troubles: the update, its entries, and how things stand after it."""
    made = Update.objects.create(
        kind=kind, at=at, by=by, comment=comment.strip(), link=link, correction=correction
    )
    if made.comment:
        made.html = render(made.comment, prefix=f"u{made.pk}", at=at)
        made.save(update_fields=["html"])
    write(planned, update=made, before=before)
    return made


def mark_refused(made: Update, planned: Plan, *, by: Player, why: StoredMessage | str) -> None:
    """Let the values that the tracker refuses, and an update recorded all the same, stand marked until that is
    settled. `by` holds that they are legal, and says why."""
    why = why.strip()[:COMMENT_LENGTH] if isinstance(why, str) else why
    if any(alteration.refused for alteration in planned.alterations):
        Dispute.objects.create(update=made, kind=Dispute.Kind.REFUSED, at=made.at, by=by, why=why)
