"""A law made ready for judging: for each kind of matter, what to evaluate, with which names, at which marks
of time.
"""

from dataclasses import dataclass
from functools import lru_cache

import cel

from ruleset.law import Law
from ruleset.law.expressions import TICKS_PER_HOUR, Expression, Mark
from ruleset.law.model import Kind, Number, Outcome

# Words that a verdict reports wherever the law has them.
REPORTED = ("popular", "unpopular")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a kind is judged under a law.

    `terms`: the words to evaluate, in their order. `names`: all names that the expressions use. `marks`: the
    hours at which they may change. `fixed`: the hours that are written out, in ticks; `formulas`: those that
    are not.
    """

    kind: Kind
    terms: tuple[Outcome, ...]
    enact: Expression
    fail: Expression
    free_fail: Expression | None
    names: frozenset[str]
    marks: frozenset[Mark]
    fixed: dict[str, int]
    formulas: tuple[Number, ...]

    def hours(self, context: cel.Context) -> dict[str, int]:
        """Every number of hours in ticks, the formulas computed from the context's facts."""
        found = dict(self.fixed)
        for number in self.formulas:
            assert number.formula is not None
            value = number.formula.number(context)
            found[number.name] = (number.fallback if value is None or value < 0 else value) * TICKS_PER_HOUR
        return found


@lru_cache(maxsize=1024)
def plan(law: Law, kind: str) -> Plan:
    """The plan for a kind. Raises KeyError for a kind that the law does not have."""
    found = law.kinds[kind]
    enact, fail = found.enact.any_way, found.fail.any_way
    assert enact is not None and fail is not None  # the law was refused without them
    wanted = set(enact.variables | fail.variables) | set(REPORTED)
    terms: list[Outcome] = []
    for name, term in reversed(tuple(law.terms.items())):
        if name in wanted and term.any_way is not None:
            terms.insert(0, term)
            wanted |= term.any_way.variables
    expressions = [enact, fail, *(term.any_way for term in terms if term.any_way)]
    if found.stale is not None:
        expressions.append(found.stale.when)
    names = frozenset().union(*(expression.variables for expression in expressions))
    marks = frozenset().union(*(expression.marks for expression in expressions))
    used = {mark.hours for mark in marks}
    numbers = [number for name, number in law.hours.items() if name in used]
    formulas = tuple(number for number in numbers if number.formula is not None)
    for number in formulas:
        assert number.formula is not None
        names |= number.formula.variables
    return Plan(
        kind=found,
        terms=tuple(terms),
        enact=enact,
        fail=fail,
        free_fail=found.fail.free_way,
        names=names,
        marks=marks,
        fixed={number.name: number.value * TICKS_PER_HOUR for number in numbers if number.value is not None},
        formulas=formulas,
    )
