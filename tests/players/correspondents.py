"""People who write to one another, at NOW."""

from collections.abc import Collection
from datetime import datetime
from html import escape

from players.models import Message, Order, Player, Thread
from players.services import messages, orders
from tests.votables.table import noon

NOW = noon(7)


class Plain:
    """A courier of a game without a law, who writes words instead of Markdown."""

    def restraint(self, at: datetime) -> None:
        return None

    def expect_confirmed(self, parties: Collection[Player], at: datetime) -> None: ...

    def take_order(self, at: datetime) -> None: ...

    def render(self, text: str, *, prefix: str, at: datetime) -> str:
        return f'<p id="{prefix}">{escape(text)}</p>'


PLAIN = Plain()


def send(by: Player, *to: Player, at: datetime = NOW, text: str = "Words.", **more: object) -> Thread:
    return messages.send(by=by, at=at, to=to, courier=PLAIN, **{"subject": "A plan", "text": text, **more})


def reply(thread: Thread, by: Player, *, at: datetime = NOW, text: str = "Yes.") -> Message:
    return messages.reply(thread=thread.pk, by=by, at=at, text=text, courier=PLAIN)


def order(by: Player, *, at: datetime = NOW, text: str = "March.", seen: int = 1) -> Order:
    return orders.send_order(by=by, at=at, text=text, seen=seen, courier=PLAIN)
