"""Signing the calls to channels as the Standard Webhooks specification says."""

import json
from datetime import UTC, datetime

import pytest

from blognomic.web.errors import RuleBroken
from players.models import AdminAct, Webhook
from players.notices import channels, sending, telling
from players.notices.channel_facts import PersonFact, PostFact
from players.notices.notice_kinds import Happening
from players.notices.signing import is_signed, new_secret, signature, signed
from tests.players.test_notices_outside import Server
from tests.votables.table import seat

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
POSTED = PostFact(1, "Cats", "proposal", PersonFact(4, "Anna"))
# The example of the specification's own libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ID, TIMESTAMP, BODY = "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
HEADERS = {"webhook-id": ID, "webhook-timestamp": str(TIMESTAMP), "webhook-signature": SIGNATURE}


def test_signature_is_that_of_the_specification():
    arguments = {"id": ID, "timestamp": TIMESTAMP, "body": BODY}
    assert signature(SECRET, **arguments) == SIGNATURE
    assert signed(SECRET, **arguments) == HEADERS
    assert signed("", **arguments) == {}


@pytest.mark.parametrize(
    ("headers", "body", "now", "expected"),
    [
        ({}, BODY, TIMESTAMP, True),
        ({}, BODY, TIMESTAMP + 300, True),
        ({"webhook-signature": f"v1,AAAA {SIGNATURE}"}, BODY, TIMESTAMP, True),
        ({}, BODY, TIMESTAMP + 301, False),
        ({}, BODY, TIMESTAMP - 301, False),
        ({}, BODY + b" ", TIMESTAMP, False),
        ({"webhook-id": "msg_other"}, BODY, TIMESTAMP, False),
        ({"webhook-timestamp": str(TIMESTAMP + 1)}, BODY, TIMESTAMP, False),
        ({"webhook-timestamp": "soon"}, BODY, TIMESTAMP, False),
        ({"webhook-signature": "v1,é"}, BODY, TIMESTAMP, False),
        ({"webhook-signature": ""}, BODY, TIMESTAMP, False),
    ],
)
def test_only_what_was_signed_a_short_time_ago_is_taken(headers, body, now, expected):
    assert is_signed(SECRET, HEADERS | headers, body, now=now) is expected


def test_secrets_are_as_the_specification_has_them_and_never_the_same():
    one, other = new_secret(), new_secret()
    assert one.startswith("whsec_") and len(one) == 50 and one != other
    assert is_signed(one, signed(one, id="a", timestamp=1, body=b"x"), b"x", now=1)
    assert not is_signed(other, signed(one, id="a", timestamp=1, body=b"x"), b"x", now=1)
    with pytest.raises(ValueError, match="base64"):
        signature("whsec_é", id="a", timestamp=1, body=b"x")


@pytest.mark.django_db
def test_call_that_arrives_is_signed_and_says_what_happened(settings, monkeypatch):
    settings.WEBHOOKS_TO_PRIVATE = True
    (alice,) = seat("Alice")
    with Server() as server:
        hook = channels.set_up(by=alice, at=AT, name="Town", url=server.url, kinds=["vote"])
        arguments = {
            "kind": Happening.VOTE,
            "at": AT,
            "sentence": "Told.",
            "link": "/posts/1/",
            "facts": POSTED,
        }
        telling.call_channels(key="posted:1", **arguments)
        assert sending.call_webhooks(clock=lambda: AT) == 1
        (headers, body), call = server.whole[0], hook.calls.get()
    assert is_signed(hook.secret, headers, body, now=AT.timestamp())
    assert (headers["webhook-id"], headers["webhook-timestamp"]) == (f"call_{call.pk}", "1773489600")
    program = {name: json.loads(body)[name] for name in ("type", "timestamp", "data")}
    assert program == {
        "type": "vote",
        "timestamp": "2026-03-14T12:00:00+00:00",
        "data": {
            "sentence": "Told.",
            "url": "http://127.0.0.1:8000/posts/1/",
            "post": 1,
            "title": "Cats",
            "category": "proposal",
            "author": {"id": 4, "name": "Anna"},
        },
    }


@pytest.mark.django_db
def test_admin_makes_another_secret_and_nobody_else_does():
    alice, bobby = seat("Alice", "Bobby")
    hook = channels.set_up(by=alice, at=AT, name="Town", url="https://x.example/", kinds=["vote"])
    first = hook.secret
    with pytest.raises(RuleBroken):
        channels.sign_anew(webhook=hook.pk, by=bobby, at=AT)
    assert Webhook.objects.get().secret == first
    second = channels.sign_anew(webhook=hook.pk, by=alice, at=AT).secret
    assert Webhook.objects.get().secret == second != first
    last = AdminAct.objects.latest("pk")
    assert last.sentence == "gave another signing secret to the webhook “Town” to x.example"
    channels.remove(webhook=hook.pk, by=alice, at=AT)
    assert Webhook.objects.get().secret == ""
