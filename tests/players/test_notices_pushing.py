"""Devices, and what is pushed to them: encrypted for them alone, signed by the site, in nobody's sleep."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta

import jwt
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.management import call_command
from django.test import Client

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken
from players.models import Device, Notice, Player
from players.notices import telling
from players.notices.notice_kinds import KINDS, Kind
from players.notices.pushing import add_device, new_private_key, public_key, push_notices, remove_device
from players.notices.timing import after_quiet
from tests.votables.table import person, seat

from .test_notices_outside import Server

pytestmark = pytest.mark.django_db
AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
ENDPOINT = "https://push.example/send/abc"


def word(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


class Browser:
    """A browser as its maker's service sees it: it alone can read what is pushed to it (RFC 8291)."""

    def __init__(self) -> None:
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def add(self, player: Player, endpoint: str = ENDPOINT, **more: object) -> Device:
        facts = {
            "name": "Firefox, Android",
            "public_key": word(self.point),
            "auth": word(self.secret),
            **more,
        }
        device, _ = add_device(by=player, at=AT, endpoint=endpoint, **facts)
        return device

    def read(self, content: bytes) -> dict[str, str]:
        salt, length = content[:16], content[20]
        sender, sealed = content[21 : 21 + length], content[21 + length :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )
        secret = self._derived(shared, self.secret, b"WebPush: info\0" + self.point + sender, 32)
        key = self._derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        return json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\2"))

    @staticmethod
    def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


@pytest.fixture
def alice(settings) -> Player:
    settings.PUSH_PRIVATE_KEY, settings.WEBHOOKS_TO_PRIVATE = new_private_key(), True
    return seat("Alice")[0]


def tell(player: Player, kind: Kind = Kind.VOTE, at: datetime = AT, key: str = "posted:1") -> None:
    telling.tell([player], kind=kind, key=key, at=at, sentence="Bobby posted a matter", link="/posts/1/")


def test_notice_is_pushed_once_to_every_device_that_alone_can_read_it(alice):
    phone, laptop = Browser(), Browser()
    with Server(201) as server:
        phone.add(alice, f"{server.url}&phone")
        laptop.add(alice, f"{server.url}&laptop")
        tell(alice)
        assert (push_notices(clock=lambda: AT), push_notices(clock=lambda: AT)) == (2, 0)
    notice = alice.notices.get()
    words = {"body": "Bobby posted a matter", "url": f"/notices/{notice.pk}/", "tag": "/posts/1/"}
    for browser, (headers, content) in zip((phone, laptop), server.whole, strict=True):
        assert browser.read(content).items() >= words.items()
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
        token, key = headers["authorization"].removeprefix("vapid t=").split(", k=")
        assert key == public_key()
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), urlsafe_b64decode(f"{key}="))
        claims = jwt.decode(token, point, ["ES256"], audience="http://127.0.0.1")
        assert claims["sub"].startswith("mailto:")


def test_nothing_is_pushed_without_a_device_a_key_or_the_wish(alice, settings):
    tell(alice, key="before")
    device = Browser().add(alice)
    tell(alice, kind=Kind.RESOLVED, key="of no hurry")
    telling.choose(by=alice, at=AT, kinds={}, pushed={"vote": False, "resolved": True})
    tell(alice, key="not wanted")
    tell(alice, kind=Kind.RESOLVED, key="wanted")
    assert list(Notice.objects.exclude(push_at=None).values_list("key", flat=True)) == ["wanted"]
    settings.PUSH_PRIVATE_KEY = ""
    assert (push_notices(clock=lambda: AT), public_key()) == (0, "")
    remove_device(by=alice, device=device.pk)
    tell(alice, kind=Kind.RESOLVED, key="gone")
    assert alice.notices.get(key="gone").push_at is None


def test_what_was_read_before_is_not_pushed(alice):
    with Server(201) as server:
        Browser().add(alice, server.url)
        tell(alice)
        telling.saw(by=alice, link="/posts/1/", at=AT)
        assert push_notices(clock=lambda: AT) == 0
    assert server.kept == []


def test_busy_thread_is_pushed_once_until_it_is_read(alice):
    def comment(number: int) -> None:
        telling.tell_of_thread(
            alice, kind=Kind.COMMENT, key=f"comment:{number}", at=AT,
            page="/posts/1/?", link=f"/posts/1/?comment={number}",
            once=StoredMessage("One"), often=lambda times: StoredMessage("{times}", times=times),
        )  # fmt: skip

    with Server(201) as server:
        Browser().add(alice, server.url)
        comment(1)
        comment(2)
        assert push_notices(clock=lambda: AT) == 1
        comment(3)
        assert push_notices(clock=lambda: AT) == 0


