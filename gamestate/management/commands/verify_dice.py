"""`manage.py verify_dice`: whether every roll is what its seed gave, and the log of them whole."""

import json
import re

from django.core.management.base import BaseCommand, CommandError, CommandParser

from blognomic.text.outside import KEY
from gamestate.models import Roll
from gamestate.queries.rolling import Checked, verified
from gamestate.queries.shuffles import faults_in_shuffles

_KNOWN = re.compile(rf"({KEY}):([0-9a-f]{{64}})", re.ASCII)


class Command(BaseCommand):
    help = (
        "Draw every past roll again from the seed of its day and follow the chain of the log. Says which entry does "
        "not fit, if any, and why; the exit status is 1 then. Today's rolls are drawn again too, for this server "
        "holds today's seed; nothing of it is shown. It checks shuffles in the same way."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from", dest="first", type=int, default=1, help="the number of the roll to begin with"
        )
        parser.add_argument(
            "--known",
            action="append",
            default=[],
            metavar="NUMBER:HASH",
            help="the hash of an entry as it was noted once; can be given more than once. Shows also whether the "
            "log was cut off or written again, which nothing else can",
        )
        parser.add_argument(
            "--json", action="store_true", help='{"rolls", "drawn", "last", "faults": […], "shuffles": […]}'
        )

    def handle(self, *args: object, **options: object) -> None:
        first = int(str(options["first"]))
        if first < 1:
            raise CommandError("Rolls are numbered from 1.")
        known = dict(self._known(text) for text in options["known"])  # type: ignore[attr-defined]
        amount = Roll.objects.filter(number__gte=first).count() if self.stderr.isatty() else 0

        def tell(done: int) -> None:
            self.stderr.write(f"\r{min(done / amount, 1):.0%} ", ending="")
            self.stderr.flush()

        shuffles = faults_in_shuffles()
        checked = verified(first=first, at=None, known=known, progress=tell if amount else None)
        if amount:
            self.stderr.write("\r     \r", ending="")
        if options["json"]:
            self.stdout.write(_as_json(checked, shuffles))
        else:
            self._say(checked, first)
            for sentence in shuffles:
                self.stdout.write(sentence)
        if checked.faults or shuffles:
            raise CommandError(f"{len(checked.faults) + len(shuffles)} of these do not fit.")

    def _known(self, text: str) -> tuple[int, str]:
        match = _KNOWN.fullmatch(text)
        if match is None:
            raise CommandError(f"{text} is not a number and a hash such as 120:9f86d0….")
        return int(match[1]), match[2]

    def _say(self, checked: Checked, first: int) -> None:
        for fault in checked.faults:
            self.stdout.write(fault.sentence)
        if not checked.rolls:
            self.stdout.write("There are no rolls." if first == 1 else f"There are no rolls from {first} on.")
            return
        chain_only = checked.rolls - checked.drawn
        also = (
            f", {chain_only:,} of them as to the chain only, for their seed is not here" if chain_only else ""
        )
        verdict = "" if checked.faults else " Everything fits."
        self.stdout.write(f"Checked {checked.rolls:,} rolls{also}.{verdict}")
        self.stdout.write(f"The last is {checked.last}:{checked.last_hash}")


def _as_json(checked: Checked, shuffles: list[str]) -> str:
    faults = [
        {
            "kind": fault.kind,
            "number": fault.sequence,
            "day": fault.day.isoformat() if fault.day else None,
            "sentence": fault.sentence,
        }
        for fault in checked.faults
    ]
    whole = {"rolls": checked.rolls, "drawn": checked.drawn, "last": checked.last, "hash": checked.last_hash}
    return json.dumps(whole | {"faults": faults, "shuffles": shuffles}, ensure_ascii=False)
