"""What every request to the API goes through: who asks, by token alone; and how answers are sent."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from blognomic.accounts.whereabouts import browser_of, network_of
from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.web.api.problems import PATH, answered, problem
from players.services import tokens
from players.sessions import note_use

GetResponse = Callable[[HttpRequest], HttpResponse]
EXPOSED = "ETag, Link, Location, Retry-After"
# What scripts of other sites may send. No Authorization: a token is for the programs of its owner, and not for a page.
PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


def is_api(request: HttpRequest) -> bool:
    """Whether the request is for the API, rather than for a page."""
    return request.path_info.startswith(PATH)


def answers(get_response: GetResponse) -> GetResponse:
    """Tell every error as a problem, answer HEAD as GET, and let scripts of any site read what is public.

    It stands around everything that may answer a request, also what never looks at the API.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return get_response(request)
        if request.method == "OPTIONS":
            response = HttpResponse(status=204, headers=PREFLIGHT)
        else:
            method = request.method
            request.method = "GET" if method == "HEAD" else method
            response = answered(request, get_response(request))
            request.method = method
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = EXPOSED
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
        response["Content-Language"] = settings.LANGUAGE_CODE
        return response

    return middleware


def bearers(get_response: GetResponse) -> GetResponse:
    """Let whoever sends a token be its owner. A session opens nothing here, so that no page of another site can act in
    the name of somebody who is signed in. Programs are answered in the language of the game."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return get_response(request)
        with in_the_games_language():
            return _by_token(request, get_response)

    return middleware


def _by_token(request: HttpRequest, get_response: GetResponse) -> HttpResponse:
    request.token, request.user = None, AnonymousUser()
    sent = request.headers.get("Authorization", "")
    if sent and (why := _recognise(request, sent)):
        return problem(401, why, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    # Some servers say of no length that it is "".
    if (request.headers.get("Content-Length") or "0") != "0" and request.content_type != "application/json":
        return problem(415, "Send the body as `Content-Type: application/json`.")
    response = get_response(request)
    patch_vary_headers(response, ["Authorization"])
    if request.token is not None:
        patch_cache_control(response, private=True, no_cache=True)
    return _linked(request, _tagged(request, response))


def _recognise(request: HttpRequest, sent: str) -> str:
    """Find out whose token was sent; answers why it opens nothing, or "". Two queries at most."""
    scheme, _, written = sent.partition(" ")
    if scheme.lower() != "bearer":
        return "Send the token as `Authorization: Bearer` and the token."
    at = timezone.now()
    token = tokens.find(written.strip())
    if token is None or not token.player.is_active:
        return "This token does not exist."
    if token.revoked_at is not None:
        return "This token has been revoked."
    if token.is_over(at):
        return "The time of this token is over. Its owner can make another."
    note_use(token, at=at, network=network_of(request), browser=browser_of(request))
    request.token, request.user = token, token.player
    return ""


def _tagged(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with its tag; or, where the reader has it already, that it is so. Of an answer that names the moment
    at which it was asked for, the tag is of what it tells besides that part (`request.of_the_moment`)."""
    if request.method != "GET" or response.status_code != 200 or response.streaming:
        return response
    content = response.content
    if momentary := getattr(request, "of_the_moment", ""):
        content = json.dumps(_without(json.loads(content), momentary)).encode()
    response.headers.setdefault("ETag", f'W/"{hashlib.sha256(content).hexdigest()[:32]}"')
    return get_conditional_response(request, etag=response["ETag"], response=response)


def _without(answer: Any, part: str) -> Any:
    """What is answer without one part of it, wherever that stands."""
    if isinstance(answer, dict):
        return {name: _without(value, part) for name, value in answer.items() if name != part}
    return [_without(value, part) for value in answer] if isinstance(answer, list) else answer


def _linked(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with where the list goes on, where it does."""
    cursor = getattr(request, "next_cursor", None)
    if cursor:
        query = request.GET.copy()
        query["cursor"] = cursor
        response["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'
    return response
