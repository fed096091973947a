"""What is too much to read is refused with a sentence."""

import pytest

from tests.blognomic.html import read
from tests.blognomic.shown import page_shown


def lead(response) -> tuple[int, str]:
    page = page_shown(response)
    assert read(page).faults == []
    return response.status_code, page.partition('<p class="lead">')[2].partition("</p>")[0]


@pytest.mark.parametrize("path", ["/accounts/login/", "/no/such/page"])
def test_a_body_that_is_too_large_is_not_read(client, settings, path):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 5_000
    sentence = "You sent more than 5 kB. The site takes no more than that at once. Nothing was done."

    assert lead(client.post(path, {"login": "x" * 5_000})) == (413, sentence)


@pytest.mark.parametrize("length", ["-1", "many", "٥٥٥٥٥"])
def test_a_length_that_is_none_is_no_length(client, db, length):
    assert client.get("/accounts/login/", CONTENT_LENGTH=length).status_code == 200


def test_too_many_fields_are_refused(client, db, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 3
    sentence = "Your form had more than 3 fields. The site takes no more than that at once."

    assert lead(client.post("/accounts/login/", dict.fromkeys("abcd", "x"))) == (
        400,
        f"{sentence} Nothing was done.",
    )


def test_what_cannot_be_read_is_a_bad_request(client):
    sentence = "Your browser sent something that this site does not understand. Nothing was done."

    assert lead(client.get("/", headers={"Host": "elsewhere.example"})) == (400, sentence)
