"""What is read of sealed orders. What is sealed leaves this module for its author alone; and where a call hides who has
handed in, so does that they have."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Annotated, Final

from django.db.models import Case, Count, Q, QuerySet, Subquery, When
from django.utils.translation import gettext as _

from gamestate.models import SealedOrder, Sealing
from gamestate.moves.answering import QuestionShown, question_shown, told
from gamestate.moves.calling import FittedAnswer, facts_of_call, fitted, from_stored, question_of
from gamestate.moves.move import MoveQuestion
from gamestate.private.hashing import hashed_text
from gamestate.private.opening import is_sealed, opened, waiting_for
from gamestate.queries.now import tracked_now
from gamestate.queries.snapshot import law_newest, state_at
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from gamestate.values.facts import StateFacts
from gamestate.values.keeping import witnesses
from gamestate.values.state import GAME, OpenedCall, OpenedOrder, State, of_player
from players.models import Dynasty, Player
from players.present import Present
from ruleset.queries import LawInForce

AN_INSTANT: Final = timedelta(microseconds=1)
"""The shortest time that is kept: what a call's orders come to is not changed by what settles them as they open."""


@dataclass(frozen=True, slots=True)
class OrderShown:
    """An order. What it says is sealed until it is opened, but to its author.

    `text`, `salt` and `hashed` are None for a viewer to whom it is sealed.
    """

    at: datetime
    hash: str
    counts: Annotated[bool, "Whether it counts: it is the player's last."]
    text: str | None = None
    salt: str | None = None
    hashed: str | None = None


