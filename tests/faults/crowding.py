"""Run in a process of its own: migrates the database of the environment and seats a crowd around some proposals.
Prints, as JSON, the session of each of them and the proposals' numbers."""

import json

import django
from django.conf import settings

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody signs in by one
django.setup()

from django.core.management import call_command  # noqa: E402 (which needs what was set up)
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from players.models import Player  # noqa: E402
from tests.votables.table import propose, seat  # noqa: E402

CROWD, MATTERS = 50, 5


def session_of(player: Player) -> str:
    browser = Client()
    browser.force_login(player)
    return browser.cookies["sessionid"].value


call_command("migrate", interactive=False, verbosity=0)
people = seat(*(f"Person{number}" for number in range(CROWD)))
posts = [propose(one, timezone.now(), f"Cats of {one.name}").pk for one in people[:MATTERS]]
print(json.dumps({"sessions": [session_of(one) for one in people], "posts": posts}))
