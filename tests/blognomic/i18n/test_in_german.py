"""Every page in German: it stands as it does in English, and nothing in it waits to be filled in
(but in the page of the API, whose addresses have {names} in them)."""

import re

import pytest

from tests.blognomic.html import read
from tests.undoing import undone
from tests.votables.conftest import built_stage, stage  # noqa: F401
from tests.votables.stage import ROLES
from tests.votables.test_views_who_may import ROWS, path_of, sent

pytestmark = [pytest.mark.sweep, pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]
DRAWN = "closes itself"  # as in drawings
UNFILLED = re.compile(r"(?<!\$)\{[a-z_]+\}|%\([a-z_]+\)[sd]")


def asked(method: str, row: tuple) -> list[str]:
    """Who asks for it: who is answered, of those with the most to see; for what is sent, who is refused."""
    answers = row[3]
    if method == "GET":
        return [role for role in ("emperor", "admin", "author", "stranger") if answers[role] == "200"][:1]
    return [role for role in reversed(ROLES) if answers[role] in {"400", "403", "409"}][:1]


def test_each_page_and_refusal_stands_in_german_as_it_does_in_english(stage):  # noqa: F811
    answers_found, expected = {}, {}
    for row in {(row[0], row[1]): row for row in ROWS}.values():  # each address once
        method, route, things, answers = row
        for role in asked(method, row):
            path, data = path_of(stage, route, things), sent(stage, method, route)
            with undone():
                answer = stage.ask(role, method, path, data, headers={"accept-language": "de"})
            key = method, route, *things
            expected[key] = (answers[role], "de", [], [])
            if not answer.headers["Content-Type"].startswith("text/html"):
                expected[key] = answers_found[key] = (answers[role],)
                continue
            page = answer.content.decode()
            language = re.search(r'<html lang="(\w+)"', page)
            answers_found[key] = (
                str(answer.status_code),
                language[1] if language else "de",
                [fault for fault in read(page).faults if DRAWN not in fault] if language else [],
                [] if route == "api" else UNFILLED.findall(page),
            )
    assert {key: answer for key, answer in answers_found.items() if answer != expected[key]} == {}
