"""From comments to votes: which icons count as cast, what they do to the matter for good, what votes count
as.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from operator import attrgetter

from ruleset.law import Law
from ruleset.law.expressions import Fact
from ruleset.law.model import Clause, Condition, Effect, Icon, Kind

from .facts import Comment, Matter
from .scene import Scene, quorum
from .verdict import Tally, Vote

_BY_TIME = attrgetter("at")


class _Facts(dict[str, Fact]):
    """The facts of a comment as it is posted; those that few conditions ask for are found when asked for."""

    def __init__(self, known: dict[str, Fact], scene: Scene, author: str, at: datetime) -> None:
        super().__init__(known)
        self.scene, self.author, self.at = scene, author, at
        self["is_emperor"] = scene.office_at(at) == author

    def __missing__(self, name: str) -> Fact:
        scene = self.scene
        fact: Fact
        if name == "in_roster":
            fact = scene.active_at(self.author, self.at)
        elif name == "hiatus":
            fact = scene.hiatus_at(self.at)
        elif name == "n":
            fact = scene.size_at(self.at)
        elif name == "q":
            fact = quorum(scene.law, scene.size_at(self.at))
        else:
            raise KeyError(name)
        self[name] = fact
        return fact


@lru_cache(maxsize=256)
def _free_icons(law: Law) -> frozenset[str]:
    """The icons that anyone may use on anything and that do nothing for good: there is nothing to ask."""
    return (
        frozenset(law.icons)
        - {effect.icon for effect in law.effects}
        - {name for name, icon in law.icons.items() if icon.may_use is not None}
    )


class Hearing:
    """Hears the comments on a matter one after another, in the order of time.

    `casts`: each author's vote so far, whether or not they have a vote now. `effects`: what sticks to the
    matter. `locks`: the authors whose later icons are ignored, with the effect that did it.
    """

    def __init__(self, scene: Scene, matter: Matter) -> None:
        self.scene, self.matter = scene, matter
        self.casts: dict[str, str] = {}
        self.effects: set[str] = set()
        self.locks: dict[str, Effect] = {}
        self._free = _free_icons(scene.law)
        self._known: dict[str, Fact] = {
            "kind": matter.kind,
            "amends": matter.amends,
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
            "special": scene.special,
        }

    def facts(self, author: str, at: datetime) -> _Facts:
        facts = _Facts(self._known, self.scene, author, at)
        facts["is_author"] = author == self.matter.author
        return facts

    def hear(self, comment: Comment) -> str | None:
        """The icon that the comment casts: its last allowed one, if any."""
        author, icons = comment.author, self.scene.law.icons
        if not comment.icons or author in self.locks:
            return None
        if comment.icons[-1] in self._free:
            name = self.casts[author] = comment.icons[-1]
            return name
        facts = self.facts(author, comment.at)
        for name in reversed(comment.icons):
            icon = icons.get(name)
            if icon is not None and (icon.may_use is None or icon.may_use.holds_for(facts)):
                break
        else:
            return None
        self.casts[author] = name
        for effect in self.scene.law.effects:
            if effect.icon == name and effect.when.holds_for(facts):
                self.effects.add(effect.name)
                if effect.locks:
                    self.locks[author] = effect
        return name

    def refusal(self, icon: Icon, author: str, at: datetime) -> Condition | None:
        """The first condition on the icon's use that is not met for a comment at that instant, if any."""
        facts = self.facts(author, at)
        return next((part for part in icon.allowed if not part.when.holds_for(facts)), None)

    def effects_of(self, name: str, author: str, at: datetime) -> Iterator[Effect]:
        """What a comment that casts the icon would do to the matter for good."""
        facts = self.facts(author, at)
        return (
            effect
            for effect in self.scene.law.effects
            if effect.icon == name and effect.when.holds_for(facts)
        )


def comments_until(matter: Matter, at: datetime) -> list[Comment]:
    """The matter's comments up to an instant, in the order of time; those of one instant as they stand."""
    heard = [comment for comment in matter.comments if comment.at <= at]
    heard.sort(key=_BY_TIME)
    return heard


def hear_all(scene: Scene, matter: Matter) -> Hearing:
    """The matter's comments up to now, heard."""
    hearing = Hearing(scene, matter)
    for comment in comments_until(matter, scene.at):
        hearing.hear(comment)
    return hearing


@lru_cache(maxsize=256)
def _what_icons_count(law: Law) -> dict[str, str]:
    return {name: icon.counts for name, icon in law.icons.items()}


class Count:
    """The votes on a matter as they count now.

    `icons_of`: each voter's icon, the author's implied one included; `implied`: whether there is such a one.
    """

    def __init__(self, hearing: Hearing, kind: Kind) -> None:
        self.hearing, self.scene = hearing, hearing.scene
        casts, author, emperor = hearing.casts, hearing.matter.author, self.scene.emperor
        self.implied = kind.implied is not None and author not in casts
        icons_of = {name: casts[name] for name in self.scene.roster if name in casts}
        if kind.implied is not None and self.implied and author in self.scene.members:
            icons_of[author] = kind.implied
        self.icons_of = icons_of
        self.emperor_icon = icons_of.get(emperor, "") if emperor is not None else ""
        self._counts = _what_icons_count(self.scene.law)
        self._deferrals: dict[bool, str] = {}
        self.votes: dict[str, Vote] = {}
        f = a = x = 0
        for name in self.scene.roster:
            icon = icons_of.get(name)
            if icon is None:
                continue
            counts = self._counts[icon]
            if counts == "deferral":
                counts = self.deferral(own=name == emperor)
            f += counts == "for"
            a += counts == "against"
            x += counts == "abstain"
            self.votes[name] = _vote(casts.get(name), counts)
        self.tally = Tally(f, a, x, len(self.votes))

    def deferral(self, *, own: bool) -> str:
        """What a deferring vote counts as, the emperor's `own` or another's."""
        if own not in self._deferrals:
            clause = self.deferral_clause(own=own)
            counts = "nothing" if clause is None else clause.counts
            if counts == "emperor":
                counts = self._counts[self.emperor_icon] if self.emperor_icon else "nothing"
            self._deferrals[own] = counts
        return self._deferrals[own]

    def deferral_clause(self, *, own: bool) -> Clause | None:
        """The law's first clause that holds for such a vote."""
        scene, matter = self.scene, self.hearing.matter
        plain = [self._counts[icon] for icon in self.icons_of.values()]
        facts: dict[str, Fact] = {
            "kind": matter.kind,
            "amends": matter.amends,
            "changes_nothing": matter.changes_nothing,
            "illegal": matter.illegal,
            "special": scene.special,
            "n": scene.n,
            "q": scene.q,
            "hiatus": scene.hiatus_at_tick(scene.tick),
            "has_emperor": scene.emperor is not None,
            "emperor_vote": self.emperor_icon,
            "own": own,
            "plain_for": plain.count("for"),
            "plain_against": plain.count("against"),
        }
        return next((clause for clause in scene.law.deferral if clause.when.holds_for(facts)), None)


@lru_cache(maxsize=1024)
def _vote(cast: str | None, counts: str | None) -> Vote:
    """A vote; what counts as none of FOR, AGAINST and abstention counts as nothing."""
    return Vote(cast, counts if counts in ("for", "against", "abstain") else None)
