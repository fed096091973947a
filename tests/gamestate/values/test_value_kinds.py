"""Values of each kind: read, settled as the law says, checked, shown and read back."""

import json
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.definitions import KINDS, LISTS, NUMBERS, Definition
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse, read_number
from gamestate.values.value_kinds import Reading, check, number, read_text, settle_number, show, start, typed
from tests.gamestate.values.tabletop import (
    NAMES,
    NO_ROUNDING,
    PLAYERS,
    REFUSES,
    SETS,
    Numbers,
    defined,
    in_full,
    refusal,
)

LAW = "Numbers and Variables"


def read(definition: Definition, text: str, tracker=REFUSES) -> Reading:
    return read_text(definition, text, NAMES, tracker)


def checked(definition: Definition, value: object, tracker=REFUSES) -> Reading:
    return check(definition, value, NAMES, tracker)


def settled(definition: Definition, exact: Fraction | int | str, tracker=REFUSES) -> Reading:
    return settle_number(definition, Fraction(exact), tracker)


WEALTH = defined("whole")
RESPECT = defined("whole", "Respect", floor=None)
HEAT = defined("decimal", "Heat", places=1, floor=None)
CHARGE = defined("whole", "Charge", ceiling=100)
SIDE = defined("choice", "Side", choices=["Red", "Green", "None"])
BRICKS = defined("choices", "Bricks", choices=["Red", "Green, dark", "None"], most=2)
GOODS = defined("texts", "Goods", most=3)
INVENTORY = defined("texts", "Inventory", twice=True)
TITLE = defined("text", "Title", blank=True)
NOTES = defined("long", "Notes", blank=True)
JAIL = defined("yes_no", "Jail")
PARTNER = defined("player", "Partner", blank=True)
ALLIANCE = defined("players", "Alliance", most=2)
LOCATION = defined("row", "Location", refers="locations")
DUE = defined("instant", "Due", blank=True)


# -- numbers

ROUNDED = "rounded towards zero from"
LAW_SETS = "set to 0: the law sets a number that would fall below zero to zero"


@pytest.mark.parametrize(
    ("definition", "exact", "tracker", "reading"),
    [
        (WEALTH, 5, REFUSES, Reading(5)),
        (WEALTH, 0, REFUSES, Reading(0)),
        (WEALTH, "7/2", REFUSES, Reading(3, f"{ROUNDED} 3.5")),
        (WEALTH, "22/3", SETS, Reading(7, f"{ROUNDED} 7.333…")),
        (RESPECT, "-7/2", REFUSES, Reading(-3, f"{ROUNDED} -3.5")),
        # Rounded first: -1/2 is stored as 0, which is not below zero.
        (WEALTH, "-1/2", REFUSES, Reading(0, f"{ROUNDED} -0.5")),
        (WEALTH, -1, SETS, Reading(0, LAW_SETS)),
        (WEALTH, "-3/2", SETS, Reading(0, f"{ROUNDED} -1.5; {LAW_SETS}")),
        (WEALTH, -1, NO_ROUNDING, Reading(0, LAW_SETS)),
        (RESPECT, -700, REFUSES, Reading(-700)),
        (RESPECT, -700, SETS, Reading(-700)),
        (HEAT, "98.6", REFUSES, Reading("98.6")),
        (HEAT, 98, NO_ROUNDING, Reading("98.0")),
        (HEAT, "98.66", REFUSES, Reading("98.6", f"{ROUNDED} 98.66")),
        (HEAT, "-98.66", REFUSES, Reading("-98.6", f"{ROUNDED} -98.66")),
        (HEAT, "-0.04", REFUSES, Reading("0.0", f"{ROUNDED} -0.04")),
        (CHARGE, 100, REFUSES, Reading(100)),
        (CHARGE, "100.9", REFUSES, Reading(100, f"{ROUNDED} 100.9")),
        (
            defined("whole", "Charge", ceiling=100, above="set"),
            140,
            REFUSES,
            Reading(100, "set to 100: Charge cannot be above 100"),
        ),
        (
            defined("whole", "Level", floor="1", below="set"),
            -4,
            REFUSES,
            Reading(1, "set to 1: Level cannot be below 1"),
        ),
        (defined("whole", below="set"), -4, REFUSES, Reading(0, "set to 0: Wealth cannot be below 0")),
        (
            defined("decimal", "Speed", places=2, floor="-1.50", below="set"),
            -4,
            REFUSES,
            Reading("-1.50", "set to -1.5: Speed cannot be below -1.5"),
        ),
        (WEALTH, 10**30 - 1, REFUSES, Reading(10**30 - 1)),
    ],
)
def test_number_is_settled_as_law_and_definition_say(definition, exact, tracker, reading):
    assert settled(definition, exact, tracker) == reading


