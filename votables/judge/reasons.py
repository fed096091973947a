"""Why a matter stands as it does: reasons, clauses, what blocks it, and when time alone changes it."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import ngettext, since
from ruleset.law.model import Condition, Way
from ruleset.law.phrases import told

from .comment_status import comment_states
from .compiled_law import Moment, is_met
from .kind_names import several_of
from .needs import needs_of
from .queue import PendingMatter, Queue
from .standing import season_end
from .ticks import hours_and_minutes, instant
from .verdict import Blocker, ClauseState, CommentState, ConditionState


class MatterAccount:
    """Explains how one matter of a queue stands now, each thing once, when it is first asked for."""

    def __init__(self, queue: Queue, pending: PendingMatter) -> None:
        self.queue, self.pending = queue, pending
        self.situation, self.compiled = queue.situation, pending.compiled
        self.now = queue.situation.tick

    @cached_property
    def sign(self) -> Hashable:
        """What differs wherever anything is explained differently, but for comments and for lengths of time that go on,
        of the same matter with the same roster, rules and law: it costs little, and to explain costs much."""
        pending, situation = self.pending, self.situation
        moment = pending.moment(self.now)
        marks = sorted(tick for tick in pending.changes(self.compiled.marks) if tick > self.now)
        return (
            self.compiled.key(pending.facts, moment),
            (pending.count.tally, pending.count.whole_weight()),
            tuple(moment.hours.items()),
            tuple(marks),
            self.queue.may(pending, self.now),
            tuple([still.name for still in situation.standing]),
            self.blocked_by,
            self.next_change,
        )

    @cached_property
    def next_change(self) -> datetime | None:
        tick = self.queue.next_change(self.pending)
        return None if tick is None else instant(tick)

    @property
    def next_event(self) -> str:
        """What time alone brings at `next_change`, in one of the words that a verdict has for it."""
        tick = self.queue.next_change(self.pending)
        if tick is None:
            return ""
        if self.compiled.kind.stale is not None and not self.pending.state(self.now).stale:
            if self.pending.state(tick).stale:
                return "stale"
        before, after = self.queue.may(self.pending, self.now), self.queue.may(self.pending, tick)
        enact, fail = (then and not now for now, then in zip(before, after, strict=True))
        return "both" if enact and fail else "enact" if enact else "fail" if fail else "held"

    @property
    def why(self) -> tuple[str, ...]:
        """Why it may be enacted or failed; or what blocks it, and what the likeliest way to enact it lacks."""
        moment = self.pending.moment(self.now)
        reasons = self.compiled.why(self.pending.facts, moment)
        may_enact, may_fail = self.queue.may(self.pending, self.now)
        sentences: list[str] = []
        if may_enact:
            sentences += [
                _("can be enacted: {way}").format(way=told(way.label))
                for way in reasons.enact
                if self._serves(way)
            ]
        if may_fail:
            sentences += [
                _("can be failed: {way}").format(way=told(way.label))
                for way in reasons.fail
                if self._serves(way)
            ]
        if sentences:
            return tuple(sentences)
        if reasons.enact or reasons.fail or self.situation.standing:
            sentences += [blocker.reason for blocker in self.blocked_by]
        return (*sentences, *(self._lack(part, moment) for part in reasons.missing))

    def _serves(self, way: Way) -> bool:
        """Whether the way serves the matter now: it needs no turn, or it is the matter's turn."""
        return not (way.queue and self.compiled.kind.queue) or self.queue.oldest(self.pending, self.now)

    def _lack(self, condition: Condition, moment: Moment) -> str:
        """A condition that is not met, in a sentence."""
        if condition.when.source.startswith("open >") and len(condition.when.marks) == 1:
            (mark,) = condition.when.marks
            needed = hours_and_minutes(moment.hours[mark.hours]).removesuffix(" 0 min")
            sentence = (
                _("open for {time}, needs more than {needed}")
                if mark.strict
                else _("open for {time}, needs {needed}")
            )
            lasted = since(self.pending.posted, hours_and_minutes(moment.open))
            return sentence.format(time=lasted, needed=needed)
        return _("not yet: {condition}").format(condition=told(condition.label))

    @cached_property
    def clauses(self) -> tuple[ClauseState, ...]:
        _state, context = self.compiled.evaluate(self.pending.facts, self.pending.moment(self.now))
        kind = self.compiled.kind
        return tuple(
            ClauseState(
                outcome=outcome.name,
                label=way.label,
                rule=way.rule,
                note=way.note,
                met=is_met(way, context),
                queue=way.queue and kind.queue,
                conditions=tuple(
                    ConditionState(
                        part.label, part.rule, part.note, part.when.source, part.when.holds(context)
                    )
                    for part in way.conditions
                ),
            )
            for outcome in (kind.enact, kind.fail, *self.compiled.terms)
            for way in outcome.ways
        )

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {"enact": needs_of(self.pending, "enact"), "fail": needs_of(self.pending, "fail")}

    # -- what is in the way

    @cached_property
    def blocked_by(self) -> tuple[Blocker, ...]:
        kind = self.compiled.kind
        blockers = [
            Blocker(
                reason=_("{standstill}, so {kind}s wait").format(
                    standstill=told(still.label), kind=several_of(kind)
                ),
                rule=still.rule,
                standstill=still.name,
                until=season_end(still, self.situation.at),
            )
            for still in self.situation.standing
            if kind.name in still.resolve
        ]
        if kind.queue:
            ahead = self.queue.ahead(self.pending, self.now)
            if ahead:
                blockers.append(
                    Blocker(
                        reason=_its_turn([other.matter.title or other.matter.id for other in ahead]),
                        rule=kind.enact.ways[0].rule,
                        matters=tuple(other.matter.id for other in ahead),
                    )
                )
            if kind.stale is not None and self.pending.state(self.now).stale:
                blockers.append(
                    Blocker(
                        reason=_("{state}: it can only fail").format(state=told(kind.stale.label)),
                        rule=kind.stale.rule,
                    )
                )
        return tuple(blockers)

    @cached_property
    def comments(self) -> tuple[CommentState, ...]:
        return comment_states(self.pending)


def _its_turn(titles: Sequence[str]) -> str:
    """That these matters come first: the next to be resolved by name, and how many more."""
    first, others = titles[0], len(titles) - 1
    if not others:
        return _("its turn comes after {title}").format(title=first)
    return ngettext(
        "its turn comes after {title} and {number} other",
        "its turn comes after {title} and {number} others",
        others,
    ).format(title=first, number=others)
