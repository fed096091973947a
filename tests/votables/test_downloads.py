"""Files to download are limited as docs/hosting.md says: found among all addresses of the site, not listed."""

import pytest
from django.urls import get_resolver

from blognomic.middleware import rates

from .test_views_who_may import ROWS, path_of, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

# What is no page and yet no data of the game to take away: one line for browsers or programs, or kept by them for long.
SMALL = {"robots", "security", "manifest", "words", "sitemap", "sitemap_section"}
# Limited otherwise, or asked for again and again by programs that say which version they have.
OTHERWISE = {"votables:jump", "openapi"}


def is_file(response) -> bool:
    """Whether it is for keeping or for programs, not for reading in a browser."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    return (
        response.streaming
        or "Content-Disposition" in response.headers
        or kind in {"text/csv", "text/plain", "application/json", "application/octet-stream"}
    )


@pytest.mark.sweep
def test_every_file_is_limited_and_nothing_else_is_counted_with_them(stage, settings):
    """Asked of every page as somebody who sees it, so that a new file is found by itself."""
    files = {}
    for method, route, things, expected in ROWS:
        if method != "GET" or route in SMALL | OTHERWISE:
            continue
        role = next((role for role, answer in expected.items() if answer == "200"), "author")
        path, data = path_of(stage, route, things), sent(stage, method, route)
        response = stage.ask(role, "GET", path, data)
        # The stage has not everything: what is not there is known by its address.
        if is_file(response) or path.endswith((".csv", ".json")):
            files.setdefault(route, (role, path, data))
        response.getvalue()
    downloads = {name for name in every_name() if "download" in name}  # of accounts: another's pages

    assert downloads == {"mfa_download_recovery_codes"}
    assert files.keys() | downloads == {name for name, kind in rates.READING.items() if kind == "exports"}

    settings.RATE_LIMITS = {"exports": "1/day"}
    answers = {}
    for route, (role, path, data) in files.items():
        rates.forget()
        answers[route] = [stage.ask(role, "GET", path, data).status_code for _ in range(2)]
    assert answers == {route: [404 if route == "gamestate:retired_csv" else 200, 429] for route in files}


def every_name() -> set[str]:
    """The names of all addresses without a namespace."""
    return {str(name) for name in get_resolver().reverse_dict if isinstance(name, str)}
