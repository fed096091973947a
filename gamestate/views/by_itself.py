"""What happens by itself: pausing it, letting it go on, and answering what it asks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.display import utc_text
from blognomic.web.attempting import attempt, once_confirmed
from gamestate.forms.actions import PauseForm, TakeForm
from gamestate.leave import ACTIONS
from gamestate.models import LimitedAction, Occurrence
from gamestate.permissions import check_may_answer, check_may_withdraw_asking
from gamestate.queries.acting import page_of_actions, questions_for
from gamestate.queries.by_itself import given_in_words, given_to
from gamestate.services import acting, clockwork
from gamestate.views.viewing import shared
from players.present import Present

from .defining import definers_only


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pause(request: HttpRequest, pk: int) -> HttpResponse:
    """Let nobody take an action, nor let it happen by itself, since the rules say otherwise than it does."""
    action = get_object_or_404(LimitedAction, pk=pk)
    definers_only(request, ACTIONS)
    form = PauseForm(request.POST if request.method == "POST" else None)
    sent = attempt(
        request,
        form,
        lambda data: acting.pause(
            leave=request.leave, action=action, by=request.user, at=request.at, why=data["why"]
        ),
    )
    if sent.is_done:
        messages.success(request, _("{action} is paused.").format(action=action.name))
        return redirect("gamestate:actions")
    context = {
        "title": _("Pause “{action}”").format(action=action.name),
        "kicker_url": page_of_actions(),
        "kicker": _("Actions"),
        "lead": _("Until somebody resumes it, nobody can take it, and it does not happen by itself."),
        "form": form,
        "refusal": sent.refusal,
        "submit": _("Pause it"),
        "cancel_url": page_of_actions(),
    }
    return render(request, "gamestate/form.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an action go on that was paused."""
    action = get_object_or_404(LimitedAction, pk=pk)
    definers_only(request, ACTIONS)
    return once_confirmed(
        request,
        lambda: acting.resume(leave=request.leave, action=action, by=request.user, at=request.at),
        done=_("{action} goes on.").format(action=action.name),
        then="gamestate:actions",
        title=_("Resume “{action}”?").format(action=action.name),
        sentence=_("What it missed while it was paused does not happen any more."),
        submit=_("Resume it"),
        cancel_url=page_of_actions(),
    )


def _lead(occurrence: Occurrence, present: Present | None) -> str:
    if occurrence.owed_by_id is None:
        return _("It fell due and waits for your answer. Then it happens.")
    parts = [f"{label}: {words}." for label, words in given_in_words(occurrence, present).items()]
    if occurrence.ends_at is not None:
        ends = utc_text(occurrence.ends_at)
        parts.append(_("You can answer until {instant}.").format(instant=ends))
    return " ".join(parts) or _("You owe this choice.")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a player take back what a move of theirs asks somebody."""
    occurrence = get_object_or_404(
        Occurrence.objects.select_related("action", "owed_by", "set_off_by"), pk=pk
    )
    check_may_withdraw_asking(request.user, occurrence)
    return once_confirmed(
        request,
        lambda: clockwork.withdraw(
            leave=request.leave, occurrence=occurrence, by=request.user, at=request.at
        ),
        done=_("{action} is withdrawn.").format(action=occurrence.action.name),
        then="gamestate:actions",
        title=_("Withdraw “{action}”?").format(action=occurrence.action.name),
        sentence=_("{name} has not answered yet. What the action says for no answer happens now.").format(
            name=occurrence.owed_by
        ),
        submit=_("Withdraw it"),
        cancel_url=page_of_actions(),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a player who owes that, or the emperor, answer what something that fell due asks."""
    occurrence = get_object_or_404(Occurrence.objects.select_related("action"), pk=pk)
    check_may_answer(request.user, occurrence, request.at)
    action, present = occurrence.action, shared(request)
    asks = questions_for(
        action,
        request.user if occurrence.owed_by_id is not None else None,
        viewer=request.user,
        at=request.at,
        present=present,
        given=given_to(occurrence),
    )
    form = TakeForm(request.POST if request.method == "POST" else None, questions=asks)
    form.fields.pop("comment")
    sent = attempt(
        request,
        form,
        lambda _data: clockwork.answer(
            leave=request.leave,
            occurrence=occurrence,
            by=request.user,
            at=request.at,
            answers=form.answered()["answers"],
        ),
    )
    if sent.is_done:
        messages.success(request, _("{action} has happened.").format(action=action.name))
        return redirect(sent.made.update or page_of_actions())
    context = {
        "title": action.name,
        "kicker_url": page_of_actions(),
        "kicker": _("Actions"),
        "lead": _lead(occurrence, present),
        "form": form,
        "refusal": sent.refusal,
        "submit": _("Answer"),
        "cancel_url": page_of_actions(),
    }
    return render(request, "gamestate/form.html", context, status=sent.status)
