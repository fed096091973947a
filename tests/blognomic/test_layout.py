"""The rooms of each app, as docs/architecture.md has them. Which room imports which is import-linter's to hold."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("players", "ruleset", "gamestate", "votables")
# Django's own names for what is no room without one, and the rooms that may be one file.
ROOMS = {
    *(
        "__init__",
        "apps",
        "models",
        "services",
        "queries",
        "forms",
        "views",
        "permissions",
        "urls",
        "feeds",
        "api",
    ),
    *("settings", "wsgi"),
}
MOST_LOOSE = 8


def loose_modules(folder: Path) -> set[str]:
    return {module.stem for module in folder.glob("*.py")} - ROOMS


@pytest.mark.parametrize("app", [*APPS, "blognomic"])
def test_few_modules_lie_loose_beside_the_rooms(app):
    assert len(loose_modules(ROOT / app)) <= MOST_LOOSE


@pytest.mark.parametrize("app", APPS)
def test_each_app_has_the_same_rooms(app):
    there = {path.stem for path in (ROOT / app).iterdir()}

    assert {"models", "services", "queries", "views", "urls"} <= there


def test_a_loose_module_is_seen(tmp_path):
    for name in ("models.py", "urls.py", "odds.py"):
        (tmp_path / name).touch()

    assert loose_modules(tmp_path) == {"odds"}
