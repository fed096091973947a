"""The page about the API. And a site on which no game is founded yet."""

import re
from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client

from blognomic.api.site import ROOMS, description
from blognomic.api_manual import rooms, shapes, type_of
from tests.votables.table import person

from .programs import ask, token_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 12, 12, tzinfo=UTC)


# -- documentation


def test_page_documents_every_operation_and_shape_and_has_no_script_of_its_own():
    response = Client().get("/api/")
    page = response.content.decode()
    acts = [act for room in rooms() for act in room["acts"]]
    assert len(acts) == sum(len(methods) for methods in description()["paths"].values())
    assert [act["name"] for act in acts if f'<details class="fold act" id="{act["name"]}">' not in page] == []
    assert [shape["name"] for shape in shapes() if f'id="{shape["anchor"]}"' not in page] == []
    assert re.findall(r"<script(?![^>]*src=)|<style| style=| on[a-z]+=", page) == []
    assert re.findall(r"<script[^>]* src=\"(?!/static/)", page) == []
    assert "Told apart by <code>op</code>: " in page


def test_links_of_the_page_lead_somewhere():
    page = Client().get("/api/").content.decode()
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert {one for one in re.findall(r'href="#([^"]+)"', page) if one not in ids} == set()


def test_forms_are_hidden_without_javascript_and_name_every_parameter():
    page = Client().get("/api/").content.decode()
    forms = re.findall(r'<form class="form try"[^>]*>', page)
    assert len(forms) == sum(len(room["acts"]) for room in rooms())
    assert all(form.endswith(" hidden>") for form in forms)
    named = re.findall(r'data-place="path"', page)
    assert len(named) == sum(
        part["place"] == "path" for room in rooms() for act in room["acts"] for part in act["parameters"]
    )


def test_every_shape_has_a_name_of_its_own():
    """In the description they stand by name: of two of one name, one would be lost."""
    models: dict[str, set[object]] = {}
    for room in ROOMS:
        for model in vars(room).values():
            if isinstance(model, type) and ".api" in model.__module__ and hasattr(model, "model_fields"):
                models.setdefault(model.__name__, set()).add(model)
    assert {name: modules for name, modules in models.items() if len(modules) > 1} == {}
    assert len(models) > 80


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string", "maxLength": 20}, "text, at most 20 characters"),
        ({"type": "integer", "minimum": 1, "maximum": 10**15 - 1}, "whole number"),
        ({"type": "integer", "minimum": 2, "maximum": 100}, "whole number, at most 100, at least 2"),
        ({"type": "array", "items": {"type": "boolean"}}, "list of: true or false"),
        ({"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}, "instant or nothing"),
        ({"enum": ["", "a"]}, "<code>&quot;&quot;</code> or <code>a</code>"),
        ({"$ref": "#/components/schemas/Who"}, '<a href="#shape-who">Who</a>'),
        ({}, "anything"),
    ],
)
def test_types_are_told_in_words(schema, words):
    assert type_of(schema) == words


# -- before there is a game


def test_before_a_game_is_founded_there_is_none():
    bobby = person("Bobby")
    with time_machine.travel(NOW, tick=False):
        response = ask("GET", "/game")
        assert response.json() == {
            "type": "/api/#conflict",
            "title": "Conflict",
            "status": 409,
            "detail": "No game has been founded on this site yet.",
        }
        assert ask("GET", "/posts").json() == {"items": [], "next": None}
        assert ask("GET", "/chronicle").json() == {"items": [], "next": None}
        assert ask("GET", "/chronicle/2026-W11").status_code == 404
        assert ask("GET", "/roster").json()["active"] == []
        assert ask("GET", "/dice/check").json()["rolls"] == 0
        assert ask("GET", f"/players/{bobby.pk}/record").json()["proposals"] == {}
        token = token_of(bobby, at=NOW)
        assert ask("POST", "/posts", {"title": "Hi"}, token=token).status_code == 409
        assert ask("GET", "/me", token=token).json()["standing"] == "guest"
