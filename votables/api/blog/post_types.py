"""The types of official posts that the rules define: Events, Requests, Bounty Notices; and what they say of one, as
the model of a definition has it."""

from typing import Any

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Key, Refused, Room, Sent, Shown, Text, read, row_of, worked_out
from gamestate.queries.rules import rule_names
from players.api.auth import by, like, token
from votables.changes.kinds.post_types.sent import Definition, DefinitionIn
from votables.permissions.defining import POST_TYPES, check_may_define
from votables.post_types.models import OfficialType, OfficialTypeVersion
from votables.post_types.presets import PRESETS, Preset, definition_from
from votables.post_types.queries import types_with_counts
from votables.post_types.requirements import in_words
from votables.post_types.type_definitions import definition_of
from votables.services import typed_posts
from votables.services.closing_posts import REASON_LENGTH

router = Room("Official posts")
WRITE = token(
    "admin", lambda request: check_may_define(request.user, request.frame.docket_or_none, POST_TYPES)
)


class DefinitionSent(Sent):
    """What holds a definition."""

    def taken(self) -> dict[str, Any]:
        """The same as the services take it."""
        return {**self.dict(exclude={"definition"}), **self.definition.dict(exclude_unset=True)}


class TypeIn(DefinitionSent):
    """A type that the rules define."""

    definition: DefinitionIn = Field(description="What is not as usual.")
    why: Text = Field("", max_length=REASON_LENGTH, description="The matter or rule behind it.")


class TypeChange(DefinitionSent):
    """A new definition of a type. Null removes a limit."""

    seen: int = Field(ge=1, le=10**6, description="The `number` of the definition that you looked at.")
    definition: DefinitionIn = Field(description="What changes.")
    why: Text = Field(min_length=1, max_length=REASON_LENGTH, description="The matter or rule behind it.")


class TypeOut(like(OfficialType, "name plural retired_at"), Shown):
    """A type of official posts."""

    example: str = Field(description="How such a title begins.")
    number: int = Field(description="How many definitions it has had. Send it back as `seen`.")
    open_posts: int = read("open_count", "How many posts of it are open.")


class Versioned(like(OfficialTypeVersion, "number at by why")):
    """A definition that a type had."""

    definition: Definition = worked_out(definition_of)


class WholeType(TypeOut):
    """A type with its definition, in fields and in words, and its earlier definitions."""

    rule: str = worked_out(lambda one: "".join(rule_names([one.rule]).values()))
    definition: Definition = worked_out(definition_of)
    posting: list[str] = read("words.posting")
    responding: list[str] = read("words.responding")
    ending: list[str] = read("words.ending")
    versions: list[Versioned] = worked_out(
        lambda one: list(one.versions.select_related("by").order_by("-number")),
        "Every definition, the newest first.",
    )


PresetOut = like(Preset, "key about rule definition")


def _whole(request: HttpRequest, of: OfficialType | int) -> OfficialType:
    """The type, or that of a key, with what its page shows. Raises Refused (404) for a key of none."""
    key = of if isinstance(of, int) else of.pk
    whole = next((one for one in types_with_counts(request.at) if one.pk == key), None)
    if whole is None:
        raise Refused(404, "There is no such type of official posts.")
    whole.words = in_words(whole, request.frame.dynasty)
    return whole


WHOLE: dict[str, Any] = {"answer": WholeType, "auth": WRITE, "then": _whole}


@router.get("/official-types", list[TypeOut])
def list_official_types(request: HttpRequest) -> list[OfficialType]:
    """The types of official posts: first those in use, then the retired ones."""
    return list(types_with_counts(request.at))


@router.get("/official-types/presets", list[PresetOut])
def list_presets(request: HttpRequest) -> list[Preset]:
    """Ready definitions that an admin can add."""
    return list(PRESETS.values())


@router.one("/official-types/{int:official_type}", WholeType, then=_whole)
def one_official_type(official_type: Key) -> None: ...


@router.add("/official-types", does=typed_posts.define, **WHOLE)
def define_official_type(sent: TypeIn) -> None: ...


@router.add("/official-types/presets/{str:preset}", WholeType, WRITE)
def add_official_preset(request: HttpRequest, preset: Text) -> OfficialType:
    """As an admin or the emperor, add a shipped definition."""
    if preset not in PRESETS:
        raise Refused(404, "There is no such definition.")
    return _whole(
        request, typed_posts.define(**by(request), **definition_from(PRESETS[preset], at=request.at))
    )


@router.patch("/official-types/{int:official_type}", does=typed_posts.amend, **WHOLE)
def change_official_type(official_type: row_of(OfficialType), sent: TypeChange) -> None: ...


@router.delete("/official-types/{int:official_type}", WholeType, WRITE, does=typed_posts.retire, then=_whole)
def retire_official_type(official_type: row_of(OfficialType)) -> None: ...
