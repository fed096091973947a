"""The log of updates as files: what is in them, what is looked for, what stays hidden, and how much is held at once."""

import csv
import io
import json

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gamestate.models import Update, Variable
from gamestate.queries import log_files
from gamestate.services.undoing import dispute, undo
from gamestate.services.updating import update
from gamestate.values.steps import Step, read_step
from tests.gamestate.browsers import browser, whole
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield begun()


@played_once
def begun():
    people = seat(*FIVE)
    track(
        *table("places", "Forest"),
        define("wealth", default="5"),
        define("motto", "text", blank=True),
        define("friend", "player", blank=True),
        define("motive", "text", blank=True, audience="holder"),
        by=people[0],
        at=noon(1),
    )
    return people


@pytest.fixture
@played_once
def story(players):
    """Five updates: one disputed, one undone in part by the last, one with a hidden value, one of words alone."""
    _, bobby, carol, david, _ = players
    one = update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "+10", *whose(bobby))],
        comment="=HYPERLINK(1)",
    )
    dispute(leave=GIVEN, update=one, by=david, at=noon(2), why="No.")
    steps = [put("motto", f"=1+1 {'x' * 200}", *whose(carol)), put("friend", "Bobby", *whose(carol))]
    two = update(leave=GIVEN, by=carol, at=noon(3), steps=[*steps, put("motive", "Hush", *whose(carol))])
    three = update(leave=GIVEN, by=carol, at=noon(3), steps=[put("wealth", "-3", *whose(carol))], insist="")
    four = update(leave=GIVEN, by=david, at=noon(4), steps=[], comment="DICE6")
    five = undo(leave=GIVEN, updates=[three], by=bobby, at=noon(5), why="Too early.")
    return [one, two, three, four, five]


