"""Letters and calls as the worker sends them: once, with what stops them, and again when they fail."""

import smtplib
import socket
from datetime import UTC, datetime, timedelta
from time import monotonic

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from blognomic.i18n.stored_messages import StoredMessage
from players.models import Notice, Player, Webhook, WebhookCall
from players.notices import sending, telling
from players.notices.channel_facts import PersonFact, PostFact
from players.notices.letters import read_token
from players.notices.notice_kinds import Happening, Kind
from players.notices.timing import DELAYS
from players.notices.web_requests import OutsideError
from tests.votables.table import reachable

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
POSTED = PostFact(1, "Cats", "proposal", PersonFact(4, "Anna"))


class Refusing(EmailBackend):
    """A mail server that takes nothing."""

    def send_messages(self, messages):
        raise smtplib.SMTPServerDisconnected("Connection unexpectedly closed: secret.internal")


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def alice() -> Player:
    return reachable("Alice")


def tell(
    player: Player, key: str = "posted:1", *, how: str = "each", kind: Kind = Kind.VOTE, at: datetime = AT
) -> None:
    telling.choose(by=player, kinds={kind.value: how}, digest_hour=8, at=at)
    telling.tell([player], kind=kind, key=key, at=at, sentence=f"Told of {key}", link=f"/posts/{key}/")


def left() -> list[tuple]:
    return list(Notice.objects.order_by("pk").values_list("due_at", "sent_at", "given_up_at", "failures"))


def test_letter_goes_once_to_the_confirmed_address(alice, clock, settings):
    tell(alice)
    assert (sending.send_letters(clock=clock), sending.send_letters(clock=clock)) == (1, 0)
    [letter] = mail.outbox
    assert (letter.to, letter.subject) == (["alice@example.org"], "BlogNomic: Told of posted:1")
    assert f"{settings.SITE_URL}/posts/posted:1/" in letter.body
    assert [kind for _, kind in letter.alternatives] == ["text/html"]
    assert left() == [(None, AT, None, 0)]


def test_letter_says_how_a_mail_program_stops_it(alice, clock, settings):
    tell(alice)
    sending.send_letters(clock=clock)
    headers = mail.outbox[0].extra_headers
    stop = headers["List-Unsubscribe"]
    assert (stop[0], stop[-1], headers["List-Unsubscribe-Post"]) == ("<", ">", "List-Unsubscribe=One-Click")
    assert stop[1:].startswith(f"{settings.SITE_URL}/notices/unsubscribe/")
    assert read_token(stop.rstrip("/>").rpartition("/")[2]) == (alice.pk, "vote")
    assert stop[1:-1] in mail.outbox[0].body


def test_digest_waits_for_its_hour_and_holds_what_is_unread(alice, clock):
    for key in ("a", "b", "c"):
        tell(alice, key, how="daily")
    telling.saw(by=alice, link="/posts/b/", at=AT)
    assert sending.send_letters(clock=clock) == 0
    clock.now = datetime(2026, 3, 3, 8, tzinfo=UTC)
    assert (sending.send_letters(clock=clock), sending.send_letters(clock=clock)) == (1, 0)
    [letter] = mail.outbox
    assert letter.subject == "BlogNomic: 2 notices"
    assert [key for key in "abc" if f"Told of {key}\n" in letter.body] == ["a", "c"]
    token = letter.extra_headers["List-Unsubscribe"].rstrip("/>").rpartition("/")[2]
    assert read_token(token) == (alice.pk, "daily")


def test_nothing_is_sent_of_what_has_been_read(alice, clock):
    tell(alice)
    telling.saw(by=alice, link="/posts/posted:1/", at=AT)
    assert (sending.send_letters(clock=clock), left()) == (0, [(None, None, None, 0)])


