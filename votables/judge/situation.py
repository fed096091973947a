"""A game at an instant, under a law: who is in the roster, who reigns, what stands still, what is pending."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from datetime import MAXYEAR, UTC, datetime
from functools import cached_property, lru_cache
from operator import attrgetter

from ruleset.law import Law
from ruleset.law import engine as cel
from ruleset.law.expressions import Fact
from ruleset.law.model import Season, Standstill

from .eras import Era, era_at, turns
from .facts import Game
from .ticks import TICKS_PER_DAY, ticks

# How far ahead seasons are looked for: more than anyone asks.
AS_FAR_AS = 60 * TICKS_PER_DAY
_POSTED = attrgetter("posted")


@lru_cache(maxsize=4096)
def quorum(law: Law, n: int) -> int:
    """The quorum of a roster of `n`."""
    written = quorum_written(law, n)
    return law.quorum.fallback if written is None else written


def quorum_written(law: Law, n: int) -> int | None:
    """The quorum of a roster of `n` as the law's number or formula has it; None where the formula gives nothing."""
    number = law.quorum
    return number.value if number.formula is None else number.formula.number(cel.Context({"n": n}))


@lru_cache(maxsize=1024)
def season_ticks(season: Season, year: int) -> tuple[int, int]:
    """The ticks from which and up to which a season lasts."""
    begins, ends = (ticks(datetime(year, *day, tzinfo=UTC)) for day in (season.begins, season.ends))
    return begins, ends


def whole(values: Mapping[str, int | float]) -> dict[str, int]:
    """The numbers that formulas can hold: whole ones of no more digits than a number of JSON has."""
    return {name: int(value) for name, value in values.items() if abs(value) < 2**53 and value == int(value)}


def _is_switched_on(still: Standstill, era: Era) -> bool:
    return still.special_case is None or (still.special_case, True) in era.special


