"""The judge's answer as the game file's description shows it: for machines, and as a table for people."""

from typing import Any

from blognomic.text.instants import format_instant

from .verdict import MatterVerdict, Verdict, Vote


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


def _weight(vote: Vote) -> dict[str, int]:
    """What a vote weighs, where that is not 1."""
    return {} if vote.weight == 1 else {"weight": vote.weight}


def _choices(verdict: MatterVerdict) -> dict[str, Any]:
    """How the named choices of a matter stand: each with its votes in weight, and those that lead."""
    names = verdict.matter.choices
    if not verdict.tally.choices:
        return {}
    counts = [
        {"name": name, "votes": votes} for name, votes in zip(names, verdict.tally.choices, strict=True)
    ]
    return {"choices": counts, "leaders": list(verdict.leaders)}


def _matter(verdict: MatterVerdict) -> dict[str, Any]:
    tally, change = verdict.tally, verdict.next_change
    return {
        "id": verdict.matter.id,
        "votes": {
            name: {"cast": vote.cast, "counts_as": vote.counts_as, **_weight(vote)}
            for name, vote in verdict.votes.items()
        },
        "for": tally.f,
        "against": tally.a,
        "abstain": tally.x,
        **_choices(verdict),
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
