"""One matter with a step of every kind on what is tracked: all of it comes about at once, and all of it goes again."""

from dataclasses import replace

import pytest

from gamestate.models import Dispute, Update
from gamestate.queries.snapshot import state_at, state_now
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from gamestate.values import value_kinds
from gamestate.values.state import State
from gamestate.values.steps import INVALID, NAMES, read_step
from players.models import Player
from tests.gamestate.tracker import define, put, table, track, whose
from tests.leaves import GIVEN
from tests.votables.changes.carried import FIVE, enact
from tests.votables.seating import played_once
from tests.votables.table import noon, propose, seat
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.changes.preview import preview_of, shown_effects
from votables.models import Post
from votables.queries.judge_facts import docket_at
from votables.services import resolving

pytestmark = pytest.mark.django_db
SUBJECTS = FIVE[1:]
WHOLE = {"kind": "whole"}
TOO_HOT = "Heat cannot be above 10: a change that would set it above 10 is refused."


def step(do: str, path: str, **parts: object) -> dict[str, object]:
    return {"do": do, "path": path, **parts}


def page(key: str, text: str, title: str = ""):
    return read_step(step("page", key, name=title or key.capitalize(), to=text))


def told(state: State) -> dict[str, object]:
    """Everything that is tracked, as people read it: what is defined, the values, the rows and the pages."""
    values: dict[str, dict[str, str]] = {}
    for variable in state.variables.values():
        shown = {
            state.holder_name(holder): value_kinds.show(
                variable.definition, state.value(variable, holder), state
            )
            for holder in state.holders_of(variable)
        }
        values[state.path_of(variable)] = {name: value for name, value in shown.items() if value}
    return {
        "values": values,
        "named": {
            **{state.path_of(each): each.definition.name for each in state.variables.values()},
            **{each.key: each.definition.name for each in state.tables.values()},
        },
        "rows": {each.key: [row.name for row in state.rows_of(each.id)] for each in state.tables.values()},
        "pages": {each.key: (each.title, each.text) for each in state.pages.values()},
    }


def bare(state: State) -> State:
    """The state to the last definition, without which entries of the log it comes from."""
    return replace(
        state,
        cells={key: replace(cell, last=None) for key, cell in state.cells.items()},
        pages={key: replace(each, last=None) for key, each in state.pages.items()},
    )


@pytest.fixture
@played_once
def players() -> list[Player]:
    """A game in which something of every sort is tracked already."""
    players = seat(*FIVE)
    alice, bobby, *_ = players
    track(
        *table("places", "Town", "Forest"),
        *table("goods", "Salt"),
        define("places.room", default="3"),
        define("goods.price", default="8"),
        define("wealth", default="5"),
        define("thirst", default="1", to="4"),
        define("heat", to="7"),
        define("luck", to="2"),
        define("plots", to="9", audience="emperor"),
        define("motto", "text", scope="game", to="Honk"),
        page("map", "A lake.\n\nA hill.\n"),
        page("chart", "Nothing."),
        page("gallery", "A goose."),
        by=alice,
        at=noon(1),
    )
    update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("heat", "20", *whose(bobby))])
    return players


def steps_of_every_kind(players: list[Player]) -> list[dict[str, object]]:
    _, bobby, carol, david, _ = players
    heat = {"name": "Heat", **WHOLE, "ceiling": "10", "default": "6"}
    lake = {"title": "Map", "text": "A lake.\n\nA hill.\n"}
    return [
        step("define", "gold", scope="player", definition={"name": "Gold", **WHOLE, "default": "7"}),
        step("set", "gold", of=list(whose(bobby, carol, david)), to="=gold + wealth"),
        step("set", "wealth", of=["subjects"], to="*2"),
        step("set", "motto", of=["game"], to="Quack"),
        step("reset", "thirst", of=list(whose(bobby, david))),
        step("alter", "heat", definition=heat, invalid="nearest"),
        step("retire", "luck"),
        step("reveal", "plots"),
        step("define-table", "ports", definition={"name": "Ports"}),
        step("add-row", "ports", name="Harbour"),
        step("define", "ports.depth", scope="row", definition={"name": "Depth", **WHOLE, "default": "4"}),
        step("add-row", "ports", name="Quay", order=0),
        step("set", "ports.depth", of=["row=Quay"], to="+2"),
        step("alter-table", "places", definition={"name": "Cities"}),
        step("alter-row", "places", of=["row=Town"], name="City"),
        step("retire-row", "places", of=["row=Forest"]),
        step("retire-table", "goods"),
        step("page", "notes", name="Notes", to="To be written."),
        step("page", "map", name="The Map", to="A deep lake.\n\nA hill.\n", base=lake),
        step("retire-page", "chart"),
        step("revert-page", "gallery"),
        step("revert-page", "scrawl"),
    ]


def proposal(players: list[Player]) -> Post:
    """The matter, with what others wrote on pages since it was submitted."""
    carol = players[2]
    changes = [{"op": "track", "step": each} for each in steps_of_every_kind(players)]
    post = propose(players[1], noon(2), "Everything", changes=changes)
    written = [
        page("gallery", "A duck.", "Ducks"),
        page("scrawl", "Quack."),
        page("map", "A lake.\n\nA cave.\n"),
    ]
    update(leave=GIVEN, by=carol, at=noon(2, hours=1), steps=written)
    return post


