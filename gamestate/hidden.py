"""Who sees the values of hidden variables: the emperor, whoever the emperor shows them to, and where the definition
says so the player whose value it is. Everybody else reads that there is such a variable, and no value of it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from gamestate.models import Entry, Showing
from gamestate.values.state import Variable, of_player
from players.models import Dynasty, Player, Reign


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

    def sees(self, variable: Variable, holder: str) -> bool:
        """Whether they see the value of a variable that is tracked now. This is a `gamestate.values.planning.Sight`."""
        audience = variable.definition.audience
        if audience == "all" or self.is_emperor or self.is_record:
            return True
        if audience == "holder" and self.key is not None and holder == of_player(self.key):
            return True
        return variable.id.isdecimal() and int(variable.id) in self.shown


NOBODY = Viewer()
RECORD = Viewer(is_record=True)


def viewer_of(player: Player | None, *, at: datetime) -> Viewer:
    """What `player` may see at `at` (UTC). Three queries; none for somebody without an account."""
    if player is None or not player.is_authenticated:
        return NOBODY
    reigns = list(Reign.objects.filter(player=player, since__lte=at))
    reigned: set[int] = set()
    if reigns:
        for dynasty in Dynasty.objects.filter(started_at__lte=at):
            end = dynasty.ended_at if dynasty.ended_at is not None and dynasty.ended_at <= at else None
            if any(_covers_end(reign, dynasty.started_at, end) for reign in reigns):
                reigned.add(dynasty.pk)
    shown = Showing.objects.filter(Q(until__isnull=True) | Q(until__gt=at), to=player, since__lte=at)
    first = Reign.objects.at(at).first() if reigns else None
    return Viewer(
        key=player.pk,
        is_emperor=first is not None and first.player_id == player.pk,
        reigned=frozenset(reigned),
        shown=frozenset(shown.values_list("variable_id", flat=True)),
    )


def _covers_end(reign: Reign, start: datetime, end: datetime | None) -> bool:
    """Whether somebody reigned when a dynasty ended; or, while it goes on, reigns still."""
    if end is None:
        return reign.until is None
    return reign.since < end and (reign.until is None or reign.until >= end) and (reign.until or end) > start


def visible(entries: QuerySet[Entry], viewer: Viewer) -> QuerySet[Entry]:
    """Those of the entries whose values the viewer may see."""
    if viewer.is_record:
        return entries
    allowed = Q(hidden=False) | Q(variable_id__in=viewer.shown) | Q(variable__dynasty_id__in=viewer.reigned)
    if viewer.is_emperor:
        allowed |= Q(variable__retired_at__isnull=True)
    if viewer.key is not None:
        allowed |= Q(player_id=viewer.key, variable__definition__audience="holder")
    return entries.filter(allowed)
