"""The names that a law's expressions may use, place by place, with what they mean and samples to try them on."""

from collections.abc import Iterable, Sequence

from .expressions import TICKS_PER_HOUR, Samples, Value
from .parts import AMENDS, RulesetPart

# Every name but those that the law itself defines (its effects and terms), for people who write laws.
MEANINGS = {
    "n": "how many players are in the roster",
    "q": "quorum",
    "f": "the weight of the votes that count as FOR: their number, where every vote weighs 1",
    "a": "the weight of the votes that count as AGAINST",
    "v": "how many valid votes there are: FOR, AGAINST or for a named choice",
    "x": "the weight of the explicit abstentions",
    "total": "the weight of the votes FOR and AGAINST and of the explicit abstentions",
    "players_for": "how many players' votes count as FOR, whatever they weigh",
    "players_against": "how many players' votes count as AGAINST, whatever they weigh",
    "players_abstaining": "how many players abstain explicitly, whatever their votes weigh",
    "w": "what the votes of the whole roster would weigh; as much as n, where every vote weighs 1",
    "choices": "how many named choices the matter has",
    "leaders": "how many named choices have the most votes, in weight; 0 while none has any",
    "lead_votes": "the weight of the votes for a leading choice",
    "next_votes": "the weight of the votes for the best choice that does not lead",
    "cast": "players with any vote, valid or not, implied ones included",
    "has_emperor": "whether there is an emperor in the roster",
    "emperor_for": "whether the emperor's vote counts as FOR",
    "emperor_against": "whether the emperor's vote counts as AGAINST",
    "emperor_vote": "the emperor's last icon or implied vote, or an empty text",
    "plain_for": "players whose own last icon or implied vote is FOR",
    "plain_against": "players whose own last icon is AGAINST",
    "own": "whether the vote is the emperor's own",
    "kind": "the kind of the matter, or the one that it is resolved like",
    "amends": "the list of what the matter would amend",
    "changes_nothing": "whether the matter would change nothing",
    "illegal": "whether the matter is illegal",
    "is_author": "whether the writer is the author of the matter",
    "is_emperor": "whether the writer holds the office of emperor, idle or not",
    "is_admin": "whether the writer is an admin",
    "icon": "the icon that was cast, or that an author counts as having cast; an empty text where there is none",
    "in_roster": "whether the writer is in the roster",
    "hiatus": "whether the game is in hiatus",
    "special": "the special cases: special['NAME'] is whether it is active",
    "values": "what the gamestate tracks: values.NAME",
    "voter": "what the gamestate tracks for whoever cast the vote: voter.NAME",
    "author": "what the gamestate tracks for whoever posts: author.NAME",
    "open": "how long the matter has been open: `open >= hours.NAME` or `open > hours.NAME`",
    "hours": "the hours of this law",
    "enactable": "whether it could be enacted, looking at votes and time alone",
}

_COUNTS: Sequence[Value] = (0, 1, 2, 3, 4, 5, 7, 12)
_ROSTERS: Sequence[Value] = (0, 1, 2, 3, 4, 5, 6, 9, 20)
_QUORUMS: Sequence[Value] = (1, 2, 3, 4, 5, 11)
_OF_CHOICES = ("choices", "leaders", "lead_votes", "next_votes")
_YES_NO: Sequence[Value] = (True, False)
_AMENDS: Sequence[Value] = (
    [],
    [RulesetPart.CORE.value],
    [RulesetPart.DYNASTIC.value],
    [RulesetPart.APPENDIX.value, "gamestate"],
    ["roster"],
    list(AMENDS),
)
_OPEN: Sequence[Value] = tuple(
    TICKS_PER_HOUR * h + extra for h in (0, 12, 24, 48, 96, 168, 400) for extra in (0, 1)
)


