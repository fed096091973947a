"""The minute that passes makes nothing cold: a minute later every page that the bench measures is put together from
what was made for it before, but for what is of the clock itself."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine

from players.present import Store, forget
from tests.votables.stage import NOW, Stage
from tests.votables.test_views_who_may import ROWS, path_of, sent
from votables.visits.noting import read_up_to

pytestmark = pytest.mark.django_db

PAGES = (
    "home", "votables:post", "votables:archive", "votables:search", "votables:since", "votables:needs_vote",
    "votables:queue", "ruleset:rules", "ruleset:history", "ruleset:revision", "gamestate:values", "gamestate:log",
    "dashboard",
)  # fmt: skip
# What is made anew with each minute, and why.
OF_THE_CLOCK = {
    "votables.desk": "who has been silent for a week by now, and whose bar is over",
    "('dashboard',)": "the same, as admins are shown it",
    "votables.done lately": "what was done within the hour, and is taken back by a click",
}


@contextmanager
def made() -> Iterator[list[str]]:
    """The names of what is made meanwhile, for it is not kept."""
    names: list[str] = []
    put = Store._put

    def noted(store: Store, name: Hashable, *more: Any) -> Any:
        names.append(str(name))
        return put(store, name, *more)

    with mock.patch.object(Store, "_put", noted):
        yield names


def made_again(stage: Stage, role: str) -> dict[str, list[str]]:
    """What is made for each page 61 seconds after it was looked at, by somebody who has been here before."""
    looks = [
        (path_of(stage, route, things), sent(stage, "GET", route))
        for method, route, things, may in ROWS
        if method == "GET"
        and may[role] == "200"
        and route in PAGES
        # A stranger is told what happened within a day before they ask.
        and (role, route) != ("stranger", "votables:since")
    ]
    if role != "stranger":
        day = timedelta(days=1)
        read_up_to(stage.people[role], until=NOW - day, now_since=NOW - 2 * day, at=NOW)
    forget()
    again = {}
    with time_machine.travel(NOW, tick=False) as clock:
        for path, data in looks:
            assert stage.ask(role, "GET", path, data).status_code == 200
        clock.shift(timedelta(seconds=61))
        for path, data in looks:
            with made() as names:
                stage.ask(role, "GET", path, data)
            again[path] = names
    return again


@pytest.mark.parametrize("role", ["stranger", "author", "admin"])
def test_a_minute_later_nothing_is_made_again(stage, role):
    again = made_again(stage, role)
    clocks = tuple(OF_THE_CLOCK)
    others = {path: [name for name in names if not name.startswith(clocks)] for path, names in again.items()}
    assert len(again) > 10
    assert {path: names for path, names in others.items() if names} == {}


def test_what_is_of_the_clock_is_made_again(stage):
    names = [name for names in made_again(stage, "admin").values() for name in names]
    assert [clock for clock in OF_THE_CLOCK if not any(name.startswith(clock) for name in names)] == []
