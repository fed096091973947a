"""What a matter still needs: found by trying more votes and later instants through the law's own expressions.

Votes are counted in weight. Of a matter between named choices, they are votes for the one that leads, or the first
of those that do.
"""

from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import ngettext, until

from .queue import HORIZON, PendingMatter
from .ticks import TICKS_PER_MINUTE, hours_and_minutes
from .verdict import Tally

MOST_WAYS = 3
MOST_WEIGHT = 1000


def needs_of(pending: PendingMatter, outcome: str) -> tuple[str, ...]:
    """What is missing for `enact` or `fail`, each text one way: "with 2 more FOR in 7 h 0 min"; empty if nothing
    is.

    Looks at votes and time alone. The fewest votes are sought for now and for each instant at which time
    changes something; a later instant is told only if it takes fewer votes. Voters are taken from those
    without a vote, then from those whose vote counts as nothing or abstains, then from the other side. If
    nothing helps, it says so.
    """
    now = pending.situation.tick
    marks = sorted(
        {tick for tick in pending.changes(pending.compiled.marks) if now < tick <= now + HORIZON + 1}
    )
    ways: list[str] = []
    fewest: int | None = None
    for tick in (now, *marks):
        votes = _fewest_votes(pending, outcome, tick, below=fewest)
        if votes is None:
            continue
        if votes == 0 and tick == now:
            return ()
        ways.append(_words(_side(pending, outcome), votes, now, tick))
        fewest = votes
        if votes == 0 or len(ways) == MOST_WAYS:
            break
    return tuple(ways) or (_("neither with more votes nor with time"),)


def _fewest_votes(pending: PendingMatter, outcome: str, tick: int, *, below: int | None) -> int | None:
    """The fewest further votes that bring the outcome about at the tick; None if none `below` does."""
    moment = pending.moment(tick)
    add = _with_choice if pending.count.tally.choices else _with_votes
    whole = pending.count.whole_weight()
    # No more than can be cast; and no longer search than a crowd would take, should votes weigh a million.
    most = whole if pending.situation.law.weight is None else min(whole, MOST_WEIGHT)
    for more in range(most + 1 if below is None else below):
        tally = add(pending.count.tally, whole, more, enact=outcome == "enact")
        if tally is None:
            return None
        if tally.heads is not None:
            tally = _with_heads(tally, more, n=pending.situation.n, enact=outcome == "enact")
        state = pending.compiled.state(pending.facts_with(tally), moment)
        if state.enactable if outcome == "enact" else state.failable:
            return more
    return None


def _with_votes(tally: Tally, n: int, more: int, *, enact: bool) -> Tally | None:
    """The tally with so many more FOR (`enact`) or AGAINST, or None if there are not so many players."""
    if tally.number is not None:
        return _with_weight(tally, n, more, enact=enact)
    mine, theirs = (tally.f, tally.a) if enact else (tally.a, tally.f)
    silent = n - tally.cast
    void = tally.cast - tally.total
    if more > silent + void + tally.x + theirs:
        return None
    abstaining = min(max(more - silent - void, 0), tally.x)
    turned = max(more - silent - void - tally.x, 0)
    f, a = (mine + more, theirs - turned) if enact else (theirs - turned, mine + more)
    return Tally(f, a, tally.x - abstaining, tally.cast + min(more, silent))


def _with_weight(tally: Tally, whole: int, more: int, *, enact: bool) -> Tally | None:
    """The same where not every vote weighs 1: of what the roster weighs as a whole, whoever casts it."""
    mine, theirs = (tally.f, tally.a) if enact else (tally.a, tally.f)
    free = max(whole - tally.total, 0)
    turned = max(more - free - tally.x, 0)
    if turned > theirs:
        return None
    x = tally.x - min(max(more - free, 0), tally.x)
    f, a = (mine + more, theirs - turned) if enact else (theirs - turned, mine + more)
    return replace(tally, f=f, a=a, x=x, cast=tally.cast + bool(more), number=tally.valid + bool(more))


def _with_heads(tally: Tally, more: int, *, n: int, enact: bool) -> Tally:
    """The tally with as many more players on one side as so much weight takes, should each of their votes weigh 1; of
    the `n` in the roster."""
    f, a, x = tally.players
    mine, theirs = (f, a) if enact else (a, f)
    mine = min(mine + more, n)
    theirs, x = min(theirs, n - mine), min(x, n - mine)
    return replace(tally, heads=(mine, theirs, x) if enact else (theirs, mine, x))


def _with_choice(tally: Tally, whole: int, more: int, *, enact: bool) -> Tally | None:
    """The tally with so much more for the choice that leads; no vote works against a matter between choices."""
    if more and (not enact or more > whole - sum(tally.choices)):
        return None
    leader = tally.choices.index(tally.lead)
    choices = tuple([votes + more * (place == leader) for place, votes in enumerate(tally.choices)])
    return replace(tally, choices=choices, cast=tally.cast + bool(more), number=tally.valid + bool(more))


def _side(pending: PendingMatter, outcome: str) -> str:
    """For what further votes are asked."""
    tally = pending.count.tally
    if not tally.choices:
        return "FOR" if outcome == "enact" else "AGAINST"
    if not tally.leading:
        return _("for any choice")
    if len(tally.leading) > 1:
        return _("for one of the leaders")
    return _("for {choice}").format(choice=pending.matter.choices[tally.leading[0]])


def _words(side: str, votes: int, now: int, tick: int) -> str:
    more = ngettext("{number} more {side}", "{number} more {side}", votes).format(number=votes, side=side)
    if tick == now:
        return _("with {votes}").format(votes=more)
    time = until(tick, hours_and_minutes(tick - now + TICKS_PER_MINUTE - 1))
    if not votes:
        return _("in {time}").format(time=time)
    return _("with {votes} in {time}").format(votes=more, time=time)
