"""Every page of the site, as strangers and as those who may most, in both schemes, wide and narrow: axe-core finds
nothing, nothing scrolls sideways, all that has the focus shows it and says what it is, and the browser complains of
nothing, the Content-Security-Policy included.

The pages are those of the tables of who may see what, so that none is forgotten, less those that are looked at in the
demo, where they are full. `make screenshots` takes pictures.
"""

import re
from collections.abc import Iterator

import pytest
import time_machine
from django.urls import reverse

from tests.votables import test_views_who_may_in_accounts as accounts
from tests.votables.stage import NOW, Stage
from tests.votables.test_views_who_may import ROWS, path_of, sent

from .hand import Hand
from .looking import Look, named
from .serving import HOST
from .test_pages_of_the_demo import routes
from .windows import looking

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.browser.addresses")]

# Answers for programs.
FILES = re.compile(
    r"_csv$|_json$|:jump$|:judged$|:document$|^feeds:(?!list)|^robots$|^security$|^manifest$|^sitemap|^words$|^worker$"
)
# Who may most, first.
INSIDERS = ("emperor", "admin", "author", "player")


def visits() -> list[tuple[str, str, list[str]]]:
    """Who looks at what: at each page that is not looked at in the demo, the first who may."""
    visits_there, seen = [], routes()
    for method, route, things, expected in ROWS:
        if method == "GET" and not FILES.search(route) and route not in seen:
            roles = [role for role in (*INSIDERS, "stranger") if expected[role] == "200"]
            visits_there += [(role, route, things) for role in roles[:1]]
    return visits_there


def visits_of_accounts() -> list[tuple[str, str, list[str]]]:
    """The same of the pages of accounts."""
    return [
        ("stranger" if of_stranger == "200" else "player", route, things)
        for (route, *things), ((of_stranger, of_others), *_) in accounts.rows().items()
        if "200" in (of_stranger, of_others) and route not in routes()
    ]


def ids(visits: list[tuple[str, str, list[str]]]) -> list[str]:
    return [" ".join([role, route, *things]) for role, route, things in visits]


@pytest.fixture(scope="module")
def opened(chrome: Hand, address: str, built_stage: Stage, request) -> Iterator[dict[str, Look]]:
    people = {role: built_stage.people.get(role) for role in ("stranger", *INSIDERS)}
    with time_machine.travel(NOW, tick=False):
        shown = looking(chrome, address, people, request.config.getoption("--pictures"))
        looks = shown.__enter__()
    yield looks
    shown.__exit__(None, None, None)


@pytest.fixture
def looks(opened: dict[str, Look], stage: Stage, at_play: None, settings) -> dict[str, Look]:
    settings.ALLOWED_HOSTS = [HOST]
    return opened


@pytest.mark.every_page
@pytest.mark.parametrize(("role", "route", "things"), visits(), ids=ids(visits()))
def test_nothing_is_wrong_with_a_page(looks, stage, role, route, things):
    address = path_of(stage, route, things)
    if query := sent(stage, "GET", route):
        address += "?" + "&".join(f"{name}={value}" for name, value in query.items())
    assert looks[role].faults(address, name=named(route, *things, role)) == []


@pytest.mark.every_page
@pytest.mark.parametrize(("role", "route", "things"), visits_of_accounts(), ids=ids(visits_of_accounts()))
def test_nothing_is_wrong_with_a_page_of_accounts(looks, role, route, things):
    assert looks[role].faults(reverse(route, args=things), name=named(route, role)) == []


@pytest.mark.every_page
@pytest.mark.parametrize(
    ("role", "path", "status"),
    [
        ("stranger", "/nowhere/", 404),
        ("player", "/dashboard/", 403),
        ("admin", "/too-often/", 429),
        ("stranger", "/broken/", 500),
    ],
)
def test_nothing_is_wrong_with_a_page_that_says_what_went_wrong(looks, role, path, status):
    assert looks[role].faults(path, status=status, name=named("error", status)) == []


@pytest.mark.every_page
@pytest.mark.parametrize(
    ("role", "path"),
    [
        ("stranger", "/accounts/login/"),
        ("stranger", "/accounts/signup/"),
        ("player", "/posts/new/"),
        ("player", "/gamestate/dice/"),
        ("player", "/gamestate/secrets/new/"),
        ("player", "/players/messages/new/"),
        ("admin", "/gamestate/new-variable/"),
        ("admin", "/events/types/new/"),
    ],
)
def test_nothing_is_wrong_with_a_form_that_comes_back(looks, role, path):
    assert looks[role].faults_sent_back(path, name=named("sent back", path)) == []


@pytest.mark.every_page
def test_what_is_wrong_with_a_page_is_found(looks):
    faults = looks["stranger"].faults("/faulty/", framed=True)
    assert sorted({fault.partition(": ")[0] for fault in faults}) == [
        "A complaint",
        "at 320 px, cut off",
        "at 320 px, scrolls sideways because of div.wide",
        "at 320 px, target-size",
        "at 360 px, cut off",
        "button-name",
        "focus not seen",
        "headings of the first rank",
        "image-alt",
        "in the dark, color-contrast",
        "no field points at",
        "no help",
        "target-size",
    ]
    narrow = looks["stranger"].faults_where_it_is_narrowest("/faulty/")
    assert sorted({fault if "cut" in fault else fault.partition(": ")[0] for fault in narrow}) == [
        "A complaint",
        "button-name",
        "cut off: Unreadable",
        "cut off: span.badge cut: Unreadable",
        "image-alt",
        "scrolls sideways because of div.wide",
        "target-size",
    ]
    (refused,) = looks["stranger"].faults("/forbidden/")
    assert "Content Security Policy" in refused


def test_programs_alone_read_what_is_left_out(stage):
    left_out = {route: things for method, route, things, _ in ROWS if method == "GET" and FILES.search(route)}
    for_people = []
    for route, things in left_out.items():
        response = stage.ask("admin", "GET", path_of(stage, route, things))
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            for_people.append(route)
    assert for_people == []
    assert len(left_out) > 15
