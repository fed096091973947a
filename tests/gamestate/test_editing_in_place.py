"""Values edited in place: what the script and the pages agree on, which values can be, and a day at the keyboard."""

import importlib.util
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import time_machine
from django.conf import settings

from tests.blognomic.shown import page_shown
from tests.browser.hand import path_of_chromium
from tests.gamestate.browsers import browser, field, words
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.votables.table import noon, seat

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
SCRIPTS = Path(settings.BASE_DIR) / "static" / "js"
SCRIPT = "tracker.js"


class Attributes(HTMLParser):
    """The data- attributes of the main part of a page: `names`, and the values of those that `kept` asks for."""

    def __init__(self, page, kept: str = "data-field"):
        super().__init__()
        self.names: set[str] = set()
        self.values: list[str] = []
        self.kept = kept
        html = page_shown(page)
        self.feed(html[html.index('<main id="content"') : html.index("</main>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {name.removeprefix("data-") for name, _ in attrs if name.startswith("data-")}
        self.values += [value or "" for name, value in attrs if name == self.kept]


def read_by(script: Path) -> set[str]:
    """The data- attributes that a script reads, without those that it makes itself."""
    code = script.read_text()
    dashed = {
        re.sub("[A-Z]", lambda one: f"-{one[0].lower()}", name)
        for name in re.findall(r"dataset\.(\w+)", code)
    }
    own = {
        re.sub("[A-Z]", lambda one: f"-{one[0].lower()}", name)
        for name in re.findall(r"dataset\.(\w+) = ", code)
    }
    return (dashed | set(re.findall(r"\[data-([a-z-]+)", code))) - own


def set_up() -> list:
    """Five players, and something tracked of every sort that the script treats in its own way."""
    players = seat(*FIVE)
    alice, _, carol, *_ = players
    track(
        *table("locations", "Forest", "Cave"),
        define("locations.capacity", default="3"),
        define("vigilance", scope="game", default="4"),
        define("plot", "text", "game", "Hush", audience="emperor"),
        define("wealth", default="5", order=1),
        define("mood", "choice", choices=["Calm", "Cross"], default="Calm", order=2),
        define("story", "long", blank=True, order=3),
        define("born", "instant", blank=True, order=4),
        define("motive", "text", blank=True, audience="holder", order=5),
        by=alice,
        at=noon(1),
    )
    steps = [put("born", "2026-01-01 12:00", *whose(carol)), put("story", "*Once*", *whose(carol))]
    track(*steps, by=carol, at=noon(2))
    return players


@pytest.fixture
def players(db):
    with time_machine.travel(noon(5), tick=False):
        yield set_up()


def test_the_script_reads_what_the_pages_say_and_the_pages_say_nothing_else(players):
    alice, bobby, carol, *_ = players
    pages = [
        browser(bobby).get("/gamestate/"),
        browser(bobby).get("/gamestate/tables/locations/"),
        browser(bobby).get(f"/gamestate/players/{carol.pk}/"),
        browser(alice).get("/gamestate/new-variable/"),
    ]
    attributes = set().union(*(Attributes(page).names for page in pages))
    others = set().union(*(read_by(each) for each in SCRIPTS.glob("*.js") if each.name != SCRIPT))
    reads = read_by(SCRIPTS / SCRIPT)
    assert len(reads) > 12 and not reads & others
    assert attributes - others == reads
    assert all(f"js/{SCRIPT}".encode() in page.content for page in pages)
    whole = " ".join(page_shown(page) for page in pages)
    code = (SCRIPTS / SCRIPT).read_text()
    for name in ("value-hidden", "value-blank"):
        assert f".{name}" in code and re.search(rf'class="[^"]*{name}', whole)
    assert 'classList.contains("number")' in code and '<td class="number"' in whole


def test_everything_that_a_player_may_change_is_edited_where_it_stands(players):
    alice, bobby, carol, *_ = players
    mine = [field(key, carol) for key in ("wealth", "mood", "story", "born")]
    page = browser(bobby).get("/gamestate/")
    values = Attributes(page).values
    assert values[0] == field("vigilance", "game") and set(mine) <= set(values)
    assert field("motive", bobby) in values and field("motive", carol) not in values
    assert len(values) == 1 + 5 * 4 + 1
    rows = Attributes(browser(bobby).get("/gamestate/tables/locations/")).values
    assert len(rows) == 2 and all(re.fullmatch(r"\d+/row:\d+@\d+", row) for row in rows)
    assert Attributes(browser(bobby).get(f"/gamestate/players/{carol.pk}/")).values == mine
    assert Attributes(browser(carol).get(f"/gamestate/players/{carol.pk}/")).values == [
        *mine,
        field("motive", carol),
    ]


@pytest.mark.parametrize("query", ["", "?at=2026-03-06T12:00:00Z"])
def test_nobody_else_and_nothing_past_is_edited(players, query):
    who = players[1] if query else None
    for path in ("", "tables/locations/", f"players/{players[2].pk}/"):
        page = browser(who).get(f"/gamestate/{path}{query}")
        assert not {"field", "bar", "tracker"} & Attributes(page).names


def test_what_stands_in_a_cell_is_sent_to_the_form_that_works_without_scripts(players):
    _, bobby, carol, *_ = players
    reader = browser(bobby)
    page = reader.get(f"/gamestate/players/{carol.pk}/")
    assert Attributes(page, "data-typed").values == ["5", "Calm", "*Once*", "2026-01-01 12:00"]
    action = Attributes(page, "action").values[-1]
    assert action == "/gamestate/edit/"
    sent = {Attributes(page).values[0]: "+7", "comment": "Found", "next": f"/gamestate/players/{carol.pk}/"}
    preview = reader.post(action, {**sent, "act": "preview"}, headers={"X-Requested-With": "fetch"})
    assert "12" in page_shown(preview) and "<html" not in page_shown(preview)
    assert reader.post(action, {**sent, "act": "save"})["Location"] == sent["next"]
    assert shown("wealth")["Carol"] == "12"
    assert f"/gamestate/edit/?player={carol.pk}" in page_shown(page)
    assert "/gamestate/edit/?game=1" in page_shown(reader.get("/gamestate/"))


# -- in a browser


def screenshots():
    """The script that drives a browser for pictures."""
    path = Path(settings.BASE_DIR) / "scripts" / "screenshots.py"
    spec = importlib.util.spec_from_file_location("screenshots", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def keyboard(live_server):
    """Bobby's browser: what `press` types goes to the page, `see` asks it something."""
    players = set_up()
    cookie = browser(players[1]).cookies[settings.SESSION_COOKIE_NAME].value
    path_of_chromium()
    with screenshots().chromium() as tab:
        tab.call("Network.setCookie", name=settings.SESSION_COOKIE_NAME, value=cookie, url=live_server.url)
        tab.look(width=1280, scheme="light", scripts=True)
        yield Keyboard(tab, live_server.url), players


class Keyboard:
    def __init__(self, tab, site: str):
        self.tab, self.site = tab, site
        self.see = tab.run

    def open(self, path: str) -> None:
        self.tab.open(f"{self.site}{path}")

    def press(self, *keys: str) -> None:
        """Each of the keys: a name such as Enter, or what is typed."""
        for key in keys:
            if key in KEYS:
                arguments = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
                self.tab.call("Input.dispatchKeyEvent", type="rawKeyDown", **arguments)
                self.tab.call("Input.dispatchKeyEvent", type="keyUp", **arguments)
            else:
                for each in key:
                    self.tab.call("Input.dispatchKeyEvent", type="keyDown", key=each, text=each)
                    self.tab.call("Input.dispatchKeyEvent", type="keyUp", key=each)

    def save(self) -> None:
        self.tab.events.clear()
        self.see("document.querySelector('[data-bar] [value=save]').click()")
        self.tab.wait_for("Page.loadEventFired")


KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowDown": 40, "ArrowUp": 38, "ArrowRight": 39, "F2": 113}


@pytest.mark.sweep
def test_values_are_changed_with_the_keyboard_alone(keyboard):
    keys, (_, _, carol, *_) = keyboard
    keys.open("/gamestate/")
    keys.see("document.querySelector('dl [data-field]').focus()")
    keys.press("F2", "6", "Enter")
    keys.see("document.querySelector('table [data-field]').focus()")
    keys.press("ArrowDown", "+", "2", "Enter", "9", "Escape")
    assert keys.see("document.querySelector('[data-count]').textContent") == "2 values changed"
    assert keys.see("document.querySelectorAll('.tracker-changed').length") == 2
    keys.save()
    assert (shown("vigilance"), shown("wealth")["Bobby"]) == ({"the game": "6"}, "7")
    assert list(keys.tab.complaints()) == []
    keys.open(f"/gamestate/players/{carol.pk}/")
    keys.see("document.querySelector('[data-tracker] [data-field]').focus()")
    keys.press("8", "Enter", "ArrowDown", "F2")
    assert keys.see("document.activeElement.value") == "*Once*"
    keys.press("Escape", "ArrowUp", "F2", "Tab")
    assert keys.see("document.querySelectorAll('.tracker-changed').length") == 1
    keys.save()
    assert shown("wealth")["Carol"] == "8" and shown("story")["Carol"] == "*Once*"
    assert "wealth" in words(browser().get(f"/gamestate/players/{carol.pk}/")).casefold()
