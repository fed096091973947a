"""Every operation of the API that writes, sent twice with one key: it is done once, and answered alike."""

import pytest

from blognomic.middleware.once import OUTSIDE
from players.models import Sending
from tests.sent_twice import changed, whole
from tests.undoing import undone
from tests.votables.stage import ROLES

from .programs import ask
from .test_who_may import ROWS, address, body, issued, operations

__all__ = ["issued"]
pytestmark = [pytest.mark.sweep, pytest.mark.django_db]
KEY = '"8e03978e-40d5-43dd-bc93-6894a57f9324"'
ALLOWED = [
    (name, things, next(role for role in reversed(ROLES) if expected[role] < 300))
    for name, things, expected in ROWS
    if operations()[name][0] != "GET" and min(expected.values()) < 300
]


@pytest.mark.parametrize(
    ("name", "things", "role"), ALLOWED, ids=[f"{r[0]} {' '.join(r[1])}".strip() for r in ALLOWED]
)
def test_operation_that_is_sent_twice_is_done_once(stage, issued, name, things, role):
    method, path = operations()[name][0], address(stage, name, things)

    def send(**headers: str):
        return ask(method, path, body(stage, name), token=issued[role], **headers)

    with undone():
        ask("GET", "/me", token=issued[role])  # by which it is noted when the token was last used
        start = whole()
        first = send(**{"Idempotency-Key": KEY})
        after_first = whole()
        second = send(**{"Idempotency-Key": KEY})
        is_held = f"api-v1:{name}" not in OUTSIDE
        assert first.status_code < 300
        if is_held:
            assert Sending.objects.exists() or changed(start, after_first) == set()
            assert changed(after_first, whole()) == set()
            assert (second.status_code, second.content) == (first.status_code, first.content)
            assert second.get("Location") == first.get("Location")


@pytest.mark.parametrize(("name", "things"), [("write_comment", ["ready"]), ("roll_dice", [])])
def test_operation_without_a_key_is_done_as_often_as_it_comes(stage, issued, name, things):
    method, path = operations()[name][0], address(stage, name, things)
    with undone():
        ask(method, path, body(stage, name), token=issued["author"])
        once = whole()
        ask(method, path, body(stage, name), token=issued["author"])
        assert changed(once, whole()) != set()
        assert not Sending.objects.exists()


def test_the_sweep_is_of_all_that_write():
    assert len(ALLOWED) > 60
