"""From comments to votes: which icons count as cast, what they do to the matter for good, what votes count
as.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from operator import attrgetter

from blognomic.i18n.translation import gettext as _
from ruleset.law import Law
from ruleset.law.choices import is_choice, letters, place_of
from ruleset.law.expressions import Fact
from ruleset.law.model import Clause, Condition, Icon, IconEffect, MatterKind

from .eras import Era
from .facts import Comment, Matter
from .situation import Situation, quorum
from .verdict import Tally, Vote
from .weights import Scales

_BY_TIME = attrgetter("at")


class _Facts(dict[str, Fact]):
    """The facts of a comment as it is posted; those that few conditions ask for are found when asked for."""

    def __init__(self, known: dict[str, Fact], situation: Situation, author: str, at: datetime) -> None:
        super().__init__(known)
        self.situation, self.author, self.at = situation, author, at
        self["is_emperor"] = situation.office_at(at) == author

    def __missing__(self, name: str) -> Fact:
        situation = self.situation
        fact: Fact
        if name == "in_roster":
            fact = situation.active_at(self.author, self.at)
        elif name == "hiatus":
            fact = situation.hiatus_at(self.at)
        elif name == "n":
            fact = situation.size_at(self.at)
        elif name == "q":
            fact = quorum(situation.era_at(self.at).law, situation.size_at(self.at))
        else:
            raise KeyError(name)
        self[name] = fact
        return fact


@lru_cache(maxsize=256)
def _free_icons(law: Law, kind: str) -> frozenset[str]:
    """The icons that anyone may use on the kind and that do nothing for good: there is nothing to ask."""
    return (
        law.kinds[kind].icons
        - {effect.icon for effect in law.effects}
        - {name for name, icon in law.icons.items() if icon.may_use is not None}
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an icon is not for a kind of matter at all, and the rule of that kind."""

    label: str
    rule: str


class WeighingTerms:
    """What a comment on a matter is weighed by: the law and the special cases in force when it was posted.

    `kind` is None where that law knows no such matter: nothing is cast on it then. `choices` are those that the vote is
    between, `free` the icons that anyone may use and that do nothing for good, `locks` the effects whose authors may
    not change their vote any more.
    """

    def __init__(self, era: Era, matter: Matter) -> None:
        law = self.law = era.law
        kind = self.kind = law.kinds.get(matter.kind)
        self.choices = letters(len(matter.choices)) if kind is not None and kind.choices else ()
        self.free = _free_icons(law, matter.kind).union(self.choices) if kind is not None else frozenset()
        self.locks = tuple([effect for effect in law.effects if effect.locks])
        self.known: dict[str, Fact] = {
            "kind": kind.manner if kind is not None else matter.kind,
            "amends": matter.amends,
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
            "special": era.special,
        }


