"""Undoing updates, whole or in part, and disputing them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from gamestate.hidden import RECORD, viewer_of
from gamestate.leave import ASKED, Act, LeaveGiver
from gamestate.models import Dispute, Entry, LimitedAction, Sealing, Taking, Undoing, Update, Witness
from gamestate.permissions import check_may_change, check_may_dispute, check_may_take_back_dispute
from gamestate.queries.planning import COMMENT_LENGTH, UpdateRefused, check_size, plan
from gamestate.queries.snapshot import holder_of, last_update_at, shelf_of, state_now
from gamestate.queries.undoing import (
    MOST_UPDATES,
    How,
    Reversal,
    Whole,
    made_with,
    reversals,
    turned,
    undone_among,
    whole_of,
    with_nothing_left,
    with_what_they_set_off,
)
from gamestate.services.acting import revive
from gamestate.services.performing import settle
from gamestate.services.recording import record
from gamestate.services.setting_off import (
    check_can_be_owed_again,
    lapse_what_was_set_off,
    settle_clock,
    turn_answers,
)
from gamestate.values.plans import Plan
from gamestate.values.state import State
from gamestate.values.steps import Restore, Step
from players.models import Player, Topic
from players.services.roster import lock_game

CARDS_SHOWN = gettext_lazy(
    "It showed somebody what they did not know, and that cannot be undone. Correct it by another update."
)


@transaction.atomic
def undo(
    *,
    leave: LeaveGiver,
    updates: Sequence[Update],
    by: Player,
    at: datetime,
    why: str,
    choices: Mapping[str, str] | None = None,
    seen: int | None = None,
) -> Update:
    """Let a player undo updates, or parts of them, by one new update that says so.

    `choices` gives for the key of a reversal what to do with it, where that is not what it proposes. `seen` is the key
    of the newest entry when one looked: with a later one that touches the same things, nothing is done.

    Raises Stale in that case, UpdateRefused when something cannot be put back, and RuleBroken for somebody who is not
    in the roster, no reason, or nothing left to undo.
    """
    check_keepable(why)
    settle(lock_game(), leave=leave, at=at)
    leave.check(Act.RECORD, by=by, at=at)
    by.refresh_from_db()
    check_may_change(by)
    if not why.strip():
        raise RuleBroken(_("Say why you undo it. The log shows the reason."), status=400)
    if len(updates) > MOST_UPDATES:
        raise RuleBroken(
            _("You can undo at most {most} updates at once.").format(most=MOST_UPDATES), status=400
        )
    at = max(at, last_update_at() or at)
    updates = with_what_they_set_off(updates)
    dealt = {update.pk for update in updates if update.cards}
    if any(update.cards == "shown" for update in updates):
        raise RuleBroken(CARDS_SHOWN, status=409)
    check_can_be_owed_again(updates, _brought_back(updates))
    viewer = RECORD if dealt else viewer_of(by, at=at)
    state = state_now(pages=True)
    undoable = reversals(updates, viewer=viewer, state=state)
    is_whole = not dealt and any(each.is_whole for each in undoable)
    if is_whole:  # what the player does not see goes back with it
        viewer = RECORD
        undoable = reversals(updates, viewer=viewer, state=state)
    if seen is not None and any(each.changed_since(seen) for each in undoable):
        raise Stale(_("Somebody changed the same things since you looked. Look again before you undo this."))
    chosen = [(each, _choice(each, choices)) for each in undoable]
    if any(how != "restore" and _is_of(each, dealt) for each, how in chosen):
        raise RuleBroken(
            _(
                "The cards have moved since, or are put back in part. Undo all updates that moved them, whole."
            ),
            status=409,
        )
    steps = _steps(chosen)
    check_size([step for step, _ in steps], why)
    planned = plan(
        state,
        [step for step, _ in steps],
        sight=viewer.sees,
        shelf=shelf_of(entry for each in undoable for entry in each.entries),
    )
    if is_whole and any(steps[trouble.place][1].last.hidden for trouble in planned.troubles):
        raise RuleBroken(_("It cannot be put back whole. Correct it by another update."), status=409)
    if planned.troubles:
        raise UpdateRefused(planned.troubles)
    if not planned.alterations:
        raise RuleBroken(_("Nothing would change. There is nothing left to undo here."), status=409)
    made = record(planned, before=state, kind=Update.Kind.UNDO, by=by, at=at, **_kept_like(updates, why))
    if dealt:
        made.cards = "moved"
        made.save(update_fields=["cards"])
    even = [each for each, how in chosen if how == "skip" and each.is_whole]  # it came to nothing
    _note_undone(made, [*even, *(each for each, how in chosen if how != "skip")], updates)
    return made


def _brought_back(updates: Sequence[Update]) -> set[int]:
    """The keys of updates that had been undone, and are in effect again where these are undone. One query and more for
    each update that undid others."""
    undid = [update for update in updates if update.kind == Update.Kind.UNDO]
    return {key for update in undid for keys, back in turned(update) if not back for key in keys}


def _kept_like(updates: Sequence[Update], why: str) -> dict[str, Any]:
    """What of an undoing not everybody sees: as of what it undoes, where not everybody may know of that. Raises
    RuleBroken for several such updates, of which others may know."""
    if not any(update.kept == Update.Kept.ACT for update in updates):
        return {"comment": why}
    if len(updates) > 1:
        raise RuleBroken(_("Undo alone what not everybody knows of."), status=409)
    seen_by = Witness.objects.filter(update=updates[0]).values_list("player", flat=True)
    return {"kept": Update.Kept.ACT, "witnesses": list(seen_by), "result": {"comment": why.strip()}}


def _is_of(each: Reversal, dealt: set[int]) -> bool:
    """Whether something is put back that an update changed which moved cards."""
    return any(entry.update_id in dealt for entry in each.entries)


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was taken back of what enacted matters did: the update that does so (None when nothing was put back), what
    people call the things that it puts back, and a sentence for each that stays."""

    update: Update | None
    about: tuple[str, ...]
    kept: tuple[StoredMessage, ...]


