"""People who write to one another, at NOW, in a game that has been founded."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from html import escape

from players.models import Dynasty, Game, Message, Order, Player, Reign, RosterEvent, Standing, Thread
from players.services import messages, orders

NOW = datetime(2026, 3, 9, 12, tzinfo=UTC)
BEGINNING = NOW - timedelta(days=30)
HOUR = timedelta(hours=1)


def found(emperor: Player | None = None) -> Dynasty:
    """A game with a first dynasty, from BEGINNING on."""
    Game.objects.create(pk=1, founded_at=BEGINNING)
    if emperor is not None:
        Reign.objects.create(player=emperor, since=BEGINNING)
    return Dynasty.objects.create(number=1, name="The First", started_at=BEGINNING)


def people(*names: str, standing: str = Standing.ACTIVE, **more: object) -> list[Player]:
    return [Player.objects.create(name=name, standing=standing, **more) for name in names]


def joined(player: Player, at: datetime, *, standing: str = Standing.ACTIVE) -> None:
    """The event by which a player joined; `standing` is where it left them."""
    RosterEvent.objects.create(
        player=player, kind="joined", cause="request", at=at, standing=standing, is_admin=False
    )


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
    return messages.reply(thread=thread, by=by, at=at, text=text, courier=PLAIN)


def order(by: Player, *, at: datetime = NOW, text: str = "March.", seen: int = 1) -> Order:
    return orders.send_order(by=by, at=at, text=text, seen=seen, courier=PLAIN)
