"""What the law leaves a writer now, told before and while they write."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _

from votables.judge import Leave, Limits, limits
from votables.models import Category
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


def rooms(request: HttpRequest) -> list[RoomToPost]:
    """For each category that the law limits, what is left: shown before one writes. Nothing for who does not play."""
    docket = request.frame.docket_or_none
    if docket is None or not request.user.is_playing:
        return []
    kinds = docket.law.kinds
    categories = [(one, room(request, docket, one, ["dynastic"])) for one in (*kinds, Category.ASCENSION)]
    return [one for category, one in categories if one.leave.allowed or category in kinds]


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