class Hearing:
    """Hears the comments on a matter one after another, in the order of time, each by what was in force then.

    `casts`: each author's vote so far, whether or not they have a vote now. `effects`: what sticks to the
    matter; `made`: which of it each author brought about.
    """

    def __init__(self, situation: Situation, matter: Matter) -> None:
        self.situation, self.matter = situation, matter
        self.casts: dict[str, str] = {}
        self.effects: set[str] = set()
        self.made: dict[str, set[str]] = {}
        self._eras: dict[Era, WeighingTerms] = {}
        self._now = WeighingTerms(situation.era, matter)

    def in_situation(self, situation: Situation) -> "Hearing":
        """The same in a later situation, in which all would be heard alike (`Situation.hears_as`)."""
        hearing = copy(self)
        hearing.situation = situation
        return hearing

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices that the vote is between, by the law in force now."""
        return self._now.choices

    @property
    def kind(self) -> MatterKind:
        """The kind of the matter, by the law in force now. Raises KeyError where it has none such."""
        return self.situation.law.kinds[self.matter.kind]

    def terms(self, at: datetime) -> WeighingTerms:
        """What a comment of that instant is weighed by."""
        era = self.situation.era_at(at)
        if era is self.situation.era:
            return self._now
        if era not in self._eras:
            self._eras[era] = WeighingTerms(era, self.matter)
        return self._eras[era]

    def facts(self, author: str, at: datetime) -> _Facts:
        facts = _Facts(self.terms(at).known, self.situation, author, at)
        facts["is_author"] = author == self.matter.author
        return facts

    def hear(self, comment: Comment) -> str | None:
        """The icon that the comment casts: its last allowed one, if any."""
        author, at = comment.author, comment.at
        if not comment.icons or (self.made and self.lock(author, at) is not None):
            return None
        terms = self.terms(at)
        if comment.icons[-1] in terms.free:
            name = self.casts[author] = comment.icons[-1]
            return name
        facts = self.facts(author, at)
        for name in reversed(comment.icons):
            if _may_use(name, terms, facts):
                break
        else:
            return None
        self.casts[author] = name
        for effect in terms.law.effects:
            if effect.icon == name and effect.when.holds_for(facts):
                self.effects.add(effect.name)
                self.made.setdefault(author, set()).add(effect.name)
        return name

    def lock(self, author: str, at: datetime) -> IconEffect | None:
        """What the author did to the matter that, by the law in force at `at`, keeps their vote as it is."""
        made = self.made.get(author, ())
        return next((effect for effect in self.terms(at).locks if effect.name in made), None)

    def refusal(self, icon: Icon, author: str, at: datetime) -> Condition | Refusal | None:
        """The first condition on the icon's use that is not met for a comment at that instant, if any."""
        kind = self.terms(at).kind
        if kind is None or icon.name not in kind.icons:
            between_choices = _("{icon} does not count in a vote between choices")
            sentence = (
                between_choices
                if kind is not None and kind.choices
                else _("{icon} does not count on matters of this kind")
            )
            return Refusal(sentence.format(icon=icon.label), icon.rule if kind is None else kind.rule)
        facts = self.facts(author, at)
        return next((part for part in icon.allowed if not part.when.holds_for(facts)), None)

    def effects_of(self, name: str, author: str, at: datetime) -> Iterator[IconEffect]:
        """What a comment that casts the icon would do to the matter for good."""
        facts = self.facts(author, at)
        return (
            effect
            for effect in self.terms(at).law.effects
            if effect.icon == name and effect.when.holds_for(facts)
        )


def _may_use(name: str, terms: WeighingTerms, facts: _Facts) -> bool:
    if name in terms.choices:
        return True
    icon = terms.law.icons.get(name)
    if icon is None or terms.kind is None or name not in terms.kind.icons:
        return False
    return icon.may_use is None or icon.may_use.holds_for(facts)


def comments_until(matter: Matter, at: datetime) -> list[Comment]:
    """The matter's comments up to an instant, in the order of time; those of one instant as they stand."""
    heard = [comment for comment in matter.comments if comment.at <= at]
    heard.sort(key=_BY_TIME)
    return heard


def hear_all(situation: Situation, matter: Matter) -> Hearing:
    """The matter's comments up to now, heard."""
    hearing = Hearing(situation, matter)
    for comment in comments_until(matter, situation.at):
        hearing.hear(comment)
    return hearing


@lru_cache(maxsize=256)
def _what_icons_count(law: Law) -> dict[str, str]:
    return {name: icon.counts for name, icon in law.icons.items()}


NOTHING = "nothing"


