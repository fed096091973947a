"""Two real dynasties set up in the browser and played for a day: ruleset 98's gangsters, ruleset 211's village."""

import re
from collections.abc import Mapping
from html import unescape

import pytest
import time_machine
from django.test import Client

from gamestate.models import Dispute, LimitedAction, SecretVersion, Update
from gamestate.queries.snapshot import state_now
from players.models import Player
from tests.gamestate.tracker import shown
from tests.votables.table import noon, person, seat
from votables.models import Asks
from votables.services import posting, roster

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
FIELD = re.compile(r'name="((\d+)/((?:player|row):\d+|game)@\d*)"')


class Browser:
    """Somebody at the site, at noon of a day."""

    def __init__(self, player: Player, day: int) -> None:
        self.client, self.player, self.at = Client(), player, noon(day)
        self.client.force_login(player)

    def get(self, path: str) -> str:
        with time_machine.travel(self.at, tick=False):
            answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.content.decode()

    def post(self, path: str, data: Mapping[str, object], status: int = 302) -> str:
        with time_machine.travel(self.at, tick=False):
            answer = self.client.post(path, data)
        assert answer.status_code == status, unescape(answer.content.decode())
        return unescape(answer.content.decode())

    def define(self, key: str, kind: str = "whole", where: str = "player", **more: object) -> None:
        """Fill in the form for something that is tracked."""
        sent = {"where": where, "key": key, "name": key.replace("_", " ").capitalize(), "kind": kind}
        usual = {"floor": "0", "below": "law", "above": "refuse", "audience": "all", "on_return": "law"}
        self.post("/gamestate/new-variable/", {**usual, **sent, **more})

    def update(
        self,
        query: str,
        values: Mapping[tuple[str, str], str],
        comment: str = "",
        status: int = 302,
        **more: object,
    ) -> str:
        """Open the form of some values, write in the fields of these (by path and holder), and save."""
        form = self.open(query)
        return self.send(form, values, comment, status, **more)

    def open(self, query: str) -> dict[tuple[str, str], str]:
        """The names of the fields of a form by the variable and the holder that they are for."""
        state = state_now()
        names = FIELD.findall(self.get(f"/gamestate/edit/?{query}"))
        return {
            (state.path_of(state.variables[variable]), state.holder_name(holder)): name
            for name, variable, holder in names
        }

    def send(
        self,
        form: Mapping[tuple[str, str], str],
        values: Mapping[tuple[str, str], str],
        comment: str = "",
        status: int = 302,
        **more: object,
    ) -> str:
        sent = {form[field]: typed for field, typed in values.items()}
        return self.post("/gamestate/edit/", {**sent, "comment": comment, **more}, status)


@pytest.mark.sweep
def test_the_gangsters_of_ruleset_98():
    alice, bobby, carol, david, ellen = seat(*FIVE, law="ruleset-98")
    don = Browser(alice, 1)
    for key in ("wealth", "firepower"):
        don.define(key, default="500")
    don.define("respect", floor="", default="500")
    don.define("heat", default="1")
    don.define("partner", "player", blank="yes")
    don.define("former_partners", "players", twice="on")
    don.define("jail", "yes_no", on_return="default")
    don.define("goods", "texts")
    don.define("vigilance", where="game", name="Police Vigilance Number")
    assert (shown("wealth")["Bobby"], shown("vigilance")) == ("500", {"the game": "0"})

    # Bobby and Carol become partners and rob a bank, twelve hours after the last
    Browser(bobby, 2).update(f"player={bobby.pk}", {("partner", "Bobby"): "Carol"})
    Browser(carol, 2).update(f"player={carol.pk}", {("partner", "Carol"): "bobby"})
    both = {
        ("wealth", "Bobby"): "+12*12",
        ("heat", "Bobby"): "+1",
        ("partner", "Bobby"): "",
        ("partner", "Carol"): "",
        ("former_partners", "Bobby"): "+Carol",
        ("former_partners", "Carol"): "+Bobby",
    }
    Browser(bobby, 3).update("players", both, "Robbed a bank with Carol")
    assert [shown(path)["Bobby"] for path in ("wealth", "heat", "partner", "former_partners")] == [
        "644",
        "2",
        "",
        "Carol",
    ]

    # respect may be negative; wealth may not, and the refusal names the rule
    Browser(david, 3).update(f"player={carol.pk}", {("respect", "Carol"): "-2000"}, "Lost a good")
    assert shown("respect")["Carol"] == "-1500"
    page = Browser(david, 3).update(f"player={david.pk}", {("wealth", "David"): "-501"}, status=403)
    assert "Numbers and Variables" in page

    # two players edit at once: what each set is kept, and a value that both set is shown, not overwritten
    form = Browser(david, 4).open("players")
    Browser(ellen, 4).send(
        form, {("firepower", "Ellen"): "20", ("goods", "Ellen"): "hope"}, "Stole the diamond"
    )
    page = Browser(david, 4).send(
        form, {("firepower", "David"): "30", ("firepower", "Ellen"): "40"}, "Mine too", status=409
    )
    assert 'Somebody has just changed it to <b class="isolated">20</b>' in page
    Browser(david, 4).send(form, {("firepower", "David"): "30"}, "Mine alone")
    assert [shown("firepower")[name] for name in ("David", "Ellen")] == ["30", "20"]

    # the shared counter, and somebody sent to jail; undone again
    Browser(ellen, 4).update("game", {("vigilance", "the game"): "+1"}, "Stole police files")
    Browser(ellen, 4).update(f"player={bobby.pk}", {("jail", "Bobby"): "yes"}, "Reported Bobby")
    last = Update.objects.newest_first().first()
    Browser(bobby, 4).post(
        f"/gamestate/undo/?update={last.pk}", {"update": last.pk, "why": "Ellen has no partner."}
    )
    assert (shown("vigilance"), shown("jail")["Bobby"]) == ({"the game": "1"}, "no")


