"""Defining what is tracked in the browser: variables, tables, rows; previews, two admins at once, and retiring."""

from dataclasses import fields
from html import escape

import pytest
import time_machine

from gamestate.models import Page, Table, Update, Variable
from gamestate.queries.log import _PARTS
from gamestate.queries.snapshot import state_now
from gamestate.services.updating import update
from gamestate.values.definitions import Definition, TableDefinition
from tests.gamestate.browsers import browser, table_of, words
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.seating import played_once
from tests.votables.table import make_admin, noon, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
NEW = "/gamestate/new-variable/"


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield seat(*FIVE)


@pytest.fixture
@played_once
def tracked(players):
    track(*table("locations", "Forest", "Cave"), define("wealth", default="500"), by=players[0], at=noon(1))
    return players


def sent(page) -> dict[str, str]:
    """What a browser sends of a form as it stands."""
    form = page.context["form"]
    fields = {name: form[name].value() for name in form.fields}
    fields = {name: value for name, value in fields.items() if value not in (None, False)}
    return {**fields, "seen": page.context["seen"] or "", "previewed": page.context.get("number", 0)}


def test_a_number_for_each_player_is_defined_and_starts(players):
    admin = browser(players[0])
    form = sent(admin.get(NEW))
    arguments = {
        "key": "heat",
        "name": "Heat",
        "kind": "decimal",
        "places": "1",
        "default": "98.6",
        "to": "99.1",
    }
    assert admin.post(NEW, {**form, **arguments, "comment": "As enacted"}).status_code == 302
    definition = state_now().variable_of("heat").definition
    assert (definition.name, definition.kind, definition.places, definition.default) == (
        "Heat",
        "decimal",
        1,
        "98.6",
    )
    assert shown("heat")["Bobby"] == "99.1"
    assert Update.objects.get().kind == Update.Kind.DEFINITION


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"kind": "choice", "choices": "Lit\n\n Burning "}, {"choices": ("Lit", "Burning")}),
        ({"kind": "choices", "choices": "Rope\nMap", "most": "3", "twice": "on", "blank": "no"},
         {"choices": ("Rope", "Map"), "most": 3, "twice": True, "blank": False}),
        ({"kind": "texts"}, {"blank": True, "most": 200}),
        ({"kind": "row", "refers": "locations", "blank": "yes"}, {"refers": "locations", "blank": True}),
        ({"kind": "whole", "floor": "", "ceiling": "10", "above": "set", "below": "refuse"},
         {"floor": None, "above": "set", "below": "refuse"}),
        ({"kind": "text", "blank": "yes", "audience": "emperor", "on_return": "default"},
         {"audience": "emperor", "on_return": "default"}),
        ({"kind": "instant", "blank": "yes", "order": "7"}, {"order": 7}),
    ],
)  # fmt: skip
def test_every_kind_can_be_defined(tracked, fields, expected):
    admin = browser(tracked[0])
    answer = admin.post(NEW, {**sent(admin.get(NEW)), "key": "thing", "name": "Thing", **fields})
    assert answer.status_code == 302
    definition = state_now().variable_of("thing").definition
    assert {name: getattr(definition, name) for name in expected} == expected


def test_a_column_of_a_table_and_a_number_of_the_game_are_defined(tracked):
    admin = browser(tracked[0])
    column = sent(admin.get(f"{NEW}?table=locations"))
    assert column["where"] == "row:locations"
    answer = admin.post(
        NEW, {**column, "key": "capacity", "name": "Capacity", "kind": "whole", "default": "3"}
    )
    assert answer["Location"] == "/gamestate/tables/locations/"
    game = {**sent(admin.get(NEW)), "where": "game", "key": "vigilance", "name": "Vigilance", "kind": "whole"}
    assert admin.post(NEW, game).status_code == 302
    assert (shown("locations.capacity")["Cave"], shown("vigilance")["the game"]) == ("3", "0")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"key": "Wealth 2"}, "cannot be a key"),
        ({"key": "wealth"}, "already tracked"),
        ({"key": "max"}, "it has another meaning in formulas"),
        ({"kind": "choice"}, "needs choices"),
        ({"kind": "magic"}, "is not one of the available choices"),
        ({"default": "=1+"}, ""),
        ({"floor": "5", "ceiling": "1"}, "above its highest"),
        ({"floor": "x"}, ""),
        ({"kind": "row", "refers": ""}, "cannot be a key"),
        ({"where": "row:nowhere"}, "is not one of the available choices"),
        ({"name": ""}, "required"),
        ({"order": "9" * 30}, "must be a whole number"),
    ],
)
def test_a_definition_that_makes_no_sense_is_refused_on_the_form(tracked, fields, sentence):
    admin = browser(tracked[0])
    before = Update.objects.count()
    form = {**sent(admin.get(NEW)), "key": "thing", "name": "Thing", "kind": "whole"}
    page = admin.post(NEW, {**form, **fields})
    assert page.status_code == 400 and sentence in words(page)
    assert Update.objects.count() == before


