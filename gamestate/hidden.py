"""Who sees hidden values: the emperor, whoever the emperor shows them to, and where the definition says so the player
whose value it is, and who meets a formula. Everybody else reads that there is such a variable, and no value of it.

What is hidden belongs to its dynasty. Who wins it sees nothing of it, and who was its emperor, or was for a part of it,
sees on what was of that time (`players/queries/reigns.py`). With the Ascension Address the new emperor begins with what
is tracked on. Of an act that not everybody sees, its witnesses see what came of it, for which it was worked out once,
as it began (`gamestate.values.keeping.witnesses`). And to whom a variable was shown when it ended sees on what it was
in it, and nothing of what it is in the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain
from typing import Any

from django.db.models import Q, QuerySet

from blognomic.database.together import WrittenQuery, together, written
from gamestate.models import PUBLIC, Entry, Showing, Update, Witness
from gamestate.values.definitions import OF_THE_EMPEROR, OF_THE_HOLDER, Audience
from gamestate.values.keeping import shows
from gamestate.values.plans import Sight
from gamestate.values.state import State, Variable, of_player
from players.models import LIVELY, Player
from players.present import KeptRows, Present
from players.queries.reigns import (
    Span,
    SpanOfDynasty,
    Throne,
    covers,
    end_with,
    lasted,
    of_throne,
    of_time,
    throne_of,
)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: None for a reader without an account. `is_emperor`: they keep what is hidden in the present
    dynasty, also when somebody has won it by now; `spans` are the times of which they keep that, those of dynasties
    that are over too; `shown` the variables that are shown to them, and `shown_in` of which time which variables are or
    were. `is_record`: the record itself, which acts on everything and shows it to nobody."""

    key: int | None = None
    is_emperor: bool = False
    spans: tuple[Span, ...] = ()
    shown: frozenset[int] = frozenset()
    shown_in: tuple[tuple[Span, frozenset[int]], ...] = ()
    is_record: bool = False

    def sees(self, variable: Variable, holder: str, audience: Audience) -> bool:
        """Whether they see a value, which is for this audience, of a variable that is tracked now. This is a
        `gamestate.values.plans.Sight`."""
        if audience == "all" or self.is_record or (self.is_emperor and audience in OF_THE_EMPEROR):
            return True
        if audience in OF_THE_HOLDER and self.key is not None and holder == of_player(self.key):
            return True
        return audience in OF_THE_EMPEROR and variable.id.isdecimal() and int(variable.id) in self.shown

    def kept(self, variable: int, at: datetime) -> bool:
        """Whether they keep what was hidden of the variable with that key at `at` (UTC)."""
        shown = (span for span, keys in self.shown_in if variable in keys)
        return any(since <= at and (until is None or at < until) for since, until in (*self.spans, *shown))


def sight_now(viewer: Viewer, state: State) -> Sight:
    """What a viewer sees of the state as it stands: as `Viewer.sees`, and what a formula lets them see besides."""
    if not state.is_shown_by_formula():
        return viewer.sees

    def sees(variable: Variable, holder: str, audience: Audience) -> bool:
        return viewer.sees(variable, holder, audience) or shows(state, variable, holder, viewer.key)

    return sees