class Vocabulary:
    """The names known to a law with these kinds, icons, hours and special cases; effects and terms are added."""

    def __init__(
        self,
        *,
        kinds: Iterable[str],
        icons: Iterable[str],
        hours: Iterable[str],
        special_cases: Iterable[str],
    ) -> None:
        self.kinds: Sequence[Value] = tuple(kinds)
        self.votes: Sequence[Value] = (*icons, "")
        self.hours: Sequence[Value] = (dict.fromkeys(hours, TICKS_PER_HOUR * 24),)
        names = tuple(special_cases)
        self.special: Sequence[Value] = tuple(dict.fromkeys(names, state) for state in (True, False))
        self.facts: dict[str, Sequence[Value]] = {}

    def add_fact(self, name: str) -> None:
        """A yes or no that the law defines: an effect or a term."""
        self.facts[name] = _YES_NO

    @property
    def quorum(self) -> Samples:
        return {"n": _ROSTERS}

    @property
    def game(self) -> Samples:
        """The game at an instant."""
        return {"n": _ROSTERS, "q": _QUORUMS, "hiatus": _YES_NO, "special": self.special}

    @property
    def standstill(self) -> Samples:
        """The game, before it is known whether it stands still."""
        return {"n": _ROSTERS, "q": _QUORUMS, "special": self.special}

    @property
    def matter(self) -> Samples:
        """A matter as it was posted, in the game at an instant."""
        flags = {"changes_nothing": _YES_NO, "illegal": _YES_NO}
        return {**self.game, **flags, "kind": self.kinds, "amends": _AMENDS}

    @property
    def posting(self) -> Samples:
        """Who would post a matter."""
        return {**self.game, "is_emperor": _YES_NO, "is_admin": _YES_NO}

    @property
    def comment(self) -> Samples:
        """A comment on a matter, as things stood when it was posted."""
        return {**self.matter, "is_author": _YES_NO, "is_emperor": _YES_NO, "in_roster": _YES_NO}

    @property
    def deferral(self) -> Samples:
        """A deferring vote on a matter."""
        counts = {"plain_for": _COUNTS, "plain_against": _COUNTS}
        return {**self.matter, **counts, "has_emperor": _YES_NO, "emperor_vote": self.votes, "own": _YES_NO}

    @property
    def votes_on_matter(self) -> Samples:
        """A matter with its votes, whatever the time."""
        players = ("players_for", "players_against", "players_abstaining")
        votes = ("f", "a", "v", "x", "total", "cast", "w", *_OF_CHOICES)
        counts = dict.fromkeys((*votes, *players), _COUNTS)
        emperor = dict.fromkeys(("has_emperor", "emperor_for", "emperor_against"), _YES_NO)
        return {**self.matter, **counts, **emperor, **self.facts}

    @property
    def judging(self) -> Samples:
        """A matter with its votes and its time: where conditions stand."""
        return {**self.votes_on_matter, **self.time}

    @property
    def time(self) -> Samples:
        return {"open": _OPEN, "hours": self.hours}

    @property
    def waiting(self) -> Samples:
        """A matter and its time, without votes."""
        return {**self.matter, **self.time}

    def limits(self, values: Iterable[str], author: Iterable[str]) -> Samples:
        """A formula over the gamestate's `values` and those of whoever posts, whose names are whatever the formula
        says."""
        return {**self.game, "values": _numbers(values), "author": _numbers(author)}

    def weight(self, values: Iterable[str], voter: Iterable[str]) -> Samples:
        """A vote, now: who cast it, with which icon, on what; the gamestate's `values`, and those of the voter."""
        who = dict.fromkeys(("is_author", "is_emperor", "is_admin"), _YES_NO)
        tracked = {"values": _numbers(values), "voter": _numbers(voter)}
        return {**self.matter, **who, **tracked, "icon": self.votes}


def _numbers(names: Iterable[str]) -> Sequence[Value]:
    """Samples of a table that holds these numbers."""
    known = tuple(names)
    return tuple(dict.fromkeys(known, number) for number in (1, 2, 5))
