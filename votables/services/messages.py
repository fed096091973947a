"""Private messages and orders under the law in force.

Where the special case No Collaboration is active, players do not talk about the game in private. The site reads
nobody's mail, so it reminds whoever writes and asks them to confirm. Orders wait while no dynastic actions may be
taken, and in an interregnum for the next dynasty: its emperor is none of those to whom the last one's orders were sent.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_variables

from blognomic.web.errors import NeedsConfirmation, RuleBroken
from players.models import Mentorship, Message, Order, Player, Thread, Turn
from players.notices.telling import notify_message
from players.services import messages, orders
from ruleset.queries import LawInForce, law_at
from votables.judge.mantle import INTERREGNUM
from votables.judge.roster import while_standing
from votables.judge.verdict import Leave
from votables.queries.judge_facts import Docket, docket
from votables.queries.mantles import are_allies
from votables.rendering import render_prose

from .post_text import written_down

NO_COLLABORATION, DYNASTIC_DISTANCE, ALLIANCES = "No Collaboration", "Dynastic Distance", "Alliances"
REMINDER = gettext_noop(
    "Players may not talk in private about the play of the dynasty, nor about votable matters that touch the dynastic"
    " rules or the gamestate, while this special case is active."
)
TO_CONFIRM = gettext_noop("Confirm that this message is about something else.")
BETWEEN_MENTOR_AND_MENTEE = gettext_noop(
    "A mentor and their mentee may talk, but should leave particular plans out of it."
)
BETWEEN_ALLIES = gettext_noop("Players who name each other in their Alliances may talk.")


def is_active(in_force: LawInForce, case: str) -> bool:
    """Whether the law in force has the special case and it is active."""
    known = in_force.law.special_cases.get(case)
    return known is not None and in_force.special_cases.get(case, known.default)


@dataclass(frozen=True, slots=True)
class Restraint:
    """What somebody who writes in private is reminded of, and the rule that says so."""

    sentence: str
    rule: str = NO_COLLABORATION


def restraint_at(at: datetime) -> Restraint | None:
    """What whoever writes a private message at `at` is reminded of, or None while players may talk. One query."""
    in_force = law_at(at)
    if in_force is None or not is_active(in_force, NO_COLLABORATION):
        return None
    allied = [BETWEEN_ALLIES] if is_active(in_force, ALLIANCES) else []
    return Restraint(" ".join(map(_, [REMINDER, BETWEEN_MENTOR_AND_MENTEE, *allied])))


def must_confirm(parties: Collection[Player], at: datetime) -> bool:
    """Whether a message between these people must be confirmed: while No Collaboration is active, but not between a
    mentor and their mentee alone, nor, with Alliances active, between players who all name each other in theirs, nor,
    with Dynastic Distance active, between one player and the emperor."""
    in_force = law_at(at)
    if in_force is None or not is_active(in_force, NO_COLLABORATION):
        return False
    keys = {one.pk for one in parties}
    if is_active(in_force, DYNASTIC_DISTANCE):
        emperor = messages.emperor_at(at)
        keys -= {emperor.pk} if emperor else set()
    if len(keys) < 2:
        return False
    if is_active(in_force, ALLIANCES) and are_allies(keys, at):
        return False
    held = Mentorship.objects.filter(Q(ended_at=None), mentor__in=keys, mentee__in=keys)
    return not (len(keys) == len(parties) == 2 and held.exists())


def _check_confirmed(parties: Collection[Player], at: datetime, confirmed: bool) -> None:
    if not confirmed and must_confirm(parties, at):
        raise NeedsConfirmation(f"{_(REMINDER)} {_(TO_CONFIRM)}", rule=NO_COLLABORATION)


def _renderer(at: datetime) -> Callable[[str, str], str]:
    return lambda text, prefix: written_down(lambda: render_prose(text, prefix=prefix, at=at))


@transaction.atomic
@sensitive_variables("subject", "text")
def send(
    *,
    by: Player,
    at: datetime,
    to: Sequence[Player],
    to_emperor: bool,
    subject: str,
    text: str,
    confirmed: bool = False,
) -> Thread:
    """Begin a conversation; see `players.services.messages.send`.

    Raises NeedsConfirmation where the special case asks.
    """
    emperor = messages.emperor_at(at) if to_emperor else None
    _check_confirmed({by, *to, *filter(None, [emperor])}, at, confirmed)
    told = {"to": to, "to_emperor": to_emperor, "subject": subject, "text": text}
    thread = messages.send(by=by, at=at, render=_renderer(at), **told)
    _notify(thread, thread.messages.latest("pk"))
    return thread


@transaction.atomic
@sensitive_variables("text")
def reply(*, thread: Thread, by: Player, at: datetime, text: str, confirmed: bool = False) -> Message:
    """Answer in a conversation; see `players.services.messages.reply`. Raises NeedsConfirmation where the case asks."""
    parties = Player.objects.filter(mail__thread=thread)
    if by in parties:
        _check_confirmed(parties, at, confirmed)
    message = messages.reply(thread=thread, by=by, at=at, text=text, render=_renderer(at))
    _notify(thread, message)
    return message


def _notify(thread: Thread, message: Message) -> None:
    parties = Player.objects.filter(mail__thread=thread)
    notify_message(parties, by=message.author, at=message.at, thread=thread, message=message.pk)


# -- orders


def leave_for_orders(held: Docket) -> Leave:
    """Whether orders may be sent and dealt with at the docket's instant. They have their force from the dynasty's rules
    alone, so they are dynastic actions, and wait while none may be taken."""
    leave = while_standing(law=held.law, standstill=held.verdict.standstill, act="dynastic", at=held.at)
    if INTERREGNUM in held.verdict.standstill:
        reason = _("The dynasty is over. Orders are sent again when the next one has begun.")
        return replace(leave, reason=reason, when=None)
    return leave


def _refuse_while_standing(at: datetime) -> None:
    leave = leave_for_orders(docket(at))
    if not leave.allowed:
        raise RuleBroken(leave.reason, rule=leave.rule, when=leave.when, status=409)


@transaction.atomic
@sensitive_variables("text")
def send_order(*, by: Player, at: datetime, text: str, seen: int) -> Order:
    """Send the emperor an order for the open turn; see `players.services.orders.send_order`."""
    _refuse_while_standing(at)
    return orders.send_order(by=by, at=at, text=text, seen=seen, render=_renderer(at))


@transaction.atomic
def mark_order(*, order: int, by: Player, at: datetime, carried_out: bool) -> Order:
    """As emperor, mark an order as carried out, or not; see `players.services.orders.mark`."""
    _refuse_while_standing(at)
    return orders.mark(order=order, by=by, at=at, carried_out=carried_out)


@transaction.atomic
def close_turn(*, by: Player, at: datetime, seen: int, due_at: datetime | None = None) -> Turn:
    """As emperor, close the open turn and begin the next; see `players.services.orders.close_turn`."""
    _refuse_while_standing(at)
    return orders.close_turn(by=by, at=at, seen=seen, due_at=due_at)


@transaction.atomic
def set_due(*, by: Player, at: datetime, seen: int, due_at: datetime | None) -> Turn:
    """As emperor, say until when orders are due; see `players.services.orders.set_due`."""
    _refuse_while_standing(at)
    return orders.set_due(by=by, at=at, seen=seen, due_at=due_at)
