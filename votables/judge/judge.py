"""The judge: a game, a law, an instant; a verdict."""

from datetime import datetime

from ruleset.law import Law

from .accounts import MatterAccount
from .docket import Case, Docket
from .facts import Game
from .limits import Poster
from .situation import Scene
from .verdict import MatterVerdict, Verdict


def judge(game: Game, *, law: Law, at: datetime) -> Verdict:
    """How everything stands at `at` (aware, UTC), under `law` or whichever of the game's earlier laws was in force.

    Pending matters of kinds that the law then in force does not have are left out: nothing can be said of them.
    """
    scene = Scene(game, law, at)
    docket = Docket(scene)
    return Verdict(
        at=at,
        law=scene.law,
        roster=tuple(scene.roster),
        quorum=scene.q,
        emperor=scene.emperor,
        standstill=tuple([still.name for still in scene.standing]),
        matters=tuple([_verdict(docket, case) for case in docket.cases]),
        may_propose=_may_post(scene, "proposal", frozenset({"dynastic"})),
        may_declare_victory=_may_post(scene, "dov", frozenset()),
    )


def _verdict(docket: Docket, case: Case) -> MatterVerdict:
    now = docket.scene.tick
    state = case.state(now)
    queued = case.plan.kind.queue
    may_enact, may_fail = docket.may(case, now)
    return MatterVerdict(
        matter=case.matter,
        votes=case.count.votes,
        tally=case.count.tally,
        effects=frozenset(case.hearing.effects),
        terms=state.terms,
        oldest=docket.oldest(case, now) if queued else None,
        stale=state.stale if queued else None,
        enactable=state.enactable,
        failable=state.failable,
        may_enact=may_enact,
        may_fail=may_fail,
        account=MatterAccount(docket, case),
    )


def _may_post(scene: Scene, kind: str, amends: frozenset[str]) -> dict[str, bool]:
    """For each player of the roster, whether they may post such a matter; nobody may where the law has none."""
    if kind not in scene.law.kinds:
        return dict.fromkeys(scene.roster, False)
    return Poster(scene, kind, amends).everyone()
