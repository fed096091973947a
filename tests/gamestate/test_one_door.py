"""One door to the gamestate: whatever changes it is a service, which asks for leave before it does anything."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from blognomic.web.errors import RuleBroken
from gamestate import leave, models, services
from gamestate.services.rolling import told_afterwards
from tests.votables.table import noon, seat

ROOT = Path(__file__).resolve().parents[2]
APPS = ("players", "ruleset", "gamestate", "votables", "blognomic")
# What services do among themselves once they have leave; import-linter keeps others from it.
# Who waits to be told of an action is nothing that is tracked: it may be asked for in any standstill.
WAITING = "awaiting"
WITHIN = {"performing", "recording", "seeds", "setting_off", "shuffling", "storing"}
# Services, and what makes tables of what was stored or told elsewhere.
WRITERS = ("gamestate/services/", "gamestate/migrations/", "blognomic/transfer/")
GIVEN = {"Given", *(name for name, one in vars(leave).items() if isinstance(one, leave.Given))}
# What goes with an act of which another room has asked, or follows from what was decided.
GIVERS = ("gamestate/services/", "votables/services/", "votables/changes/")
WRITES = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update", "delete"}
ROWS = {
    name
    for name, one in vars(models).items()
    if inspect.isclass(one) and hasattr(one, "objects") and one is not models.Awaited
}
WRITTEN = re.compile(rf"\b(?:{'|'.join(sorted(ROWS))})\b")


def services_in(module: str) -> Iterator[Callable[..., Any]]:
    room = import_module(f"gamestate.services.{module}")
    for name, one in vars(room).items():
        if inspect.isfunction(one) and one.__module__ == room.__name__ and not name.startswith("_"):
            if one is not told_afterwards:  # changes nothing: the clock of a story
                yield one


def all_services() -> list[Callable[..., Any]]:
    modules = sorted(path.stem for path in Path(services.__path__[0]).glob("[a-z]*.py"))
    return [one for module in modules if module not in {*WITHIN, WAITING} for one in services_in(module)]


def called(service: Callable[..., Any]) -> str:
    return f"{service.__module__.rpartition('.')[2]}.{service.__name__}"


SERVICES = {called(one): one for one in all_services()}


class Refused(RuleBroken):
    pass


class NoLeave:
    """Gives nobody leave, and looks whether it is asked within a transaction."""

    def check(self, act: object, *, by: object, at: datetime, shared: object = None) -> None:
        assert connection.in_atomic_block
        raise Refused("No.")


def test_the_services_are_found():
    assert len(SERVICES) >= 25
    assert {"updating.update", "acting.take", "undoing.undo", "sealing.hand_in"} <= SERVICES.keys()


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_takes_the_leave(name):
    leave = inspect.signature(SERVICES[name]).parameters.get("leave")

    assert leave is not None, f"{name} changes the gamestate without leave"
    assert (leave.kind, leave.default) == (leave.KEYWORD_ONLY, leave.empty)


def test_every_service_asks_before_it_looks_at_anything_else(db):
    alice, *_ = seat("Alice", emperor=False)
    arguments = {"by": alice, "player": alice, "at": noon(1), "text": "DICE6", "why": "Why.", "steps": []}
    for name, service in SERVICES.items():
        parameters = inspect.signature(service).parameters.values()
        required = {one.name: arguments.get(one.name) for one in parameters if one.default is one.empty}
        named = {key: value for key, value in required.items() if key not in ("actions", "planned", "leave")}
        among = [required[key] for key in ("actions", "planned") if key in required]
        with pytest.raises(Refused):
            service(*among, leave=NoLeave(), **named)
            pytest.fail(f"{name} does not ask")


def test_every_service_that_locks_the_game_asks_after_it():
    calls = 0
    for name, service in SERVICES.items():
        lines = inspect.getsource(service).splitlines()
        locks = [place for place, line in enumerate(lines) if "lock_game(" in line]
        asks = [place for place, line in enumerate(lines) if "leave.check(" in line or "leave=leave" in line]
        assert asks, name
        if locks:
            calls += 1
            assert locks[0] <= asks[0], name
    assert calls >= 15


def given_in(text: str) -> set[str]:
    """The leaves that have been given already, among those that a module imports."""
    names: set[str] = set()
    if "gamestate.leave" not in text:  # most modules need not be read
        return names
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module == "gamestate.leave":
            names |= {one.name for one in node.names if one.name in GIVEN}
    return names


def test_only_services_and_changes_hand_in_a_leave_that_nobody_is_asked_for():
    givers = {path for path, text in modules() if given_in(text)}

    assert {path for path in givers if not path.startswith(GIVERS)} == set()
    assert {
        "gamestate/services/secrets.py",
        "votables/changes/kinds/gamestate/kind.py",
        "votables/services/roster.py",
    } <= givers
    assert "Given" not in {name for path, text in modules() for name in given_in(text)}


def writes_in(text: str) -> list[str]:
    """The writes to tables of the gamestate in the text of a module, such as "Update.create"."""
    writes: list[str] = []
    if not WRITTEN.search(text):  # most modules need not be read
        return writes
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            inner: ast.AST = node.func.value
            while not isinstance(inner, ast.Name) and (
                (child := getattr(inner, "value", None) or getattr(inner, "func", None)) is not None
            ):
                inner = child
            if isinstance(inner, ast.Name) and inner.id in ROWS and "objects" in ast.unparse(node.func):
                writes.append(f"{inner.id}.{node.func.attr}")
    return writes


def modules() -> Iterator[tuple[str, str]]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text()


def test_only_the_services_write_the_tables_of_the_gamestate():
    writers = {path: writes for path, text in modules() if (writes := writes_in(text))}

    assert {path: writes for path, writes in writers.items() if not path.startswith(WRITERS)} == {}
    assert "gamestate/services/updating.py" not in writers  # it writes by what is within
    assert {"gamestate/services/recording.py", "gamestate/services/storing.py"} <= writers.keys()


def test_a_write_is_seen_however_it_is_put():
    text = "Update.objects.filter(pk=1).update(by=None)\nEntry.objects.create()\nPost.objects.create()\nupdate.update()"

    assert writes_in(text) == ["Update.update", "Entry.create"]
