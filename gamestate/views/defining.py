"""What the pages share on which admins and the emperor define what is tracked."""

from collections.abc import Callable, Mapping, Sequence

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from gamestate.leave import TRACKED, Defining
from gamestate.models import Update
from gamestate.queries.snapshot import last_entry_about
from gamestate.services import updating
from gamestate.values.errors import ValueRefused
from gamestate.values.steps import Step, read_step


def definers_only(request: HttpRequest, what: Defining = TRACKED) -> None:
    """Raise RuleBroken for anybody but an admin and the emperor."""
    request.leave.expect(what, by=request.user)


def step_of(described: Mapping[str, object]) -> Step:
    """The step that a form describes. Raises RuleBroken (400)."""
    try:
        return read_step(described)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, rule=refused.rule, status=400) from None


def seen_entry(request: HttpRequest) -> int | None:
    """The entry that was the last about what is changed when its author looked."""
    text = request.POST.get("seen", "")
    return int(text) if is_key(text) else None


def filled_in(
    request: HttpRequest,
    form: forms.Form,
    steps: Callable[[], Sequence[Step]],
    *,
    about: Mapping[str, int] | None,
    **context: object,
) -> HttpResponse:
    """A form, or carrying out what it says."""
    refusal, status = None, 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                update = updating.redefine(
                    leave=request.leave,
                    by=request.user,
                    at=request.at,
                    steps=steps(),
                    comment=form.cleaned_data["comment"],
                    about=about,
                    seen=seen_entry(request),
                )
            except RuleBroken as broken:
                refusal, status = broken, broken.status
            else:
                return done(request, update)
    newest = last_entry_about(**about) if about else ""
    context |= {
        "form": form,
        "refusal": refusal,
        "seen": newest if request.method != "POST" or status == 409 else request.POST.get("seen", ""),
    }
    return render(request, "gamestate/form.html", context, status=status)


def asked_first(
    request: HttpRequest,
    steps: Sequence[Step],
    *,
    about: Mapping[str, int],
    fields: Sequence[tuple[str, object]] = (),
    **context: object,
) -> HttpResponse:
    """Ask before it is done, or do it. `fields`: what the question hands on besides."""
    if request.method == "POST":
        update = updating.redefine(
            leave=request.leave,
            by=request.user,
            at=request.at,
            steps=steps,
            about=about,
            seen=seen_entry(request),
        )
        return done(request, update)
    seen = last_entry_about(**about)
    context |= {"danger": True, "fields": [*fields, ("seen", seen or "")]}
    return render(request, "confirm.html", context)


def done(request: HttpRequest, update: Update) -> HttpResponse:
    """To where the thing is now, or to the update that did away with it."""
    messages.success(request, _("Done, as update {number}.").format(number=update.pk))
    first = update.entries.order_by("pk").select_related("table", "row__table", "variable__table").first()
    table = first and (first.table or (first.row and first.row.table))
    if table is None and first and first.variable_id:
        table = first.variable.table
    if table is not None and table.retired_at is None:
        return redirect("gamestate:table", key=table.key)
    if first and first.new is not None:
        return redirect("gamestate:values")
    return redirect(update)
