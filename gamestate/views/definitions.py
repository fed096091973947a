"""Defining what is tracked: variables come, change and go, by admins and the emperor; and the emperor shows the hidden
ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from blognomic.i18n.dynasty_words import said
from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken, Stale
from gamestate.forms.definitions import VariableForm, initial_of
from gamestate.forms.rules import rule_choices
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Showing, Variable
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import UpdateRefused, plan
from gamestate.queries.snapshot import last_entry_about, plain_variable
from gamestate.services import showing, updating
from gamestate.values import value_kinds
from gamestate.values.definitions import AUDIENCES, narrowest
from gamestate.values.plans import Plan
from gamestate.values.state import State
from gamestate.values.steps import Step
from gamestate.views.viewing import shared
from players.models import Player

from .defining import (
    asked_first,
    definers_only,
    done,
    seen_entry,
    step_of,
)


@dataclass(frozen=True, slots=True)
class Consequence:
    """A value that changes with a definition, or a move."""

    what: str
    whose: str
    old: str
    new: str
    note: str | StoredMessage


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def define(request: HttpRequest) -> HttpResponse:
    """Track something new; ?table= begins with a column of that table."""
    definers_only(request)
    state = tracked_now(shared(request)).state
    key = request.GET.get("table", "")
    begins_with = key if any(key == table.key for table in state.tables.values()) else ""
    form = VariableForm(
        request.POST if request.method == "POST" else None,
        state=state,
        rules=rule_choices(request.at, request.present),
        is_new=True,
        initial={"where": f"row:{begins_with}" if begins_with else "player"},
    )

    def step() -> Step:
        cleaned = form.cleaned_data
        scope, _dot, table = cleaned["where"].partition(":")
        path = f"{table}.{cleaned['key']}" if table else cleaned["key"]
        more = {"to": cleaned["to"]} if cleaned["to"] else {}
        return step_of(
            {"do": "define", "path": path, "scope": scope, "definition": form.definition(), **more}
        )

    context = {
        "title": _("Track something new"),
        "submit": _("Track it"),
        "cancel_url": reverse("gamestate:values"),
        "variable": None,
        "begins_with": begins_with,
    }
    return _variable_page(request, form, state, step, context, about=None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def alter(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what a variable is; which values that makes invalid is shown first."""
    definers_only(request)
    variable = _live_variable(pk)
    state = tracked_now(shared(request)).state
    plain = plain_variable(variable)
    form = VariableForm(
        request.POST if request.method == "POST" else None,
        state=state,
        rules=rule_choices(request.at, request.present),
        is_new=False,
        initial=initial_of(plain.definition),
    )

    def step() -> Step:
        alteration = {"do": "alter", "path": state.path_of(plain), "definition": form.definition()}
        return step_of({**alteration, "invalid": form.cleaned_data["invalid"] or "law"})

    context = {
        "title": _("Change {name}").format(name=variable),
        "submit": _("Save"),
        "cancel_url": reverse("gamestate:variable", args=[variable.pk]),
        "variable": variable,
    }
    return _variable_page(request, form, state, step, context, about={"variable": variable.pk})


def _variable_page(
    request: HttpRequest,
    form: VariableForm,
    state: State,
    step: Callable[[], Step],
    context: dict[str, object],
    *,
    about: Mapping[str, int] | None,
) -> HttpResponse:
    """The form of a definition, what it would do to values, and carrying it out."""
    refusal, status, preview = None, 200, {}
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                made = step()
                viewer = viewer_of(request.user, at=request.at)
                planned = plan(state, [made], sight=viewer.sees)
                preview = consequences(planned, viewer)
                if planned.troubles:
                    raise UpdateRefused(planned.troubles)
                if _is_meant(request, preview, about):
                    update = updating.redefine(
                        leave=request.leave,
                        by=request.user,
                        at=request.at,
                        steps=[made],
                        comment=form.cleaned_data["comment"],
                        about=about,
                        seen=seen_entry(request),
                    )
                    return done(request, update)
                status = 200
            except RuleBroken as broken:
                refusal, status = broken, broken.status
    newest = last_entry_about(**about) if about else ""
    context |= {
        "form": form,
        "is_kept": request.method != "POST",
        "refusal": refusal,
        # while the form is corrected, the entry that its author saw stays the one that was seen
        "seen": newest if request.method != "POST" or status == 409 else request.POST.get("seen", ""),
        **preview,
    }
    return render(request, "gamestate/definition_form.html", context, status=status)