@dataclass(slots=True)
class AwaitedPlayer:
    """Whose order is asked for."""

    player: Player
    orders: Annotated[list[OrderShown], "Their orders, the newest first."] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """What counts of a player's order, once all are opened."""

    player: Player
    answer: Annotated[str, "What counts; empty where nothing does."]
    is_cut: Annotated[bool, "Whether it was cut to what fitted when the orders were opened."]
    why: Annotated[str, "Why it does not count."]


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call for orders as one viewer sees it at an instant.

    `opened`: since when it is open; `waiting`: whose orders are still to come; `silent`: who else handed in none;
    `own`: the viewer's seat if an order of theirs is asked for; `answers`: once it is open, and if it asks for more
    than words, what counts of each order. `hides_who`: nobody may know by now who has handed in, and only the viewer's
    own orders are here.
    """

    sealing: Sealing
    opened: datetime | None
    is_sealed: bool
    seats: list[AwaitedPlayer]
    waiting: list[Player]
    silent: list[Player]
    own: AwaitedPlayer | None
    answers: list[AnswerShown]
    hides_who: bool = False


def calls(at: datetime) -> QuerySet[Sealing]:
    """All calls for orders, newest first, with `number`: how many players have handed in; None where nobody may know at
    `at` (UTC). It reads no order."""
    may_be_known = Q(hides_who=False) | Q(called_off_at__isnull=True, opens_at__lte=at)
    handed_in = Count("orders__player", distinct=True)
    return (
        Sealing.objects.select_related("by")
        .annotate(number=Case(When(may_be_known, then=handed_in), default=None))
        .order_by("-made_at", "-pk")
    )


def last_order(sealing: Sealing, player: Player) -> SealedOrder | None:
    """What somebody handed in last. One query."""
    return sealing.orders.filter(player=player).order_by("-at", "-pk").first()


def call_for(sealing: Sealing, viewer: Player | None, *, at: datetime) -> CallShown:
    """A call for orders with everybody's, as `viewer` sees them at `at` (UTC). Two queries; and once it is open, where
    it asks for more than words, those for how things stood then."""
    since = opened(sealing, at)
    hides_who = sealing.hides_who and since is None
    players = Player.objects.in_bulk(sealing.awaited)
    seats = {key: AwaitedPlayer(players[key]) for key in sealing.awaited if key in players}
    then = _as_it_stood(since)
    reads = authors_read_by(sealing, viewer.pk if viewer is not None else None, then)
    for order in sealing.orders.order_by("-at", "-pk"):
        is_own = viewer is not None and viewer.pk == order.player_id
        if hides_who and not is_own:
            continue
        seat = seats[order.player_id]
        shown = is_own or (since is not None and order.player_id in reads)
        seat.orders.append(
            OrderShown(
                at=order.at,
                hash=order.hash,
                counts=not seat.orders,
                text=order.text if shown else None,
                salt=order.salt if shown else None,
                hashed=hashed_text(order.text, order.salt) if shown else None,
            )
        )
    is_call_sealed = is_sealed(sealing, at)
    handed_in = {key for key, seat in seats.items() if seat.orders}
    playing = {key for key, player in players.items() if player.is_playing}
    waits_for = sealing.waits_for if is_call_sealed and not hides_who else []
    waiting = waiting_for([key for key in waits_for if key in seats], handed_in=handed_in, playing=playing)
    silent = [players[key] for key in seats if key not in handed_in and key not in waiting]
    return CallShown(
        sealing=sealing,
        opened=since,
        is_sealed=is_call_sealed,
        seats=list(seats.values()),
        waiting=[players[key] for key in waiting],
        silent=[] if hides_who else silent,
        own=seats.get(viewer.pk) if viewer is not None else None,
        answers=_answers(sealing, then, players, reads) if then is not None else [],
        hides_who=hides_who,
    )


def _as_it_stood(since: datetime | None) -> Callable[[], State] | None:
    """How things stood when the orders were opened, before whatever else happened at that instant, read when that is
    first asked for; None where they are not opened."""
    return None if since is None else cache(lambda: state_at(since - AN_INSTANT))


def authors_read_by(sealing: Sealing, viewer: int | None, then: Callable[[], State] | None) -> frozenset[int]:
    """Whose orders a viewer (a player's key, None without an account) may read: their own, and once they are opened
    those that the call lets them read, as things stood `then` (None: they are not). No query where everybody reads all,
    else those for how things stood."""
    own = frozenset({viewer} if viewer is not None else ())
    if then is None or (sealing.seen_when and viewer is None):
        return own
    if not sealing.seen_when:
        return frozenset(sealing.awaited)
    state, formula = then(), parse(sealing.seen_when)
    return own | {each for each in sealing.awaited if viewer in witnesses(state, formula, of_player(each))}


def facts_for(
    state: State, player: int, question: MoveQuestion, in_force: LawInForce | None = None
) -> StateFacts:
    """What the bounds and choices of a call look at for one of its players. Raises ValueRefused before a game is
    founded."""
    in_force = in_force or law_newest()
    if in_force is None:
        raise ValueRefused(_("No game has been founded on this site yet."))
    formulas = [each for each in (question.among, question.least, question.most) if each is not None]
    names = {name for formula in formulas for name in formula.names}
    looked_at = [each.id for each in state.variables.values() if each.key in names]
    state.expect(variables=looked_at, holders=[of_player(player), GAME])
    return facts_of_call(state, player, in_force.law.tracker)


def question_for(
    sealing: Sealing, player: Player, *, present: Present | None
) -> tuple[QuestionShown | None, str]:
    """What a call asks of a player, with what they may answer now: None where it asks for words. And why that cannot be
    told, or ""."""
    try:
        question = question_of(sealing.asks, sealing.choices)
        if question is None:
            return None, ""
        return question_shown(question, facts_for(tracked_now(present).state, player.pk, question)), ""
    except ValueRefused as refused:
        return None, refused.sentence


# -- what counts of orders that are open


@dataclass(frozen=True, slots=True)
class _CountedOrder:
    """A player's last order, with what counts of it."""

    order: int
    player: int
    fitted: FittedAnswer
    facts: StateFacts | None


def _counted(sealing: Sealing, then: Callable[[], State]) -> list[_CountedOrder]:
    """The last orders of all who handed in, in the order in which they came in, with what counted of each when they
    were opened, as things stood `then`. One query, and where the call asks for
    more than words, those for how things stood then."""
    last = {order.player_id: order for order in sealing.orders.order_by("at", "pk")}
    orders = sorted(last.values(), key=lambda each: (each.at, each.pk))
    try:
        question = question_of(sealing.asks, sealing.choices)
    except ValueRefused as refused:  # as a file had it
        return [
            _CountedOrder(each.pk, each.player_id, FittedAnswer(None, why=refused.sentence), None)
            for each in orders
        ]
    if question is None:
        return [_CountedOrder(each.pk, each.player_id, FittedAnswer(each.text), None) for each in orders]
    state, in_force, counted = then(), law_newest(), []
    for each in orders:
        # What had choices before there were kinds of answers has words alone.
        answer = from_stored(each.answer) if each.answer is not None else each.text
        facts = facts_for(state, each.player_id, question, in_force)
        if each.player_id in state.people:
            fit = fitted(question, answer, facts)
        else:
            fit = FittedAnswer(None, why=_("Its author had left."))
        counted.append(_CountedOrder(each.pk, each.player_id, fit, facts))
    return counted


def _answers(
    sealing: Sealing, then: Callable[[], State], players: Mapping[int, Player], reads: Collection[int]
) -> list[AnswerShown]:
    """What counts of each order of a call that asks for more than words, as far as the viewer `reads` its author's."""
    return [
        AnswerShown(
            players[each.player],
            told(each.fitted.answer, each.facts) if each.fitted.counts else "",
            each.fitted.is_cut,
            each.fitted.why,
        )
        for each in (_counted(sealing, then) if sealing.asks or sealing.choices else ())
        if each.facts is not None and each.player in players and each.player in reads
    ]


def with_calls(
    state: State, names: Collection[str], *, at: datetime, looked_at: bool, by_itself: bool = False
) -> State:
    """The state with the calls of these names that are open at `at` (UTC) and wait for a move to settle them: of each
    name the oldest of the dynasty. Calls whose orders not everybody reads are only for what happens `by_itself`.
    `looked_at`: with what counts of their orders. One query, or none without names; and
    for each that is looked at, those for its orders and how things stood when they were opened."""
    if not names:
        return state
    dynasty = Dynasty.objects.up_to(at).values("pk")[:1]
    waiting = Sealing.objects.filter(Q(dynasty__isnull=True) | Q(dynasty=Subquery(dynasty)), key__in=names)
    waiting = waiting.filter(settled_by__isnull=True).order_by("-made_at", "-pk")
    if not by_itself:  # what a player does could be tried, and would tell
        waiting = waiting.filter(seen_when="")
    oldest = {call.key: (call, since) for call in waiting if (since := opened(call, at)) is not None}
    calls = {
        key: OpenedCall(call.pk, _opened_orders(call, since) if looked_at else None)
        for key, (call, since) in oldest.items()
    }
    return replace(state, calls=calls)


def _opened_orders(sealing: Sealing, since: datetime) -> tuple[OpenedOrder, ...]:
    return tuple(
        OpenedOrder(each.order, each.player, each.fitted.answer)
        for each in _counted(sealing, lambda: state_at(since - AN_INSTANT))
        if each.fitted.counts
    )
