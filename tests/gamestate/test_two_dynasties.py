"""The gamestate of two real dynasties, that of ruleset 98 and that of ruleset 211: set up in the browser and played for
a day there, as their rules have it."""

from collections.abc import Iterable

import pytest
import time_machine
from django.test import Client

from gamestate.models import Roll, Update
from gamestate.queries.snapshot import state_now
from players.models import Player
from tests.gamestate.browsers import browser, field, table_of, whole
from tests.gamestate.test_views_definitions import NEW, sent
from tests.gamestate.test_views_update import EDIT, whole_form
from tests.gamestate.tracker import shown
from tests.votables.table import noon, seat

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

DON = ("TheDon", "Bobby", "Carol", "David", "Ellen")
GOODS = "hope\nmustache\nbadge\nlicense"
BLIZZARD = ("Blizzard", "Bobby", "Carol", "David", "Ellen")
GOALS = "Signal\nEat\nHoard\nBurn\nClash\nStand\nScavenge\nLive\nEscape\nShelter"
LOCATIONS = {
    "Village Square": ("100", "Makeshift Tent [24], Pork Curing Shed [18], Road [12], Forest [35]", "yes"),
    "Makeshift Tent": ("2", "Village Square [20], Pork Curing Shed [16], Forest [32]", "no"),
    "Road": ("100", "Village Square [10]", "yes"),
}


def track_in(admin: Client, *definitions: dict[str, str]) -> None:
    """Define what is tracked, one after the other, as an admin's form does."""
    for definition in definitions:
        form = sent(admin.get(NEW))
        key = definition["name"].lower().replace(" ", "_")
        assert admin.post(NEW, {**form, "key": key, **definition}).status_code == 302, definition


def change(reader: Client, values: dict[tuple[str, str | Player], str], comment: str = "") -> Update:
    """Write an update in the form, with the fields that stand there now."""
    typed = {field(path, holder): text for (path, holder), text in values.items()}
    answer = reader.post(EDIT, {**typed, "comment": comment})
    assert answer.status_code == 302, answer.content.decode()
    return Update.objects.order_by("-pk")[0]


def of(player: Player, *paths: str) -> list[str]:
    return [shown(path)[player.name] for path in paths]


def row(name: str) -> str:
    return next(f"row:{each.id}" for each in state_now().rows.values() if each.name == name)


def everybody(players: Iterable[Player], path: str, typed: str) -> dict[tuple[str, str | Player], str]:
    return {(path, player): typed for player in players}


def test_the_gamestate_of_ruleset_98_is_set_up_and_played_for_a_day():
    with time_machine.travel(noon(1), tick=False) as clock:
        don, bobby, carol, david, ellen = seat(*DON, law="ruleset-98")
        track_in(
            browser(don),
            {"name": "Wealth", "kind": "whole", "default": "500", "order": "1"},
            {"name": "Firepower", "kind": "whole", "default": "500", "order": "2"},
            {"name": "Respect", "kind": "whole", "default": "500", "floor": "", "order": "3"},
            {"name": "Heat", "kind": "whole", "default": "1", "order": "4"},
            {"name": "Partner", "kind": "player", "blank": "yes", "order": "5"},
            {"name": "Former Partners", "kind": "players", "order": "6"},
            {"name": "Jail", "kind": "yes_no", "default": "no", "order": "7"},
            {"name": "Goods", "kind": "choices", "choices": GOODS, "blank": "yes", "order": "8"},
            {"name": "Police Vigilance Number", "kind": "whole", "where": "game", "default": "0"},
        )
        one, other = browser(bobby), browser(carol)
        change(one, {("partner", bobby): "Carol"})
        change(other, {("partner", carol): "Bobby"})
        # Twelve hours after the last bank, Bobby robs one: both forms are open at once, and nothing is lost.
        clock.shift(12 * 60 * 60)
        late = whole_form(other.get(f"{EDIT}?player={carol.pk}"))
        change(
            one,
            {
                ("wealth", bobby): "=wealth + 12*12 - 100*heat",
                ("heat", bobby): "+1",
                ("partner", bobby): "",
                ("partner", carol): "",
                ("former_partners", bobby): "+Carol",
                ("former_partners", carol): "+Bobby",
            },
            "Robbed a bank with Carol. The guards count to DICE6.",
        )
        # A badge costs 1500 Firepower, which nobody has, for there is no less than none; a mustache costs 50.
        firepower, goods = field("firepower", carol), field("goods", carol)
        answer = other.post(EDIT, {**late, firepower: "-1500", goods: "+badge"})
        assert (answer.status_code, of(carol, "firepower", "goods")) == (403, ["500", ""])
        answer = other.post(EDIT, {**late, firepower: "-50", goods: "+mustache", "comment": "The Mustache"})
        assert (answer.status_code, of(carol, "firepower", "goods")) == (302, ["450", "mustache"])
        assert of(carol, "partner", "former_partners") == ["", "Bobby"]
        assert of(bobby, "wealth", "heat", "partner", "former_partners") == ["544", "2", "", "Carol"]
        # One more file stolen makes the number a square: the Heat of all goes down.
        police = change(
            browser(david),
            {
                ("police_vigilance_number", "game"): "+1",
                **everybody((bobby, carol, david, ellen), "heat", "-1"),
            },
            "Stole police files",
        )
        assert (shown("police_vigilance_number")["the game"], of(bobby, "heat"), of(ellen, "heat")) == (
            "1",
            ["1"],
            ["0"],
        )
        change(browser(ellen), {("respect", ellen): "-700", ("jail", david): "yes"}, "Reported David")
        assert (of(ellen, "respect"), of(david, "jail")) == (["-200"], ["yes"])
        undo = {"update": police.pk, "why": "There was no lookout."}
        assert browser(ellen).post(f"/gamestate/undo/?update={police.pk}", undo).status_code == 302
        assert (shown("police_vigilance_number")["the game"], of(bobby, "heat")) == ("0", ["2"])
        (thrown,) = Roll.objects.all()
        assert (thrown.by, thrown.command) == (bobby, "DICE6")
        head, *rows = table_of(browser().get("/gamestate/"))
        assert head[1:] == [
            *("Wealth", "Firepower", "Respect", "Heat", "Partner", "Former Partners", "Jail", "Goods")
        ]
        assert rows[0][1:] == ["544", "500", "500", "2", "— blank", "Carol", "no", "— blank"]
        assert "Bobby,player,544,500,500,2,,Carol,no," in whole(browser().get("/gamestate/players.csv"))


