"""Why a matter stands as it does: reasons, clauses, what blocks it, and when time alone changes it."""

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property

from ruleset.law.model import Condition, Outcome, Standstill, Way

from .docket import Case, Docket
from .hearsay import comment_states
from .instants import hours_and_minutes, instant
from .needs import needs_of
from .scene import season_ticks
from .verdict import Blocker, ClauseState, CommentState, ConditionState


class MatterAccount:
    """Explains how one matter of a docket stands now."""

    def __init__(self, docket: Docket, case: Case) -> None:
        self.docket, self.case = docket, case
        self.scene, self.plan = docket.scene, case.plan
        self.now = docket.scene.tick

    @cached_property
    def next_change(self) -> datetime | None:
        tick = self.docket.next_change(self.case)
        return None if tick is None else instant(tick)

    @cached_property
    def why(self) -> tuple[str, ...]:
        """Why it may be enacted or failed; or else what blocks it, and what the likeliest way to enact it
        lacks.
        """
        state = self.case.state(self.now)
        may_enact, may_fail = self.docket.may(self.case, self.now)
        kind = self.plan.kind
        reasons: list[str] = []
        for allowed, verb, outcome in ((may_enact, "enacted", kind.enact), (may_fail, "failed", kind.fail)):
            if allowed:
                ways = [way for way in outcome.ways if self._met(way)]
                reasons += [f"may be {verb}: {way.label}" for way in ways if self._serves(way)]
        if reasons:
            return tuple(reasons)
        if state.enactable or state.failable or self.scene.resolving_stopped(kind.name, self.now):
            reasons += [blocker.reason for blocker in self.blocked_by]
        if not state.enactable:
            reasons += self.lacking(kind.enact)
        return tuple(reasons)

    def _serves(self, way: Way) -> bool:
        """Whether the way serves the matter now: it needs no turn, or it is the matter's turn."""
        return not (way.queue and self.plan.kind.queue) or self.docket.oldest(self.case, self.now)

    # -- conditions

    def _holds(self, condition: Condition) -> bool:
        """Whether a condition is met now; its context is as the last look at `now` left it."""
        return condition.when.holds(self.case.context)

    def _met(self, way: Way) -> bool:
        return all(self._holds(condition) for condition in way.conditions)

    def lacking(self, outcome: Outcome) -> list[str]:
        """What the way that comes nearest to the outcome lacks, in sentences."""
        self.case.state(self.now)
        ways = [[part for part in way.conditions if not self._holds(part)] for way in outcome.ways]
        return [sentence for part in min(ways, key=len) for sentence in self._lack(part)]

    def _lack(self, condition: Condition) -> list[str]:
        term = self.scene.law.terms.get(condition.when.source)
        if term is not None:
            return self.lacking(term)
        if condition.when.marks and condition.when.source.startswith("open >"):
            (mark,) = condition.when.marks
            needed = self.plan.hours(self.case.context)[mark.hours]
            more = "more than " if mark.strict else ""
            open_for = hours_and_minutes(self.now - self.case.posted)
            return [f"open for {open_for} of {more}{hours_and_minutes(needed).removesuffix(' 0 min')}"]
        return [f"not so yet: {condition.label}"]

    @cached_property
    def clauses(self) -> tuple[ClauseState, ...]:
        self.case.state(self.now)
        kind = self.plan.kind
        return tuple(
            ClauseState(
                outcome=outcome.name,
                label=way.label,
                rule=way.rule,
                note=way.note,
                met=self._met(way),
                queue=way.queue and kind.queue,
                conditions=tuple(
                    ConditionState(part.label, part.rule, part.note, part.when.source, self._holds(part))
                    for part in way.conditions
                ),
            )
            for outcome in (kind.enact, kind.fail, *self.plan.terms)
            for way in outcome.ways
        )

    @cached_property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {"enact": needs_of(self.case, "enact"), "fail": needs_of(self.case, "fail")}

    # -- what is in the way

    @cached_property
    def blocked_by(self) -> tuple[Blocker, ...]:
        kind = self.plan.kind
        found = [
            Blocker(
                reason=f"{still.label}: {kind.label.lower()}s are not resolved",
                rule=still.rule,
                standstill=still.name,
                until=self._season_end(still),
            )
            for still in self.scene.standing
            if kind.name in still.resolve
        ]
        if kind.queue:
            ahead = self.docket.ahead(self.case, self.now)
            if ahead:
                names = ", ".join(other.matter.title or other.matter.id for other in ahead)
                found.append(
                    Blocker(
                        reason=f"older matters come first: {names}",
                        rule=kind.enact.ways[0].rule,
                        matters=tuple(other.matter.id for other in ahead),
                    )
                )
            if kind.stale is not None and self.case.stale(self.now):
                found.append(
                    Blocker(reason=f"{kind.stale.label}: it may only be failed", rule=kind.stale.rule)
                )
        return tuple(found)

    def _season_end(self, still: Standstill) -> datetime | None:
        return None if still.season is None else instant(season_ticks(still.season, self.scene.at.year)[1])

    @cached_property
    def comments(self) -> tuple[CommentState, ...]:
        return comment_states(self.case)
