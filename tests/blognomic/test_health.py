"""The pages for whatever watches over the servers."""

import pytest
from django.db import OperationalError, connection
from redis.exceptions import ConnectionError as CacheGone

from blognomic import health


@pytest.fixture(autouse=True)
def forgetful(monkeypatch):
    """As in a process that has not yet seen the database."""
    monkeypatch.setattr(health, "_up_to_date", False)


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
    with django_assert_num_queries(1):
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
    def refuse() -> int:
        raise OperationalError("connection refused")

    monkeypatch.setattr(health, "migrations_waiting", refuse)

    assert said(client.get("/ready/")) == (503, "The database does not answer.\n")


def test_not_ready_without_the_shared_cache(client, db, settings, monkeypatch):
    settings.CACHE_URL = "redis://cache.example/0"

    class Gone:
        def get(self, key: str) -> None:
            raise CacheGone("connection refused")

    monkeypatch.setattr(health, "cache", Gone())

    assert said(client.get("/ready/")) == (503, "The cache does not answer.\n")
