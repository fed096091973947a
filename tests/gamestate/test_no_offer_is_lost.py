"""No sequence of offers, answers, withdrawals, lapses, undoings (whole or in part), pauses, hiatus, players who go
idle and new dynasties loses anything, doubles it, or breaks a bound: what all have, and what open offers hold back, is
always the same."""

from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from blognomic.web.errors import RuleBroken
from gamestate.hidden import RECORD
from gamestate.leave import Given, Pause
from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.queries.by_itself import given_to, owed
from gamestate.queries.snapshot import state_now
from gamestate.queries.undoing import reversals, with_what_they_set_off
from gamestate.services import acting, clockwork
from gamestate.services.dynasties import retire_all
from gamestate.services.undoing import undo, undo_enacted
from players.models import Player
from tests.gamestate.services.test_clockwork import by_itself
from tests.gamestate.services.test_moving import declare, make
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import noon, seat, write
from votables.services import roster

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

KEPT = ("gold", "wool")
DEEDS = (
    "offer", "offer", "accept", "accept", "decline", "withdraw", "wait", "lapse", "undo", "undo two", "undo offer",
    "undo in part", "undo in part", "pause", "hiatus", "idle", "idle", "dynasty", "take back",
)  # fmt: skip
STEPS = st.lists(
    st.tuples(st.sampled_from(DEEDS), st.integers(0, 3), st.integers(0, 80)), min_size=4, max_size=16
)


@dataclass(frozen=True, slots=True)
class Standing(Given):
    """A leave while the game stands still, or does not."""

    stops: bool = False

    def pause(self, at):
        return Pause(stops=self.stops)

    def pause_over(self, since, until):
        return None if self.stops else since


@pytest.fixture
def market():
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("gold", default="9"),
        define("wool", default="5", ceiling="12", above="refuse"),
        by=alice,
        at=noon(1),
    )
    by_itself(
        alice,
        "Buy",
        "when it is asked",
        asks="agreed: yes_no",
        needs="!agreed || gold >= price -- You cannot pay for it.",
        does="if agreed: gold -= price; asker.gold += price; wool += amount\notherwise: asker.wool += amount",
        within="48 hours",
        otherwise="asker.wool += amount",
    )
    declare(
        alice,
        "Offer",
        asks="other: player among players.filter(p, p != me)\n"
        "amount: number from 1 to wool\nprice: number from 0 to 9",
        costs="wool: amount",
        does="ask other to buy",
    )
    return alice, others


class Play:
    def __init__(self, alice, others) -> None:
        self.alice, self.others, self.at, self.stops = alice, others, noon(2), False

    @property
    def leave(self) -> Standing:
        return Standing("a play", self.stops)

    def step(self, name: str, player, number: int) -> None:
        self.at += timedelta(minutes=1)
        clockwork.catch_up(leave=self.leave, at=self.at)
        does = {"leave": GIVEN, "by": player, "at": self.at}
        choices = list(owed().order_by("pk"))
        choice = choices[number % len(choices)] if choices else None
        if name == "offer":
            other = next(one for one in (self.others[number % 4], *self.others) if one != player)
            offers = LimitedAction.objects.get(key="offer")
            make(
                offers, player, self.at, other=other.name, amount=str(number % 4 + 1), price=str(number % 10)
            )
        elif name in ("accept", "decline") and choice is not None:
            agreed = {"agreed": "yes" if name == "accept" else "no"}
            clockwork.answer(occurrence=choice, answers=agreed, **{**does, "by": choice.owed_by})
        elif name == "withdraw" and choice is not None:
            clockwork.withdraw(occurrence=choice, **{**does, "by": choice.set_off_by.by})
        elif name in ("wait", "lapse"):
            self.at += timedelta(hours=10 if name == "wait" else 49)
            clockwork.catch_up(leave=self.leave, at=self.at)
        elif name.startswith("undo"):
            latest = list(Update.objects.exclude(kind__in=["definition", "dynasty"]).order_by("-pk")[:5])
            moves = [one for one in latest if one.takings.exists()][:1]
            is_of_move = name == "undo offer" or (name == "undo in part" and number % 2)
            chosen = moves if is_of_move else latest[:2] if name == "undo two" else latest[number % 5 :][:1]
            if chosen:
                choices = self.some_of(chosen, number) if name == "undo in part" else None
                undo(updates=chosen, why="No", choices=choices, **does)
        elif name == "pause":
            buying = LimitedAction.objects.filter(key="buy", retired_at__isnull=True).first()
            if buying is not None:
                way = acting.resume if buying.paused_at else acting.pause
                way(
                    action=buying, **{**does, "by": self.alice}, **({} if buying.paused_at else {"why": "No"})
                )
        elif name == "idle":
            asks = "idle" if player.is_playing else "unidle"
            write(player, self.at, asks=asks)
            self.at += timedelta(hours=1 if player.is_playing else 200)
            way = roster.idle if player.is_playing else roster.unidle
            way(player=player, by=self.alice, at=self.at)
        elif name == "hiatus":
            self.stops = not self.stops
        elif name == "dynasty":
            keep = [[], ["buy"], ["buy", "offer"], ["offer"]][number % 4]
            retire_all(leave=GIVEN, by=self.alice, at=self.at, comment="New", keep=KEPT, keep_actions=keep)
        elif name == "take back":
            made = Update.objects.filter(kind="dynasty").order_by("-pk").first()
            if made is not None:
                correction = {"why": "Not so.", "link": "/x/"}
                undo_enacted(leave=GIVEN, updates=[made], by=self.alice, at=self.at, **correction)

    def some_of(self, updates: list[Update], number: int) -> dict[str, str]:
        """One way for each thing that can be put back, by the digits of a number."""
        undoable = reversals(with_what_they_set_off(updates), viewer=RECORD, state=state_now(pages=True))
        return {
            each.key: ("skip", "restore", "shift" if each.difference else "skip")[number // 3**place % 3]
            for place, each in enumerate(undoable)
        }


def held_back() -> int:
    """The wool that open offers hold back."""
    open_ones = Occurrence.objects.filter(owed_by__isnull=False, state__in=["asks", "waits"])
    return sum(int(given_to(one)["amount"]) for one in open_ones.select_related("action"))


def test_no_offer_loses_or_doubles_anything(market):
    alice, others = market
    done: set[str] = set()

    @settings(
        max_examples=80, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow]
    )
    @given(STEPS)
    def play(steps):
        with transaction.atomic():
            game = Play(alice, others)
            for name, place, number in steps:
                try:
                    with transaction.atomic():
                        game.step(name, Player.objects.get(pk=others[place].pk), number)
                    done.add(name)
                except RuleBroken:
                    pass
                state = state_now()
                gold, wool = ([int(each) for each in shown(key, state).values() if each] for key in KEPT)
                assert (sum(gold), sum(wool) + held_back()) == (4 * 9, 4 * 5), (name, steps)
                assert min(gold) >= 0 and min(wool) >= 0 and max(wool) <= 12, (name, steps)
            transaction.set_rollback(True)

    play()
    assert {
        "offer",
        "accept",
        "decline",
        "withdraw",
        "lapse",
        "undo",
        "undo offer",
        "undo in part",
        "dynasty",
        "hiatus",
        "idle",
    } <= done
