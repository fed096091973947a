"""A plan into the database: new things, the entries of the log, and how everything stands after them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gamestate.models import Cell, Entry, Page, Row, Table, Variable
from gamestate.queries.snapshot import state_now
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def test_tables_come_before_their_rows_and_columns_and_all_of_them_before_values(players):
    made = track(
        *table("places", "Town"),
        define("places.room", default="3"),
        define("home", "row", refers="places", blank=True),
        read_step({"do": "set", "path": "home", "of": list(whose(players[1])), "to": "Town"}),
        read_step({"do": "page", "path": "map", "name": "Map", "to": "A *lake*."}),
        by=players[0],
        at=noon(1),
    )
    kinds = list(dict.fromkeys(made.entries.order_by("pk").values_list("about", flat=True)))
    assert kinds == ["table", "variable", "row", "page", "value"]
    town = Row.objects.get()
    assert (town.table, town.name) == (Table.objects.get(), "Town")
    assert Cell.objects.get(variable__key="home", player=players[1]).value == town.pk
    assert "<em>lake</em>" in Page.objects.get().html


def test_what_goes_makes_room_for_what_comes_under_its_key_in_the_same_act(players):
    track(define("gold", to="5"), by=players[0], at=noon(1))
    retire = read_step({"do": "retire", "path": "gold"})
    track(retire, define("gold", "text", blank=True), by=players[0], at=noon(2))
    assert list(Variable.objects.order_by("pk").values_list("key", "retired_at")) == [
        ("gold", noon(2)), ("gold", None),
    ]  # fmt: skip
    assert state_now().variable_of("gold").definition.kind == "text"


def test_a_value_says_by_which_entry_it_stands(players):
    bobby = players[1]
    track(define("gold", to="5"), by=players[0], at=noon(1))
    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("gold", "+2", *whose(bobby))])
    (entry,) = made.entries.all()
    assert (entry.old, entry.new, entry.player, entry.at) == (5, 7, bobby, noon(2))
    assert Cell.objects.get(player=bobby).last == entry
    assert Entry.objects.filter(player=players[2]).latest("pk").new == 5
    assert shown("gold")["Carol"] == "5"


def test_many_values_are_written_in_as_many_queries_as_few(players):
    track(define("gold", to="5"), by=players[0], at=noon(1))
    counts = []
    for day, holders in ((2, whose(players[1])), (3, whose(*players[1:]))):
        with CaptureQueriesContext(
            connection,
        ) as capture_queries_context:
            update(leave=GIVEN, by=players[1], at=noon(day), steps=[put("gold", "+1", *holders)])
        counts.append(len(capture_queries_context))
    assert counts[0] == counts[1]
