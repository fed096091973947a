"""The API's description as people read it: rooms with their operations, and what is sent and answered."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from blognomic.api.site import ROOMS, description
from blognomic.text.outside import LARGEST_KEY
from blognomic.web.api.problems import PATH
from players.api.auth import SCHEME

_CODE = re.compile(r"`([^`]+)`")
_LIMITS = {
    "maxLength": "at most {} characters", "minLength": "at least {} characters", "maximum": "at most {}",
    "minimum": "at least {}", "maxItems": "at most {} of them", "minItems": "at least {} of them",
}  # fmt: skip
# Limits that say no more than that something is there, or is a number that every database keeps.
_DULL = {("minLength", 1), ("minItems", 1), ("minimum", 1), ("minimum", 0), ("maximum", LARGEST_KEY)}
_EMPTY = '""'
_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
}


@dataclass(frozen=True, slots=True)
class OperationPart:
    """A parameter, or a field of what is sent or answered. `place` says where a parameter stands."""

    name: str
    type: SafeString
    description: SafeString
    required: bool = False
    default: str = ""
    place: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """What is sent or answered, by the name that others call it by."""

    name: str
    description: SafeString
    parts: tuple[OperationPart, ...]

    @property
    def anchor(self) -> str:
        return _anchor(self.name)


@dataclass(frozen=True, slots=True)
class Operation:
    """What a program may ask: a method at a path, what is sent to it, and what it answers."""

    name: str
    method: str
    path: str
    summary: str
    description: SafeString
    scope: str | None
    parameters: tuple[OperationPart, ...] = ()
    body: SafeString = field(default_factory=SafeString)
    fields: tuple[OperationPart, ...] = ()
    example: str = ""
    answers: tuple[tuple[str, SafeString], ...] = ()
    problems: tuple[tuple[str, str], ...] = ()

    @property
    def address(self) -> str:
        return f"{PATH.rstrip('/')}{self.path}"


@dataclass(frozen=True, slots=True)
class OperationGroup:
    """Operations that belong together."""

    name: str
    acts: tuple[Operation, ...]

    @property
    def anchor(self) -> str:
        return f"room-{slugify(self.name)}"


def prose(text: str) -> SafeString:
    """A text of the description as HTML: paragraphs, and code between backticks."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    return mark_safe("".join(f"<p>{words(part)}</p>" for part in paragraphs if part))  # `words` escapes


def words(text: str) -> SafeString:
    """A sentence as HTML."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def _anchor(name: str) -> str:
    return f"shape-{slugify(name)}"


def _named(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]


def type_of(schema: Mapping[str, Any]) -> SafeString:
    """What a schema allows, in a few words."""
    if "$ref" in schema:
        name = _named(schema["$ref"])
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
    if schema.get("type") == "array":
        return mark_safe(f"list of: {type_of(schema.get('items', {}))}{_limits(schema)}")
    kind = {"date-time": "instant", "date": "day"}.get(schema.get("format", ""))
    return mark_safe((kind or _TYPES.get(schema.get("type", ""), "anything")) + _limits(schema))


def _limits(schema: Mapping[str, Any]) -> str:
    limits = [
        form.format(f"{schema[key]:,}")
        for key, form in _LIMITS.items()
        if key in schema and (key, schema[key]) not in _DULL
    ]
    return "".join(f", {limit}" for limit in limits)


def _part(name: str, schema: Mapping[str, Any], *, required: bool, place: str = "") -> OperationPart:
    default = schema.get("default")
    choices = next((one["enum"] for one in (schema, *schema.get("anyOf", ())) if "enum" in one), ())
    return OperationPart(
        name=name,
        type=type_of(schema),
        description=words(schema.get("description", "")),
        required=required,
        default="" if default in (None, "", [], {}) else json.dumps(default),
        place=place,
        choices=tuple(map(str, choices)) or (("true", "false") if schema.get("type") == "boolean" else ()),
    )


def _parts(schema: Mapping[str, Any]) -> tuple[OperationPart, ...]:
    required = schema.get("required", [])
    return tuple(
        _part(name, one, required=name in required) for name, one in schema.get("properties", {}).items()
    )


def _example(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    """What may be sent, with something in each field that is needed."""
    needed = {
        name: _sample(one, schemas)
        for name, one in schema.get("properties", {}).items()
        if name in schema.get("required", ()) or "$ref" in one
    }
    return json.dumps(needed, indent=2, ensure_ascii=False)


def _sample(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Any:
    if "$ref" in schema:
        return json.loads(_example(schemas[_named(schema["$ref"])], schemas))
    if "enum" in schema:
        return schema["enum"][0]
    kinds = {"string": "", "integer": 1, "boolean": True, "array": [], "object": {}}
    return kinds.get(schema.get("type", ""))


def _act(method: str, path: str, act: Mapping[str, Any], schemas: Mapping[str, Any]) -> Operation:
    token = act["security"][0].get(SCHEME)
    sent = act.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    shape = schemas[_named(sent["$ref"])] if "$ref" in sent else sent
    return Operation(
        name=act["operationId"],
        method=method.upper(),
        path=path.removeprefix(PATH.rstrip("/")),
        summary=act["summary"],
        description=prose(act.get("description", "").split("\n\nTakes a token")[0]),
        scope=None if token is None else " ".join(token),
        parameters=tuple(
            _part(one["name"], one["schema"], required=one["required"], place=one["in"])
            for one in act.get("parameters", ())
            if one["in"] != "header"  # which the introduction tells of all operations at once
        ),
        body=words(shape.get("description", "")),
        fields=_parts(shape),
        example=_example(shape, schemas) if sent else "",
        answers=tuple(_answers(act["responses"])),
        problems=tuple(
            (status, _named(one["$ref"])) for status, one in act["responses"].items() if "$ref" in one
        ),
    )


def _answers(responses: Mapping[str, Any]) -> Iterator[tuple[str, SafeString]]:
    """What is answered when all goes well: each status, and what it means or holds."""
    for status, response in responses.items():
        if "$ref" not in response:
            schema = response.get("content", {}).get("application/json", {}).get("schema")
            yield status, type_of(schema) if schema else words(response["description"])


@cache
def rooms() -> tuple[OperationGroup, ...]:
    """All operations by their rooms, in the order in which the API is put together."""
    whole = description()
    schemas = whole["components"]["schemas"]
    acts: dict[str, list[Operation]] = {tag: [] for room in ROOMS for tag in room.router.tags}
    for path, methods in whole["paths"].items():
        for method, act in methods.items():
            acts[act["tags"][0]].append(_act(method, path, act, schemas))
    return tuple(OperationGroup(name, tuple(some)) for name, some in acts.items())


@cache
def shapes() -> tuple[Shape, ...]:
    """Everything that is sent or answered, by name."""
    return tuple(
        Shape(name, _union(one) or words(one.get("description", "").split("\n\n")[0]), _parts(one))
        for name, one in sorted(description()["components"]["schemas"].items())
        if one.get("properties") or "oneOf" in one
    )


def _union(schema: Mapping[str, Any]) -> SafeString:
    """Of a shape that is one of several, which they are, and by what one tells them apart."""
    if "oneOf" not in schema:
        return SafeString()
    apart = words(f"Told apart by `{schema['discriminator']['propertyName']}`: ")
    return mark_safe(f"{apart}{type_of(schema)}.")
