"""What webhooks are called with, as OpenAPI has it: for each kind of thing a sentence, the page, and facts."""

from dataclasses import fields
from typing import Any

from pydantic import Field, create_model
from pydantic.json_schema import models_json_schema

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.web.api import Shape
from blognomic.web.api.shapes import like
from players.api.auth import Who
from players.notices.channel_facts import FACTS, PersonFact, RolledFact
from players.notices.notice_kinds import PUBLIC, Happening

REFERENCE = "#/components/schemas/{model}"
HEADERS = {
    "webhook-id": "The same if the call is repeated.",
    "webhook-timestamp": "When it was sent: seconds since 1970.",
    "webhook-signature": "The signature with its secret, by Standard Webhooks: `v1,` and HMAC-SHA256 in base64.",
}
ROLLED = like(RolledFact, "number command faces total", called="RolledFact")
SHAPES: dict[type, Any] = {PersonFact: Who, RolledFact: ROLLED}


def header(name: str, says: str, *, required: bool = True, **limits: str) -> dict[str, Any]:
    """A header as OpenAPI describes it."""
    schema = {"type": "string", **limits}
    return {"name": name, "in": "header", "required": required, "schema": schema, "description": says}


class CallData(Shape):
    """What every call says of what happened."""

    sentence: str = Field(description="What happened, in the language of the game.")
    url: str = Field(description="The full address of its page.")


def shape_of(kind: Happening) -> type[Shape]:
    """The shape of what is told of this kind of thing."""
    facts = FACTS[kind]
    parts = like(facts, " ".join(part.name for part in fields(facts)), shapes=SHAPES)
    return create_model(facts.__name__, __base__=(parts, CallData), __doc__=parts.__doc__)


def add_webhooks(schema: dict[str, Any]) -> None:
    """Add to the description of the API what its webhooks are called with, and the shapes of that."""
    data = {facts: shape_of(kind) for kind, facts in FACTS.items()}
    named, shapes = models_json_schema(
        [(one, "serialization") for one in data.values()], ref_template=REFERENCE
    )
    schema["components"]["schemas"] |= shapes["$defs"]
    with in_the_games_language():
        schema["webhooks"] = {
            kind: {"post": _call(kind, PUBLIC[kind], named[data[facts], "serialization"])}
            for kind, facts in FACTS.items()
        }


def _call(kind: Happening, words: str, data: dict[str, Any]) -> dict[str, Any]:
    """The operation that a webhook is, for whoever is called."""
    parts = {
        "type": {"const": kind, "description": "What kind of thing it is."},
        "timestamp": {"type": "string", "format": "date-time", "description": "When it happened (UTC)."},
        "data": data,
    }
    body = {"type": "object", "properties": parts, "required": list(parts)}
    return {
        "operationId": f"call_of_{kind}",
        "summary": f"{words[0].upper()}{words[1:]}",
        "description": "Answer with any 2xx. After other answers, the site tries again for some hours; "
        "404 and 410 turn the webhook off. The body also has the fields that Discord needs.",
        "parameters": [header(name, says) for name, says in HEADERS.items()],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {"2XX": {"description": "It has arrived."}},
    }