@pytest.mark.parametrize(
    ("definition", "exact", "tracker", "refused"),
    [
        (
            WEALTH,
            -1,
            REFUSES,
            ("Wealth cannot be below 0: a change that would set it below zero is refused.", LAW, -1, True),
        ),
        (
            WEALTH,
            "-5/2",
            REFUSES,
            ("Wealth cannot be below 0: a change that would set it below zero is refused.", LAW, -2, True),
        ),
        (
            defined("whole", below="refuse"),
            -1,
            SETS,
            ("Wealth cannot be below 0: a change that would set it below zero is refused.", "", -1, True),
        ),
        (
            defined("decimal", "Heat", places=1),
            "-0.1",
            REFUSES,
            ("Heat cannot be below 0: a change that would set it below zero is refused.", LAW, "-0.1", True),
        ),
        # The law speaks of zero, and of no other floor.
        (
            defined("whole", "Level", floor=1),
            0,
            SETS,
            ("Level cannot be below 1: a change that would set it below 1 is refused.", "", 0, True),
        ),
        (
            CHARGE,
            101,
            REFUSES,
            ("Charge cannot be above 100: a change that would set it above 100 is refused.", "", 101, True),
        ),
        (
            defined("whole", "Debt", floor=None, ceiling=0),
            1,
            REFUSES,
            ("Debt cannot be above 0: a change that would set it above zero is refused.", "", 1, True),
        ),
        (
            WEALTH,
            "7/2",
            NO_ROUNDING,
            ("Wealth holds whole numbers, and the law does not round 3.5.", "", None, False),
        ),
        (
            HEAT,
            "22/3",
            NO_ROUNDING,
            ("Heat holds 1 decimal place, and the law does not round 7.333…", "", None, False),
        ),
        (RESPECT, 10**30, REFUSES, ("Respect can have at most 30 digits before its point.", "", None, False)),
        (
            RESPECT,
            -(10**4000),
            REFUSES,
            ("Respect can have at most 30 digits before its point.", "", None, False),
        ),
    ],
)
def test_number_that_is_not_allowed_is_refused(definition, exact, tracker, refused):
    exact = Fraction(exact)

    assert in_full(refusal(settle_number, definition, exact, tracker)) == refused