def test_the_gamestate_of_ruleset_211_is_set_up_and_played_for_a_day():
    with time_machine.travel(noon(1), tick=False) as clock:
        blizzard, bobby, carol, david, ellen = seat(*BLIZZARD)
        admin = browser(blizzard)
        form = sent(admin.get("/gamestate/new-table/"))
        arguments = {"key": "locations", "name": "Locations", "rows": "\n".join(LOCATIONS)}
        assert admin.post("/gamestate/new-table/", {**form, **arguments}).status_code == 302
        column = {"where": "row:locations"}
        track_in(
            admin,
            {"name": "Capacity", "kind": "whole", "default": "2", **column},
            {"name": "Routes", "kind": "texts", **column},
            {"name": "Outside", "kind": "yes_no", "default": "no", **column},
            {"name": "Passed at", "kind": "instant", "where": "game", "blank": "yes"},
            {"name": "Time", "kind": "whole", "ceiling": "60", "above": "set", "order": "1"},
            {
                **{"name": "Heat", "kind": "decimal", "places": "1", "floor": "", "order": "2"},
                **{"default": "=floor(average(heat))", "to": "98.6"},
            },
            {
                **{"name": "Location", "kind": "row", "refers": "locations", "order": "3"},
                "default": "Village Square",
            },
            {"name": "Inventory", "kind": "texts", "twice": "on", "order": "4"},
            {"name": "Stash", "kind": "texts", "audience": "holder", "order": "5"},
            {"name": "Tell", "kind": "text", "blank": "yes", "order": "6"},
            {"name": "Rejects", "kind": "choices", "choices": GOALS, "most": "5", "order": "7"},
        )
        places = {
            (f"locations.{column}", row(name)): text
            for name, texts in LOCATIONS.items()
            for column, text in zip(("capacity", "routes", "outside"), texts, strict=True)
        }
        change(admin, places, "As the rule has them")
        villagers = (bobby, carol, david, ellen)
        one, other = browser(bobby), browser(carol)
        # Whoever passes the Time gives everybody as many as hours have changed; nobody has more than 60.
        clock.shift(20 * 60 * 60)
        change(one, {**everybody(villagers, "time", "+20"), ("passed_at", "game"): "2026-03-03 08:00"})
        change(one, everybody(villagers, "time", "+50"), "Three days at once, for the test")
        assert [of(each, "time") for each in villagers] == [["60"]] * 4
        # Bobby goes out to the Road, which costs 12 Time and, outside, as many tenths of Heat.
        change(one, {("time", bobby): "-12", ("heat", bobby): "=heat - 12/10", ("location", bobby): "Road"})
        # At once two respire from David, each with the form open since before the other.
        late = whole_form(other.get(f"{EDIT}?player={carol.pk}&player={david.pk}"))
        respire = {("time", ellen): "-3", ("heat", ellen): "+0.1", ("heat", david): "-0.1"}
        change(browser(ellen), respire, "I breathe")
        typed = {
            field("time", carol): "-3",
            field("heat", carol): "+0.1",
            field("rejects", carol): "Eat, Burn",
        }
        (heat,) = (name for name in late if name.partition("@")[0] == field("heat", david).partition("@")[0])
        assert other.post(EDIT, {**late, **typed, heat: "-0.1", "comment": "So do I"}).status_code == 302
        assert [of(each, "heat") for each in villagers] == [["97.4"], ["98.7"], ["98.4"], ["98.7"]]
        assert [of(bobby, "time", "location"), of(carol, "time", "rejects")] == [
            ["48", "Road"],
            ["57", "Eat, Burn"],
        ]
        # What is in a stash is for its keeper and the emperor; what is found there comes into the inventory.
        change(one, {("stash", bobby): "+Cudgel", ("inventory", bobby): "+Branches, Sharp"})
        assert of(bobby, "stash", "inventory") == ["Cudgel", "Branches, Sharp"]
        pages = [whole(reader.get(f"/gamestate/players/{bobby.pk}/")) for reader in (one, other, browser())]
        assert [("Cudgel" in page, "Branches" in page) for page in pages] == [
            *((True, True), (False, True), (False, True))
        ]
        # The Secret is kept with a Jotting, and the Tell is its hash, an MD5.
        tell = state_now().variable_of("tell").id
        secret = {"name": "Secret", "text": "I hold nothing", "salting": "own", "salt": "zither"}
        answer = one.post("/gamestate/secrets/new/", {**secret, "algorithm": "md5", "tell": tell})
        assert (answer.status_code, len(of(bobby, "tell")[0])) == (302, 32)
        # Six goals are more than one may reject.
        six = {field("rejects", bobby): "Signal, Eat, Hoard, Burn, Clash, Stand"}
        assert one.post(EDIT, six).status_code == 403
        page = whole(browser().get("/gamestate/tables/locations/"))
        assert "Pork Curing Shed [16]" in page and "Makeshift Tent" in page
