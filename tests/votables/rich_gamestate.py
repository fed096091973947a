"""What is tracked in the rich game: everything that the tracker keeps, with what is private in it."""

from datetime import datetime

import time_machine

from gamestate.models import Opening, Roll, Secret, Update, Variable
from gamestate.services import acting, moving, rolling, sealing, secrets, showing
from gamestate.services.undoing import dispute, undo
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from players.models import Player
from tests.gamestate.tracker import define, put, set_number, table, track, whose
from tests.leaves import GIVEN

from .table import noon

PLOTS = "A plot that nobody but the emperor knows"
TEXT, SALT = "The sealed word is honk", "pepper-and-salt"
ORDER = "I go to the lake while they sleep"
PRIVATE = (PLOTS, TEXT, SALT, ORDER)


def play(alice: Player, bobby: Player, carol: Player, ellen: Player) -> None:
    """Two days of the tracker, on which Alice is the emperor. Dice look at the clock themselves."""
    set_number("score", "12.5", by=alice, at=noon(1))
    set_number("score", "0", by=alice, at=noon(2))
    with time_machine.travel(noon(2), tick=False):
        _values(alice, bobby, carol)
    with time_machine.travel(noon(3), tick=False):
        _pages(alice, bobby)
        _rolls(bobby)
        _actions(alice, bobby)
    _private(alice, bobby, ellen)


def hand_over(by: Player, at: datetime) -> None:
    """The last emperor leaves the secret that was kept for the game to the new one."""
    secrets.hand_over(leave=GIVEN, secret=Secret.objects.get(name="Prize"), by=by, at=at)


def _values(alice: Player, bobby: Player, carol: Player) -> None:
    track(*table("places", "Town", "Forest"), by=alice, at=noon(2))
    track(
        define("wealth", default="500", on_return="default"),
        define("home", "row", refers="places", default="Town"),
        define("friends", "players"),
        define("places.room", default="3"),
        define("plots", "text", audience="emperor"),
        by=alice,
        at=noon(2),
    )
    steps = [
        put("wealth", "-5", *whose(bobby)),
        put("home", "Forest", *whose(bobby)),
        put("friends", "+Carol", *whose(bobby)),
        put("places.room", "4", "row=Forest"),
    ]
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=steps, comment="To the *woods*, @Carol! DICE6")
    dispute(leave=GIVEN, update=made, by=carol, at=noon(2), why="It is full.")
    wrong = update(
        leave=GIVEN, by=carol, at=noon(2), steps=[put("wealth", "-900", *whose(carol))], insist="I may owe."
    )
    undo(leave=GIVEN, updates=[wrong], by=bobby, at=noon(2), why="You may not.")
    secret = update(
        leave=GIVEN, by=alice, at=noon(2), steps=[put("plots", PLOTS, *whose(bobby))], comment="Hm."
    )
    undo(leave=GIVEN, updates=[secret], by=alice, at=noon(2), why="Not yet.")
    update(leave=GIVEN, by=alice, at=noon(2), steps=[put("plots", PLOTS, *whose(carol))])
    showing.show(leave=GIVEN, variable=Variable.objects.get(key="plots"), to=carol, by=alice, at=noon(2))
    # A key that is tracked twice, one after the other.
    track(read_step({"do": "retire", "path": "score"}), by=alice, at=noon(3))
    set_number("score", "7", by=alice, at=noon(3))


def _pages(alice: Player, bobby: Player) -> None:
    for title, text in (("Map", "A *lake*."), ("The map", "A lake, seen by @Bobby.")):
        step = read_step({"do": "page", "path": "map", "name": title, "to": text})
        update(leave=GIVEN, by=bobby, at=noon(3), steps=[step])
    step = read_step({"do": "page", "path": "old", "name": "Old", "to": "**Gone**"})
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[step])
    track(read_step({"do": "retire-page", "path": "old"}), by=alice, at=noon(3))


def _rolls(bobby: Player) -> None:
    rolling.roll_on_page(leave=GIVEN, text="2DICE6 and {a,b}", by=bobby, at=noon(3), reason="For fun")
    assert Roll.objects.count() == 3 and Update.objects.filter(rolls__isnull=False).count() == 1


def _actions(alice: Player, bobby: Player) -> None:
    rob = acting.declare(
        leave=GIVEN, by=alice, at=noon(3), name="Rob", frequency="daily", description="Take it."
    )
    taken = acting.take(leave=GIVEN, action=rob, by=bobby, at=noon(3), comment="Mine")
    acting.take_back(leave=GIVEN, taking=taken, by=bobby, at=noon(3))
    made = update(leave=GIVEN, by=bobby, at=noon(4), steps=[], actions=[rob])
    assert made.takings.count() == 1
    acting.declare(
        leave=GIVEN,
        by=alice,
        at=noon(3),
        name="End",
        frequency="",
        timing="on 2099-12-31",
        lines={"does": "score = 0"},
    )
    names = ", ".join(("Crane", "Otter", "Heron"))
    track(define("stack", "texts", scope="game", default=names, blank=True, twice=True), by=alice, at=noon(4))
    mix = acting.declare(
        leave=GIVEN, by=alice, at=noon(4), name="Mix", frequency="", lines={"does": "shuffle stack"}
    )
    moving.make(leave=GIVEN, action=mix, by=bobby, at=noon(4))


def _private(alice: Player, bobby: Player, ellen: Player) -> None:
    kept = secrets.keep(leave=GIVEN, by=bobby, at=noon(3), name="Word", text=TEXT, salt=SALT)
    version = secrets.change(
        leave=GIVEN, secret=kept, seen=kept.versions.get().pk, by=bobby, at=noon(3), text="Quack", salt="more"
    )
    secrets.reveal(leave=GIVEN, version=version, by=bobby, at=noon(4))
    mine = secrets.keep(leave=GIVEN, by=alice, at=noon(3), name="Prize", text=TEXT, for_game=True)
    assert mine.for_game
    both = [bobby.pk, ellen.pk]
    for title in ("Open", "Sealed"):
        call = sealing.call(
            leave=GIVEN,
            by=alice,
            at=noon(3),
            title=title,
            description="Choose, @Bobby.",
            awaited=both,
            opening=Opening.ALL,
        )
        words = ORDER if title == "Sealed" else "To the hills"
        for player in (bobby, ellen)[: 1 if title == "Sealed" else 2]:
            sealing.hand_in(leave=GIVEN, call=call, by=player, at=noon(3), text=words)
    sealing.call(
        leave=GIVEN,
        by=alice,
        at=noon(3),
        title="Later",
        choices=["Stay", "Go"],
        opening=Opening.AT,
        opens_at=noon(90),
    )
