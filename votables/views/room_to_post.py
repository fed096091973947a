"""What the law leaves a writer now, told before and while they write."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from votables.judge import Leave, Limits, limits
from votables.permissions.posting import leave_to_post
from votables.queries.judge_facts import Docket
from votables.queries.matter_kinds import labels


@dataclass(frozen=True, slots=True)
class RoomToPost:
    """What the law leaves a writer in a category now: how far the limits are used up, and whether there is room."""

    label: str
    leave: Leave
    used: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class NoRoom:
    """What a writer cannot post now, all of it for one reason."""

    rooms: list[RoomToPost]
    leave: Leave


def no_rooms(request: HttpRequest) -> list[NoRoom]:
    """What a writer cannot post now and could at another time, by the reason. What is for others alone, such as an
    emperor's declaration of victory, is said to who tries it. Nothing for who does not play."""
    docket = request.frame.docket_or_none
    if docket is None or not request.user.is_playing:
        return []
    by_reason: dict[tuple[str, str, datetime | None], NoRoom] = {}
    for name, kind in docket.law.kinds.items():
        one = room(request, docket, name, ["dynastic"])
        leave = one.leave
        is_for_others = kind.author is not None and leave.when is None and leave.rule == kind.author.rule
        if not leave.allowed and not is_for_others:
            by_reason.setdefault((leave.reason, leave.rule, leave.when), NoRoom([], leave)).rooms.append(one)
    return list(by_reason.values())


def room(request: HttpRequest, docket: Docket, category: str, amends: Sequence[str]) -> RoomToPost:
    """What is left in a category for a matter that amends these sections."""
    leave = leave_to_post(docket, by=request.user, category=category, amends=amends)
    kind = docket.law.kinds.get(category)
    if kind is None:
        return RoomToPost(labels(docket.law)[category], leave, "")
    ask = {"law": docket.law, "at": docket.at, "author": request.user.name, "amends": frozenset(amends)}
    used = _used(limits(docket.game, kind=category, **ask))
    return RoomToPost(labels(docket.law)[category], leave, used, kind.title.label if kind.title else "")


def _used(use: Limits) -> str:
    """ "1 of 2 pending, 2 of 3 today", or "" where there is no limit."""
    parts = []
    if use.pending_limit is not None:
        parts.append(_("{number} of {limit} pending").format(number=use.pending, limit=use.pending_limit))
    if use.daily_limit is not None:
        parts.append(_("{number} of {limit} today").format(number=use.today, limit=use.daily_limit))
    return ", ".join(parts)
