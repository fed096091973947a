"""The page about the API: its description as people read it, by rooms, with what is sent and answered."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from blognomic.api.site import DESCRIPTION, ROOMS, description
from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api.problems import KINDS, PATH
from players.api.auth import SCHEME
from players.notices.channel_facts import FACTS
from players.notices.notice_kinds import PUBLIC
from players.services.tokens import SCOPES

Described = Mapping[str, Any]
_CODE = re.compile(r"`([^`]+)`")
_LIMITS = {
    "maxLength": "at most {} characters", "minLength": "at least {} characters", "maximum": "at most {}",
    "minimum": "at least {}", "maxItems": "at most {} of them", "minItems": "at least {} of them",
}  # fmt: skip
# Limits that say no more than that something is there, or is a number that every database keeps.
_DULL = {("minLength", 1), ("minItems", 1), ("minimum", 1), ("minimum", 0), ("maximum", LARGEST_KEY)}
_EMPTY = '""'
_TYPES = {
    "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "object": "object",
}  # fmt: skip
_SAMPLES = {"string": "", "integer": 1, "boolean": True, "array": [], "object": {}}
VERIFY = """\
import base64, hashlib, hmac, time

def is_from_the_game(secret: str, headers, body: bytes) -> bool:
    sent = headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > 300:
        return False  # an old one, sent again by somebody else
    signed = b".".join([headers["webhook-id"].encode(), sent.encode(), body])
    key = base64.b64decode(secret.removeprefix("whsec_"))
    right = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers["webhook-signature"].split(" ")
    return any(hmac.compare_digest(f"v1,{right}", one) for one in given)"""


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Every operation of the API."""
    context = {
        "rooms": rooms,
        "shapes": shapes,
        "introduction": prose(DESCRIPTION),
        "scopes": SCOPES,
        "problems": [
            (status, name, title, words(meaning)) for status, (name, title, meaning) in KINDS.items()
        ],
        "events": [
            (kind, PUBLIC[kind], facts.__name__, _anchor(facts.__name__)) for kind, facts in FACTS.items()
        ],
        "verify": VERIFY,
    }
    return render(request, "api/api.html", context)


@cache
def rooms() -> list[dict[str, Any]]:
    """All operations by their rooms, in the order in which the API is put together."""
    acts: dict[str, list[dict[str, Any]]] = {tag: [] for room in ROOMS for tag in room.router.tags}
    for path, methods in description()["paths"].items():
        for method, act in methods.items():
            at = {"method": method.upper(), "address": path, "path": path.removeprefix(PATH.rstrip("/"))}
            acts[act["tags"][0]].append({**at, **_act(act)})
    return [{"name": name, "anchor": f"room-{slugify(name)}", "acts": some} for name, some in acts.items()]


@cache
def shapes() -> list[dict[str, Any]]:
    """Everything that is sent or answered, by name."""
    return [
        {
            "name": name,
            "anchor": _anchor(name),
            "description": _union(one) or words(one.get("description", "").partition("\n\n")[0]),
            "parts": _parts(one),
        }
        for name, one in sorted(_schemas().items())
        if one.get("properties") or "oneOf" in one
    ]


def _act(act: Described) -> dict[str, Any]:
    """An operation: what it is about, what it takes, and what it answers."""
    token = act["security"][0].get(SCHEME)
    says = " ".join(act.get("description", "").partition("\n\nTakes a token")[0].split())
    sent = act.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    shape = _schemas()[_named(sent)] if "$ref" in sent else sent
    parameters = [
        one for one in act.get("parameters", ()) if one["in"] != "header"
    ]  # the introduction has those
    return {
        "name": act["operationId"],
        "summary": words(act["summary"]),
        "description": prose(says.removeprefix(f"{act['summary']}.")),
        "scope": None if token is None else " ".join(token),
        "parameters": [_part(one["name"], one["schema"], one["required"], one["in"]) for one in parameters],
        "body": words(shape.get("description", "")),
        "fields": _parts(shape),
        "example": json.dumps(_sample(shape), indent=2, ensure_ascii=False) if sent else "",
        "answers": list(_answers(act["responses"])),
        "problems": [(status, _named(one)) for status, one in act["responses"].items() if "$ref" in one],
    }


