"""Six dynasties of other kinds, each with its rules in plain words, played through pages and by program alone."""

from collections.abc import Mapping

import pytest
import time_machine

from gamestate.models import LimitedAction, Roll
from players.models import Player
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, track
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def players(clock):
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def table(alice: Player, key: str, rows: str, **more: str) -> None:
    made = {"name": key.capitalize(), "key": key, "rows": rows, **more}
    assert browser(alice).post("/gamestate/new-table/", made).status_code == 302


def declare(alice: Player, *actions: Mapping[str, str]) -> None:
    for action in actions:
        response = browser(alice).post("/gamestate/actions/new/", {"frequency": "", **action})
        assert response.status_code == 302, text_of(response)


def take(player: Player, name: str, **answers: str) -> str:
    """Take an action; answers "" where that was done, or the sentence that stops it."""
    path = f"/gamestate/actions/{LimitedAction.objects.get(name=name, retired_at=None).pk}/take/"
    sent = {"act": "take", **{f"answer-{key}": to for key, to in answers.items()}}
    response = browser(player).post(path, sent)
    return "" if response.status_code == 302 else text_of(response)


def has(key: str, *players: Player) -> list[str]:
    return [shown(key)[one.name] for one in players]


def look() -> None:
    """Somebody looks, who finds done what fell due."""
    assert browser(None).get("/gamestate/").status_code == 200


def test_an_exchange(players, clock):
    """Each firm has ten shares. A share costs ten Gold and one for each that is held; it sells for one less. Each day
    at 18:00 a firm pays DICE4 Gold for each share. Who has most shares of a firm, and nobody as many, chairs it."""
    alice, bobby, carol, *_ = players
    table(alice, "firms", "Acme\nBolt")
    track(
        define("gold", default="30"),
        define("firms.holders", "players", twice=True, blank=True, most=10),
        define("firms.price", formula="10 + size(holders)"),
        define(
            "firms.chair",
            "players",
            formula="players.filter(p, holders.exists(h, h == p)).most(p, holders.count(h, h == p))",
        ),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {
            "name": "Buy", "asks": "firm: firms", "needs": "gold >= firm.price -- You cannot pay for it.",
            "does": "gold -= firm.price; firm.holders += me",
        },
        {
            "name": "Sell", "asks": "firm: firms among firms.filter(f, me in f.holders)",
            "does": "gold += firm.price - 1; firm.holders -= me",
        },
        {
            "name": "Dividends", "when": "every day at 18:00",
            "does": "for f in firms:\n  let pays = DICE4\n  for h in f.holders: h.gold += pays",
        },
    )  # fmt: skip
    assert [
        take(bobby, "Buy", firm="Acme"),
        take(bobby, "Buy", firm="Acme"),
        take(carol, "Buy", firm="Acme"),
    ] == [""] * 3
    assert has("gold", bobby, carol) == ["9", "18"] and shown("firms.price")["Acme"] == "13"
    assert shown("firms.chair")["Acme"] == "Bobby"
    assert "You cannot pay for it." in take(bobby, "Buy", firm="Acme")
    assert take(bobby, "Sell", firm="Acme") == "" and has("gold", bobby) == ["21"]
    assert shown("firms.chair")["Acme"] == "Bobby, Carol"
    assert take(bobby, "Sell", firm="Bolt") != "" and has("gold", bobby) == ["21"]
    clock.move_to(noon(5, hours=7))
    look()
    pays = int(Roll.objects.order_by("number").first().total)
    assert has("gold", bobby, carol) == [str(21 + pays), str(18 + pays)]


