"""Changes of who plays and who holds an office, for tests."""

from players.models import Player
from tests.votables.seating import played_once
from tests.votables.table import declare, noon, propose, seat
from votables.models import Post

from .carried import FIVE, enact


def does(do: str, player: Player | None = None, **more: object) -> dict[str, object]:
    change = {"op": "roster", "do": do, **more}
    return change if do == "end-dynasty" else {**change, "player": player.pk if player else None}


def fresh(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def judgement(by: Player, at, **more: object) -> Post:
    return propose(by, at, "A judgement", category="cfj", **{"amends": [], **more})


@played_once
def win() -> list[Player]:
    """Bobby has won a game that Alice was emperor of."""
    players = seat(*FIVE)
    enact(declare(players[1], noon(1)), players, noon(2))
    return players
