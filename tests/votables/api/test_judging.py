"""The judge for anybody's game: a file in, the verdicts out, and nothing else touched."""

import json

import pytest
from django.test import Client

from blognomic.web.errors import RuleBroken
from tests.blognomic.api.programs import API, ask
from tests.votables.judge.test_command import ANSWER, GAME
from votables.queries import judging_apart

AT = "2024-05-01T23:00:00Z"


def without_reasons(answer: dict) -> dict:
    return answer | {"matters": [{**one, "why": []} for one in answer["matters"]]}


def test_file_is_judged_as_the_command_judges_it_without_a_database():
    """It has no mark of pytest-django's, so that any look at the database fails."""
    verdict = judging_apart.verdict_on(json.dumps(GAME).encode(), "2030-01-01T00:00:00Z", AT)
    assert without_reasons(verdict) == without_reasons(ANSWER)


@pytest.mark.django_db
def test_instant_that_is_asked_for_goes_before_that_of_the_file(django_assert_num_queries):
    file = GAME | {"at": "2024-05-02T12:00:00Z"}
    with django_assert_num_queries(1):  # the page's frame asks whether there is a game
        responses = [ask("POST", path, file) for path in ("/judge",)]
    assert [(one.status_code, one.json()["at"]) for one in responses] == [(200, "2024-05-02T12:00:00Z")]
    assert ask("POST", f"/judge?at={AT}", file).json()["at"] == AT
    assert ask("POST", "/judge?at=tomorrow", file).status_code == 400


@pytest.mark.django_db
def test_what_is_wrong_with_a_file_is_told():
    response = ask("POST", "/judge", GAME | {"law": "ruleset-0"})
    assert response.status_code == 422
    assert response.json()["detail"].startswith("law: ")
    broken = Client().post(f"{API}/judge", b"{", content_type="application/json")
    assert (broken.status_code, broken.json()["detail"][:23]) == (400, "The game file is not JS")


def test_judge_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(judging_apart, "SECONDS", 0.05)
    with pytest.raises(RuleBroken) as refused:
        judging_apart.verdict_on(json.dumps(GAME).encode(), AT)
    assert (refused.value.status, "seconds" in refused.value.sentence) == (422, True)


def test_judge_that_takes_too_much_is_stopped(monkeypatch, caplog):
    monkeypatch.setattr(judging_apart, "MEMORY", 2**20)
    with pytest.raises(RuleBroken) as refused:
        judging_apart.verdict_on(json.dumps(GAME).encode(), AT)
    assert (refused.value.status, refused.value.sentence) == (
        422,
        "The judge could not work this file out: it takes too much time or memory.",
    )


@pytest.mark.django_db
def test_no_more_than_a_few_are_judged_at_once(settings):
    turns = [judging_apart.AT_ONCE.acquire(timeout=1) for _ in range(2)]
    assert len(turns) <= settings.WEB_THREADS - 2  # somebody is left to answer
    try:
        response = ask("POST", "/judge", GAME)
    finally:
        for _ in turns:
            judging_apart.AT_ONCE.release()
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert ask("POST", "/judge", GAME).status_code == 200