@given(
    exact=st.fractions(-(10**6), 10**6),
    places=st.integers(1, 6),
    floor=st.none() | st.integers(-50, 50),
    room=st.none() | st.integers(0, 50),
)
def test_settled_number_is_the_nearest_towards_zero_that_is_allowed(exact, places, floor, room):
    ceiling = None if room is None else (floor or 0) + room
    definition = defined("decimal", places=places, floor=floor, ceiling=ceiling, below="set", above="set")
    kept = settled(definition, exact).value

    size = abs(exact) * 10**places
    nearest = Fraction(size.numerator // size.denominator, 10**places) * (1 if exact > 0 else -1)
    if floor is not None:
        nearest = max(nearest, Fraction(floor))
    if ceiling is not None:
        nearest = min(nearest, Fraction(ceiling))
    assert Fraction(kept) == nearest
    assert len(kept.partition(".")[2]) == places


# -- reading


@pytest.mark.parametrize(
    ("definition", "text", "reading"),
    [
        (WEALTH, " 500 ", Reading(500)),
        (WEALTH, "=2*(3+4)", Reading(14)),
        (RESPECT, "=-3", Reading(-3)),
        (RESPECT, "-3", Reading(-3)),
        (HEAT, "98.66", Reading("98.6", f"{ROUNDED} 98.66")),
        (defined("whole", blank=True), " ", Reading(None)),
        (TITLE, " The  Don ", Reading("The  Don")),
        (TITLE, "=not a formula", Reading("=not a formula")),
        (TITLE, "  ", Reading(None)),
        (NOTES, "\n- one\r\n- two\n\n", Reading("- one\n- two")),
        (NOTES, "\n \n", Reading(None)),
        (SIDE, " red", Reading("Red")),
        (BRICKS, "none; GREEN, DARK", Reading(["None", "Green, dark"])),
        (BRICKS, "", Reading([])),
        (GOODS, "badge, gun,, gold", Reading(["badge", "gun", "gold"])),
        (GOODS, "badge\r\nold, rusty gun\r\n", Reading(["badge", "old, rusty gun"])),
        (GOODS, "=badge", Reading(["badge"])),
        (INVENTORY, "Meat, Meat", Reading(["Meat", "Meat"])),
        (JAIL, "Yes", Reading(True)),
        (JAIL, "0", Reading(False)),
        (PARTNER, "hollis", Reading(3)),
        (PARTNER, "ISS", Reading(21)),
        (PARTNER, "", Reading(None)),
        (ALLIANCE, "Hollis; Smith, John", Reading([3, 12])),
        (LOCATION, "village square", Reading(34)),
        (LOCATION, "the inn; upstairs", Reading("new-3")),
        (DUE, "2026-11-21 14:05", Reading("2026-11-21T14:05:00Z")),
    ],
)
def test_typed_text_is_read(definition, text, reading):
    assert read(definition, text) == reading


@pytest.mark.parametrize(
    ("definition", "text", "refused"),
    [
        (WEALTH, "", ("Wealth cannot be blank.", "", None, True)),
        (
            WEALTH,
            "-1",
            ("Wealth cannot be below 0: a change that would set it below zero is refused.", LAW, -1, True),
        ),
        (WEALTH, "=heat+1", ("There is no number called “heat” here.", "", None, False)),
        (WEALTH, "=sum(heat)", ("There is no number called “heat” here.", "", None, False)),
        (WEALTH, "=1/0", ("This would divide by zero.", "", None, False)),
        (
            WEALTH,
            "9" * 31,
            ("A number can have at most 30 digits before its point, and after it.", "", None, False),
        ),
        (SIDE, "", ("Side cannot be blank.", "", None, True)),
        (SIDE, "Purple", ("“Purple” is not one of the choices for Side.", "", "Purple", True)),
        (SIDE, "a\x00", ("Side holds a character that cannot be shown: U+0000.", "", None, False)),
        (SIDE, "x" * 301, ("Side can have at most 300 characters; this has 301.", "", None, False)),
        (
            BRICKS,
            "red, purple",
            ("“purple” is not one of the choices for Bricks.", "", ["Red", "purple"], True),
        ),
        (
            BRICKS,
            "Red\nNone\nGreen, dark",
            ("Bricks can hold at most 2 items, not 3.", "", ["Red", "None", "Green, dark"], True),
        ),
        (GOODS, "gun, gun", ("Goods cannot hold the same item twice.", "", ["gun", "gun"], True)),
        (
            defined("texts", "Goods", most=1),
            "a, b",
            ("Goods can hold at most 1 item, not 2.", "", ["a", "b"], True),
        ),
        (
            defined("texts", "Goods", blank=False),
            ", ,",
            ("Goods cannot be blank.", "", [], True),
        ),
        (INVENTORY, "a," * 201, ("Inventory can hold at most 200 items.", "", None, False)),
        (
            INVENTORY,
            "a\u202e, b",
            ("An item of Inventory holds a character that cannot be shown: U+202E.", "", None, False),
        ),
        (
            INVENTORY,
            "x" * 301,
            ("An item of Inventory can have at most 300 characters; this has 301.", "", None, False),
        ),
        (defined("text", "Title"), " ", ("Title cannot be blank.", "", None, True)),
        (TITLE, "a\nb", ("Title must be a single line.", "", None, False)),
        (
            NOTES,
            "x" * 20_001,
            ("Notes can have at most 20,000 characters; this has 20,001.", "", None, False),
        ),
        (JAIL, "", ("Jail cannot be blank.", "", None, True)),
        (JAIL, "perhaps", ("Jail must be yes or no, not “perhaps”.", "", None, False)),
        (PARTNER, "Nobody", ("There is no such player.", "", None, False)),
        (ALLIANCE, "Hollis, Nobody", ("There is no such player.", "", None, False)),
        (ALLIANCE, "Hollis\nhollis", ("Alliance cannot hold the same item twice.", "", [3, 3], True)),
        (LOCATION, "Nowhere", ("There is no such row.", "", None, False)),
        (
            DUE,
            "soon",
            ("Due must be a time in UTC, such as 2026-11-21 14:05, not “soon”.", "", None, False),
        ),
    ],
)
def test_typed_text_that_is_not_allowed_is_refused(definition, text, refused):
    assert in_full(refusal(read, definition, text)) == refused


# -- checking what was read before


@pytest.mark.parametrize(
    ("definition", "value", "kept"),
    [
        (WEALTH, 5, 5),
        (WEALTH, "5.0", 5),
        (HEAT, 98, "98.0"),
        (HEAT, "98.60", "98.6"),
        (HEAT, "-0.0", "0.0"),
        (defined("whole", blank=True), None, None),
        (TITLE, " Don ", "Don"),
        (TITLE, "", None),
        (NOTES, "a\r\nb", "a\nb"),
        (SIDE, "Red", "Red"),
        (BRICKS, ["Red"], ["Red"]),
        (GOODS, None, []),
        (GOODS, ["gun", " "], ["gun"]),
        (JAIL, True, True),
        (PARTNER, 3, 3),
        (PARTNER, 999, 999),
        (ALLIANCE, [3, 999], [3, 999]),
        (LOCATION, 34, 34),
        (LOCATION, "new-3", "new-3"),
        (DUE, "2026-11-21T14:05:00Z", "2026-11-21T14:05:00Z"),
    ],
)
def test_value_that_fits_is_kept_in_the_form_of_its_kind(definition, value, kept):
    assert checked(definition, value) == Reading(kept)


@pytest.mark.parametrize(
    ("definition", "value", "refused"),
    [
        (WEALTH, True, ("This is not a number for Wealth.", "", None, False)),
        (WEALTH, 5.0, ("This is not a number for Wealth.", "", None, False)),
        (WEALTH, "NaN", ("This is not a number for Wealth.", "", None, False)),
        (WEALTH, "٥", ("This is not a number for Wealth.", "", None, False)),
        (WEALTH, 10**4000, ("This is not a number for Wealth.", "", None, False)),
        (WEALTH, [5], ("This is not a number for Wealth.", "", None, False)),
        (WEALTH, "98.6", ("Wealth holds whole numbers, and this is 98.6.", "", None, False)),
        (HEAT, "98.65", ("Heat holds 1 decimal place, and this is 98.65.", "", None, False)),
        (WEALTH, None, ("Wealth cannot be blank.", "", None, True)),
        # The law sets what would fall below zero; what a new definition forbids is not falling.
        (
            WEALTH,
            -5,
            ("Wealth cannot be below 0: a change that would set it below zero is refused.", "", -5, True),
        ),
        (
            CHARGE,
            120,
            ("Charge cannot be above 100: a change that would set it above 100 is refused.", "", 120, True),
        ),
        (SIDE, "Purple", ("“Purple” is not one of the choices for Side.", "", "Purple", True)),
        (SIDE, 3, ("This is not a value for Side.", "", None, False)),
        (BRICKS, "Red", ("This is not a list for Bricks.", "", None, False)),
        (BRICKS, ["Red", ["Red"]], ("This is not a list of texts for Bricks.", "", None, False)),
        (GOODS, ["a"] * 201, ("This is not a list for Goods.", "", None, False)),
        (
            GOODS,
            ["a", "b", "c", "d"],
            ("Goods can hold at most 3 items, not 4.", "", ["a", "b", "c", "d"], True),
        ),
        (JAIL, 1, ("This is not a value for Jail.", "", None, False)),
        (PARTNER, "Hollis", ("This is not a value for Partner.", "", None, False)),
        (PARTNER, True, ("This is not a value for Partner.", "", None, False)),
        (PARTNER, -3, ("This is not a value for Partner.", "", None, False)),
        (PARTNER, 0, ("This is not a value for Partner.", "", None, False)),
        (PARTNER, 10**15, ("This is not a value for Partner.", "", None, False)),
        (ALLIANCE, [3, "x"], ("This is not a list of players for Alliance.", "", None, False)),
        (LOCATION, 35, ("Location names a row that is not in its table.", "", 35, True)),
        (LOCATION, "Village Square", ("This is not a value for Location.", "", None, False)),
        (
            defined("row", "Location", refers="ports"),
            34,
            ("Location names a row that is not in its table.", "", 34, True),
        ),
        (DUE, 5, ("This is not a value for Due.", "", None, False)),
    ],
)
def test_value_that_does_not_fit_is_refused(definition, value, refused):
    assert in_full(refusal(checked, definition, value)) == refused


# -- defaults


def computed(text: str) -> Fraction:
    others = {"heat": [Fraction(986, 10), Fraction(971, 10), Fraction(950, 10)]}
    return parse(text).evaluate(Numbers(lambda name: Fraction(0), lambda name: others.get(name, [])))


@pytest.mark.parametrize(
    ("definition", "reading"),
    [
        (WEALTH, Reading(0)),
        (defined("whole", default="500"), Reading(500)),
        (defined("whole", "Respect", default="-5", floor=None), Reading(-5)),
        (HEAT, Reading("0.0")),
        (defined("decimal", "Heat", places=1, default="=floor(average(heat))"), Reading("96.0")),
        (defined("decimal", "Heat", places=1, default="= average(heat)"), Reading("96.9")),
        (defined("whole", "Heat", default="=average(heat)"), Reading(96, f"{ROUNDED} 96.9")),
        # The allowed number nearest to zero.
        (defined("whole", "Level", floor=1, ceiling=20), Reading(1)),
        (defined("whole", "Depth", floor=None, ceiling=-2), Reading(-2)),
        (defined("whole", blank=True), Reading(0)),
        (TITLE, Reading(None)),
        (defined("text", "Title"), Reading(None)),
        (defined("text", "Title", default="Citizen"), Reading("Citizen")),
        (defined("long", "Notes", default="*nothing*"), Reading("*nothing*")),
        (SIDE, Reading("Green")),
        (defined("choice", "Side", choices=["Red", "Green"], blank=True), Reading(None)),
        (defined("choice", "Side", choices=["Red", "Green"], default="red"), Reading("Red")),
        (BRICKS, Reading([])),
        (defined("choices", "Bricks", choices=["Red", "2"], blank=False), Reading(["2"])),
        (GOODS, Reading([])),
        (defined("texts", "Goods", default="Rope, Meat"), Reading(["Rope", "Meat"])),
        (JAIL, Reading(False)),
        (defined("yes_no", "Jail", default="yes"), Reading(True)),
        (PARTNER, Reading(None)),
        (defined("player", "Partner", default="Hollis"), Reading(3)),
        (ALLIANCE, Reading([])),
        (LOCATION, Reading(None)),
        (defined("row", "Location", refers="locations", default="Village Square"), Reading(34)),
        (DUE, Reading(None)),
        (defined("instant", "Due", default="2026-12-01"), Reading("2026-12-01T00:00:00Z")),
    ],
)
def test_start_is_the_default_or_nearest_to_nothing(definition, reading):
    assert start(definition, computed, NAMES, REFUSES) == reading


def test_default_that_leads_to_what_is_not_allowed_is_refused():
    divides = defined("whole", default="=1/count(nobody)")
    falls = defined("whole", default="=0-sum(heat)")

    assert [refusal(start, each, computed, NAMES, REFUSES).sentence for each in (divides, falls)] == [
        "This would divide by zero.",
        "Wealth cannot be below 0: a change that would set it below zero is refused.",
    ]
    assert start(falls, computed, NAMES, SETS) == Reading(0, f"{ROUNDED} -290.7; {LAW_SETS}")


# -- showing


@pytest.mark.parametrize(
    ("definition", "value", "shown", "edited"),
    [
        (WEALTH, 5, "5", "5"),
        (RESPECT, -3, "-3", "=-3"),
        (HEAT, "-98.6", "-98.6", "=-98.6"),
        (WEALTH, None, "", ""),
        (TITLE, "=x", "=x", "=x"),
        (NOTES, "- one\n- two", "- one\n- two", "- one\n- two"),
        (SIDE, "Red", "Red", "Red"),
        (BRICKS, ["Red", "Green, dark"], "Red; Green, dark", "Red; Green, dark"),
        (GOODS, ["a", "b"], "a, b", "a, b"),
        (GOODS, ["+a", "b"], "+a, b", "=+a, b"),
        (GOODS, [], "", ""),
        (JAIL, True, "yes", "yes"),
        (JAIL, False, "no", "no"),
        (PARTNER, 12, "Smith, John", "Smith, John"),
        (PARTNER, 999, "somebody who has left", "somebody who has left"),
        (ALLIANCE, [12], "Smith, John", "Smith, John;"),
        (LOCATION, 34, "Village Square", "Village Square"),
        (LOCATION, "new-3", "The Inn; Upstairs", "The Inn; Upstairs"),
        (DUE, "2026-11-21T14:05:00Z", "21 November 2026, 14:05 UTC", "2026-11-21 14:05"),
        (DUE, "2026-11-21T14:05:09Z", "21 November 2026, 14:05:09 UTC", "2026-11-21 14:05:09"),
        # What the log holds from before a definition changed.
        (WEALTH, "rich", "rich", "rich"),
        (WEALTH, ["a", 3], "a, 3", "a, 3"),
        (PARTNER, "Hollis", "Hollis", "Hollis"),
        (LOCATION, ["x"], "x", "x"),
        (TITLE, -(10**4000), "-10^30 or beyond", "-10^30 or beyond"),
        (TITLE, {"a": 1}, "?", "?"),
        (DUE, "long ago", "long ago", "long ago"),
    ],
)
def test_value_is_shown_and_edited(definition, value, shown, edited):
    assert (show(definition, value, NAMES), typed(definition, value, NAMES)) == (shown, edited)


def test_formulas_see_numbers_and_yes_or_no():
    values = [(WEALTH, 5), (HEAT, "-98.6"), (WEALTH, None), (JAIL, True), (JAIL, False), (JAIL, None)]
    others = [(TITLE, "5"), (GOODS, ["5"]), (PARTNER, 3), (WEALTH, True), (WEALTH, "rich"), (WEALTH, [5])]

    assert [number(*each) for each in values] == [5, Fraction(-493, 5), None, 1, 0, None]
    assert [number(*each) for each in others] == [None] * 6


# -- there and back

LINES = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), max_size=12).map(str.strip)
PLAIN = LINES.filter(bool)
LISTED = PLAIN | st.text("+-=,; ab", min_size=1, max_size=4).map(str.strip).filter(bool)
INSTANTS = st.datetimes().map(lambda at: f"{at.replace(microsecond=0).isoformat()}Z")


