"""The gamestate as tables, for reading: in order, sorted, of the past, for programs, and without what is hidden."""

import csv
import io
import json

import pytest
import time_machine

from gamestate.models import Showing
from gamestate.queries.exporting import plain_cell
from gamestate.services.updating import update
from gamestate.values.steps import Step, read_step
from players.present import _Last
from tests.blognomic.shown import page_shown
from tests.gamestate.browsers import browser, table_of, whole, words
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import Kind, event, noon, person, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
SECRET = "quetzalcoatlus"


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield seat(*FIVE)


@pytest.fixture
@played_once
def tracked(players):
    alice, bobby, carol, *_ = players
    track(
        *table("locations", "Forest", "Cave"),
        define("locations.capacity", default="3"),
        define("vigilance", scope="game", default="4", description="The Police Vigilance Number."),
        define("wealth", default="500", order=1, description="What one can spend."),
        define("tell", "text", blank=True, order=2),
        define("motive", "text", blank=True, order=3, audience="holder"),
        by=alice,
        at=noon(1),
    )
    update(
        leave=GIVEN,
        by=bobby,
        at=noon(2),
        steps=[put("wealth", "+44", *whose(bobby)), put("tell", "=1+1", *whose(bobby))],
    )
    update(leave=GIVEN, by=carol, at=noon(3), steps=[put("motive", SECRET, *whose(carol))])
    return players


def test_an_empty_tracker_says_what_to_do_next(players):
    alice, bobby, *_ = players
    assert "Define the first variable" in words(browser(alice).get("/gamestate/"))
    assert "Write a proposal" in words(browser(bobby).get("/gamestate/"))
    assert "appear here" in words(browser().get("/gamestate/"))


def test_players_stand_in_order_with_what_they_have(tracked):
    _, bobby, *_ = tracked
    event(tracked[3], Kind.IDLED, at=noon(4))
    page = browser(bobby).get("/gamestate/")
    assert table_of(page) == [
        ["Name", "Wealth", "Tell", "Motive"],
        ["Alice Edit Alice", "— blank", "— blank", "hidden"],
        ["Bobby Edit Bobby", "544", "=1+1", "— blank"],
        ["Carol Edit Carol", "500", "— blank", "hidden"],
        ["Ellen Edit Ellen", "500", "— blank", "hidden"],
    ]
    assert "Idle: 1" in words(page)
    assert "4 Vigilance" in words(page) or "Vigilance 4" in words(page)


def test_many_idle_players_are_shown_when_asked_for(tracked, monkeypatch):
    monkeypatch.setattr("gamestate.queries.tables.MOST_IDLE", 1)
    for idler in tracked[3:]:
        event(idler, Kind.IDLED, at=noon(4))
    alone = words(browser().get("/gamestate/?sort=wealth"))
    assert "Show the 2 idle players too" in alone
    assert "David" not in alone.partition("What is tracked")[0]
    everybody = words(browser().get("/gamestate/?sort=wealth&idle=shown"))
    assert "Idle: 2" in everybody
    assert "David" in everybody


def test_a_column_is_sorted_without_a_script_blanks_last(tracked):
    reader = browser()
    assert [row[0] for row in table_of(reader.get("/gamestate/?sort=-wealth"))] == [
        "Name", "Bobby", "Carol", "David", "Ellen", "Alice",
    ]  # fmt: skip
    assert [row[0] for row in table_of(reader.get("/gamestate/?sort=wealth"))][1:] == [
        "Carol", "David", "Ellen", "Bobby", "Alice",
    ]  # fmt: skip
    assert table_of(reader.get("/gamestate/?sort=nonsense")) == table_of(reader.get("/gamestate/"))


def test_a_hidden_column_is_not_sorted_by_its_values(tracked):
    assert [row[0] for row in table_of(browser().get("/gamestate/?sort=motive"))][1:] == [*FIVE]


