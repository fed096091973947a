"""Limited actions: what the rules allow how often, taking it, and the log."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.web.attempting import attempt, once_confirmed
from blognomic.web.site_rules import SiteRule
from gamestate.drawing.boards import draw_board
from gamestate.forms.actions import ANSWER, ActionForm, TakeForm
from gamestate.forms.rules import rule_choices
from gamestate.hidden import viewer_of
from gamestate.leave import ACTIONS
from gamestate.models import LimitedAction, Taking
from gamestate.moves.answering import QuestionShown
from gamestate.permissions import check_may_act, check_may_withdraw
from gamestate.queries import moves
from gamestate.queries.acting import (
    actions_for,
    actions_now,
    awaited_by,
    frequencies,
    in_words,
    log_of_takings,
    move_of,
    page_of_actions,
    questions_for,
)
from gamestate.queries.boards import DrawnTable, PlaceShown, board_of
from gamestate.queries.by_itself import shown_by_themselves
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.rules import rule_names
from gamestate.queries.tables import Tables
from gamestate.services import acting, awaiting, moving
from gamestate.views.viewing import shared
from players.queries.roster import people_by_key

from .defining import definers_only
from .definitions import consequences


@require_safe
def actions(request: HttpRequest) -> HttpResponse:
    """What may be taken how often, when the viewer may again, and every time that something was taken."""
    viewer = request.user if request.user.is_authenticated else None
    shown = actions_for(viewer, at=request.at, present=shared(request))
    rows = [(one, in_words(one.frequency) if one.frequency else "") for one in shown]
    reasons = {(one.why, one.again is not None and one.again.because is not None) for one in shown}
    (why, is_theirs), *_others = reasons or {("", False)}
    log = Paginator(log_of_takings(), 50).get_page(request.GET.get("page"))
    context = {
        "rows": rows,
        "reason_of_all": why if len(rows) > 1 and len(reasons) == 1 and not is_theirs else "",
        "awaited": awaited_by(viewer, shown) if viewer else frozenset(),
        "retired": actions_now(request.at, shared(request)).retired,
        "log": log,
        "form": TakeForm(auto_id=False),
        "by_itself": shown_by_themselves(shared(request)),
        "afresh": SiteRule.AFRESH,
    }
    return render(request, "gamestate/actions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_action(request: HttpRequest) -> HttpResponse:
    """Declare an action."""
    definers_only(request, ACTIONS)
    form = ActionForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at, request.present),
        known=frequencies(request.at),
    )
    sent = attempt(
        request,
        form,
        lambda _data: acting.declare(leave=request.leave, by=request.user, at=request.at, **form.declared()),
    )
    if sent.is_done:
        messages.success(request, _("Declared."))
        return redirect("gamestate:actions")
    context = {"form": form, "refusal": sent.refusal}
    return render(request, "gamestate/action_form.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_action(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an action, with what it asks; or look at what it would come to."""
    action = get_object_or_404(LimitedAction, pk=pk)
    check_may_act(request.user, request.at)
    is_preview = request.method == "POST" and request.POST.get("act") == "preview"
    asks = questions_for(action, request.user, at=request.at, present=shared(request))
    boards = _boards(request, asks)
    form = TakeForm(
        request.POST if request.method == "POST" else None,
        questions=asks,
        drawn=boards,
        initial={name: request.GET[name] for name in request.GET if name.startswith(ANSWER)},
    )
    who = {"by": request.user, "at": request.at}
    sent = attempt(
        request,
        form,
        lambda _data: (
            moves.preview(action, answers=form.answered()["answers"], **who)
            if is_preview
            else moving.make(leave=request.leave, action=action, **who, **form.answered())
        ),
    )
    if sent.is_done and not is_preview:
        messages.success(request, _("You took {action}, and it is logged.").format(action=action.name))
        return redirect(sent.made.update if not move_of(action).is_plain else "gamestate:actions")
    troubles = sent.refusal.troubles if isinstance(sent.refusal, UpdateRefused) else ()
    preview: dict[str, object] = {}
    if sent.is_done:
        troubles = sent.made.troubles
        preview = consequences(sent.made, viewer_of(request.user, at=request.at, present=shared(request)))
        preview["asked"] = list(people_by_key([one.player for one in sent.made.asked]).values())
    rule = rule_names([action.rule]).get(action.rule, "")
    frequency = frequencies(request.at).get(action.frequency)
    how_often = f"{frequency.label}: {in_words(frequency)}." if frequency else ""
    context = {
        "form": form,
        "fields": [(field, _drawn(boards.get(field.name.removeprefix(ANSWER)), field)) for field in form],
        "refusal": sent.refusal,
        "troubles": troubles,
        "action": action,
        "rule": rule,
        "how_often": how_often,
        "move": move_of(action),
        **preview,
    }
    return render(request, "gamestate/take_action.html", context, status=sent.status)


