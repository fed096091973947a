"""Shapes that are made from models and from what queries answer."""

import ast
import inspect
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from operator import attrgetter
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import FieldDoesNotExist
from ninja import Schema
from pydantic import create_model

from blognomic.api.site import _operations, api, description
from blognomic.middleware.once import LOOKED_AT, OUTSIDE
from blognomic.middleware.rates import READING, WRITING
from blognomic.web.api.shapes import Located, like, page_of, read
from players.api.auth import Who
from players.api.auth import like as like_with_people
from players.models import Mentorship, Player
from ruleset.law.parts import RulesetPart
from ruleset.models import RuleVersion

PAGE = "http://127.0.0.1:8000/rules/7/"


@dataclass
class Tally:
    player: Player
    votes: tuple[int, ...]
    best: Player | None = None

    @property
    def total(self) -> int:
        return sum(self.votes)


def parts(shape: type[Schema]) -> dict[str, Any]:
    """What each field of a shape is described as, without its title."""
    schema = shape.model_json_schema(mode="serialization")
    return {
        name: {key: value for key, value in part.items() if key != "title"}
        for name, part in schema["properties"].items()
    }


def test_shape_of_a_model_has_types_nulls_keys_and_help_of_its_fields():
    shapes = parts(like(RuleVersion, "title until", text="Markdown."))
    assert shapes == {
        "title": {"type": "string"},
        "text": {"type": "string", "description": "Markdown."},
        "until": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    }
    assert parts(like(RuleVersion, "part")) == {
        "part": {
            "type": "string",
            "enum": ["", *RulesetPart],
            "description": "What a section is to the law; of a rule, nothing.",
        }
    }
    row = SimpleNamespace(title="Cats", text="Purr.", until_id=3)
    assert like(RuleVersion, "title text until").from_orm(row).dict() == {
        "title": "Cats",
        "text": "Purr.",
        "until": 3,
    }


def test_people_are_told_by_key_and_name():
    at = datetime(2026, 3, 1, tzinfo=UTC)
    shape = like_with_people(Mentorship, "mentor begun_at ended_by", of="bond")
    bond = SimpleNamespace(mentor=Player(pk=4, name="Anna"), begun_at=at, ended_by=None)
    data = shape.from_orm(SimpleNamespace(bond=bond)).dict()
    assert data == {"mentor": {"id": 4, "name": "Anna"}, "begun_at": at, "ended_by": None}


def test_shape_of_a_dataclass_has_the_types_of_its_parts_and_properties():
    shape = like_with_people(Tally, "player votes best total")
    data = shape.from_orm(Tally(Player(pk=4, name="Anna"), (1, 2))).dict()
    assert data == {"player": {"id": 4, "name": "Anna"}, "votes": [1, 2], "best": None, "total": 3}
    assert parts(shape)["votes"] == {"type": "array", "items": {"type": "integer"}}
    assert shape.model_fields["best"].annotation == Who | None


def test_what_the_api_does_not_tell_is_refused():
    with pytest.raises(TypeError, match="is told by a shape of its own"):
        like(Tally, "player")
    with pytest.raises(TypeError, match="is told by a shape of its own"):
        like(Player, "groups")


def test_page_is_told_by_its_number():
    shape = create_model("Shape", __base__=Schema, url=(page_of("ruleset:rule"), read("key")))
    assert shape.from_orm(SimpleNamespace(key=7)).dict() == {"url": PAGE}


def unasked(shape: type[Schema]) -> set[str]:
    """The fields of a shape for which there is a function that nobody asks, since they are read from elsewhere."""
    return {
        name
        for name in shape._ninja_resolvers
        if name not in shape.model_fields or shape.model_fields[name].validation_alias not in (None, name)
    }


def every_shape(above: type[Schema] = Schema) -> set[type[Schema]]:
    return {each for one in above.__subclasses__() for each in (one, *every_shape(one))}


def our_shapes() -> set[type[Schema]]:
    return {one for one in every_shape() if one.__module__.split(".")[0] not in ("tests", "ninja")}


def test_every_field_is_worked_out_or_read_and_not_both():
    shapes = our_shapes()
    assert {one.__qualname__: unasked(one) for one in shapes if unasked(one)} == {}
    assert len(shapes) > 200


