"""What the judge answers: how everything stands at an instant, and why.

The plain facts of a verdict are fields. Explanations (reasons, clauses, needs, comments, the next change) are
worked out when they are asked for; the judge hands in an `Account` that knows how.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from ruleset.law import Law

from .facts import Comment, Matter


@dataclass(frozen=True, slots=True)
class Vote:
    """A player's vote: the icon that was cast (None: the author's implied vote) and what it counts as.

    `counts_as`: `for`, `against`, `abstain`, a named choice (`choice_a`), or None for nothing. `weight`: what it
    weighs where it counts.
    """

    cast: str | None
    counts_as: str | None
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes counted. `total` = `f` + `a` + `x`; `cast` counts players with any vote, valid or not.

    `f`, `a`, `x` and `choices` (of each named choice, in their order) are weights: numbers of votes, where every
    vote weighs 1. `number` is how many votes are valid (FOR, AGAINST or for a choice) where that is not `f` + `a`;
    `heads` how many players' votes count as FOR, as AGAINST and as abstentions, where not every vote weighs 1.
    """

    f: int
    a: int
    x: int
    cast: int
    number: int | None = None
    choices: tuple[int, ...] = ()
    heads: tuple[int, int, int] | None = None

    @property
    def valid(self) -> int:
        return self.f + self.a if self.number is None else self.number

    @property
    def players(self) -> tuple[int, int, int]:
        """How many players' votes count as FOR, as AGAINST and as explicit abstentions, whatever they weigh."""
        return self.heads or (self.f, self.a, self.x)

    @property
    def total(self) -> int:
        return self.f + self.a + self.x

    @property
    def lead(self) -> int:
        """What the votes for a leading choice weigh; 0 while none has any."""
        return max(self.choices, default=0)

    @property
    def leading(self) -> tuple[int, ...]:
        """The places of the choices that lead, from 0; none while no choice has a vote."""
        lead = self.lead
        return tuple([place for place, votes in enumerate(self.choices) if votes == lead]) if lead else ()

    @property
    def runner_up(self) -> int:
        """What the votes for the best choice that does not lead weigh."""
        return max((votes for votes in self.choices if votes != self.lead), default=0)


@dataclass(frozen=True, slots=True)
class Leave:
    """Whether something may be done. If not: a sentence why, its rule, and when time alone allows it."""

    allowed: bool
    reason: str = ""
    rule: str = ""
    when: datetime | None = None

    def __bool__(self) -> bool:
        return self.allowed


@dataclass(frozen=True, slots=True)
class Limits:
    """How many matters of a kind an author has pending and made today, of how many (None: no limit)."""

    pending: int
    pending_limit: int | None
    today: int
    daily_limit: int | None


@dataclass(frozen=True, slots=True)
class ConditionState:
    """A condition of the law, and whether it is met."""

    label: str
    rule: str
    note: str
    expression: str
    met: bool


@dataclass(frozen=True, slots=True)
class ClauseState:
    """A way of the law to an outcome (`enact`, `fail`, or a word such as `popular`), and whether it is met.

    `queue`: it serves only the oldest matter of the queue.
    """

    outcome: str
    label: str
    rule: str
    note: str
    met: bool
    queue: bool
    conditions: tuple[ConditionState, ...]


@dataclass(frozen=True, slots=True)
class Blocker:
    """What stops a matter from being resolved whatever its votes: older matters, or a standstill.

    `matters`: the ids of the older ones. `standstill`: its name. `until`: when time alone ends it, if it
    does.
    """

    reason: str
    rule: str
    matters: tuple[str, ...] = ()
    standstill: str | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class CommentState:
    """What became of a comment. `cast`: the icon it casts. `ignored`: its other icons, each with the reason.

    `effective`: it is its author's effective vote comment. `counts`: its vote counts as FOR, AGAINST or
    abstention. `reason`: why a vote that it casts is superseded or does not count, else empty.
    """

    comment: Comment
    cast: str | None
    ignored: tuple[tuple[str, str], ...]
    effective: bool
    counts: bool
    reason: str


