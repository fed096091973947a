"""What of a matter its text says: which of the changes that were sent are those that its sentences make, however they
are put, and which do something else to the same thing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ruleset.text.amending import new_key

from .apply import ChangesOutcome
from .change import Change, stored_changes
from .context import Context, context_of
from .kind import NEW_RULE
from .outcome import outcome_on

Stored = Sequence[Mapping[str, Any]]
Deeds = Mapping[str, object]  # what becomes of each thing
_NAMES_RULES = ("rule", "parent", "after", "other")


@dataclass(frozen=True, slots=True)
class Agreement:
    """How `carried` changes stand to those that a text makes (`spoken`), by their places: which of these says each
    (`matches`), all that are said by carried ones (`accounted`), and the pairs that do different things to the same
    thing, each with what that is called (`contrary`)."""

    matches: Mapping[int, int]
    accounted: frozenset[int]
    contrary: tuple[tuple[int, int, str], ...] = ()

    def unsaid(self, carried: Stored) -> tuple[int, ...]:
        """The places of the changes that the text does not say."""
        return tuple(place for place in range(len(carried)) if place not in self.matches)


def agreement(carried: Stored, spoken: Stored, *, at: datetime, then: bool = False) -> Agreement:
    """How changes stand to those that a text makes, as they are stored, in the game at `at` (UTC): now, or with `then`
    at an instant that is over. They are worked out only where some are not put alike: the queries of `context_of`, or
    none."""
    matches = _alike(carried, spoken)
    rest = [place for place in range(len(carried)) if place not in matches]
    left = [place for place in range(len(spoken)) if place not in matches.values()]
    if not rest or not left:
        return Agreement(matches, frozenset(matches.values()))
    mine, theirs = stored_changes(carried), stored_changes(spoken)
    context = context_of([*mine, *theirs], at=at, submitted=[at], then=then)
    return _Comparison(mine, theirs, context, at, matches).compare(rest, left)


def with_places(change: Mapping[str, Any], places: Mapping[int, int]) -> dict[str, Any] | None:
    """A change that speaks of the new rules of others where those stand now; None where one has no place."""
    moved_change = dict(change)
    for name in _NAMES_RULES:
        key = moved_change.get(name)
        if isinstance(key, str) and (new := NEW_RULE.fullmatch(key)):
            if int(new[1]) not in places:
                return None
            moved_change[name] = new_key(places[int(new[1])])
    return moved_change


def _alike(carried: Stored, spoken: Stored) -> dict[int, int]:
    """Those that are put alike: of changes that build on others, those that build on the same."""
    matches: dict[int, int] = {}
    left = dict(enumerate(spoken))
    for place, change in enumerate(carried):
        moved_change = with_places(change, matches)
        same = next((there for there, one in left.items() if one == moved_change), None)
        if same is not None:
            matches[place] = same
            del left[same]
    return matches


class _Comparison:
    """Changes compared by what they do: each after those before it, and by itself on how things stand."""

    def __init__(
        self,
        carried: Sequence[Change],
        spoken: Sequence[Change],
        context: Context,
        at: datetime,
        matches: dict[int, int],
    ):
        self.carried, self.spoken, self.context, self.at = carried, spoken, context, at
        self.matches, self.accounted = matches, set(matches.values())
        self.mine, self.theirs = _deeds(self._outcome(carried)), _deeds(self._outcome(spoken))

    def compare(self, rest: Iterable[int], left: Iterable[int]) -> Agreement:
        rest = [place for place in rest if not self._match_one(place, left)]
        rest = [place for place in rest if not self._match_several(place)]
        contrary = [
            (place, there, thing)
            for place in rest
            for there in left
            if there not in self.accounted and (thing := self._meets(place, there)) is not None
        ]
        return Agreement(self.matches, frozenset(self.accounted), tuple(contrary))

    def _outcome(self, changes: Iterable[Change]) -> ChangesOutcome:
        return outcome_on(self.context, changes, submitted=self.at, is_draft=True)

    def _alone(self, change: Change) -> Deeds:
        return {} if change.new_rules else _deeds(self._outcome([change]))[0]

    def _match_one(self, place: int, left: Iterable[int]) -> bool:
        """Whether one change of the text that none has matched so far does the same."""
        for there in left:
            if there in self.accounted:
                continue
            is_same = self.mine[place] and self.mine[place] == self.theirs[there]
            if not is_same and (alone := self._alone(self.carried[place])):
                is_same = alone == self._alone(self.spoken[there])
            if is_same:
                self._note(place, [there])
                return True
        return False

    def _match_several(self, place: int) -> bool:
        """Whether all that it changes comes to the same in the end by several of either."""
        end, end_of_text = _together(self.mine), _together(self.theirs)
        things = self.mine[place]
        if not things or any(end_of_text.get(thing) != end[thing] for thing in things):
            return False
        self._note(place, [there for there, deeds in enumerate(self.theirs) if deeds.keys() & things.keys()])
        return True

    def _note(self, place: int, there: Sequence[int]) -> None:
        adding = [one for one in there if self.spoken[one].adds_rule == self.carried[place].adds_rule]
        self.matches[place] = (adding or there)[-1]
        self.accounted.update(there)

    def _meets(self, place: int, there: int) -> str | None:
        """What both change, where it matters which of them is carried out, or whether both are."""
        mine, theirs = self.carried[place], self.spoken[there]
        if not self.mine[place].keys() & self.theirs[there].keys():
            return None
        if mine.kind.merges and theirs.kind.merges and not (mine.new_rules or theirs.new_rules):
            one, other = self._outcome([mine, theirs]), self._outcome([theirs, mine])
            if not (one.misfits or other.misfits) and one.after == other.after:
                return None
        outcome = self._outcome(self.carried[: place + 1])
        return ", ".join(mine.kind.about(outcome.effects[place], outcome)) or mine.name


def _together(deeds: Iterable[Deeds]) -> dict[str, object]:
    """What becomes of each thing in the end."""
    return {thing: becomes for one in deeds for thing, becomes in one.items()}


def _deeds(outcome: ChangesOutcome) -> list[Deeds]:
    """What becomes of each thing by each change, on the condition that it has."""
    all_deeds: list[Deeds] = []
    for effect in outcome.effects:
        if effect.misfit is not None:
            all_deeds.append({})
            continue
        when = effect.change.when
        condition = json.dumps(when.as_json(), sort_keys=True) if when is not None else ""
        deeds = effect.change.kind.deeds(effect, outcome)
        all_deeds.append({thing: (condition, becomes) for thing, becomes in deeds.items()})
    return all_deeds