def test_field_that_is_worked_out_and_read_is_found():
    class Both(Located):
        @staticmethod
        def resolve_url(row: object) -> str:
            return PAGE

    assert unasked(Both) == {"url"}


def made_by_hand(module: ModuleType) -> list[str]:
    """The fields that a shape has by itself, although it would have the same of the model that it is made like."""
    names = []
    for stated in ast.walk(ast.parse(inspect.getsource(module))):
        calls = [one for one in getattr(stated, "bases", ()) if isinstance(one, ast.Call)]
        for call in calls:
            source, shape = attrgetter(ast.unparse(call.args[0]))(module), getattr(module, stated.name)
            of = next((ast.literal_eval(one.value) for one in call.keywords if one.arg == "of"), "")
            for name in vars(shape).get("__annotations__", {}).keys() - shape._ninja_resolvers.keys():
                try:
                    (same,) = like_with_people(source, name, of=of).model_fields.values()
                except (TypeError, KeyError, FieldDoesNotExist):
                    continue
                field = shape.model_fields[name]
                stated_as = (field.annotation, field.validation_alias, field.metadata)
                if not field.description and stated_as == (
                    same.annotation,
                    same.validation_alias,
                    same.metadata,
                ):
                    names.append(f"{stated.name}.{name}")
    return names


def rooms() -> set[str]:
    """The modules in which shapes and operations are."""
    return {one.__module__ for one in our_shapes()} | {one.view_func.__module__ for one in _operations(api)}


def test_no_shape_says_again_what_its_model_says():
    assert [name for module in sorted(rooms()) for name in made_by_hand(import_module(module))] == []


def test_operations_stand_in_the_rooms_of_what_they_show():
    apps_there = {one.view_func.__module__.split(".")[1] for one in _operations(api)}
    apps = {one.view_func.__module__.split(".")[0] for one in _operations(api)}
    assert (apps_there, apps) == ({"api"}, {"players", "ruleset", "gamestate", "votables"})


# What is answered whole, since it has an end: what there is of it, and not what has happened.
WHOLE = {
    "actions": "what the rules allow",
    "by_itself": "what the rules make happen",
    "choices_owed": "what somebody has to answer now",
    "forecast": "what happens next",
    "list_blocks": "whom somebody blocks",
    "list_helpers": "who helps the emperor",
    "list_official_types": "what the rules define",
    "list_presets": "what is shipped",
    "list_showings": "what is tracked, in a dynasty",
    "list_webhooks": "channels outside",
    "needs_vote": "pending matters",
    "queue": "pending matters",
    "seeds": "a hundred days from that which is asked for",
    "votes": "those of one matter",
}


def test_lists_come_in_parts_in_one_way():
    """Each has the same parameters and the same parts."""
    schemas, lists, whole = description()["components"]["schemas"], {}, set()
    for methods in description()["paths"].values():
        operation = methods.get("get", {"responses": {}})
        answer = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        schema = answer.get("schema", {})
        if schema.get("type") == "array":
            whole.add(operation["operationId"])
        elif "items" in (
            named := schemas.get(schema.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
        ):
            parameters = {one["name"]: one["schema"] for one in operation["parameters"]}
            lists[operation["operationId"]] = (
                set(named),
                {*parameters} & {"limit", "cursor"},
                parameters.get("limit"),
            )
    assert whole == WHOLE.keys()
    limit = lists["list_posts"][2]
    assert lists == dict.fromkeys(lists, ({"items", "next"}, {"limit", "cursor"}, limit))
    assert len(lists) > 25


def test_limits_and_keys_name_addresses_by_the_first_operation_there():
    firsts = {view.operations[0].view_func.__name__ for view in views()}
    named = {name for table in (WRITING, READING, LOOKED_AT, OUTSIDE) for name in table}
    names = {name.removeprefix("api-v1:") for name in named if name.startswith("api-v1:")}
    assert names - firsts == set()
    assert len(names) == 18
    assert len(firsts) < len(_operations(api))


def views() -> list[Any]:
    return [view for bound in api._get_bound_routers() for view in bound.path_operations.values()]
