"""The leave to change the gamestate, as the docket gives it: by the standstills of the game, and by who is emperor."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gamestate.leave import Act, Defining, Pause
from players.models import Dynasty, Player
from players.present import Present
from votables.judge.roster import while_standing
from votables.models import Resolution
from votables.permissions import refuse_unless
from votables.permissions.defining import check_may_define, check_may_define_now
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.standstills import stops_actions


def refuse_in_standstill(docket: Docket, at: datetime) -> None:
    """Raise RuleBroken while the game stands still, by a docket of `at` (UTC), so that no dynastic action may be taken.
    No query."""
    refuse_unless(while_standing(law=docket.law, standstill=docket.verdict.standstill, act="dynastic", at=at))


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
        """What ends a standstill is that a matter is resolved, that a dynasty begins, or that time goes by. The
        queries of some dockets."""
        resolved = Resolution.objects.filter(at__gt=since, at__lte=until).values_list("at", flat=True)
        begun = Dynasty.objects.filter(started_at__gt=since, started_at__lte=until)
        ends = sorted({*resolved, *begun.values_list("started_at", flat=True)})
        instant: datetime | None = since
        while instant is not None and instant <= until:
            pause = self.pause(instant)
            if not pause.stops:
                return instant
            later = [each for each in (*ends, pause.until) if each is not None and each > instant]
            instant = min(later, default=None)
        return None if self.pause(until).stops else until


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
