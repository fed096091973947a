"""Every form of the site, sent twice: it is done once, and answered alike."""

import pytest

from blognomic.middleware.once import OUTSIDE
from players.models import Sending
from tests.sent_twice import changed, whole
from tests.undoing import undone

from .stage import ROLES
from .test_views_who_may import ROWS, SIGNED, in_words, path_of, sent

pytestmark = [pytest.mark.sweep, pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]
KEY = "k" * 64
# What each form is answered when it is done; `again` and `in` come to nothing. Of SIGNED no form has a key.
DONE = {"ok", "200"}
ROUTES = [row for row in ROWS if row[0] == "POST" and DONE & set(row[3].values())]


def by_whom(expected: dict[str, str]) -> str:
    return next(role for role in reversed(ROLES) if expected[role] in DONE)


def send(stage, route: str, things: list[str], role: str, **more: str):
    return stage.ask(role, "POST", path_of(stage, route, things), sent(stage, "POST", route) | more)


@pytest.mark.parametrize(
    ("route", "things", "expected"),
    [row[1:] for row in ROUTES],
    ids=[f"{r[1]} {' '.join(r[2])}".strip() for r in ROUTES],
)
def test_form_that_is_sent_twice_is_done_once(stage, route, things, expected):
    role = by_whom(expected)
    with undone():
        start = whole()
        path, fields = (
            path_of(stage, route, things),
            sent(stage, "POST", route) | {"csrfmiddlewaretoken": KEY},
        )
        first = stage.ask(role, "POST", path, fields)
        after_first = whole()
        second = stage.ask(role, "POST", path, fields)
        assert in_words(first) == expected[role]
        if route not in OUTSIDE:
            assert Sending.objects.exists() or changed(start, after_first) == set() or route in SIGNED
            assert changed(after_first, whole()) == set()
        assert (second.status_code, second.get("Location")) == (first.status_code, first.get("Location"))
        if first["Content-Type"] == "application/json":
            assert second.content == first.content


@pytest.mark.parametrize("route", ["votables:comment", "players:write", "gamestate:dice"])
def test_form_without_its_key_is_done_as_often_as_it_comes(stage, route):
    _, _, things, expected = next(row for row in ROUTES if row[1] == route)
    with undone():
        start = whole()
        send(stage, route, things, by_whom(expected))
        after_first = whole()
        send(stage, route, things, by_whom(expected))
        assert changed(after_first, whole()) == changed(start, after_first) != set()
        assert not Sending.objects.exists()


def test_the_sweep_is_of_all_that_write():
    assert len(ROUTES) > 80
