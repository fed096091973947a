"""Answers of passkeys and security keys that are in no form: refused, and no error of the site."""

import json

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.votables.table import seat

from .proving import prove

pytestmark = pytest.mark.django_db

CHALLENGED = {
    "id": "AA",
    "rawId": "AA",
    "type": "public-key",
    "response": {
        "clientDataJSON": "e30",
        "authenticatorData": "AA",
        "signature": "AA",
        "attestationObject": "AA",
    },
}
MALFORMED = [
    {"id": "x"}, {"rawId": "AA"}, [], [1], "x", 1, True, {"id": None, "rawId": None, "response": None},
    {"id": "AA", "rawId": "AA", "response": []}, {"id": "AA", "rawId": "AA", "response": {}}, CHALLENGED,
    {**CHALLENGED, "response": {**CHALLENGED["response"], "userHandle": 7}},
    {**CHALLENGED, "response": {**CHALLENGED["response"], "userHandle": "MQ"}},
    {**CHALLENGED, "response": {**CHALLENGED["response"], "clientDataJSON": "é"}},
    {**CHALLENGED, "rawId": "A" * 5000},
]  # fmt: skip
WHERE = [
    "/accounts/2fa/webauthn/login/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/webauthn/reauthenticate/",
]


@pytest.fixture
def browser() -> Client:
    """Of a player with a key, who has just given the password."""
    _, bobby = seat("Alice", "Bobby")
    browser = Client()
    browser.force_login(bobby)
    prove(browser, bobby)
    return browser


@pytest.mark.parametrize("address", WHERE)
@pytest.mark.parametrize("answer", MALFORMED, ids=lambda answer: json.dumps(answer)[:50])
def test_malformed_answer_is_refused_and_nobody_gets_in(browser, address, answer):
    asking = Client() if "login" in address else browser
    asking.get(address, headers={"accept": "application/json"})
    before = dict(asking.session)
    response = asking.post(address, {"credential": json.dumps(answer), "name": "Key"})
    assert response.status_code in {200, 302}
    assert response.get("Location", "") in {"", "/accounts/login/", "/accounts/reauthenticate/"}
    assert asking.session.get("_auth_user_id") == before.get("_auth_user_id")
    assert not Authenticator.objects.exists()
