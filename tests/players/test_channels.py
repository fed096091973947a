"""What admins do with webhooks, and what the log of the admins says of it."""

from datetime import UTC, datetime

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Player, Webhook, WebhookCall
from players.notices import channels, sending, telling
from players.notices.channel_facts import PersonFact, PostFact
from players.notices.notice_kinds import Happening
from players.notices.web_requests import OutsideError
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

AT = datetime(2026, 3, 14, 12, tzinfo=UTC)
URL = "https://channel.example/api/secret-token"
ASKED = {"name": "Town hall", "url": URL, "kinds": ["resolved", "vote"]}


@pytest.fixture
def table() -> list[Player]:
    return seat("Alice", "Bobby")


def set_up(by: Player, **more: object) -> Webhook:
    return channels.set_up(by=by, at=AT, **{**ASKED, **more})


def test_admin_sets_one_up_and_the_log_tells_no_address(table):
    hook = set_up(table[0])
    assert (hook.name, hook.kinds, hook.is_on) == ("Town hall", ["vote", "resolved"], True)
    assert hook.shown_url == "channel.example/…oken"
    act = AdminAct.objects.get(act="webhook")
    assert act.sentence == "set up the webhook “Town hall” to channel.example"
    assert not AdminAct.objects.filter(sentence__icontains="token").exists()


def test_others_do_nothing_with_webhooks(table):
    alice, bobby = table
    hook = set_up(alice)
    acts = [
        lambda: set_up(bobby),
        lambda: channels.change(webhook=hook.pk, by=bobby, at=AT, is_on=False, **ASKED),
        lambda: channels.remove(webhook=hook.pk, by=bobby, at=AT),
        lambda: channels.test(webhook=hook.pk, by=bobby, clock=lambda: AT),
    ]
    for act in acts:
        with pytest.raises(RuleBroken) as refused:
            act()
        assert refused.value.status == 403
    assert Webhook.objects.filter(is_on=True).count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "}, {"name": "x" * 61}, {"url": "http://channel.example/"}, {"url": "https://127.0.0.1/"},
        {"url": "https://x.test/" + "x" * 400}, {"kinds": []}, {"kinds": ["message"]}, {"name": "a\x00"},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(table, wrong):
    with pytest.raises(RuleBroken) as refused:
        set_up(table[0], **wrong)
    assert (refused.value.status, Webhook.objects.count()) == (400, 0)


def test_host_may_allow_private_addresses(table, settings):
    settings.WEBHOOKS_TO_PRIVATE = True
    assert set_up(table[0], url="http://127.0.0.1:9/").pk


def test_ten_are_enough(table):
    for _ in range(10):
        set_up(table[0])
    with pytest.raises(RuleBroken) as refused:
        set_up(table[0])
    assert refused.value.status == 409


def test_address_stays_unless_another_is_given(table):
    alice = table[0]
    hook = set_up(alice)
    arguments = {
        "webhook": hook.pk,
        "by": alice,
        "at": AT,
        "is_on": True,
        "name": "Hall",
        "kinds": ["victory"],
    }
    changed = channels.change(url="", **arguments)
    assert (changed.name, changed.url, changed.kinds) == ("Hall", URL, ["victory"])
    assert channels.change(url="https://y.test/", **arguments).url == "https://y.test/"


def waiting() -> list[str]:
    return list(WebhookCall.objects.exclude(due_at=None).values_list("key", flat=True))


def test_what_waits_is_given_up_when_it_is_turned_off_or_removed(table):
    alice = table[0]
    first, second = set_up(alice), set_up(alice)
    posted = PostFact(1, "Cats", "proposal", PersonFact(4, "Anna"))
    telling.call_channels(kind=Happening.VOTE, key="k", at=AT, sentence="A post", link="/", facts=posted)
    assert waiting() == ["k", "k"]
    channels.change(webhook=first.pk, by=alice, at=AT, is_on=False, **ASKED)
    assert waiting() == ["k"]
    removed = channels.remove(webhook=second.pk, by=alice, at=AT)
    assert (waiting(), removed.url, removed.removed_at) == ([], "", AT)
    with pytest.raises(Stale):
        channels.remove(webhook=second.pk, by=alice, at=AT)


@pytest.mark.parametrize(
    ("answer", "sent", "problem"),
    [(204, True, ""), (500, False, "The server answered 500."), (OutsideError("No."), False, "No.")],
)
def test_test_is_made_at_once_and_never_again(table, monkeypatch, answer, sent, problem):
    calls = []

    def post_json(url, body, **more):
        calls.append((body["embeds"][0]["title"], body["type"], body["data"]["sentence"]))
        if isinstance(answer, OutsideError):
            raise answer
        return answer

    monkeypatch.setattr(sending, "post_json", post_json)
    hook = set_up(table[0])
    call = channels.test(webhook=hook.pk, by=table[0], clock=lambda: AT)
    assert (call.sent_at is not None, call.problem, call.due_at) == (sent, problem, None)
    assert sending.call_webhooks(clock=lambda: noon(20)) == 0
    words = "Alice tests this webhook"
    assert calls == [(words, "test", words)]


def test_one_that_is_off_is_not_tested(table):
    hook = set_up(table[0])
    channels.change(webhook=hook.pk, by=table[0], at=AT, is_on=False, **ASKED)
    with pytest.raises(RuleBroken) as refused:
        channels.test(webhook=hook.pk, by=table[0], clock=lambda: AT)
    assert refused.value.status == 409
