"""Changing values of the gamestate: the form, a preview of what it comes to, and saving it."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from blognomic.web.ahead import looks_ahead
from blognomic.web.errors import RuleBroken
from gamestate.forms.update import UpdateForm
from gamestate.forms.value_fields import (
    SentField,
    changed,
    groups_of,
    read_fields,
    seen_of,
    steps_of,
)
from gamestate.hidden import viewer_of
from gamestate.models import LimitedAction, Update
from gamestate.permissions import check_may_change
from gamestate.queries.acting import ActionShown, actions_for, actions_now
from gamestate.queries.now import seen_as, tracked_now
from gamestate.queries.planning import UpdateRefused, previewed
from gamestate.queries.snapshot import law_newest
from gamestate.queries.tables import CellShown, Tables, suggestions
from gamestate.services import updating
from gamestate.values.plans import Plan, StepTrouble
from gamestate.values.state import GAME, of_player, of_row
from gamestate.views.viewing import shared
from players.present import Present

MOST_SHOWN = 600


def _look_ahead(request: HttpRequest) -> None:
    """Look up what saving asks of the present."""
    if request.user.is_authenticated:
        check_may_change(request.user)
        request.leave.look_ahead()
        law_newest(request.present)
        actions_now(request.at, request.present)
        holders = {one.holder for one in read_fields(request.POST)}
        _tables(request, request.present).state.expect(holders={GAME, *holders})


@looks_ahead(_look_ahead)
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit(request: HttpRequest) -> HttpResponse:
    """The form for values of a player, a table, a row or the game; and what was changed in a table. An address that
    fills in fields, by their names in the form, shows these alone, and what they come to."""
    check_may_change(request.user)
    tables = _tables(request, request.present)
    if request.method != "POST":
        if sent := read_fields(request.GET):
            return _filled_in(request, tables, sent)
        cells = chosen_cells(tables, request)
        return _page(request, tables, form=UpdateForm(), cells=cells)
    return _sent(request, tables)


def chosen_cells(tables: Tables, request: HttpRequest) -> list[CellShown]:
    """The values that ?player=, ?table=, ?row= or ?game= ask for. Raises RuleBroken (404) for what is not there."""
    state, params = tables.state, request.GET
    cells: list[CellShown] = []
    if "game" in params:
        state.expect(holders=[GAME])
        cells += tables.cells(state.of_scope("game"), GAME)
    if "players" in params:
        if len(state.players()) * len(state.of_scope("player")) > MOST_SHOWN:
            raise _too_much()
        for person in state.players():
            cells += tables.cells(state.of_scope("player"), of_player(person.key))
    if sent_key := params.get("player"):
        one = next((one for key, one in state.people.items() if str(key) == sent_key), None)
        if one is None or not (one.plays or one.idle):
            raise RuleBroken(_("There is no such player."), status=404)
        state.expect(holders=[of_player(one.key)])
        cells += tables.cells(state.of_scope("player"), of_player(one.key))
    if sent_key := params.get("table"):
        table = next((one for one in state.tables.values() if sent_key in (one.key, one.id)), None)
        if table is None:
            raise RuleBroken(_("There is no such table."), status=404)
        state.expect(variables=[each.id for each in state.columns_of(table.id)])
        for row in state.rows_of(table.id):
            cells += tables.cells(state.columns_of(table.id), of_row(row.id))
    if sent_key := params.get("row"):
        single = state.rows.get(sent_key)
        if single is None:
            raise RuleBroken(_("There is no such row."), status=404)
        state.expect(holders=[of_row(single.id)])
        cells += tables.cells(state.columns_of(single.table), of_row(single.id))
    if sent_key := params.get("variable"):
        variable = state.variables.get(sent_key)
        if variable is None:
            raise RuleBroken(_("That is not tracked."), status=404)
        state.expect(variables=[variable.id])
        cells += [tables.cell(variable, holder) for holder in state.holders_of(variable)]
    if len(cells) > MOST_SHOWN:
        raise _too_much()
    return [cell for cell in cells if not cell.variable.definition.formula]


def _too_much() -> RuleBroken:
    return RuleBroken(_("That is too much for one form: choose a player, a table or a row."), status=400)


def _tables(request: HttpRequest, present: Present | None) -> Tables:
    now = tracked_now(present)
    return Tables(now.state, viewer_of(request.user, at=request.at, present=present).sees, now.rules)


def _sent(request: HttpRequest, tables: Tables) -> HttpResponse:
    """Save what was sent, or say what it comes to, or what is wrong with it."""
    sent = read_fields(request.POST)
    tables.state.expect(holders={GAME, *(one.holder for one in sent)})
    meant, lost = changed(sent, tables)
    form = UpdateForm(request.POST)
    offered = actions_for(request.user, at=request.at, present=request.present)
    shown: dict[str, Any] = {"sent": sent, "meant": meant, "form": form, "offered": offered}
    cells = _cells_of([one for one in sent if one not in lost], tables)
    if not form.is_valid():
        return _page(request, tables, cells=cells, status=400, **shown)
    try:
        if lost:
            raise _no_longer(lost)
        taken = _actions(request, offered)
        steps, seen, insist = steps_of(meant, tables.state), seen_of(meant), form.cleaned_data["insist"]
        if request.POST.get("act") == "preview":
            planned = _previewed(tables, meant, insist)
            return _page(request, tables, cells=cells, troubles=planned.troubles, planned=planned, **shown)
        made = updating.update(
            leave=request.leave,
            by=request.user,
            at=request.at,
            steps=steps,
            comment=form.cleaned_data["comment"],
            correction=form.cleaned_data["correction"],
            seen=seen,
            insist=insist,
            actions=taken,
            shared=request.present,
        )
    except RuleBroken as broken:
        troubles = broken.troubles if isinstance(broken, UpdateRefused) else ()
        if troubles:
            tables = _tables(request, None)  # as things stand since it was refused
            kept = [one for one in sent if one.variable in tables.state.variables]
            cells = _cells_of(kept, tables)
        return _page(
            request, tables, cells=cells, troubles=troubles, refusal=broken, status=broken.status, **shown
        )
    return _saved(request, made)


def _saved(request: HttpRequest, made: Update) -> HttpResponse:
    """Back to where the change was made, or to the dice that were rolled."""
    if made.comment and made.rolls.first():
        messages.success(request, _("Saved, and the dice are rolled."))
        return redirect(made)
    messages.success(request, _("Saved as update {number}.").format(number=made.pk))
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}) and back.startswith("/"):
        return redirect(back)
    return redirect(made)


def _filled_in(request: HttpRequest, tables: Tables, sent: list[SentField]) -> HttpResponse:
    """The form with these fields, as an address fills them in, and what they come to. Nothing is saved."""
    tables.state.expect(holders={GAME, *(one.holder for one in sent)})
    meant, lost = changed(sent, tables)
    if lost:
        raise RuleBroken(_("That is not tracked."), status=404)
    planned = _previewed(tables, meant)
    return _page(
        request,
        tables,
        form=UpdateForm(),
        cells=_cells_of(sent, tables),
        sent=sent,
        meant=meant,
        troubles=planned.troubles,
        planned=planned,
    )


def _cells_of(sent: Sequence[SentField], tables: Tables) -> list[CellShown]:
    return [tables.cell(tables.state.variables[one.variable], one.holder) for one in sent]


def _previewed(tables: Tables, meant: Sequence[SentField], insist: str = "") -> Plan:
    """What the fields come to."""
    steps = steps_of(meant, tables.state)
    return previewed(tables.state, steps, seen=seen_of(meant), sight=tables.sight, insist=insist)


def _no_longer(lost: list[SentField]) -> RuleBroken:
    lost_texts = ", ".join(f"“{one.typed[:60]}”" for one in lost[:5] if one.typed.strip())
    words = (
        ngettext(
            "{number} value of this form is no longer tracked. Nothing was saved. You had written"
            " {said} there; the rest is still below.",
            "{number} values of this form are no longer tracked. Nothing was saved. You had written"
            " {said} there; the rest is still below.",
            len(lost),
        )
        if lost_texts
        else ngettext(
            "{number} value of this form is no longer tracked. Nothing was saved; the rest is still below.",
            "{number} values of this form are no longer tracked. Nothing was saved; the rest is still below.",
            len(lost),
        )
    )
    return RuleBroken(words.format(number=len(lost), said=lost_texts), status=409)


def _actions(request: HttpRequest, offered: list[ActionShown]) -> list[LimitedAction]:
    """The limited actions that are to be taken with the update. Raises RuleBroken (400) for one that is not offered."""
    keys = set(request.POST.getlist("action"))
    actions = [one.action for one in offered if str(one.action.pk) in keys and one.is_plain]
    if len(actions) < len(keys):
        raise RuleBroken(_("The rules no longer allow one of the actions. Choose again."), status=409)
    return actions


def _page(
    request: HttpRequest,
    tables: Tables,
    *,
    form: UpdateForm,
    cells: list[CellShown],
    sent: Sequence[SentField] = (),
    meant: Sequence[SentField] = (),
    troubles: tuple[StepTrouble, ...] = (),
    planned: Plan | None = None,
    refusal: RuleBroken | None = None,
    offered: list[ActionShown] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form; of a preview that a table asks for, only what it comes to."""
    groups = groups_of(cells, tables, sent=sent, steps=meant, troubles=troubles, planned=planned)
    if offered is None:
        offered = actions_for(request.user, at=request.at, present=shared(request))
    refused = any(trouble.kind == "refused" for trouble in troubles)
    state = tables.state
    context = {
        "form": form,
        "groups": groups,
        "planned": planned,
        "refusal": refusal,
        "has_troubles": bool(troubles),
        "asks_to_insist": refused or form.is_bound and bool(form.data.get("insist", "").strip()),
        "offered": [one for one in offered if one.is_plain],
        "taken": (request.POST if request.method == "POST" else request.GET).getlist("action"),
        "suggest": suggestions(state),
        "asked": request.GET.urlencode(),
        "seen_as": seen_as(viewer_of(request.user, at=request.at, present=shared(request)), state),
        "chosen_player": request.GET.get("player", ""),
        "next": request.POST.get("next") or request.GET.get("next") or "",
        "names": _names(tables),
        "people": state.players(idle=True) if state.of_scope("player") else [],
        "tables": tables.tables(),
        "has_game": bool(state.of_scope("game")),
        "cancel_url": reverse("gamestate:values"),
    }
    if request.headers.get("X-Requested-With") == "fetch":
        return render(request, "gamestate/_preview.html", context)
    return render(request, "gamestate/edit.html", context, status=status)


def _names(tables: Tables) -> list[tuple[str, str]]:
    """What formulas of the reader may name: keys with what they mean, for the help beside the form."""
    return [
        (variable.key, variable.definition.name)
        for scope in ("player", "game")
        for variable in tables.state.of_scope(scope)
        if variable.definition.kind in ("whole", "decimal", "yes_no")
        and tables.sight(variable, "", variable.definition.audience)
    ]