@pytest.mark.sweep
def test_the_quiet_village_of_ruleset_211():
    alice, bobby, carol, david, _ = seat(*FIVE)
    blizzard = Browser(alice, 1)
    blizzard.define("time", ceiling="60", above="set", default="0")
    blizzard.define("heat", "decimal", places="1", floor="", default="=floor(average(heat))", to="98.6")
    blizzard.post("/gamestate/new-table/", {"key": "locations", "name": "Locations"})
    blizzard.post(
        "/gamestate/tables/locations/add-rows/",
        {"names": "Village Square\nMakeshift Tent\nPork Curing Shed\nRoad\nForest\nCellar"},
    )
    blizzard.define("capacity", where="row:locations", default="2")
    blizzard.define("routes", "texts", where="row:locations")
    blizzard.define("outside", "yes_no", where="row:locations")
    blizzard.define("location", "row", refers="locations", default="Village Square")
    blizzard.define("inventory", "texts", twice="on")
    blizzard.define("tell", "text", blank="yes")
    blizzard.define("reject", "choices", most="5", choices="Signal\nEat\nHoard\nBurn\nClash\nStand")
    blizzard.define("passed", "instant", where="game", blank="yes", name="Time last passed")
    blizzard.update(
        "table=locations",
        {
            ("locations.capacity", "Village Square"): "100",
            ("locations.outside", "Village Square"): "yes",
            (
                "locations.routes",
                "Village Square",
            ): "Makeshift Tent [24], Pork Curing Shed [18], Road [12], Forest [35]",
            ("locations.routes", "Cellar"): "Pork Curing Shed [5]",
        },
        "As in the rules",
    )
    assert shown("location") == {"Alice": "", **dict.fromkeys(FIVE[1:], "Village Square")}
    assert shown("locations.routes")["Cellar"] == "Pork Curing Shed [5]"

    # time passes for every villager, once each hour, and never beyond 60
    hours = {("time", name): "+50" for name in FIVE[1:]} | {("passed", "the game"): "2026-03-04 12:00"}
    Browser(bobby, 2).update("players&game", hours, "Pass the Time")
    Browser(carol, 2).update("players", {("time", "Carol"): "+20"}, "Pass the Time again")
    assert (shown("time")["Bobby"], shown("time")["Carol"]) == ("50", "60")

    # a walk, a search with dice, a breath of somebody's heat
    Browser(bobby, 2).update(
        f"player={bobby.pk}",
        {("time", "Bobby"): "-18", ("location", "Bobby"): "pork curing shed"},
        "Off to the shed",
    )
    Browser(bobby, 2).update(
        f"player={bobby.pk}",
        {("inventory", "Bobby"): "+Metal, Battery [0]"},
        "Searched: {Metal, Bulky, Fabric} DICE6",
    )
    update = Update.objects.newest_first().first()
    assert [roll.command for roll in update.rolls.order_by("number")] == ["{Metal, Bulky, Fabric}", "DICE6"]
    Browser(david, 2).update(
        "players", {("time", "David"): "-3", ("heat", "David"): "+0.1", ("heat", "Carol"): "-0.1"}, "Respired"
    )
    assert [shown("heat")[name] for name in ("Carol", "David")] == ["98.5", "98.7"]

    # a secret with its tell: the hash is public and tracked, the words are not
    tell = state_now().variable_of("tell")
    Browser(carol, 2).post(
        "/gamestate/secrets/new/",
        {
            "name": "Jotting",
            "text": "In my stash: a cudgel",
            "salting": "own",
            "salt": "zebra xylophone",
            "algorithm": "md5",
            "tell": tell.id,
        },
    )
    assert shown("tell")["Carol"] == SecretVersion.objects.get().hash
    assert "zebra" not in Browser(bobby, 2).get("/gamestate/secrets/")

    # rejected goals are some of the list, five at the most; one that is none is held to be legal, and marked
    Browser(carol, 3).update(f"player={carol.pk}", {("reject", "Carol"): "+eat, Burn"})
    page = Browser(carol, 3).update(f"player={carol.pk}", {("reject", "Carol"): "+Escape"}, status=403)
    assert "Record it anyway" in page
    Browser(carol, 3).update(
        f"player={carol.pk}", {("reject", "Carol"): "+Escape"}, insist="A proposal added that goal."
    )
    assert (shown("reject")["Carol"], Dispute.objects.get().by) == ("Eat, Burn, Escape", carol)

    # an action once a day, taken with an update
    blizzard.post("/gamestate/actions/new/", {"name": "Forage", "frequency": "daily"})
    forage = LimitedAction.objects.get()
    Browser(david, 3).update(
        f"player={david.pk}", {("inventory", "David"): "+Meat"}, "Forage", action=forage.pk
    )
    page = Browser(david, 3).update(
        f"player={david.pk}", {("inventory", "David"): "+Meat"}, "Forage", status=403, action=forage.pk
    )
    assert "again" in page
    assert shown("inventory")["David"] == "Meat"


def test_a_newcomer_gets_the_average_of_the_others():
    alice, bobby, *_ = seat(*FIVE)
    blizzard = Browser(alice, 1)
    blizzard.define("heat", "decimal", places="1", floor="", default="=floor(average(heat))", to="98.6")
    Browser(bobby, 1).update(f"player={bobby.pk}", {("heat", "Bobby"): "90"})
    frank = person("Frank")
    posting.publish(by=frank, at=noon(2), category="", title="Hello", body="I want to join.", asks=Asks.JOIN)
    roster.admit(player=frank, by=alice, at=noon(2, hours=1))
    assert shown("heat")["Frank"] == "96.0"