def _values() -> st.SearchStrategy[tuple[Definition, object]]:
    """A definition and a value that it allows, of each kind."""
    colours = ("Red", "Green, dark", "semi;colon", "+1", "=x", "none")
    choices = {"choices": list(colours)}
    cases = {
        "whole": (defined("whole", floor=None), st.integers(1 - 10**30, 10**30 - 1)),
        "decimal": (
            defined("decimal", places=2, floor=None),
            st.decimals(-(10**20), 10**20, places=2).map(lambda each: f"{each:f}".replace("-0.00", "0.00")),
        ),
        "text": (defined("text", blank=True), PLAIN),
        "long": (
            defined("long", blank=True),
            st.lists(LINES, max_size=4).map(lambda lines: "\n".join(lines).strip()).filter(bool),
        ),
        "choice": (defined("choice", blank=True, **choices), st.sampled_from(colours)),
        "choices": (defined("choices", **choices), st.lists(st.sampled_from(colours), unique=True)),
        "texts": (defined("texts", twice=True), st.lists(LISTED, max_size=4)),
        "yes_no": (defined("yes_no", blank=True), st.booleans()),
        "player": (defined("player", blank=True), st.sampled_from(list(PLAYERS))),
        "players": (defined("players"), st.lists(st.sampled_from(list(PLAYERS)), unique=True)),
        "row": (defined("row", blank=True, refers="locations"), st.sampled_from([34, "new-3"])),
        "instant": (defined("instant", blank=True), INSTANTS),
    }
    assert list(cases) == list(KINDS)
    blank = {kind: None for kind in KINDS if kind not in LISTS and cases[kind][0].blank}
    return st.one_of(
        *(st.tuples(st.just(definition), values) for definition, values in cases.values()),
        *(st.just((cases[kind][0], value)) for kind, value in blank.items()),
    )


