"""The judge's answer as the game file's description shows it: for machines, and as a table for people."""

from typing import Any

from .instants import format_instant
from .verdict import MatterVerdict, Verdict


def answer(verdict: Verdict) -> dict[str, Any]:
    """The verdict as a JSON value, its keys in the order of the description."""
    return {
        "at": format_instant(verdict.at),
        "law": verdict.law.name,
        "roster": list(verdict.roster),
        "quorum": verdict.quorum,
        "emperor": verdict.emperor,
        "standstill": list(verdict.standstill),
        "matters": [_matter(matter) for matter in verdict.matters],
        "may_propose": dict(verdict.may_propose),
        "may_declare_victory": dict(verdict.may_declare_victory),
    }


def _matter(verdict: MatterVerdict) -> dict[str, Any]:
    tally, change = verdict.tally, verdict.next_change
    return {
        "id": verdict.matter.id,
        "votes": {
            name: {"cast": vote.cast, "counts_as": vote.counts_as} for name, vote in verdict.votes.items()
        },
        "for": tally.f,
        "against": tally.a,
        "abstain": tally.x,
        "vetoed": verdict.vetoed,
        "self_killed": verdict.self_killed,
        "popular": verdict.popular,
        "unpopular": verdict.unpopular,
        "oldest": verdict.oldest,
        "stale": verdict.stale,
        "may_enact": verdict.may_enact,
        "may_fail": verdict.may_fail,
        "why": list(verdict.why),
        "next_change": None if change is None else format_instant(change),
    }