@require_POST
@login_required
def tell_me(request: HttpRequest, pk: int) -> HttpResponse:
    """Have the reader told when they can take an action, or, with `stop`, no longer."""
    action = get_object_or_404(LimitedAction, pk=pk)
    back = request.POST.get("next", "")
    is_here = back.startswith("/") and url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}
    )
    who = {"action": action, "by": request.user, "at": request.at}
    if "stop" in request.POST:
        awaiting.stop_awaiting(**who)
        messages.success(request, _("You get no notice of {action}.").format(action=action.name))
    else:
        awaiting.await_action(**who)
        messages.success(
            request, _("You get a notice when you can take {action}.").format(action=action.name)
        )
    return redirect(back if is_here else "gamestate:actions")


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """The board on which a question is answered, and what may be answered, by the names of the places."""

    board: DrawnTable
    options: frozenset[str]


def _boards(request: HttpRequest, asks: Sequence[QuestionShown]) -> dict[str, BoardAsked]:
    """The boards of the questions that ask for a row of a table that is drawn, by the questions' names."""
    boards = {}
    of_rows = [each for each in asks if each.question.kind == "row" and each.options]
    if not of_rows:
        return {}
    now = tracked_now(shared(request))
    tables = Tables(
        now.state, viewer_of(request.user, at=request.at, present=shared(request)).sees, now.rules
    )
    for each in of_rows:
        table = next((one for one in now.state.tables.values() if one.key == each.question.table), None)
        board = board_of(table, tables) if table else None
        if board is not None:
            boards[each.question.name] = BoardAsked(board, frozenset(each.options))
    return boards


def _drawn(of_question: BoardAsked | None, field: BoundField) -> str:
    """The board of a question: each place that may be answered leads to the form with it filled in."""
    if of_question is None:
        return ""

    def way(place: PlaceShown) -> tuple[str, dict[str, str]] | None:
        if place.name not in of_question.options:
            return None
        return f"?{urlencode({field.html_name: place.name})}", {"data_answer": place.name}

    chosen = next((place.row for place in of_question.board.places if place.name == field.value()), "")
    return draw_board(of_question.board, way, chosen=chosen)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire_action(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that the rules allow an action no more."""
    action = get_object_or_404(LimitedAction, pk=pk)
    definers_only(request, ACTIONS)
    return once_confirmed(
        request,
        lambda: acting.retire(leave=request.leave, action=action, by=request.user, at=request.at),
        done=_("{action} is retired.").format(action=action.name),
        then="gamestate:actions",
        title=_("Retire “{action}”?").format(action=action.name),
        sentence=_("The rules no longer allow it, so nobody can take it. Its log stays."),
        submit=_("Retire it"),
        cancel_url=page_of_actions(),
        danger=True,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a taking that was recorded by mistake count no more."""
    taking = get_object_or_404(Taking.objects.select_related("action", "by"), pk=pk)
    check_may_withdraw(request.user, taking)
    return once_confirmed(
        request,
        lambda: acting.take_back(leave=request.leave, taking=taking, by=request.user, at=request.at),
        done=_("Withdrawn: it no longer counts."),
        then="gamestate:actions",
        title=_("Withdraw {player}’s {action}?").format(player=taking.by, action=taking.action),
        sentence=_("It was recorded by mistake. It no longer counts, and stays in the log as withdrawn."),
        submit=_("Withdraw it"),
        cancel_url=page_of_actions(),
        danger=True,
    )
