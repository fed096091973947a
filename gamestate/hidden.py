"""Who sees the values of hidden variables: the emperor, whoever the emperor shows them to, and where the definition
says so the player whose value it is. Everybody else reads that there is such a variable, and no value of it."""

from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db.models import Q, QuerySet

from gamestate.models import PUBLIC, Entry, Showing
from gamestate.models import Variable as VariableRow
from gamestate.values.definitions import Audience
from gamestate.values.state import Variable, of_player
from players.models import Dynasty, Player, Reign
from players.present import Present


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: None for a reader without an account. `is_emperor`: of the present dynasty; `reigned` are
    the dynasties that they were the last emperor of, the present one too; `shown` the variables shown to them.
    `is_record`: the record itself, which acts on everything and shows it to nobody."""

    key: int | None = None
    is_emperor: bool = False
    reigned: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()
    is_record: bool = False

    def sees(self, variable: Variable, holder: str, audience: Audience) -> bool:
        """Whether they see a value, which is for this audience, of a variable that is tracked now. This is a
        `gamestate.values.plans.Sight`."""
        if audience == "all" or self.is_emperor or self.is_record:
            return True
        if audience == "holder" and self.key is not None and holder == of_player(self.key):
            return True
        return variable.id.isdecimal() and int(variable.id) in self.shown


NOBODY = Viewer()
RECORD = Viewer(is_record=True)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who may see what is hidden: all reigns and dynasties, and what is shown to somebody at present."""

    reigns: tuple[Reign, ...]
    dynasties: tuple[Dynasty, ...]
    showings: tuple[Showing, ...]

    def reigning(self, at: datetime) -> int | None:
        """The key of who was emperor at `at` (UTC): where two reigns overlap, the first recorded holds."""
        return next((each.player_id for each in self.reigns if _covers(each, at)), None)


def eyes(at: datetime) -> Eyes:
    """The same as of `at` (UTC), for whoever looks. Three queries."""
    shown = Showing.objects.filter(Q(until__isnull=True) | Q(until__gt=at))
    return Eyes(tuple(Reign.objects.order_by("pk")), tuple(Dynasty.objects.all()), tuple(shown))


def viewer_of(player: Player | None, *, at: datetime, present: Present | None = None) -> Viewer:
    """What `player` may see at `at` (UTC). Three queries; none for somebody without an account, nor where the readers
    of the `present` have asked them already."""
    if player is None or not player.is_authenticated:
        return NOBODY
    if present is None:
        return _viewer(player, eyes(at), at)
    known = present.kept("gamestate.eyes", lambda: _eyes_of(present))
    return present.few("gamestate.viewers", player.pk, lambda: _viewer(player, known, present.at), most=200)


def _eyes_of(present: Present) -> Eyes:
    """The eyes of all who look at the present, which ends when one of their spells begins or ends."""
    known = eyes(present.at)
    for spell in chain(known.reigns, known.showings):
        for instant in (spell.since, spell.until):
            if instant is not None and instant > present.at:
                present.end(instant)
    return known


def _viewer(player: Player, known: Eyes, at: datetime) -> Viewer:
    reigns = [each for each in known.reigns if each.player_id == player.pk and each.since <= at]
    reigned: set[int] = set()
    for dynasty in known.dynasties:
        if reigns and dynasty.started_at <= at:
            end = dynasty.ended_at if dynasty.ended_at is not None and dynasty.ended_at <= at else None
            if any(_covers_end(reign, dynasty.started_at, end) for reign in reigns):
                reigned.add(dynasty.pk)
    return Viewer(
        key=player.pk,
        is_emperor=known.reigning(at) == player.pk,
        reigned=frozenset(reigned),
        shown=frozenset(
            each.variable_id for each in known.showings if each.to_id == player.pk and _covers(each, at)
        ),
    )


def _covers(spell: Reign | Showing, at: datetime) -> bool:
    return spell.since <= at and (spell.until is None or spell.until > at)


def _covers_end(reign: Reign, start: datetime, end: datetime | None) -> bool:
    """Whether somebody reigned when a dynasty ended; or, while it goes on, reigns still."""
    if end is None:
        return reign.until is None
    return reign.since < end and (reign.until is None or reign.until >= end) and (reign.until or end) > start


def visible(entries: QuerySet[Entry], viewer: Viewer) -> QuerySet[Entry]:
    """Those of the entries whose values the viewer may see."""
    return entries if viewer.is_record else entries.filter(sight(viewer))


def sight(viewer: Viewer) -> Q:
    """Whether the viewer may see the value of an entry, as a condition of a query of entries."""
    if viewer.is_record:
        return Q(pk__isnull=False)
    variables = Q(pk__in=viewer.shown) | Q(dynasty_id__in=viewer.reigned)
    if viewer.is_emperor:
        variables |= Q(retired_at__isnull=True)
    allowed = Q(**PUBLIC) | Q(variable__in=VariableRow.objects.filter(variables))
    if viewer.key is not None:
        allowed |= Q(player_id=viewer.key) & ~Q(audience="emperor") & ~Q(audience_before="emperor")
    return allowed
