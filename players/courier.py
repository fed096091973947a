"""What rooms above know of what people write to each other, and hand in: what the law in force says of messages and
orders, how their words are shown, and how the game stands on the page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from players.models import Dynasty, Helper, Player


@dataclass(frozen=True, slots=True)
class Restraint:
    """What somebody who writes in private is reminded of, and the rule that says so."""

    sentence: str
    rule: str


class Courier(Protocol):
    """Whoever carries what people write: services are handed one (`courier`), views by the request
    (`request.courier`)."""

    def restraint(self, at: datetime) -> Restraint | None:
        """What whoever writes a message at `at` (UTC) is reminded of, or None while players may talk."""

    def expect_confirmed(self, parties: Collection[Player], at: datetime) -> None:
        """Raise NeedsConfirmation where a message between these people is to be confirmed."""

    def take_order(self, at: datetime) -> None:
        """Raise RuleBroken while orders are neither sent nor dealt with."""

    def render(self, text: str, *, prefix: str, at: datetime) -> str:
        """The safe HTML of a text, with `prefix` before its ids. Raises RuleBroken for one that cannot be rendered."""


class GameFrame(Protocol):
    """How the game stands on a page, as its frame shows it (`request.frame`). `rules` are the keys of the rules that
    stand, by their titles in lower case; `leave_for_orders` is whether orders are taken (`allowed`), and if not, the
    `reason`, its `rule` and `when` they are, or None before a game is founded."""

    @property
    def dynasty(self) -> Dynasty | None: ...

    @property
    def emperor(self) -> Player | None: ...

    @property
    def helpers(self) -> list[Helper]: ...

    @property
    def roster(self) -> list[Player]: ...

    @property
    def is_interregnum(self) -> bool: ...

    @property
    def rules(self) -> Mapping[str, int]: ...

    @property
    def leave_for_orders(self) -> Any: ...

    def look_again(self) -> None:
        """Count anew what is unread: the page has just shown some of it."""
