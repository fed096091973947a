"""Verdicts against the facts that they were made from: the judge is asked again, and answers the same."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from players.checking import Check, Finding
from players.models import Player, RosterEvent
from ruleset.law import Law, LawError
from ruleset.queries import read
from votables import judge
from votables.exporting import is_shipped
from votables.judge.answer import answer
from votables.judge.gamefile import GameFileError, read_object
from votables.judge.icons import icons_in
from votables.models import Resolution

# What an answer says to people, in the words that the program has for it.
WORDS = "why"
Votes = dict[str, tuple[str, str, int]]


class Names:
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
    names = Names()
    for resolution in rows:
        row, page = f"resolution {resolution.pk}", resolution.post.get_absolute_url()
        for sentence in _faults(resolution, names):
            yield Finding(row, f"“{resolution.post}”: {sentence}", page)


def _faults(resolution: Resolution, names: Names) -> Iterator[str]:
    """What does not fit in a resolution. One that was imported without facts, or made without asking the judge, has
    no verdict."""
    if not resolution.verdict:
        return
    said = resolution.verdict
    try:
        again = judged_again(resolution)
    except (GameFileError, LawError, KeyError, TypeError, ValueError) as error:
        yield f"the facts of a resolution cannot be judged: {error}."
        return
    if again is None:
        yield "the facts of a resolution do not hold the matter."
        return
    differing = [name for name in said if name != WORDS and said[name] != again.get(name)]
    if differing:
        name = differing[0]
        yield (
            f"the judge answers otherwise on the facts of a resolution ({name}: {again.get(name)!r}, and"
            f" {said[name]!r} is stored)."
        )
    if differing := _differing_ballots(resolution, names):
        yield f"the ballots of {', '.join(sorted(differing))} are not as the verdict has them."


def _differing_ballots(resolution: Resolution, names: Names) -> set[str]:
    """Whose ballots are not as the verdict says."""
    votes: Votes = {
        name: (vote["cast"] or "", vote["counts_as"] or "", vote.get("weight", 1))
        for name, vote in resolution.verdict["votes"].items()
    }
    left = dict(votes)
    found: set[str] = set()
    for ballot in resolution.ballots.all():
        called = names.at(ballot.player_id, resolution.at) & left.keys()
        told = left.pop(called.pop()) if called else None
        if told != (ballot.cast, ballot.counts_as, ballot.weight):
            found.add(names.now[ballot.player_id])
    return found | left.keys()


def judged_again(resolution: Resolution) -> dict[str, Any] | None:
    """What the judge answers on the matter of a resolution, by the facts stored with it and the law that it names; None
    where the matter is not among the facts. Raises GameFileError, LawError, KeyError, TypeError or ValueError for facts
    that make no sense."""
    law = read(resolution.law.document)
    document = read_object(resolution.facts)
    history: Mapping[str, Any] = document.history or {}
    if history.get("law", law.text) != law.text:
        raise GameFileError("history.law: it is not the law that the resolution names")
    matters = [*document.game.matters, *_of_unknown_kinds(resolution.facts, history)]
    matters = [_read_again(matter, law) for matter in matters] if not is_shipped(law) else matters
    game = replace(
        document.game,
        matters=tuple(sorted(matters, key=lambda matter: (matter.posted, int(matter.id)))),
        special_cases=resolution.law.special_cases,
        values=history.get("values", {}),
        holdings=history.get("holdings", {}),
    )
    verdict = judge.judge(game, law=law, at=document.at or resolution.at)
    answers = answer(verdict)["matters"]
    return next((one for one in answers if one["id"] == str(resolution.post_id)), None)


def _of_unknown_kinds(facts: Mapping[str, Any], history: Mapping[str, Any]) -> Iterator[judge.Matter]:
    """The matters of kinds that the law which a file can name does not know, with their choices."""
    entries = history.get("matters", [])
    plain = [{key: value for key, value in entry.items() if key != "choices"} for entry in entries]
    as_known = {key: value for key, value in facts.items() if key != "history"}
    as_known["matters"] = [{**entry, "kind": "proposal"} for entry in plain]
    for entry, matter in zip(entries, read_object(as_known).game.matters, strict=True):
        yield replace(matter, kind=entry["kind"], choices=tuple(entry["choices"]))


def _read_again(matter: judge.Matter, law: Law) -> judge.Matter:
    """The matter with the icons that its comments have under that law."""
    codes = law.codes_on(len(matter.choices))
    comments = (replace(one, icons=icons_in(str(one.key), codes)) for one in matter.comments)
    return replace(matter, comments=tuple(comments))


CHECKS = (
    Check(
        "resolutions",
        lambda: Resolution.objects.select_related("post", "law").prefetch_related("ballots").order_by("pk"),
        _resolutions,
    ),
)
