"""The layers of the house. The contracts stand in pyproject.toml under [tool.importlinter]."""

import subprocess
import sys
import tomllib
from pathlib import Path

import grimp  # which import-linter stands on
import pytest

ROOT = Path(__file__).resolve().parents[2]


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    """Run `code` in a fresh interpreter in the project's root."""
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)


def test_imports_go_one_way():
    done = run_python("import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())")

    assert done.returncode == 0, done.stdout + done.stderr


CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
]
(CORES,) = (one["source_modules"] for one in CONTRACTS if one["name"] == "The pure cores know no Django")


# What knows no Django, and is no thinking all the same: a bar that reads the clock and writes on the terminal, and how
# dates are written, which Django looks up by name.
NO_CORES = {"blognomic.commands", "blognomic.formats"}
APPS = ("players", "ruleset", "gamestate", "votables", "blognomic")


def knows_django(graph: grimp.ImportGraph, package: str) -> bool:
    """Whether a package imports Django or allauth, or anything that does."""
    return bool({"django", "allauth"} & graph.find_upstream_modules(package, as_package=True))


def test_every_package_that_knows_no_django_is_named_as_a_core():
    graph = grimp.build_graph(*APPS, include_external_packages=True, cache_dir=".import_linter_cache")
    packages = [package for app in APPS for package in graph.find_children(app)]

    assert knows_django(graph, "votables.changes")
    assert {package for package in packages if not knows_django(graph, package)} == {*CORES, *NO_CORES}


def test_every_part_of_blognomic_is_at_the_top_or_the_bottom():
    layers = CONTRACTS[0]["layers"]
    listed = {part.strip() for layer in (layers[0], layers[-1]) for part in layer.split(":")}
    parts = {
        f"blognomic.{path.stem}"
        for path in (ROOT / "blognomic").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }

    assert listed == parts - {"blognomic.__init__", "blognomic.formats"}


@pytest.mark.parametrize("core", CORES)
def test_pure_core_loads_without_django(core):
    done = run_python(f"import sys, {core}; print({{'django', 'allauth'}} & set(sys.modules))")

    assert (done.stdout, done.stderr) == ("set()\n", "")
