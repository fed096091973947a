"""Writing an update down: for the services of the gamestate alone, which have asked for leave before."""

from datetime import datetime

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.models import Dispute, Update
from gamestate.queries.planning import COMMENT_LENGTH
from gamestate.rendering import render
from gamestate.services.writing import write
from gamestate.values.plans import Plan
from gamestate.values.state import State
from players.models import Player


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
