"""Who may what on the pages of accounts, which are django-allauth's, and on those for who watches over the servers.

What they do is tested in `tests.blognomic.test_accounts`; here, that nobody gets further for what they are in the game,
that a stranger gets nowhere without signing in, and that asking does nothing, whatever the method.
"""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.urls import get_resolver, reverse

from players.models import Player
from tests.blognomic.api.programs import API
from tests.blognomic.api.test_who_may import ROWS as OPERATIONS
from tests.blognomic.api.test_who_may import operations
from tests.undoing import undone

from .stage import ROLES
from .test_views_who_may import ROWS, in_words, is_of_the_api

pytestmark = [pytest.mark.sweep, pytest.mark.django_db, pytest.mark.usefixtures("without_the_sidebar")]

# For GET, and for POST with nothing filled in, what a stranger gets, and all others; for PUT, PATCH, DELETE and OPTIONS
# what an admin gets, who may most. `in`: they are sent to sign in; `again`: to say once more who they are; `ok`: they
# are sent on. Django takes a PUT for a POST in which nothing is filled in.
TABLE = """
account_login                         | 200 ok  | 200 ok  | ok ok ok ok
account_logout                        | ok  200 | ok  ok  | 405 405 405 200
account_inactive                      | 200 200 | 405 405 | 405 405 405 200
account_signup                        | 200 ok  | 200 ok  | ok ok ok ok
account_reauthenticate                | in  200 | in  200 | 200 405 405 200
account_email                         | in  200 | in  ok  | ok 405 405 200
account_email_verification_sent       | 200 200 | 405 405 | 405 405 405 200
account_change_password               | in  200 | in  200 | 200 405 405 200
account_reset_password                | 200 200 | 200 200 | 200 405 405 200
account_reset_password_done           | 200 200 | 405 405 | 405 405 405 200
account_reset_password_from_key x y   | 200 200 | 200 200 | 200 200 200 200
account_reset_password_from_key_done  | 200 200 | 405 405 | 405 405 405 200
account_confirm_login_code            | ok  ok  | ok  ok  | ok ok ok ok
account_confirm_email x               | 200 200 | 404 404 | 405 405 405 200
mfa_index                             | in  200 | in  405 | 405 405 405 200
mfa_authenticate                      | ok  ok  | ok  ok  | ok ok ok ok
mfa_reauthenticate                    | in again | in again | again again again again
mfa_activate_totp                     | in again | in again | again again again again
mfa_deactivate_totp                   | in  404 | in  404 | 404 404 404 404
mfa_view_recovery_codes               | in  404 | in  405 | 405 405 405 200
mfa_generate_recovery_codes           | in again | in again | again again again again
mfa_download_recovery_codes           | in  404 | in  404 | 404 404 404 404
mfa_list_webauthn                     | in  200 | in  405 | 405 405 405 200
mfa_add_webauthn                      | in again | in again | again again again again
mfa_reauthenticate_webauthn           | in again | in again | again again again again
mfa_remove_webauthn 1                 | in again | in again | again again again again
mfa_edit_webauthn 1                   | in again | in again | again again again again
mfa_login_webauthn                    | ok  ok  | ok  ok  | ok ok ok ok
"""
OTHER = ("PUT", "PATCH", "DELETE", "OPTIONS")


def rows() -> dict[tuple[str, ...], list[list[str]]]:
    """The answers by the route with its arguments."""
    cells = [line.split("|") for line in TABLE.strip().splitlines()]
    return {tuple(route.split()): [answer.split() for answer in answers] for route, *answers in cells}


def theirs() -> list[object]:
    """All that the pages of accounts may change, but for the list of addresses, which is begun by looking at it."""
    return [
        list(Player.objects.order_by("pk").values_list("name", "email", "password", "is_active")),
        list(EmailAddress.objects.filter(verified=True)),
        list(Authenticator.objects.all()),
    ]


def answer(stage, role: str, method: str, path: str) -> str:
    """What somebody gets, who is signed in again afterwards if they were before."""
    browser = stage.browsers[role]
    session = browser.cookies.get("sessionid")
    kept = session and session.value
    cache.clear()  # of how often somebody has tried
    with undone():
        before = theirs()
        response = getattr(browser, method.lower())(path)
        assert theirs() == before
    if kept:
        browser.cookies["sessionid"] = kept
    return in_words(response)


@pytest.mark.parametrize("row", rows().items(), ids=lambda row: row[0][0])
def test_nobody_gets_further_in_accounts_for_what_they_are_in_the_game(stage, row):
    (route, *things), (get, post, others) = row
    path = reverse(route, args=things)
    expected = {role: get[role != "stranger"] for role in ROLES}
    assert {role: answer(stage, role, "GET", path) for role in ROLES} == expected
    assert [answer(stage, role, "POST", path) for role in ("stranger", "applicant", "admin")] == [
        *post,
        post[1],
    ]
    assert [answer(stage, "admin", method, path) for method in OTHER] == others


# The description, and where there is nothing: `tests.blognomic.api.test_answers`.
BESIDE_OPERATIONS = {"api/v1/openapi.json", "api/v1/", "api/v1"}


def test_every_address_is_in_one_of_the_three_tables():
    """Those that people ask, by their names, and those that programs ask, as the description writes them."""
    routes, of_programs = set(), set()

    def walk(patterns, names: tuple[str, ...], start: str) -> None:
        for pattern in patterns:
            path = f"{start}{pattern.pattern}"
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, (*names, pattern.namespace) if pattern.namespace else names, path)
            elif is_of_the_api(pattern, names):
                of_programs.add(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path))
            else:
                routes.add(":".join([*names, pattern.name]))

    walk(get_resolver().url_patterns, (), "")
    operated = {f"{API}{operations()[name][1]}".removeprefix("/") for name, *_ in OPERATIONS}
    assert routes == {route for route, *_ in rows()} | {route for _, route, *_ in ROWS}
    assert of_programs == operated | BESIDE_OPERATIONS


@pytest.mark.parametrize("path", ["/health/", "/ready/", "/static/ground.css", "/admin/"])
def test_what_stands_beside_the_routes_can_be_read_at_most(stage, path):
    read = {"/health/": 200, "/ready/": 200}.get(path, 404)
    refused = 405 if read == 200 else 404
    for method in ("GET", "HEAD", "POST", *OTHER):
        expected = read if method in ("GET", "HEAD") else refused
        assert (method, stage.ask("admin", method, path).status_code) == (method, expected)
    assert stage.ask("stranger", "GET", path).status_code == read
