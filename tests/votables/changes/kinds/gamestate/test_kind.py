"""Changes of matters on what is tracked: shown before, applied when enacted, undone when overturned."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from blognomic.web.errors import RuleBroken
from gamestate.models import Update
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from ruleset.queries import law_at
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.changes.carried import FIVE, enact, look, sets, tracks
from tests.votables.table import Kind, event, noon, propose, seat, vote
from votables.changes.apply import Settlement
from votables.changes.change import read_change
from votables.changes.outcome import outcome_of
from votables.changes.preview import preview_of
from votables.queries.judge_facts import docket_at
from votables.services import resolving
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db
WEALTH = {"name": "Wealth", "kind": "whole", "default": "500"}


def values(effect) -> list[tuple[str, str, str, str]]:
    return [(one.name, one.whose, one.old, one.new) for one in effect.shown.values]


def test_a_matter_defines_a_variable_sets_it_for_all_and_shifts_one():
    players = seat(*FIVE)
    alice, bobby, *_ = players
    changes = [
        tracks("define", "wealth", scope="player", definition=WEALTH),
        sets("wealth", "600", "players"),
        sets("wealth", "-5", *whose(bobby)),
    ]
    post = propose(bobby, noon(1), "Money", changes=changes)
    assert "gamestate" in post.amends
    preview = look(post, noon(1))
    assert [one.shown.said for one in preview.now] == [
        "Wealth",
        "Wealth of every player: 600",
        "Wealth of Bobby: -5",
    ]
    assert [(one.name, one.old, one.new) for one in preview.now[0].shown.definitions] == [
        ("Wealth", [], ["for each player", "whole number", "at least 0", "default 500"])
    ]
    assert values(preview.now[2]) == [("Wealth", "Bobby", "600", "595")]
    assert preview.later is None
    enacted = enact(post, players, noon(2))
    made = Update.objects.get()
    assert (made.kind, made.by, made.comment, made.link) == (
        Update.Kind.ENACTMENT,
        alice,
        "Money",
        post.get_absolute_url(),
    )
    assert {"update": made.pk} in enacted.consequences
    assert shown("wealth") == {"Alice": "", "Bobby": "595", "Carol": "600", "David": "600", "Ellen": "600"}


def test_a_shift_that_the_law_refuses_is_a_misfit_that_an_admin_settles():
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Tax", changes=[sets("wealth", "-3", "players")])
    update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("wealth", "2", *whose(carol))])
    (effect,) = look(post, noon(1)).now
    assert effect.effect.misfit.reason == (
        "Carol: Wealth cannot be below 0: a change that would set it below zero is refused."
    )
    with pytest.raises(NeedsSettling, match="Carol: Wealth cannot be below 0"):
        enact(post, players, noon(2))
    assert shown("wealth")["Bobby"] == "5"
    settled = {0: Settlement(text="=max(wealth-3, 0)", why="Nobody owes anything.")}
    resolution = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2), settlements=settled)
    assert shown("wealth") == {"Alice": "", "Bobby": "2", "Carol": "0", "David": "2", "Ellen": "2"}
    assert resolution.consequences[0] == {
        "change": 0,
        "name": "set or shift values",
        "step": "set",
        "about": "Wealth",
        "corrected": "Nobody owes anything.",
        "words": "=max(wealth-3, 0)",
    }


def test_a_change_that_is_left_out_does_nothing():
    players = seat(*FIVE)
    alice, bobby, *_ = players
    track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Tax", changes=[sets("gold", "-9"), sets("gold", "+1")])
    enact(post, players, noon(2), settlements={0: Settlement(skip=True, why="Too much.")})
    assert shown("gold") == {"the game": "6"}


def test_what_changed_on_the_way_is_shown_if_the_queue_ahead_is_enacted():
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    track(define("gold", scope="game", to="5"), define("luck", scope="game"), by=alice, at=noon(1))
    first = propose(bobby, noon(1), "Double", changes=[sets("gold", "*2")])
    second = propose(carol, noon(1), "More", changes=[sets("gold", "+1")])
    third = propose(carol, noon(1), "Luck", changes=[sets("luck", "+1")])
    preview = look(second, noon(1))
    assert values(preview.now[0]) == [("Gold", "the game", "5", "6")]
    assert values(preview.later[0]) == [("Gold", "the game", "10", "11")]
    assert [(rival.post, rival.rules, rival.fits) for rival in preview.rivals] == [(first, ["Gold"], True)]
    assert look(third, noon(1)).rivals == []


def test_two_matters_that_would_track_the_same_thing_meet():
    players = seat(*FIVE)
    _, bobby, carol, *_ = players
    change = tracks("define", "wealth", scope="player", definition=WEALTH)
    first = propose(bobby, noon(1), "Money", changes=[change])
    second = propose(carol, noon(1), "Riches", changes=[change, sets("wealth", "9", "players")])
    third = propose(carol, noon(1), "Gifts", changes=[sets("wealth", "+9", *whose(bobby))])
    preview = look(second, noon(1))
    assert [(rival.post, rival.rules, rival.fits) for rival in preview.rivals] == [
        (first, ["Wealth"], False),
        (third, ["Wealth"], True),
    ]
    assert [bool(one.effect.misfit) for one in preview.later] == [True, False]
    gifts = look(third, noon(1))
    assert (gifts.now[0].effect.misfit.reason, values(gifts.later[0])) == (
        "Nothing called “wealth” is tracked.",
        [("Wealth", "Bobby", "9", "18")],
    )


def test_overturning_takes_back_what_the_enactment_did_and_keeps_what_came_since():
    players = seat(*FIVE)
    alice, bobby, carol, david, _ = players
    track(define("wealth", default="5"), define("motto", "text", scope="game"), by=alice, at=noon(1))
    changes = [
        sets("wealth", "+10", "players"),
        sets("motto", "Honk"),
        tracks("define", "luck", scope="player", definition={"name": "Luck", "kind": "whole"}),
    ]
    post = propose(bobby, noon(1), "Gifts", changes=changes)
    enacted = enact(post, players, noon(2))
    steps = [put("wealth", "+1", *whose(bobby)), put("motto", "Quack"), put("luck", "7", *whose(bobby))]
    update(leave=GIVEN, by=bobby, at=noon(3), steps=steps)
    update(leave=GIVEN, by=carol, at=noon(3), steps=[put("wealth", "2", *whose(carol))])
    undone = resolving.overturn(
        post=post, to="failed", seen=enacted.pk, by=alice, at=noon(4), reason="It was not popular."
    )
    assert shown("wealth") == {"Alice": "", "Bobby": "6", "Carol": "2", "David": "5", "Ellen": "5"}
    assert shown("motto") == {"the game": "Quack"}
    assert shown("luck")["Bobby"] == "7"
    made = Update.objects.get(kind=Update.Kind.UNDO)
    assert (made.comment, made.link) == ("It was not popular.", post.get_absolute_url())
    assert undone.consequences == [
        {"of": 3, "update": made.pk, "about": "Wealth of Bobby, Wealth of David, Wealth of Ellen"},
        {"of": 3, "kept": "Luck has changed since, and stays as it is."},
        {"of": 3, "kept": "Motto of the game has changed since, and stays as it is."},
        {"of": 3, "kept": "Wealth of Carol has changed since, and stays as it is."},
    ]


def test_a_step_hangs_on_a_condition_like_any_change():
    players = seat(*FIVE)
    alice, bobby, *_ = players
    track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    when = {"kind": "rule", "words": "Geese", "negated": False}
    post = propose(bobby, noon(1), "Gold", changes=[{**sets("gold", "+1"), "when": when}])
    (effect,) = look(post, noon(1)).now
    assert (effect.effect.skipped, values(effect)) == (
        "its condition is not met",
        [("Gold", "the game", "5", "6")],
    )
    assert "gamestate" in post.amends
    enact(post, players, noon(2))
    assert shown("gold") == {"the game": "5"}


def test_hidden_values_are_neither_set_nor_shown_by_a_matter():
    players = seat(*FIVE)
    alice, bobby, *_ = players
    track(define("plots", to="37", audience="emperor"), by=alice, at=noon(1))
    definition = {"name": "Plots", "kind": "whole", "ceiling": "30", "audience": "all"}
    alters = {**tracks("alter", "plots", definition=definition, invalid="nearest")}
    post = propose(bobby, noon(1), "Plots", changes=[sets("plots", "1", "players"), alters])
    one, two = look(post, noon(1)).now
    assert "hidden" in one.effect.misfit.reason
    assert {(value.old, value.new, value.note) for value in two.shown.values} == {("hidden", "hidden", "")}
    assert "37" not in f"{one.shown}{two.shown}"


def test_a_law_changed_by_the_same_matter_rules_the_steps_after_it():
    players = seat(*FIVE)
    alice, bobby, *_ = players
    track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    old = law_at(noon(1)).law.text
    new = old.replace('below_zero = "refuse"', 'below_zero = "zero"', 1)
    law = {"op": "law", "base": old, "text": new}
    before, after = sets("gold", "-3"), sets("gold", "-9")
    post = propose(bobby, noon(1), "Mercy", changes=[before, law, after])
    assert not outcome_of(post, at=noon(1)).misfits
    enact(post, players, noon(2))
    assert shown("gold") == {"the game": "0"}


def test_what_would_have_been_tracked_is_told_as_things_stood_when_it_failed():
    players = seat(*FIVE)
    alice, bobby, *_ = players
    track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    post = propose(bobby, noon(1), "Gold", changes=[sets("gold", "+1")])
    vote(post, noon(1), **{"against": players})
    resolving.resolve(post=post, to="failed", by=alice, at=noon(2))
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("gold", "70")])
    (effect,) = outcome_of(post, at=noon(2), then=True).effects
    assert [(each.old, each.new) for each in effect.alterations] == [(5, 6)]


@pytest.mark.parametrize(
    "value",
    [
        {"op": "track"},
        {"op": "track", "step": "set"},
        {"op": "track", "step": {"do": "set", "path": "gold", "of": ["everything"], "to": "1"}},
        {"op": "track", "step": {"do": "set", "path": "gold", "of": ["game"], "to": "nul\0"}},
        {
            "op": "track",
            "step": {"do": "define", "path": "gold", "scope": "game", "definition": {"name": "\0"}},
        },
        {"op": "track", "step": {"do": "retire", "path": "Gold"}, "more": 1},
        {"op": "uphold"},
        {"op": "uphold", "update": "1"},
        {"op": "uphold", "update": 0},
        {"op": "uphold", "update": True},
    ],
)
def test_changes_that_make_no_sense_are_refused(value):
    with pytest.raises(RuleBroken) as refused:
        read_change(value)
    assert refused.value.status == 400


def test_an_idle_player_is_counted_by_none_of_the_groups_but_their_own():
    players = seat(*FIVE, "Frank", emperor=False)
    alice, bobby, carol, *_ = players
    track(define("wealth", default="5"), by=alice, at=noon(1))
    event(carol, Kind.IDLED, at=noon(1))
    changes = [
        sets("wealth", "+1", "players"),
        sets("wealth", "+2", "idle"),
        sets("wealth", "+4", "everyone"),
    ]
    post = propose(bobby, noon(1), "Gifts", changes=changes)
    enact(post, [player for player in players if player != carol], noon(2))
    rest = dict.fromkeys(("Alice", "Bobby", "David", "Ellen", "Frank"), "10")
    assert shown("wealth") == {**rest, "Carol": "11"}


def test_what_a_matter_tracks_is_told_in_the_same_number_of_queries_however_much_it_is():
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    track(define("gold", scope="game", to="5"), *table("places", "Town"), by=alice, at=noon(1))
    made = update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("gold", "9")])
    dispute(leave=GIVEN, update=made, by=carol, at=noon(1), why="No rule says so.")
    counted = []
    for size in (1, 3):
        changes = [sets("gold", "+1") for _ in range(size)]
        changes += [tracks("page", f"page{number}", name="Page", to="Words") for number in range(size)]
        changes += [tracks("add-row", "places", name=f"Row {number}") for number in range(size)]
        changes += [{"op": "uphold", "update": made.pk}] * size
        post = propose(bobby, noon(size), "Gold", changes=changes)
        propose(carol, noon(size), "Silver", changes=changes)
        docket = docket_at(noon(size))
        with CaptureQueriesContext(connection) as captured:
            preview_of(post, docket)
        counted.append(len(captured))
    assert counted == [7, 7]