def rows_of(reader, query: str = "") -> list[dict[str, str]]:
    answer = reader.get(f"/gamestate/log.csv?{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    return list(csv.DictReader(io.StringIO(whole(answer).removeprefix("\ufeff"))))


def told_by(reader, query: str = "") -> list[dict]:
    answer = reader.get(f"/gamestate/log.json?{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    log = json.loads(whole(answer))
    assert log["format"] == "blognomic-log/1"
    return log["updates"]


def test_the_log_as_json_tells_what_the_page_tells(players, story):
    _, bobby, carol, david, _ = players
    one, two, three, four, five = story
    updates = {each["number"]: each for each in told_by(browser())}
    setup = updates.pop(min(updates))
    assert [change["what"] for change in setup["changes"]] == [
        "Places", "Wealth", "Motto", "Friend", "Motive", "Forest (Places)", *["Wealth"] * 4,
    ]  # fmt: skip
    assert updates[one.pk] == {
        "number": one.pk,
        "at": "2026-03-04T12:00:00Z",
        "by": "Bobby",
        "kind": "change",
        "correction": False,
        "comment": "=HYPERLINK(1)",
        "link": None,
        "disputes": [
            {
                "kind": "disputed", "by": "David", "at": "2026-03-04T12:00:00Z", "why": "No.", "outcome": "open",
                "settled": None, "settled_by": None, "link": None,
            }
        ],
        "undoes": [],
        "undone_by": [],
        "dice": [],
        "actions": [],
        "result": None,
        "hidden": 0,
        "changes": [
            {
                "about": "value", "key": "wealth", "what": "Wealth", "whose": "Bobby", "old": 5, "new": 15,
                "typed": "+10", "note": "", "refused": None, "undone_by": [],
            }
        ],
    }  # fmt: skip
    assert [(each["new"], each["whose"]) for each in updates[two.pk]["changes"]] == [
        (f"=1+1 {'x' * 200}", "Carol"), ("Bobby", "Carol"),
    ]  # fmt: skip
    assert updates[two.pk]["hidden"] == 1
    assert (updates[three.pk]["undone_by"], updates[three.pk]["changes"][0]["undone_by"]) == (
        [five.pk],
        [five.pk],
    )
    assert updates[five.pk]["undoes"] == [three.pk]
    assert (updates[four.pk]["changes"], updates[four.pk]["dice"][0]["roll"][:7]) == ([], "DICE6: ")


def test_the_log_as_csv_has_a_line_for_each_change_and_no_formula(players, story):
    one, two, three, four, five = story
    rows = rows_of(browser(), "since=2026-03-04")
    assert [(row["update"], row["what"], row["whose"], row["old"], row["new"][:8]) for row in rows] == [
        (str(one.pk), "Wealth", "Bobby", "5", "15"),
        (str(two.pk), "Motto", "Carol", "", "'=1+1 xx"),
        (str(two.pk), "Friend", "Carol", "", "Bobby"),
        (str(three.pk), "Wealth", "Carol", "5", "2"),
        (str(four.pk), "", "", "", ""),
        (str(five.pk), "Wealth", "Carol", "2", "5"),
    ]
    assert (rows[0]["comment"], rows[0]["typed"], rows[0]["disputed"]) == ("'=HYPERLINK(1)", "'+10", "yes")
    assert (rows[1]["hidden"], len(rows[1]["new"])) == ("1", 206)
    assert (rows[3]["this undone by"], rows[5]["undoes"], rows[4]["dice"][:6]) == (
        str(five.pk), str(three.pk), "DICE6:",
    )  # fmt: skip


def test_both_files_look_for_what_the_page_looks_for(players, story):
    _, _, carol, david, _ = players
    one, two, three, four, five = (each.pk for each in story)
    friend = Variable.objects.get(key="friend").pk
    looked_for = {
        f"player={carol.pk}&since=2026-03-05": [two, three, five],
        f"by={david.pk}": [four],
        f"variable={friend}&kind=change": [two],
        "dice=on": [four],
        "disputed=on": [one],
        "words=early": [five],
        "since=2026-03-05&until=2026-03-05": [two, three],
    }
    for query, expected in looked_for.items():
        page = browser().get(f"/gamestate/log/?{query}")
        assert [each.update.pk for each in page.context["updates"]] == expected[::-1]
        assert [each["number"] for each in told_by(browser(), query)] == expected
        assert sorted({int(row["update"]) for row in rows_of(browser(), query)}) == expected
        href = f'href="/gamestate/log.csv?{query}"'.replace("&", "&amp;")
        assert href in page.content.decode()


@pytest.mark.parametrize("query", ["player=x", "variable=999999", "since=yesterday", "kind=magic"])
def test_a_search_that_makes_no_sense_gives_no_file(players, query):
    for name in ("log.csv", "log.json"):
        page = browser().get(f"/gamestate/{name}?{query}")
        assert page.status_code == 400 and "The log cannot be searched like that" in page.content.decode()


def test_hidden_values_are_in_the_files_of_those_alone_who_see_them(players, story):
    alice, bobby, carol, *_ = players
    motive = Variable.objects.get(key="motive").pk
    for name in ("log.csv", "log.json"):
        has = {
            str(who): "Hush" in whole(browser(who).get(f"/gamestate/{name}"))
            for who in (None, alice, bobby, carol)
        }
        assert has == {"None": False, "Alice": True, "Bobby": False, "Carol": True}
    assert [each["number"] for each in told_by(browser(carol), f"variable={motive}&kind=change")] == [
        story[1].pk
    ]
    assert told_by(browser(bobby), f"variable={motive}&kind=change") == []


def test_formulas_are_helped_with_what_their_writer_may_read(players):
    alice, bobby, *_ = players
    track(define("suspicion", audience="emperor"), by=alice, at=noon(2))
    for who, known in ((bobby, False), (alice, True)):
        page = browser(who).get(f"/gamestate/edit/?player={bobby.pk}").content.decode()
        assert ("<code>wealth</code>" in page, "<code>suspicion</code>" in page) == (True, known)


def test_what_was_hidden_once_stays_hidden_when_the_variable_is_made_public(players, story):
    alice, bobby, carol, *_ = players
    definition = {"name": "Motive", "kind": "text", "blank": True, "audience": "all"}
    update(leave=GIVEN, by=carol, at=noon(5), steps=[put("motive", "Boo", *whose(carol))])
    track(read_step({"do": "alter", "path": "motive", "definition": definition}), by=alice, at=noon(5))
    motive = Variable.objects.get(key="motive").pk
    with time_machine.travel(noon(6), tick=False):
        assert "Boo" in whole(browser(bobby).get("/gamestate/players.csv"))
        for path in (
            "log/", "log.csv", "log.json", f"log/{story[1].pk}/", f"variables/{motive}/", f"players/{carol.pk}/",
            "?at=2026-03-06T12:00:00Z", "players.csv?at=2026-03-06T12:00:00Z", "players.json?at=2026-03-06",
            f"players/{carol.pk}/?at=2026-03-06T12:00:00Z", f"variables/{motive}/?at=2026-03-06T12:00:00Z",
            f"undo/?update={story[1].pk}",
        ):  # fmt: skip
            assert (path, "Hush" in whole(browser(bobby).get(f"/gamestate/{path}"))) == (path, False)
        assert "Hush" in whole(browser(alice).get("/gamestate/log.json"))


def test_a_value_that_changes_as_its_variable_is_made_public_keeps_what_it_was_before(players):
    alice, bobby, carol, *_ = players
    track(define("loot", audience="emperor"), by=alice, at=noon(2))
    update(leave=GIVEN, by=alice, at=noon(3), steps=[put("loot", "864209", *whose(carol))])
    definition = {"name": "Loot", "kind": "whole", "ceiling": "9", "audience": "all"}
    step = {"do": "alter", "path": "loot", "definition": definition, "invalid": "nearest"}
    made = track(read_step(step), by=alice, at=noon(4))
    assert "864209" in whole(browser(alice).get(made.get_absolute_url()))
    for path in (
        made.get_absolute_url(),
        "/gamestate/log.json",
        "/gamestate/log/",
        f"/gamestate/undo/?update={made.pk}",
    ):
        assert (path, "864209" in whole(browser(bobby).get(path))) == (path, False)
    assert "9" in whole(browser(bobby).get("/gamestate/players.csv"))


def test_a_long_log_is_read_a_few_updates_at_a_time(players, monkeypatch):
    _, bobby, *_ = players
    monkeypatch.setattr(log_files, "CHUNK", 2)
    for number in range(5):
        update(
            leave=GIVEN,
            by=bobby,
            at=noon(2),
            steps=[put("wealth", "+1", *whose(bobby))],
            comment=f"Step {number}",
        )
    with CaptureQueriesContext(connection) as queries:
        answer = browser().get("/gamestate/log.json?words=step")
        parts = iter(answer.streaming_content)
        counts = [len(queries)]
        for _ in range(7):
            next(parts)
            counts.append(len(queries))
    grown = [after - before for before, after in zip(counts, counts[1:], strict=False)]
    assert [bool(each) for each in grown] == [False, True, False, True, False, True, False]
    assert [each["comment"] for each in told_by(browser(), "words=step")] == [f"Step {n}" for n in range(5)]


def test_what_a_dynasty_tracked_last_is_a_file_of_its_own(players, story):
    alice, bobby, carol, *_ = players
    track(define("places.size", to="3"), define("heat", scope="game", to="7"), by=alice, at=noon(5))
    track(
        *(Step("retire", each) for each in ("wealth", "motive", "friend", "places.size", "heat")),
        by=alice,
        at=noon(5),
    )
    dynasty = Variable.objects.get(key="wealth").dynasty_id
    page = browser().get(f"/gamestate/retired/?dynasty={dynasty}").content.decode()
    path = f"/gamestate/retired/{dynasty}"
    places = Variable.objects.get(key="size").table_id
    for key in ("players", "game", places):
        assert f'href="{path}/{key}.csv"' in page
    text = whole(browser(bobby).get(f"{path}/players.csv")).removeprefix("\ufeff")
    assert list(csv.reader(io.StringIO(text))) == [
        ["Name", "Friend", "Motive", "Wealth", "Disputed", "Hidden"],
        ["Bobby", "", "", "15", "Wealth", ""],
        ["Carol", "Bobby", "", "5", "", "Motive"],
        ["David", "", "", "5", "", "Motive"],
        ["Ellen", "", "", "5", "", "Motive"],
    ]
    number = {each.key: str(each.pk) for each in Variable.objects.all()}
    tables = browser().get(f"{path}.json").json()
    assert [(each["key"], each["name"]) for each in tables["tables"]] == [
        ("players", "Players"), ("game", "The game"), (str(places), "Places"),
    ]  # fmt: skip
    assert tables["tables"][0]["rows"][1] == {
        "name": "Carol", "values": {number["friend"]: "Bobby", number["wealth"]: 5}, "disputed": [],
    }  # fmt: skip
    assert tables["tables"][1]["rows"] == [
        {"name": "The game", "values": {number["heat"]: 7}, "disputed": []}
    ]
    assert tables["tables"][2]["rows"] == [{"name": "Forest", "values": {number["size"]: 3}, "disputed": []}]
    for who in (alice, carol):
        assert "Hush" in whole(browser(who).get(f"{path}.json"))
    assert "Hush" not in whole(browser(bobby).get(f"{path}.json"))
    for missing in (
        f"{path}/nothing.csv",
        "/gamestate/retired/999999.json",
        "/gamestate/retired/999999/players.csv",
    ):
        assert browser().get(missing).status_code == 404


def test_the_games_own_values_and_disputes_are_in_the_files_of_values(players, story):
    alice, bobby, *_ = players
    track(
        define("heat", scope="game", to="7"),
        define("plot", "text", "game", "Hush", audience="emperor"),
        by=alice,
        at=noon(5),
    )
    text = whole(browser(bobby).get("/gamestate/game.csv")).removeprefix("\ufeff")
    assert list(csv.reader(io.StringIO(text))) == [
        ["The game", "Value", "Disputed", "Hidden"], ["Heat", "7", "", ""], ["Plot", "", "", "yes"],
    ]  # fmt: skip
    players_file = json.loads(browser(bobby).get("/gamestate/players.json").getvalue())
    assert {each["name"]: each["disputed"] for each in players_file["players"]} == {
        "Alice": [], "Bobby": ["wealth"], "Carol": [], "David": [], "Ellen": [],
    }  # fmt: skip
    assert (players_file["game"]["values"], players_file["game"]["disputed"]) == ({"heat": 7}, [])
    assert Update.objects.filter(disputes__outcome="").count() == 1
