"""Several acts of an admin at once, as the dashboard lists them: matters resolved in the order of the queue, then the
roster. Each is asked for by itself, as the game stands after those before it: what the law does not allow is left, with
the reason, and the rest is done. What was done can be taken back together, the last first."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken, Stale
from players.models import Player, RosterEvent
from votables.models import Post, Resolution, Status
from votables.queries.just_done import MOST, Done
from votables.services import resolving, roster, taking_back

ROSTER: Mapping[str, Callable[..., RosterEvent]] = {
    "admit": roster.admit,
    "idle": roster.idle,
    "idle-inactive": partial(roster.idle, inactive=True),
    "unidle": roster.unidle,
    "leave": roster.let_leave,
}
_MATTERS = (Status.ENACTED.value, Status.FAILED.value)
_ACT = re.compile(rf"({'|'.join((*_MATTERS, *ROSTER))})-(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class DeskAct:
    """What an admin does (`to`: a status, or an act of `ROSTER`) with the matter or the player of that key."""

    to: str
    key: int

    def __str__(self) -> str:
        return f"{self.to}-{self.key}"

    @property
    def is_on_matter(self) -> bool:
        return self.to in _MATTERS


@dataclass(frozen=True, slots=True)
class ActOutcome:
    """What came of one of several: whom or what it was about (`name`), and what was `made` of it, or why it was not
    done (`refusal`)."""

    name: str
    made: Resolution | RosterEvent | None = None
    refusal: RuleBroken | None = None

    @property
    def done(self) -> Done | None:
        if self.made is None:
            return None
        return Done("matter" if isinstance(self.made, Resolution) else "roster", self.made.pk)


def read_acts(words: Iterable[str]) -> list[DeskAct]:
    """The acts that were sent, each once, at most `MOST`; what is none is left out."""
    matches = (_ACT.fullmatch(word) for word in words)
    acts = (DeskAct(one[1], int(one[2])) for one in matches if one is not None and is_key(one[2]))
    return list(dict.fromkeys(acts))[:MOST]


def do_several(
    acts: Sequence[DeskAct],
    *,
    by: Player,
    at: datetime,
    decided: Mapping[int, Mapping[str, Any]] | None = None,
) -> list[ActOutcome]:
    """Do the acts one after another, matters in the order of the queue first; each in a transaction of its own, in
    which the law is asked. `decided`: of matters, by their keys, what `resolving.resolve` is told besides."""
    posts = Post.objects.in_bulk([act.key for act in acts if act.is_on_matter])
    players = Player.objects.in_bulk([act.key for act in acts if not act.is_on_matter])
    matters = [act for act in acts if act.is_on_matter and act.key in posts]
    matters.sort(key=lambda act: (posts[act.key].matter_since or posts[act.key].posted_at, act.key))
    outcomes = []
    for act in matters:
        how = (decided or {}).get(act.key, {}) if act.to == Status.ENACTED else {}
        resolve = partial(resolving.resolve, post=posts[act.key], to=act.to, by=by, at=at, **how)
        outcomes.append(_tried(posts[act.key].title, resolve))
    for act in acts:
        if not act.is_on_matter and act.key in players:
            player = players[act.key]
            outcomes.append(_tried(player.name, partial(ROSTER[act.to], player=player, by=by, at=at)))
    return outcomes


def undo_several(done: Sequence[Done], *, by: Player, at: datetime, reason: str) -> list[ActOutcome]:
    """Take back what was done, the last first: events of the roster as one click does within the hour, and matters by
    correcting their status to pending, with the reason, in public. Each as the services allow it."""
    resolutions = Resolution.objects.select_related("post").in_bulk(
        [one.key for one in done if one.kind == "matter"]
    )
    events = RosterEvent.objects.select_related("player").in_bulk(
        [one.key for one in done if one.kind == "roster"]
    )
    outcomes = []
    for one in reversed(done):
        if one.kind == "roster" and one.key in events:
            event = events[one.key]
            outcomes.append(
                _tried(event.player.name, partial(taking_back.take_back, event=event, by=by, at=at))
            )
        elif one.kind == "matter" and one.key in resolutions:
            post = resolutions[one.key].post
            correct = partial(resolving.overturn, post=post, to=Status.PENDING, seen=one.key, by=by, at=at)
            outcomes.append(_tried(post.title, partial(correct, reason=reason)))
    return outcomes


def _tried(name: str, act: Callable[[], Resolution | RosterEvent]) -> ActOutcome:
    try:
        return ActOutcome(name, made=act())
    except RuleBroken as broken:
        return ActOutcome(name, refusal=broken)
    except (Post.DoesNotExist, Player.DoesNotExist):
        return ActOutcome(name, refusal=Stale(_("It is not there any more.")))