@pytest.mark.parametrize(
    ("how", "subject", "last"),
    [
        ("each", "BlogNomic: Carol hat dir privat geschrieben", "Diese E-Mails beenden: http"),
        ("daily", "BlogNomic: 1 Benachrichtigung", "Diese E-Mails beenden: http"),
    ],
)
def test_letter_is_written_in_the_language_of_its_reader(alice, clock, how, subject, last):
    telling.speak_to(alice, "de")
    telling.choose(by=alice, kinds={"message": how}, at=AT)
    telling.tell(
        [alice],
        kind=Kind.MESSAGE,
        key="message:1",
        at=AT,
        sentence=StoredMessage("{name} has written to you in private", name="Carol"),
        link="/",
    )
    clock.now += timedelta(days=1)
    assert sending.send_letters(clock=clock) == 1
    [letter] = mail.outbox
    assert (letter.subject, "Carol hat dir privat geschrieben\n" in letter.body) == (subject, True)
    assert (last in letter.body, '<html lang="de">' in letter.alternatives[0][0]) == (True, True)
    assert alice.notices.get().sentence == "Carol has written to you in private"


@pytest.mark.parametrize("verification", ["mandatory", "optional"])
def test_nothing_is_sent_to_an_address_that_nobody_has_confirmed(clock, settings, verification):
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    bobby = reachable("Bobby", confirmed=False)
    tell(bobby)
    assert (sending.send_letters(clock=clock), mail.outbox) == (0, [])
    assert bobby.notices.get().problem == "You have no confirmed e-mail address."


def test_address_need_not_be_confirmed_where_the_site_does_not_ask_for_it(clock, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    tell(reachable("Bobby", confirmed=False))
    assert sending.send_letters(clock=clock) == 1


def test_primary_of_two_confirmed_addresses_is_used(alice, clock):
    EmailAddress.objects.create(user=alice, email="other@example.org", verified=True)
    tell(alice)
    sending.send_letters(clock=clock)
    assert mail.outbox[0].to == ["alice@example.org"]


def test_closed_account_gets_no_letter(alice, clock):
    tell(alice)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert sending.send_letters(clock=clock) == 0


def test_letter_that_fails_is_tried_again_later_and_later_and_then_given_up(alice, clock, settings):
    tell(alice)
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    for failures, delay in enumerate(DELAYS, start=1):
        assert sending.send_letters(clock=clock) == 0
        assert left() == [(clock.now + delay, None, None, failures)]
        clock.now += delay
    assert sending.send_letters(clock=clock) == 0
    assert left() == [(None, None, clock.now, len(DELAYS) + 1)]
    assert alice.notices.get().problem == "The site could not send the e-mail (SMTPServerDisconnected)."
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    clock.now += timedelta(days=9)
    assert sending.send_letters(clock=clock) == 0


def test_letter_of_one_that_fails_keeps_no_other_back(alice, clock, settings):
    tell(alice)
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    sending.send_letters(clock=clock)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    tell(reachable("Bobby"))
    assert (sending.send_letters(clock=clock), mail.outbox[0].to) == (1, ["bobby@example.org"])


def test_letter_of_a_worker_that_died_is_left_for_a_while_and_then_sent(alice, clock):
    tell(alice)
    sending._claim(Notice.objects.all(), AT)
    clock.now = AT + sending.LEASE
    assert sending.send_letters(clock=clock) == 0
    clock.now += timedelta(seconds=1)
    assert sending.send_letters(clock=clock) == 1


def test_letter_sent_twice_by_a_worker_that_died_has_one_id(alice, clock):
    tell(alice)
    for _ in range(2):
        sending.send_letters(clock=clock)
        Notice.objects.update(sent_at=None, due_at=AT)
    assert len({letter.extra_headers["Message-ID"] for letter in mail.outbox}) == 1


# Channels


@pytest.fixture
def hook(alice) -> Webhook:
    return Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=["vote"], made_at=AT, made_by=alice
    )


def call(key: str = "posted:1", at: datetime = AT) -> None:
    telling.call_channels(
        kind=Happening.VOTE, key=key, at=at, sentence=f"Told of {key}", link="/posts/1/", facts=POSTED
    )


class Channel:
    """What answers instead of a server: statuses or errors one after the other, the last for ever."""

    def __init__(self, monkeypatch, *answers: int | OutsideError):
        self.answers, self.bodies = list(answers), []
        monkeypatch.setattr(sending, "post_json", self)

    def __call__(self, url, body, *, private_allowed, sign):
        self.bodies.append((url, body["embeds"][0]["title"], private_allowed))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, OutsideError):
            raise answer
        return answer


def calls(*fields: str) -> list[tuple]:
    return list(WebhookCall.objects.order_by("pk").values_list(*fields))


