"""What a page of the tracker is asked for: now, or as of an instant; and what its reader may see of it."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from blognomic.text.instants import format_instant
from blognomic.web.as_of import asked_instant
from gamestate.hidden import Viewer, sight_now, viewer_of
from gamestate.models import Occurrence
from gamestate.permissions import may_withdraw_asking
from gamestate.queries.acting import ActionShown, actions_for, awaited_by
from gamestate.queries.by_itself import owed_later, owed_now
from gamestate.queries.now import Now, begin, log_seen_as, rules_of, seen_as, tracked_now
from gamestate.queries.snapshot import state_at
from gamestate.queries.tables import Tables, sight_then, suggestions
from gamestate.values.state import State
from players.models import Player, Topic
from players.present import KeptRows, Present

INSTANTS = 12  # of the past that are kept; each may be some thousand values
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Looked:
    """The state that a page shows. `past` is the instant that was asked for, None for now; `may_edit`: the reader is a
    player and looks at the present."""

    state: State
    tables: Tables
    viewer: Viewer
    past: datetime | None
    may_edit: bool
    present: Present | None

    @property
    def rest(self) -> str:
        """What an address on the page says of the instant, for more to follow; "" for now."""
        return rest_of(self.past)

    def kept(self, name: str, make: Callable[[], Thing]) -> Thing:
        """Something that is made of what the reader sees: made once for all who see the same of the present, or of one
        of the instants that were asked for last."""
        if self.present is None:
            return make()
        if self.past:
            key = f"{name} then"  # a key, in English
            return self.present.few(
                key, (self.past, self.log_seen_as), make, most=INSTANTS, without={Topic.POSTS, Topic.MINUTE}
            )
        return self.present.kept(f"{name} {self.seen_as}", make, without={Topic.POSTS, Topic.MINUTE})

    @property
    def suggestions(self) -> list[tuple[str, list[str]]]:
        """What fields may be filled in with, for a reader who may; the same for each of them."""
        if not self.may_edit or self.present is None:
            return []
        return self.present.kept(
            "gamestate.suggestions", lambda: suggestions(self.state), without={Topic.POSTS, Topic.MINUTE}
        )

    @cached_property
    def seen_as(self) -> str:
        """What the reader sees, as a key: two with one key see the same values."""
        return seen_as(self.viewer, self.state)

    @cached_property
    def log_seen_as(self) -> str:
        """The same for the log, in which there is the past, too."""
        return log_seen_as(self.viewer, self.present)


def shared(request: HttpRequest) -> Present | None:
    """What all readers of the present share; None for a request that changes something, which reads everything
    anew."""
    return request.present if request.method in ("GET", "HEAD") else None


@dataclass(frozen=True, slots=True)
class MayDo:
    """The actions that a reader may take now, and those that they may not yet, all that have the same reason
    together; `awaited`: the keys of those that they want to be told of; `owes`: the choices that they owe, `asked`:
    those for which they have asked others, `owes_later`: what they owe once a standstill is over."""

    now: list[ActionShown]
    not_yet: list[list[ActionShown]]
    awaited: frozenset[int]
    owes: list[Occurrence]
    asked: list[Occurrence]
    owes_later: list[Occurrence]


def may_do(request: HttpRequest, looked: Looked) -> MayDo | None:
    """What the reader may do now, and what not yet and why; None where there is nothing. Two queries at most, or none
    where nothing is to be done."""
    if looked.past is not None or not looked.may_edit:
        return None
    shown = actions_for(request.user, at=request.at, present=looked.present)
    known = [one for one in shown if one.is_known]
    by_reason: dict[tuple[str, datetime | None], list[ActionShown]] = defaultdict(list)
    for one in known:
        if not one.may_be_taken:
            waits_until = one.again.at if one.again and one.again.because else None
            by_reason[one.why, waits_until].append(one)
    choices = [one for one in owed_now(looked.present) if one.owed_by_id is not None]
    owes = [one for one in choices if one.owed_by_id == request.user.pk]
    offers = [one for one in choices if may_withdraw_asking(request.user, one)]
    later = [one for one in owed_later(looked.present) if one.owed_by_id == request.user.pk]
    if not (known or owes or offers or later):
        return None
    now = [one for one in known if one.may_be_taken]
    return MayDo(now, [*by_reason.values()], awaited_by(request.user, known), owes, offers, later)


def rest_of(past: datetime | None) -> str:
    """What an address says of an instant that was asked for, for more to follow; "" for now."""
    return f"at={format_instant(past)}&" if past else ""


def look(
    request: HttpRequest,
    reader: Player | AnonymousUser | None = None,
    *,
    with_log: bool = False,
    besides: Sequence[KeptRows] = (),
) -> Looked:
    """The state that the request asks for, as whoever asks sees it, or `reader`. `with_log`: for a page that tells of
    the log, too; `besides`: what else it asks for first."""
    past = asked_instant(request)
    present = shared(request)
    if not past:
        begin(present, with_log=with_log, besides=besides)
    viewer = viewer_of(reader or request.user, at=request.at, present=present)
    if past:
        then = _then(past, present)
        tables = Tables(then.state, sight_then(viewer, then.state, past), then.rules)
        return Looked(then.state, tables, viewer, past, False, present)
    now = tracked_now(present)
    may_edit = request.user.is_authenticated and request.user.is_playing
    return Looked(
        now.state, Tables(now.state, sight_now(viewer, now.state), now.rules), viewer, None, may_edit, present
    )


def _then(past: datetime, present: Present | None) -> Now:
    """What was tracked at `past` (UTC), with the present names. Nine queries, or none for one of the instants that were
    asked for last: the past is another only when the game is."""

    def make() -> Now:
        state = state_at(past)
        return Now(None, state, rules_of(state))

    if present is None:
        return make()
    return present.few("gamestate.then", past, make, most=INSTANTS, without={Topic.POSTS, Topic.MINUTE})