def _is_meant(request: HttpRequest, preview: Mapping[str, object], about: object) -> bool:
    """Whether to carry it out: not for a preview, nor while a change of a definition would change values that its
    author was not shown."""
    if request.POST.get("act") == "preview":
        return False
    return about is None or request.POST.get("previewed", "0") == str(preview["number"])


def consequences(planned: Plan, viewer: Viewer) -> dict[str, object]:
    """The values that a plan changes, as the viewer may see them: `changes`, how many are `unseen`, and their
    `number`."""
    shown, unseen = [], 0
    state = planned.state
    for each in planned.alterations:
        if each.about != "value":
            continue
        variable = state.variables[each.id]
        if not viewer.sees(variable, each.holder, narrowest(each.audience, each.audience_before)):
            unseen += 1
            continue
        old, new = (
            value_kinds.show(variable.definition, value, state) or _("blank")
            for value in (each.old, each.new)
        )
        what, whose = variable.definition.name, state.holder_name(each.holder)
        shown.append(Consequence(what, whose, old, new, each.refused or each.note))
    return {"changes": shown, "unseen": unseen, "number": len(shown) + unseen, "is_preview": True}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire(request: HttpRequest, pk: int) -> HttpResponse:
    """Track a variable no more."""
    definers_only(request)
    variable = _live_variable(pk)
    path = f"{variable.table.key}.{variable.key}" if variable.table_id else variable.key
    return asked_first(
        request,
        [Step("retire", path)],
        about={"variable": variable.pk},
        title=_("Stop tracking {name}?").format(name=variable),
        sentence=_(
            "Its values no longer change. They stay readable with their history, and you can undo this."
        ),
        submit=_("Stop tracking it"),
        cancel_url=reverse("gamestate:variable", args=[variable.pk]),
    )


def _live_variable(pk: int) -> Variable:
    variable = get_object_or_404(Variable.objects.select_related("table"), pk=pk)
    if variable.retired_at is not None:
        raise RuleBroken(_("This is no longer tracked. To get it back, undo that in the log."), status=409)
    return variable


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def audience(request: HttpRequest, pk: int) -> HttpResponse:
    """Say who sees a variable from now on (`audience`), which is asked about first."""
    definers_only(request)
    variable = _live_variable(pk)
    plain = plain_variable(variable)
    chosen = (request.POST if request.method == "POST" else request.GET).get("audience", "")
    if chosen not in AUDIENCES:
        raise RuleBroken(_("Choose who sees it."), status=400)
    if chosen == plain.definition.audience:
        raise Stale(_("It is already so: {who}.").format(who=said(AUDIENCES[chosen])))
    state = tracked_now(shared(request)).state
    definition = {**plain.definition.as_json(), "audience": chosen}
    reveals = viewer_of(request.user, at=request.at).is_emperor and chosen == "all"
    points = [
        _("You show everybody the values that it has now, too. You cannot take that back.")
        if reveals
        else _("Values that were set before stay visible to the same people.")
    ]
    return asked_first(
        request,
        [step_of({"do": "alter", "path": state.path_of(plain), "definition": definition})],
        about={"variable": variable.pk},
        fields=[("audience", chosen)],
        title=_("Change who sees {name}?").format(name=variable),
        sentence=said(_("From now on: {who}.").format(who=AUDIENCES[chosen])),
        points=points,
        submit=_("Change who sees it"),
        cancel_url=reverse("gamestate:variable", args=[variable.pk]),
    )


@require_POST
@login_required
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """The emperor shows a hidden variable to a player."""
    variable = get_object_or_404(Variable, pk=pk)
    key = request.POST.get("to", "")
    if not is_key(key):
        raise RuleBroken(_("Choose who to show it to."), status=400)
    to = get_object_or_404(Player, pk=int(key))
    showing.show(leave=request.leave, variable=variable, to=to, by=request.user, at=request.at)
    messages.success(
        request,
        _("{player} sees it from now on, with its whole history in this dynasty.").format(player=to.name),
    )
    return redirect("gamestate:variable", pk=variable.pk)


@require_POST
@login_required
def stop_showing(request: HttpRequest, pk: int) -> HttpResponse:
    """The emperor shows it no longer."""
    ended = get_object_or_404(Showing.objects.select_related("to"), pk=pk)
    showing.stop_showing(leave=request.leave, shown=ended, by=request.user, at=request.at)
    messages.success(request, _("{player} no longer sees it.").format(player=ended.to.name))
    return redirect("gamestate:variable", pk=ended.variable_id)