AFTER = {
    "values": {
        "places.room": {"City": "3"},
        "wealth": dict.fromkeys(SUBJECTS, "10"),
        "thirst": {"Bobby": "1", "Carol": "4", "David": "1", "Ellen": "4"},
        "heat": {"Bobby": "10", **dict.fromkeys(SUBJECTS[1:], "7")},
        "motto": {"the game": "Quack"},
        "plots": dict.fromkeys(SUBJECTS, "9"),
        "gold": {"Bobby": "12", "Carol": "12", "David": "12", "Ellen": "7"},
        "ports.depth": {"Quay": "6", "Harbour": "4"},
    },
    "named": {
        "places": "Cities",
        "places.room": "Room",
        "wealth": "Wealth",
        "thirst": "Thirst",
        "heat": "Heat",
        "motto": "Motto",
        "plots": "Plots",
        "gold": "Gold",
        "ports": "Ports",
        "ports.depth": "Depth",
    },
    "rows": {"places": ["City"], "ports": ["Quay", "Harbour"]},
    "pages": {
        "map": ("The Map", "A deep lake.\n\nA cave.\n"),
        "gallery": ("Gallery", "A goose."),
        "notes": ("Notes", "To be written."),
        "scrawl": ("Scrawl", ""),
    },
}


def test_one_matter_with_steps_of_every_kind_comes_about_as_a_whole(players):
    assert {each["do"] for each in steps_of_every_kind(players)} == set(NAMES)
    post = proposal(players)
    assert [one.effect.misfit for one in preview_of(post, docket_at(noon(3))).now] == [None] * 22
    enacted = enact(post, players, noon(3))
    assert told(state_now(pages=True)) == AFTER
    made = Update.objects.get(kind=Update.Kind.ENACTMENT)
    assert [each["update"] for each in enacted.consequences if "update" in each] == [made.pk]


def test_overturning_it_brings_everything_back(players):
    alice, *_ = players
    post = proposal(players)
    before = state_now(pages=True)
    enacted = enact(post, players, noon(3))
    undone = resolving.overturn(
        post=post, to="failed", seen=enacted.pk, by=alice, at=noon(4), reason="It was not popular."
    )
    assert bare(state_now(pages=True)) == bare(before)
    made = Update.objects.get(kind=Update.Kind.UNDO)
    assert [one["update"] for one in undone.consequences] == [made.pk]


def test_undoing_its_update_brings_everything_back_and_undoing_that_brings_it_about_again(players):
    _, bobby, *_ = players
    post = proposal(players)
    before = state_now(pages=True)
    enact(post, players, noon(3))
    made = Update.objects.get(kind=Update.Kind.ENACTMENT)
    undone = undo(leave=GIVEN, updates=[made], by=bobby, at=noon(4), why="It was never enacted.")
    assert bare(state_now(pages=True)) == bare(before)
    undo(leave=GIVEN, updates=[undone], by=bobby, at=noon(5), why="It was.")
    assert told(state_now(pages=True)) == AFTER


def test_a_step_that_fails_lets_none_of_the_others_come_about(players):
    post = proposal(players)
    update(leave=GIVEN, by=players[2], at=noon(2, hours=2), steps=[read_step(step("retire-page", "chart"))])
    before = state_now(pages=True)
    with pytest.raises(resolving.RuleBroken, match="There is no page called “chart”"):
        enact(post, players, noon(3))
    assert state_now(pages=True) == before


def test_a_value_that_stays_though_it_is_no_longer_valid_is_marked_until_that_is_settled(players):
    alice, bobby, *_ = players
    definition = {"name": "Heat", **WHOLE, "ceiling": "10"}
    steps = [
        step("alter", "heat", definition=definition, invalid="keep"),
        step("set", "wealth", of=["subjects"], to="+1"),
    ]
    post = propose(bobby, noon(2), "Cooler", changes=[{"op": "track", "step": each} for each in steps])
    enacted = enact(post, players, noon(3))
    heat = state_now().variable_of("heat")
    for state in (state_now(), state_at(noon(3))):
        marked = [(key, holder) for (key, holder), cell in state.cells.items() if cell.disputed]
        assert marked == [(heat.id, *whose(bobby))]
    dispute = Dispute.objects.get()
    assert (dispute.kind, dispute.by, dispute.why) == (
        "refused",
        alice,
        "It was valid before this matter changed what may be there, and it stays.",
    )
    resolving.overturn(post=post, to="failed", seen=enacted.pk, by=alice, at=noon(4), reason="No.")
    dispute.refresh_from_db()
    assert (dispute.outcome, [cell for cell in state_now().cells.values() if cell.disputed]) == ("undone", [])


def test_the_preview_lists_values_that_an_altered_definition_makes_invalid(players):
    definition = {"name": "Heat", **WHOLE, "ceiling": "10", "default": "6"}
    told_by_kind = {}
    for invalid in INVALID:
        change = {"op": "track", "step": step("alter", "heat", definition=definition, invalid=invalid)}
        (one,) = shown_effects(outcome_of_changes(stored_changes([change]), at=noon(2)))
        told_by_kind[invalid] = [(each.whose, each.old, each.new, each.note) for each in one.shown.values]
    assert told_by_kind == {
        "law": [("Bobby", "20", "6", f"no longer valid: {TOO_HOT}")],
        "keep": [("Bobby", "20", "20", f"stays, though it is no longer valid: {TOO_HOT}")],
        "default": [("Bobby", "20", "6", f"no longer valid: {TOO_HOT}")],
        "nearest": [("Bobby", "20", "10", "set to 10: Heat cannot be above 10")],
    }