def test_the_past_is_shown_as_it_was_and_offers_no_editing(tracked):
    _, bobby, *_ = tracked
    page = browser(bobby).get("/gamestate/?at=2026-03-03T12:00:00Z")
    assert table_of(page)[2] == ["Bobby", "500", "— blank", "— blank"]
    assert "As of 3 March 2026, 12:00 UTC." in words(page)
    assert b"data-field" not in page.content and b"/gamestate/edit/" not in page.content
    assert table_of(browser(bobby).get("/gamestate/?at=2026-03-04T12:00:00Z"))[2][1] == "544"
    assert "Nothing was tracked then" in words(browser().get("/gamestate/?at=2026-03-02T12:00"))


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("yesterday", "That is not a time."),
        ("2026-02-30T00:00:00Z", "That is not a time."),
        ("9" * 400, "That is not a time."),
        ("0001-01-01T00:00:00+14:00", "That is not a time."),
        ("2027-01-01T00:00:00Z", "That time has not come yet"),
    ],
)
@pytest.mark.parametrize(
    "path", ["", "tables/locations/", "players.csv", "players.json", "tables/locations.csv"]
)
def test_an_instant_that_makes_no_sense_is_refused_with_a_sentence(tracked, path, at, sentence):
    page = browser().get(f"/gamestate/{path}", {"at": at})
    assert (page.status_code, sentence in page.content.decode()) == (400, True)


def test_a_table_of_the_rules_is_found_by_its_key_and_by_its_number(tracked):
    by_key, other = browser().get("/gamestate/tables/locations/"), browser().get("/gamestate/tables/caves/")
    assert table_of(by_key) == [["Name", "Capacity"], ["Forest", "3"], ["Cave", "3"]]
    assert other.status_code == 404


def test_csv_holds_what_is_shown_and_no_formula(tracked):
    _, bobby, *_ = tracked
    answer = browser(bobby).get("/gamestate/players.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
    assert rows[:3] == [
        ["Player", "Standing", "Wealth", "Tell", "Motive", "Disputed", "Hidden"],
        ["Alice", "emperor", "", "", "", "", "Motive"],
        ["Bobby", "player", "544", "'=1+1", "", "", ""],
    ]


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1+1", "'=1+1"), ("+5", "'+5"), ("@SUM(A1)", "'@SUM(A1)"), ("-5", "-5"), ("-2.50", "-2.50"),
        ("\t=1", "'\t=1"), (" =1", "' =1"), ("\r\n=1", "'\r\n=1"), ("plain", "plain"), ("", ""), ("a=b", "a=b"),
        ("-5+1", "'-5+1"), ("＝1+1", "'＝1+1"),
    ],
)  # fmt: skip
def test_no_cell_is_a_formula_to_a_spreadsheet(text, safe):
    assert plain_cell(text) == safe


def test_json_names_players_and_leaves_hidden_values_out(tracked):
    _, bobby, *_ = tracked
    players_file = json.loads(browser(bobby).get("/gamestate/players.json").getvalue())
    assert players_file["at"] == "2026-03-07T12:00:00Z"
    assert [variable["key"] for variable in players_file["variables"]] == ["wealth", "tell", "motive"]
    assert players_file["players"][1] == {
        "name": "Bobby",
        "player": bobby.pk,
        "idle": False,
        "emperor": False,
        "values": {"wealth": 544, "tell": "=1+1", "motive": None},
        "disputed": [],
    }
    assert players_file["players"][2]["values"] == {"wealth": 500, "tell": None}
    assert players_file["game"]["values"] == {"vigilance": 4}
    table = browser().get("/gamestate/tables/locations.json").json()
    assert table["rows"] == [
        {"name": "Forest", "values": {"capacity": 3}, "disputed": []},
        {"name": "Cave", "values": {"capacity": 3}, "disputed": []},
    ]


def everywhere(tracked) -> list[str]:
    """Every page on which what Carol hides might show."""
    carol = tracked[2]
    from gamestate.models import Update, Variable

    motive = Variable.objects.get(key="motive")
    last = Update.objects.order_by("-pk").first()
    paths = [
        "", "players.csv", "players.json", f"players/{carol.pk}/", f"variables/{motive.pk}/", "log/",
        f"variables/{motive.pk}/?player={carol.pk}", f"log/?player={carol.pk}&variable={motive.pk}",
        f"log/?words={SECRET}", f"log/{last.pk}/", f"edit/?player={carol.pk}", f"undo/?update={last.pk}",
        f"edit/?variable={motive.pk}", "retired/", "?sort=motive", "log.csv", "log.json", "game.csv",
        f"log.csv?words={SECRET}", f"log.json?player={carol.pk}&variable={motive.pk}",
    ]  # fmt: skip
    now = "2026-03-06T12:00:00Z"
    return [f"/gamestate/{path}" for path in paths] + [
        f"/gamestate/{path}?at={now}"
        for path in ("", "players.csv", "players.json", f"players/{carol.pk}/", f"variables/{motive.pk}/")
    ]


