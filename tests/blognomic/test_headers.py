"""Every answer carries the headers of safety, also where somebody is refused or the site breaks; and HEAD is answered
with headers alone."""

from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client

from blognomic.middleware.headers import headers_alone
from tests.headers_alone import as_sent
from tests.votables.table import person

pytestmark = pytest.mark.django_db

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY = {
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
}  # fmt: skip


def forbidden(client: Client) -> HttpResponse:
    client.force_login(person("Bobby"))
    return client.get("/dashboard/")


def too_often(client: Client) -> HttpResponse:
    client.post("/accounts/login/", {"login": "x"})
    return client.post("/accounts/login/", {"login": "x"})


ANSWERS: dict[str, tuple[int, Callable[[Client], HttpResponse]]] = {
    "a page": (200, lambda client: client.get("/accounts/login/")),
    "a feed": (200, lambda client: client.get("/feeds/posts/")),
    "somewhere else": (302, lambda client: client.get("/drafts/")),
    "not understood": (400, lambda client: client.get("/", headers={"Host": "elsewhere.example"})),
    "refused by a rule": (403, forbidden),
    "forged": (403, lambda client: Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "x"})),
    "not found": (404, lambda client: client.get("/no/such/page")),
    "by another method": (405, lambda client: client.put("/queue/")),
    "too large": (413, lambda client: client.post("/accounts/login/", {}, CONTENT_LENGTH=str(10**9))),
    "too often": (429, too_often),
}


def missing_from(response: HttpResponse) -> list[str]:
    """The headers that an answer lacks, or has otherwise."""
    wrong = [name for name, value in ALWAYS.items() if response.get(name) != value]
    if set(response.get("Content-Security-Policy", "").split("; ")) != POLICY:
        wrong.append("Content-Security-Policy")
    return wrong + ["Permissions-Policy"] * ("camera=()" not in response.get("Permissions-Policy", ""))


@pytest.mark.parametrize(("status", "ask"), ANSWERS.values(), ids=list(ANSWERS))
def test_every_answer_has_the_headers_of_safety(client, settings, status, ask):
    settings.RATE_LIMITS = {"signing in": "1/hour"}
    response = ask(client)
    assert (response.status_code, missing_from(response)) == (status, [])


def test_the_page_of_a_mistake_of_the_site_has_them_too(client, monkeypatch):
    def fall(request: HttpRequest) -> None:
        raise RuntimeError("The site has fallen over.")

    monkeypatch.setattr("blognomic.feed_urls.render", fall)
    client.raise_request_exception = False
    response = client.get("/feeds/")
    assert (response.status_code, missing_from(response)) == (500, [])


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/accounts/login/",
        "/feeds/posts/",
        "/no/such/page",
        "/health/",
        "/live/version/",
        "/api/v1/game/",
    ],
)
def test_head_is_answered_with_the_headers_of_get_alone(client, path):
    with as_sent():
        response, head = client.get(path), client.head(path)
    assert (response.status_code, len(response.content)) == (head.status_code, int(head["Content-Length"]))
    assert (head.content, response.content != b"") == (b"", True)


def test_head_of_what_is_sent_in_pieces_sends_none_of_them_and_closes_where_they_come_from(rf):
    closed = []

    class Pieces(list[bytes]):
        def close(self) -> None:
            closed.append("pieces")

    answer = headers_alone(lambda request: StreamingHttpResponse(Pieces([b"one", b"two"])))(rf.head("/"))
    assert b"".join(answer.streaming_content) == b""
    answer.close()
    assert closed == ["pieces"]
