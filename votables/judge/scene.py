"""A game at an instant, under a law: who is in the roster, who reigns, what stands still, what is pending."""

from collections.abc import Iterator
from datetime import MAXYEAR, UTC, datetime
from functools import cached_property, lru_cache

import cel

from ruleset.law import Law
from ruleset.law.model import Season, Standstill

from .facts import Game, Matter, Player
from .instants import ticks

States = tuple[tuple[str, bool], ...]


@lru_cache(maxsize=4096)
def quorum(law: Law, n: int) -> int:
    """The quorum of a roster of `n`."""
    number = law.quorum
    if number.formula is None:
        return number.fallback
    found = number.formula.number(cel.Context({"n": n}))
    return number.fallback if found is None else found


@lru_cache(maxsize=256)
def _default_states(law: Law) -> States:
    return tuple((name, case.default) for name, case in law.special_cases.items())


def special_states(law: Law, game: Game) -> States:
    """Each special case of the law and whether it is active."""
    if not game.special_cases:
        return _default_states(law)
    return tuple((name, game.special_cases.get(name, state)) for name, state in _default_states(law))


@lru_cache(maxsize=1024)
def season_ticks(season: Season, year: int) -> tuple[int, int]:
    """The ticks from which and up to which a season lasts."""
    begins, ends = (ticks(datetime(year, *day, tzinfo=UTC)) for day in (season.begins, season.ends))
    return begins, ends


class Scene:
    """A game at the instant `at`. Whatever is dated after it has not happened."""

    def __init__(self, game: Game, law: Law, at: datetime) -> None:
        self.game, self.law, self.at = game, law, at
        self.tick = ticks(at)
        self.roster = sorted([player.name for player in game.players if player.active(at)])
        self.members = frozenset(self.roster)
        self.n = len(self.roster)
        self.q = quorum(law, self.n)
        self.office = self.office_at(at)
        self.emperor = self.office if self.office in self.members else None
        self.special = special_states(law, game)

    # -- who, at any instant up to now

    def office_at(self, at: datetime) -> str | None:
        """Who holds the office of emperor, idle or not; None in a metadynasty."""
        for reign in self.game.emperors:
            if reign.start <= at and (reign.end is None or at < reign.end):
                return reign.name
        return None

    @cached_property
    def players(self) -> dict[str, Player]:
        return {player.name: player for player in self.game.players}

    def active_at(self, name: str, at: datetime) -> bool:
        """Whether `name` was in the roster."""
        player = self.players.get(name)
        return player is not None and player.active(at)

    # -- standing still

    @cached_property
    def standing(self) -> tuple[Standstill, ...]:
        """The standstills that hold now, in the law's order."""
        return tuple(self._standing_at(self.at))

    def hiatus_at(self, at: datetime) -> bool:
        """Whether the game was in hiatus at an instant up to now."""
        return any(still.hiatus for still in self._standing_at(at))

    def _switched_on(self, still: Standstill) -> bool:
        return still.special_case is None or self.special_active[still.special_case]

    @cached_property
    def special_active(self) -> dict[str, bool]:
        return dict(self.special)

    def _standing_at(self, at: datetime) -> Iterator[Standstill]:
        for still in self.law.standstills:
            if self._switched_on(still) and self._holds(still, at):
                yield still

    def _holds(self, still: Standstill, at: datetime) -> bool:
        if still.cause == "pending":
            return any(matter.kind == still.kind and matter.pending(at) for matter in self.game.matters)
        if still.cause == "enacted":
            return self._awaits_ascension(still.kind, at)
        if still.season is not None:
            return still.season.begins <= (at.month, at.day) < still.season.ends
        n = self.n if at == self.at else sum(player.active(at) for player in self.game.players)
        return still.when is not None and still.when.holds_for(
            {"n": n, "q": quorum(self.law, n), "special": self.special}
        )

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

    # -- the same while only time passes: at ticks from now on

    @cached_property
    def season_spans(self) -> tuple[tuple[int, int, Standstill], ...]:
        """The seasons of this year and the next that are not switched off: from one tick up to another."""
        found = []
        for still in self.law.standstills:
            if still.season is not None and self._switched_on(still):
                for year in (self.at.year, self.at.year + 1):
                    if year <= MAXYEAR:
                        found.append((*season_ticks(still.season, year), still))
        return tuple(found)

    @cached_property
    def _lasting(self) -> tuple[Standstill, ...]:
        """The standstills that hold now and do not end by time alone."""
        return tuple(still for still in self.standing if still.season is None)

    @cached_property
    def _lasting_resolve(self) -> frozenset[str]:
        return frozenset().union(*(still.resolve for still in self._lasting))

    @cached_property
    def _lasting_hiatus(self) -> bool:
        return any(still.hiatus for still in self._lasting)

    def standing_at_tick(self, tick: int) -> tuple[Standstill, ...]:
        """What stands still if nothing but time passes, in the law's order."""
        seasons = {still.name for begin, end, still in self.season_spans if begin <= tick < end}
        return tuple(
            still
            for still in self.law.standstills
            if (still.name in seasons if still.season is not None else still in self._lasting)
        )

    def resolving_stopped(self, kind: str, tick: int) -> bool:
        """Whether matters of `kind` may then not be resolved, whatever their votes."""
        return kind in self._lasting_resolve or any(
            begin <= tick < end and kind in still.resolve for begin, end, still in self.season_spans
        )

    def hiatus_at_tick(self, tick: int) -> bool:
        return self._lasting_hiatus or any(
            begin <= tick < end and still.hiatus for begin, end, still in self.season_spans
        )

    # -- what is pending

    @cached_property
    def pending(self) -> tuple[Matter, ...]:
        """The matters pending now, in the order of posting."""
        found = [matter for matter in self.game.matters if matter.pending(self.at)]
        found.sort(key=lambda matter: matter.posted)
        return tuple(found)
