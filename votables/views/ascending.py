"""Between two dynasties: the Ascension Address, shown before it is made, and the passing of the mantle."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt
from blognomic.web.errors import RuleBroken
from gamestate.queries.snapshot import state_now
from players.models import Player
from players.queries.roster import dynasty_at
from ruleset.queries import words_of
from votables.forms.ascension import AscensionForm, MantleForm
from votables.models import Category, Post
from votables.permissions import refuse_unless
from votables.permissions.posting import leave_to_post
from votables.queries.fair_play import check_post
from votables.queries.judge_facts import docket_at
from votables.queries.rendering import render_prose
from votables.services import ascending, mantle, posting
from votables.services.address_choices import address_choices, pending_after
from votables.services.address_text import AddressNotClear
from votables.views.asking_once import FIELD, ask_once, is_warned


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ascend(request: HttpRequest) -> HttpResponse:
    """The Ascension Address: what it would do is shown first, and done when it is sent from there."""
    game = request.frame
    if game.docket_or_none is None:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    leave = leave_to_post(game.docket_or_none, by=request.user, category=Category.ASCENSION)
    if not leave.allowed:
        return render(request, "votables/ascend.html", {"leave": leave}, status=403)
    choices = address_choices(
        game.docket_or_none, state_now(pages=True), words_of(dynasty_at(request.at)), at=request.at
    )
    to_pass = mantle.leave_to_pass(game.docket_or_none, by=request.user)
    sent = request.POST if request.method == "POST" else None
    if sent is not None and "instead" in sent:
        sent = sent.copy()
        sent["body"] = choices.better_text(sent.get("body", "").replace("\r\n", "\n"), sent["instead"])
    form = AscensionForm(
        sent, initial={"keep_types": [str(one.pk) for one in choices.lasting]}, choices=choices
    )
    if choices.all_stay:
        form.tick_all()
    if sent is None:
        return render(request, "votables/ascend.html", {"leave": leave, "form": form, "to_pass": to_pass})
    context: dict[str, Any] = {"leave": leave, "form": form, "to_pass": to_pass}
    status = 400
    if form.is_valid():
        try:
            text, sure = form.cleaned_data["body"], FIELD in request.POST
            address = choices.with_text(form.address, text, given=form.given, sure=sure)
            prospect = ascending.prospect(address, at=request.at)
            ascending.check(address, prospect)
            # What it would do stays in sight when something is asked about it.
            context |= {**choices.effects(address, prospect), "prospect": prospect, "address": address}
            context["pending"] = pending_after(prospect, game.docket_or_none)
            context["address_html"] = render_prose(text, prefix="preview", at=request.at)
            if request.POST.get("step") == "publish":
                data = form.cleaned_data
                ask_once(request, check_post, body=data["body"])
                post = posting.publish(
                    by=request.user,
                    at=request.at,
                    category=Category.ASCENSION,
                    title=data["title"],
                    body=data["body"],
                    ascension=address,
                )
                messages.success(request, _("The new dynasty has begun."))
                return redirect(post)
        except RuleBroken as broken:
            context["refusal"], status = broken, broken.status
        else:
            status = 200
    refusal = context.get("refusal")
    context["warned"] = is_warned(request, refusal)
    context["reading"] = refusal.reading if isinstance(refusal, AddressNotClear) else None
    return render(request, "votables/ascend.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pass_mantle(request: HttpRequest) -> HttpResponse:
    """Pass the mantle to another player."""
    if request.method != "POST":
        refuse_unless(mantle.leave_to_pass(docket_at(request.at), by=request.user))
    form = MantleForm(request.POST if request.method == "POST" else None, by=request.user)
    sent = attempt(request, form, lambda data: _pass_mantle(request, **data))
    if sent.is_done:
        messages.success(request, _("{player} has the mantle now.").format(player=form.cleaned_data["to"]))
        return redirect(sent.made)
    context = {"form": form, "refusal": sent.refusal, "warned": is_warned(request, sent.refusal)}
    return render(request, "votables/mantle.html", context, status=sent.status)


def _pass_mantle(request: HttpRequest, *, to: Player, body: str) -> Post:
    ask_once(request, check_post, body=mantle.text_of(to, body))
    return mantle.pass_mantle(by=request.user, to=to, at=request.at, body=body)
