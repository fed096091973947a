"""`make bench`: what a page of the site costs on twenty years of play, when nothing is kept, when all is, and while a
hundred people read and write.

The game is built once, in var/bench/, from a table of proposals. The results go to bench/results.json, the figure to
bench/results.svg. On SQLite, and on PostgreSQL where that is installed; on PostgreSQL alone where DATABASE_URL names an
empty database of it.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import cold, game
from bench.crowd import READS
from bench.drawing import draw
from bench.servers import ROOT

DATA = ROOT.parent / "shared" / "data"
ORDER = (*READS, "form of an update", "vote", "comment", "update", "after writing")
RESULTS = Path(__file__).parent / "results.json"


def main() -> int:
    """Measure, print, and keep what came out."""
    arguments = _arguments()
    game.FOLDER.mkdir(parents=True, exist_ok=True)
    history = game.History(arguments.history, arguments.ruleset, arguments.times)
    server = os.environ.get("DATABASE_URL", "")
    console = Console(width=None if sys.stdout.isatty() else 200)
    if arguments.cold:
        with _prepared(history, server) as environment:
            console.print(cold.table(cold.measured(environment, only=arguments.only)))
        return 0
    results: dict[str, Any] = {}
    with _prepared(history, server) as environment:
        results["pages"] = cold.measured(environment, states=["nothing", "kept"])
    with _prepared(history, server) as environment:
        console.print(f"A hundred people, for {arguments.seconds} seconds…")
        lively = [sys.executable, "-m", "bench.lively", str(arguments.seconds)]
        answer = subprocess.run(
            lively, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        results["mix"] = json.loads(answer.stdout)
    database = "PostgreSQL" if server else "SQLite"
    console.print(table(results, database))
    if arguments.times == 1:
        keep(results, database)
        console.print(f"Kept in {RESULTS.relative_to(ROOT)}, drawn beside it.")
    if not server and Path("/usr/lib/postgresql").exists():
        again = [ROOT / "scripts" / "with_postgres", sys.executable, "-m", "bench", *sys.argv[1:]]
        return subprocess.run(again, cwd=ROOT, check=False).returncode
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument(
        "--history", type=Path, default=DATA / "proposal-history.csv", help="the table of proposals (CSV)"
    )
    parser.add_argument(
        "--ruleset",
        type=Path,
        default=DATA / "rulesets" / "ruleset-211.wiki",
        help="a ruleset of real size; else the starting one",
    )
    parser.add_argument("--seconds", type=int, default=60, help="for which the people read and write")
    parser.add_argument("--times", type=int, default=1, help="so many times the history, on PostgreSQL")
    parser.add_argument("--cold", action="store_true", help="what making each page costs, in each state")
    parser.add_argument("--only", default="", help="with --cold: the beginning of a page's name, or writing")
    arguments = parser.parse_args()
    if arguments.times > 1 and not os.environ.get("DATABASE_URL"):
        parser.error(
            "more than the history is measured on PostgreSQL: scripts/with_postgres make bench ARGS=…"
        )
    if not arguments.history.exists():
        parser.error(f"there is no table of proposals at {arguments.history}; name one with --history")
    return arguments


@contextmanager
def _prepared(history: game.History, server: str) -> Iterator[dict[str, str]]:
    """The environment of the site with a copy of the game: on the PostgreSQL server at that address, or on SQLite."""
    copy = game.postgres_game(history, server) if server else game.sqlite_game(history)
    with copy as database, game.in_production(database) as environment:
        yield environment


def keep(results: dict[str, Any], of: str) -> None:
    """Put the results of a database, or of another program, into the file and the figure."""
    kept = json.loads(RESULTS.read_text())
    kept[of] = {
        "at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        **results,
    }
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    draw(kept, RESULTS.with_suffix(".svg"))


def table(results: dict[str, Any], database: str) -> Table:
    """What came out, to look at."""
    mix = results["mix"]
    title = (
        f"{database}: ms of a processor for a page, from nothing, kept, and in the mix (queries; things made)"
    )
    shown = Table(title=title, title_justify="left")
    heads = (f"{state}, {who}" for who in ("out", "in") for state in ("nothing", "kept", "mix"))
    for head in ("page", *heads, "median", "99th percentile"):
        shown.add_column(head, justify="left" if head == "page" else "right", no_wrap=True)
    for kind, costs in sorted(mix["kinds"].items(), key=lambda each: ORDER.index(each[0])):
        alone = next((apart for name, apart in results["pages"].items() if name.startswith(kind)), {})
        cells = (cell for who in ("out", "in") for cell in _cells(alone.get(who, {}), costs.get(who)))
        slowest = max(costs.values(), key=lambda each: each["p99"])
        shown.add_row(kind, *cells, f"{slowest['median']:.0f} ms", f"{slowest['p99']:.0f} ms")
    made = ", ".join(f"{name} {number}" for name, number in list(mix["made"].items())[:20])
    shown.caption = "\n".join(
        [
            f"{mix['rate']:.0f} requests a second, median {mix['median']:.0f} ms, 99th percentile {mix['p99']:.0f}"
            f" ms; {mix['number']} in all, of which {mix['writes']} wrote and {mix['failed']} failed",
            f"{mix['processor']:.1f} ms of a processor for a request, with server and database: signed out"
            f" {mix['out']['cost']:.1f}, signed in {mix['in']['cost']:.1f} of the site alone;"
            f" {mix['megabytes']} MB of memory for the largest process",
            f"Made because the mix had made it cold: {made}",
            *(f"{number} × {failure}" for failure, number in mix["failures"].items()),
        ]
    )
    return shown


def _cells(alone: dict[str, Any], mixed: dict[str, Any] | None) -> Iterator[str]:
    for state in ("nothing", "kept"):
        yield f"{alone[state]['ms']:.1f}" if state in alone else "–"
    yield f"{mixed['cost']:.1f} ({mixed['queries']:.0f}; {mixed['made']:.0f})" if mixed else "–"


if __name__ == "__main__":
    sys.exit(main())
