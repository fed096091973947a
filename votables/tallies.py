"""How a matter came out, in words."""

from collections.abc import Mapping

from votables import judge


def tally_of(ruling: judge.MatterVerdict) -> str:
    """The tally for people: "5–1", "3–2 with 1 abstaining"."""
    votes = ruling.tally
    return f"{votes.f}–{votes.a}" + (f" with {votes.x} abstaining" if votes.x else "")


def outcome_note(ruling: judge.MatterVerdict, *, to: str, by: str, because: str) -> str:
    """What resolution writes into the admin field: "Enacted 5–1 by Alice, reached quorum." `because` may be empty."""
    verb = {"enacted": "Enacted", "failed": "Failed", "illegal": "Marked as illegal"}[to]
    return f"{verb} {tally_of(ruling)} by {by}{', ' if because else ''}{because}."


def because_of_the_law(ruling: judge.MatterVerdict, *, to: str, quorum: int, words: Mapping[str, str]) -> str:
    """Why the law lets the matter be resolved so, in a few words."""
    if to == "illegal":
        return "not a legal matter"
    if to == "enacted":
        return "reached quorum" if ruling.tally.f >= quorum else "timed out in its favour"
    if ruling.vetoed:
        return "vetoed"
    if ruling.self_killed:
        return words.get("self_killed", "self-killed")
    met = [clause.label for clause in ruling.clauses if clause.outcome == "fail" and clause.met]
    return f"because {met[0].rstrip('.')}" if met else "against its votes"
