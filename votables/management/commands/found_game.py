"""`manage.py found_game`: make this empty site a game."""

import getpass
import sys
from contextlib import ExitStack
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from blognomic.web.errors import RuleBroken
from players.models import Player
from players.names import check_name_form
from ruleset.law import ADDITIONS, SHIPPED
from ruleset.models import Revision
from ruleset.text import starting
from ruleset.text.files import Source, called
from ruleset.text.mistakes import Unreadable
from ruleset.text.tree import Tree
from votables.services.founding import found_game


class Command(BaseCommand):
    help = "Found the game of this site: its first player and admin, its law and its first dynasty."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "founder", help="the name of the first player and admin; an account of that name is used"
        )
        parser.add_argument("--law", default="ruleset-211", choices=SHIPPED, help="the law to start under")
        parser.add_argument(
            "--addition",
            action="append",
            default=[],
            choices=ADDITIONS,
            help="what the dynastic rules of a ruleset add to its law, such as further votable matters; may be "
            "given several times",
        )
        parser.add_argument(
            "--ruleset",
            default="starting",
            metavar="FILE",
            help="the rules to start with, as wikitext, Markdown or MediaWiki's XML export; by default those that have "
            "been imported before, or else the project's own, which describe the mechanics of ruleset-211; or none",
        )
        parser.add_argument("--name", default="BlogNomic", help="what the game is called")
        parser.add_argument("--theme", default="", help="the theme of the first dynasty")
        parser.add_argument("--metadynasty", action="store_true", help="start without an emperor")
        parser.add_argument("--email", default="", help="the founder's e-mail address, for a new account")
        parser.add_argument(
            "--password-stdin",
            action="store_true",
            help="read the new account's password from standard input",
        )

    def handle(self, *args: object, **options: Any) -> None:
        ruleset = _ruleset(str(options["ruleset"]))
        imported = Revision.objects.exists()
        try:
            with transaction.atomic():
                founder = self._founder(options)
                dynasty = found_game(
                    founder=founder,
                    law=options["law"],
                    at=timezone.now(),
                    name=options["name"],
                    theme=options["theme"],
                    metadynasty=options["metadynasty"],
                    ruleset=ruleset,
                    additions=options["addition"],
                )
        except RuleBroken as broken:
            raise CommandError(broken.sentence) from None
        law = " with ".join([str(options["law"]), *options["addition"]])
        self.stdout.write(f"{dynasty} has begun under {law}; {founder} is its first player and admin.")
        for line in _about_rules(options["law"], ruleset, imported=imported):
            self.stdout.write(line)

    def _founder(self, options: dict[str, object]) -> Player:
        """The account of that name, or a new one with a password that is asked for."""
        name = str(options["founder"]).strip()
        known = Player.objects.named(name).first()
        if known is not None:
            return known
        check_name_form(name)
        email = self._email(str(options["email"]))
        if options["password_stdin"]:
            password = sys.stdin.readline().rstrip("\n")
        else:
            password = getpass.getpass(f"A password for {name}: ")
            if getpass.getpass("The same again: ") != password:
                raise CommandError("The two passwords differ.")
        try:
            validate_password(password, Player(name=name, email=email))
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        player = Player.objects.create_user(name, email, password)
        if email:
            # Whoever may run commands on this machine need not prove that the address is theirs.
            EmailAddress.objects.create(user=player, email=player.email, primary=True, verified=True)
        return player

    def _email(self, email: str) -> str:
        """The address given for a new account. Raises CommandError for one that is none, or where one is needed."""
        if not email and settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
            raise CommandError("Give --email: this site lets nobody in without a confirmed address.")
        try:
            if email:
                validate_email(email)
        except ValidationError as error:
            raise CommandError(f"{email}: {' '.join(error.messages)}") from None
        return email


def _about_rules(law: object, ruleset: Tree | str, *, imported: bool) -> list[str]:
    """What the host should know of the rules that the game starts with: which they are, and whether they and the law
    may say different things."""
    if isinstance(ruleset, Tree):
        return ["Its rules are those of the file."]
    if imported:
        return ["Its rules are those that were imported before."]
    if ruleset == "none":
        return ["It has no rules yet: import some with import_ruleset FILE."]
    if law == starting.LAW:
        return ["Its rules are this project's own, which say what that law does."]
    return [
        f"NOTE: its rules are this project's own, and they describe the mechanics of {starting.LAW}. The program "
        f"judges by {law}, which differs from them, for instance in hours and votes needed.",
        f"To have both agree, import rules that {law} carries out: import_ruleset FILE.",
    ]


def _ruleset(name: str) -> Tree | str:
    """The ruleset in the file of that name; "starting" and "none" stand for themselves."""
    if name in ("starting", "none"):
        return name
    try:
        with ExitStack() as opened:
            return Source(opened, name).tree()
    except Unreadable as error:
        problems = "\n".join(map(str, error.problems))
        raise CommandError(
            f"{called(name)} cannot be read, and no game was founded:\n{problems}", returncode=2
        ) from None
    except OSError as error:
        raise CommandError(f"{name} cannot be opened: {error.strerror}.", returncode=2) from None
