"""The pages for whatever watches over the servers."""

from errno import ENOSPC

import pytest
from django.db import connection
from redis.exceptions import ConnectionError as CacheGone

from blognomic.reach import optional
from blognomic.reach.optional import SHARED
from blognomic.server import health


@pytest.fixture(autouse=True)
def forgetful(monkeypatch):
    """As in a process that has not yet seen the database."""
    monkeypatch.setattr(health, "_up_to_date", False)
    health.forget()
    SHARED.forget()


def said(response) -> tuple[int, str]:
    return response.status_code, response.content.decode()


def test_health_asks_nothing_of_the_database(client):
    assert said(client.get("/health/")) == (200, "The site is running.\n")


@pytest.mark.parametrize("path", ["/health/", "/ready/"])
def test_a_balancer_may_ask_by_address_without_https_and_only_read(client, db, settings, path):
    settings.SECURE_SSL_REDIRECT = True
    response = client.get(path, headers={"Host": "10.0.0.11:8000"})

    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    assert said(client.head(path)) == (200, "")
    refused = client.post(path)
    assert (refused["Allow"], *said(refused)) == ("GET, HEAD", 405, "This page can only be read.\n")


def test_ready_with_a_database_that_is_up_to_date(client, db, django_assert_num_queries):
    assert said(client.get("/ready/")) == (200, "The site is ready.\n")
    with django_assert_num_queries(0):  # for some seconds
        client.get("/ready/")


def test_not_ready_before_the_migrations(client, db):
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM django_migrations WHERE app = 'humanize' OR name = '0002_alter_user_email'"
        )
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    sentence = "The database is not up to date: 1 of its migrations are still to be applied.\n"

    assert said(client.get("/ready/")) == (503, sentence)


def test_not_ready_without_the_database(client, monkeypatch):
    monkeypatch.setattr(health, "is_away", lambda: True)

    assert said(client.get("/ready/")) == (
        503,
        "The database does not answer. Is its server running, and does DATABASE_URL name it?\n",
    )


def test_not_ready_where_nothing_can_be_written(client, db, monkeypatch):
    def refuse() -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(health, "try_to_write", refuse)

    assert said(client.get("/ready/")) == (
        503,
        "The disk of the database is full. Make room on it; nothing else has to be done.\n",
    )


def test_ready_without_the_shared_cache_and_says_so(client, db, settings, monkeypatch):
    settings.CACHE_URL = "redis://cache.example/0"

    class Gone:
        def get(self, key: str) -> None:
            def refused() -> None:
                raise CacheGone("connection refused")

            SHARED.ask(refused, instead=lambda: None)

    monkeypatch.setattr(optional, "cache", Gone())

    assert said(client.get("/ready/")) == (200, f"The site is ready.{health.WITHOUT_CACHE}\n")
