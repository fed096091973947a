"""The hand that holds the browser: Playwright, each call of which is waited for.

Playwright's own synchronous face keeps an event loop running in the thread of the tests for as long as it is open, and
Django then takes that thread for one of asynchronous code, and gives it another connection. Here the loop runs only
while the browser is asked for something.
"""

import asyncio
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from scripts.screenshots import FLAGS
from tests.programs import path_of

# Lets pages ask what an element is called to those who cannot see it.
NAMES = "--enable-blink-features=ComputedAccessibilityInfo"
PATIENCE = 120_000  # milliseconds to wait for whatever is looked for on a page


class Hand:
    """One of Playwright's asynchronous objects (a page, a locator, what is expected of it), waited for at each call."""

    def __init__(self, thing: Any, loop: asyncio.AbstractEventLoop):
        self.thing, self.loop = thing, loop

    def __getattr__(self, name: str) -> Any:
        part = getattr(self.thing, name)
        return self._called(part) if inspect.ismethod(part) else self._held(part)

    def _called(self, method: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            result = method(*map(bare, arguments), **{name: bare(each) for name, each in named.items()})
            return self._held(self.loop.run_until_complete(result) if inspect.isawaitable(result) else result)

        return call

    def _held(self, thing: Any) -> Any:
        if isinstance(thing, list):
            return [self._held(each) for each in thing]
        return Hand(thing, self.loop) if type(thing).__module__.startswith("playwright.") else thing


def bare(thing: Any) -> Any:
    return thing.thing if isinstance(thing, Hand) else thing


def expect(thing: Hand) -> Hand:
    """What is to be seen, sooner or later: `expect(page.get_by_role("alert")).to_contain_text("Too late")`."""
    from playwright.async_api import expect as expected  # after the sentence on what is missing

    expected.set_options(timeout=PATIENCE)
    return Hand(expected(thing.thing), thing.loop)


def path_of_chromium() -> str:
    """Where Chromium is. Without one the test is skipped, which in CI is a failure."""
    return path_of("chromium")


@contextmanager
def chromium() -> Iterator[Hand]:
    """Debian's browser, held; nothing is downloaded."""
    path = path_of_chromium()
    from playwright.async_api import async_playwright

    loop = asyncio.new_event_loop()
    hand = Hand(loop.run_until_complete(async_playwright().start()), loop)
    try:
        browser = hand.chromium.launch(executable_path=path, args=[*FLAGS, NAMES])
        yield browser
        browser.close()
    finally:
        hand.stop()
        loop.close()
