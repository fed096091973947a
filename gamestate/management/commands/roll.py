"""`manage.py roll`: dice without the game."""

import json
import os
import secrets
from collections.abc import Callable

from django.core.management.base import BaseCommand, CommandError, CommandParser

from gamestate.dice import DiceCommand, Stream, TooMuch, commands, count_outcomes, roll, spread
from gamestate.dice.counting import MOST_TIMES, together
from ruleset.law import SHIPPED, load

NEWEST = "ruleset-211"
LONG = 5_000_000
MOST_ROWS = 50


class Command(BaseCommand):
    help = (
        "Roll dice without the game or a database, from the operating system's generator: DICE6, 3DICE6, FRUIT, "
        "COLOUR, CARD or {a,b,c}, also several. With --count, how often each outcome came: of several dice the "
        "total, of several commands what they gave together."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("expression", nargs="+", help="what to roll; other words may stand around it")
        parser.add_argument(
            "--count", type=int, default=1, help=f"how often, up to {MOST_TIMES:,}; by default once"
        )
        parser.add_argument(
            "--json", action="store_true", help='{"expression": …, "count": …, "outcomes": {…}}'
        )
        parser.add_argument(
            "--law", choices=SHIPPED, default=NEWEST, help=f"whose rules about dice; by default {NEWEST}"
        )

    def handle(self, *args: object, **options: object) -> None:
        words = options["expression"]
        expression = words if isinstance(words, str) else " ".join(words)  # type: ignore[arg-type]
        try:
            expression.encode()
        except UnicodeEncodeError:
            raise CommandError("The expression is not a text in UTF-8.") from None
        count, name = int(str(options["count"])), str(options["law"])
        dice_commands = commands(expression, load(name).dice)
        if not dice_commands:
            raise CommandError(f"There is nothing to roll in that under {name}; DICE6 would be something.")
        if problem := next((command.problem for command in dice_commands if command.problem), ""):
            raise CommandError(problem)
        if count == 1 and not options["json"]:
            for command in dice_commands:
                self.stdout.write(roll(command, Stream(secrets.token_bytes(32), b"")).text)
            return
        try:
            outcomes = count_outcomes(
                dice_commands, times=count, source=os.urandom, progress=self._progress(count)
            )
        except TooMuch as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            whole = {"expression": expression, "count": count, "outcomes": outcomes}
            self.stdout.write(json.dumps(whole))
        else:
            self._write_table(dice_commands, expression, count, outcomes)

    def _progress(self, count: int) -> Callable[[int], None] | None:
        """For somebody who waits at a screen; a file or a pipe is told nothing."""
        if count < LONG or not self.stderr.isatty():
            return None

        def tell(done: int) -> None:
            self.stderr.write(f"\r{done / count:.0%} ", ending="" if done < count else "\n")
            self.stderr.flush()

        return tell

    def _write_table(
        self, dice_commands: tuple[DiceCommand, ...], expression: str, count: int, outcomes: dict[str, int]
    ) -> None:
        ways = together(dice_commands)
        self.stdout.write(f"{expression}, {count:,} times")
        rows = list(outcomes.items())
        if ways is None and len(rows) > MOST_ROWS:
            self.stdout.write(f"{len(rows):,} different outcomes; those that came most often:")
            rows = sorted(rows, key=lambda row: -row[1])[:MOST_ROWS]
        width = max(len(name) for name, _ in rows)
        for name, number in rows:
            line = f"{name:>{width}}  {number:>{len(f'{count:,}')},}  {number / count:8.4%}"
            if ways is not None:
                line += f"  expected {ways[name] / sum(ways.values()):8.4%}"
            self.stdout.write(line)
        if ways is not None and (strayed := spread(outcomes, ways)) is not None:
            self.stdout.write(
                f"chi-square {strayed.chi_square:.2f} with {strayed.degrees} degrees of freedom: "
                f"{strayed.chance:.2%} of honest series stray as far or further."
            )
