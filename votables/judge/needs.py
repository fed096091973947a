"""What a matter still needs: found by trying more votes and later instants through the law's own expressions."""

from ruleset.law.expressions import Value

from .docket import HORIZON, Case
from .instants import TICKS_PER_MINUTE, hours_and_minutes

MOST_WAYS = 3


def needs_of(case: Case, outcome: str) -> tuple[str, ...]:
    """What is missing for `enact` or `fail`, each text one way: "2 more FOR and 7 h 0 min"; empty if nothing
    is.

    Looks at votes and time alone. The fewest votes are sought for now and for each instant at which time
    changes something; a later instant is told only if it takes fewer votes. Voters are taken from those
    without a vote, then from those whose vote counts as nothing or abstains, then from the other side. If
    nothing helps, it says so.
    """
    now = case.scene.tick
    marks = sorted(tick for tick in case.changes(case.plan.marks) if now < tick <= now + HORIZON + 1)
    found: list[str] = []
    fewest: int | None = None
    for tick in (now, *marks):
        votes = _fewest_votes(case, outcome, tick, below=fewest)
        if votes is None:
            continue
        if votes == 0 and tick == now:
            return ()
        found.append(_words(outcome, votes, tick - now))
        fewest = votes
        if votes == 0 or len(found) == MOST_WAYS:
            break
    if found:
        return tuple(found)
    return ("neither votes nor time can bring it about",)


def _fewest_votes(case: Case, outcome: str, tick: int, *, below: int | None) -> int | None:
    """The least number of further votes for the outcome that bring it about at the tick; None if none below
    does.
    """
    n = case.scene.n
    for more in range(n + 1 if below is None else below):
        facts = _with_votes(case, "f" if outcome == "enact" else "a", more)
        if facts is None:
            return None
        state = case.state(tick, case.context_with(facts))
        if state.enactable if outcome == "enact" else state.failable:
            return more
    return None


def _with_votes(case: Case, side: str, more: int) -> dict[str, Value] | None:
    """The facts of the votes with so many more on one side (`f` or `a`), or None if there are not so many
    players.
    """
    tally = case.count.tally
    other = tally.a if side == "f" else tally.f
    silent = case.scene.n - tally.cast
    void = tally.cast - tally.f - tally.a - tally.x
    if more > silent + void + tally.x + other:
        return None
    new = min(more, silent)
    abstaining = min(max(more - silent - void, 0), tally.x)
    turned = max(more - silent - void - tally.x, 0)
    mine = (tally.f if side == "f" else tally.a) + more
    theirs = other - turned
    f, a, x = (mine, theirs, tally.x - abstaining) if side == "f" else (theirs, mine, tally.x - abstaining)
    votes = {"f": f, "a": a, "v": f + a, "x": x, "total": f + a + x, "cast": tally.cast + new}
    return {**case.vote_facts(), **votes}


def _words(outcome: str, votes: int, wait: int) -> str:
    side = "FOR" if outcome == "enact" else "AGAINST"
    parts = [f"{votes} more {side}"] if votes else []
    if wait:
        parts.append(hours_and_minutes(wait + TICKS_PER_MINUTE - 1))
    return " and ".join(parts)
