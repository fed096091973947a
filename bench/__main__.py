"""`make bench`: how many pages a second the site serves on twenty years of play, beside a view that does nothing.

The game is built once, in var/bench/: the whole history in HISTORY (a table of proposals), and its last sixteenth. The
results go to bench/results.json, the figure to bench/results.svg. With `--cold`, what it costs to make each page.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from rich.console import Console
from rich.table import Table

from bench import cold
from bench.drawing import draw
from bench.load import ROOT, bare, fetch, production, put_load, site

FOLDER = ROOT / "var" / "bench"
HISTORY = ROOT.parent / "shared" / "data" / "proposal-history.csv"
RULESET = ROOT.parent / "shared" / "data" / "rulesets" / "ruleset-211.wiki"
SEED, PART = "7", 16
VOTES = 40
WARM_UP = 1  # second, in which each process makes what it keeps; not measured


def main() -> int:
    """Measure, print, and keep what came out."""
    arguments = _arguments()
    FOLDER.mkdir(parents=True, exist_ok=True)
    console = Console(width=None if sys.stdout.isatty() else 200)
    if arguments.cold:
        staged = build("whole", arguments.history, ruleset=arguments.ruleset)
        console.print(cold.table(cold.measured(FOLDER / "whole.sqlite3", staged, only=arguments.only)))
        return 0
    results = {
        "at": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "seconds": arguments.seconds,
    }
    for name, history in (("whole", arguments.history), ("part", _part_of(arguments.history))):
        if name == "part" and arguments.quick:
            continue
        staged = build(name, history, ruleset=arguments.ruleset)
        console.print(f"Measuring the {name} history…")
        results[name] = measure(f"sqlite:///{FOLDER / name}.sqlite3", staged, seconds=arguments.seconds)
        console.print(_table(results[name], name))
    kept = Path(__file__).parent / "results.json"
    kept.write_text(json.dumps(results, indent=1) + "\n")
    draw(results, kept.with_suffix(".svg"))
    console.print(f"Kept in {kept.relative_to(ROOT)}, drawn beside it.")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--history", type=Path, default=HISTORY, help="the table of proposals (CSV)")
    parser.add_argument(
        "--ruleset", type=Path, default=RULESET, help="a ruleset of real size; else the starting one"
    )
    parser.add_argument("--seconds", type=int, default=3, help="of load on each page")
    parser.add_argument("--cold", action="store_true", help="what making each page costs, instead of loads")
    parser.add_argument("--only", default="", help="with --cold: the beginning of a page's name")
    parser.add_argument("--quick", action="store_true", help="leave out the sixteenth")
    arguments = parser.parse_args()
    if not arguments.history.exists():
        parser.error(f"there is no table of proposals at {arguments.history}; name one with --history")
    return arguments


def _part_of(history: Path) -> Path:
    """A table of the last sixteenth of the rows."""
    lines = [line for line in history.read_text().splitlines(keepends=True) if line.strip()]
    part = FOLDER / "part.csv"
    part.write_text("".join([lines[0], *lines[-(len(lines) // PART) :]]))
    return part


def build(name: str, history: Path, *, ruleset: Path) -> dict:
    """A game on SQLite with that history and what `bench.stage` adds, made once; answers what is to be measured."""
    database, staged = FOLDER / f"{name}.sqlite3", FOLDER / f"{name}.json"
    if not staged.exists():
        database.unlink(missing_ok=True)
        environment = {**production(f"sqlite:///{database}"), "DEBUG": "1"}
        lengths = history.parent / "dynasty-lengths.csv"
        more = ["--dynasties", lengths] if name == "whole" and lengths.exists() else []
        for command in (
            ["manage.py", "migrate", "-v0"],
            ["-m", "bench.fill", history, "--seed", SEED, *more],
        ):
            subprocess.run([sys.executable, *map(str, command)], cwd=ROOT, env=environment, check=True)
        staging = [sys.executable, "-m", "bench.stage", str(ruleset)]
        staging_run = subprocess.run(
            staging, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        staged.write_text(staging_run.stdout)
    return json.loads(staged.read_text().splitlines()[-1])


def measure(database: str, staged: dict, *, seconds: int) -> dict:
    """Each page signed out, signed in, packed, alone, and the same bytes from the bare view; and how long a vote
    takes."""
    session, measured = staged["sessions"][0], {}
    bytes_of = FOLDER / "bytes"
    bytes_of.mkdir(exist_ok=True)
    with site(database) as address:
        for name, path in staged["pages"].items():
            page = measured[name] = {"path": path}
            for who, key in (("out", ""), ("in", session)):
                if name == "dashboard" and not key:
                    continue
                body = fetch(f"{address}{path}", session=key)
                if key and b"Sign out" not in body:
                    sys.exit(f"{path} was not answered as to somebody who is signed in.")
                (bytes_of / f"{_slug(name)}-{who}").write_bytes(body)
                page[f"bytes_{who}"] = len(body)
                put_load(f"{address}{path}", session=key, seconds=WARM_UP)
                page[who] = asdict(put_load(f"{address}{path}", session=key, seconds=seconds))
                packed = put_load(f"{address}{path}", session=key, seconds=seconds, packed=True)
                page[f"packed_{who}"] = asdict(packed)
                page[f"alone_{who}"] = asdict(
                    put_load(f"{address}{path}", session=key, connections=1, seconds=seconds)
                )
        votes = vote_often(address, staged, session=session)
    with bare(bytes_of) as address:
        for name, page in measured.items():
            for who in ("out", "in"):
                if who in page:
                    page[f"bare_{who}"] = asdict(put_load(f"{address}/{_slug(name)}-{who}", seconds=seconds))
    return {"pages": measured, "vote": votes}


def _slug(name: str) -> str:
    return re.sub("[^a-z0-9]+", "-", name.lower())


def vote_often(address: str, staged: dict, *, session: str) -> dict[str, float]:
    """How long it takes to post a vote (ms), from the form to the answer that it was taken."""
    queue = fetch(f"{address}/queue/", session=session).decode()
    matters = re.findall(r'href="(/posts/\d+/)"', queue)
    signed = urllib.request.Request(f"{address}{matters[-1]}", headers={"Cookie": f"sessionid={session}"})
    with urllib.request.urlopen(signed) as answer:
        page, cookie = answer.read().decode(), answer.headers["Set-Cookie"].partition(";")[0]
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
    times = []
    for number in range(VOTES):
        data = urllib.parse.urlencode(
            {"csrfmiddlewaretoken": token, "text": f":for: {number}", "asks": "", "warned": "on"}
        ).encode()
        headers = {"Cookie": f"sessionid={session}; {cookie}"}
        begun = time.perf_counter()
        request = urllib.request.Request(f"{address}{matters[-1]}comment/", data=data, headers=headers)
        answer = urllib.request.build_opener(_Stay()).open(request)
        times.append(1000 * (time.perf_counter() - begun))
        assert answer.status == 302, answer.status
    return {"median": median(times), "p99": quantiles(times, n=100)[98]}


class _Stay(urllib.request.HTTPRedirectHandler):
    """Answers a redirection as it is, without following it."""

    def redirect_request(self, *args: object) -> None:
        return None

    def http_error_302(self, req, fp, code, msg, headers):
        return fp


def _table(measured: dict, name: str) -> Table:
    table = Table(
        title=f"{name} history: requests a second (median / 99th percentile, ms)", title_justify="left"
    )
    heads = (
        "page",
        "kB",
        "signed out",
        "of bare",
        "packed",
        "alone",
        "signed in",
        "of bare",
        "packed",
        "alone",
    )
    for head in heads:
        table.add_column(head, justify="left" if head == "page" else "right", no_wrap=True)
    for page, figures in measured["pages"].items():
        table.add_row(
            page, f"{figures['bytes_in'] / 1024:.0f}", *_cells(figures, "out"), *_cells(figures, "in")
        )
    table.caption = "Posting a vote: median {median:.0f} ms, 99th percentile {p99:.0f} ms".format(
        **measured["vote"]
    )
    return table


def _cells(figures: dict, who: str) -> Iterator[str]:
    if who not in figures:
        yield from ("–", "–", "–", "–")
        return
    load, plain, alone = figures[who], figures[f"bare_{who}"], figures[f"alone_{who}"]
    failed = f" ({load['errors']} failed)" if load["errors"] else ""
    yield f"{load['rate']:.0f} ({load['median']:.0f} / {load['p99']:.0f}){failed}"
    yield f"{load['rate'] / plain['rate']:.2f}"
    yield f"{figures[f'packed_{who}']['rate']:.0f}"
    yield f"{alone['median']:.1f} ms"


if __name__ == "__main__":
    sys.exit(main())
