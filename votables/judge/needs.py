"""What a matter still needs: found by trying more votes and later instants through the law's own expressions."""

from .docket import HORIZON, Case
from .instants import TICKS_PER_MINUTE, hours_and_minutes
from .verdict import Tally

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
    marks = sorted({tick for tick in case.changes(case.plan.marks) if now < tick <= now + HORIZON + 1})
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
    return tuple(found) or ("neither votes nor time can bring it about",)


def _fewest_votes(case: Case, outcome: str, tick: int, *, below: int | None) -> int | None:
    """The fewest further votes that bring the outcome about at the tick; None if none `below` does."""
    moment = case.moment(tick)
    for more in range(case.scene.n + 1 if below is None else below):
        tally = _with_votes(case.count.tally, case.scene.n, more, enact=outcome == "enact")
        if tally is None:
            return None
        state = case.plan.state(case.facts_with(tally), moment)
        if state.enactable if outcome == "enact" else state.failable:
            return more
    return None


def _with_votes(tally: Tally, n: int, more: int, *, enact: bool) -> Tally | None:
    """The tally with so many more FOR (`enact`) or AGAINST, or None if there are not so many players."""
    mine, theirs = (tally.f, tally.a) if enact else (tally.a, tally.f)
    silent = n - tally.cast
    void = tally.cast - tally.total
    if more > silent + void + tally.x + theirs:
        return None
    abstaining = min(max(more - silent - void, 0), tally.x)
    turned = max(more - silent - void - tally.x, 0)
    f, a = (mine + more, theirs - turned) if enact else (theirs - turned, mine + more)
    return Tally(f, a, tally.x - abstaining, tally.cast + min(more, silent))


def _words(outcome: str, votes: int, wait: int) -> str:
    side = "FOR" if outcome == "enact" else "AGAINST"
    parts = [f"{votes} more {side}"] if votes else []
    if wait:
        parts.append(hours_and_minutes(wait + TICKS_PER_MINUTE - 1))
    return " and ".join(parts)
