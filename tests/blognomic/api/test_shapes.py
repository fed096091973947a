"""Shapes that are made from models and from what queries answer."""

from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from ninja import Schema
from pydantic import create_model

from blognomic.api.site import _operations, api
from blognomic.middleware.once import LOOKED_AT, OUTSIDE
from blognomic.middleware.rates import READING, WRITING
from blognomic.web.api.models import like
from blognomic.web.api.shapes import Located, page_of, read
from players.api.people import Who
from players.api.people import like as like_with_people
from players.models import Mentorship, Player
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
    told = shape.model_json_schema(mode="serialization")
    return {
        name: {key: value for key, value in part.items() if key != "title"}
        for name, part in told["properties"].items()
    }


def test_shape_of_a_model_has_types_nulls_keys_and_help_of_its_fields():
    found = parts(like(RuleVersion, "title text until", about={"text": "Markdown."}))
    assert found == {
        "title": {"type": "string"},
        "text": {"type": "string", "description": "Markdown."},
        "until": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
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
    told = shape.from_orm(SimpleNamespace(bond=bond)).dict()
    assert told == {"mentor": {"id": 4, "name": "Anna"}, "begun_at": at, "ended_by": None}


def test_shape_of_a_dataclass_has_the_types_of_its_parts_and_properties():
    shape = like_with_people(Tally, "player votes best total")
    told = shape.from_orm(Tally(Player(pk=4, name="Anna"), (1, 2))).dict()
    assert told == {"player": {"id": 4, "name": "Anna"}, "votes": [1, 2], "best": None, "total": 3}
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


def test_every_field_is_worked_out_or_read_and_not_both():
    shapes = {one for one in every_shape() if one.__module__.split(".")[0] not in ("tests", "ninja")}
    assert {one.__qualname__: unasked(one) for one in shapes if unasked(one)} == {}
    assert len(shapes) > 200


def test_field_that_is_worked_out_and_read_is_found():
    class Both(Located):
        @staticmethod
        def resolve_url(row: object) -> str:
            return PAGE

    assert unasked(Both) == {"url"}


def test_limits_and_keys_name_addresses_by_the_first_operation_there():
    firsts = {view.operations[0].view_func.__name__ for view in views()}
    named = {name for table in (WRITING, READING, LOOKED_AT, OUTSIDE) for name in table}
    found = {name.removeprefix("api-v1:") for name in named if name.startswith("api-v1:")}
    assert found - firsts == set()
    assert len(found) == 18
    assert len(firsts) < len(_operations(api))


def views() -> list[Any]:
    return [view for bound in api._get_bound_routers() for view in bound.path_operations.values()]
