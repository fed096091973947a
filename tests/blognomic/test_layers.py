"""The layers of the house. The contracts stand in pyproject.toml under [tool.importlinter]."""

import subprocess
import sys
import tomllib
from pathlib import Path

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


@pytest.mark.parametrize("core", CORES)
def test_pure_core_loads_without_django(core):
    done = run_python(f"import sys, {core}; print({{'django', 'allauth'}} & set(sys.modules))")

    assert (done.stdout, done.stderr) == ("set()\n", "")
