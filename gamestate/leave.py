"""The leave to change the gamestate, which every service asks for before it changes anything.

Whether the game stands still, and who is its emperor, rooms above this one know. So whoever calls a service hands in
the leave (`leave=`), and the service asks it within its own transaction, once the game is locked. How often an action
may be taken, the services know themselves (`gamestate.services.acting.take`), and ask after the leave.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final, NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from blognomic.web.site_rules import SiteRule
from players.models import Player
from players.present import Present


class Act(Enum):
    """What somebody is about to do with the gamestate, as far as a standstill of the game asks."""

    DYNASTIC = auto()
    """A dynastic action: a standstill stops it."""
    RECORD = auto()
    """Putting the record right, or showing it: corrections, undoing, disputes, taking back, revealing, rolling dice."""


class Defining(NamedTuple):
    """Defining something: what is told to whoever may not, and by which rule."""

    sentence: str | Promise
    rule: str


TRACKED: Final = Defining(_("Only an admin or the emperor can define what is tracked."), SiteRule.TRACKING)
PAGES: Final = Defining(
    _("Only an admin or the emperor can remove a page. Any player can blank it."), SiteRule.TRACKING
)
ACTIONS: Final = Defining(_("Only an admin or the emperor can declare limited actions."), SiteRule.GAMESTATE)

CALLS: Final = Defining(
    _("Only an admin or the emperor can call for orders that a move settles."), SiteRule.GAMESTATE
)


class LeaveGiver(Protocol):
    """Who says whether something may be done now."""

    def check(
        self, act: Act | Defining, *, by: Player | None, at: datetime, shared: Present | None = None
    ) -> None:
        """Raise RuleBroken where `by` (None: the game itself) may not do it at `at` (UTC). The game is locked; `shared`
        is what readers share, where it is as they share it (`players.services.roster.as_shared`)."""

    def pause(self, at: datetime) -> "Pause":
        """Whether a standstill stops dynastic actions at `at` (UTC), which may be past. The game is locked."""

    def pause_over(self, since: datetime, until: datetime) -> datetime | None:
        """The first instant from `since` to `until` (UTC) at which no standstill stops dynastic actions, as far as
        that can be told; None where one does so at `until`. The game is locked."""

    def stood_still(self, since: datetime, until: datetime) -> timedelta:
        """How long in all a standstill stopped dynastic actions from one instant to another (UTC). The game is
        locked."""


class Pause(NamedTuple):
    """Whether a standstill stops dynastic actions, and until before when that stays so unless somebody writes (UTC);
    None: for good."""

    stops: bool
    until: datetime | None = None


class LeaveOnPage(LeaveGiver, Protocol):
    """The leave that a request hands to the views (`request.leave`)."""

    def expect(self, what: Defining, *, by: Player) -> None:
        """Raise RuleBroken where a page need not show `by` the form, since `check` would refuse what it asks for. By
        what the page knows of the game already: no query."""

    def look_ahead(self) -> None:
        """Look up what `check` asks, before the game is locked."""


@dataclass(frozen=True, slots=True)
class Given:
    """A leave that has been given already; `since` says by what."""

    since: str

    def check(
        self, act: Act | Defining, *, by: Player | None, at: datetime, shared: Present | None = None
    ) -> None:
        """Raises nothing."""

    def pause(self, at: datetime) -> Pause:
        """Nothing stands still."""
        return Pause(stops=False)

    def pause_over(self, since: datetime, until: datetime) -> datetime | None:
        """Nothing stands still."""
        return since

    def stood_still(self, since: datetime, until: datetime) -> timedelta:
        """Nothing stands still."""
        return timedelta()


ENACTMENT: Final = Given("an enacted matter says so")
CORRECTION: Final = Given("a matter was not enacted, and what it did is taken back")
ROSTER_CHANGE: Final = Given("somebody joined, came back, went idle or left")
ASCENSION: Final = Given("a new dynasty begins")
ASKED: Final = Given("it is part of something for which leave was asked, with the game locked")