def test_channel_is_called_once(hook, clock, monkeypatch):
    channel = Channel(monkeypatch, 204)
    call()
    assert (sending.call_webhooks(clock=clock), sending.call_webhooks(clock=clock)) == (1, 0)
    assert channel.bodies == [("https://x.test/", "Told of posted:1", False)]
    assert calls("due_at", "sent_at", "answer", "problem") == [(None, AT, "204", "")]


def test_channel_that_fails_is_tried_again_and_others_wait_for_it(hook, clock, monkeypatch):
    channel = Channel(monkeypatch, OutsideError("The site could not reach the server."), 204)
    call("a")
    call("b")
    assert (sending.call_webhooks(clock=clock), len(channel.bodies)) == (0, 1)
    assert calls("failures", "problem", "due_at") == [
        (1, "The site could not reach the server.", AT + DELAYS[0]),
        (0, "", AT),
    ]
    clock.now += DELAYS[0]
    assert sending.call_webhooks(clock=clock) == 2


def test_channel_that_answers_with_an_error_is_tried_until_it_is_given_up(hook, clock, monkeypatch):
    channel = Channel(monkeypatch, 500)
    call()
    for _ in range(len(DELAYS) + 3):
        sending.call_webhooks(clock=clock)
        clock.now += timedelta(days=1)
    assert len(channel.bodies) == len(DELAYS) + 1
    assert calls("due_at", "problem", "answer") == [(None, "The server answered 500.", "500")]
    hook.refresh_from_db()
    assert hook.is_on


@pytest.mark.parametrize("status", [404, 410])
def test_channel_that_is_gone_is_turned_off(hook, clock, monkeypatch, status):
    channel = Channel(monkeypatch, status)
    call("a")
    call("b")
    sending.call_webhooks(clock=clock)
    clock.now += timedelta(days=1)
    sending.call_webhooks(clock=clock)
    hook.refresh_from_db()
    assert (hook.is_on, len(channel.bodies), {row[0] for row in calls("due_at")}) == (False, 1, {None})


def test_one_channel_that_fails_keeps_no_other_back(hook, alice, clock, monkeypatch):
    Webhook.objects.create(name="Other", url="https://y.test/", kinds=["vote"], made_at=AT, made_by=alice)
    channel = Channel(monkeypatch, 500, 204)
    call()
    assert sending.call_webhooks(clock=clock) == 1
    assert [url for url, *_ in channel.bodies] == ["https://x.test/", "https://y.test/"]


class Silent:
    """A mail server that takes whoever calls and never says a word."""

    def __enter__(self) -> int:
        self.socket = socket.create_server(("127.0.0.1", 0))
        return self.socket.getsockname()[1]

    def __exit__(self, *_: object) -> None:
        self.socket.close()


@pytest.mark.django_db(transaction=True)
def test_calls_wait_for_no_mail_server_that_hangs(alice, clock, settings, monkeypatch):
    tell(alice)
    webhook = Webhook.objects.create(url="https://chat.example/a", made_at=AT, made_by=alice, name="Chat")
    arguments = {"kind": Kind.VOTE, "key": "k", "sentence": "S", "link": "/"}
    WebhookCall.objects.create(webhook=webhook, at=AT, due_at=AT, **arguments)
    called = []
    monkeypatch.setattr(sending, "post_json", lambda *_, **__: called.append(monotonic()) or 204)
    monkeypatch.setattr(sending, "LETTERS_AT_MOST", 0.5)
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    settings.EMAIL_TIMEOUT = 4
    with Silent() as settings.EMAIL_PORT:
        begun = monotonic()
        first = sending.send_all(clock=clock)
        ended = monotonic()
        second = sending.send_all(clock=clock)  # no other letter is begun while one is being sent
        monkeypatch.setattr(sending, "LETTERS_AT_MOST", 20)
        third = sending.send_all(clock=clock)

    assert (first, second, third) == (
        {"e-mails": 0, "webhook calls": 1},
        {"e-mails": 0, "webhook calls": 0},
        {"e-mails": 0, "webhook calls": 0},
    )
    assert called[0] - begun < 2 and ended - begun < 3
    assert left()[0][3] == 1  # the letter has failed once, and is tried again later