@given(case=_values())
def test_what_stands_in_the_field_is_read_back(case):
    definition, value = case

    field = typed(definition, value, NAMES)

    assert read(definition, field) == Reading(value)
    assert checked(definition, value) == Reading(value)
    if definition.kind in NUMBERS:
        exact = read_number(field, old=Fraction(77), facts=Numbers(computed))
        assert settled(definition, exact) == Reading(value)


HOSTILE = st.one_of(
    st.text(max_size=30),
    st.text("0123456789+-*/=().,;\n\r\t \x00\x1b\u202e\u200b\ud800٣NaInf", max_size=30),
    st.sampled_from(["9" * 10**5, "=" + "(" * 10**5, "a," * 10**5, "\n" * 10**5, "-" * 10**5, "1e999999"]),
)
ALL = st.sampled_from(
    [WEALTH, HEAT, TITLE, NOTES, SIDE, BRICKS, GOODS, INVENTORY, JAIL, PARTNER, ALLIANCE, LOCATION, DUE]
)
LAWS = st.sampled_from([REFUSES, SETS, NO_ROUNDING])


@given(definition=ALL, text=HOSTILE, tracker=LAWS)
def test_whatever_is_typed_is_kept_or_refused_with_a_sentence(definition, text, tracker):
    begun = time.process_time()
    try:
        reading = read(definition, text, tracker)
    except ValueRefused as refused:
        assert 0 < len(refused.sentence) <= 300
        assert not {"\x00", "\u202e", "\n", "\x1b"} & set(refused.sentence)
        if refused.recordable:
            json.dumps(refused.value).encode()
    else:
        assert checked(definition, json.loads(json.dumps(reading.value)), tracker) == Reading(reading.value)
        assert read(definition, typed(definition, reading.value, NAMES), tracker) == Reading(reading.value)
        assert len(str(reading.note)) <= 300
    assert time.process_time() - begun < 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(definition=ALL, value=JSON, tracker=LAWS)
def test_whatever_json_holds_is_checked_shown_and_counted(definition, value, tracker):
    assert isinstance(show(definition, value, NAMES), str)
    assert isinstance(typed(definition, value, NAMES), str)
    assert number(definition, value) is None or definition.kind in NUMBERS | {"yes_no"}
    try:
        kept = checked(definition, value, tracker)
    except ValueRefused as refused:
        assert 0 < len(refused.sentence) <= 300
    else:
        assert checked(definition, kept.value, tracker) == kept