def test_what_becomes_of_invalid_values_is_shown_before_anything_is_saved(tracked):
    alice, bobby, *_ = tracked
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "900", *whose(bobby))])
    wealth = Variable.objects.get(key="wealth")
    admin, path = browser(alice), f"/gamestate/variables/{wealth.pk}/change/"
    form = {**sent(admin.get(path)), "ceiling": "600", "default": "5", "invalid": "nearest"}
    page = admin.post(path, {**form, "act": "save"})
    assert page.status_code == 200
    assert (
        "Bobby: 900 → becomes 600" in words(page)
        and "Carol" not in words(page).partition("becomes 600")[2][:60]
    )
    assert shown("wealth")["Bobby"] == "900"
    assert admin.post(path, {**sent(page), "act": "save"}).status_code == 302
    assert (shown("wealth")["Bobby"], shown("wealth")["Carol"]) == ("600", "500")
    assert "highest value none → 600" in words(admin.get(f"/gamestate/variables/{wealth.pk}/"))


def test_a_change_that_touches_no_value_is_saved_at_once(tracked):
    wealth = Variable.objects.get(key="wealth")
    admin, path = browser(tracked[0]), f"/gamestate/variables/{wealth.pk}/change/"
    assert admin.post(path, {**sent(admin.get(path)), "name": "Riches"}).status_code == 302
    assert state_now().variable_of("wealth").definition.name == "Riches"


def test_of_two_admins_at_once_the_slower_looks_again(tracked):
    alice, bobby, *_ = tracked
    make_admin(bobby)
    wealth = Variable.objects.get(key="wealth")
    path = f"/gamestate/variables/{wealth.pk}/change/"
    forms = [sent(browser(who).get(path)) for who in (alice, bobby)]
    assert browser(alice).post(path, {**forms[0], "name": "Riches"}).status_code == 302
    page = browser(bobby).post(path, {**forms[1], "name": "Gold"})
    assert page.status_code == 409 and 'value="Gold"' in page.content.decode()
    assert state_now().variable_of("wealth").definition.name == "Riches"
    assert browser(bobby).post(path, {**sent(page), "name": "Gold"}).status_code == 302
    assert state_now().variable_of("wealth").definition.name == "Gold"


def test_a_variable_is_retired_once_and_stays_readable(tracked):
    alice, bobby, *_ = tracked
    make_admin(bobby)
    wealth = Variable.objects.get(key="wealth")
    path = f"/gamestate/variables/{wealth.pk}/retire/"
    seen = {"seen": browser(alice).get(path).context["fields"][0][1]}
    assert browser(alice).post(path, seen).status_code == 302
    assert browser(bobby).post(path, seen).status_code == 409
    assert browser(alice).get(f"/gamestate/variables/{wealth.pk}/change/").status_code == 409
    page = browser().get(f"/gamestate/retired/?dynasty={wealth.dynasty_id}")
    assert table_of(page)[1:3] == [["Bobby", "500"], ["Carol", "500"]]
    assert "retired" in words(browser().get(f"/gamestate/variables/{wealth.pk}/"))
    assert browser().get("/gamestate/retired/?dynasty=x").status_code == 400


