"""The types of official posts that the rules define: Events, Requests, Bounty Notices."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema, Status
from pydantic import Field

from blognomic.web.api.problems import Refused
from blognomic.web.api.shapes import Key, Sent, Text, url_of
from blognomic.web.errors import RuleBroken
from gamestate.queries.rules import rule_names
from players.api.people import Who, who
from ruleset.queries import names_at
from votables.api.admins.offices import ADMIN
from votables.api.blog.definitions import Definition, DefinitionIn
from votables.changes.post_types import definition_of
from votables.permissions import POST_TYPES, check_may_define
from votables.post_types.models import OfficialType, OfficialTypeVersion
from votables.post_types.pages import types_with_counts
from votables.post_types.presets import PRESETS
from votables.post_types.rules import in_words
from votables.queries.frame import outlook
from votables.services import official_posts
from votables.services.closing_posts import REASON_LENGTH
from votables.views.instituting import initial_of

router = Router(tags=["Official posts"])


class TypeIn(Sent):
    """A type that the rules define."""

    definition: DefinitionIn
    why: Text = Field("", max_length=REASON_LENGTH, description="Which matter or rule says so.")


class TypeChange(Sent):
    """Another definition of a type. Null takes a limit away."""

    seen: int = Field(ge=1, le=10**6, description="The `number` of the definition that one looked at.")
    definition: DefinitionIn
    why: Text = Field(min_length=1, max_length=REASON_LENGTH, description="Which matter or rule says so.")


class TypeOut(Schema):
    """A type of official posts."""

    id: int
    url: str
    name: str
    plural: str
    example: str = Field(description="How the title of one begins.")
    number: int = Field(description="How many definitions it has had: to be sent back as `seen`.")
    retired_at: datetime | None
    open_posts: int = Field(description="How many posts of it are open.")


class Versioned(Schema):
    number: int
    at: datetime
    by: Who
    why: str
    definition: Definition


class WholeType(TypeOut):
    """A type with its definition, in fields and in words, and with those that it had before."""

    rule: str = Field(description="The name of the rule that defines it.")
    definition: Definition
    posting: list[str]
    responding: list[str]
    ending: list[str]
    versions: list[Versioned] = Field(description="Every definition, the newest first.")


class PresetOut(Schema):
    """A definition from a ruleset of the past, ready to use."""

    key: str
    about: str
    rule: str = Field(description="The name of the rule that it would belong to.")
    definition: dict[str, Any] = Field(description="Its parts that are not as usual.")


def type_short(one: OfficialType) -> dict[str, Any]:
    """A type as lists have it. `open_count` has been counted."""
    return {
        "id": one.pk,
        "url": url_of(one.get_absolute_url()),
        "name": one.name,
        "plural": one.plural,
        "example": one.example,
        "number": one.number,
        "retired_at": one.retired_at,
        "open_posts": one.open_count,
    }


def _version(one: OfficialTypeVersion) -> dict[str, Any]:
    told = {name: getattr(one, name) for name in ("number", "at", "why")}
    return {**told, "by": who(one.by), "definition": definition_of(one)}


def _whole(request: HttpRequest, pk: int) -> dict[str, Any]:
    found = next((one for one in types_with_counts(request.at) if one.pk == pk), None)
    if found is None:
        raise Refused(404, "There is no such type of official posts.")
    words = in_words(found, outlook(request).dynasty)
    return {
        **type_short(found),
        "rule": rule_names([found.rule]).get(found.rule, ""),
        "definition": definition_of(found),
        "posting": words.posting,
        "responding": words.responding,
        "ending": words.ending,
        "versions": [_version(one) for one in found.versions.select_related("by").order_by("-number")],
    }


@router.get("/official-types", response=list[TypeOut], url_name="official_types", summary="Types")
def list_official_types(request: HttpRequest) -> list[dict[str, Any]]:
    """The types of official posts that are in use, and after them those that the rules define no more."""
    return [type_short(one) for one in types_with_counts(request.at)]


@router.get(
    "/official-types/presets",
    response=list[PresetOut],
    url_name="official_presets",
    summary="Shipped definitions",
)
def list_presets(request: HttpRequest) -> list[dict[str, Any]]:
    """Definitions that an admin may add as they are."""
    return [
        {"key": one.key, "about": one.about, "rule": one.rule, "definition": dict(one.definition)}
        for one in PRESETS.values()
    ]


@router.get(
    "/official-types/{int:official_type}", response=WholeType, url_name="official_type", summary="One type"
)
def one_official_type(request: HttpRequest, official_type: Key) -> dict[str, Any]:
    """A type with all that its rule says of it."""
    return _whole(request, official_type)


@router.post(
    "/official-types",
    response={201: WholeType},
    auth=ADMIN,
    url_name="official_types",
    summary="Define a type",
)
def define_official_type(request: HttpRequest, sent: TypeIn) -> Status:
    """Let an admin or the emperor define a type as the rules do. A Story Post is one when its title says so."""
    check_may_define(request.user, outlook(request).held, POST_TYPES)
    told = _read(request, sent.definition)
    made = official_posts.define(by=request.user, at=request.at, why=sent.why, **told)
    return Status(201, _whole(request, made.pk))


@router.post(
    "/official-types/presets/{str:preset}",
    response={201: WholeType},
    auth=ADMIN,
    url_name="official_preset",
    summary="Add a shipped definition",
)
def add_official_preset(request: HttpRequest, preset: Text) -> Status:
    """Let an admin or the emperor add a shipped definition as it is."""
    check_may_define(request.user, outlook(request).held, POST_TYPES)
    if preset not in PRESETS:
        raise Refused(404, "There is no such definition.")
    made = official_posts.define(by=request.user, at=request.at, **initial_of(PRESETS[preset], request))
    return Status(201, _whole(request, made.pk))


@router.patch(
    "/official-types/{int:official_type}",
    response=WholeType,
    auth=ADMIN,
    url_name="official_type",
    summary="Define it otherwise",
)
def change_official_type(request: HttpRequest, official_type: Key, sent: TypeChange) -> dict[str, Any]:
    """Let an admin or the emperor define a type otherwise, as the rules do by now. Posts that are open stay so."""
    check_may_define(request.user, outlook(request).held, POST_TYPES)
    found = get_object_or_404(OfficialType, pk=official_type)
    told = _read(request, sent.definition, kept=found.special_case)
    official_posts.amend(type=found, seen=sent.seen, by=request.user, at=request.at, why=sent.why, **told)
    return _whole(request, official_type)


@router.delete(
    "/official-types/{int:official_type}",
    response=WholeType,
    auth=ADMIN,
    url_name="official_type",
    summary="Retire it",
)
def retire_official_type(request: HttpRequest, official_type: Key) -> dict[str, Any]:
    """Let an admin or the emperor say that the rules define a type no more. Open posts of it can still be answered and
    ended."""
    check_may_define(request.user, outlook(request).held, POST_TYPES)
    found = get_object_or_404(OfficialType, pk=official_type)
    official_posts.retire(type=found, by=request.user, at=request.at)
    return _whole(request, official_type)


def _read(request: HttpRequest, sent: DefinitionIn, *, kept: str = "") -> dict[str, Any]:
    """The parts of a definition that were sent. Raises RuleBroken (400) for a rule or special case that there is not;
    `kept` is the special case that the type has already."""
    told = sent.dict(exclude_unset=True)
    if told.get("rule") is not None and told["rule"] not in names_at(request.at).values():
        raise RuleBroken("There is no such rule.", status=400)
    held = outlook(request).held
    cases = held.law.special_cases if held else ()
    if told.get("special_case") and told["special_case"] not in {*cases, kept}:
        raise RuleBroken("The law in force knows no such special case.", status=400)
    return told
