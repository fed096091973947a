"""What becomes of tracked values when players join, idle and come back, and when a dynasty ends."""

import pytest

from gamestate.models import Entry, LimitedAction, Update
from gamestate.queries.snapshot import state_at, state_now
from gamestate.services.dynasties import retire_all
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from players.models import Ascension, Player
from players.services.roster import begin_dynasty
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Kind, declare, event, make_admin, noon, person, seat, vote, write
from votables.models import Category, Post
from votables.services import posting, resolving, roster

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def admit(name: str, by: Player, day: int) -> Player:
    player = person(name)
    write(player, noon(day), "May I?", "Please may I join?")
    roster.admit(player=player, by=by, at=noon(day))
    return player


def idle(player: Player, by: Player, day: int) -> None:
    write(player, noon(day), "Away", "Please idle me.")
    roster.idle(player=player, by=by, at=noon(day))


def unidle(player: Player, by: Player, day: int) -> None:
    write(player, noon(day), "Back", "Please unidle me.")
    roster.unidle(player=player, by=by, at=noon(day))


def notes(kind: str) -> list[tuple[str, object, object, str]]:
    entries = Entry.objects.filter(update__kind=kind).order_by("pk").select_related("variable")
    return [(entry.variable.key, entry.old, entry.new, entry.note) for entry in entries]


def test_a_new_player_gets_the_defaults_which_may_be_formulas_over_the_others():
    alice, bobby, carol, *_ = seat(*FIVE)
    track(
        define("wealth", default="500"),
        define("respect", default="=floor(average(respect))"),
        define("motto", "text"),
        by=alice,
        at=noon(1),
    )
    steps = [put("respect", "7", *whose(bobby)), put("respect", "4", *whose(carol))]
    update(leave=GIVEN, by=bobby, at=noon(1), steps=steps)
    admit("Mallow", alice, 2)
    state = state_now()
    assert [shown(path, state)["Mallow"] for path in ("wealth", "respect", "motto")] == ["500", "2", ""]
    made = Update.objects.get(kind=Update.Kind.ROSTER)
    assert (made.by, made.comment, made.note, made.at) == (alice, "", "Mallow joined.", noon(2))
    assert made.link == Post.objects.get(title="May I?").get_absolute_url()
    assert state_at(noon(2)) == state


def test_a_default_that_cannot_be_computed_leaves_zero_with_a_note_and_stops_nobody():
    alice, bobby, *_ = seat(*FIVE)
    track(define("gold"), define("share", default="=10/lowest(gold)", to="1"), by=alice, at=noon(1))
    player = admit("Mallow", alice, 2)
    player.refresh_from_db()
    assert player.is_playing
    assert shown("share")["Mallow"] == "0"
    assert [(key, old, new) for key, old, new, _ in notes("roster")] == [
        ("gold", None, 0),
        ("share", None, 0),
    ]
    assert str(notes("roster")[1][3]).startswith("no default: ")


def test_the_default_of_a_public_value_tells_nothing_that_is_hidden():
    alice, bobby, *_ = seat(*FIVE)
    track(
        define("plots", default="3", audience="emperor"),
        define("fame", default="=sum(plots)", to="1"),
        by=alice,
        at=noon(1),
    )
    admit("Mallow", alice, 2)
    assert [(key, new) for key, _, new, _ in notes("roster")] == [("fame", 0), ("plots", 3)]
    assert Entry.objects.get(update__kind="roster", variable__key="plots").hidden


def test_values_stay_through_idling_in_the_same_dynasty():
    alice, bobby, *_ = seat(*FIVE)
    track(
        define("wealth", default="5"),
        define("mood", default="1", on_return="default"),
        define("luck", default="1", on_return="keep"),
        by=alice,
        at=noon(1),
    )
    update(
        leave=GIVEN,
        by=bobby,
        at=noon(1),
        steps=[put(key, "9", *whose(bobby)) for key in ("wealth", "mood", "luck")],
    )
    idle(bobby, alice, 2)
    assert shown("wealth")["Bobby"] == "9"
    unidle(bobby, alice, 10)
    state = state_now()
    assert [shown(key, state)["Bobby"] for key in ("wealth", "mood", "luck")] == ["9", "1", "9"]
    assert notes("roster") == [("mood", 9, 1, "set to the default on their return")]


