"""The leave to change the gamestate, as the docket gives it: by the standstills of the game, and by who is emperor."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from gamestate.leave import Act, Defining, Pause
from players.models import Dynasty, Player, RosterEvent
from players.present import Present
from ruleset.queries import law_at
from votables.judge.roster import while_standing
from votables.models import Post, Resolution
from votables.permissions import refuse_unless
from votables.permissions.defining import check_may_define, check_may_define_now
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.standstills import stops_actions


def refuse_in_standstill(docket: Docket, at: datetime) -> None:
    """Raise RuleBroken while the game stands still, by a docket of `at` (UTC), so that no dynastic action may be taken.
    No query."""
    refuse_unless(while_standing(law=docket.law, standstill=docket.verdict.standstill, act="dynastic", at=at))


LOOKED_AHEAD: Final = timedelta(days=30)
"""So far ahead a docket knows for sure what time alone brings about."""


def _turning_points(since: datetime, until: datetime) -> list[datetime]:
    """When from one instant to another (UTC) a standstill may have begun or ended otherwise than by time: a matter
    came, went or was resolved, a dynasty began, or the roster changed. Five queries."""
    between = (since, until)
    law = law_at(until)
    kinds = {still.kind for still in law.law.standstills if still.kind} if law else set()
    matters = Post.objects.filter(category__in=kinds)
    instants = [
        Resolution.objects.filter(at__range=between).values_list("at", flat=True),
        Dynasty.objects.filter(started_at__range=between).values_list("started_at", flat=True),
        RosterEvent.objects.filter(at__range=between).values_list("at", flat=True),
        matters.filter(matter_since__range=between).values_list("matter_since", flat=True),
        matters.filter(removed_at__range=between).values_list("removed_at", flat=True),
    ]
    return sorted({at for each in instants for at in each})


@dataclass(frozen=True, slots=True)
class ByTheLaw:
    """Asks the docket whenever it is asked, as things stand by then: see `gamestate.leave.LeaveGiver`."""

    def check(
        self, act: Act | Defining, *, by: Player | None, at: datetime, shared: Present | None = None
    ) -> None:
        """A standstill of the game stops dynastic actions, and nobody from defining or from putting the record right.
        Raises RuleBroken."""
        if isinstance(act, Defining):
            assert by is not None, "what is defined, somebody defines"
            check_may_define_now(by, at=at, what=act)
        elif act is Act.DYNASTIC:
            refuse_in_standstill(docket_at(at, shared=shared), at)

    def pause(self, at: datetime) -> Pause:
        """As the docket of that instant says. The queries of one docket."""
        docket = docket_at(at)
        return Pause(stops_actions(docket), docket.verdict.next_moment)

    def pause_over(self, since: datetime, until: datetime) -> datetime | None:
        """The queries of some dockets."""
        goes_on = (begins for begins, _ends, stops in self._spans(since, until) if not stops)
        if (first := next(goes_on, None)) is not None:
            return first
        return None if self.pause(until).stops else until

    def stood_still(self, since: datetime, until: datetime) -> timedelta:
        """The queries of some dockets."""
        spans = self._spans(since, until)
        return sum([ends - begins for begins, ends, stops in spans if stops], timedelta())

    def _spans(self, since: datetime, until: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """The time from one instant to another in parts, in each of which a standstill stops dynastic actions or does
        not."""
        moments = _turning_points(since, until)
        begins = since
        while begins < until:
            pause = self.pause(begins)
            later = (*moments, pause.until, until, begins + LOOKED_AHEAD)
            ends = min([each for each in later if each is not None and each > begins])
            yield begins, ends, pause.stops
            begins = ends


@dataclass(frozen=True, slots=True)
class ByTheLawOnPage(ByTheLaw):
    """The same for a request: `shown` is the docket of what its pages show, by which dynastic actions are judged where
    nobody has written since. See `gamestate.leave.LeaveOnPage`."""

    shown: Callable[[], Docket | None]

    def check(
        self, act: Act | Defining, *, by: Player | None, at: datetime, shared: Present | None = None
    ) -> None:
        """Raises RuleBroken. No query for a dynastic action, where the page has asked."""
        docket = self.shown() if act is Act.DYNASTIC and shared is not None else None
        if docket is None:
            ByTheLaw.check(self, act, by=by, at=at, shared=shared)
        else:
            refuse_in_standstill(docket, at)

    def look_ahead(self) -> None:
        """One query or more, or none."""
        self.shown()

    def expect(self, what: Defining, *, by: Player) -> None:
        """Raises RuleBroken. No query."""
        check_may_define(by, self.shown(), what)


BY_THE_LAW: Final = ByTheLaw()
