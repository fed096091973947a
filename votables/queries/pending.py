"""Pending matters as pages show them: how each stands, who voted, and how to say so. No queries of their own."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.web import holes
from players.models import Player
from players.present import digest
from ruleset.law.choices import code_of, letters
from votables import judge
from votables.models import Post, Status
from votables.queries.tally_text import lead_in_words, tally_in_words

from .judge_facts import Docket
from .vote_icons import Legend, legend_of

Told = TypeVar("Told")
WITHDRAWN = "withdrawn"  # as the documents of the law say it, in English
STATE_LABELS = {
    "enactable": gettext_lazy("can be enacted"),
    "failable": gettext_lazy("can be failed"),
    "vetoed": gettext_lazy("vetoed"),
    "withdrawn": gettext_lazy("withdrawn"),
    "stale": gettext_lazy("stale"),
    "stopped": gettext_lazy("the game stands still"),
    "behind": gettext_lazy("waiting for its turn"),
    "waiting": gettext_lazy("has its quorum"),
    "popular": gettext_lazy("popular"),
    "unpopular": gettext_lazy("unpopular"),
    "open": gettext_lazy("open"),
}


@dataclass(frozen=True, slots=True)
class VoteShown:
    """A vote on the page: whose, what they cast ("" when implied), what it counts as ("" for nothing)."""

    player: Player
    cast: str
    counts_as: str
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Struck:
    """A vote that does not stand: superseded by a later one, or of somebody who has no vote, or an ignored icon."""

    player: Player
    cast: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChoiceBar:
    """A named choice on the page: its letter, its votes in weight, of how much all choices have (at least 1), whether
    it leads, and who voted for it."""

    letter: str
    name: str
    votes: int
    whole: int
    leads: bool
    voters: list[Any]


def bars_of(names: Sequence[str], votes: Sequence[int], cast: Iterable[Any]) -> list[ChoiceBar]:
    """The choices with their votes; `cast` are votes or ballots."""
    cast = list(cast)
    whole, lead = max(sum(votes), 1), max(votes, default=0)
    return [
        ChoiceBar(
            code_of(key).upper(),
            name,
            number,
            whole,
            0 < number == lead,
            [v for v in cast if v.counts_as == key],
        )
        for key, name, number in zip(letters(len(names)), names, votes, strict=False)
    ]


@dataclass
class Case:
    """A pending matter as pages show it: the post, what the judge says of it and how to say so."""

    post: Post
    ruling: judge.MatterVerdict
    docket: Docket

    @cached_property
    def sign(self) -> str:
        """What tells any two states of a case apart, as long as roster, rules and law are the same: pages keep what
        shows it while it is the same."""
        ruling = self.ruling
        comments = ruling.matter.comments
        votes = [(name, vote.cast, vote.counts_as, vote.weight) for name, vote in ruling.votes.items()]
        stands = ruling.oldest, ruling.stale, ruling.enactable, ruling.failable
        return digest(
            (
                self.post.sign,
                (len(comments), [comment.key for comment in comments[-1:]]),
                (votes, sorted(ruling.effects), ruling.terms, stands),
                ruling.account.sign,
                self.quorum,
            )
        )

    @cached_property
    def hearing(self) -> judge.Hearing:
        """What has been said on it, for whoever may say more."""
        return judge.heard(
            self.docket.game, law=self.docket.law, at=self.docket.at, matter=self.ruling.matter
        )

    def __getattr__(self, name: str) -> Any:
        """What the case does not say itself (next_change, vetoed, clauses…), the judge's ruling or its tally says."""
        if name in ("f", "a", "x"):
            return getattr(self.ruling.tally, name)
        return getattr(self.ruling, name)

    @property
    def quorum(self) -> int:
        return self.docket.verdict.quorum

    @property
    def roster_size(self) -> int:
        return len(self.docket.verdict.roster)

    @cached_property
    def tally(self) -> str:
        """The tally, short: of a vote between choices by their letters, "A 4, B 2"."""
        if self.bars:
            return ", ".join(f"{bar.letter} {bar.votes}" for bar in self.bars)
        return tally_in_words(self.ruling)

    @cached_property
    def legend(self) -> Legend:
        """How the votes look under the law in force."""
        return legend_of(self.docket.law, self.post.choices)

    @property
    def weighted(self) -> bool:
        """Whether not every vote weighs 1."""
        return self.docket.law.weight is not None

    @cached_property
    def bars(self) -> list[ChoiceBar]:
        """How the named choices stand; none on other matters."""
        tally = self.ruling.tally
        return bars_of(self.post.choices, tally.choices, self.votes) if tally.choices else []

    @cached_property
    def standing(self) -> str:
        """How a vote between choices stands, in a few words: "Bobby leads 4 to 2"."""
        tally = self.ruling.tally
        return lead_in_words(self.ruling.matter.choices, tally.choices) if tally.choices else ""

    @property
    def marks(self) -> list[str]:
        """What sticks to the matter by votes, in the law's words, besides what its state says."""
        words = self.docket.law.words.effects
        return [
            words.get(effect.name, effect.label)
            for effect in self.docket.law.effects
            if effect.name in self.ruling.effects and effect.name not in ("vetoed", "self_killed")
        ]

    @cached_property
    def state(self) -> str:
        """One word for where the matter stands, as STATE_LABELS has it."""
        ruling = self.ruling
        if ruling.may_enact:
            return "enactable"
        for word, holds in (
            ("vetoed", ruling.vetoed),
            ("withdrawn", ruling.self_killed),
            ("stale", ruling.stale),
        ):
            if holds:
                return word
        if ruling.may_fail:
            return "failable"
        if ruling.enactable or ruling.failable:
            return "stopped" if any(block.standstill for block in ruling.blocked_by) else "behind"
        if ruling.tally.f >= self.docket.verdict.quorum:
            return "waiting"
        return "popular" if ruling.popular else "unpopular" if ruling.unpopular else "open"

    @property
    def is_doomed(self) -> bool:
        """Whether it fails for what its sentence does not name: a veto, its author, its age."""
        return self.state in ("vetoed", "withdrawn", "stale")

    @property
    def state_label(self) -> str:
        if self.state == "withdrawn":
            word = self.docket.law.words.effects.get("self_killed", WITHDRAWN)
            return word if word != WITHDRAWN else str(STATE_LABELS["withdrawn"])
        if self.state == "enactable" and self.bars:
            return _("can be decided")
        return str(STATE_LABELS[self.state])

    @property
    def needs(self) -> list[str]:
        """What it still needs, in sentences: to be enacted, then to be failed."""
        return self._told("needs", self._needs)

    def _told(self, what: str, tell: Callable[[], Told]) -> Told:
        """What is told of the case; once as the docket's instant has it, and once with lengths of time left open."""
        key = what, holes.is_open("w")
        if key not in self._texts:
            self._texts[key] = tell()
        return self._texts[key]

    @cached_property
    def _texts(self) -> dict[tuple[str, bool], Any]:
        return {}

    def _needs(self) -> list[str]:
        enact = _("Can be decided {ways}.") if self.bars else _("Passes {ways}.")
        sentences = {"enact": enact, "fail": _("Fails {ways}.")}
        return [
            sentences[outcome].format(ways=_any_of(ways))
            for outcome, ways in self.ruling.needs.items()
            if ways
        ]

    @cached_property
    def votes(self) -> list[VoteShown]:
        """The votes of the roster, in the order of the names."""
        return [
            VoteShown(self.docket.players[name], vote.cast or "", vote.counts_as or "", vote.weight)
            for name, vote in self.ruling.votes.items()
        ]

    @cached_property
    def waiting(self) -> list[Player]:
        """The players of the roster who have no vote yet."""
        return [player for player in self.docket.roster if player.name not in self.ruling.votes]

    @cached_property
    def comment_states(self) -> dict[Hashable, judge.CommentState]:
        """For each comment (by its key) what its vote is worth."""
        return {state.comment.key: state for state in self.ruling.comments}

    @cached_property
    def struck(self) -> list[Struck]:
        """Votes that do not stand, each with the reason, in the order in which they were cast."""
        return [
            Struck(self.docket.players[state.comment.author], state.cast, state.reason)
            for state in self.comment_states.values()
            if state.cast and not state.counts and state.reason
        ]

    @property
    def sentence(self) -> str:
        """The verdict in one sentence, first on the page."""
        return self._told("sentence", self._sentence)

    def _sentence(self) -> str:
        ruling = self.ruling
        if self.bars:
            return self._sentence_on_choices()
        if ruling.may_enact and ruling.may_fail:
            return _("An admin can enact or fail it now.")
        if ruling.may_enact:
            return _("An admin can enact it now.")
        if ruling.may_fail:
            return _("An admin can fail it now.")
        if ruling.enactable or ruling.failable:
            return self._could_be().format(reasons="; ".join(block.reason for block in ruling.blocked_by))
        if ways := ruling.needs.get("enact"):
            sentence = _("Passes {ways}.")
            if self.state == "waiting":
                sentence = _("Has its quorum. Can be enacted {ways}.")
            return sentence.format(ways=_any_of(ways))
        return _("Cannot be resolved now: {reasons}.").format(reasons="; ".join(ruling.why))

    @property
    def rest(self) -> str:
        """What the sentence says besides the badge of its state, where both stand side by side; "" for nothing."""
        return self._told("rest", self._rest)

    def _rest(self) -> str:
        ruling = self.ruling
        if not self.bars:
            if self.state in ("enactable", "failable") and ruling.may_enact != ruling.may_fail:
                return ""
            if self.state == "waiting" and (ways := ruling.needs.get("enact")):
                return _("Can be enacted {ways}.").format(ways=_any_of(ways))
        return self._sentence()

    def _could_be(self) -> str:
        if self.ruling.enactable and self.ruling.failable:
            return _("Will pass or fail, but {reasons}.")
        if self.ruling.enactable:
            return _("Will pass, but {reasons}.")
        return _("Will fail, but {reasons}.")

    def _sentence_on_choices(self) -> str:
        ruling, standing = self.ruling, f"{self.standing[:1].upper()}{self.standing[1:]}"
        if ruling.may_enact:
            return _("An admin can decide it now: {standing}.").format(standing=self.standing)
        if ruling.may_fail:
            return _("{standing}. An admin can fail it now.").format(standing=standing)
        if ruling.enactable or ruling.failable:
            reasons = "; ".join(block.reason for block in ruling.blocked_by)
            return _("{standing}, but {reasons}.").format(standing=standing, reasons=reasons)
        if needs := ruling.needs.get("enact"):
            sentence = _("{standing}. Can be decided {ways}.")
            return sentence.format(standing=standing, ways=_any_of(needs))
        return f"{standing}. "


