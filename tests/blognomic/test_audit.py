"""scripts/audit.py: what it makes of the answers of pip-audit, which is played by a module of that name."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAULT = {"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "fix_versions": ["1.1", "2.0"]}
NEW_FAULT = {"id": "GHSA-x", "aliases": [], "fix_versions": []}


@pytest.fixture
def audit(tmp_path):
    """Run the script while pip-audit says `output` and fails with `errors`; the status, output and errors."""

    def run(output: str, errors: str, *arguments: str) -> tuple[int, str, str]:
        code = f"import sys; print({output!r}); print({errors!r}, file=sys.stderr); sys.exit({1 if errors else 0})"
        (tmp_path / "pip_audit.py").write_text(code)
        done = subprocess.run(
            [sys.executable, ROOT / "scripts/audit.py", *arguments],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def answer(*faults: dict) -> str:
    packages = [
        {"name": "good", "version": "3.0", "vulns": []},
        {"name": "bad", "version": "1.0", "vulns": faults},
    ]
    return json.dumps({"dependencies": packages, "fixes": []})


def test_no_faults(audit):
    assert audit(answer(), "") == (0, "No faults are known in 2 packages.\n", "")


@pytest.mark.parametrize("arguments", [[], ["--where-it-can"]])
def test_faults_are_told_with_what_mends_them(audit, arguments):
    output = "bad 1.0: PYSEC-2026-1 (CVE-2026-1), mended in 1.1, 2.0\nbad 1.0: GHSA-x (no other name), not mended yet\n"

    assert audit(answer(FAULT, NEW_FAULT), "Found 2 known vulnerabilities", *arguments) == (1, output, "")


def test_an_audit_that_nobody_answered_is_no_success(audit):
    output = "The packages were NOT audited: the vulnerability service cannot be asked (no route to host)\n"

    assert audit("", "Traceback:\nno route to host") == (2, "", output)
    assert audit("", "Traceback:\nno route to host", "--where-it-can") == (0, "", output)