@pytest.mark.parametrize(("status", "left", "again"), [(410, 0, None), (404, 0, None), (500, 1, 10)])
def test_device_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(alice, status, left, again):
    with Server(status) as server:
        Browser().add(alice, server.url)
        tell(alice)
        assert push_notices(clock=lambda: AT) == 0
        assert Device.objects.count() == left
        assert alice.notices.get().push_at == (AT + timedelta(minutes=again) if again else None)
        push_notices(clock=lambda: AT + timedelta(hours=3))
    assert alice.notices.get().push_at is None


@pytest.mark.parametrize(
    ("hour", "begins", "ends", "expected"),
    [
        (12, None, None, 12), (12, 9, 9, 12), (12, 13, 15, 12), (12, 9, 15, 15), (12, 11, 12, 12), (23, 22, 7, 31),
        (3, 22, 7, 7), (7, 22, 7, 7), (12, 22, None, 12),
    ],
)  # fmt: skip
def test_quiet_hours_end_before_anything_is_pushed(hour, begins, ends, expected):
    midnight = AT.replace(hour=0)
    at = midnight + timedelta(hours=hour)
    assert after_quiet(at, begins, ends) == midnight + timedelta(hours=expected)


def test_quiet_hours_put_a_push_off(alice):
    Browser().add(alice)
    telling.choose(by=alice, at=AT, kinds={}, quiet=(10, 14))
    tell(alice)
    assert alice.notices.get().push_at == AT + timedelta(hours=2)
    telling.choose(by=alice, at=AT, kinds={}, quiet=())
    tell(alice, key="later")
    assert alice.notices.get(key="later").push_at == AT


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "javascript:alert(1)"}, {"endpoint": "https://"}, {"endpoint": f"https://x.test/{'a' * 400}"},
        {"public_key": ""}, {"public_key": "AAAA"}, {"public_key": word(b"\4" + b"\0" * 64)}, {"public_key": "é" * 87},
        {"auth": ""}, {"auth": word(b"short")}, {"auth": "\0" * 22},
    ],
    ids=str,
)  # fmt: skip
def test_what_no_browser_sends_is_refused(alice, wrong):
    with pytest.raises(RuleBroken) as refused:
        Browser().add(alice, **wrong)
    assert (refused.value.status, Device.objects.count()) == (400, 0)


def test_private_networks_are_no_devices(alice, settings):
    settings.WEBHOOKS_TO_PRIVATE = False
    for endpoint in ("http://push.example/", "https://10.0.0.1/", "https://[::1]/"):
        with pytest.raises(RuleBroken):
            Browser().add(alice, endpoint)


def test_device_belongs_to_whoever_added_it_last_and_there_are_ten_at_most(alice):
    browser, bobby = Browser(), person("Bobby")
    browser.add(alice)
    browser.add(bobby)
    assert [device.player for device in Device.objects.all()] == [bobby]
    for number in range(10):
        Browser().add(alice, f"{ENDPOINT}{number}")
    with pytest.raises(RuleBroken, match="10 devices"):
        Browser().add(alice, f"{ENDPOINT}more")
    Browser().add(alice, f"{ENDPOINT}3")
    with pytest.raises(RuleBroken) as refused:
        remove_device(by=alice, device=Device.objects.get(player=bobby).pk)
    assert refused.value.status == 404


def test_key_of_the_site_is_made_by_a_command(capsys):
    call_command("push_key")
    name, _, made = capsys.readouterr().out.strip().partition("=")
    assert (name, len(made)) == ("PUSH_PRIVATE_KEY", 43)


def test_devices_are_added_chosen_for_and_removed_on_the_page(alice, settings):
    browser, client = Browser(), Client()
    client.force_login(alice)
    page = client.get("/notices/settings/").content.decode()
    assert (f'data-push="{public_key()}"' in page, 'name="pushed"' in page) == (True, False)
    fields = {
        "endpoint": ENDPOINT,
        "public_key": word(browser.point),
        "auth": word(browser.secret),
        "name": "Firefox",
    }
    added = client.post("/notices/devices/", fields, follow=True).content.decode()
    assert "From now on, “Firefox” shows your notices." in added
    assert 'name="pushed"' in added
    others = {
        **{kind: one.usual.value for kind, one in KINDS.items()},
        "digest_hour": "8",
        "language": "en-gb",
    }
    one_hour = client.post("/notices/settings/", {**others, "quiet_from": "22"})
    assert (one_hour.status_code, "Choose both hours" in one_hour.content.decode()) == (400, True)
    client.post("/notices/settings/", {**others, "pushed": ["reply"], "quiet_from": "22", "quiet_until": "7"})
    own = alice.notice_settings
    assert [kind for kind, is_on in own.pushed.items() if is_on] == ["reply"]
    assert (own.quiet_from, own.quiet_until) == (22, 7)
    client.post(f"/notices/devices/{Device.objects.get().pk}/remove/")
    assert Device.objects.count() == 0
    settings.PUSH_PRIVATE_KEY = ""
    assert "data-push" not in client.get("/notices/settings/").content.decode()
    assert client.post("/notices/devices/", fields).status_code == 400
