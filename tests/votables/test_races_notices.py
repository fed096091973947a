"""Workers that run at the same moment, and one that is killed: each thing is sent once."""

import threading

import pytest
from django.core import mail
from django.db import connections
from django.utils import timezone

from players.models import AdminAct, Notice, Player, Webhook, WebhookCall
from players.notices import sending, telling
from players.notices.channel_facts import PostFact, person
from players.notices.notice_kinds import Happening, Kind
from tests.blognomic.api.programs import ask, token_of
from votables.services import notices, resolving

from .table import make_admin, noon, propose, seat, vote
from .test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def table(settings) -> list[Player]:
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"
    return seat(*FIVE)


def clock():
    return noon(3)


def test_letters_are_sent_once_by_two_workers(table):
    alice, bobby, carol, *_ = table
    telling.choose(by=carol, kinds={"vote": "daily", "mention": "each"}, digest_hour=0, at=noon(0))
    for number in range(6):
        for kind in (Kind.VOTE, Kind.MENTION):
            telling.tell(
                [carol], kind=kind, key=f"{kind}:{number}", at=noon(1), sentence=f"{number}", link="/"
            )
    answers = at_once(*[lambda: sending.send_letters(clock=clock)] * 3)
    assert sum(answers) == len(mail.outbox) == 7
    assert Notice.objects.filter(sent_at=None).count() == 0


def test_channels_are_called_once_by_two_workers(table, monkeypatch):
    sentences = []
    monkeypatch.setattr(
        sending, "post_json", lambda url, body, **more: sentences.append(body["data"]["sentence"]) or 204
    )
    Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=["vote"], made_at=noon(0), made_by=table[0]
    )
    facts = PostFact(1, "Cats", "proposal", person(table[0]))
    for number in range(8):
        event = {"key": str(number), "sentence": f"No. {number}", "link": "/", "facts": facts}
        telling.call_channels(kind=Happening.VOTE, at=noon(1), **event)
    answers = at_once(*[lambda: sending.call_webhooks(clock=clock)] * 3)
    assert (sum(answers), sorted(sentences)) == (8, [f"No. {number}" for number in range(8)])
    assert not WebhookCall.objects.filter(sent_at=None).exists()


def test_workers_that_look_around_at_once_tell_once(table):
    alice, bobby, *others = table
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": others})
    Notice.objects.all().delete()
    at_once(*[lambda: notices.look_around(at=noon(2))] * 3)
    assert list(Notice.objects.filter(kind="resolvable").values_list("to__name", flat=True)) == ["Alice"]


@pytest.mark.parametrize("told_before", [True, False])
def test_nobody_is_told_that_a_matter_may_be_failed_after_it_has(table, monkeypatch, told_before):
    """An admin fails it while the worker, which has found out how it stands, goes on to what it tells."""
    alice, bobby, *others = table
    Webhook.objects.create(
        name="Town", url="https://x.test/", kinds=["resolvable"], made_at=noon(0), made_by=alice
    )
    post = propose(bobby, noon(1))
    vote(post, noon(1), against=others)
    if told_before:
        notices.look_around(at=noon(2))
    order, reached, find_out = [], threading.Event(), notices.docket_at

    def fail() -> None:
        try:
            reached.wait()
            resolving.resolve(post=post, to="failed", by=Player.objects.get(pk=alice.pk), at=noon(2, hours=1))
            order.append("failed")
        finally:
            connections.close_all()

    def slow_docket(at):
        docket = find_out(at)
        reached.set()
        admin.join(timeout=2)  # where it may go on, it is done by then
        order.append("told")
        return docket

    admin = threading.Thread(target=fail)
    admin.start()
    with monkeypatch.context() as patched:
        patched.setattr(notices, "docket_at", slow_docket)
        notices.look_around(at=noon(2, hours=1))
    admin.join()
    assert order == ["told", "failed"]
    for model in (Notice, WebhookCall):
        keys = model.objects.filter(kind="resolvable").values_list("key", flat=True)
        assert list(keys) == [f"resolvable:{post.pk}:failed:0"]


def test_admins_who_change_parts_of_a_webhook_at_once_change_all_of_them(table):
    """Each by program, which sends what is to be otherwise and leaves out the rest."""
    alice, bobby, carol, *_ = table
    at = timezone.now()
    for admin in (bobby, carol):
        make_admin(admin)
    tokens = [token_of(admin, at=at) for admin in (alice, bobby, carol)]
    kinds = ["victory", "resolved"]
    parts = [{"name": "Hall"}, {"kinds": kinds}, {"is_on": False}]
    hooks = [
        Webhook.objects.create(
            name="Town", url="https://x.test/", kinds=["vote"], made_at=noon(0), made_by=alice
        )
        for _ in range(4)
    ]
    for hook in hooks:
        answers = at_once(
            *(
                lambda part=part, token=token, path=f"/webhooks/{hook.pk}": (
                    ask("PATCH", path, part, token=token).status_code
                )
                for part, token in zip(parts, tokens, strict=True)
            )
        )
        assert answers == [200, 200, 200]
        hook.refresh_from_db()
    restored = {(hook.name, *hook.kinds, hook.is_on, hook.url) for hook in hooks}
    assert restored == {("Hall", "victory", "resolved", False, "https://x.test/")}
    assert AdminAct.objects.filter(act="webhook").count() == 12
