"""The API does what its description says, whatever it is sent: found out by schemathesis, which makes requests that fit
the description and requests that do not.

A few of each for every operation; `make fuzz` tries more.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.schemas import APIOperation

from blognomic.api.site import ROOMS
from blognomic.api_manual import rooms
from tests.undoing import undone
from tests.votables.stage import NOW, Stage

from .programs import API, token_of

load_all_checks()
# What fits the description may still be against the rules of the game, which no description holds; and every request
# has the same token here, also where schemathesis meant to send a wrong one.
LEFT_OUT = CHECKS.get_by_names(["positive_data_acceptance", "ignored_auth"])
FEW, MANY = 4, 60
# By name: the rooms themselves are read from the whole description, which nobody needs to make before the tests begin.
NAMES = dict.fromkeys(tag for room in ROOMS for tag in room.router.tags)
# What addresses name, by the names of the stage.
THINGS = {
    "post": "young", "draft": "draft", "player": "player", "rule": "rule", "revision": "correction",
    "update": "update", "dispute": "dispute", "call": "sealing", "secret": "secret", "version": "version",
    "action": "action", "taking": "taking", "thread": "thread", "number": "first", "key": "gallery", "law": "law",
    "type": "hunts", "answer": "answer", "preset": "bounty", "webhook": "webhook", "offer": "offer",
    "mentoring_request": "asked", "mentorship": "mentorship", "order": "order", "variable": "motive",
    "shown": "showing", "week": "week",
}  # fmt: skip


@pytest.fixture(scope="module")
def described(built_stage: Stage) -> Iterator[Any]:
    """The description as schemathesis reads it from the site, which it then asks in this process and in the test's
    transaction: as for Django's own test client, a request does not close the connection."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi(f"{API}/openapi.json", get_wsgi_application())
    for signal in signals:
        signal.connect(close_old_connections)


def operations(described: Any, names: set[str]) -> list[APIOperation]:
    operations_there = [result.ok() for result in described.get_all_operations()]
    return [one for one in operations_there if one.definition.raw["operationId"] in names]


def requests_for(operation: APIOperation, stage: Stage) -> st.SearchStrategy[Any]:
    """Requests to the operation as it is described, also about what there is; and such as do not fit."""
    kept = {
        parameter: stage.key(THINGS[parameter])
        for parameter in THINGS
        if f"{{{parameter}}}" in operation.path
    }
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    strategies = (
        [operation.as_strategy(generation_mode=GenerationMode.POSITIVE, path_parameters=kept)] if kept else []
    )
    return st.one_of(*strategies, *(operation.as_strategy(generation_mode=mode) for mode in modes))


def tried(operation: APIOperation, stage: Stage, token: str) -> Callable[[], None]:
    """A test that tries the operation with what hypothesis makes."""

    exploring = settings.default.max_examples > 1_000  # --hypothesis-profile=explore

    @settings(
        suppress_health_check=list(HealthCheck),
        deadline=None,
        max_examples=MANY if exploring else FEW,
        phases=[Phase.generate],
        database=None,
    )
    @given(case=requests_for(operation, stage))
    def trial(case: Any) -> None:
        with undone():
            case.headers.update({"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"})
            case.call_and_validate(excluded_checks=LEFT_OUT)

    return trial


@pytest.mark.sweep
@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_every_operation_does_as_it_is_described(name, described, stage):
    from ruleset.models import LawVersion

    room = next(each for each in rooms() if each["name"] == name)
    stage.rules["law"] = LawVersion.objects.get().pk
    token = token_of(stage.people["author"], at=NOW)
    acts = operations(described, {act["name"] for act in room["acts"]})
    assert len(acts) == len(room["acts"])
    for operation in acts:
        tried(operation, stage, token)()
