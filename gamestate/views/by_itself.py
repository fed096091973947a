"""What happens by itself: pausing it, letting it go on, and answering what it asks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt, once_confirmed
from gamestate.forms.actions import PauseForm, TakeForm
from gamestate.leave import ACTIONS
from gamestate.models import LimitedAction, Occurrence
from gamestate.permissions import check_may_answer
from gamestate.queries.acting import page_of_actions, questions_for
from gamestate.services import acting, clockwork
from gamestate.views.asking import shared

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


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the emperor answer what something that fell due asks."""
    occurrence = get_object_or_404(Occurrence.objects.select_related("action"), pk=pk)
    check_may_answer(request.user, request.at)
    action = occurrence.action
    asks = questions_for(action, None, viewer=request.user, at=request.at, present=shared(request))
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
        "lead": _("It fell due and waits for your answer. Then it happens."),
        "form": form,
        "refusal": sent.refusal,
        "submit": _("Answer"),
        "cancel_url": page_of_actions(),
    }
    return render(request, "gamestate/form.html", context, status=sent.status)
