"""What is tracked and was: each variable as it is defined, and all that it ever was."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api import Key, NumberOf, Page, Paging, Room, Rows, page, page_of, read, row_of, worked_out
from blognomic.web.api.models import InEnglish, like
from gamestate.models import Variable
from gamestate.queries.history import entries_of, history_in_words
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import plain_variable
from players.api import Who

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
    table: str | None = worked_out(
        lambda variable: variable.table.key if variable.table else None,
        "The key of the table whose rows it is of.",
    )
    dynasty: NumberOf = Field(description="The number of the dynasty whose rules made it.")


class WholeVariable(VariableShort):
    rule: str = Field(description="The name of the rule that it comes from.")
    definition: VariableDefinition = worked_out(
        lambda variable: renamed(plain_variable(variable).definition.as_json(), TOLD),
        "All that it says, as `POST /gamestate/definitions` takes it.",
    )

    @staticmethod
    def resolve_rule(variable: Variable) -> str:
        rule = plain_variable(variable).definition.rule
        return rule_names([rule]).get(rule or 0, "")


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


@router.list("/gamestate/variables", "Variables", VariableShort)
def list_variables(request: HttpRequest, state: Literal["", "live", "retired"] = "") -> Rows:
    """Everything that is tracked, and that was in dynasties that are over, the newest first."""
    return VARIABLES.filter(retired_at__isnull=state == "live") if state else VARIABLES.all()


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
