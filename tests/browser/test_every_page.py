"""Every page of the site, as strangers and as those who may most, in both schemes, wide and narrow: axe-core finds
nothing, nothing scrolls sideways, all that has the focus shows it and says what it is, and the browser complains of
nothing, the Content-Security-Policy included.

The pages are those of the table in `tests.votables.test_views_who_may`, so that none is forgotten.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import axe_playwright_python
import pytest
import time_machine

from tests.votables.stage import NOW, Stage
from tests.votables.test_views_who_may import ROWS, path_of, sent

from .conftest import new_window
from .hand import Hand
from .looking import WIDE, Look
from .serving import HOST

pytestmark = pytest.mark.django_db

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
# Answers for programs.
FILES = re.compile(r"_csv$|_json$|:judged$|:document$|^feeds:(?!list)|^api:")
# Who may most, first.
INSIDERS = ("emperor", "admin", "author", "player")


def visits() -> list[tuple[str, str, list[str]]]:
    """Who looks at what: at each page a stranger, if they may, and of the insiders the first who may."""
    found = []
    for method, route, things, expected in ROWS:
        if method == "GET" and not FILES.search(route):
            insiders = [role for role in INSIDERS if expected[role] == "200"][:1]
            found += [(role, route, things) for role in ("stranger", *insiders) if expected[role] == "200"]
    return found


VISITS = visits()


@pytest.fixture(scope="module")
def looks(chrome: Hand, address: str, built_stage: Stage, request) -> Iterator[dict[str, Look]]:
    """A window for each role."""
    windows, found = [], {}
    folder = request.config.getoption("--pictures")
    with time_machine.travel(NOW, tick=False):
        for role in ("stranger", *INSIDERS):
            window = new_window(
                chrome, address, built_stage.people.get(role), viewport=WIDE, color_scheme="light"
            )
            window.add_init_script(path=AXE)
            windows.append(window)
            found[role] = Look(window.new_page(), pictures=Path(folder) if folder else None)
    yield found
    for window in windows:
        window.close()


@pytest.mark.parametrize(
    ("role", "route", "things"),
    VISITS,
    ids=[" ".join([role, route, *things]) for role, route, things in VISITS],
)
def test_nothing_is_wrong_with_a_page(looks, stage, settings, role, route, things):
    settings.ALLOWED_HOSTS = [HOST]
    path = path_of(stage, route, things)
    if asked := sent(stage, "GET", route):
        path += "?" + "&".join(f"{name}={value}" for name, value in asked.items())
    name = "-".join([*route.split(":"), *map(str, things), role])
    assert looks[role].faults(path, name=name) == []
