"""Acts and times in any order, on two machines that share nothing but the database: whoever looks at either sees each
page as it would be if nothing were kept, signed in or not; strangers a second later.

A few orders in each sweep; `make stale SECONDS=3600` looks for others for as long.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blognomic.cache import page_cache, version
from players import present
from tests.undoing import undone
from tests.votables.stage import NOW, ROLES, Stage
from tests.votables.test_views_who_may import ROWS, path_of, sent
from votables.queries.judge_facts import docket_at

from .test_page_cache import with_the_cache

pytestmark = pytest.mark.django_db

# The token of a form; and the second of the clock, which strangers are told to the minute.
OWN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"|data-clock datetime="[^"]+"')
# How long ago something was, or is to wait for, in words: strangers are told so as of a second of the minute.
DISTANCES = re.compile(rb'(?<=Z" title=")[^"]*|(?<=">)[^<]*(?=</time>)|(?<=Z">)[^<]*(?=</span>)|:\d\d(?=Z")')
# Where now is on the course of a matter, in hundredths: strangers are shown it as of that second, too. What could be
# resolved by then is drawn up to there, and told in words beside it.
COURSE = re.compile(
    rb'<line\s+class="course-(?:gone"|possible )[^>]*>|<line class="course-now"[^>]*><text\s[^>]*>'
)
LOOKERS = ("stranger", "author", "admin")
LOOKS = (
    "home", "votables:queue", "votables:archive", "votables:post", "ruleset:rules", "ruleset:history", "ruleset:law",
    "gamestate:values", "gamestate:log", "players:roster", "votables:since", "votables:needs_vote", "dashboard",
)  # fmt: skip
ACTS = [
    (role, route, tuple(things))
    for method, route, things, may in ROWS
    if method == "POST"
    for role in [next((role for role in reversed(ROLES) if may[role] == "ok"), "")]
    if role and not route.startswith(("account", "mfa"))
]
# What happens all day, and makes cold only what shows it: as often as all the rest together.
EVERY_DAY = [
    act for act in ACTS if act[1] in (
        "votables:comment", "votables:vote_by_letter", "votables:new", "votables:edit", "votables:resolve",
        "votables:illegal", "votables:overturn", "gamestate:edit", "gamestate:dice",
    )
]  # fmt: skip
MARK = "the next mark"  # of the law on a pending matter
# Whether a minute ends, a day begins, or nothing of it.
TIMES = [timedelta(**span) for span in (
    {"minutes": 1}, {"minutes": 7}, {"hours": 1}, {"hours": 5, "minutes": 1},
    {"hours": 13}, {"days": 3},
)]  # fmt: skip
STEPS = st.lists(
    st.tuples(st.integers(0, 1), st.one_of(st.just(MARK), *map(st.sampled_from, (TIMES, EVERY_DAY, ACTS)))),
    min_size=2,
    max_size=6,
)


@dataclass
class Memory:
    """What one process, or machine, has worked out and keeps."""

    presents: dict[str | None, present.Present] = field(default_factory=dict)
    shelf: page_cache.Shelf = field(default_factory=page_cache.Shelf)
    version: int | None = None
    latest: int = 0
    asked_at: datetime | None = None

    @contextmanager
    def in_use(self) -> Iterator[None]:
        known = version._LastVersion
        with ExitStack() as stack:
            stack.enter_context(mock.patch.object(present._Last, "presents", self.presents))
            stack.enter_context(mock.patch.object(page_cache, "SHELF", self.shelf))
            at = {"version": self.version, "latest": self.latest, "asked_at": self.asked_at}
            stack.enter_context(mock.patch.multiple(known, **at))
            try:
                yield
            finally:
                self.version, self.latest, self.asked_at = known.version, known.latest, known.asked_at


@pytest.fixture
def kept_by_the_site(stage: Stage, settings) -> Iterator[None]:
    """Production's middleware, with browsers of its own: an act may sign somebody out."""
    settings.MIDDLEWARE = with_the_cache(settings.MIDDLEWARE)
    browsers = {}
    for role, browser in stage.browsers.items():
        browsers[role] = Client()
        browsers[role].cookies = deepcopy(browser.cookies)
    with mock.patch.object(stage, "browsers", browsers):
        yield


