"""Serve the site as others are to reach it: `python manage.py serve`."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import Error, connection

from blognomic.accounts.published_passwords import refuse_published_passwords
from blognomic.server.migrating import one_at_a_time


class Command(BaseCommand):
    help = (
        "Checks the settings, migrates the database, collects the static files, and becomes gunicorn, which serves "
        "the site at BIND until it is told to stop (SIGTERM). Several machines may start at once on one database."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--no-migrate", action="store_true", help="the database has been migrated already"
        )
        parser.add_argument(
            "--no-static", action="store_true", help="static files have been collected already"
        )

    def handle(self, *, no_migrate: bool, no_static: bool, **options: Any) -> None:
        if settings.DEBUG:
            raise CommandError(
                "DEBUG must be 0 where the site is served to others; `make run` serves it to you."
            )
        if not settings.BEHIND_PROXY and not settings.ALLOW_NO_PROXY:
            raise CommandError(
                "With BEHIND_PROXY=0 a few clients that send slowly stop the site. Put a proxy in front that takes"
                " requests whole (deploy/nginx.conf), or set ALLOW_NO_PROXY=1 where no stranger can reach it."
            )
        call_command("check", deploy=True, stdout=self.stderr)
        if not no_migrate:
            try:
                with one_at_a_time(connection):
                    call_command("migrate", interactive=False, verbosity=0)
            except (Error, OSError) as error:
                raise CommandError(f"The database cannot be migrated: {error}") from None
        refuse_published_passwords()
        connection.close()
        if getattr(connection, "pool", None):
            connection.close_pool()  # what follows is another program, in this process
        if not no_static:
            call_command("collectstatic", interactive=False, verbosity=0)
        sys.stdout.flush()
        sys.stderr.flush()
        gunicorn = [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:blognomic.server.serving",
            "blognomic.wsgi",
        ]
        # What threads give back is to be used by the others: without this, each keeps memory of its own.
        os.environ.setdefault("MALLOC_ARENA_MAX", "2")
        os.execv(sys.executable, gunicorn)
