"""What changes limited actions: declaring and retiring them, taking them, and taking that back."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from gamestate.frequency import Taken, again, looks_back, refusal, whole_minute
from gamestate.hidden import viewer_of
from gamestate.leave import ACTIONS, Act, LeaveGiver
from gamestate.models import LimitedAction, Sealing, Taking, Update
from gamestate.models.variables import KEY_LENGTH, NAME_LENGTH
from gamestate.moves.reading import read_move
from gamestate.permissions import check_live, check_may_act, check_may_withdraw, check_takeable
from gamestate.queries.acting import frequencies, move_of, page_of_actions, taken_together
from gamestate.queries.declaring import read_action
from gamestate.queries.snapshot import state_now
from gamestate.services.performing import carry_out, go_without, settle
from gamestate.services.setting_off import note_declared, settle_clock
from gamestate.services.shuffling import secret_of_dynasty
from gamestate.values.definitions import OF_THE_EMPEROR
from players.models import Player, Topic
from players.queries.roster import dynasty_at
from players.services.roster import lock_game, log_act
from ruleset.models import Rule

DESCRIPTION_LENGTH = 2_000
MOST_PLACE = 999
USUAL_PLACE = 100
PAUSE_LENGTH = 300
COMMENT_LENGTH = 2_000


@transaction.atomic
def declare(
    *,
    leave: LeaveGiver,
    by: Player,
    at: datetime,
    name: str,
    frequency: str,
    description: str = "",
    rule: int | None = None,
    key: str = "",
    limit: str = "",
    lines: Mapping[str, object] | None = None,
    timing: str = "",
    hiatus: str = LimitedAction.Hiatus.WAITS,
    place: int = USUAL_PLACE,
) -> LimitedAction:
    """Say that the rules allow an action so often: `frequency` is one of the law in force's, `rule` the key of the
    rule that allows it, `key` ("": made from the name) what changes on matters call it. `limit`: what actions share
    that may be taken so often together. `lines`: what it asks, needs, costs and does (see `gamestate.moves`). `timing`:
    when it happens by itself (see `gamestate.clockwork`), and nobody takes it; `hiatus` says what becomes of it in a
    standstill, and `place` in which order it is with what falls on the same instant.

    Raises RuleBroken where `leave` does not let `by` define actions, for a frequency that the law in force does not
    know, for a name or key that another action has, and for lines of a move, or of when it happens, that mean nothing.
    """
    settle(lock_game(), leave=leave, at=at)
    leave.check(ACTIONS, by=by, at=at)
    check_keepable(description)
    check_line(name)
    name = " ".join(name.split())
    if not name or len(name) > NAME_LENGTH:
        raise RuleBroken(
            _("An action needs a name of at most {most} characters.").format(most=NAME_LENGTH), status=400
        )
    if len(description) > DESCRIPTION_LENGTH:
        raise RuleBroken(
            _("A description has at most {most} characters.").format(most=thousands(DESCRIPTION_LENGTH)),
            status=400,
        )
    key = key or slugify(name)[:KEY_LENGTH].strip("-_") or "action"
    if key != slugify(key) or len(key) > KEY_LENGTH:
        raise RuleBroken(_("A key has only small letters, digits and hyphens."), status=400)
    limit = slugify(limit)[:KEY_LENGTH]
    when = " ".join(timing.split())
    move = read_action(
        lines=lines or {},
        timing=when,
        frequency=frequency,
        limit=limit,
        hiatus=hiatus,
        known=frequencies(at),
        state=state_now(),
        may_show=OF_THE_EMPEROR if viewer_of(by, at=at).is_emperor else frozenset(),
    )
    if not 0 <= place <= MOST_PLACE:
        raise RuleBroken(
            _("Its place in the order is a number from 0 to {most}.").format(most=MOST_PLACE), status=400
        )
    if rule is not None and not Rule.objects.filter(pk=rule).exists():
        raise RuleBroken(_("There is no such rule."), status=400)
    live = LimitedAction.objects.filter(retired_at__isnull=True)
    if live.filter(key=key).exists() or live.filter(name__iexact=name).exists():
        raise RuleBroken(_("There is already an action called “{name}”.").format(name=name), status=409)
    action = LimitedAction.objects.create(
        key=key,
        name=name,
        description=description.strip(),
        rule=rule,
        frequency=frequency,
        limit=limit,
        move=move,
        when=when,
        hiatus=hiatus,
        place=place,
        dynasty=dynasty_at(at),
        made_at=at,
        by=by,
    )
    sentence = StoredMessage(gettext_noop("declared the action {name}"), name=name)
    log_act(by=by, at=at, act="declare", sentence=sentence, link=page_of_actions())
    if read_move(move).is_kept:
        secret_of_dynasty(at)  # now, so that its hash tells nothing of when somebody first makes the move
    if when:
        note_declared(action, at=at)
        carry_out(leave=leave, at=at)
    return action


@transaction.atomic
def retire(*, leave: LeaveGiver, action: LimitedAction, by: Player, at: datetime) -> LimitedAction:
    """As an admin or the emperor, remove an action that the rules no longer allow. Its log stays. Raises RuleBroken as
    `declare` does, Stale when it is retired already."""
    settle(lock_game(), leave=leave, at=at)
    leave.check(ACTIONS, by=by, at=at)
    action = LimitedAction.objects.get(pk=action.pk)
    check_live(action)
    go_without(action, leave=leave, at=at)
    action.retired_at, action.retired_by = at, None
    action.save(update_fields=["retired_at", "retired_by"])
    settle_clock()
    sentence = StoredMessage(gettext_noop("retired the action {name}"), name=action.name)
    log_act(by=by, at=at, act="retire", sentence=sentence, link=page_of_actions())
    return action


@transaction.atomic
def pause(*, leave: LeaveGiver, action: LimitedAction, by: Player, at: datetime, why: str) -> LimitedAction:
    """As an admin or the emperor, let nobody take an action, nor let it happen by itself, since the rules say otherwise
    than it does. Raises RuleBroken as `declare` does and without a reason, Stale when it is paused, or retired."""
    settle(lock_game(), leave=leave, at=at)
    leave.check(ACTIONS, by=by, at=at)
    check_keepable(why)
    action = LimitedAction.objects.get(pk=action.pk)
    check_live(action)
    if action.paused_at is not None:
        raise Stale(_("{name} has already been paused.").format(name=action.name))
    why = " ".join(why.split())
    if not why or len(why) > PAUSE_LENGTH:
        raise RuleBroken(
            _("Say in up to {most} characters why it is paused.").format(most=PAUSE_LENGTH), status=400
        )
    action.paused_at, action.paused_why = at, why
    action.save(update_fields=["paused_at", "paused_why"])
    settle_clock()
    sentence = StoredMessage(gettext_noop("paused the action {name}"), name=action.name)
    log_act(by=by, at=at, act="pause", sentence=sentence, reason=why, link=page_of_actions())
    return action


@transaction.atomic
def resume(*, leave: LeaveGiver, action: LimitedAction, by: Player, at: datetime) -> LimitedAction:
    """Let an action be taken, or happen by itself, again. What was due until now lapses. Raises RuleBroken as `declare`
    does, Stale when it is not paused, or retired."""
    settle(lock_game(), leave=leave, at=at)
    leave.check(ACTIONS, by=by, at=at)
    action = LimitedAction.objects.get(pk=action.pk)
    check_live(action)
    if action.paused_at is None:
        raise Stale(_("{name} is not paused.").format(name=action.name))
    action.paused_at, action.paused_why = None, ""
    action.save(update_fields=["paused_at", "paused_why"])
    note_declared(action, at=at)
    sentence = StoredMessage(gettext_noop("resumed the action {name}"), name=action.name)
    log_act(by=by, at=at, act="resume", sentence=sentence, link=page_of_actions())
    return action


@transaction.atomic
def revive(actions: Iterable[LimitedAction], *, leave: LeaveGiver, at: datetime) -> None:
    """Let the rules allow actions again whose retirement was undone, but those of which another has the key or the
    name by now. Must run with the game locked."""
    leave.check(Act.RECORD, by=None, at=at)
    live = list(LimitedAction.objects.filter(retired_at__isnull=True))
    keys, names = {one.key for one in live}, {one.name.casefold() for one in live}
    for action in actions:
        if action.key in keys or action.name.casefold() in names:
            continue
        action.retired_at = None
        action.save(update_fields=["retired_at"])
        note_declared(action, at=at)
        keys.add(action.key)
        names.add(action.name.casefold())


@transaction.atomic
def take(
    *,
    leave: LeaveGiver,
    action: LimitedAction,
    by: Player,
    at: datetime,
    update: Update | None = None,
    comment: str = "",
) -> Taking:
    """Let a player take a limited action, alone or as part of an update, if the law in force lets them at `at`.

    Raises RuleBroken, with the rule of the frequency and the instant from which on it is allowed, when it was taken too
    lately; for somebody who does not play; for the emperor while Dynastic Distance is active; and when the law in force
    knows no such frequency any more.
    """
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    check_keepable(comment)
    if len(comment) > COMMENT_LENGTH:
        raise RuleBroken(
            _("A comment has at most {most} characters.").format(most=thousands(COMMENT_LENGTH)), status=400
        )
    by.refresh_from_db()
    check_may_act(by, at)
    action = LimitedAction.objects.get(pk=action.pk)
    check_takeable(action)
    counting = taken_together(action, by)
    if not action.frequency:
        return Taking.objects.create(action=action, by=by, at=at, comment=comment.strip(), update=update)
    at = max([at, *filter(None, [counting.aggregate(last=Max("at"))["last"]])])
    frequency = frequencies(at).get(action.frequency)
    if frequency is None:
        raise RuleBroken(
            _(
                "The law no longer has the frequency “{frequency}”. An admin must declare {name} again."
            ).format(frequency=action.frequency, name=action.name),
            rule=SiteRule.GAMESTATE,
        )
    if frequency.communal and move_of(action).is_unseen:
        raise RuleBroken(
            _(
                "A move that nobody else learns of needs a limit for each player alone. An admin must declare it again."
            ),
            rule=SiteRule.GAMESTATE,
        )
    lately = counting.filter(at__gte=at - looks_back(frequency)).values_list("by", "at", "action__name")
    next_time = again(frequency, [Taken(*one) for one in lately], by=by.pk, at=at)
    if next_time.because is not None:
        who = None if next_time.because.by == by.pk else str(Player.objects.get(pk=next_time.because.by))
        when = whole_minute(next_time.at) if next_time.at is not None else None
        raise RuleBroken(refusal(action.name, who, next_time), rule=frequency.rule, when=when)
    return Taking.objects.create(action=action, by=by, at=at, comment=comment.strip(), update=update)


@transaction.atomic
def take_back(
    *, leave: LeaveGiver, taking: Taking, by: Player, at: datetime, as_admin: bool = True
) -> Taking:
    """Undo an action that was recorded by mistake.

    Who took it may, or an admin (which is logged), where `by` may act `as_admin`.

    Raises RuleBroken for anybody else and for a taking with an update that changed something (undoing that withdraws
    it), Stale when it is withdrawn already.
    """
    lock_game()
    leave.check(Act.RECORD, by=by, at=at)
    by.refresh_from_db()
    taking = Taking.objects.select_related("action", "by", "update").get(pk=taking.pk)
    check_may_withdraw(by, taking, as_admin=as_admin)
    if taking.withdrawn_at is not None:
        raise Stale(_("This has already been withdrawn."))
    made = taking.update
    is_kept = made is not None and made.kept and not made.witnesses.filter(player=by).exists()
    if made is not None and (is_kept or made.entries.exists()):
        raise RuleBroken(
            _("This is part of an update. Undo the update, and this no longer counts."), status=409
        )
    taking.withdrawn_at = at
    taking.save(update_fields=["withdrawn_at"])
    if taking.update is not None:
        Sealing.objects.filter(settled_by=taking.update).update(settled_by=None)
    if taking.by_id != by.pk:
        sentence = StoredMessage(
            gettext_noop("withdrew {name}’s use of {action}"), name=taking.by, action=taking.action
        )
        log_act(by=by, at=at, act="withdraw", sentence=sentence, link=page_of_actions())
    return taking
