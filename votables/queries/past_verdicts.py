"""Resolved matters, looked at again: by the facts that were stored with a resolution, and the law that it names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ruleset.law import Law, LawError, to_object
from ruleset.models import LawVersion
from ruleset.queries import read
from votables import judge
from votables.judge.eras import law_at, special_states
from votables.judge.gamefile import GameFileError, read_object
from votables.judge.icons import icons_in
from votables.judge.strict import printable
from votables.models import Resolution, Status

# What is raised by facts that make no sense.
NO_SENSE = (GameFileError, LawError, KeyError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the judge knew at a resolution."""

    game: judge.Game
    law: Law
    at: datetime


def facts_behind(resolution: Resolution) -> Facts:
    """What a resolution was judged by. Raises one of NO_SENSE for facts that make none. No query, when the law of the
    resolution has been looked up with it, unless the facts name another."""
    law = read(resolution.law.document)
    document = read_object(_with_laws_of_the_time(resolution, law))
    history: Mapping[str, Any] = document.history or {}
    states = resolution.law.special_cases
    apart = list(_matters_apart(resolution.facts, history))
    if "law" in history:
        # Resolutions of old: a law that did not come with the program, and matters of its own kinds, stood apart.
        if history["law"] != law.text:
            raise GameFileError("history.law: it is not the law that the resolution names")
        matters = [_read_again(matter, document.game, law) for matter in (*document.game.matters, *apart)]
    else:
        if to_object(document.law) != to_object(law):
            raise GameFileError("law: it is not the law that the resolution names")
        at = document.at or resolution.at
        known = dict(special_states(law, replace(document.game, special_cases=states), at))
        for name, state in special_states(law, document.game, at):
            if law.special_cases[name].judging and state != known[name]:
                raise GameFileError(
                    f"special_cases[{printable(name)}]: it is not so in the law that the resolution names"
                )
        recorded = document.game.special_cases
        states = {
            name: recorded.get(name, law.is_active(name, {})) if case.judging else known[name]
            for name, case in law.special_cases.items()
        }
        matters = [*document.game.matters, *(_read_again(matter, document.game, law) for matter in apart)]
    game = replace(
        document.game,
        matters=tuple(sorted(matters, key=lambda matter: (matter.posted, int(matter.id)))),
        special_cases=states,
        values=history.get("values", {}),
        holdings=history.get("holdings", {}),
    )
    return Facts(game, law, document.at or resolution.at)


def _with_laws_of_the_time(resolution: Resolution, law: Law) -> dict[str, Any]:
    """The facts, in which the name of a law that comes with the program stands for what it said in this game then: the
    program may have come with another wording since."""
    facts = dict(resolution.facts)
    following = facts.get("laws")
    naming = (
        [facts, *(each for each in following if isinstance(each, dict))]
        if isinstance(following, list)
        else [facts]
    )
    named = {each["law"] for each in naming if isinstance(each.get("law"), str)}
    wordings = {resolution.law.name: to_object(law)}
    if others := named - wordings.keys():
        before = LawVersion.objects.filter(name__in=others, at__lte=resolution.at).order_by("at", "pk")
        wordings |= {each.name: to_object(read(each.document)) for each in before}

    def spelt(value: dict[str, Any]) -> dict[str, Any]:
        name = value.get("law")
        return {**value, "law": wordings[name]} if isinstance(name, str) and name in wordings else value

    if isinstance(following, list):
        facts["laws"] = [spelt(each) if isinstance(each, dict) else each for each in following]
    return spelt(facts)


def possible_before(resolution: Resolution) -> datetime | None:
    """Since when votes and time had let a matter be resolved as it was; None when they had not, or where nobody knows:
    of matters that were resolved elsewhere, without facts, and of corrections."""
    if resolution.from_status != Status.PENDING or not resolution.facts or not resolution.verdict:
        return None
    if resolution.to_status not in (Status.ENACTED, Status.FAILED):
        return None
    try:
        facts = facts_behind(resolution)
        matter = next(one for one in facts.game.matters if one.id == str(resolution.post_id))
        return judge.possible_since(
            facts.game, law=facts.law, at=facts.at, matter=matter, to=resolution.to_status
        )
    except (StopIteration, *NO_SENSE):  # `check_game` says what is wrong with it
        return None


def _matters_apart(facts: Mapping[str, Any], history: Mapping[str, Any]) -> Iterator[judge.Matter]:
    """The matters that a game file cannot hold as they are, with their choices."""
    entries = history.get("matters", [])
    plain = [{key: value for key, value in entry.items() if key != "choices"} for entry in entries]
    as_known = {key: value for key, value in facts.items() if key != "history"}
    as_known["matters"] = [{**entry, "kind": "proposal"} for entry in plain] if "law" in history else plain
    for entry, matter in zip(entries, read_object(as_known).game.matters, strict=True):
        yield replace(matter, kind=entry["kind"], choices=tuple(entry["choices"]))


def _read_again(matter: judge.Matter, game: judge.Game, law: Law) -> judge.Matter:
    """The matter with the icons and choices that its comments had under the law of their time; `law` is the last."""
    comments = (
        replace(one, icons=icons_in(str(one.key), law_at(game, law, one.at).codes_on(len(matter.choices))))
        for one in matter.comments
    )
    return replace(matter, comments=tuple(comments))