NOBODY = Viewer()
RECORD = Viewer(is_record=True)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who may see what is hidden: all reigns and dynasties, and what has been shown to somebody."""

    throne: Throne
    showings: tuple[Showing, ...]

    def shown_to(self, player: int, dynasty: SpanOfDynasty, at: datetime) -> frozenset[int]:
        """The keys of the variables that were shown to a player when the dynasty ended, or are shown in it at `at`
        (UTC): a showing is of the dynasty in which it began."""
        is_over = dynasty.ended_at is not None and dynasty.ended_at <= at
        return frozenset(
            each.variable_id
            for each in self.showings
            if each.to_id == player
            and dynasty.started_at <= each.since
            and (lasted(each, dynasty.ended_at) if is_over and dynasty.ended_at else covers(each, at))
        )


def eyes() -> Eyes:
    """The same for whoever looks. One query."""
    return _eyes(*together(*_of_eyes()))


@cache
def _of_eyes() -> list[WrittenQuery]:
    return [*map(written, [*of_throne(), Showing.objects.order_by("pk")])]


def _eyes(reigns: list[Any], dynasties: list[Any], showings: list[Showing]) -> Eyes:
    return Eyes(throne_of(reigns, dynasties), tuple(showings))


def kept_eyes(present: Present) -> KeptRows:
    """The eyes of all who look at the present, which ends when one of their spells begins or ends."""

    def tell(*rows: list[Any]) -> Eyes:
        known = _eyes(*rows)
        end_with(present, known.throne.reigns)
        end_with(present, known.showings)
        return known

    return KeptRows("gamestate.eyes", _of_eyes, tell, LIVELY)


def viewer_of(player: Player | None, *, at: datetime, present: Present | None = None) -> Viewer:
    """What `player` may see at `at` (UTC). One query; none for somebody without an account, nor where the readers
    of the `present` have asked them already."""
    if player is None or not player.is_authenticated:
        return NOBODY
    if present is None:
        return _viewer(player, eyes(), at)
    (known,) = present.kept_rows(kept_eyes(present))
    return present.few(
        "gamestate.viewers",
        player.pk,
        lambda: _viewer(player, known, present.at),
        most=200,
        without=LIVELY,
    )


def _viewer(player: Player, known: Eyes, at: datetime) -> Viewer:
    begun = known.throne.begun(at)
    shown = {each: keys for each in begun if (keys := known.shown_to(player.pk, each, at))}
    present = max(begun, key=lambda each: each.number, default=None)
    return Viewer(
        key=player.pk,
        is_emperor=present is not None and known.throne.keeper(present, at) == player.pk,
        spans=tuple(chain.from_iterable(known.throne.kept_by(player.pk, at).values())),
        shown=shown.get(present, frozenset()) if present else frozenset(),
        shown_in=tuple(((each.started_at, each.ended_at), keys) for each, keys in shown.items()),
    )


def visible(entries: QuerySet[Entry], viewer: Viewer) -> QuerySet[Entry]:
    """Those of the entries whose values the viewer may see."""
    return entries if viewer.is_record else entries.filter(sight(viewer))


def sight(viewer: Viewer) -> Q:
    """Whether the viewer may see the value of an entry, as a condition of a query of entries."""
    if viewer.is_record:
        return Q(pk__isnull=False)
    kept = of_time(viewer.spans)
    for span, keys in viewer.shown_in:
        kept |= Q(variable__in=keys) & of_time([span])
    allowed = kept & _both_in(OF_THE_EMPEROR)
    if viewer.key is not None:
        allowed |= Q(player_id=viewer.key) & _both_in(OF_THE_HOLDER)
    # What changes a public value is known to everybody, so that for most entries nothing more is asked.
    return Q(**PUBLIC) | allowed & ~Q(update__in=_acts_unknown_to(viewer))


def known_to(viewer: Viewer, updates: QuerySet[Update] | None = None) -> QuerySet[Update]:
    """The updates, or those of them, of which the viewer may know that they are there."""
    rows = Update.every.all() if updates is None else updates
    return rows if viewer.is_record else rows.exclude(pk__in=_acts_unknown_to(viewer))


def seen_results(viewer: Viewer, updates: Sequence[Update]) -> frozenset[int]:
    """The keys of those of the updates of which not everybody saw what came of them, and the viewer does: as things
    stood when each began, or since it was shown to all. One query, or none."""
    kept = [each.pk for each in updates if each.kept]
    opened = [each.pk for each in updates if each.result and not each.kept]
    if viewer.is_record or not kept or viewer.key is None:
        return frozenset(opened + kept if viewer.is_record else opened)
    seen = Witness.objects.filter(update__in=kept, player=viewer.key).values_list("update", flat=True)
    return frozenset((*opened, *seen))


def _acts_unknown_to(viewer: Viewer) -> QuerySet[Any]:
    unseen = Update.every.filter(kept=Update.Kept.ACT)
    if viewer.key is not None:
        unseen = unseen.exclude(pk__in=Witness.objects.filter(player=viewer.key).values("update"))
    return unseen.order_by().values("pk")


def _both_in(audiences: frozenset[Audience]) -> Q:
    """Whether both sides of an entry are for these audiences, or for everybody."""
    some = ["all", *sorted(audiences)]
    return Q(audience__in=some, audience_before__in=some)
