"""A law made ready for judging a kind of matter: what to evaluate, with which names, at which marks of time.

Expressions ask time only whether an hour mark has been reached. So what they say of a matter depends on its
facts and on which marks it has passed, and is remembered by these: most matters stand as some other stood
before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ruleset.law import Law
from ruleset.law import engine as cel
from ruleset.law.expressions import TICKS_PER_HOUR, Expression, Fact, HourOfChange, Value, plain
from ruleset.law.model import Condition, LawNumber, LawOutcome, MatterKind, Way

# Words that a verdict reports wherever the law has them.
REPORTED = ("popular", "unpopular")
MAX_REMEMBERED = 20_000

Hours = Mapping[str, int]
Facts = tuple[Fact, ...]
Key = tuple[Facts, bool, tuple[bool, ...]]


@dataclass(frozen=True, slots=True)
class MatterState:
    """What votes and time alone say of a matter. `free_fail`: it may be failed without its turn in the queue."""

    terms: Mapping[str, bool]
    enactable: bool
    failable: bool
    free_fail: bool
    stale: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """The ways that are met, and the conditions that the likeliest way to enactment lacks."""

    enact: tuple[Way, ...]
    fail: tuple[Way, ...]
    missing: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A tick of a matter: how long it has been open, whether there is a hiatus, the hours of the law, and which of the
    marks of its kind it has passed."""

    open: int
    hiatus: bool
    hours: Hours
    passed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class CompiledKind:
    """How a kind is judged under a law.

    `terms`: the words to evaluate, in their order. `names`: the facts that the expressions use, time and
    hiatus apart. `marks`: the hours at which they may change. `fixed`: the hours that are written out, in
    ticks; `formulas`: those that are not.
    """

    law: Law
    kind: MatterKind
    terms: tuple[LawOutcome, ...]
    enact: Expression
    fail: Expression
    names: tuple[str, ...]
    asks_hiatus: bool
    marks: tuple[HourOfChange, ...]
    fixed: Hours
    formulas: tuple[LawNumber, ...]
    states: dict[Key, MatterState] = field(default_factory=dict, compare=False, repr=False)
    reasons: dict[Key, Reasons] = field(default_factory=dict, compare=False, repr=False)

    def hours(self, facts: Facts, hiatus: bool) -> Hours:
        """Every number of hours in ticks, the formulas computed from the facts."""
        if not self.formulas:
            return self.fixed
        context = cel.Context(self._named(facts) | {"hiatus": hiatus})
        ticks_by_name = dict(self.fixed)
        for number in self.formulas:
            value = None if number.formula is None else number.formula.number(context)
            ticks_by_name[number.name] = (
                number.fallback if value is None or value < 0 else value
            ) * TICKS_PER_HOUR
        return ticks_by_name

    def moment(self, open_for: int, hiatus: bool, hours: Hours) -> Moment:
        """The tick at which a matter has been open for so long."""
        passed = [open_for > hours[m.hours] if m.strict else open_for >= hours[m.hours] for m in self.marks]
        return Moment(open_for, hiatus, hours, tuple(passed))

    def key(self, facts: Facts, moment: Moment) -> Key:
        """What everything the law says of a matter depends on."""
        return facts, moment.hiatus, moment.passed

    def state(self, facts: Facts, moment: Moment) -> MatterState:
        key = self.key(facts, moment)
        state = self.states.get(key)
        if state is None:
            _make_room(self.states)
            state, _ = self.evaluate(facts, moment)
            self.states[key] = state
        return state

    def evaluate(self, facts: Facts, moment: Moment) -> tuple[MatterState, cel.Context]:
        """The state, and the context in which any condition of the kind can be tried."""
        context = cel.Context(self._named(facts))
        context.add_variable("hiatus", moment.hiatus)
        context.add_variable("open", moment.open)
        context.add_variable("hours", moment.hours)
        terms = {}
        for term in self.terms:
            holds = terms[term.name] = term.any_way is not None and term.any_way.holds(context)
            context.add_variable(term.name, holds)
        enactable = self.enact.holds(context)
        context.add_variable("enactable", enactable)
        free, stale = self.kind.fail.free_way, self.kind.stale
        free_fail = free is not None and free.holds(context)
        state = MatterState(
            terms=terms,
            enactable=enactable,
            failable=free_fail or self.fail.holds(context),
            free_fail=free_fail,
            stale=stale is not None and stale.when.holds(context),
        )
        return state, context

    def why(self, facts: Facts, moment: Moment) -> Reasons:
        key = self.key(facts, moment)
        reasons = self.reasons.get(key)
        if reasons is None:
            _make_room(self.reasons)
            _, context = self.evaluate(facts, moment)
            reasons = self.reasons[key] = Reasons(
                enact=tuple(way for way in self.kind.enact.ways if is_met(way, context)),
                fail=tuple(way for way in self.kind.fail.ways if is_met(way, context)),
                missing=self._missing(self.kind.enact, context),
            )
        return reasons

    def _missing(self, outcome: LawOutcome, context: cel.Context) -> tuple[Condition, ...]:
        """The conditions that the nearest way to the outcome lacks, words of the law taken apart."""
        ways = [[part for part in way.conditions if not part.when.holds(context)] for way in outcome.ways]
        missing: list[Condition] = []
        for part in min(ways, key=len):
            term = self.law.terms.get(part.when.source)
            missing += (part,) if term is None else self._missing(term, context)
        return tuple(missing)

    def _named(self, facts: Facts) -> dict[str, Value]:
        return {name: plain(fact) for name, fact in zip(self.names, facts, strict=True)}


def is_met(way: Way, context: cel.Context) -> bool:
    return all(part.when.holds(context) for part in way.conditions)


def _make_room(memory: dict[Key, MatterState] | dict[Key, Reasons]) -> None:
    if len(memory) >= MAX_REMEMBERED:
        memory.clear()


@lru_cache(maxsize=1024)
def compiled_kind(law: Law, kind: str) -> CompiledKind:
    """The law for a kind, compiled. Raises KeyError for a kind that the law does not have."""
    matter_kind = law.kinds[kind]
    enact, fail = matter_kind.enact.any_way, matter_kind.fail.any_way
    assert enact is not None and fail is not None  # the law would have been refused without them
    needed = set(enact.variables | fail.variables) | set(REPORTED)
    terms: list[LawOutcome] = []
    for name, term in reversed(tuple(law.terms.items())):
        if name in needed and term.any_way is not None:
            terms.insert(0, term)
            needed |= term.any_way.variables
    expressions = [enact, fail, *(term.any_way for term in terms if term.any_way)]
    if matter_kind.stale is not None:
        expressions.append(matter_kind.stale.when)
    marks = frozenset().union(*(expression.marks for expression in expressions))
    used = {mark.hours for mark in marks}
    numbers = [number for name, number in law.hours.items() if name in used]
    formulas = tuple(number for number in numbers if number.formula is not None)
    expressions += [number.formula for number in formulas if number.formula is not None]
    names = frozenset().union(*(expression.variables for expression in expressions))
    return CompiledKind(
        law=law,
        kind=matter_kind,
        terms=tuple(terms),
        enact=enact,
        fail=fail,
        names=tuple(sorted(names - {"open", "hours", "hiatus", "enactable", *law.terms})),
        asks_hiatus="hiatus" in names,
        marks=tuple(sorted(marks, key=lambda mark: (mark.hours, mark.strict))),
        fixed={number.name: number.value * TICKS_PER_HOUR for number in numbers if number.value is not None},
        formulas=formulas,
    )
