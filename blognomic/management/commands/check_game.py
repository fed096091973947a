"""`manage.py check_game`: whether all that is stored of the game fits together."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from blognomic.commands.progress import progress
from blognomic.database.snapshots import one_state
from blognomic.transfer.checking import found
from players.checking import Finding
from players.integrity import damages


class Command(BaseCommand):
    help = (
        "Let the database check itself, then work out again all that can be worked out of the game (standings, votes,"
        " verdicts, what followed from matters, the gamestate, dice, hashes, links) and report what does not fit, one a"
        " line. The exit status is 1 then. Changes nothing, and can be called while the site runs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--json", action="store_true", help='a JSON object a line: {"row", "page", "sentence"}'
        )

    def handle(self, *args: Any, json: bool, verbosity: int, **options: Any) -> None:
        damaged = list(damages())
        for finding in damaged:
            self.stdout.write(as_json(finding) if json else as_line(finding))
        if damaged:
            self.stderr.write("The database itself is damaged, so nothing else was looked at.")
            raise SystemExit(1)
        number = 0
        with one_state(), progress(shown=verbosity > 0) as tell:
            for finding in found(tell=tell):
                number += 1
                self.stdout.write(as_json(finding) if json else as_line(finding))
        if number:
            self.stderr.write(f"{number:,} thing{'s' * (number > 1)} that do{'es' * (number == 1)} not fit.")
            raise SystemExit(1)
        if verbosity and not json:
            self.stdout.write("Everything fits.")


def as_line(finding: Finding) -> str:
    """A finding for people: where, and what."""
    where = f"{finding.row}, {finding.page}" if finding.page else finding.row
    return f"{where}: {finding.sentence}"


def as_json(finding: Finding) -> str:
    members = {"row": finding.row, "page": finding.page or None, "sentence": finding.sentence}
    return json.dumps(members, ensure_ascii=False)
