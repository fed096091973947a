"""The API put together, and its description (OpenAPI 3.1)."""

import json
import tomllib
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from ninja import NinjaAPI
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.renderers import JSONRenderer

from blognomic.api import calls, refusals
from blognomic.middleware.once import HEADER, LOOKED_AT, OUTSIDE
from blognomic.text.instants import format_instant
from blognomic.web.api.problems import KINDS, MEDIA_TYPE, NOWHERE, Problem, problem
from gamestate.api import actions, dice, pages, private, updates, values
from players.api import mentors, messages, notices, orders
from players.api.auth import SCHEME
from ruleset import api as rules
from votables.api import ascending, chronicle, game, judging, searching, tracking
from votables.api.admins import offices, upkeep, webhooks
from votables.api.blog import comments, post_types, posts, typed_posts, writing
from votables.api.people import mentoring, news, roster
from votables.judge.strict import NotJson, decode, loads

ROOMS = (
    game, posts, writing, comments, news, ascending, typed_posts, post_types, offices,
    webhooks, roster, mentors, mentoring, rules, upkeep, values, updates, tracking, pages, dice,
    actions, private, notices, messages, orders, searching, chronicle, judging,
)  # fmt: skip
DESCRIPTION = """Programs can read everything public of the game, and do everything that a player can do.

You can read everything public without a token. To act for a person, send one of their tokens in the header
`Authorization: Bearer bn_…`. They make it in their account settings. It can do what they allowed it, and nothing
that they cannot do themselves. Signing in with a browser does not work here.

Lists come in parts: `next` is the `cursor` of the next one. Answers have an `ETag`: with `If-None-Match`, you get
304 if nothing changed. To edit something, send the version that you looked at as `seen`; you get 409 if there is a
newer one. All times are UTC. Errors come as `application/problem+json`, with the rule that stops you and when it
will work. Scripts of any site can read what is public (CORS), without tokens.

If you do not know whether something arrived, send it again with the same `Idempotency-Key`, a string of your own
such as a UUID. Within a day it is done only once, and you get the first answer again. If you use the key for
another request, you get 422; if the first one is not finished yet, 409.

Some things work only on the site: everything about an account (signing in, a second factor, addresses, tokens),
founding a game, and stopping e-mails with the address in them."""


WORDS: dict[str, str] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
"""What a name means in every shape that says no more of it."""


def _plain(value: Any) -> str:
    return format_instant(value) if isinstance(value, datetime) else str(value)


class _Json(JSONRenderer):
    json_dumps_params: ClassVar = {"ensure_ascii": False, "default": _plain}


class _Strict(Parser):
    """Bodies are JSON that means one thing."""

    def parse_body(self, request: HttpRequest) -> Any:
        try:
            request.sent = loads(decode(request.body))
            return request.sent
        except NotJson as error:
            request.unreadable = f"The body is {error}."
            raise


class Api(NinjaAPI):
    """The API of the site."""

    def create_response(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        """The answer, with where that is which was made, where the operation has said it (`request.made_at`)."""
        response = super().create_response(request, *args, **more)
        if response.status_code == 201 and hasattr(request, "made_at"):
            response["Location"] = request.made_at
        return response

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_openapi_schema(self, **options: Any) -> dict[str, Any]:
        """The description, with the scopes and with what every operation may answer."""
        schema = super().get_openapi_schema(path_prefix="/api/v1/", **options)
        described = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schema["components"]["schemas"] |= described.pop("$defs", {})
        schema["components"]["schemas"]["Problem"] = described
        calls.add_webhooks(schema)
        for shape in schema["components"]["schemas"].values():
            _describe(shape.get("properties", {}).items())
        schema["components"]["responses"] = {
            name: {"description": f"{title}. {meaning}", "content": {MEDIA_TYPE: {"schema": PROBLEM}}}
            for name, title, meaning in KINDS.values()
        }
        operations = {op.view_func.__name__: op for op in _operations(self)}
        for path, methods in schema["paths"].items():
            for method, act in methods.items():
                _complete(act, operations[act["operationId"]], path, method)
        return schema


KEY = calls.header(
    HEADER,
    "Your own string, such as a UUID. A repeat with it within a day gets the first answer.",
    required=False,
    pattern=r"^[\x21\x23-\x2b\x2d-\x3a\x3c-\x7e]{1,255}$",
)
PROBLEM = {"$ref": "#/components/schemas/Problem"}


def _describe(parts: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Add to parts that say nothing of themselves what their names mean everywhere."""
    for name, part in parts:
        if "description" not in part and name in WORDS:
            part["description"] = WORDS[name]


def _operations(api: NinjaAPI) -> list[Operation]:
    return [
        op
        for bound in api._get_bound_routers()
        for view in bound.path_operations.values()
        for op in view.operations
    ]


def _complete(act: dict[str, Any], operation: Operation, path: str, method: str) -> None:
    """Add to the description of an operation what all of its kind have in common."""
    for part in act.get("parameters", ()):
        if part["in"] == "path":
            part["schema"].setdefault("description", "What it is about, by its key.")
        _describe([(part["name"], part["schema"])])
        part["description"] = part["schema"].get("description", "")
    scopes = [auth.scope for auth in operation.auth_callbacks]
    needed = [scope for scope in scopes if scope]
    act["security"] = [{SCHEME: needed}] if scopes else [{}, {SCHEME: []}]
    if scopes:
        good_for = f" with the scope `{needed[0]}`" if needed else ""
        act["description"] = f"{act.get('description', '')}\n\nTakes a token{good_for}.".strip()
    if method != "get" and f"api-v1:{operation.view_func.__name__}" not in LOOKED_AT | OUTSIDE:
        act.setdefault("parameters", []).append(KEY)
    statuses = {400, 401, 404, 405, 422, 429, 500}
    if scopes:
        statuses |= {403}
    if method != "get":
        statuses |= {403, 409, 413, 415}
    if "/judge" in path:
        statuses |= {503}
    if "{post}" in path:
        statuses |= {410}
    if path.endswith(("/game", "/queue", "/desk", "/effects", "/news", "/ascension", "/received")):
        statuses |= {409}
    for status in sorted(statuses):
        name = KINDS[status][0]
        act["responses"].setdefault(status, {"$ref": f"#/components/responses/{name}"})
    if method == "get":
        act["responses"][304] = {"description": "It has not changed since the answer with that `ETag`."}
    act["responses"] = {str(status): act["responses"][status] for status in sorted(act["responses"])}


api = Api(
    title="BlogNomic",
    version="1",
    description=DESCRIPTION,
    openapi_url=None,
    docs_url=None,
    urls_namespace="api-v1",
    renderer=_Json(),
    parser=_Strict(),
)
for raised, tell in refusals.TOLD.items():
    api.exception_handler(raised)(lambda request, error, tell=tell: tell(error, request))
for room in ROOMS:
    api.add_router("", room.router)


@cache
def description() -> dict[str, Any]:
    """The description of the API. Nobody changes it."""
    return api.get_openapi_schema()


@cache
def _written() -> bytes:
    return json.dumps(description(), ensure_ascii=False, indent=1, default=_plain).encode()


@csrf_exempt  # no session opens anything here
@require_http_methods(["GET"])
def openapi(request: HttpRequest) -> HttpResponse:
    """The description as JSON, for programs that read such."""
    return HttpResponse(_written(), content_type="application/json")


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """The address of all operations without its last slash: there is nothing with one, either."""
    return problem(404, NOWHERE)