class Account(Protocol):
    """Explains a matter's verdict when asked."""

    @property
    def sign(self) -> Hashable: ...
    @property
    def why(self) -> tuple[str, ...]: ...
    @property
    def next_change(self) -> datetime | None: ...
    @property
    def next_event(self) -> str: ...
    @property
    def clauses(self) -> tuple[ClauseState, ...]: ...
    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def blocked_by(self) -> tuple[Blocker, ...]: ...
    @property
    def comments(self) -> tuple[CommentState, ...]: ...


@dataclass(frozen=True, slots=True)
class MatterVerdict:
    """How a pending matter stands.

    `effects`: the names of the law's lasting effects on it (`vetoed`, `self_killed`). `terms`: the law's
    words and whether they hold (`popular`, `unpopular`). `oldest` and `stale` are None for a kind without a
    queue. `may_enact` and `may_fail` consider everything, queue and standstill included; `enactable` and
    `failable` votes and time alone.
    """

    matter: Matter
    votes: Mapping[str, Vote]
    tally: Tally
    effects: frozenset[str]
    terms: Mapping[str, bool]
    oldest: bool | None
    stale: bool | None
    enactable: bool
    failable: bool
    may_enact: bool
    may_fail: bool
    account: Account = field(compare=False, repr=False)

    @property
    def vetoed(self) -> bool:
        return "vetoed" in self.effects

    @property
    def self_killed(self) -> bool:
        return "self_killed" in self.effects

    @property
    def is_lost(self) -> bool:
        """Whether it can only fail, whatever is voted: vetoed, withdrawn, or pending for too long."""
        return self.vetoed or self.self_killed or bool(self.stale)

    @property
    def may_yet_pass(self) -> bool:
        """Whether it is still to be reckoned with: not lost, and not failing as votes and time stand."""
        return not self.is_lost and (self.enactable or not self.failable)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The names of the choices that lead, in their order."""
        return tuple([self.matter.choices[place] for place in self.tally.leading])

    @property
    def popular(self) -> bool | None:
        """Whether it is Popular; None under a law without the word."""
        return self.terms.get("popular")

    @property
    def unpopular(self) -> bool | None:
        """Whether it is Unpopular; None under a law without the word."""
        return self.terms.get("unpopular")

    @property
    def why(self) -> tuple[str, ...]:
        """Sentences: why it may be resolved, or what stands in the way."""
        return self.account.why

    @property
    def next_change(self) -> datetime | None:
        """The first instant, in the next 30 days, at which time alone changes what may be done."""
        return self.account.next_change

    @property
    def next_event(self) -> str:
        """What happens then: it goes `stale`, can be enacted (`enact`), failed (`fail`) or either (`both`), or it is
        `held` up; nothing if nothing does."""
        return self.account.next_event

    @property
    def clauses(self) -> tuple[ClauseState, ...]:
        """Every way of the law to enact or fail it, and the words they use, each with whether it is met."""
        return self.account.clauses

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """For `enact` and `fail`: what it still needs, each text one way ("with 2 more FOR in 7 h 0 min")."""
        return self.account.needs

    @property
    def blocked_by(self) -> tuple[Blocker, ...]:
        """What stops it whatever its votes."""
        return self.account.blocked_by

    @property
    def comments(self) -> tuple[CommentState, ...]:
        """Its comments so far, in order of time, and what became of each."""
        return self.account.comments


class Course(Protocol):
    """How the matters go on while only time passes."""

    @property
    def next_moment(self) -> datetime | None: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the game stands at an instant.

    `roster` is in the order of the names' code points; `emperor` is None unless the holder of the office is
    in it. `matters` are those pending, in the order of posting. `may_propose` (a proposal that amends
    `dynastic`) and `may_declare_victory` hold each player of the roster.
    """

    at: datetime
    law: Law
    roster: tuple[str, ...]
    quorum: int
    emperor: str | None
    standstill: tuple[str, ...]
    matters: tuple[MatterVerdict, ...]
    may_propose: Mapping[str, bool]
    may_declare_victory: Mapping[str, bool]
    course: Course = field(repr=False, compare=False)

    @property
    def next_moment(self) -> datetime | None:
        """The first instant from now on at which time alone may change what is said of any matter, or what stands
        still. What may be posted may change before."""
        return self.course.next_moment

    def matter(self, id: str) -> MatterVerdict:
        """The verdict on the pending matter `id`. Raises KeyError for another."""
        for ruling in self.matters:
            if ruling.matter.id == id:
                return ruling
        raise KeyError(id)