class Count:
    """The votes on a matter as they count now.

    `icons_of`: each voter's icon, the author's implied one included; `implied`: whether there is such a one.
    """

    def __init__(self, hearing: Hearing, kind: MatterKind) -> None:
        self.hearing, self.situation, self.matter = hearing, hearing.situation, hearing.matter
        casts, author, emperor = hearing.casts, hearing.matter.author, self.situation.emperor
        self.implied = kind.implied is not None and author not in casts
        icons_of = {name: casts[name] for name in self.situation.roster if name in casts}
        if kind.implied is not None and self.implied and author in self.situation.members:
            icons_of[author] = kind.implied
        self.icons_of = icons_of
        self.emperor_icon = icons_of.get(emperor, "") if emperor is not None else ""
        self._counts = _what_icons_count(self.situation.law)
        self._deferrals: dict[bool, str] = {}
        self.votes: dict[str, Vote] = {}
        weigh = Scales(hearing).weight if self.situation.law.weight else None
        f = a = x = 0
        for name in self.situation.roster:
            icon = icons_of.get(name)
            if icon is None:
                continue
            counts = self._counted(icon)
            if counts == "deferral":
                counts = self.deferral(own=name == emperor)
            weight = weigh(name, icon) if weigh else 1
            f += weight * (counts == "for")
            a += weight * (counts == "against")
            x += weight * (counts == "abstain")
            self.votes[name] = _vote(casts.get(name), counts, weight)
        if weigh or kind.choices:
            self.tally = self._tally_of_votes(f, a, x)
        else:
            self.tally = Tally(f, a, x, len(self.votes))

    def of_hearing(self, hearing: Hearing) -> "Count":
        """The same votes, of the same hearing in a later situation, in which all would be counted alike."""
        count = copy(self)
        count.hearing, count.situation, count.matter = hearing, hearing.situation, hearing.matter
        return count

    def _counted(self, icon: str) -> str:
        """What an icon counts as by itself; one that the law does not know any more, as nothing."""
        return self._counts.get(icon, icon if icon in self.hearing.choices else NOTHING)

    def _tally_of_votes(self, f: int, a: int, x: int) -> Tally:
        """The tally where votes weigh or are for named choices."""
        choices = [0] * len(self.hearing.choices)
        number = 0
        for vote in self.votes.values():
            counts = vote.counts_as
            number += counts not in (None, "abstain")
            if counts is not None and is_choice(counts):
                choices[place_of(counts)] += vote.weight
        counts_as = [vote.counts_as for vote in self.votes.values()]
        heads = (counts_as.count("for"), counts_as.count("against"), counts_as.count("abstain"))
        return Tally(f, a, x, len(self.votes), number, tuple(choices), heads)

    def whole_weight(self) -> int:
        """What the votes of the whole roster would weigh: of who has none, with the icon that they have not used."""
        if not self.situation.law.weight:
            return self.situation.n
        weigh = Scales(self.hearing).weight
        return sum([weigh(name, self.icons_of.get(name, "")) for name in self.situation.roster])

    def deferral(self, *, own: bool) -> str:
        """What a deferring vote counts as, the emperor's `own` or another's."""
        if own not in self._deferrals:
            clause = self.deferral_clause(own=own)
            counts = NOTHING if clause is None else clause.counts
            if counts == "emperor":
                counts = self._counted(self.emperor_icon)
            self._deferrals[own] = counts
        return self._deferrals[own]

    def deferral_clause(self, *, own: bool) -> Clause | None:
        """The law's first clause that holds for such a vote."""
        situation, matter = self.situation, self.hearing.matter
        plain = [self._counted(icon) for icon in self.icons_of.values()]
        facts: dict[str, Fact] = {
            "kind": self.hearing.kind.manner,
            "amends": matter.amends,
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
            "special": situation.special,
            "n": situation.n,
            "q": situation.q,
            "hiatus": situation.hiatus_at_tick(situation.tick),
            "has_emperor": situation.emperor is not None,
            "emperor_vote": self.emperor_icon,
            "own": own,
            "plain_for": plain.count("for"),
            "plain_against": plain.count("against"),
        }
        return next((clause for clause in situation.law.deferral if clause.when.holds_for(facts)), None)


@lru_cache(maxsize=1024)
def _vote(cast: str | None, counts: str, weight: int) -> Vote:
    """A vote; what counts as none of FOR, AGAINST, abstention and a choice counts as nothing."""
    return Vote(
        cast, counts if counts in ("for", "against", "abstain") or is_choice(counts) else None, weight
    )
