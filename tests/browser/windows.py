"""Windows of the browser, in which somebody is signed in or nobody is."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import axe_playwright_python
from django.test import Client
from django.utils import timezone

from players.models import Player

from .hand import PATIENCE, Hand
from .looking import WIDE, Look

# The page's clock goes on from the instant at which the tests' clock stands.
CLOCK = """{
  const Real = Date, ahead = %d - Real.now();
  globalThis.Date = class extends Real {
    constructor(...told) { if (told.length) super(...told); else super(Real.now() + ahead); }
    static now() { return Real.now() + ahead; }
  };
}"""
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")


def new_window(chrome: Hand, address: str, player: Player | None, **how: object) -> Hand:
    # What a worker asks for by itself is no part of a page, but in stories about it.
    how = {"service_workers": "block", **how}
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


@contextmanager
def looking(
    chrome: Hand,
    address: str,
    people: Mapping[str, Player | None],
    pictures: str | None,
    **how: object,
) -> Iterator[dict[str, Look]]:
    """A look at pages by each of the people; `pictures` is the folder where these go, if they are wanted; `how` is what
    else the browser is told of them, such as the language in which they read."""
    windows, looks = [], {}
    if pictures:
        Path(pictures).mkdir(parents=True, exist_ok=True)
    for name, player in people.items():
        window = new_window(chrome, address, player, viewport=WIDE, color_scheme="light", **how)
        window.add_init_script(path=AXE)
        windows.append(window)
        looks[name] = Look(window.new_page(), pictures=Path(pictures) if pictures else None)
    yield looks
    for window in windows:
        window.close()
