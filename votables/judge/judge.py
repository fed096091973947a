"""The judge: a game, a law, an instant; a verdict."""

from datetime import datetime

from ruleset.law import Law

from .facts import Game
from .limits import PostingLimits
from .queue import PendingMatter, Queue
from .reasons import MatterAccount
from .situation import Situation
from .verdict import MatterVerdict, Verdict


def judge(game: Game, *, law: Law, at: datetime, before: Verdict | None = None) -> Verdict:
    """How everything stands at `at` (aware, UTC), under `law` or whichever of the game's earlier laws was in force.

    Pending matters of kinds that the law then in force does not have are left out: nothing can be said of them.
    `before`: an earlier verdict on the same game. Only the matters that something has come to since are heard again, if
    nothing else has changed that votes are weighed by; the answer is the same as without it.
    """
    situation = Situation(game, law, at)
    queue = Queue(
        situation, before.course if before is not None and isinstance(before.course, Queue) else None
    )
    return Verdict(
        at=at,
        law=situation.law,
        roster=tuple(situation.roster),
        quorum=situation.q,
        emperor=situation.emperor,
        standstill=tuple([still.name for still in situation.standing]),
        matters=tuple([_verdict(queue, pending) for pending in queue.matters]),
        may_propose=_may_post(situation, "proposal", frozenset({"dynastic"})),
        may_declare_victory=_may_post(situation, "dov", frozenset()),
        course=queue,
    )


def _verdict(queue: Queue, pending: PendingMatter) -> MatterVerdict:
    now = queue.situation.tick
    state = pending.state(now)
    queued = pending.compiled.kind.queue
    may_enact, may_fail = queue.may(pending, now)
    return MatterVerdict(
        matter=pending.matter,
        votes=pending.count.votes,
        tally=pending.count.tally,
        effects=frozenset(pending.hearing.effects),
        terms=state.terms,
        oldest=queue.oldest(pending, now) if queued else None,
        stale=state.stale if queued else None,
        enactable=state.enactable,
        failable=state.failable,
        may_enact=may_enact,
        may_fail=may_fail,
        account=MatterAccount(queue, pending),
    )


def _may_post(situation: Situation, kind: str, amends: frozenset[str]) -> dict[str, bool]:
    """For each player of the roster, whether they may post such a matter; nobody may where the law has none."""
    if kind not in situation.law.kinds:
        return dict.fromkeys(situation.roster, False)
    return PostingLimits(situation, kind, amends).everyone()