def test_a_war_of_sealed_orders(players, clock):
    """Each has an army in a land, and orders it in secret to a neighbouring one, or to hold; or they support another's.
    At dawn all orders are carried out at once. Into a land goes whoever has most force there, one for themselves and
    one for each who supports them, unless another, or who stays in it, is as strong. Who is driven out is nowhere."""
    alice, bobby, carol, david, ellen = players
    table(alice, "lands", "North\nEast\nSouth\nWest", look="track")
    track(
        define("land", "row", refers="lands", blank=True),
        define("goal", "row", refers="lands", audience="own", blank=True),
        define("backs", "player", audience="own", blank=True),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {
            "name": "Begin", "asks": "where: lands among lands.filter(x, !players.exists(p, p.land == x))",
            "needs": "land == null -- You have begun.", "does": "land = where",
        },
        {
            "name": "Advance", "asks": "where: lands among neighbours(land)",
            "needs": "land != null -- You are nowhere.",
            "does": "goal = where; backs = null", "unseen": "yes",
        },
        {
            "name": "Support", "asks": "whom: player among players.filter(p, p != me)",
            "does": "backs = whom; goal = null", "unseen": "yes",
        },
        {
            "name": "Dawn", "when": "every day at 06:00", "does": """for all p in players:
  let goal = revealed(p.goal)
  let own = goal == null ? p.land : goal
  let force = 1 + players.count(q, revealed(q.backs == p))
  let rivals = players.filter(q, q != p && revealed(q.goal == null ? q.land : q.goal) == own)
  let strongest = rivals.highest(q, 1 + players.count(r, revealed(r.backs == q)))
  let wins = size(rivals) == 0 || force > strongest
  if own != null && wins: p.land = own
for all p in players: if players.exists(q, q != p && q.land == p.land && revealed(q.goal) == q.land): p.land = null
for p in players: p.goal = null; p.backs = null""",
        },
    )  # fmt: skip
    for one, where in ((bobby, "North"), (carol, "East"), (david, "South"), (ellen, "West")):
        assert take(one, "Begin", where=where) == ""
    assert take(bobby, "Advance", where="East") == ""
    assert take(david, "Support", whom="Bobby") == ""
    assert take(ellen, "Advance", where="South") == ""
    assert "Advance" not in text_of(browser(carol).get("/gamestate/log/"))
    assert has("land", bobby, carol) == ["North", "East"]
    clock.move_to(noon(6))
    look()
    assert has("land", bobby, carol, david, ellen) == ["East", "", "South", "West"]
    assert has("goal", bobby, ellen) == ["", ""]


def test_a_dutch_auction(players, clock):
    """A lot begins at 50 Gold and falls by ten each hour. The first who calls has it at its price, and the next lot
    begins. At zero it goes to nobody."""
    alice, bobby, carol, *_ = players
    track(
        define("gold", default="60"),
        define("lots", default="0"),
        define("lot", scope="game", default="1"),
        define("price", scope="game", default="50"),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {"name": "Call", "costs": "gold: price", "does": "lots += 1; lot += 1; price = 50"},
        {"name": "Fall", "when": "every hour", "does": "price -= 10"},
        {"name": "Unsold", "when": "when price == 0", "does": "lot += 1; price = 50"},
    )
    clock.move_to(noon(5, hours=2, minutes=1))
    assert take(bobby, "Call") == ""
    assert has("gold", bobby) == ["30"] and has("lots", bobby) == ["1"]
    assert "50" in take(bobby, "Call")
    clock.move_to(noon(5, hours=7, minutes=1))
    look()
    assert [*shown("lot").values()] == ["3"]


def test_a_draft(players, clock):
    """Each has a pack of three cards that only they see. Each keeps one; when all have, the packs go to the left, until
    they are empty."""
    alice, *others = players
    track(
        define(
            "deck",
            "texts",
            "game",
            audience="nobody",
            blank=True,
            twice=True,
            default=", ".join(f"C{n}" for n in range(15)),
        ),
        define("pack", "texts", audience="own", blank=True, twice=True),
        define("kept", "texts", audience="own", blank=True, twice=True),
        define("ready", "yes_no", default="no"),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {"name": "Deal", "does": "shuffle deck\nfor p in players: draw 3 from deck to p.pack"},
        {
            "name": "Keep", "asks": "card: choice among pack", "needs": "!ready -- Wait for the others.",
            "does": "move card from pack to kept; ready = true",
        },
        {
            "name": "Pass", "when": "when players.all(p, p.ready)",
            "does": "for all p in players: p.pack = revealed(after(p).pack)\nfor p in players: p.ready = false",
        },
    )  # fmt: skip
    assert take(others[0], "Deal") == ""
    before = shown("pack")
    for one in others:
        assert take(one, "Keep", card=before[one.name].split(", ")[0]) == ""
    after = shown("pack")
    names = [one.name for one in others]
    for place, name in enumerate(names):
        assert after[name] == ", ".join(before[names[(place + 1) % 4]].split(", ")[1:])
    assert has("ready", *others) == ["no"] * 4


def test_workers(players, clock):
    """A place has room for as many workers as it says, whosever they are. Each has two, and sends them one by one. At
    dawn each brings what its place gives, and comes home; who sent none pays one Food for each."""
    alice, bobby, carol, david, ellen = players
    table(alice, "places", "Farm\nMine")
    track(
        define("food", default="1"),
        define("ore"),
        define("workers", default="2"),
        define("places.room", default="3"),
        define("places.crew", "players", twice=True, blank=True),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {
            "name": "Send", "asks": "where: places among places.filter(p, size(p.crew) < p.room)",
            "costs": "workers: 1", "does": "where.crew += me",
        },
        {
            "name": "Dawn", "when": "every day at 06:00",
            "does": """for w in places.filter(p, p.name == 'Farm')[0].crew: w.food += 2
for w in places.filter(p, p.name == 'Mine')[0].crew: w.ore += 1
for p in players.filter(p, p.workers == 2): p.food -= 1
for p in players: p.workers = 2
for p in places: p.crew = []""",
        },
    )  # fmt: skip
    assert [
        take(bobby, "Send", where="Farm"),
        take(bobby, "Send", where="Farm"),
        take(carol, "Send", where="Farm"),
    ] == [""] * 3
    assert take(david, "Send", where="Farm") != ""
    assert "This costs 1 Workers, and you have 0." in take(bobby, "Send", where="Mine")
    assert take(carol, "Send", where="Mine") == ""
    clock.move_to(noon(6))
    look()
    assert has("food", bobby, carol, david) == ["5", "3", "0"]
    assert has("ore", bobby, carol) == ["0", "1"] and has("workers", bobby, carol, david) == ["2"] * 3
    assert set(shown("places.crew").values()) == {""}


