"""Writing an update down: for the services of the gamestate alone, which have asked for leave before."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.i18n.stored_messages import StoredMessage
from gamestate.models import Dispute, Sealing, Taking, Undoing, Update, Witness
from gamestate.notices import turn_passed
from gamestate.queries.planning import COMMENT_LENGTH
from gamestate.rendering import render
from gamestate.services.setting_off import ask_players, note_becoming_true, watch
from gamestate.services.storing import write
from gamestate.values.plans import Plan
from gamestate.values.state import State
from players.models import Player
from players.notices.channel_facts import UpdateFact, person
from players.notices.notice_kinds import Happening
from players.notices.telling import call_channels
from players.queries.roster import dynasty_at


def begin(
    *,
    kind: str,
    by: Player | None,
    at: datetime,
    comment: str = "",
    note: StoredMessage | str = "",
    link: str = "",
    correction: bool = False,
    kept: str = "",
    witnesses: Iterable[int] = (),
    result: Mapping[str, object] | None = None,
) -> Update:
    """An update that has no entries yet, so that dice can be rolled for it. `comment`: somebody's own words about it;
    `note`: the site's. `kept` and `witnesses` (keys of players): what of it not everybody sees, and who does; `result`:
    what these see."""
    made = Update.objects.create(
        kind=kind,
        at=at,
        by=by,
        comment=comment.strip(),
        note=note,
        link=link,
        correction=correction,
        kept=kept,
        result=result or {},
    )
    Witness.objects.bulk_create([Witness(update=made, player_id=key) for key in sorted(set(witnesses))])
    if made.comment:
        made.html = render(made.comment, prefix=f"u{made.pk}", at=at)
        made.save(update_fields=["html"])
    return made


def fill(made: Update, planned: Plan, *, before: State) -> Update:
    """Write down what an update that was begun does: a plan without troubles, its entries, how things stand, and which
    sealed calls it settles; and what falls due by it."""
    watched = watch(planned, before)
    write(planned, update=made, before=before)
    if planned.settled:
        Sealing.objects.filter(pk__in=planned.settled).update(settled_by=made)
    if planned.cards:
        made.cards = planned.cards
        made.save(update_fields=["cards"])
    if planned.shown:
        _show_what_was_kept(planned.shown, at=made.at)
    note_becoming_true(made, planned, watched)
    ask_players(made, planned)
    turn_passed(made, planned)
    _proclaim(made)
    return made


def record(planned: Plan, *, before: State, **about: Any) -> Update:
    """Write down a plan without troubles as an update, about which `begin` says what there is to say."""
    return fill(begin(**about), planned, before=before)


def _show_what_was_kept(keys: Iterable[str], *, at: datetime) -> None:
    """Let everybody see what was kept of the moves that were made of these actions in this dynasty."""
    takings = Taking.every.filter(action__key__in=set(keys), action__dynasty=dynasty_at(at))
    shown = set(takings.exclude(update=None).values_list("update", flat=True))
    latest = shown
    while latest:  # and what undid them, of which they tell
        undoings = Undoing.objects.filter(entry__update__in=latest).values_list("update", flat=True)
        latest = set(undoings) - shown
        shown |= latest
    Update.every.filter(pk__in=shown).update(kept=Update.Kept.NOTHING)


def _proclaim(made: Update) -> None:
    """Have channels told of an update: of its values nothing, since some are not for everybody."""
    if made.kept == Update.Kept.ACT:
        return
    with in_the_games_language():
        kind = StoredMessage(str(made.get_kind_display()))
    words = gettext_noop("{name} updated the gamestate ({kind})")
    if made.by is None:
        words = gettext_noop("The gamestate was updated ({kind})")
    call_channels(
        kind=Happening.GAMESTATE,
        key=f"update:{made.pk}",
        at=made.at,
        sentence=StoredMessage(words, name=made.by, kind=kind),
        link=made.get_absolute_url(),
        facts=UpdateFact(
            update=made.pk,
            kind=made.kind,
            by=person(made.by) if made.by else None,
            comment=made.in_english,
            correction=made.correction,
        ),
    )


def mark_refused(made: Update, planned: Plan, *, by: Player, why: StoredMessage | str) -> None:
    """Let the values that the tracker refuses, and an update recorded all the same, stand marked until that is
    settled. `by` holds that they are legal, and says why."""
    why = why.strip()[:COMMENT_LENGTH] if isinstance(why, str) else why
    if any(alteration.refused for alteration in planned.alterations):
        Dispute.objects.create(update=made, kind=Dispute.Kind.REFUSED, at=made.at, by=by, why=why)
