"""`python -m bench.fill CSV --seed SEED`: a table of proposals imported into an empty site, and the rest made up.

It goes on like `manage.py import_history`, whose arguments it takes besides.
"""

import os
import sys
from argparse import ArgumentParser
from concurrent.futures import BrokenExecutor
from typing import Any

import django

if __name__ in ("__main__", "__mp_main__"):  # also in each process that makes something up
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
    django.setup()

from django.core.management.base import CommandError

from bench.filler.seeded import SeededFiller
from blognomic.management.commands import import_history

SEED_LENGTH = 100


class Command(import_history.Command):
    help = "Import a table of proposals, and make up who reigned, what was written, and votes that fit the outcomes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--seed", required=True, help="what it is made up from")
        parser.add_argument(
            "--processes",
            type=int,
            default=os.cpu_count() or 1,
            help="how many to make it up in at once (default: as many as there are processors)",
        )

    def filler(self, **options: Any) -> SeededFiller:
        seed = options["seed"]
        if not (seed.isprintable() and 0 < len(seed) <= SEED_LENGTH):
            raise CommandError(f"A seed is 1 to {SEED_LENGTH} printable characters.", returncode=2)
        return SeededFiller(seed, options["processes"])

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            super().handle(*args, **options)
        except BrokenExecutor:
            raise CommandError(
                "One of the processes was killed. Call it again in the same way to go on."
            ) from None


if __name__ == "__main__":
    Command().run_from_argv(["bench", "fill", *sys.argv[1:]])
