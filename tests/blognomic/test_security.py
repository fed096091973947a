"""What SECURITY.md promises is held by tests that there are; and programs find out where to report a fault."""

import ast
import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import settings

from .servers import PRODUCTION
from .test_serving import manage

TOLD = (settings.BASE_DIR / "SECURITY.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", TOLD)))
ACTORS = [
    "A stranger", "A guest", "A rival player", "An admin", "The emperor", "The host",
    "The thief of a session", "The thief of a backup",
]  # fmt: skip


@pytest.mark.parametrize(("path", "function"), NAMED)
def test_every_promise_is_held_by_a_test_that_there_is(path, function):
    tree = ast.parse((settings.BASE_DIR / path).read_text())
    names = {
        one.name for one in tree.body if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
    }
    assert (not function or function in names) and names


def test_it_says_of_everybody_what_they_may_do_and_what_is_promised():
    rooms = re.split(r"^### ", TOLD, flags=re.MULTILINE)[1:]
    assert [room.splitlines()[0] for room in rooms] == ACTORS
    rows = {
        room.splitlines()[0]: re.findall(r"^\| (?!We promise|---)(.*?) \| (.*) \|$", room, re.MULTILINE)
        for room in rooms
    }
    assert all(named and all("`tests/" in tests for _, tests in named) for named in rows.values())


@pytest.mark.django_db
def test_where_to_report_is_told_in_the_form_that_programs_know(client, settings):
    """RFC 9116."""
    settings.SECURITY_CONTACT = "mailto:safety@blog.example"
    settings.SITE_URL = "https://blog.example"
    with time_machine.travel(datetime(2026, 3, 12, 17, 30, tzinfo=UTC), tick=False):
        response = client.get("/.well-known/security.txt", headers={"host": "testserver"})
    assert (response.status_code, response["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert response.content.decode() == (
        "Contact: mailto:safety@blog.example\n"
        "Expires: 2026-09-08T00:00:00Z\n"
        "Preferred-Languages: en, de\n"
        "Canonical: https://blog.example/.well-known/security.txt\n"
    )


@pytest.mark.parametrize(
    "wrong", ["safety@blog.example", "http://blog.example/", "mailto:a@b.example\nEvil: 1"]
)
def test_an_address_that_nobody_can_report_to_is_refused(wrong):
    status, _, errors = manage("check", **PRODUCTION, SECURITY_CONTACT=wrong)
    assert (status, "SECURITY_CONTACT must begin with mailto: or https://" in errors) == (1, True)