@transaction.atomic
def undo_enacted(
    *, leave: LeaveGiver, updates: Sequence[Update], by: Player, at: datetime, why: str, link: str
) -> TakenBack:
    """Take back what an enacted matter did to the gamestate, as overturning it asks; or the update that took that
    back, which brings everything about again. What is as it left it is put back, a number that has changed since is
    shifted, and what would lose later changes is kept: what it made stays whole when anything has been built on it.
    Must run with the game locked."""
    leave.check(Act.RECORD, by=by, at=at)
    at = max(at, last_update_at() or at)
    whole = with_what_they_set_off(updates)
    taken = [update for update in whole if update.cards != "shown"]
    dealt = {update.pk for update in taken if update.cards}
    state = state_now(pages=True)
    worked = _taken_back(taken, state)
    if any(_is_of(each, dealt) for each in worked.kept):  # cards go back whole, or stay as they lie
        taken, dealt = [update for update in taken if not update.cards], set()
        worked = _taken_back(taken, state)
    stays = gettext_noop("What “{name}” did stays, because it moved cards. Correct it by another update.")
    sentences = [StoredMessage(stays, name=update.comment) for update in whole if update not in taken]
    changed = gettext_noop("{thing} has changed since, and stays as it is.")
    sentences += [StoredMessage(changed, thing=_named(each, state)) for each in worked.kept]
    about = tuple(dict.fromkeys(_named(each, state).in_english for each in worked.back))
    if not worked.planned.alterations:
        return TakenBack(None, (), tuple(sentences))
    undone = record(worked.planned, before=state, kind=Update.Kind.UNDO, by=by, at=at, comment=why, link=link)
    if dealt:
        undone.cards = "moved"
        undone.save(update_fields=["cards"])
    gone = {each.first.variable_id for each in worked.back if each.first.about == Entry.About.VARIABLE}
    along = [each for each in worked.along if each.first.variable_id in gone]
    _note_undone(undone, [*worked.back, *along], taken)
    return TakenBack(undone, about, tuple(sentences))


@dataclass(frozen=True, slots=True)
class WorkedBack:
    """What of several updates goes `back`, by which plan; what goes `along` with what they had begun to track; and what
    is `kept`, since it has changed."""

    planned: Plan
    back: list[Reversal]
    along: list[Reversal]
    kept: list[Reversal]


def _taken_back(updates: Sequence[Update], state: State) -> WorkedBack:
    undoable = reversals(updates, viewer=RECORD, state=state)
    shelf = shelf_of(entry for each in undoable for entry in each.entries)
    made = {whole_of(each.first): each for each in undoable if _is_made(each)}
    built_on = _built_on(made, updates)
    wholes = {id(each): whole for each in undoable if (whole := made_with(each.first, made)) is not None}
    kept = [each for whole, each in made.items() if whole in built_on and wholes[id(each)] == whole]
    rest = [each for each in undoable if wholes.get(id(each)) not in built_on]
    # The values of what it began to track go with that.
    along = [each for each in rest if each.first.about == Entry.About.VALUE and id(each) in wholes]
    kept += [each for each in rest if each.how == "skip" and each not in along]
    back = [each for each in rest if each.how != "skip" and each not in along]
    while True:
        steps = _steps([(each, each.how) for each in back])
        planned = plan(state, [step for step, _ in steps], sight=RECORD.sees, shelf=shelf)
        if not planned.troubles:
            return WorkedBack(planned, back, along, kept)
        stuck = {id(steps[trouble.place][1]) for trouble in planned.troubles}
        kept += [each for each in back if id(each) in stuck]
        back = [each for each in back if id(each) not in stuck]


