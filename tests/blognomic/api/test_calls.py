"""What webhooks are called with is as the description has it."""

import json
from dataclasses import fields

import jsonschema_rs
import pytest
import time_machine
from django.test import Client

from blognomic.api.site import description
from players.models import Webhook
from players.notices import sending
from players.notices.channel_facts import FACTS
from players.notices.notice_kinds import PUBLIC, Happening
from tests.votables.stage import NOW, Stage
from votables.services.notices import look_around

from .programs import ask, token_of

pytestmark = pytest.mark.django_db


def body_of(kind: str) -> dict:
    """What the body of a call of this kind is, as the description has it."""
    sent = description()["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return {**sent, "components": description()["components"]}


def test_every_kind_is_described_with_its_facts():
    shapes = description()["components"]["schemas"]
    assert description()["webhooks"].keys() == PUBLIC.keys() == set(Happening)
    for kind, facts in FACTS.items():
        properties, shape = body_of(kind)["properties"], shapes[facts.__name__]
        assert (properties["type"]["const"], properties["data"]) == (
            kind,
            {"$ref": f"#/components/schemas/{facts.__name__}"},
        )
        parts = {"sentence", "url", *(part.name for part in fields(facts))}
        assert set(shape["properties"]) == set(shape["required"]) == parts
        assert [name for name, part in shape["properties"].items() if not part.get("description")] == []


def test_page_leads_from_each_kind_to_its_facts():
    page = Client().get("/api/").content.decode()
    for kind, facts in FACTS.items():
        assert f"<dt><code>{kind}</code></dt>" in page
        assert f'<a href="#shape-{facts.__name__.lower()}">{facts.__name__}</a>' in page


def test_whatever_happens_is_told_as_it_is_described(stage: Stage, monkeypatch):
    bodies = []
    monkeypatch.setattr(sending, "post_json", lambda url, body, **more: bodies.append(body) or 204)
    Webhook.objects.update(kinds=list(PUBLIC))
    admin, author, emperor = (token_of(stage.people[role], at=NOW) for role in ("admin", "author", "emperor"))
    correction = {"title": "Cats", "text": "Cats purrr.", "seen": stage.key("correction")}
    proposal = {
        "title": "[Dynastic] More cats",
        "category": "proposal",
        "body": "They purr.",
        "amends": ["dynastic"],
    }
    acts = [
        (f"/posts/{stage.key('ready')}/resolve", {"status": "enacted"}, admin),
        (f"/posts/{stage.key('young')}/comments", {"text": "DICE6", "vote": "against"}, admin),
        (f"/players/{stage.key('joining')}/roster", {"act": "admit"}, admin),
        (f"/rules/{stage.key('rule')}/typo", correction, author),
        ("/gamestate/updates", {"comment": "Words, and DICE10."}, author),
        ("/posts", proposal, author),
        ("/posts", {"title": "I have won", "category": "dov", "body": "So."}, author),
    ]
    with time_machine.travel(NOW, tick=False):
        answers = [ask("POST", path, sent, token=token) for path, sent, token in acts]
        look_around(at=NOW)
        sending.call_webhooks(clock=lambda: NOW)
    assert [(one.status_code, one.json()) for one in answers if one.status_code not in (200, 201)] == []
    for body in bodies:
        jsonschema_rs.validator_for(body_of(body["type"])).validate(json.loads(json.dumps(body)))
    assert {body["type"] for body in bodies} == set(Happening)
