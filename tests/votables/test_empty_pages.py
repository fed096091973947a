"""Pages of a game that has only just been founded: each says that there is nothing yet, and what to do next."""

import re

import pytest
from django.test import Client
from time_machine import travel

from .table import noon, seat

pytestmark = pytest.mark.django_db

# What a page says to its first player, and where the button beneath leads, if there is one.
PAGES = """
/                             Nothing has been posted yet > Write the first post
/queue/                       Nothing is pending > Propose something
/queue/mine/                  Nothing is pending > Propose something
/archive/                     Nothing has been posted yet > Write the first post
/archive/?status=enacted      No such posts > Show all
/drafts/                      No drafts > Write something
/search/?q=cats               No post, comment, rule or page has these words
/notices/                     Nothing yet > Notice settings
/players/messages/            Nobody has written to you > Write to somebody
/players/admin-log/           Nothing has been done yet > What admins do
/gamestate/                   Nothing is tracked yet > Define the first variable
/gamestate/log/               The log is empty > See what is tracked
/gamestate/dice/              Nothing was rolled yet
/gamestate/dice/log/          Nothing was rolled yet > To the dice
/gamestate/dice/log/?die=CARD No such rolls > To the dice
/gamestate/dice/statistics/   Nothing to count > To the dice
/gamestate/actions/           No actions are declared
/gamestate/pages/             There are no pages yet
/gamestate/secrets/           Nobody keeps a secret
/gamestate/sealed/            No calls for orders
/events/                      None yet > Read the rules
"""
EMPTY = re.compile(
    r'<p class="empty-title">(.*?)</p>\s*(?:<p>[^<]+</p>\s*)?(?:<p><a class="button button-main"[^>]*>(.*?)</a>)?',
    re.S,
)


def test_each_list_of_a_new_game_says_what_to_do_next():
    empties = {}
    with travel(noon(1), tick=False):
        alice, *_ = seat("Alice")
        window = Client()
        window.force_login(alice)
        pages = [line.split(maxsplit=1) for line in PAGES.strip().splitlines()]
        for path, _ in pages:
            match = EMPTY.search(window.get(path).content.decode())
            empties[path] = " > ".join(filter(None, match.groups())) if match else ""

    assert empties == dict(pages)