def _is_made(each: Reversal) -> bool:
    """Whether something is a thing, not a value, that there was not before."""
    return each.first.about != Entry.About.VALUE and each.first.old is None


def _built_on(made: Mapping[Whole, Reversal], updates: Sequence[Update]) -> set[Whole]:
    """Those of the things that were made which people have changed since, or something in them: values, rows, columns.
    What a change of the roster brings to a newcomer is nobody's work. Two queries, or none."""
    if not made:
        return set()
    keys = {
        about: [key for kind, key in made if kind == about] for about in ("variable", "row", "table", "page")
    }
    about_made = Q()
    for about, some in keys.items():
        about_made |= Q(**{f"{about}__in": some})
    about_made |= Q(row__table__in=keys["table"]) | Q(variable__table__in=keys["table"])
    since = Entry.objects.filter(about_made, pk__gt=min(each.first.pk for each in made.values()))
    since = since.exclude(update__in=updates).exclude(update__kind=Update.Kind.ROSTER)
    later = list(since.select_related("variable", "row"))
    undone = undone_among(later)
    wholes = (made_with(entry, made) for entry in later if entry.pk not in undone)
    return {whole for whole in wholes if whole is not None}


def _named(each: Reversal, state: State) -> StoredMessage:
    """What people call the thing that a reversal is about; never its value."""
    entry = each.first
    thing = str(entry.variable or entry.table or entry.row or entry.page)
    if entry.about != Entry.About.VALUE:
        return StoredMessage.written_by_people(thing)
    words = gettext_noop("{thing} of {name}")
    return StoredMessage(words, thing=thing, name=state.holder_name(holder_of(entry)))


def _note_undone(made: Update, back: Iterable[Reversal], updates: Sequence[Update]) -> None:
    """Write down which entries an update undoes, and settle what hangs on them."""
    undone = [entry for each in back for entry in each.entries]
    Undoing.objects.bulk_create([Undoing(update=made, entry=entry) for entry in undone])
    _close_what_is_undone(updates, made)


def _choice(each: Reversal, choices: Mapping[str, str] | None) -> How:
    chosen = (choices or {}).get(each.key, each.how)
    if (way := next((way for way in each.ways if way == chosen), None)) is not None:
        return way
    if each.is_whole:
        raise RuleBroken(
            _("It asked somebody, or is an answer. You can undo all of it, or correct it by another update."),
            status=409,
        )
    if each.is_built_on and chosen == "restore":
        raise RuleBroken(
            _("A later change asked somebody, or is an answer. Take off what was added, or leave it."),
            status=409,
        )
    raise RuleBroken(
        _("Choose for each change: put it back, take off what was added, or leave it."), status=400
    )


def _steps(chosen: Iterable[tuple[Reversal, How]]) -> list[tuple[Step | Restore, Reversal]]:
    """The steps that put things back, each with what it puts back, in an order in which they can be done: what was
    made last goes first."""
    order = {"value": 3, "row": 1, "table": 0, "variable": 2, "page": 4}
    steps: list[tuple[tuple[int, int], Step | Restore, Reversal]] = []
    for each, how in chosen:
        if how == "skip":
            continue
        entry = each.first
        holder = holder_of(entry) if entry.about == Entry.About.VALUE else ""
        key = str(getattr(entry, f"{'variable' if holder else entry.about}_id"))
        place = order[entry.about]
        if how == "shift":
            path = entry.variable.key if entry.variable.table_id is None else ""
            if entry.variable.table_id is not None:
                path = f"{entry.variable.table.key}.{entry.variable.key}"
            steps.append(((place, entry.pk), Step.set(path, (holder,), each.difference), each))
        elif entry.old is None and entry.about != Entry.About.VALUE:
            # what was made is taken away when nothing of it is left to put back
            steps.append(((10 - place, -entry.pk), Restore(entry.about, key, holder, None), each))
        else:
            steps.append(
                ((place, entry.pk), Restore(entry.about, key, holder, entry.old, entry.audience_before), each)
            )
    made = {
        step.id
        for _, step, _ in steps
        if isinstance(step, Restore) and step.to is None and step.about == "variable"
    }
    kept = [
        one
        for one in steps
        if not (
            isinstance(one[1], Restore)
            and one[1].about == "value"
            and one[1].to is None
            and one[1].id in made
        )
    ]
    return [(step, each) for _, step, each in sorted(kept, key=lambda one: one[0])]


