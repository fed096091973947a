"""Verdicts against the facts that they were made from: the judge is asked again, and answers the same."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from players.checking import Check, Finding
from players.models import Player, RosterEvent
from votables import judge
from votables.judge.answer import answer
from votables.models import Resolution
from votables.queries.past_verdicts import NO_SENSE, facts_behind

# What an answer says to people, in the words that the program has for it.
WORDS = "why"
Votes = dict[str, tuple[str, str, int]]


class PastNames:
    """What people were called at any instant."""

    def __init__(self) -> None:
        self.now = dict(Player.objects.values_list("pk", "name"))
        self.until: dict[int, list[datetime]] = defaultdict(list)
        self.were: dict[int, list[str]] = defaultdict(list)
        events = RosterEvent.objects.filter(kind=RosterEvent.Kind.RENAMED).in_order()
        for event in events.iterator(chunk_size=2000):
            self.until[event.player_id].append(event.at)
            self.were[event.player_id].append(event.old_name)

    def at(self, player: int, at: datetime) -> set[str]:
        """The name at `at`; of an instant at which it changed, both."""
        until, names = self.until[player], [*self.were[player], self.now[player]]
        place = bisect_right(until, at)
        return {names[place], *(names[i] for i, when in enumerate(until) if when == at)}


def _resolutions(rows: Iterable[Resolution]) -> Iterator[Finding]:
    names = PastNames()
    for resolution in rows:
        row, page = f"resolution {resolution.pk}", resolution.post.get_absolute_url()
        for sentence in _faults(resolution, names):
            yield Finding(row, f"“{resolution.post}”: {sentence}", page)


def _faults(resolution: Resolution, names: PastNames) -> Iterator[str]:
    """What does not fit in a resolution. One that was imported without facts, or made without asking the judge, has
    no verdict."""
    if not resolution.verdict:
        return
    stored = resolution.verdict
    try:
        again = judged_again(resolution)
    except NO_SENSE as error:
        yield f"the facts of a resolution cannot be judged: {error}."
        return
    if again is None:
        yield "the facts of a resolution do not hold the matter."
        return
    differing = [name for name in stored if name != WORDS and stored[name] != again.get(name)]
    if differing:
        name = differing[0]
        yield (
            f"the judge answers otherwise on the facts of a resolution ({name}: {again.get(name)!r}, and"
            f" {stored[name]!r} is stored)."
        )
    if ballots := _differing_ballots(resolution, names):
        yield f"the ballots of {', '.join(sorted(ballots))} are not as the verdict has them."


def _differing_ballots(resolution: Resolution, names: PastNames) -> set[str]:
    """Whose ballots are not as the verdict says."""
    votes: Votes = {
        name: (vote["cast"] or "", vote["counts_as"] or "", vote.get("weight", 1))
        for name, vote in resolution.verdict["votes"].items()
    }
    left = dict(votes)
    differing: set[str] = set()
    for ballot in resolution.ballots.all():
        called = names.at(ballot.player_id, resolution.at) & left.keys()
        by_verdict = left.pop(called.pop()) if called else None
        if by_verdict != (ballot.cast, ballot.counts_as, ballot.weight):
            differing.add(names.now[ballot.player_id])
    return differing | left.keys()


def judged_again(resolution: Resolution) -> dict[str, Any] | None:
    """What the judge answers on the matter of a resolution, by the facts stored with it and the law that it names; None
    where the matter is not among the facts. Raises what `facts_behind` raises."""
    facts = facts_behind(resolution)
    verdict = judge.judge(facts.game, law=facts.law, at=facts.at)
    answers = answer(verdict)["matters"]
    return next((one for one in answers if one["id"] == str(resolution.post_id)), None)


CHECKS = (
    Check(
        "resolutions",
        lambda: Resolution.objects.select_related("post", "law").prefetch_related("ballots").order_by("pk"),
        _resolutions,
    ),
)
