"""The bakery of the samples as a scene on which steps are done, and how its people and rows are called."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from votables.english.steps.grammar import RULES
from votables.english.steps.holders import ItsHolder, NamedHolders
from votables.english.steps.lexicon import Lexicon
from votables.english.steps.played_state import (
    GAME,
    Cast,
    Cell,
    Holder,
    PlayedScene,
    ScenedVariable,
    number_of,
)
from votables.english.steps.templates import Parser
from votables.english.steps.values import Var
from votables.english.steps.words import plain, tokens

from ..samples import BAKERY

ADA, BO, CY, DOT, EB = (("player", "", name) for name in ("Ada", "Bo", "Cy.1", "Dot", "Eb"))
BESS, SMOKY, BRICK = (("row", "Ovens", name) for name in ("Big Bess", "Old Smoky", "The Brick"))
CAST = Cast(
    tuple(BAKERY["players"]),
    tuple(BAKERY["idle"]),
    BAKERY["emperor"],
    True,
    BAKERY["author"],
    BAKERY["words"],
)
VARIABLES = [
    ScenedVariable(
        each["name"], each["of"], each["type"], True, number_of(each.get("min")), number_of(each.get("max")),
        tuple(each.get("choices", ())), each["default"],
    )
    for each in BAKERY["tracked"]
]  # fmt: skip


def scene(**cast: Any) -> PlayedScene:
    """The bakery, with something else of its people."""
    return PlayedScene(replace(CAST, **cast), VARIABLES, BAKERY["values"])


def named(*holders: Holder) -> NamedHolders:
    return NamedHolders(holders)


def of(name: str, *holders: Holder) -> Var:
    """A variable of some; of the game where there are none."""
    return Var((name,), named(*holders) if holders else None)


def own(name: str) -> Var:
    """A variable of whose turn it is."""
    return Var((name,), ItsHolder())


def done(deed: Any, *subject: Holder, on: PlayedScene | None = None) -> dict[Cell, Any]:
    """The values that are others once a deed is done."""
    on = on or scene()
    deed.do(on, subject)
    before, after = _cells(BAKERY["values"]), _cells(on.values)
    return {cell: after.get(cell) for cell in {**before, **after} if before.get(cell) != after.get(cell)}


def _cells(values: Mapping[str, Any]) -> dict[Cell, Any]:
    cells = {(GAME, name): value for name, value in values["game"].items()}
    for player, own in values["players"].items():
        cells |= {(("player", "", player), name): value for name, value in own.items()}
    for table, rows in values["tables"].items():
        for row in rows:
            cells |= {(("row", table, row["Name"]), name): value for name, value in row.items()}
    return cells


def parser(text: str) -> Parser:
    return Parser(tokens(plain(text)), RULES, Lexicon(scene()).primitives())


def readings(rule: str, text: str) -> list[Any]:
    """What a phrase may mean in the bakery, by a rule of the grammar."""
    return parser(text).readings(rule)
