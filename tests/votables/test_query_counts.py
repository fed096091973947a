"""Every page asks the database the same number of times, whatever the size of the game."""

from decimal import Decimal

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from votables.models import Post, Status
from votables.services import commenting, posting, resolving
from votables.services.tracking import change_number

from .table import join, noon, propose, seat, vote

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")

# How often each page asks: for somebody signed out (None: they are sent to sign in), and for an admin.
PAGES = {
    "/": (10, 12),
    "/queue/": (9, 11),
    "/queue/mine/": (None, 11),
    "/archive/": (10, 12),
    "/posts/{pending}/": (13, 15),
    "/posts/{resolved}/": (13, 15),
    "/posts/{resolved}/versions/": (11, 13),
    "/posts/new/": (None, 11),
    "/drafts/": (None, 12),
    "/dashboard/": (None, 18),
    "/players/": (12, 14),
    "/players/history/": (11, 13),
    "/players/admin-log/": (11, 13),
    "/players/{player}/": (17, 19),
    "/rules/": (10, 12),
    "/rules/history/": (10, 12),
    "/law/": (13, 15),
    "/gamestate/": (12, 14),
}


def play(players: list[Player], rounds: int) -> None:
    """So many rounds of play: each adds a resolved proposal, talk, a number and a draft; in the end as many pending
    proposals, each with as many comments, and as many new players."""
    alice, bobby, carol, david, ellen = players
    for number in range(rounds):
        day = 1 + 3 * number
        done = propose(bobby, noon(day), f"Done {number}")
        vote(done, noon(day, hours=1), **{"for": [alice, carol, david]})
        resolving.resolve(post=done, to="enacted", by=alice, at=noon(day + 1))
        posting.publish(
            by=carol, at=noon(day + 1), category="", title=f"Talk {number}", body="Hello, @Bobby."
        )
        change_number(name=f"number_{number}", value=Decimal(number), by=bobby, at=noon(day + 1))
        posting.save_draft(by=alice, at=noon(day + 1), title=f"Draft {number}")
    end = noon(3 * rounds + 1)
    for author in (carol, david, ellen)[:rounds]:
        pending = propose(author, end, f"Pending by {author}")
        for commenter in (alice, bobby, carol)[:rounds]:
            commenting.comment(post=pending, by=commenter, at=end, text="Well. :for:", confirmed=True)
    for name in ("Frank", "Grace", "Heidi")[:rounds]:
        join(name, at=end)


def asked(client: Client, path: str) -> int | None:
    """How often the page asks; None when it sends one to sign in."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code in (200, 302), path
    return len(queries) if answer.status_code == 200 else None


@pytest.mark.parametrize("rounds", [1, 3])
def test_pages_ask_as_often_in_a_large_game_as_in_a_small_one(rounds):
    players = seat(*FIVE)
    play(players, rounds)
    keys = {
        "pending": Post.objects.pending().first().pk,
        "resolved": Post.objects.filter(status=Status.ENACTED).first().pk,
        "player": players[1].pk,
    }
    stranger, admin = Client(), Client()
    with time_machine.travel(noon(3 * rounds + 1, hours=2), tick=False):
        admin.force_login(players[0], backend="django.contrib.auth.backends.ModelBackend")
        counts = {
            page: (asked(stranger, page.format(**keys)), asked(admin, page.format(**keys))) for page in PAGES
        }
    assert counts == PAGES
