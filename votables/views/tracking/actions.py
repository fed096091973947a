"""Limited actions: what the rules allow how often, taking it, and the log."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from blognomic.i18n.dynasty_words import said
from blognomic.web.errors import RuleBroken
from gamestate.leave import ACTIONS
from gamestate.models import LimitedAction, Taking
from gamestate.models.tracked import NAME_LENGTH
from gamestate.permissions import check_may_act, check_may_withdraw
from gamestate.queries.acting import (
    actions_for,
    frequencies,
    is_kept_at_distance,
    kept_at_distance,
    log_of_takings,
    page_of_actions,
    retired_actions,
)
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import DISTANCE
from gamestate.services import acting, updating
from ruleset.law.model import Frequency
from votables.queries.frame import outlook
from votables.services import reinitialising
from votables.views.attempting import attempt
from votables.views.tracking.defining import definers_only
from votables.views.tracking.sealing import rule_choices


def in_words(frequency: Frequency) -> str:
    """How often a frequency allows something: "once a day for each player, 10 hours apart"."""
    daily, hours = frequency.per == "day", frequency.spacing
    if not frequency.communal:
        once = _("once a day for each player") if daily else _("once a week for each player")
        words = _("{once}, {hours} hours apart") if hours else "{once}"
    else:
        once = (
            _("once a day for all players together") if daily else _("once a week for all players together")
        )
        words = _("{once}, and for each player {hours} hours apart") if hours else "{once}"
    return said(words.format(once=once, hours=hours))


class ActionForm(forms.Form):
    """An action that the rules allow so and so often."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("As its rule calls it, such as “Shop”."),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=acting.DESCRIPTION_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What the rule lets one do."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule that allows it"),
        help_text=gettext_lazy("Whoever takes the action finds the way to it."),
    )
    frequency = forms.ChoiceField(
        label=gettext_lazy("How often"),
        help_text=gettext_lazy("As the law in force has it, and as it will be amended."),
    )

    def __init__(self, *args, rules: list[tuple[str, str]], known: dict[str, Frequency], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = rules
        self.fields["frequency"].choices = [
            (name, f"{frequency.label}: {in_words(frequency)}") for name, frequency in known.items()
        ]


class TakeForm(forms.Form):
    """Taking an action, with a comment."""

    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=acting.COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("What you do. Shown in the log."),
    )


class AfreshForm(forms.Form):
    """What a player says who reinitialises."""

    body = forms.CharField(
        label=gettext_lazy("What you say about it"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Markdown. The post says that you reinitialise in its first sentence."),
    )


@require_safe
def actions(request: HttpRequest) -> HttpResponse:
    """What may be taken how often, when the viewer may again, and every time that something was taken."""
    viewer = request.user if request.user.is_authenticated else None
    rows = [
        (one, in_words(one.frequency) if one.frequency else "") for one in actions_for(viewer, at=request.at)
    ]
    log = Paginator(log_of_takings(), 50).get_page(request.GET.get("page"))
    context = {"rows": rows, "retired": retired_actions(), "log": log, "form": TakeForm(auto_id=False)}
    held = outlook(request).held
    context["may_begin_afresh"] = held is not None and reinitialising.is_possible(held.in_force)
    return render(request, "gamestate/actions.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reinitialise(request: HttpRequest) -> HttpResponse:
    """Begin the dynasty afresh, once."""
    reinitialising.check(by=request.user, at=request.at)
    form = AfreshForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        post = reinitialising.reinitialise(by=request.user, at=request.at, **form.cleaned_data)
        messages.success(request, _("You have reinitialised."))
        return redirect(post)
    status = 400 if form.errors else 200
    return render(request, "gamestate/reinitialise.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_action(request: HttpRequest) -> HttpResponse:
    """Declare an action."""
    definers_only(request, ACTIONS)
    form = ActionForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at),
        known=frequencies(request.at),
    )
    sent = attempt(
        request,
        form,
        lambda said: acting.declare(leave=request.leave, by=request.user, at=request.at, **said),
    )
    if sent.is_done:
        messages.success(request, _("Declared."))
        return redirect("gamestate:actions")
    context = {"form": form, "refusal": sent.refusal}
    return render(request, "gamestate/action_form.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_action(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an action, alone."""
    action = get_object_or_404(LimitedAction, pk=pk)
    check_may_act(request.user)
    if is_kept_at_distance(request.user, at=request.at):
        raise RuleBroken(kept_at_distance(), rule=DISTANCE)
    form = TakeForm(request.POST if request.method == "POST" else None)
    sent = attempt(
        request,
        form,
        lambda said: updating.take_alone(
            leave=request.leave, action=action, by=request.user, at=request.at, **said
        ),
    )
    if sent.is_done:
        messages.success(request, _("You took {action}, and it is logged.").format(action=action.name))
        return redirect("gamestate:actions")
    rule = rule_names([action.rule]).get(action.rule, "")
    frequency = frequencies(request.at).get(action.frequency)
    how_often = f"{frequency.label}: {in_words(frequency)}." if frequency else ""
    context = {"form": form, "refusal": sent.refusal, "action": action, "rule": rule, "how_often": how_often}
    return render(request, "gamestate/take_action.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def retire_action(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that the rules allow an action no more."""
    action = get_object_or_404(LimitedAction, pk=pk)
    definers_only(request, ACTIONS)
    if request.method == "POST":
        acting.retire(leave=request.leave, action=action, by=request.user, at=request.at)
        messages.success(request, _("{action} is retired.").format(action=action.name))
        return redirect("gamestate:actions")
    context = {
        "title": _("Retire “{action}”?").format(action=action.name),
        "sentence": _("The rules allow it no more, so nobody can take it. Its log stays."),
        "submit": _("Retire it"),
        "cancel_url": page_of_actions(),
    }
    return render(request, "gamestate/confirm.html", {**context, "danger": True})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a taking that was recorded by mistake count no more."""
    taking = get_object_or_404(Taking.objects.select_related("action", "by"), pk=pk)
    check_may_withdraw(request.user, taking)
    if request.method == "POST":
        acting.take_back(leave=request.leave, taking=taking, by=request.user, at=request.at)
        messages.success(request, _("Withdrawn: it counts no more."))
        return redirect("gamestate:actions")
    context = {
        "title": _("Withdraw {player}’s {action}?").format(player=taking.by, action=taking.action),
        "sentence": _("It was recorded by mistake: it counts no more, and stays in the log as withdrawn."),
        "submit": _("Withdraw it"),
        "cancel_url": page_of_actions(),
    }
    return render(request, "gamestate/confirm.html", {**context, "danger": True})
