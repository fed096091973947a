"""Who sees hidden values: the emperor, whoever the emperor shows them to, and where the definition says so the player
whose value it is. Everybody else reads that there is such a variable, and no value of it.

What is hidden belongs to its dynasty. Who wins it sees nothing of it: in the interregnum nobody new does, and the
emperor who kept it sees it on, for good. With the Ascension Address the new emperor begins with what is tracked on.
Whoever was emperor for a part of it, and was followed by another, sees on what was of that time. And to whom a variable
was shown when it ended sees on what it was in it, and nothing of what it is in the next.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, pairwise

from django.db.models import Q, QuerySet

from gamestate.models import PUBLIC, Entry, Showing
from gamestate.values.definitions import Audience
from gamestate.values.state import Variable, of_player
from players.models import Dynasty, Player, Reign
from players.present import Present

Span = tuple[datetime, datetime | None]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks: None for a reader without an account. `is_emperor`: they keep what is hidden in the present
    dynasty, also when somebody has won it by now; `reigned` are the dynasties of which they keep that or a part of it,
    those that are over too, and `spans` of which time they do, from the first instant up to but not including the
    second; `shown` the variables that are shown to them, and `shown_in` of which time which variables are or were.
    `is_record`: the record itself, which acts on everything and shows it to nobody."""

    key: int | None = None
    is_emperor: bool = False
    reigned: frozenset[int] = frozenset()
    spans: tuple[Span, ...] = ()
    shown: frozenset[int] = frozenset()
    shown_in: tuple[tuple[Span, frozenset[int]], ...] = ()
    is_record: bool = False

    def sees(self, variable: Variable, holder: str, audience: Audience) -> bool:
        """Whether they see a value, which is for this audience, of a variable that is tracked now. This is a
        `gamestate.values.plans.Sight`."""
        if audience == "all" or self.is_emperor or self.is_record:
            return True
        if audience == "holder" and self.key is not None and holder == of_player(self.key):
            return True
        return variable.id.isdecimal() and int(variable.id) in self.shown

    def kept(self, variable: int, at: datetime) -> bool:
        """Whether they keep what was hidden of the variable with that key at `at` (UTC)."""
        shown = (span for span, keys in self.shown_in if variable in keys)
        return any(since <= at and (until is None or at < until) for since, until in (*self.spans, *shown))


