"""Changes carried out, and all looked at that may tell of what was done: what every test of chains of acts does."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from blognomic.web.errors import RuleBroken
from gamestate.models import Update
from votables.changes.apply import Settlement
from votables.changes.outcome import outcome_of
from votables.models import Post
from votables.services import resolving

from .game import Game
from .listening import Listener
from .who import seen_by

LEFT_OUT = Settlement(skip=True, why="It does not fit.")
# What tells of what was done and how things stand, besides the pages of the matter and the update themselves: for
# strangers all, for others what they might see more in than strangers do.
AFTERWARDS = {
    "stranger": (
        "/gamestate/players.json", "/gamestate/log.json", "/api/v1/gamestate",
        "/api/v1/gamestate/updates?limit=100",
    ),
    "holder": ("/gamestate/players.json", "/gamestate/log.json"),
    "former": ("/gamestate/log.json",),
    "admin": ("/gamestate/log.json",),
}  # fmt: skip
# What follows from the same, for strangers, now and then.
SELDOM = (
    "/", "/gamestate/", "/since/?since=2026-03-20T00:00", "/chronicle/", "/charts/", "/feeds/gamestate/",
    "/feeds/posts/", "/gamestate/log/", "/gamestate/log.csv", "/gamestate/players.csv", "/gamestate/game.csv",
    "/gamestate/retired/", "/api/v1/gamestate/variables", "/api/v1/news?since=2026-03-20T00:00:00Z",
)  # fmt: skip


def heard(listeners: list[Listener], allowed: set[str], pairs: Mapping[str, str]) -> dict[str, list[str]]:
    """What was heard that may not be, by the names of the acts that made it so."""
    heard_by: dict[str, list[str]] = {}
    for one in listeners:
        for place, where in one.heard_besides(allowed | seen_by(one.reader)).items():
            heard_by.setdefault(pairs.get(place, place), []).append(f"{one.reader}: {', '.join(where)}")
    return heard_by


def carry_out(matter: Post, game: Game, admin: Listener, *, at: datetime) -> None:
    """Enact the matter, without what does not fit: what the admin is told before is heard, too."""
    arguments = {"post": matter, "to": "enacted", "by": game.people["admin"], "at": at, "reason": "So."}
    admin.ask(f"/posts/{matter.pk}/overrule/")
    steps = [place for place, change in enumerate(matter.changes) if change["op"] == "step"]
    left_out: dict[int, Settlement] = {}
    while True:
        try:
            resolving.resolve_against_verdict(**arguments, settlements=left_out, ticked=steps)
            return
        except RuleBroken as refused:
            admin.hear(refused.sentence, "refused")
            misfits = {effect.place for effect in outcome_of(matter, at=at, settlements=left_out).misfits}
            assert misfits
            left_out |= dict.fromkeys(misfits, LEFT_OUT)


def look_around(game: Game, addresses_told: Iterable[str], *, seldom: bool = False) -> list[Listener]:
    """Listeners who have looked at all that may tell of what has just been done: addresses that are told, the last
    updates, the log, and how things stand."""
    made = Update.objects.order_by("-pk").values_list("pk", flat=True)[:2]
    listeners = []
    for reader, addresses in AFTERWARDS.items():
        one = Listener(game, reader)
        if reader == "stranger":
            addresses += (
                *addresses_told,
                *(f"/gamestate/log/{key}/" for key in made),
                *(SELDOM if seldom else ()),
            )
        for address in addresses:
            one.ask(address)
        assert set(one.statuses) == {200}, one.statuses
        listeners.append(one)
    return listeners
