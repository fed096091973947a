"""Run in a process of its own: migrates the database of the environment and plays a short game in it, as the site's own
code does. All five players may sign in; on a proposal of Bobby's (post 1) they may vote."""

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402 (which needs what was set up)
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.blognomic.servers import give_password  # noqa: E402
from tests.votables.table import propose, seat, write  # noqa: E402

call_command("migrate", interactive=False, verbosity=0)
people = seat("Alice", "Bobby", "Carol", "David", "Ellen")
give_password(*people)
for player in people:
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
propose(people[1], timezone.now(), "Cats")
for number in range(40):
    write(people[2], timezone.now(), f"Story {number}", "A long story. " * 200)