NOBODY = Viewer()
RECORD = Viewer(is_record=True)


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who may see what is hidden: all reigns and dynasties, and what has been shown to somebody."""

    reigns: tuple[Reign, ...]
    dynasties: tuple[Dynasty, ...]
    showings: tuple[Showing, ...]

    def keeper(self, dynasty: Dynasty, at: datetime) -> int | None:
        """The key of who keeps what is hidden in a dynasty, as of `at` (UTC): who reigned in it last, those aside who
        had won it. Where two reigns overlap, the first recorded holds."""
        is_over = dynasty.ended_at is not None and dynasty.ended_at <= at
        instant = dynasty.ended_at if is_over and dynasty.ended_at else at
        found = next((each for each in self.reigns if (_held if is_over else _covers)(each, instant)), None)
        while found is not None and _is_of_the_next(found, dynasty):
            until = found.since
            found = next((each for each in self.reigns if _held(each, until)), None)
        return found.player_id if found is not None and (found.until or at) > dynasty.started_at else None

    def kept_by(self, player: int, dynasty: Dynasty, at: datetime) -> list[Span]:
        """The times of a dynasty of which a player keeps what was hidden, as of `at` (UTC): all of it for who reigned
        in it last, and for who did before, those in which they held the throne."""
        whole = (dynasty.started_at, dynasty.ended_at)
        if self.keeper(dynasty, at) == player:
            return [whole]
        if not any(each.player_id == player and _overlap(each, dynasty) for each in self.reigns):
            return []
        within = [each for each in self.reigns if each.since <= at and _overlap(each, dynasty)]
        changes = {instant for each in within for instant in (each.since, each.until) if instant}
        cuts = sorted(
            each
            for each in changes
            if dynasty.started_at < each and (not dynasty.ended_at or each < dynasty.ended_at)
        )
        found = []
        for span in pairwise([dynasty.started_at, *cuts, dynasty.ended_at]):
            held = next((each for each in within if _covers(each, span[0])), None)
            if held and held.player_id == player and not _is_of_the_next(held, dynasty):
                found.append(span)
        return found

    def shown_to(self, player: int, dynasty: Dynasty, at: datetime) -> frozenset[int]:
        """The keys of the variables that were shown to a player when the dynasty ended, or are shown in it at `at`
        (UTC): a showing is of the dynasty in which it began."""
        is_over = dynasty.ended_at is not None and dynasty.ended_at <= at
        return frozenset(
            each.variable_id
            for each in self.showings
            if each.to_id == player
            and dynasty.started_at <= each.since
            and (_held(each, dynasty.ended_at) if is_over and dynasty.ended_at else _covers(each, at))
        )


def eyes() -> Eyes:
    """The same for whoever looks. Three queries."""
    reigns = Reign.objects.order_by("pk").only("player_id", "since", "until", "won")
    dynasties = Dynasty.objects.only("number", "started_at", "ended_at", "begun_by_id")
    return Eyes(tuple(reigns), tuple(dynasties), tuple(Showing.objects.order_by("pk")))


def viewer_of(player: Player | None, *, at: datetime, present: Present | None = None) -> Viewer:
    """What `player` may see at `at` (UTC). Three queries; none for somebody without an account, nor where the readers
    of the `present` have asked them already."""
    if player is None or not player.is_authenticated:
        return NOBODY
    if present is None:
        return _viewer(player, eyes(), at)
    known = present.kept("gamestate.eyes", lambda: _eyes_of(present))
    return present.few("gamestate.viewers", player.pk, lambda: _viewer(player, known, present.at), most=200)


def _eyes_of(present: Present) -> Eyes:
    """The eyes of all who look at the present, which ends when one of their spells begins or ends."""
    known = eyes()
    spells = chain(
        ((reign.since, reign.until) for reign in known.reigns),
        ((showing.since, showing.until) for showing in known.showings),
    )
    for spell in spells:
        for instant in spell:
            if instant is not None and instant > present.at:
                present.end(instant)
    return known


def _viewer(player: Player, known: Eyes, at: datetime) -> Viewer:
    begun = [each for each in known.dynasties if each.started_at <= at]
    reigns = [each for each in known.reigns if each.player_id == player.pk]
    reigned = [each for each in begun if any(_overlap(reign, each) for reign in reigns)]
    mine = {each: spans for each in reigned if (spans := known.kept_by(player.pk, each, at))}
    shown = {each: keys for each in begun if (keys := known.shown_to(player.pk, each, at))}
    present = max(begun, key=lambda each: each.number, default=None)
    return Viewer(
        key=player.pk,
        is_emperor=present is not None and known.keeper(present, at) == player.pk,
        reigned=frozenset(each.pk for each in mine),
        spans=tuple(chain.from_iterable(mine.values())),
        shown=shown.get(present, frozenset()) if present else frozenset(),
        shown_in=tuple(((each.started_at, each.ended_at), keys) for each, keys in shown.items()),
    )


def _covers(spell: Reign | Showing, at: datetime) -> bool:
    return spell.since <= at and (spell.until is None or spell.until > at)


def _overlap(reign: Reign, dynasty: Dynasty) -> bool:
    return (dynasty.ended_at is None or reign.since < dynasty.ended_at) and (
        reign.until is None or reign.until > dynasty.started_at
    )


def _held(spell: Reign | Showing, until: datetime) -> bool:
    """Whether somebody reigned, or was shown something, up to an instant."""
    return spell.since < until and (spell.until is None or spell.until >= until)


def _is_of_the_next(reign: Reign, dynasty: Dynasty) -> bool:
    """Whether a reign that began in a dynasty was won there, and is of the one after it."""
    if reign.since == dynasty.started_at and reign.player_id == dynasty.begun_by_id:
        return False
    return reign.won and reign.since >= dynasty.started_at


def visible(entries: QuerySet[Entry], viewer: Viewer) -> QuerySet[Entry]:
    """Those of the entries whose values the viewer may see."""
    return entries if viewer.is_record else entries.filter(sight(viewer))


def sight(viewer: Viewer) -> Q:
    """Whether the viewer may see the value of an entry, as a condition of a query of entries."""
    if viewer.is_record:
        return Q(pk__isnull=False)
    allowed = Q(**PUBLIC) | of_time(viewer.spans)
    for span, keys in viewer.shown_in:
        allowed |= Q(variable__in=keys) & of_time([span])
    if viewer.key is not None:
        allowed |= Q(player_id=viewer.key) & ~Q(audience="emperor") & ~Q(audience_before="emperor")
    return allowed


def of_time(spans: Iterable[Span]) -> Q:
    """Whether something is of one of these times, by its `at`, as a condition of a query."""
    found = Q(pk__in=[])
    for since, until in spans:
        found |= Q(at__gte=since, at__lt=until) if until is not None else Q(at__gte=since)
    return found
