"""The same crowd at WordPress and MediaWiki: `python -m bench.others`, after `make bench`.

Each is set up for the purpose in a temporary folder, from Debian's packages, and is gone afterwards. Prints how many
times as much of the processor it takes, and keeps its figures beside those of the site.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench import crowd, mediawiki, wordpress
from bench.__main__ import RESULTS, keep
from bench.game import FOLDER

OTHERS = {
    "WordPress": (wordpress.NEEDED, wordpress.wordpress),
    "MediaWiki": (mediawiki.NEEDED, mediawiki.mediawiki),
}


def main() -> int:
    """Set them up, let the crowd loose, print and keep what came out."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--seconds", type=int, default=60, help="for which the people read and write")
    parser.add_argument("--only", default="", choices=["", *OTHERS], help="one of them")
    arguments = parser.parse_args()
    game = FOLDER / "whole.sqlite3"
    if not game.exists():
        sys.exit("Run make bench first: its posts and comments are what the others are filled with.")
    for name, (needed, set_up) in OTHERS.items():
        if arguments.only not in ("", name):
            continue
        if missing := [str(file) for file in needed if not file.exists()]:
            print(f"{name} is not to be had here: {', '.join(missing)} is missing.")
            continue
        with tempfile.TemporaryDirectory() as folder, set_up(Path(folder), game) as (server, mix, people):
            mixed = crowd.browse(server, mix, people, seconds=arguments.seconds)
        keep({"mix": mixed}, name)
        _tell(name, mixed)
    return 0


def _tell(name: str, mixed: dict[str, Any]) -> None:
    print(
        f"{name}: {mixed['rate']:.1f} requests a second, 99th percentile {mixed['p99']:.0f} ms,"
        f" {mixed['failed']} failed; {mixed['processor']:.1f} ms of a processor for a request with its database,"
        f" signed out {mixed['out']['cost']:.1f}, signed in {mixed['in']['cost']:.1f} of PHP alone"
    )
    if ours := json.loads(RESULTS.read_text()).get("SQLite"):
        ratios = (
            f"{mixed[who]['cost'] / ours['mix'][who]['cost']:.1f} times signed {who}" for who in ("out", "in")
        )
        both = mixed["processor"] / ours["mix"]["processor"]
        print(
            f"That is {' and '.join(ratios)} what the site takes on SQLite; {both:.1f} times with all processes."
        )


if __name__ == "__main__":
    sys.exit(main())