def seen(stage: Stage, memory: Memory) -> dict[tuple[str, str, bool], bytes]:
    """What each looker sees there, also as parts of an open page. That they have looked is not written down."""
    looks = {
        (role, path_of(stage, route, things))
        for method, route, things, may in ROWS
        if method == "GET" and route in LOOKS
        for role in LOOKERS
        if may[role] == "200"
    }
    matters = [post.get_absolute_url() for post in stage.posts.values() if post.is_pending]
    looks |= {(role, path) for role in LOOKERS for path in matters}
    with memory.in_use(), transaction.atomic():
        shown = {
            (role, path, live): as_told_to(
                role, stage.ask(role, "GET", path, headers={"HX-Request": "true"} if live else {}).getvalue()
            )
            for role, path in looks
            for live in (False, True)
        }
        transaction.set_rollback(True)
    return shown


def as_told_to(role: str, page: bytes) -> bytes:
    """The page without what is another for each answer, and for strangers for each second."""
    page = OWN.sub(b"", page)
    return COURSE.sub(b"", DISTANCES.sub(b"", page)) if role == "stranger" else page


def play(stage: Stage, steps: list[tuple[int, Any]]) -> None:
    """Take the steps, each on the machine that it names; after each, look at both."""
    machines = Memory(), Memory()
    with undone(), time_machine.travel(NOW, tick=False) as clock:
        for memory in machines:
            seen(stage, memory)
        for place, step in steps:
            if step == MARK:
                clock.move_to(docket_at(timezone.now()).verdict.next_moment or timezone.now())
                clock.shift(timedelta(seconds=1))
            elif isinstance(step, timedelta):
                clock.shift(step)
            else:
                role, route, things = step
                with machines[place].in_use():
                    try:
                        path = path_of(stage, route, list(things))
                    except ObjectDoesNotExist:
                        continue
                    stage.ask(role, "POST", path, sent(stage, "POST", route))
                    stage.ask(role, "GET", "/help/keys/")  # says once that it is done
                clock.shift(timedelta(seconds=1))
            anew = seen(stage, Memory())
            for memory in machines:
                assert [key for key, page in seen(stage, memory).items() if page != anew[key]] == []


@pytest.mark.sweep
def test_a_vote_on_the_other_machine_and_the_marks_of_the_law(stage, kept_by_the_site):
    vote = next(act for act in ACTS if act[1] == "votables:comment")
    play(stage, [(1, vote), (0, timedelta(minutes=1)), (0, MARK), (0, vote), (0, MARK)])


RESOLVE = ("admin", "votables:resolve", ("ready", "enacted"))
NEW = ("emperor", "votables:new", ())
MENTORING = ("admin", "players:settle_mentoring", ("asked",))
ILLEGAL = ("admin", "votables:illegal", ("ready",))
REFUSED = ("author", "votables:edit", ("young",))  # it has become too old
PUBLISHED = ("author", "votables:draft", ("draft",))


@pytest.mark.sweep
@pytest.mark.parametrize(
    "steps",
    [
        [(0, RESOLVE), (1, timedelta(days=3))],
        # The second look is at the very instant from which on a matter is stale.
        [(0, timedelta(days=3)), (0, timedelta(days=3)), (0, MARK)],
        # Now moves on the course of a matter within a minute, when nothing else has changed.
        [(0, MARK), (0, timedelta(hours=1)), (0, REFUSED), (0, REFUSED)],
        # What can be failed by now is drawn up to now.
        [(0, RESOLVE), (1, timedelta(minutes=7)), (0, MENTORING), (0, NEW), (0, ILLEGAL), (0, MARK)],
        # Who has written does not wait to be idled a week after what they wrote before.
        [(0, MARK), (0, PUBLISHED), (0, timedelta(days=6, hours=14))],
    ],
    ids=[
        "resolved on the other machine",
        "at the very instant",
        "a second later",
        "drawn up to now",
        "silent since then",
    ],
)
def test_what_was_once_over_and_still_shown_is_no_more(stage, kept_by_the_site, steps):
    play(stage, steps)


@pytest.mark.sweep
@settings(
    max_examples=max(settings().max_examples // 6, 1),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(steps=STEPS)
def test_whatever_is_done_in_whatever_order_no_machine_shows_what_is_over(stage, kept_by_the_site, steps):
    play(stage, steps)


@pytest.mark.sweep
@pytest.mark.parametrize("hand", range(os.cpu_count() or 1))
def test_other_orders_are_looked_for_as_long_as_is_asked(stage, kept_by_the_site, hand, pytestconfig):
    tried = 0

    @settings(max_examples=10, deadline=None, derandomize=False, suppress_health_check=list(HealthCheck))
    @given(steps=STEPS)
    def look(steps):
        nonlocal tried
        if time.monotonic() < until:
            tried += 1
            play(stage, steps)

    until = time.monotonic() + pytestconfig.getoption("--seconds")
    while time.monotonic() < until:
        look()
    print(f"{tried} orders of acts and times left nothing stale.")