@pytest.mark.parametrize(
    ("law", "wealth"),
    [
        ("ruleset-37", "9"),
        ("ruleset-86", "9"),
        ("ruleset-98", "5"),
        ("ruleset-2019-09", "5"),
        ("ruleset-211", "5"),
    ],
)
def test_who_idled_in_an_earlier_dynasty_keeps_values_as_the_law_says(law, wealth):
    alice, bobby, carol, *_ = seat(*FIVE, law=law)
    track(define("wealth", default="5"), define("luck", default="1", on_return="keep"), by=alice, at=noon(1))
    update(
        leave=GIVEN, by=bobby, at=noon(1), steps=[put(key, "9", *whose(bobby)) for key in ("wealth", "luck")]
    )
    idle(bobby, alice, 2)
    Ascension.objects.create(at=noon(4), by=carol)
    begin_dynasty(emperor=carol, at=noon(4), theme="Next")
    unidle(bobby, alice, 30)
    state = state_now()
    assert [shown(key, state)["Bobby"] for key in ("wealth", "luck")] == [wealth, "9"]


@pytest.mark.parametrize(("law", "home"), [("ruleset-37", "Forest"), ("ruleset-86", "Town")])
def test_a_value_that_is_no_longer_valid_gets_the_default_where_the_law_says_so(law, home):
    alice, bobby, *_ = seat(*FIVE, law=law)
    track(*table("places", "Town", "Forest"), by=alice, at=noon(1))
    track(define("home", "row", refers="places", default="Town"), by=alice, at=noon(1))
    update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("home", "Forest", *whose(bobby))])
    idle(bobby, alice, 2)
    gone = read_step({"do": "retire-row", "path": "places", "of": ["row=Forest"]})
    track(gone, by=alice, at=noon(3))
    unidle(bobby, alice, 30)
    assert shown("home")["Bobby"] == home


def test_what_was_tracked_first_while_somebody_was_away_gets_its_default_when_they_are_back():
    alice, bobby, *_ = seat(*FIVE)
    left = event(bobby, Kind.LEFT, at=noon(1))
    track(define("wealth", default="5"), by=alice, at=noon(1))
    event(left, Kind.JOINED, at=noon(2))
    event(left, Kind.IDLED, at=noon(2))
    assert "Bobby" in shown("wealth") and shown("wealth")["Bobby"] == ""
    unidle(left, alice, 10)
    assert shown("wealth")["Bobby"] == "5"


def test_an_ascension_retires_what_the_old_dynasty_tracked_by_one_update():
    alice, bobby, *others = seat(*FIVE)
    make_admin(bobby)
    track(*table("places", "Town"), by=alice, at=noon(1))
    track(
        define("wealth", default="5"),
        define("home", "row", refers="places", default="Town"),
        define("places.room"),
        by=alice,
        at=noon(1),
    )
    won = declare(bobby, noon(2))
    vote(won, noon(2, hours=1), **{"for": [alice, *others]})
    resolving.resolve(post=won, to="enacted", by=alice, at=noon(3))
    bobby.refresh_from_db()
    speech = posting.publish(by=bobby, at=noon(4), category=Category.ASCENSION, title="Geese", body="Honk.")
    state = state_now(pages=True)
    assert (state.variables, state.tables, state.rows) == ({}, {}, {})
    (made,) = Update.objects.filter(kind=Update.Kind.DYNASTY)
    assert (made.by, made.link, made.comment) == (
        bobby,
        speech.get_absolute_url(),
        "Geese",
    )
    before = state_at(noon(3))
    assert shown("wealth", before)["Carol"] == "5"
    assert shown("home", before)["Carol"] == "Town"


def test_a_new_dynasty_may_keep_some_of_what_was_tracked():
    alice, *_ = seat(*FIVE)
    track(*table("places", "Town"), *table("goods", "Diamond"), by=alice, at=noon(1))
    track(
        define("wealth"),
        define("home", "row", refers="places", default="Town"),
        define("places.best", "row", refers="goods", default="Diamond"),
        by=alice,
        at=noon(1),
    )
    for key in ("rob", "rest"):
        LimitedAction.objects.create(key=key, name=key, frequency="daily", made_at=noon(1))
    retire_all(leave=GIVEN, by=alice, at=noon(2), comment="Next", keep=["home", "rob"], keep_actions=["rest"])
    state = state_now()
    assert sorted(each.key for each in state.variables.values()) == ["best", "home"]
    assert sorted(each.key for each in state.tables.values()) == ["goods", "places"]
    assert list(LimitedAction.objects.filter(retired_at__isnull=True).values_list("key", flat=True)) == [
        "rest"
    ]
    assert (
        retire_all(leave=GIVEN, by=alice, at=noon(3), comment="Again", keep=["home"], keep_actions=["rest"])
        is None
    )
