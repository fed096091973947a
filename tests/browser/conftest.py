"""Chromium and the site that it visits, one of each for a worker, and pages that are opened as somebody."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from tests.votables.conftest import built_stage, stage  # noqa: F401 (fixtures)

from .hand import PATIENCE, Hand, chromium
from .serving import HOST, served

# The page's clock goes on from the instant at which the tests' clock stands.
CLOCK = """{
  const Real = Date, ahead = %d - Real.now();
  globalThis.Date = class extends Real {
    constructor(...told) { if (told.length) super(...told); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
}"""

Open = Callable[..., Hand]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", metavar="FOLDER", help="keep pictures of every page that is visited")


@pytest.fixture(scope="package")
def chrome() -> Iterator[Hand]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    with served() as found:
        yield found


@pytest.fixture
def open_page(chrome: Hand, address: str, db: None, settings) -> Iterator[Open]:
    """`open_page(player, "/queue/")`: a window of its own, in which the player, or nobody, is signed in."""
    settings.ALLOWED_HOSTS = [HOST]
    opened = []

    def open_one(player: Player | None = None, path: str = "/", **how: object) -> Hand:
        window = new_window(chrome, address, player, **how)
        opened.append(window)
        page = window.new_page()
        page.goto(path)
        return page

    yield open_one
    for window in opened:
        window.close()


def new_window(chrome: Hand, address: str, player: Player | None, **how: object) -> Hand:
    window = chrome.new_context(base_url=address, reduced_motion="reduce", **how)
    window.set_default_timeout(PATIENCE)
    window.add_init_script(CLOCK % (timezone.now().timestamp() * 1000))
    if player is not None:
        client = Client()
        client.force_login(player)
        window.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": address}]
        )
    return window