@pytest.mark.sweep
def test_nobody_else_is_shown_a_hidden_value_anywhere(tracked):
    alice, bobby, carol, *_ = tracked
    guest = person("Gregory")
    for who in (None, guest, bobby):
        reader = browser(who)
        pages = {path: reader.get(path) for path in everywhere(tracked)}
        # the form of a search says what was searched for
        assert [
            p for p, page in pages.items() if SECRET in whole(page).replace(f'value="{SECRET}"', "")
        ] == []
        assert pages["/gamestate/log/"].status_code == 200
        assert "1 hidden" in words(pages["/gamestate/log/"])
    for who in (alice, carol):
        seen = [path for path in everywhere(tracked) if SECRET in whole(browser(who).get(path))]
        assert len(seen) >= 17


@pytest.mark.sweep
def test_what_is_kept_of_a_page_for_one_reader_tells_no_other_what_is_hidden(tracked):
    alice, bobby, carol, david, _ = tracked
    from gamestate.models import Variable

    motive = Variable.objects.get(key="motive")
    update(leave=GIVEN, by=carol, at=noon(4), steps=[put("motive", f"{SECRET} again", *whose(carol))])
    page = page_shown(browser(alice).get(f"/gamestate/variables/{motive.pk}/"))
    nobody_by_accident = ' required><option value="">Choose a player</option>'
    assert nobody_by_accident in page
    assert browser(alice).post(f"/gamestate/variables/{motive.pk}/show/", {"to": david.pk}).status_code == 302
    readers = {who: browser(who) for who in (alice, carol, david, None, bobby, person("Gregory"))}
    paths = [path for path in everywhere(tracked) if "undo" not in path]
    seeing = (alice, carol, david)
    seen_by, standing = {}, None
    for who, reader in (*readers.items(), *reversed(readers.items())):
        for path in paths:
            text = whole(reader.get(path)).replace(f'value="{SECRET}"', "")
            seen_by.setdefault(path, set()).update({who} if SECRET in text else ())
        # So that what was kept for one could come before the next.
        assert standing in (None, _Last.presents.get("en-gb"))
        standing = _Last.presents.get("en-gb")
    assert {path: who for path, who in seen_by.items() if not who <= set(seeing)} == {}
    assert len([path for path, who in seen_by.items() if who == set(seeing)]) >= 15


def test_a_hidden_value_is_seen_by_whom_the_emperor_shows_it_to_for_as_long(tracked):
    alice, bobby, carol, david, _ = tracked
    from gamestate.models import Variable

    motive = Variable.objects.get(key="motive")
    emperor, reader = browser(alice), browser(bobby)
    page = f"/gamestate/variables/{motive.pk}/"
    assert "Show it to" in words(emperor.get(page))
    assert emperor.post(f"{page}show/", {"to": bobby.pk}).status_code == 302
    assert SECRET in words(reader.get("/gamestate/")) and SECRET in words(reader.get(page))
    assert SECRET not in words(browser(david).get("/gamestate/"))
    assert emperor.post(f"{page}show/", {"to": bobby.pk}).status_code == 409
    assert emperor.post(f"{page}show/", {"to": "x"}).status_code == 400
    showing = Showing.objects.get()
    assert browser(carol).post(f"/gamestate/showings/{showing.pk}/stop/").status_code == 403
    assert emperor.post(f"/gamestate/showings/{showing.pk}/stop/").status_code == 302
    assert SECRET not in words(reader.get("/gamestate/"))
    assert emperor.post(f"/gamestate/showings/{showing.pk}/stop/").status_code == 409
    assert browser(bobby).post(f"{page}show/", {"to": bobby.pk}).status_code == 403


