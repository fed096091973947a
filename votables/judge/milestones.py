"""The course of a matter: the instants to which the law's hours lead, and since when it can be resolved."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ruleset.law import Law
from ruleset.law.expressions import TICKS_PER_HOUR

from .compiled_law import compiled_kind
from .eras import changes, law_at
from .facts import Game, Matter
from .judge import judge
from .queue import PendingMatter
from .situation import Situation
from .ticks import instant
from .verdict import MatterVerdict

JUST_AFTER = timedelta(microseconds=1)
MOST_TRIED = 60  # instants that are judged again to find since when


@dataclass(frozen=True, slots=True)
class HourMark:
    """An instant to which a number of hours in the law leads a matter: `hours` after it was posted, when what the law
    says of it may change by time alone. `label` and `rule` are the law's words for that number."""

    name: str
    label: str
    rule: str
    hours: int
    at: datetime


def hour_marks(game: Game, *, law: Law, at: datetime, matter: Matter) -> tuple[HourMark, ...]:
    """The instants to which the law's hours lead the matter, the first first; as many as there are numbers that its
    kind asks for. `at`: when it is asked, for hours that are formulas. Raises KeyError for an unknown kind."""
    situation = Situation(game, law, at)
    compiled = compiled_kind(situation.law, matter.kind)
    pending = PendingMatter(situation, matter)
    hours = pending.hours(pending.moment(pending.situation.tick).hiatus)
    milestones = []
    for name in {mark.hours for mark in compiled.marks}:
        reached = instant(pending.posted + hours[name])
        if reached is not None:
            number = situation.law.hours[name]
            milestones.append(
                HourMark(name, number.label, number.rule, hours[name] // TICKS_PER_HOUR, reached)
            )
    return tuple(sorted(milestones, key=lambda mark: (mark.at, mark.name)))


def possible_since(
    game: Game, *, law: Law, at: datetime, matter: Matter, to: str | None = None
) -> datetime | None:
    """Since when the matter could be resolved as it can be at `at`, as far as votes and time go; None when it cannot.
    `to`: "enacted" or "failed", when one of them is asked for.

    What can have made it possible is a vote, an hour of the law, or a change of the roster, the throne, the law or a
    special case; these are tried from the last backwards.
    """
    laws = (law, *(earlier.law for earlier in game.earlier_laws))
    stops = {still.kind for each in laws for still in each.standstills}
    others = tuple([one for one in game.matters if one.id != matter.id and one.kind in stops])
    pending = replace(matter, status="pending", resolved=None)
    alone = replace(game, matters=(*others, pending))

    def ruling(then: datetime) -> MatterVerdict | None:
        """How it stood; None under a law that knew no such matter."""
        matters = judge(alone, law=law, at=then).matters
        return next((judged for judged in matters if judged.matter.id == matter.id), None)

    now = ruling(at)
    if now is None:
        return None
    to = to or ("enacted" if now.enactable else "failed")

    def could(then: MatterVerdict | None) -> bool:
        return then is not None and (then.enactable if to == "enacted" else then.failable)

    if not could(now):
        return None
    since = at
    tried = sorted(set(_turning_points(alone, law, at, pending)), reverse=True)
    for then in tried[:MOST_TRIED]:
        if not could(ruling(then)):
            return since
        since = then
    return since


def _turning_points(game: Game, law: Law, at: datetime, matter: Matter) -> Iterator[datetime]:
    """The instants of a matter's life at which what the law says of it may have changed."""
    points = [matter.posted, *(comment.at for comment in matter.comments if comment.icons), *changes(game)]
    for as_of in (at, *(earlier.until - JUST_AFTER for earlier in game.earlier_laws)):
        if as_of >= matter.posted and matter.kind in law_at(game, law, as_of).kinds:
            for mark in hour_marks(game, law=law, at=as_of, matter=matter):
                points += [
                    mark.at,
                    mark.at + JUST_AFTER,
                ]  # "more than 48 hours" is so from just after the mark
    for player in game.players:
        for span in (*player.plays, *player.idle):
            points += [span.start, *([span.end] if span.end else [])]
    for reign in game.emperors:
        points += [reign.start, *([reign.end] if reign.end else [])]
    for then in points:
        if matter.posted <= then < at:
            yield then
