"""What the browser complains of in a story is heard, and a story that provokes it must say so."""

import pytest

from .hearing import Heard
from .windows import new_window

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.browser.addresses")]

PROVOKE = """async () => {
  htmx.ajax("GET", "/nowhere/", {swap: "none"});
  await fetch("/live/elsewhere/");
  await fetch("/cut/off/").catch(() => null);
  await fetch("http://localhost:9/").catch(() => null);
  setTimeout(() => { throw new Error("A script fails"); }, 0);
  await new Promise((done) => setTimeout(done, 200));
}"""


def test_all_that_the_browser_complains_of_is_heard_and_what_was_expected_is_no_fault(
    chrome, address, at_play, settings
):
    settings.ALLOWED_HOSTS = ["localhost"]
    heard = Heard()
    window = new_window(chrome, address, None)
    heard.listen(window)
    page = window.new_page()
    page.goto("/faulty/")
    page.goto("/rules/")
    page.route("**/cut/off/", lambda route: route.abort())
    page.evaluate(PROVOKE)
    window.close()
    assert {line.partition(" [")[0] for line in heard.faults()} >= {
        "A complaint",
        "404 GET /nowhere/",
        "404 GET /live/elsewhere/",
        "net::ERR_FAILED GET /cut/off/",
        "A script fails",
    }
    assert any("Error Code 404 from /nowhere/" in line for line in heard.faults())
    assert any("Content Security Policy" in line for line in heard.faults())
    for pattern in ("complaint", "404", "fails|ERR_FAILED", "Content Security Policy|csp", "Never said"):
        heard.expect(pattern)
    assert heard.faults() == ["expected in vain: Never said"]
