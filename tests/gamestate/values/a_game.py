"""A small game for the tests of what steps do to its values."""

from gamestate.values.definitions import Definition, TableDefinition, read_definition
from gamestate.values.planning import work_out
from gamestate.values.plans import Alteration
from gamestate.values.state import Cell, Page, Person, Row, State, Table, Variable, people_in_order
from gamestate.values.steps import Restore, Step
from ruleset.law import load

LAW = load("ruleset-211").tracker
MERCIFUL = load("ruleset-86").tracker
ANN, BEN, CAT = "player:1", "player:2", "player:3"


def definition(name: str, kind: str = "whole", **parts: object) -> Definition:
    return read_definition({"name": name, "kind": kind, **parts})


def variable(key: str, name: str, scope: str = "player", table: str = "", **parts: object) -> Variable:
    return Variable(key, name, scope, table, definition(name.capitalize(), **parts))


def game() -> State:
    """Ann (the emperor), Ben and Cat; gold and heat of each, loyalty that is hidden, the game's pot, two places."""
    variables = [
        variable("1", "gold"),
        variable("2", "heat", kind="decimal", places=1, floor=None),
        variable("3", "loyalty", audience="emperor"),
        variable("4", "pot", scope="game"),
        variable("5", "size", scope="row", table="1"),
        variable("6", "place", kind="row", refers="places", blank=True),
    ]
    cells = {
        ("1", ANN): Cell(10, 1),
        ("1", BEN): Cell(20, 2),
        ("1", CAT): Cell(30, 3),
        ("2", BEN): Cell("98.6", 4),
        ("3", BEN): Cell(5, 5),
        ("4", "game"): Cell(100, 6),
        ("5", "row:7"): Cell(3, 7),
        ("6", BEN): Cell(7, 8),
    }
    return State(
        variables={each.id: each for each in variables},
        tables={"1": Table("1", "places", TableDefinition("Places"))},
        rows={"7": Row("7", "1", "Forest", 1), "8": Row("8", "1", "Road", 2)},
        pages={"1": Page("1", "map", "Map", "Here", 9)},
        cells=cells,
        people=people_in_order(
            [Person(1, "Ann", True, is_emperor=True), Person(2, "Ben", True), Person(3, "cat", True)]
        ),
    )


def changed(*steps: Step, **more: object) -> list[tuple[str, str, object, object]]:
    plan = work_out(game(), steps, tracker=LAW, **more)
    assert plan.troubles == ()
    return [(each.id, each.holder, each.old, each.new) for each in plan.alterations]


def trouble(*steps: Step, **more: object) -> list[tuple[int, str, str]]:
    plan = work_out(game(), steps, **{"tracker": LAW, **more})
    return [(each.place, each.holder, each.kind) for each in plan.troubles]


def put(path: str, to: str, *of: str) -> Step:
    return Step.set(path, of, to)


def plan_of(*steps: Step | Restore) -> tuple[Alteration, ...]:
    plan = work_out(game(), steps, tracker=LAW)
    assert plan.troubles == ()
    return plan.alterations
