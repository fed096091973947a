"""Nothing private reaches another player's page, or any other way out of the site: distinctive words are put into every
private field, and looked for wherever somebody else looks."""

import io
import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import resolve

from blognomic.web.errors import RuleBroken
from gamestate.models import Sealing, Secret
from gamestate.services import sealing, secrets
from players.models import Player
from tests.leaves import GIVEN
from tests.votables.table import declare, make_admin, noon, seat, write
from votables.services.leave import BY_THE_LAW

pytestmark = [pytest.mark.sweep, pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

NOW = noon(5)
WORDS = [
    "Xylograph", "Quincunx", "Borborygm", "Zugzwang", "Sesquipedal", "Kakistocr", "Abscission", "Vellichor",
    "Tmesis", "Limerence", "Petrichor",
]  # fmt: skip
(
    TEXT, SALT, OLD_TEXT, OLD_SALT, OFFICE_TEXT, OFFICE_SALT, ORDER, OLD_ORDER, LATE_ORDER, TYPED, TYPED_SALT
) = WORDS  # fmt: skip
LINK = re.compile(r'(?:href|action|src)="(/[^"#]*)')


class Game:
    """A game in which Bobby and the emperor Alice keep secrets, and Bobby has sealed orders."""

    def __init__(self) -> None:
        self.alice, self.bobby, self.carol, self.david, self.ellen = seat(
            "Alice", "Bobby", "Carol", "David", "Ellen"
        )
        make_admin(self.carol)
        self.secret = secrets.keep(
            leave=GIVEN, by=self.bobby, at=noon(1), name="Secret", text=OLD_TEXT, salt=OLD_SALT
        )
        first = self.secret.versions.get()
        secrets.change(
            leave=GIVEN, secret=self.secret, seen=first.pk, by=self.bobby, at=noon(2), text=TEXT, salt=SALT
        )
        self.office = secrets.keep(
            leave=GIVEN,
            by=self.alice,
            at=noon(1),
            name="Office",
            text=OFFICE_TEXT,
            salt=OFFICE_SALT,
            for_game=True,
        )
        arguments = {"by": self.alice, "at": noon(1), "awaited": [self.bobby.pk, self.david.pk]}
        self.call = sealing.call(leave=BY_THE_LAW, title="Bids", **arguments)
        self.timed = sealing.call(
            leave=BY_THE_LAW, title="Timed", opening="at", opens_at=noon(9), **arguments
        )
        for call, text in ((self.call, OLD_ORDER), (self.call, ORDER), (self.timed, LATE_ORDER)):
            sealing.hand_in(leave=BY_THE_LAW, call=call, by=self.bobby, at=noon(2), text=text)
        self.salts = [order.salt for call in (self.call, self.timed) for order in call.orders.all()]
        write(self.bobby, noon(3), "Hello", "Some words.")

    @property
    def private(self) -> list[str]:
        return [*WORDS, *self.salts]

    def browser(self, player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
        return client


@pytest.fixture
def game() -> Iterator[Game]:
    with time_machine.travel(NOW, tick=False):
        yield Game()


def found_in(text: str, words: list[str]) -> list[str]:
    return [word for word in words if word.casefold() in text.casefold()]


def crawl(browser: Client) -> dict[str, str]:
    """Every page that links lead to from the front page, by its path, forms' addresses included; of those that differ
    only in which thing they are about, three, but all about private things."""
    pages: dict[str, str] = {}
    alike: Counter[str] = Counter()
    waiting = ["/", "/gamestate/secrets/", "/gamestate/sealed/", "/gamestate/actions/"]
    while waiting:
        path = waiting.pop().replace("&amp;", "&")
        if path in pages or path.startswith(("/static/", "/accounts/logout")):
            continue
        view = resolve(path.partition("?")[0]).view_name
        alike[view] += 1
        if alike[view] > 3 and not any(part in path for part in ("/secrets/", "/sealed/")):
            continue
        response = browser.get(path)
        content = b"".join(response.streaming_content) if response.streaming else response.content
        pages[path] = f"{content.decode(errors='replace')}\n{response.headers}\n{response.cookies.output()}"
        if response.status_code == 302:
            waiting.append(response["Location"].split("#")[0])
        if "html" in response.get("Content-Type", ""):
            waiting += LINK.findall(pages[path])
    return pages


@pytest.mark.parametrize(
    "who", ["carol", "david", "ellen", None], ids=["admin", "awaited", "player", "stranger"]
)
def test_no_page_of_the_site_shows_anybody_else_what_is_private(game, who):
    player = getattr(game, who) if who else None
    pages = crawl(game.browser(player))
    assert {
        path: found_in(text, game.private) for path, text in pages.items() if found_in(text, game.private)
    } == {}
    walked = {
        f"/gamestate/secrets/{game.secret.pk}/",
        f"/gamestate/sealed/{game.call.pk}/",
        "/gamestate/actions/",
    }
    assert walked <= pages.keys()
    assert len(pages) > 25


def test_the_emperor_sees_their_own_secret_for_the_game_on_its_page_and_nothing_else(game):
    pages = crawl(game.browser(game.alice))
    shown = {
        path: found_in(text, game.private) for path, text in pages.items() if found_in(text, game.private)
    }
    assert shown == {
        f"/gamestate/secrets/{game.office.pk}/": [OFFICE_TEXT, OFFICE_SALT],
        f"/gamestate/secrets/{game.office.pk}/change/": [OFFICE_TEXT],
    }


def test_its_keeper_sees_what_is_private_on_its_own_pages_alone(game):
    pages = crawl(game.browser(game.bobby))
    shown = {path: set(found_in(text, WORDS)) for path, text in pages.items() if found_in(text, WORDS)}
    assert shown == {
        f"/gamestate/secrets/{game.secret.pk}/": {TEXT, SALT, OLD_TEXT, OLD_SALT},
        f"/gamestate/secrets/{game.secret.pk}/change/": {TEXT},
        f"/gamestate/sealed/{game.call.pk}/": {ORDER, OLD_ORDER},
        f"/gamestate/sealed/{game.timed.pk}/": {LATE_ORDER},
        f"/gamestate/sealed/{game.call.pk}/hand-in/": {ORDER},
        f"/gamestate/sealed/{game.timed.pk}/hand-in/": {LATE_ORDER},
    }
    for path in shown:
        assert "no-store" in game.browser(game.bobby).get(path)["Cache-Control"]


def test_a_search_for_private_words_answers_as_one_for_nonsense(game):
    browser = game.browser(game.carol)

    def answer(path: str, word: str) -> str:
        text = browser.get(path, {"q": word, "words": word}).content.decode()
        return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text).replace(word, "…")

    for path in (
        "/search/",
        "/archive/",
        "/gamestate/secrets/",
        "/gamestate/sealed/",
        "/gamestate/actions/",
    ):
        nonsense = answer(path, "Flumadiddle")
        assert [word for word in WORDS if answer(path, word) != nonsense] == []


def test_the_export_holds_nothing_private(game):
    out = io.StringIO()
    call_command("export_game", stdout=out)
    assert found_in(out.getvalue(), game.private) == []
    assert json.loads(out.getvalue())["format"].startswith("blognomic-game")


def test_what_is_typed_into_a_form_that_is_refused_comes_back_to_its_author_alone(game):
    change = f"/gamestate/secrets/{game.secret.pk}/change/"
    answers = [
        game.browser(game.bobby).post(
            "/gamestate/secrets/new/", {"text": TYPED, "salting": "random", "salt": TYPED_SALT}
        ),
        game.browser(game.bobby).post(
            change, {"seen": "0", "text": TYPED, "salting": "own", "salt": TYPED_SALT}
        ),
        game.browser(game.bobby).post(f"/gamestate/sealed/{game.call.pk}/hand-in/", {"text": TYPED + "\0"}),
    ]
    assert [(one.status_code, TYPED in one.content.decode()) for one in answers] == [
        (400, True),
        (409, True),
        (400, True),
    ]
    for player in (game.carol, None):
        assert [path for path, text in crawl(game.browser(player)).items() if TYPED in text] == []


def test_what_a_stranger_or_another_player_sends_in_is_not_said_back(game):
    paths = [f"/gamestate/secrets/{game.secret.pk}/change/", f"/gamestate/sealed/{game.call.pk}/hand-in/"]
    for player in (game.ellen, None):
        for path in paths:
            response = game.browser(player).post(path, {"text": TYPED, "salt": TYPED_SALT, "salting": "own"})
            assert found_in(f"{response.content.decode()} {response.headers}", WORDS) == []


def test_refusals_and_logs_hold_nothing_private(game, caplog, settings):
    declare(game.ellen, NOW)
    later = noon(5, hours=1)
    version = game.secret.versions.order_by("-pk").first()
    acts = [
        lambda: secrets.change(
            leave=BY_THE_LAW, secret=game.secret, seen=version.pk, by=game.bobby, at=later, text=TYPED
        ),
        lambda: secrets.keep(
            leave=BY_THE_LAW, by=game.bobby, at=later, name="New", text=TYPED, salt=TYPED_SALT
        ),
        lambda: sealing.hand_in(leave=BY_THE_LAW, call=game.call, by=game.bobby, at=later, text=TYPED),
        lambda: secrets.reveal(leave=GIVEN, version=version, by=game.carol, at=later),
    ]
    for act in acts:
        with pytest.raises(RuleBroken) as caught:
            act()
        assert found_in(str(caught.value), game.private) == []
    with time_machine.travel(later, tick=False):
        game.browser(game.bobby).post(
            "/gamestate/secrets/new/", {"name": "N", "text": TYPED, "salting": "none"}
        )
    assert found_in(caplog.text, game.private) == []


def test_an_error_report_leaves_out_what_is_private(game, monkeypatch, mailoutbox, settings):
    """When the program itself fails in the midst of it, the host's mail says what failed, not what was typed."""
    settings.ADMINS = [("Host", "host@example.org")]

    def fails(*args, **arguments):
        raise RuntimeError("Out of order.")

    monkeypatch.setattr("gamestate.services.secrets.digest", fails)
    monkeypatch.setattr("gamestate.services.sealing.digest", fails)
    browser = game.browser(game.bobby)
    browser.raise_request_exception = False
    sent = [
        (
            "/gamestate/secrets/new/",
            {"name": "N", "text": TYPED, "salting": "own", "salt": TYPED_SALT, "algorithm": "md5"},
        ),
        (f"/gamestate/sealed/{game.call.pk}/hand-in/", {"text": TYPED}),
    ]
    for path, data in sent:
        assert browser.post(path, data).status_code == 500
    assert len(mailoutbox) == len(sent)
    for mail in mailoutbox:
        letter = mail.body + "".join(str(content) for content, _ in mail.alternatives)
        assert "Out of order." in letter
        assert found_in(letter, game.private) == []


def test_texts_of_models_name_nothing_private(game):
    places = [
        *Secret.objects.all(),
        *Sealing.objects.all(),
        *game.secret.versions.all(),
        *game.call.orders.all(),
    ]
    assert found_in(" ".join(f"{one} {one!r}" for one in places), game.private) == []
