"""`manage.py import_ruleset`: a ruleset from a file."""

import json
from collections import Counter
from contextlib import ExitStack
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from blognomic.text.instants import format_instant
from blognomic.web.errors import RuleBroken, Stale
from ruleset.law import SHIPPED, load
from ruleset.models import Revision
from ruleset.queries import tree_after
from ruleset.services import enact_law, import_history, note_agreement, replace_ruleset
from ruleset.text.files import Source, called
from ruleset.text.mediawiki import revisions
from ruleset.text.mistakes import ReadingProblem, Unreadable
from ruleset.text.reading import FORMATS

UNREADABLE = 2


class Command(BaseCommand):
    help = (
        "Import a ruleset from a file of wikitext, Markdown, or MediaWiki's XML export of its page. Where there is a "
        "ruleset already, it is replaced in one new revision; without one, an XML export gives all its history."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument("--law", choices=SHIPPED, help="also put this law into force")
        parser.add_argument("--format", choices=FORMATS, help="by default it is guessed")
        parser.add_argument(
            "--json",
            action="store_true",
            help='{"said": […], "revision", "not_understood": [{"revision", "line", "what"}]}; a revision of an export '
            "is named by its time",
        )

    def handle(self, *args: object, **options: Any) -> None:
        name = str(options["file"])
        try:
            with transaction.atomic():
                sentences, revision, listed = self._import(name, options["format"], at=timezone.now())
                if options["law"]:
                    sentences.append(self._enact(str(options["law"]), at=timezone.now(), source=name))
        except Unreadable as error:
            problems = "\n".join(map(str, error.problems))
            raise CommandError(
                f"{called(name)} was not imported:\n{problems}", returncode=UNREADABLE
            ) from None
        except (RuleBroken, Stale) as broken:
            raise CommandError(
                f"{called(name)} was not imported: {broken.sentence}", returncode=UNREADABLE
            ) from None
        except OSError as error:
            raise CommandError(f"{name} cannot be opened: {error.strerror}.", returncode=UNREADABLE) from None
        if options["json"]:
            answer = {"said": sentences, "revision": revision and revision.pk, "not_understood": listed}
            self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join([*sentences, *_shown(listed)]))

    def _import(
        self, name: str, format: str | None, *, at: datetime
    ) -> tuple[list[str], Revision | None, list[dict[str, str | int | None]]]:
        """Do it, and answer what was done in sentences, the last revision, and what was not understood."""
        why = f"Imported from {called(name)}."
        with ExitStack() as opened:
            source = Source(opened, name, format)
            if source.format == "xml":
                done = import_history(history=revisions(source.chunks()), at=at, by=None, why=why)
                revision, made = done.revision, done.made
                left_out = [f"{done.blank} blank ones were left out."] if done.blank else []
                left_out += [f"{done.same} changed nothing."] if done.same else []
                listed = [_listed(one.line, one.what, one.at) for one in done.listed]
            else:
                problems: list[ReadingProblem] = []
                tree = source.tree(problems)
                with transaction.atomic():
                    revision = replace_ruleset(tree=tree, kind=Revision.Kind.IMPORT, at=at, by=None, why=why)
                    note_agreement(at=at)
                made, left_out = 1, []
                listed = [_listed(problem.line, problem.reason) for problem in problems]
        if revision is None:
            return ["The ruleset says just that already; no revision was made.", *left_out], None, listed
        rules = sum(placed.depth > 0 for placed in tree_after(revision.pk).placed())
        what = (
            f"as revision {revision.pk}"
            if made == 1
            else f"as {made} revisions, the last of them {revision.pk}"
        )
        done_so = f"{rules} rules were imported from {called(name)} ({source.format}) {what}."
        return [done_so, *left_out], revision, listed

    def _enact(self, name: str, *, at: datetime, source: str) -> str:
        """Put a shipped law into force, with the special cases as the ruleset has them now."""
        law = load(name)
        enact_law(
            document=law.text,
            special_cases={},
            at=at,
            by=None,
            why=f"Put into force with the ruleset from {called(source)}.",
        )
        return f"The law {name} is in force."


SHOWN = 200  # lines of what was not understood, after which nobody reads on


def _listed(line: int, what: str, at: datetime | None = None) -> dict[str, str | int | None]:
    return {"revision": format_instant(at) if at else None, "line": line, "what": what}


def _shown(listed: list[dict[str, str | int | None]]) -> list[str]:
    """What was not understood, for people: the same in one revision after another is said once."""
    times = Counter(one["what"] for one in listed)
    first = {one["what"]: one for one in reversed(listed)}
    lines = []
    for what in list(times)[:SHOWN]:
        one = first[what]
        where = f"{one['revision']}, line {one['line']}" if one["revision"] else f"line {one['line']}"
        again = f" (and {times[what] - 1} times more)" if times[what] > 1 else ""
        lines.append(f"{where}: {what}{again}")
    if len(times) > SHOWN:
        lines.append(f"And {len(times) - SHOWN} more: --json has them all.")
    return ["Not understood, and listed so that you can look:", *lines] if lines else []