def test_a_table_with_its_rows_is_made_changed_and_removed(players):
    admin = browser(players[0])
    page = admin.get("/gamestate/new-table/")
    body = {
        **sent(page),
        "key": "ports",
        "name": "Ports",
        "rows": "Dover\nCalais\n",
        "description": "By the sea.",
    }
    assert admin.post("/gamestate/new-table/", body)["Location"] == "/gamestate/tables/ports/"
    assert admin.post("/gamestate/new-table/", body).status_code == 400
    rows = "/gamestate/tables/ports/add-rows/"
    assert admin.post(rows, {"names": "Ostend\nDover"}).status_code == 400
    assert admin.post(rows, {"names": "Ostend"}).status_code == 302
    row = next(row for row in state_now().rows.values() if row.name == "Calais")
    path = f"/gamestate/rows/{row.id}/change/"
    assert admin.post(path, {**sent(admin.get(path)), "name": "Boulogne", "order": "-1"}).status_code == 302
    table = Table.objects.get()
    assert [each.name for each in state_now().rows_of(str(table.pk))] == ["Boulogne", "Dover", "Ostend"]
    path = "/gamestate/tables/ports/change/"
    stale = sent(admin.get(path))
    assert admin.post(path, {**stale, "name": "Harbours"}).status_code == 302
    assert admin.post(path, {**stale, "name": "Docks"}).status_code == 409
    path = f"/gamestate/rows/{row.id}/retire/"
    assert admin.post(path, {"seen": admin.get(path).context["fields"][0][1]}).status_code == 302
    assert admin.get(path).status_code == 409
    path = "/gamestate/tables/ports/retire/"
    assert admin.post(path, {"seen": admin.get(path).context["fields"][0][1]}).status_code == 302
    assert (admin.get(path).status_code, state_now().tables, state_now().rows) == (404, {}, {})


def test_only_admins_define(tracked):
    bobby = tracked[1]
    wealth, row = Variable.objects.get(key="wealth").pk, next(iter(state_now().rows))
    paths = [
        NEW, f"/gamestate/variables/{wealth}/change/", f"/gamestate/variables/{wealth}/retire/",
        "/gamestate/new-table/",
        "/gamestate/tables/locations/change/", "/gamestate/tables/locations/retire/",
        "/gamestate/tables/locations/add-rows/", f"/gamestate/rows/{row}/change/", f"/gamestate/rows/{row}/retire/",
    ]  # fmt: skip
    before = Update.objects.count()
    for path in paths:
        assert (browser(bobby).get(path).status_code, browser(bobby).post(path, {}).status_code) == (403, 403)
    assert Update.objects.count() == before


def test_a_key_that_is_left_empty_is_made_of_the_name(tracked):
    admin = browser(tracked[0])
    assert admin.post(NEW, {**sent(admin.get(NEW)), "name": "Body Heat", "kind": "whole"}).status_code == 302
    again = admin.post(NEW, {**sent(admin.get(NEW)), "name": "Body heat", "kind": "whole"})
    assert (again.status_code, "called “body_heat” is already tracked" in words(again)) == (400, True)
    nameless = admin.post(NEW, {**sent(admin.get(NEW)), "name": "熱", "kind": "whole"})
    assert (nameless.status_code, "This name gives no key" in words(nameless)) == (400, True)
    assert admin.post("/gamestate/new-table/", {"name": "Ports", "rows": ""}).status_code == 302
    assert admin.post("/gamestate/new-page/", {"title": "The Map", "text": ""}).status_code == 302
    made = [model.objects.latest("pk").key for model in (Variable, Table, Page)]
    assert made == ["body_heat", "ports", "the_map"]


def test_every_part_of_a_definition_has_its_words():
    parts = {part.name for shape in (Definition, TableDefinition) for part in fields(shape)}

    assert parts - _PARTS.keys() == set()


@pytest.mark.parametrize(
    "parts",
    [
        {"formula": "2 * 3"},
        {"floor_formula": "1 - 1", "ceiling_formula": "10 * 10"},
        {"must": "true", "why": "So it is."},
    ],
)
def test_a_definition_with_formulas_is_read_on_its_page_and_in_its_form(players, parts):
    alice = players[0]
    track(define("score", **parts), by=alice, at=noon(1))
    variable = Variable.objects.get(key="score").pk

    for path in (
        f"/gamestate/variables/{variable}/",
        f"/gamestate/variables/{variable}/change/",
        "/gamestate/",
    ):
        page = browser(alice).get(path)
        assert page.status_code == 200
        if path != "/gamestate/":
            assert all(escape(text) in page.content.decode() for text in parts.values())
