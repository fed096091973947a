"""What waits for the emperor, and for who helps them: orders to carry out, what happens by itself once it is answered,
and what the rules expect, by when.

How much it is stands in the menu of these few alone, and is kept: of orders it knows who sent them and when, and never
what they say.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from gamestate.hidden import kept_eyes
from gamestate.models import Occurrence, Sealing, Secret
from gamestate.private.opening import opened
from gamestate.queries.by_itself import to_answer
from gamestate.queries.now import tracked_now
from gamestate.queries.sealing import calls
from gamestate.queries.secrets import public_secrets
from gamestate.values.definitions import OF_THE_EMPEROR
from gamestate.values.state import Variable
from players.models import LIVELY, Dynasty, Helper, MentoringRequest, Order, Player, Topic, Turn
from players.present import KeptRows, Present
from players.queries.helpers import named
from players.queries.mentors import open_requests

MOST_CALLS = 10


@dataclass(frozen=True, slots=True)
class AtThrone:
    """What waits for the emperor as of `at` (UTC), the same whoever asks: orders that stand and are not carried out,
    the oldest first; the last turn, if there was one; who asks for a mentor; and what fell due by itself and asks
    something, the oldest first."""

    at: datetime
    orders: tuple[Order, ...]
    turn: Turn | None
    mentees: tuple[MentoringRequest, ...]
    asking: tuple[Occurrence, ...] = ()

    @property
    def is_turn_due(self) -> bool:
        """Whether the turn is to be closed: its orders were due."""
        turn = self.turn
        return (
            turn is not None and turn.closed_at is None and turn.due_at is not None and turn.due_at <= self.at
        )

    @property
    def waiting(self) -> int:
        """How much waits for the emperor now."""
        return len(self.orders) + len(self.mentees) + len(self.asking) + self.is_turn_due

    def orders_for(self, helper: Helper) -> tuple[Order, ...]:
        """Those that somebody who helps may see: what others have sent since they do."""
        return tuple(
            one for one in self.orders if one.at >= helper.since and one.player_id != helper.player_id
        )


@dataclass(frozen=True, slots=True)
class ThroneRows:
    """What the throne is made of: orders that stand, the last turn, who asks for a mentor, and who was named as a
    helper."""

    orders: list[Order]
    turns: list[Turn]
    mentees: list[MentoringRequest]
    helpers: list[Helper]


def at_throne(present: Present, *, is_asking: bool) -> AtThrone:
    """What waits for the emperor; `is_asking`: something that fell due by itself waits, too. One query; none where the
    readers of the present have asked it already."""
    (rows,) = present.kept_rows(THRONE)

    def make() -> AtThrone:
        turn = rows.turns[0] if rows.turns else None
        if turn is not None and turn.due_at is not None and turn.due_at > present.at:
            present.end(turn.due_at)
        return AtThrone(present.at, tuple(rows.orders), turn, tuple(rows.mentees))

    throne = present.kept("votables.at throne", make, without=LIVELY)
    return replace(throne, asking=tuple(present.kept_rows(ASKING)[0])) if is_asking else throne


def _present_dynasty() -> Subquery:
    return Subquery(Dynasty.objects.newest_first().values("pk")[:1])


def _orders() -> QuerySet[Order]:
    """The orders of this dynasty that stand, and are not marked as carried out, without what they say."""
    later = Order.objects.filter(turn=OuterRef("turn"), player=OuterRef("player"), pk__gt=OuterRef("pk"))
    waiting = Order.objects.filter(
        ~Exists(later), turn__dynasty=_present_dynasty(), carried_out_at__isnull=True
    )
    return waiting.select_related("player", "turn").defer("text", "html").order_by("turn__number", "at", "pk")


def _turns() -> QuerySet[Turn]:
    return Turn.objects.filter(dynasty=_present_dynasty()).order_by("-number")[:1]


def _seekers() -> QuerySet[MentoringRequest]:
    return open_requests().filter(kind=MentoringRequest.Kind.MENTOR)


THRONE = KeptRows(
    "votables.throne",
    lambda: [_orders(), _turns(), _seekers(), named()],
    ThroneRows,
    LIVELY | {Topic.TIME},
)
ASKING = KeptRows("votables.asking", lambda: [to_answer()], list, {Topic.POSTS, Topic.TIME})
"""What happens by itself and asks something: kept apart, since it changes with the values."""


@dataclass(frozen=True, slots=True)
class HiddenShown:
    """A hidden variable as the emperor reads of it: for whom it is, and to whom it is shown besides."""

    variable: Variable
    shown_to: tuple[Player, ...]

    @property
    def is_own(self) -> bool:
        """Whether the player who has a value sees it, too."""
        return self.variable.definition.audience == "holder"


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the emperor keeps: calls for sealed orders with since when each is open (None: sealed), secrets for the
    game, and what is hidden."""

    calls: tuple[tuple[Sealing, datetime | None], ...]
    secrets: tuple[Secret, ...]
    hidden: tuple[HiddenShown, ...]


def kept_by(emperor: Player, at: datetime) -> tuple[QuerySet[Sealing], QuerySet[Secret]]:
    """What `keeping` is told at `at` (UTC), to be asked with others."""
    called = calls(at).filter(dynasty=_present_dynasty(), called_off_at__isnull=True)[:MOST_CALLS]
    return called, public_secrets().filter(player=emperor, for_game=True, dynasty=_present_dynasty())


def keeping(called: Iterable[Sealing], secrets: Iterable[Secret], present: Present) -> Keeping:
    """What the emperor keeps now, for them alone, of what `kept_by` found. One query, besides those of the tracker."""
    at = present.at
    state = tracked_now(present).state
    (eyes,) = present.kept_rows(kept_eyes(present))
    hidden = state.hidden(state.variables.values())
    in_hand: dict[int, list[int]] = {}
    begun = max((each.started_at for each in eyes.throne.begun(at)), default=at)
    for showing in eyes.showings:
        if showing.until is None and showing.since >= begun:
            in_hand.setdefault(showing.variable_id, []).append(showing.to_id)
    people = {one.pk: one for one in Player.objects.filter(pk__in=set(chain.from_iterable(in_hand.values())))}
    return Keeping(
        calls=tuple((call, opened(call, at)) for call in called),
        secrets=tuple(one for one in secrets if one.revealed < one.number),
        hidden=tuple(
            HiddenShown(each, tuple(people[key] for key in in_hand.get(int(each.id), ()) if key in people))
            for each in hidden
            if each.definition.audience in ("all", *OF_THE_EMPEROR)
        ),
    )


def words_of(orders: Iterable[Order]) -> dict[int, str]:
    """The safe HTML of orders, by their keys: for whoever may read them. One query, or none."""
    keys = [one.pk for one in orders]
    return dict(Order.objects.filter(pk__in=keys).values_list("pk", "html")) if keys else {}


def order_to_carry_out(pk: int) -> Order | None:
    """An order of the present dynasty. One query."""
    of_now = Order.objects.filter(turn__dynasty=_present_dynasty())
    return of_now.select_related("player", "turn").filter(pk=pk).first()