@dataclass(frozen=True, slots=True)
class MatterInTurn:
    """A matter that may be resolved: its case, what it would be (`Status`; "" where it may be both, and an admin
    chooses), and whether it may be so now, or only after those before it."""

    case: Case
    to: str
    is_now: bool


def turns(queue: Iterable[Case]) -> list[MatterInTurn]:
    """The matters of the queue that may be resolved now, or will be as soon as those before them are, in its order."""
    in_turn: list[MatterInTurn] = []
    before: set[str] = set()
    for case in queue:
        ruling = case.ruling
        may_enact, may_fail = ruling.may_enact, ruling.may_fail
        is_now = may_enact or may_fail
        if not is_now and ruling.enactable != ruling.failable:
            blocked = ruling.blocked_by
            if blocked and all(block.matters and before.issuperset(block.matters) for block in blocked):
                may_enact, may_fail = ruling.enactable, ruling.failable
        if not (may_enact or may_fail):
            continue
        to = "" if may_enact and may_fail else Status.ENACTED if may_enact else Status.FAILED
        if to:
            before.add(ruling.matter.id)
        in_turn.append(MatterInTurn(case, to, is_now))
    return in_turn


def _any_of(ways: Iterable[str]) -> str:
    """The ways with "or" between them; "7 h 0 min", as the judge tells it, is 7 h."""
    return _(", or ").join(re.sub(r"(\d+ h) 0 min\b", r"\1", way) for way in ways)


def queue_of(docket: Docket) -> list[Case]:
    """The pending matters in the order of the queue, as pages show them. No query of its own."""
    rulings = {ruling.matter.id: ruling for ruling in docket.verdict.matters}
    return [Case(post, rulings[str(pk)], docket) for pk, post in docket.posts.items()]
