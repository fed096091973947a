"""The pending matters of a game at an instant: how each stands now, and as time alone passes.

Nothing here knows a law by name. A matter's votes are counted once, for now; after that only its age and the
seasons change, so its state at any later tick is the law's expressions asked again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cached_property
from operator import attrgetter

from ruleset.law.expressions import Fact, HourOfChange

from .compiled_law import CompiledKind, Facts, Hours, MatterState, Moment, compiled_kind
from .facts import Matter
from .situation import Situation
from .ticks import TICKS_PER_DAY, instant, ticks
from .verdict import Tally
from .voting import Count, hear_all

HORIZON = 30 * TICKS_PER_DAY
# Those of the facts that the votes decide.
COUNTED: Mapping[str, Callable[[Tally], Fact]] = {
    "f": attrgetter("f"),
    "a": attrgetter("a"),
    "v": attrgetter("valid"),
    "x": attrgetter("x"),
    "total": attrgetter("total"),
    "players_for": lambda tally: tally.players[0],
    "players_against": lambda tally: tally.players[1],
    "players_abstaining": lambda tally: tally.players[2],
    "cast": attrgetter("cast"),
    "choices": lambda tally: len(tally.choices),
    "leaders": lambda tally: len(tally.leading),
    "lead_votes": attrgetter("lead"),
    "next_votes": attrgetter("runner_up"),
}


class PendingMatter:
    """A pending matter with its votes as they count now. `before`: the same matter of an earlier situation in which all
    was heard and counted as it is now."""

    def __init__(self, situation: Situation, matter: Matter, before: "PendingMatter | None" = None) -> None:
        self.situation, self.matter = situation, matter
        self.compiled: CompiledKind = compiled_kind(situation.law, matter.kind)
        self.posted = ticks(matter.posted)
        if before is None:
            self.hearing = hear_all(situation, matter)
            self.count = Count(self.hearing, self.compiled.kind)
            self.facts = self.facts_with(self.count.tally)
        else:
            self.hearing = before.hearing.in_situation(situation)
            self.count = before.count.of_hearing(self.hearing)
            self.facts = before.facts
        self._hours: dict[bool, Hours] = {}
        self._states: dict[int, MatterState] = {}

    def all_facts(self, tally: Tally, *, whole_weight: bool = False) -> dict[str, Fact]:
        """What the law's conditions may ask, time and words of the law apart, if the tally were so; `whole_weight`:
        with what the votes of the whole roster would weigh, whoever asks."""
        facts = self._uncounted | {name: count(tally) for name, count in COUNTED.items()}
        if whole_weight and "w" not in facts:
            facts["w"] = self.count.whole_weight()
        return facts

    @cached_property
    def _uncounted(self) -> dict[str, Fact]:
        """The facts that stay the same however many vote for what."""
        situation, matter = self.situation, self.matter
        vote = self.count.votes.get(situation.emperor) if situation.emperor is not None else None
        counts = None if vote is None else vote.counts_as
        facts: dict[str, Fact] = {
            "has_emperor": situation.emperor is not None,
            "emperor_for": counts == "for",
            "emperor_against": counts == "against",
            "n": situation.n,
            "q": situation.q,
            "special": situation.special,
            "kind": self.compiled.kind.manner,
            "amends": matter.amends,
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
        }
        if situation.law.weight is None:
            facts["w"] = situation.n
        elif "w" in self.compiled.names:
            facts["w"] = self.count.whole_weight()
        for effect in situation.law.effects:
            facts[effect.name] = effect.name in self.hearing.effects
        return facts

    def facts_with(self, tally: Tally) -> Facts:
        """Those of the facts that the law asks for, in its order."""
        known = self._uncounted
        return tuple([known[name] if name in known else COUNTED[name](tally) for name in self.compiled.names])

    def moment(self, tick: int) -> Moment:
        hiatus = self.compiled.asks_hiatus and self.situation.hiatus_at_tick(tick)
        return self.compiled.moment(tick - self.posted, hiatus, self.hours(hiatus))

    def hours(self, hiatus: bool) -> Hours:
        """The hours of the law, in hiatus or out of it."""
        if not self.compiled.formulas:
            return self.compiled.fixed
        if hiatus not in self._hours:
            self._hours[hiatus] = self.compiled.hours(self.facts, hiatus)
        return self._hours[hiatus]

    def state(self, tick: int) -> MatterState:
        """How the matter stands at a tick from now on, if nothing but time passes."""
        state = self._states.get(tick)
        if state is None:
            state = self._states[tick] = self.compiled.state(self.facts, self.moment(tick))
        return state

    def changes(self, marks: Iterable[HourOfChange]) -> Iterator[int]:
        """When an expression with these marks may change; where hours are formulas, in hiatus and out of it."""
        for hiatus in (False, True) if self.compiled.formulas else (False,):
            hours = self.hours(hiatus)
            for mark in marks:
                yield self.posted + hours[mark.hours] + mark.strict


class Queue:
    """All pending matters of a situation. `before`: those of an earlier one, of which nothing is heard again that is
    heard alike now."""

    def __init__(self, situation: Situation, before: "Queue | None" = None) -> None:
        self.situation = situation
        known: dict[str, PendingMatter] = {}
        if before is not None and situation.hears_as(before.situation):
            known = {pending.matter.id: pending for pending in before.matters}
        self.matters: tuple[PendingMatter, ...] = tuple(
            [
                PendingMatter(situation, matter, _heard_before(matter, known.get(matter.id)))
                for matter in situation.pending
            ]
        )

    def older(self, pending: PendingMatter) -> Iterator[PendingMatter]:
        """The matters of the same kind posted before this one."""
        for other in self.matters:
            if other is pending:
                return
            if other.matter.kind == pending.matter.kind:
                yield other

    def ahead(self, pending: PendingMatter, tick: int) -> list[PendingMatter]:
        """The matters of the queue that come before this one at a tick: older, and not stale."""
        return [other for other in self.older(pending) if not other.state(tick).stale]

    def oldest(self, pending: PendingMatter, tick: int) -> bool:
        """Whether it is its turn: no other is ahead, and it is not stale itself."""
        for other in self.older(pending):
            if not other.state(tick).stale:
                return False
        return not pending.state(tick).stale

    def may(self, pending: PendingMatter, tick: int) -> tuple[bool, bool]:
        """Whether the matter may be enacted, and failed, at a tick from now on: everything considered."""
        kind = pending.compiled.kind
        if self.situation.resolving_stopped(kind.name, tick):
            return False, False
        state = pending.state(tick)
        if kind.queue and not self.oldest(pending, tick):
            return False, state.free_fail
        return state.enactable, state.failable

    @property
    def next_moment(self) -> datetime | None:
        """The first instant from now on at which time alone may change anything that is said of the matters, or of what
        stands still."""
        marks = {tick for pending in self.matters for tick in pending.changes(pending.compiled.marks)}
        marks.update(self.situation.season_changes())
        later = [tick for tick in marks if tick > self.situation.tick]
        return instant(min(later)) if later else None

    def next_change(self, pending: PendingMatter) -> int | None:
        """The first tick from now on, within 30 days, at which time alone changes what `may` says."""
        now = self.situation.tick
        kind = pending.compiled.kind
        candidates = set(pending.changes(pending.compiled.marks))
        if kind.queue and kind.stale is not None:
            for other in self.older(pending):
                candidates.update(other.changes(kind.stale.when.marks))
        candidates.update(self.situation.season_changes())
        last = now + HORIZON + 1  # a change just after the last instant counts for that instant
        state = self.may(pending, now)
        for tick in sorted([candidate for candidate in candidates if now < candidate <= last]):
            if self.may(pending, tick) != state:
                return tick
        return None


def _heard_before(matter: Matter, before: PendingMatter | None) -> PendingMatter | None:
    """What was heard before of the matter, if nothing has come to it since."""
    if before is None or before.matter != matter:
        return None
    at = before.situation.at
    return before if all(comment.at <= at for comment in matter.comments) else None
