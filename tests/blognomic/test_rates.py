"""How often one person may do what."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.urls import get_resolver
from limits.errors import StorageError

from blognomic.middleware import rates
from tests.blognomic.html import read
from tests.blognomic.shown import page_shown
from tests.votables.table import person

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def nothing_counted():
    """Counts that begin with the test, by a clock that stands still."""
    with time_machine.travel(AT, tick=False) as clock:
        yield clock


def lead(response) -> tuple[int, str, str]:
    page = page_shown(response)
    assert read(page).faults == []
    words = page.partition('<p class="lead">')[2].partition("</p>")[0]
    return (
        response.status_code,
        response.headers.get("Retry-After"),
        words.replace("</time>", "").split(" <time")[0],
    )


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def preview(client: Client) -> int:
    return client.post("/preview/", {"text": "Hello"}).status_code


def test_the_third_is_refused_until_the_first_is_over(settings, nothing_counted):
    settings.RATE_LIMITS = {"drafting": "2/minute"}
    alice = browser("Alice")
    assert preview(alice) == 200
    nothing_counted.shift(20)
    assert preview(alice) == 200
    nothing_counted.shift(6)
    refused = alice.post("/preview/", {"text": "Hello"})
    sentence = (
        "You have saved or previewed a draft 2 times within a minute. You can do it again in 34 seconds, at"
    )

    assert lead(refused) == (429, "34", sentence)
    assert '<time datetime="2026-11-21T12:01:00Z">12:01:00 UTC</time>' in page_shown(refused)
    nothing_counted.shift(35)
    assert (preview(alice), preview(alice)) == (200, 429)


def test_each_player_counts_alone_wherever_they_are(settings):
    settings.RATE_LIMITS = {"drafting": "1/hour"}
    alice, bobby = browser("Alice"), browser("Bobby")

    assert (preview(alice), preview(bobby)) == (200, 200)
    answer = alice.post("/preview/", {"text": "Hello"}, REMOTE_ADDR="192.0.2.9")
    assert lead(answer)[1:] == (
        "3600",
        "You have saved or previewed a draft once within an hour. You can do it again in 1 hour, at",
    )
    assert preview(bobby) == 429


def test_strangers_count_by_address_and_kinds_apart(settings):
    settings.RATE_LIMITS = {"signing up": "1/day", "signing in": "1/day"}
    client = Client()

    def tried(path: str, address: str) -> int:
        return client.post(path, {}, REMOTE_ADDR=address).status_code

    assert tried("/accounts/signup/", "192.0.2.1") == 200
    assert tried("/accounts/signup/", "192.0.2.1") == 429
    assert tried("/accounts/login/", "192.0.2.1") == 200
    assert tried("/accounts/signup/", "192.0.2.2") == 200
    # Who has one address of an IPv6 network has them all.
    assert tried("/accounts/signup/", "2001:db8:1:2::1") == 200
    assert tried("/accounts/signup/", "2001:db8:1:2:ffff::1") == 429
    assert tried("/accounts/signup/", "2001:db8:1:3::1") == 200


def test_the_address_is_what_the_trusted_proxy_says_and_no_client(settings):
    settings.RATE_LIMITS = {"signing up": "1/day"}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    client = Client()

    def tried(forwarded: str) -> int:
        return client.post("/accounts/signup/", {}, headers={"X-Forwarded-For": forwarded}).status_code

    assert (tried("192.0.2.1"), tried("10.9.8.7, 192.0.2.1"), tried("192.0.2.1, 192.0.2.2")) == (
        200,
        429,
        200,
    )


def test_reading_is_free_but_for_exports(settings, client):
    settings.RATE_LIMITS = dict.fromkeys(rates.DONE, "1/day")

    assert [client.get("/accounts/login/").status_code for _ in range(3)] == [200, 200, 200]
    answers = [client.get("/gamestate/dice/log.csv").status_code for _ in range(2)]
    assert answers == [200, 429]


def test_whatever_has_no_kind_of_its_own_is_writing(settings):
    settings.RATE_LIMITS = {"writing": "1/minute"}
    alice = browser("Alice")

    assert alice.post("/notices/read-all/").status_code == 404  # for there is no game
    assert lead(alice.post("/notices/read-all/"))[2] == (
        "You have changed something once within a minute. You can do it again in 60 seconds, at"
    )


def test_the_longer_of_two_limits_holds(settings, nothing_counted):
    settings.RATE_LIMITS = {"drafting": "1/minute; 2 per 2 hours"}
    alice = browser("Alice")
    answers = []
    for _ in range(3):
        answers.append(preview(alice))
        nothing_counted.shift(61)
    assert answers == [200, 200, 429]


def test_a_shared_cache_that_is_gone_is_tried_once_and_done_without(settings, monkeypatch, caplog):
    senders = []

    class Gone:
        def hit(self, *who: object) -> bool:
            senders.append(who)
            raise StorageError(ConnectionError("refused"))

    settings.RATE_LIMITS = {"drafting": "2/day"}
    monkeypatch.setattr(rates, "limiter", Gone)
    alice = browser("Alice")

    assert (preview(alice), preview(alice), preview(alice), len(senders)) == (200, 200, 429, 1)
    assert [record.message for record in caplog.records if record.name.startswith("blognomic.reach")] == [
        "The shared cache does not answer (refused): it is done without."
    ]


def test_allauths_own_limits_have_our_page(settings, client):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/h/ip"}
    client.post("/accounts/signup/", {})

    assert lead(client.post("/accounts/signup/", {}))[:2] == (429, "60")


def test_each_kind_has_a_limit_and_a_name_and_each_route_is_one():
    limited = rates.READING.keys() | rates.WRITING.keys()
    kinds = {*rates.READING.values(), *rates.WRITING.values(), rates.BY_PROGRAM, "writing"}

    assert kinds == rates.DONE.keys()
    assert limited - every_name() == set()


def every_name() -> set[str]:
    routes = set()

    def walk(patterns, names: tuple[str, ...]) -> None:
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, (*names, pattern.namespace) if pattern.namespace else names)
            else:
                routes.add(":".join([*names, str(pattern.name)]))

    walk(get_resolver().url_patterns, ())
    return routes
