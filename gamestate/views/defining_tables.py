"""Tables that the rules make, and their rows: for admins and the emperor."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from gamestate.forms.definitions import RowForm, TableForm, initial_of_table
from gamestate.forms.rules import rule_choices
from gamestate.models import Row, Table
from gamestate.queries.snapshot import plain_table
from gamestate.values.steps import Step

from .defining import (
    asked_first,
    definers_only,
    filled_in,
    step_of,
)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def define_table(request: HttpRequest) -> HttpResponse:
    """Make a table, with its rows."""
    definers_only(request)
    form = TableForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at, request.present),
        is_new=True,
    )

    def steps() -> list[Step]:
        key = form.cleaned_data["key"]
        made = step_of({"do": "define-table", "path": key, "definition": form.definition()})
        rows = [step_of({"do": "add-row", "path": key, "name": name}) for name in form.row_names()]
        return [made, *rows]

    return filled_in(
        request,
        form,
        steps,
        about=None,
        title=_("Make a table"),
        lead=_("For things besides players, such as Locations, Items or Ports. You add the columns next."),
        submit=_("Make it"),
        cancel_url=reverse("gamestate:values"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def alter_table(request: HttpRequest, key: str) -> HttpResponse:
    """Change what a table is called, and the like."""
    definers_only(request)
    table = _live_table(key)
    form = TableForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at, request.present),
        is_new=False,
        initial=initial_of_table(plain_table(table).definition),
    )
    return filled_in(
        request,
        form,
        lambda: [step_of({"do": "alter-table", "path": table.key, "definition": form.definition()})],
        about={"table": table.pk},
        title=_("Change {name}").format(name=table),
        submit=_("Save"),
        cancel_url=reverse("gamestate:table", args=[table.key]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire_table(request: HttpRequest, key: str) -> HttpResponse:
    """Remove a table with its columns and rows."""
    definers_only(request)
    table = _live_table(key)
    return asked_first(
        request,
        [Step("retire-table", table.key)],
        about={"table": table.pk},
        title=_("Remove the table {name}?").format(name=table),
        sentence=_(
            "Its columns and rows go with it. All of it stays readable with its history, and you "
            "can undo this."
        ),
        submit=_("Remove"),
        cancel_url=reverse("gamestate:table", args=[table.key]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def add_rows(request: HttpRequest, key: str) -> HttpResponse:
    """Add rows to a table."""
    definers_only(request)
    table = _live_table(key)
    form = RowForm(request.POST if request.method == "POST" else None, is_new=True)
    return filled_in(
        request,
        form,
        lambda: [step_of({"do": "add-row", "path": table.key, "name": name}) for name in form.row_names()],
        about=None,
        title=_("Add rows to {table}").format(table=table),
        lead=_("Each new row starts with the defaults of the columns."),
        submit=_("Add them"),
        cancel_url=reverse("gamestate:table", args=[table.key]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def alter_row(request: HttpRequest, pk: int) -> HttpResponse:
    """Rename a row or move it."""
    definers_only(request)
    row = _live_row(pk)
    form = RowForm(
        request.POST if request.method == "POST" else None,
        is_new=False,
        initial={"name": row.name, "order": row.order},
    )

    def steps() -> list[Step]:
        cleaned = form.cleaned_data
        step = {"do": "alter-row", "path": row.table.key, "of": [f"row:{row.pk}"], "name": cleaned["name"]}
        return [step_of({**step, "order": cleaned["order"]})]

    return filled_in(
        request,
        form,
        steps,
        about={"row": row.pk},
        title=_("Rename or move {row}").format(row=row),
        submit=_("Save"),
        cancel_url=reverse("gamestate:table", args=[row.table.key]),
        other_url=reverse("gamestate:retire_row", args=[row.pk]),
        other=_("Remove this row"),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire_row(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a row."""
    definers_only(request)
    row = _live_row(pk)
    return asked_first(
        request,
        [Step("retire-row", row.table.key, (f"row:{row.pk}",))],
        about={"row": row.pk},
        title=_("Remove {row} from {table}?").format(row=row, table=row.table),
        sentence=_(
            "What refers to it keeps its name. It stays readable with its history, and you can undo this."
        ),
        submit=_("Remove"),
        cancel_url=reverse("gamestate:table", args=[row.table.key]),
    )


def _live_table(key: str) -> Table:
    lookup = {"pk": int(key)} if is_key(key) else {"key": key}
    return get_object_or_404(Table.objects.live(), **lookup)


def _live_row(pk: int) -> Row:
    row = get_object_or_404(Row.objects.select_related("table"), pk=pk)
    if row.retired_at is not None:
        raise RuleBroken(_("This row was removed. To get it back, undo that in the log."), status=409)
    return row