def _answers(responses: Described) -> Iterator[tuple[str, SafeString]]:
    """What is answered when all goes well: each status, and what it means or holds."""
    for status, response in responses.items():
        if "$ref" not in response:
            schema = response.get("content", {}).get("application/json", {}).get("schema")
            yield status, type_of(schema) if schema else words(response["description"])


def _parts(shape: Described) -> list[dict[str, Any]]:
    needed = shape.get("required", ())
    return [_part(name, one, name in needed) for name, one in shape.get("properties", {}).items()]


def _part(name: str, schema: Described, needed: bool, place: str = "") -> dict[str, Any]:
    """A parameter, which has its `place`, or a field of what is sent or answered."""
    default = schema.get("default")
    choices = next((one["enum"] for one in (schema, *schema.get("anyOf", ())) if "enum" in one), ())
    return {
        "name": name,
        "type": type_of(schema),
        "description": words(schema.get("description", "")),
        "required": needed,
        "default": "" if default in (None, "", [], {}) else json.dumps(default),
        "place": place,
        "choices": [*map(str, choices)] or (["true", "false"] if schema.get("type") == "boolean" else []),
    }


def _sample(schema: Described) -> Any:
    """What may be sent, with something in each field that is needed."""
    if "$ref" in schema:
        return _sample(_schemas()[_named(schema)])
    if "properties" in schema:
        fields, needed = schema["properties"].items(), schema.get("required", ())
        return {name: _sample(one) for name, one in fields if name in needed or "$ref" in one}
    return schema["enum"][0] if "enum" in schema else _SAMPLES.get(schema.get("type", ""))


def type_of(schema: Described) -> SafeString:
    """What a schema allows, in a few words."""
    if "$ref" in schema:
        name = _named(schema)
        return mark_safe(f'<a href="#{_anchor(name)}">{escape(name)}</a>')
    if "oneOf" in schema:
        return mark_safe(" or ".join(map(type_of, schema["oneOf"])))
    if "anyOf" in schema:
        kinds = [type_of(one) for one in schema["anyOf"] if one.get("type") != "null"]
        nothing = " or nothing" if len(kinds) < len(schema["anyOf"]) else ""
        return mark_safe(f"{' or '.join(kinds)}{nothing}")
    if "enum" in schema or "const" in schema:
        listed = schema.get("enum", [schema.get("const")])
        return mark_safe(" or ".join(f"<code>{escape(one or _EMPTY)}</code>" for one in listed))
    limits = "".join(
        f", {form.format(f'{schema[key]:,}')}"
        for key, form in _LIMITS.items()
        if key in schema and (key, schema[key]) not in _DULL
    )
    if schema.get("type") == "array":
        return mark_safe(f"list of: {type_of(schema.get('items', {}))}{limits}")
    kind = {"date-time": "instant", "date": "day"}.get(schema.get("format", ""))
    return mark_safe((kind or _TYPES.get(schema.get("type", ""), "anything")) + limits)


def _union(schema: Described) -> SafeString:
    """Of a shape that is one of several, which they are, and by what one tells them apart."""
    if "oneOf" not in schema:
        return SafeString()
    apart = words(f"Told apart by `{schema['discriminator']['propertyName']}`: ")
    return mark_safe(f"{apart}{type_of(schema)}.")


def prose(text: str) -> SafeString:
    """A text of the description as HTML: paragraphs, and code between backticks."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    return mark_safe("".join(f"<p>{words(part)}</p>" for part in paragraphs if part))  # `words` escapes


def words(text: str) -> SafeString:
    """A sentence as HTML."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def _schemas() -> Described:
    return description()["components"]["schemas"]


def _named(reference: Described) -> str:
    return reference["$ref"].rpartition("/")[2]


def _anchor(name: str) -> str:
    return f"shape-{slugify(name)}"