class Situation:
    """A game at the instant `at`, where `law` is the last of its laws. Whatever is dated after it has not happened.

    `law` is the law in force at that instant. `roster` is in the order of the names' code points; `office` holds the
    office of emperor, idle or not;
    `emperor` is the same if in the roster; `special` is the state of each special case; `standing` what
    stands still now, in the law's order; `pending` the matters pending now, of kinds that the law knows, in the order
    of posting.
    """

    def __init__(self, game: Game, law: Law, at: datetime) -> None:
        self.game, self.last_law, self.at = game, law, at
        self.era = era_at(game, law, at)
        self._turns = turns(game)
        self._eras = {bisect_right(self._turns, at): self.era}
        self.law, self.special = self.era.law, self.era.special
        self.tick = ticks(at)
        self.players = {player.name: player for player in game.players}
        self.roster = sorted([player.name for player in game.players if player.active(at)])
        self.members = frozenset(self.roster)
        self.n = len(self.roster)
        self.q = quorum(self.law, self.n)
        self.office = self.office_at(at)
        self.emperor = self.office if self.office in self.members else None
        self.standing = tuple(self._standing_at(at))
        self._lasting = tuple([still for still in self.standing if still.season is None])
        self._spans = self._season_spans()
        kinds = self.law.kinds
        self.pending = sorted([m for m in game.matters if m.pending(at) and m.kind in kinds], key=_POSTED)

    def hears_as(self, before: "Situation") -> bool:
        """Whether what was said on a matter up to an earlier situation is heard and counted now as it was then: law and
        special cases, people and offices, what stands and stood still, and the game's numbers are the same."""
        game, then = self.game, before.game
        return (
            before.at <= self.at
            and self.era == before.era
            and self.last_law == before.last_law
            and self.roster == before.roster
            and self.office == before.office
            and self.standing == before.standing
            and game.players == then.players
            and game.emperors == then.emperors
            and game.ascensions == then.ascensions
            and game.special_cases == then.special_cases
            and game.earlier_laws == then.earlier_laws
            and game.values == then.values
            and game.holdings == then.holdings
            and self._stoppers == before._stoppers
        )

    @cached_property
    def _stoppers(self) -> list[tuple[str, datetime, datetime | None, str]]:
        """All that a standstill may have come from, by any of the game's laws."""
        laws = [self.last_law, *(earlier.law for earlier in self.game.earlier_laws)]
        kinds = {still.kind for law in laws for still in law.standstills}
        return [
            (matter.kind, matter.posted, matter.resolved, matter.status)
            for matter in self.game.matters
            if matter.kind in kinds
        ]

    @cached_property
    def whole_values(self) -> dict[str, int]:
        """The gamestate's values that formulas can hold; others are as if they were missing."""
        return whole(self.game.values)

    # -- at any instant up to now

    def era_at(self, at: datetime) -> Era:
        """The law and the special cases in force then."""
        place = bisect_right(self._turns, at)
        era = self._eras.get(place)
        if era is None:
            era = self._eras[place] = era_at(self.game, self.last_law, at)
        return era

    def office_at(self, at: datetime) -> str | None:
        """Who holds the office of emperor, idle or not; None in a metadynasty."""
        for reign in self.game.emperors:
            if reign.start <= at and (reign.end is None or at < reign.end):
                return reign.name
        return None

    def active_at(self, name: str, at: datetime) -> bool:
        """Whether `name` was in the roster."""
        player = self.players.get(name)
        return player is not None and player.active(at)

    def size_at(self, at: datetime) -> int:
        """How many players were in the roster."""
        return sum([player.active(at) for player in self.game.players])

    def hiatus_at(self, at: datetime) -> bool:
        """Whether the game was in hiatus."""
        return any(still.hiatus for still in self._standing_at(at))

    def _standing_at(self, at: datetime) -> Iterator[Standstill]:
        era = self.era_at(at)
        for still in era.law.standstills:
            if _is_switched_on(still, era) and self._holds(still, at, era):
                yield still

    def _holds(self, still: Standstill, at: datetime, era: Era) -> bool:
        if still.cause == "pending":
            for matter in self.game.matters:
                if matter.kind == still.kind and matter.pending(at):
                    return True
            return False
        if still.cause == "enacted":
            return self._awaits_ascension(still.kind, at)
        if still.season is not None:
            return still.season.begins <= (at.month, at.day) < still.season.ends
        n = self.n if at == self.at else self.size_at(at)
        facts: dict[str, Fact] = {"n": n, "q": quorum(era.law, n), "special": era.special}
        return still.when is not None and still.when.holds_for(facts)

    def _awaits_ascension(self, kind: str | None, at: datetime) -> bool:
        """Whether a matter of `kind` has been enacted and no Ascension Address has come at or after that."""
        enacted = [
            matter.resolved
            for matter in self.game.matters
            if matter.kind == kind
            and matter.status == "enacted"
            and matter.resolved
            and matter.resolved <= at
        ]
        return bool(enacted) and not any(
            max(enacted) <= ascension <= at for ascension in self.game.ascensions
        )

    # -- while only time passes: at ticks from now on

    def _season_spans(self) -> tuple[tuple[int, int, Standstill], ...]:
        """The seasons not switched off, as far as anyone looks ahead: from a tick up to another."""
        spans = []
        for still in self.law.standstills:
            if still.season is not None and _is_switched_on(still, self.era):
                for year in (self.at.year, self.at.year + 1):
                    if year <= MAXYEAR:
                        begins, ends = season_ticks(still.season, year)
                        if begins <= self.tick + AS_FAR_AS and self.tick < ends:
                            spans.append((begins, ends, still))
        return tuple(spans)

    def season_changes(self) -> Iterator[int]:
        """The ticks at which seasons begin and end."""
        for begins, ends, _ in self._spans:
            yield begins
            yield ends

    def standing_at_tick(self, tick: int) -> tuple[Standstill, ...]:
        """What stands still if nothing but time passes, in the law's order."""
        seasons = {still.name for begins, ends, still in self._spans if begins <= tick < ends}
        return tuple(
            still
            for still in self.law.standstills
            if (still in self._lasting if still.season is None else still.name in seasons)
        )

    def resolving_stopped(self, kind: str, tick: int) -> bool:
        """Whether matters of `kind` may then not be resolved, whatever their votes."""
        for still in self._lasting:
            if kind in still.resolve:
                return True
        for begins, ends, still in self._spans:
            if begins <= tick < ends and kind in still.resolve:
                return True
        return False

    def hiatus_at_tick(self, tick: int) -> bool:
        for still in self._lasting:
            if still.hiatus:
                return True
        for begins, ends, still in self._spans:
            if begins <= tick < ends and still.hiatus:
                return True
        return False