def test_one_players_state_has_their_values_updates_and_rolls(tracked):
    _, bobby, carol, *_ = tracked
    update(
        leave=GIVEN,
        by=bobby,
        at=noon(4),
        steps=[put("wealth", "-4", *whose(bobby))],
        comment="Lost DICE6 coins",
    )
    page = words(browser(carol).get(f"/gamestate/players/{bobby.pk}/"))
    assert "Wealth 540" in page and "Wealth of Bobby: 544" in page and "DICE6:" in page
    assert browser().get("/gamestate/players/999999/").status_code == 404


def test_a_players_state_of_an_instant_tells_what_was_done_at_that_instant(tracked):
    _, bobby, *_ = tracked
    page = browser().get(f"/gamestate/players/{bobby.pk}/?at=2026-03-04T12:00:00Z")
    assert [each.update.comment for each in page.context["lately"].updates] == ["", ""]
    with time_machine.travel(noon(2), tick=False):
        page = browser().get(f"/gamestate/players/{bobby.pk}/?at=2026-03-04T12:00:00Z")
        assert len(page.context["lately"].updates) == 2
        assert "Wealth 544" in words(page)
    page = browser().get(f"/gamestate/players/{bobby.pk}/?at=2026-03-04T11:59:59Z")
    assert (len(page.context["lately"].updates), "Wealth 500" in words(page)) == (1, True)


def test_a_variables_page_draws_each_players_steps(tracked):
    from gamestate.models import Variable

    wealth = Variable.objects.get(key="wealth")
    page = browser().get(f"/gamestate/variables/{wealth.pk}/")
    html = page.content.decode()
    assert html.count('<svg class="chart"') == 4
    assert 'aria-label="Bobby: from 500 to 544 in 2 values, 544 at the end"' in html
    assert "What one can spend." in words(page)
    assert browser().get(f"/gamestate/variables/{wealth.pk}/?player=x").status_code == 400


@pytest.fixture
def redefined(tracked):
    """Wealth after a story: renamed, given a ceiling, kept from others' eyes; on the fifth day no longer tracked."""
    from gamestate.models import Variable

    alice, *_ = tracked
    wealth = Variable.objects.get(key="wealth")
    definition = {
        "name": "Riches",
        "kind": "whole",
        "description": "Gold.",
        "ceiling": "606606",
        "audience": "emperor",
    }
    track(read_step({"do": "alter", "path": "wealth", "definition": definition}), by=alice, at=noon(3))
    track(Step("retire", "wealth"), by=alice, at=noon(4))
    return f"/gamestate/variables/{wealth.pk}/"


def test_a_variable_is_shown_as_it_was_defined_at_an_instant(redefined):
    first = browser().get(f"{redefined}?at=2026-03-04T12:00:00Z")
    text = words(first)
    assert first.context["variable"].retired_at is None
    assert ("Wealth" in text, "What one can spend." in text, "544" in text) == (True, True, True)
    assert ("Riches" in text, "606606" in text, "hidden" in text, "retired" in text) == (
        False,
        False,
        False,
        False,
    )
    assert [entry.sentence for entry in first.context["definitions"]] == ["tracked from now on"]
    second = words(browser().get(f"{redefined}?at=2026-03-05T12:00:00Z"))
    assert ("Riches" in second, "Gold." in second, "hidden" in second, "retired" in second) == (
        True, True, True, False,
    )  # fmt: skip
    third = words(browser().get(f"{redefined}?at=2026-03-06T12:00:00Z"))
    assert ("Riches" in third, "retired" in third, "no longer tracked" in third) == (True, True, True)


def test_a_variable_that_was_not_tracked_yet_says_since_when_it_is(redefined):
    page = browser().get(f"{redefined}?at=2026-03-03T11:59:59Z")
    assert page.status_code == 404 and 'href="?at=2026-03-03T12:00:00Z"' in page.content.decode()
    assert "was not tracked yet then, only since 3 March 2026, 12:00 UTC" in words(page)


def test_the_pages_of_a_variables_history_keep_the_instant(tracked):
    from gamestate.models import Variable

    _, bobby, *_ = tracked
    for _ in range(51):
        update(leave=GIVEN, by=bobby, at=noon(4), steps=[put("vigilance", "+1")])
    path = f"/gamestate/variables/{Variable.objects.get(key='vigilance').pk}/?at=2026-03-06T12:00:00Z"
    assert b'href="?at=2026-03-06T12:00:00Z&amp;page=2"' in browser().get(path).content
