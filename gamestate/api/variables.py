"""What is tracked and was: each variable as it is defined, and all that it ever was."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Router, Schema
from pydantic import Field

from blognomic.web.api.paging import Page, Paging, page, rows_of
from blognomic.web.api.shapes import Key, url_of
from gamestate.models import Variable
from gamestate.queries.history import entries_of, history_in_words
from gamestate.queries.log import EntryShown
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import plain_variable
from players.api.people import Who, who

from .update_shapes import viewing

router = Router(tags=["Gamestate"])


class VariableShort(Schema):
    """A variable, tracked now or once."""

    id: int
    url: str
    key: str
    name: str
    kind: str
    scope: str = Field(description="`player`, `game` or `row`: for what it has a value each.")
    table: str | None = Field(description="The key of the table whose rows it is of.")
    dynasty: int | None = Field(description="The number of the dynasty whose rules made it.")
    made_at: datetime
    retired_at: datetime | None


class WholeVariable(VariableShort):
    rule: str = Field(description="The name of the rule that it comes from.")
    definition: dict[str, Any] = Field(
        description="All that it says, as `POST /gamestate/definitions` takes it."
    )


class ValueThen(Schema):
    """A value that was set."""

    id: int
    at: datetime
    by: Who | None
    update: int
    whose: str
    before: str
    after: str
    refused: str = Field(description="Why the tracker would have refused it.")


class VariableFilters(Schema):
    """Which variables are asked for."""

    state: Literal["", "live", "retired"] = ""


def _short(one: Variable) -> dict[str, Any]:
    definition = plain_variable(one).definition
    return {
        "id": one.pk,
        "url": url_of(reverse("gamestate:variable", args=[one.pk])),
        "key": one.key,
        "name": definition.name,
        "kind": definition.kind,
        "scope": one.scope,
        "table": one.table.key if one.table else None,
        "dynasty": one.dynasty.number if one.dynasty else None,
        "made_at": one.made_at,
        "retired_at": one.retired_at,
    }


@router.get("/gamestate/variables", response=Page[VariableShort], url_name="variables", summary="Variables")
def list_variables(
    request: HttpRequest, paging: Query[Paging], filters: Query[VariableFilters]
) -> dict[str, Any]:
    """Everything that is tracked, and that was in dynasties that are over, the newest first."""
    found = Variable.objects.select_related("table", "dynasty")
    if filters.state:
        found = found.filter(retired_at__isnull=filters.state == "live")
    return page(request, map(_short, rows_of(request, found, paging)))


@router.get(
    "/gamestate/variables/{variable}", response=WholeVariable, url_name="variable", summary="One variable"
)
def one_variable(request: HttpRequest, variable: Key) -> dict[str, Any]:
    """A variable with its definition, which everybody sees, also where its values are hidden."""
    found = get_object_or_404(Variable.objects.select_related("table", "dynasty"), pk=variable)
    definition = plain_variable(found).definition
    rule = rule_names([definition.rule]).get(definition.rule or 0, "")
    return {**_short(found), "rule": rule, "definition": definition.as_json()}


@router.get(
    "/gamestate/variables/{variable}/history",
    response=Page[ValueThen],
    url_name="variable_history",
    summary="All that it was",
)
def variable_history(
    request: HttpRequest, variable: Key, paging: Query[Paging], player: Key | None = None
) -> dict[str, Any]:
    """Every value that a variable was given, newest first, as far as whoever asks may see them."""
    found = get_object_or_404(Variable.objects.select_related("table"), pk=variable)
    rows = rows_of(request, entries_of(found, viewing(request), player=player), paging)
    return page(request, map(_value, history_in_words(rows, found)))


def _value(shown: EntryShown) -> dict[str, Any]:
    entry = shown.entry
    return {
        "id": entry.pk,
        "at": entry.at,
        "by": who(entry.update.by),
        "update": entry.update_id,
        "whose": shown.whose,
        "before": shown.old,
        "after": shown.new,
        "refused": entry.refused.in_english,
    }
