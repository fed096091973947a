"""?at= is read by one reader, wherever it is taken: found out by what each address asks its query for."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.http import QueryDict

from blognomic.web.as_of import instant_of
from blognomic.web.errors import RuleBroken
from tests.blognomic.api.programs import API, ask
from tests.blognomic.api.test_as_described import THINGS
from tests.undoing import undone
from tests.votables.conftest import built_stage, stage
from tests.votables.stage import NOW
from tests.votables.test_views_who_may import ROWS, path_of

__all__ = ["built_stage", "stage"]
pytestmark = pytest.mark.django_db
WRONG = {
    "yesterday": "That is not a time.",
    "2026-02-30T00:00:00Z": "That is not a time.",
    "9" * 400: "That is not a time.",
    "0001-01-01T00:00:00+14:00": "That is not a time.",
    "9999-12-31T23:59:59-14:00": "That is not a time.",
    "2099-01-01T00:00:00Z": "That time has not come yet.",
}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", None),
        ("2026-03-04T14:00", datetime(2026, 3, 4, 14, tzinfo=UTC)),
        ("2026-03-04T14:00:00Z", datetime(2026, 3, 4, 14, tzinfo=UTC)),
        ("2026-03-04T16:00:00.000001+02:00", datetime(2026, 3, 4, 14, microsecond=1, tzinfo=UTC)),
    ],
)
def test_an_instant_is_read_exactly_as_it_is_written(text, read):
    assert instant_of(text, at=datetime(2026, 3, 5, tzinfo=UTC)) == read


def test_the_present_is_read_and_a_microsecond_later_is_refused():
    now = datetime(2026, 3, 4, 14, tzinfo=UTC)
    assert instant_of("2026-03-04T14:00:00Z", at=now) == now
    with pytest.raises(RuleBroken, match="has not come yet"):
        instant_of("2026-03-04T14:00:00Z", at=now - timedelta(microseconds=1))


def misread(answer) -> bool:
    """Whether what cannot be taken was not refused by a sentence of the reader."""
    page = answer.content.decode()
    return answer.status_code != 400 or not any(sentence in page for sentence in WRONG.values())


@pytest.mark.sweep
def test_every_page_that_asks_for_an_instant_refuses_nonsense_and_the_future(stage, monkeypatch):
    keys: list[str] = []
    get = QueryDict.get
    monkeypatch.setattr(QueryDict, "get", lambda self, key, *more: keys.append(key) or get(self, key, *more))
    getitem = QueryDict.__getitem__
    monkeypatch.setattr(QueryDict, "__getitem__", lambda self, key: keys.append(key) or getitem(self, key))
    takes, wrong = set(), set()
    for method, route, things, expected in ROWS:
        role = next((role for role, status in expected.items() if status == "200"), None)
        if method != "GET" or role is None:
            continue
        keys.clear()
        path = path_of(stage, route, things)
        first = stage.ask(role, "GET", path, {"at": "yesterday"})
        if "at" not in keys:
            continue
        takes.add(route)
        answers = [first, *(stage.ask(role, "GET", path, {"at": text}) for text in WRONG)]
        wrong |= {route for answer in answers if misread(answer)}
    assert wrong == set()
    assert {
        "votables:queue", "players:roster", "ruleset:rules", "ruleset:law", "ruleset:document", "ruleset:rule",
        "gamestate:values", "gamestate:log", "gamestate:log_json", "gamestate:update", "gamestate:page",
    } <= takes  # fmt: skip


@pytest.mark.sweep
def test_every_operation_that_takes_an_instant_refuses_nonsense_and_the_future(stage):
    paths = ask("GET", "/openapi.json").json()["paths"]
    taking = [
        (method.upper(), path.removeprefix(API))
        for path, methods in paths.items()
        for method, one in methods.items()
        if any(each["name"] == "at" and each["in"] == "query" for each in one.get("parameters", ()))
    ]
    assert len(taking) >= 6
    wrong = []
    for method, path in taking:
        keys = {name: stage.key(thing) for name, thing in THINGS.items() if f"{{{name}}}" in path}
        keys |= {"key": "locations"} if "tables" in path else {}
        for text in WRONG:
            with undone():
                answer = ask(method, f"{path.format(**keys)}?at={text.replace('+', '%2B')}", {})
            if misread(answer):
                wrong.append((method, path, text, answer.status_code, json.loads(answer.content)))
    assert wrong == []
    assert NOW < datetime(2099, 1, 1, tzinfo=UTC)
