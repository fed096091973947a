"""What is tracked and was: each variable as it is defined, and all that it ever was."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api.models import InEnglish, like
from blognomic.web.api.paging import Page, Paging, page
from blognomic.web.api.rooms import Room, Rows, row_of
from blognomic.web.api.shapes import Key, NumberOf, page_of, read
from gamestate.models import Variable
from gamestate.queries.history import entries_of, history_in_words
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import plain_variable
from players.api.people import Who

from .steps import TOLD, VariableDefinition, renamed
from .update_shapes import viewing

router = Room("Gamestate")
VARIABLES = Variable.objects.select_related("table", "dynasty")
OF_VARIABLES = {"scope": "`player`, `game` or `row`: for what it has a value each."}


class VariableShort(like(Variable, "id key scope made_at retired_at", about=OF_VARIABLES)):
    """A variable, tracked now or once."""

    url: page_of("gamestate:variable") = read("pk")
    name: str = read("definition.name")
    kind: str = read("definition.kind")
    table: str | None = Field(description="The key of the table whose rows it is of.")
    dynasty: NumberOf = Field(description="The number of the dynasty whose rules made it.")

    @staticmethod
    def resolve_table(variable: Variable) -> str | None:
        return variable.table.key if variable.table else None


class WholeVariable(VariableShort):
    rule: str = Field(description="The name of the rule that it comes from.")
    definition: VariableDefinition = Field(
        description="All that it says, as `POST /gamestate/definitions` takes it."
    )

    @staticmethod
    def resolve_rule(variable: Variable) -> str:
        rule = plain_variable(variable).definition.rule
        return rule_names([rule]).get(rule or 0, "")

    @staticmethod
    def resolve_definition(variable: Variable) -> dict[str, Any]:
        return renamed(plain_variable(variable).definition.as_json(), TOLD)


class ValueThen(Schema):
    """A value that was set."""

    id: int = read("entry.pk")
    at: datetime = read("entry.at")
    by: Who | None = read("entry.update.by")
    update: int = read("entry.update_id")
    whose: str
    before: str = read("old")
    after: str = read("new")
    refused: InEnglish = read("entry.refused", "Why the tracker would have refused it.")


class VariableFilters(Schema):
    """Which variables are asked for."""

    state: Literal["", "live", "retired"] = ""


@router.list("/gamestate/variables", "Variables", VariableShort)
def list_variables(request: HttpRequest, filters: Query[VariableFilters]) -> Rows:
    """Everything that is tracked, and that was in dynasties that are over, the newest first."""
    return VARIABLES.filter(retired_at__isnull=filters.state == "live") if filters.state else VARIABLES.all()


@router.get("/gamestate/variables/{variable}", "One variable", WholeVariable)
def one_variable(request: HttpRequest, variable: row_of(VARIABLES)) -> Variable:
    """A variable with its definition, which everybody sees, also where its values are hidden."""
    return variable


@router.get("/gamestate/variables/{variable}/history", "All that it was", Page[ValueThen])
def variable_history(
    request: HttpRequest, variable: row_of(VARIABLES), paging: Query[Paging], player: Key | None = None
) -> dict[str, Any]:
    """Every value that a variable was given, newest first, as far as whoever asks may see them."""
    rows = entries_of(variable, viewing(request), player=player)
    return page(request, rows, paging, tell=lambda entries: history_in_words(entries, variable))
