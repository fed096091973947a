"""Asks whether faults are known in the packages that the project pins: `make audit`.

    python scripts/audit.py                   status 1 when there are faults, 2 when the service cannot be asked
    python scripts/audit.py --where-it-can    for machines that may not reach it: says so, and ends with status 0

pip-audit does the asking, of the Open Source Vulnerabilities database; this tells "nothing is known" from "nobody
could be asked", for which it has one status.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ASK = [
    "--disable-pip",
    "--require-hashes",
    "--vulnerability-service=osv",
    "--format=json",
    "--aliases=on",
    "--desc=off",
]
QUIETLY = ["--progress-spinner=off", "--timeout=10"]
PATIENCE = 300.0  # seconds for all of it


class Unreachable(Exception):
    """Nobody could be asked, and why."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--where-it-can", action="store_true", help="not to reach the service is no failure")
    parser.add_argument("--requirements", type=Path, default=ROOT / "requirements-dev.txt", metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        packages = ask(
            [sys.executable, "-m", "pip_audit", "--requirement", str(options.requirements), *ASK, *QUIETLY]
        )
    except Unreachable as why:
        print(f"The packages were NOT audited: {why}", file=sys.stderr)
        return 0 if options.where_it_can else 2
    faults = list(told(packages))
    print("\n".join(faults) or f"No faults are known in {len(packages)} packages.")
    return 1 if faults else 0


def ask(command: list[str]) -> list[dict[str, Any]]:
    """The packages with what is known of each, as pip-audit tells them. Raises Unreachable when it has no answer."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Unreachable("the vulnerability service is too slow.") from None
    try:
        return json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        lines = done.stderr.strip().splitlines() or ["pip-audit gave no reason."]
        raise Unreachable(f"the vulnerability service cannot be asked ({lines[-1][:200]})") from None


def told(packages: list[dict[str, Any]]) -> list[str]:
    """A line for each fault, with what mends it."""
    return [
        f"{package['name']} {package['version']}: {fault['id']} ({', '.join(fault['aliases']) or 'no other name'}), "
        + (f"mended in {', '.join(fault['fix_versions'])}" if fault["fix_versions"] else "not mended yet")
        for package in packages
        for fault in package.get("vulns", [])
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
