"""Whatever anybody does, each page then is what it would be if nothing were kept: each kind of act of the site, by
whoever may, and then the pages that show most of the game."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from players.present import forget
from tests.undoing import undone
from tests.votables.stage import NOW, ROLES, Stage
from tests.votables.test_views_who_may import ROWS, path_of, sent

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

# The token of a form, and the sum of the part that it is in.
RANDOM = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"|data-part="[^"]+"')
# By role, what it looks at.
LOOKS = {
    "stranger": {
        "home", "votables:queue", "votables:archive", "votables:post", "players:dynasties", "votables:chronicle",
        "votables:search", "ruleset:rules", "ruleset:rule", "ruleset:history", "ruleset:law", "gamestate:values",
        "gamestate:log", "gamestate:table", "gamestate:variable", "gamestate:player", "players:roster",
        "players:profile", "feeds:posts",
    },
    "admin": {
        "home", "votables:needs_vote", "dashboard", "votables:since", "votables:post", "gamestate:values",
        "gamestate:log", "ruleset:rules", "players:roster",
    },
}  # fmt: skip
ACTS = [
    (role, *row[:3])
    for row in ROWS
    if row[0] == "POST"
    for role in [next((role for role in reversed(ROLES) if row[3][role] == "ok"), "")]
    if role
]


def seen(stage: Stage) -> dict[tuple[str, str], bytes]:
    """What each of them sees now."""
    return {
        (role, path): RANDOM.sub(b"", stage.ask(role, "GET", path).getvalue())
        for role, routes in LOOKS.items()
        for path in dict.fromkeys(
            path_of(stage, route, things)
            for method, route, things, _ in ROWS
            if method == "GET" and route in routes
        )
    }


def test_each_page_that_is_looked_at_is_one():
    routes = {route for method, route, *_ in ROWS if method == "GET"}
    assert set().union(*LOOKS.values()) - routes == set()


@pytest.mark.parametrize("passes", [{"minutes": 1}, {"hours": 13}, {"days": 4}], ids=str)
def test_whatever_time_passes_each_page_is_as_if_nothing_were_kept(stage, passes):
    seen(stage)
    with undone(), time_machine.travel(NOW + timedelta(**passes), tick=False):
        warm = seen(stage)
        forget()
        anew = seen(stage)
    assert {key for key, page in warm.items() if page != anew[key]} == set()


@pytest.mark.parametrize(("role", "method", "route", "things"), ACTS, ids=lambda value: str(value))
def test_after_any_act_each_page_is_as_if_nothing_were_kept(stage, role, method, route, things):
    seen(stage)
    with undone():
        stage.ask(role, method, path_of(stage, route, things), sent(stage, method, route))
        stage.ask(role, "GET", reverse("votables:keys"))  # says once that it is done
        warm = seen(stage)
        forget()
        anew = seen(stage)
    assert {key for key, page in warm.items() if page != anew[key]} == set()
