"""`manage.py deliver`: the worker that finds what is to be told and sends it."""

import logging
import signal
import threading
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, OperationalError, ProgrammingError, close_old_connections, connection
from django.utils import timezone

from blognomic.database.troubles import Trouble, for_hosts, trouble_of
from gamestate.services.clockwork import catch_up
from players.models import Game
from players.notices import sending
from players.notices.pushing import push_notices
from votables.services.leave import BY_THE_LAW
from votables.services.letter_contents import Descriptions
from votables.services.notices import look_around

EVERY = 60
SOON = 1.0
NO_GAME = "No game has been founded on this site yet."
log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = (
        "Tell people of what time alone has brought about, and send e-mails and webhooks that are due. Runs until it is"
        " stopped; several may run at once, and one that is killed loses nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="do it once and end")
        parser.add_argument(
            "--every", type=int, default=EVERY, metavar="SECONDS", help=f"how often ({EVERY} without it)"
        )

    def handle(self, *args: Any, once: bool, every: int, **options: Any) -> None:
        if not 1 <= every <= 86_400:
            raise CommandError("--every takes a number of seconds from 1 to 86400.")
        if once:
            if is_founded():
                self.say(deliver())
            else:
                self.stdout.write(NO_GAME)
            return
        stop = threading.Event()
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, lambda *_: stop.set())
        self.stdout.write(f"Delivering every {every} seconds. Ctrl-C stops it.")
        waits = False
        while not stop.is_set():
            try:
                if is_founded():
                    waits = False
                    self.say(deliver())
                elif not waits:
                    waits = True
                    self.stdout.write(f"{NO_GAME} Waiting for it.")
            except DatabaseError as error:
                if not trouble_of(error):
                    raise
                log.error("%s (%s) The next run tries again.", for_hosts(error), error)
            close_old_connections()
            stop.wait(every if waits else min(every, until_due()))

    def say(self, done: Mapping[str, int]) -> None:
        """Say what was sent, if anything was."""
        if any(done.values()):
            self.stdout.write(", ".join(f"{what}: {number}" for what, number in done.items()))


def is_founded() -> bool:
    """Whether there is a game: on a new site the worker is often there before it, and before its tables."""
    try:
        return Game.objects.exists()
    except (OperationalError, ProgrammingError):
        if Game._meta.db_table in connection.introspection.table_names():
            raise
        return False


def until_due() -> float:
    """In how many seconds something happens by itself, so that it does on time; for ever where nothing does."""
    try:
        due_at = Game.objects.filter(pk=1).values_list("due_at", flat=True).first()
    except DatabaseError:
        return float("inf")
    return max(SOON, (due_at - timezone.now()).total_seconds()) if due_at else float("inf")


def deliver() -> Mapping[str, int]:
    """One run: let happen what happens by itself, look, then send. What cannot be found out, because the law or the
    facts make no sense, keeps nothing from being sent. Answers how many e-mails and calls to channels went out."""
    try:
        catch_up(leave=BY_THE_LAW, at=timezone.now())
        look_around(at=timezone.now())
    except DatabaseError as error:
        if trouble_of(error) is not Trouble.DAMAGED:
            raise
        log.error("The notices that are due could not be found out. %s (%s)", for_hosts(error), error)
    except Exception:
        log.exception(
            "The notices that are due could not be found out. Those written before are sent all the same."
        )
    pushed = push_notices(clock=timezone.now)
    sent = sending.send_all(clock=timezone.now, describe=Descriptions(timezone.now()))
    return {**sent, "pushes": pushed}
