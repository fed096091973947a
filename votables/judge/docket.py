"""The pending matters of a game at an instant: how each stands now, and as time alone passes.

Nothing here knows a law by name. A matter's votes are counted once, for now; after that only `open` and the
seasons change, so the state at any later tick is the law's expressions evaluated again.
"""

from dataclasses import dataclass

import cel

from ruleset.law.expressions import Mark, Value

from .facts import Matter
from .instants import TICKS_PER_DAY, ticks
from .plan import Plan, plan
from .scene import Scene
from .voting import Count, hear_all

HORIZON = 30 * TICKS_PER_DAY


@dataclass(frozen=True, slots=True)
class State:
    """What votes and time alone say of a matter at a tick; `free_fail`: it may be failed without its turn."""

    terms: dict[str, bool]
    enactable: bool
    failable: bool
    free_fail: bool


class Case:
    """A pending matter with its votes as they count now."""

    def __init__(self, scene: Scene, matter: Matter) -> None:
        self.scene, self.matter = scene, matter
        self.plan: Plan = plan(scene.law, matter.kind)
        self.posted = ticks(matter.posted)
        self.hearing = hear_all(scene, matter)
        self.count = Count(self.hearing, self.plan.kind)
        self.context = self.context_with(self.vote_facts())

    def vote_facts(self) -> dict[str, Value]:
        """What the law's conditions may ask about the votes."""
        tally, emperor = self.count.tally, self.scene.emperor
        vote = self.count.votes.get(emperor) if emperor is not None else None
        counts = None if vote is None else vote.counts_as
        facts: dict[str, Value] = {
            "f": tally.f,
            "a": tally.a,
            "v": tally.f + tally.a,
            "x": tally.x,
            "total": tally.f + tally.a + tally.x,
            "cast": tally.cast,
            "has_emperor": emperor is not None,
            "emperor_for": counts == "for",
            "emperor_against": counts == "against",
        }
        for effect in self.scene.law.effects:
            facts[effect.name] = effect.name in self.hearing.effects
        return facts

    def context_with(self, votes: dict[str, Value]) -> cel.Context:
        """The context of the law's expressions with these votes; time is added by `state`."""
        scene, matter, names = self.scene, self.matter, self.plan.names
        facts = {
            **votes,
            "n": scene.n,
            "q": scene.q,
            "kind": matter.kind,
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
        }
        known: dict[str, Value] = {name: value for name, value in facts.items() if name in names}
        if "amends" in names:
            known["amends"] = sorted(matter.amends)
        if "special" in names:
            known["special"] = dict(scene.special)
        if not self.plan.formulas:
            known["hours"] = self.plan.fixed
        context = cel.Context()
        context.update(known)
        return context

    def set_time(self, context: cel.Context, tick: int) -> None:
        """Put the facts of time at `tick` into the context."""
        context.add_variable("open", tick - self.posted)
        if "hiatus" in self.plan.names:
            context.add_variable("hiatus", self.scene.hiatus_at_tick(tick))
        if self.plan.formulas:
            context.add_variable("hours", self.plan.hours(context))

    def state(self, tick: int, context: cel.Context | None = None) -> State:
        """How the matter stands at a tick from now on, if nothing but time passes."""
        context = self.context if context is None else context
        self.set_time(context, tick)
        terms = {}
        for term in self.plan.terms:
            assert term.any_way is not None
            holds = terms[term.name] = term.any_way.holds(context)
            context.add_variable(term.name, holds)
        enactable = self.plan.enact.holds(context)
        context.add_variable("enactable", enactable)
        free = self.plan.free_fail
        free_fail = free is not None and free.holds(context)
        return State(terms, enactable, free_fail or self.plan.fail.holds(context), free_fail)

    def stale(self, tick: int) -> bool:
        """Whether the law leaves the matter out of its queue at that tick."""
        stale = self.plan.kind.stale
        if stale is None:
            return False
        self.set_time(self.context, tick)
        return stale.when.holds(self.context)

    def changes(self, marks: frozenset[Mark]) -> set[int]:
        """The ticks at which an expression with these marks may change: for formulas, in hiatus and out of
        it.
        """
        found: set[int] = set()
        for mark in marks:
            if mark.hours in self.plan.fixed:
                found.add(self.posted + self.plan.fixed[mark.hours] + mark.strict)
        if self.plan.formulas:
            for hiatus in (False, True):
                self.context.add_variable("hiatus", hiatus)
                hours = self.plan.hours(self.context)
                found |= {self.posted + hours[mark.hours] + mark.strict for mark in marks}
        return found


class Docket:
    """All pending matters of a scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cases = tuple(Case(scene, matter) for matter in scene.pending)

    def ahead(self, case: Case, tick: int) -> list[Case]:
        """The matters of the queue that come before this one at a tick: older, and not stale."""
        found = []
        for other in self.cases:
            if other is case:
                break
            if other.matter.kind == case.matter.kind and not other.stale(tick):
                found.append(other)
        return found

    def oldest(self, case: Case, tick: int) -> bool:
        """Whether it is its turn: no other is ahead, and it is not stale itself."""
        for other in self.cases:
            if other is case:
                break
            if other.matter.kind == case.matter.kind and not other.stale(tick):
                return False
        return not case.stale(tick)

    def may(self, case: Case, tick: int) -> tuple[bool, bool]:
        """Whether the matter may be enacted, and failed, at a tick from now on: everything considered."""
        kind = case.plan.kind
        if self.scene.resolving_stopped(kind.name, tick):
            return False, False
        turn = not kind.queue or self.oldest(case, tick)
        state = case.state(tick)
        return (state.enactable, state.failable) if turn else (False, state.free_fail)

    def next_change(self, case: Case) -> int | None:
        """The first tick from now on, within 30 days, at which time alone changes what `may` says."""
        now = self.scene.tick
        kind = case.plan.kind
        candidates = case.changes(case.plan.marks)
        if kind.queue and kind.stale is not None:
            for other in self.cases:
                if other is case:
                    break
                if other.matter.kind == kind.name:
                    candidates |= other.changes(kind.stale.when.marks)
        for begin, end, _ in self.scene.season_spans:
            candidates |= {begin, end}
        last = now + HORIZON + 1  # a change just after the last instant counts for that instant
        state = self.may(case, now)
        for tick in sorted(candidate for candidate in candidates if now < candidate <= last):
            if self.may(case, tick) != state:
                return tick
        return None