def test_a_conquest(players, clock):
    """Lands are connected. Who owns one with two armies or more attacks a neighbouring one that somebody else owns:
    both roll two dice; of the highest, and of the next as long as both have armies to lose, the lower loses an army,
    the attacker’s where they are as high. Who takes the last moves in with all but one."""
    alice, bobby, carol, *_ = players
    table(alice, "lands", "North\nEast\nSouth", look="track")
    track(
        define("lands.owner", "player", blank=True),
        define("lands.armies", default="5"),
        define("owned", formula="lands.count(x, x.owner == me)"),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {
            "name": "Settle", "asks": "where: lands among lands.filter(x, x.owner == null)",
            "needs": "owned == 0 -- You have settled.", "does": "where.owner = me",
        },
        {
            "name": "Attack",
            "asks": "source: lands among lands.filter(x, x.owner == me && x.armies > 1)\n"
            "target: lands among neighbours(source).filter(x, x.owner != null && x.owner != me)",
            "does": """let a = [DICE6, DICE6].sort(x, -x)
let d = [DICE6, DICE6].sort(x, -x)
if a[0] > d[0]: target.armies -= 1
otherwise: source.armies -= 1
if target.armies > 0 && source.armies > 1:
  if a[1] > d[1]: target.armies -= 1
  otherwise: source.armies -= 1
if target.armies == 0:
  target.owner = me
  target.armies = source.armies - 1
  source.armies = 1""",
        },
    )  # fmt: skip
    assert take(bobby, "Settle", where="North") == "" and take(carol, "Settle", where="East") == ""
    assert take(bobby, "Attack", source="North", target="East") == ""
    highest = sorted(_rolled(1, 2))[-1], sorted(_rolled(3, 4))[-1]
    lower = sorted(_rolled(1, 2))[0], sorted(_rolled(3, 4))[0]
    lost = [int(ours > theirs) for ours, theirs in (highest, lower)]
    assert shown("lands.armies") == {"North": str(3 + sum(lost)), "East": str(5 - sum(lost)), "South": "5"}
    assert "you cannot choose “South” now" in take(bobby, "Attack", source="North", target="South")
    assert has("owned", bobby, carol) == ["1", "1"]


def _rolled(*numbers: int) -> list[int]:
    return [int(Roll.objects.get(number=number).total) for number in numbers]


def test_loans(players, clock):
    """One borrows up to twice what one has. Each day a loan grows by a tenth, rounded up. Who owes more than three
    times what they have is bankrupt: all is taken, and they are out until the next week."""
    alice, bobby, carol, *_ = players
    track(
        define("gold", default="10"),
        define("loan"),
        define("out", "yes_no", default="no"),
        by=alice,
        at=noon(4),
    )
    declare(
        alice,
        {
            "name": "Borrow", "asks": "amount: number from 1 to 2 * gold - loan", "needs": "!out -- You are bankrupt.",
            "does": "gold += amount; loan += amount",
        },
        {"name": "Spend", "asks": "amount: number from 1 to gold", "does": "gold -= amount"},
        {"name": "Interest", "when": "every day at 00:00", "does": "for p in players: p.loan += ceil(p.loan / 10)"},
        {
            "name": "Ruin", "when": "when players.exists(p, !p.out && p.loan > 3 * p.gold)",
            "does": "for p in players.filter(p, p.loan > 3 * p.gold): p.gold = 0; p.loan = 0; p.out = true",
        },
        {"name": "Mercy", "when": "every Monday",
         "does": "for p in players.filter(p, p.out): p.out = false; p.gold = 10"},
    )  # fmt: skip
    assert take(bobby, "Borrow", amount="20") == ""
    assert take(bobby, "Borrow", amount="50") != ""
    assert take(bobby, "Spend", amount="22") == ""
    assert has("out", bobby, carol) == ["no", "no"]
    clock.move_to(noon(10))
    look()
    assert (has("out", bobby), has("loan", bobby)) == (["yes"], ["0"])
    clock.move_to(noon(16))
    look()
    assert has("out", bobby) == ["no"] and has("gold", bobby) == ["10"]
