"""What is written to the log, and the ids of requests."""

import io
import json
import logging
import re
from logging.config import dictConfig

import pytest
from django.test import Client

from blognomic.server.logs import logging_as

NEW = re.compile("[0-9a-f]{32}")


@pytest.fixture
def written(caplog, client):
    """Ask for a path, and give the lines of the request's log with their fields."""

    def ask(path: str, method: str = "get") -> list[tuple]:
        with caplog.at_level("INFO", logger="blognomic.access"):
            caplog.clear()
            getattr(client, method)(path)
        return [
            (line.method, line.path, line.status)
            for line in caplog.records
            if line.name == "blognomic.access"
        ]

    return ask


@pytest.mark.parametrize("offered", ["proxy-1.2_3", "0" * 8, "f" * 64])
def test_a_request_keeps_the_id_that_the_proxy_gave_it(client: Client, settings, offered):
    settings.BEHIND_PROXY = 1

    assert client.get("/health/", headers={"X-Request-ID": offered})["X-Request-ID"] == offered


@pytest.mark.parametrize(
    "offered",
    [
        "",
        "short",
        "x" * 65,
        "-begins-wrongly",
        "two words",
        "né-à-Paris",
        'a":"b"',
        "line\nbreak-of-log",
        "line-break\n",
        "\x00" * 9,
    ],
)
def test_a_hostile_id_is_replaced(client: Client, settings, offered):
    settings.BEHIND_PROXY = 1

    assert NEW.fullmatch(client.get("/health/", headers={"X-Request-ID": offered})["X-Request-ID"])


def test_without_a_proxy_nobody_is_trusted_with_ids(client: Client, settings):
    settings.BEHIND_PROXY = 0
    given = {
        client.get("/health/", headers={"X-Request-ID": "proxy-1.2_3"})["X-Request-ID"] for _ in range(2)
    }

    assert len(given) == 2 and all(NEW.fullmatch(one) for one in given)


def test_each_request_is_one_line_without_its_query(written, db):
    assert written("/health/?token=secret") == [("GET", "/health/", 200)]
    assert written("/no/such/page") == [("GET", "/no/such/page", 404)]
    assert written("/preview/", "put") == [("PUT", "/preview/", 405)]


def test_keys_of_letters_are_not_written(written, db):
    assert written("/notices/unsubscribe/an-open-secret/")[0][1] == "/notices/unsubscribe/<str:token>/"
    assert "an-open-secret" not in str(written("/accounts/confirm-email/an-open-secret/"))
    assert "an-open-secret" not in str(written("/accounts/password/reset/key/1-an-open-secret/"))


@pytest.fixture
def lines(capsys):
    """The configuration of production, with a place to read what is written; afterwards that of the tests."""
    loggers = [
        logging.getLogger(name) for name in (None, "blognomic.access", "gunicorn.error", "gunicorn.access")
    ]
    loggers += [logging.getLogger(name) for name in ("django.request", "django.security")]
    kept = [(one, one.level, one.handlers[:], one.propagate) for one in loggers]
    output = io.StringIO()
    configuration = logging_as(json=True)
    configuration["handlers"]["console"]["stream"] = output
    dictConfig(configuration)
    yield output
    for one, level, handlers, propagate in kept:
        one.level, one.handlers, one.propagate = level, handlers, propagate
        one.manager._clear_cache()


def test_production_writes_one_document_a_line(lines, client, settings):
    settings.BEHIND_PROXY = 1
    client.get("/health/", headers={"X-Request-ID": "proxy-1.2_3"})
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("votables").exception("Broken\nin two", extra={"request": object()})
    written = [json.loads(line) for line in lines.getvalue().splitlines()]

    assert written[0].pop("milliseconds") >= 0
    assert [one.pop("at")[10] for one in written] == ["T", "T"]
    assert written[1].pop("exc_info").endswith("ValueError: two\nlines")
    assert written == [
        {
            "level": "INFO", "logger": "blognomic.access", "message": "GET /health/ 200", "request_id": "proxy-1.2_3",
            "method": "GET", "path": "/health/", "status": 200,
        },
        {"level": "ERROR", "logger": "votables", "message": "Broken\nin two", "request_id": ""},
    ]  # fmt: skip


def test_a_fault_of_the_site_is_written_with_the_id_of_its_request(lines, client, settings, monkeypatch):
    settings.BEHIND_PROXY = 1
    client.raise_request_exception = False
    monkeypatch.setattr("blognomic.server.health.what_is_missing", lambda: 1 / 0)
    broken = client.get("/ready/", headers={"X-Request-ID": "proxy-1.2_3"})
    monkeypatch.setattr("blognomic.server.health.what_is_missing", lambda: "Nothing is there.")
    client.get("/ready/", headers={"X-Request-ID": "proxy-1.2_4"})
    logging.getLogger("votables").warning("Between requests")
    written = [json.loads(line) for line in lines.getvalue().splitlines()]

    assert (broken.status_code, broken["X-Request-ID"]) == (500, "proxy-1.2_3")
    assert [(one["logger"], one["request_id"]) for one in written] == [
        ("django.request", "proxy-1.2_3"),
        ("blognomic.access", "proxy-1.2_3"),
        ("blognomic.access", "proxy-1.2_4"),
        ("django.request", "proxy-1.2_4"),
        ("votables", ""),
    ]
