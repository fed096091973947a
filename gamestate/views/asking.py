"""What a page of the tracker is asked for: now, or as of an instant; and what its reader may see of it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest

from gamestate.hidden import Viewer, viewer_of
from gamestate.queries.snapshot import state_at, state_now
from gamestate.queries.tables import Tables, sight_then, tables_of
from gamestate.values.state import State
from players.errors import RuleBroken

LONGEST = 40
SECOND = timedelta(microseconds=999_999)


@dataclass(frozen=True, slots=True)
class Looked:
    """The state that a page shows. `past` is the instant that was asked for, None for now; `may_edit`: the reader is a
    player and looks at the present."""

    state: State
    tables: Tables
    viewer: Viewer
    past: datetime | None
    may_edit: bool

    @property
    def rest(self) -> str:
        """What an address on the page says of the instant, for more to follow; "" for now."""
        return rest_of(self.past)


def rest_of(past: datetime | None) -> str:
    """What an address says of an instant that was asked for, for more to follow; "" for now."""
    return f"at={past:%Y-%m-%dT%H:%M:%SZ}&" if past else ""


def asked_instant(request: HttpRequest) -> datetime | None:
    """The instant of ?at= (such as 2026-11-21T14:05:00Z; UTC unless it says otherwise), None without one. A whole
    second is taken at its end, so that what was done in the course of it is there.

    Raises RuleBroken (400) for what is no instant, and for one that has not come yet.
    """
    text = request.GET.get("at", "").strip()
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text) if len(text) <= LONGEST else None
        at = at and (at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC))
    except (ValueError, OverflowError):
        at = None
    if at is None:
        raise RuleBroken(
            "That is no instant. Write it in UTC, such as 2026-11-21T14:05:00Z in the address, or choose one below "
            "“As of” on the page.",
            status=400,
        )
    if at > request.at:
        raise RuleBroken(
            "That instant has not come yet: the tracker shows what was, and what is.", status=400
        )
    return at if at.microsecond else min(at + SECOND, request.at)


def look(request: HttpRequest) -> Looked:
    """The state that the request asks for, as its reader sees it."""
    past = asked_instant(request)
    viewer = viewer_of(request.user, at=request.at)
    state = state_at(past) if past else state_now()
    sight = sight_then(viewer, state) if past else viewer.sees
    may_edit = past is None and request.user.is_authenticated and request.user.is_playing
    return Looked(state, tables_of(state, sight), viewer, past, may_edit)
