"""A dynasty on a bank of sand, played through pages and by program: grains that topple until they lie, lots that chance
draws, ranks in which ties share a place, and an office whose holder taxes somebody, or lets it be."""

import random

import pytest
import time_machine

from gamestate.models import LimitedAction, Occurrence, Roll
from gamestate.queries.snapshot import state_now
from gamestate.services.updating import update
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

NAMES = [f"{letter}{number}" for letter in "ABC" for number in (1, 2, 3)]
DROP = {
    "name": "Drop",
    "frequency": "",
    "asks": "where: squares",
    "costs": "grains: 1",
    "does": """where.sand += 1
repeat:
  for s in squares.filter(s, s.sand > 3):
    s.sand -= 4
    points += 1
    for n in neighbours(s): n.sand += 1""",
}
BY_ITSELF = [
    {"name": "Lots", "timing": "every day at 13:00", "lines": {"does": "for p in pick(players, 2): p.grains += 2"}},
    {
        "name": "Election",
        "timing": "every day at 14:00",
        "lines": {"does": "warden = players.sort(p, [-p.points, p.grains, p.place])[0]"},
    },
    {
        "name": "Tax",
        "timing": "when warden changes",
        "lines": {
            "asks": "whom: player among players.filter(p, p.grains > 1 && p != me)",
            "does": "let part = whom.grains // 2\nwhom.grains -= part\ngrains += part",
            "asked": "warden",
            "within": "6 hours",
        },
    },
]  # fmt: skip


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def bank(clock):
    """Alice, the emperor, and four who drop grains on nine squares."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    made = {"name": "Squares", "key": "squares", "look": "grid", "across": "3", "rows": "\n".join(NAMES)}
    assert browser(alice).post("/gamestate/new-table/", made).status_code == 302
    track(
        define("squares.sand", default="3"),
        define("grains", default="5"),
        define("points", default="0"),
        define("rank", formula="position(me, players.ranked(p, p.points))"),
        define("warden", "player", scope="game", blank=True),
        by=alice,
        at=noon(4),
    )
    response = browser(alice).post("/gamestate/actions/new/", DROP)
    assert response.status_code == 302, text_of(response)
    for sent in BY_ITSELF:
        answer = ask("POST", "/actions", {"frequency": "", **sent}, token=token_of(alice, at=noon(5)))
        assert answer.status_code == 201, answer.content
    return alice, *others


def drop(player, where: str) -> None:
    action = LimitedAction.objects.get(name="Drop")
    sent = {"act": "take", "answer-where": where}
    response = browser(player).post(f"/gamestate/actions/{action.pk}/take/", sent)
    assert response.status_code == 302, text_of(response)


def sand() -> list[int]:
    state = state_now()
    column = next(each for each in state.variables.values() if each.key == "sand")
    rows = {row.name: row for row in state.rows.values()}
    return [int(state.value(column, f"row:{rows[name].id}")) for name in NAMES]


def toppled(piles: list[int]) -> tuple[list[int], int]:
    """The piles once nothing topples any more, and how often something did, worked out otherwise than the move does."""
    piles, times = list(piles), 0
    while (place := next((place for place, pile in enumerate(piles) if pile > 3), None)) is not None:
        piles[place] -= 4
        times += 1
        row, column = divmod(place, 3)
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            beside = (row + step[0], column + step[1])
            if all(0 <= each < 3 for each in beside):
                piles[beside[0] * 3 + beside[1]] += 1
    return piles, times


def numbers(key: str, *players) -> list[int]:
    return [int(shown(key)[one.name]) for one in players]


def test_sand_topples_until_it_lies(bank):
    _alice, bobby, carol, *_ = bank
    chance = random.Random(7)
    points = 0
    for turn in range(8):
        where = chance.randrange(9)
        piles = sand()
        piles[where] += 1
        expected, times = toppled(piles)
        player = (bobby, carol)[turn % 2]
        drop(player, NAMES[where])
        points += times
        assert sand() == expected
    assert sum(numbers("points", bobby, carol)) == points > 0
    assert numbers("grains", bobby, carol) == [1, 1]


def test_ranks_are_shared_and_lots_are_drawn(bank, clock):
    alice, *four = bank
    bobby, carol, david, ellen = four
    scores = [
        put("points", number, *whose(one)) for one, number in zip(four, ("7", "9", "7", "0"), strict=True)
    ]
    update(leave=GIVEN, by=alice, at=noon(5), steps=scores)
    assert numbers("rank", *four) == [2, 1, 2, 3]

    clock.move_to(noon(5, hours=1, minutes=1))
    assert ask("GET", "/actions/due").json() == []
    first, second = Roll.objects.order_by("number")
    assert (first.command, second.command) == ("DICE4", "DICE3")
    left = list(four)
    drawn = [left.pop(int(first.total) - 1), left.pop(int(second.total) - 1)]
    assert numbers("grains", *drawn) == [7, 7] and sum(numbers("grains", *four)) == 24


def test_whoever_holds_the_office_owes_a_choice_until_it_passes(bank, clock):
    alice, *four = bank
    bobby, carol, david, ellen = four
    ends = noon(5, hours=8)
    update(leave=GIVEN, by=alice, at=noon(5), steps=[put("points", "9", *whose(carol))])
    clock.move_to(noon(5, hours=2))
    (due,) = ask("GET", "/actions/due").json()
    assert (due["name"], due["owed_by"]["name"]) == ("Tax", "Carol")
    assert Occurrence.objects.get(pk=due["id"]).ends_at == ends
    rich = max(one for one in numbers("grains", bobby, david, ellen))
    richest = next(one for one in (bobby, david, ellen) if numbers("grains", one) == [rich])
    before = numbers("grains", carol)[0]
    refused = browser(carol).post(f"/gamestate/actions/due/{due['id']}/", {"answer-whom": "Carol"})
    assert refused.status_code == 400
    sent = {"answer-whom": richest.name}
    assert browser(carol).post(f"/gamestate/actions/due/{due['id']}/", sent).status_code == 302
    assert numbers("grains", carol, richest) == [before + rich // 2, rich - rich // 2]

    update(leave=GIVEN, by=alice, at=noon(5, hours=3), steps=[put("points", "99", *whose(david))])
    clock.move_to(noon(6, hours=2))
    assert [one["owed_by"]["name"] for one in ask("GET", "/actions/due").json()] == ["David"]
    page = text_of(browser(david).get("/gamestate/"))
    assert "You owe a choice:" in page and "You owe a choice:" not in text_of(
        browser(carol).get("/gamestate/")
    )
    clock.move_to(noon(6, hours=9))
    assert ask("GET", "/actions/due").json() == []
    assert [str(one.note) for one in Occurrence.objects.filter(state="lapsed")] == [
        "Nobody answered in time."
    ]