def _close_what_is_undone(updates: Sequence[Update], made: Update) -> None:
    """Settle the disputes of updates of which nothing is left, withdraw the actions taken with them, let the sealed
    calls wait that they settled, let those actions be taken again that they retired, and let players answer again."""
    gone = with_nothing_left(updates)
    for update in gone:
        for keys, back in turned(update):
            turn_answers(keys, at=made.at, back=back)
    for update in gone:
        Dispute.objects.filter(update=update, outcome=Dispute.Outcome.OPEN).update(
            outcome=Dispute.Outcome.UNDONE,
            settled_at=made.at,
            settled_by=made.by,
            link=made.get_absolute_url(),
        )
        Taking.every.filter(update=update, withdrawn_at__isnull=True).update(withdrawn_at=made.at)
        Sealing.objects.filter(settled_by=update).update(settled_by=None)
        lapse_what_was_set_off(update)
        _turn_actions(update, at=made.at)
    settle_clock()


def _turn_actions(update: Update, *, at: datetime) -> None:
    """Let actions be live again that the update, of which nothing is left, retired, and retire again at `at` those
    that its undoing of another had let live; and so on through what that one undid."""
    for keys, back in turned(update):
        actions = LimitedAction.objects.filter(retired_by__in=keys)
        if back:
            revive(
                actions.filter(retired_at__isnull=False).order_by("-retired_at", "-pk"), leave=ASKED, at=at
            )
        else:
            actions.filter(retired_at__isnull=True).update(retired_at=at)


@transaction.atomic
def dispute(*, leave: LeaveGiver, update: Update, by: Player, at: datetime, why: str) -> Dispute:
    """Dispute an update that does not show the gamestate. It stays marked until that is settled.

    Raises RuleBroken without a reason, for somebody who is not in the roster, and when they have an open dispute about
    it already.
    """
    check_keepable(why)
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    by.refresh_from_db()
    check_may_dispute(by)
    why = why.strip()
    if not why or len(why) > COMMENT_LENGTH:
        raise RuleBroken(
            _("Say in up to {most} characters what is wrong with it.").format(most=thousands(COMMENT_LENGTH)),
            status=400,
        )
    if Dispute.objects.filter(update=update, by=by, outcome=Dispute.Outcome.OPEN).exists():
        raise Stale(_("You have already disputed this update."))
    return Dispute.objects.create(update=update, at=max(at, update.at), by=by, why=why)


@transaction.atomic
def take_back(*, leave: LeaveGiver, dispute: Dispute, by: Player, at: datetime) -> Dispute:
    """Withdraw your dispute. A value that the tracker refused stays marked until it is upheld or undone. Raises
    RuleBroken for anybody else, Stale when it is settled."""
    lock_game(Topic.VALUES)
    leave.check(Act.RECORD, by=by, at=at)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    check_may_take_back_dispute(by, dispute)
    if dispute.kind == Dispute.Kind.REFUSED:
        raise RuleBroken(
            _("A value that the tracker refused stays marked until it is upheld or undone."),
            rule=SiteRule.TRACKING,
        )
    if dispute.outcome != Dispute.Outcome.OPEN:
        raise Stale(_("This dispute is settled."))
    return _settle(dispute, Dispute.Outcome.TAKEN_BACK, by=by, at=at, link="")


@transaction.atomic
def uphold(*, leave: LeaveGiver, update: Update, by: Player | None, at: datetime, link: str) -> int:
    """Settle all open disputes about an update as an enacted matter (`link`) says: it stands. Answers how many."""
    leave.check(Act.RECORD, by=by, at=at)
    disputes = list(Dispute.objects.select_for_update().filter(update=update, outcome=Dispute.Outcome.OPEN))
    for each in disputes:
        _settle(each, Dispute.Outcome.UPHELD, by=by, at=at, link=link)
    return len(disputes)


@transaction.atomic
def reopen(*, leave: LeaveGiver, update: Update, by: Player | None, at: datetime, link: str) -> int:
    """Let the disputes be open again that the matter of `link` had settled, since it turned out not to be enacted.
    Answers how many."""
    leave.check(Act.RECORD, by=by, at=at)
    settled = update.disputes.filter(outcome=Dispute.Outcome.UPHELD, link=link)
    return settled.update(outcome=Dispute.Outcome.OPEN, settled_at=None, settled_by=None, link="")


def _settle(dispute: Dispute, outcome: str, *, by: Player | None, at: datetime, link: str) -> Dispute:
    dispute.outcome, dispute.settled_at, dispute.settled_by, dispute.link = (
        outcome,
        max(at, dispute.at),
        by,
        link,
    )
    dispute.save(update_fields=["outcome", "settled_at", "settled_by", "link"])
    return dispute
