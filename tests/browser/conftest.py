"""Chromium and the site that it visits, one of each for a worker, and pages that are opened as somebody."""

from collections.abc import Callable, Iterator

import pytest
import time_machine

from players.models import Player
from tests.votables.conftest import built_stage, stage  # noqa: F401 (fixtures)
from tests.votables.table import noon, seat

from .hand import Hand, chromium
from .hearing import Heard
from .playing import FIVE, As, Tab
from .serving import HOST, OneByOne, served
from .windows import new_window

Open = Callable[..., Hand]


@pytest.fixture(scope="package")
def chrome() -> Iterator[Hand]:
    with chromium() as browser_program:
        yield browser_program


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    with served() as site:
        yield site


@pytest.fixture
def at_play(db: None, address: str) -> Iterator[None]:
    """The site answers, from when what a test stands on is there until it is undone."""
    with OneByOne.at_play():
        yield


@pytest.fixture
def heard() -> Heard:
    """What the browser complained of in the windows of a story, which fails on whatever it did not expect."""
    return Heard()


@pytest.fixture
def open_page(chrome: Hand, address: str, at_play: None, settings, heard: Heard) -> Iterator[Open]:
    """`open_page(player, "/queue/")`: a window of its own, in which the player, or nobody, is signed in."""
    settings.ALLOWED_HOSTS = [HOST]
    opened = []

    def open_one(player: Player | None = None, path: str = "/", **how: object) -> Hand:
        window = new_window(chrome, address, player, **how)
        heard.listen(window)
        opened.append(window)
        page = window.new_page()
        page.goto(path)
        return page

    yield open_one
    for window in opened:
        window.close()
    assert heard.faults() == [], "\n".join(heard.told)


@pytest.fixture
def clock() -> Iterator:
    """The noon of a story's first day, which moves only as the story says."""
    with time_machine.travel(noon(1), tick=False) as clock:
        yield clock


@pytest.fixture
def five(db: None, clock) -> list[Player]:
    return seat(*FIVE)


@pytest.fixture
def tab(open_page: Open, clock) -> As:
    """`tab("Alice", "/dashboard/")`: a window of Alice's; without a name, of somebody whom nobody knows."""

    def open_tab(name: str = "", path: str = "/", **how: object) -> Tab:
        player = Player.objects.get(name=name) if name else None
        return Tab(open_page(player, path, **how), by_touch=how.get("has_touch", False))

    return open_tab
