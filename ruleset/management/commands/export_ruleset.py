"""`manage.py export_ruleset`: the ruleset as it stands or stood, for reading elsewhere."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from blognomic.text.instants import parse_instant
from ruleset.queries import revision_at, tree_after
from ruleset.text.exporting import FORMATS, export
from ruleset.text.mistakes import Unreadable


class Command(BaseCommand):
    help = "Export the ruleset as wikitext, Markdown or JSON: that of now, or of an earlier time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--at", help="as of this time (UTC), such as 2024-05-01T12:00:00Z; by default now"
        )
        parser.add_argument("--format", choices=FORMATS, default="wikitext")
        parser.add_argument("--output", help="the file to write; by default standard output")

    def handle(self, *args: object, **options: object) -> None:
        try:
            at = parse_instant(str(options["at"])) if options["at"] else timezone.now()
        except ValueError as error:
            raise CommandError(f"--at: {error}", returncode=2) from None
        revision = revision_at(at)
        if revision is None:
            raise CommandError("There was no ruleset yet." if options["at"] else "There is no ruleset yet.")
        try:
            text = export(tree_after(revision.pk), format=str(options["format"]), at=at, revision=revision.pk)
        except Unreadable as error:
            raise CommandError(f"It cannot be written: {error.problems[0].reason}.") from None
        if not options["output"]:
            self.stdout.write(text, ending="")
            return
        try:
            Path(str(options["output"])).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from None
