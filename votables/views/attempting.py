"""What a form that was sent does: once for all pages that ask, act, and say why not."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.template.loader import render_to_string

from blognomic.web.errors import RuleBroken
from votables.changes.remarks import shared_links


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of it: `made` is what the act answered. When nothing was done, `refusal` says which rule stopped it,
    if one did, and `status` what to answer with: 200 where nothing was sent, 400 where the form itself is wrong."""

    is_done: bool = False
    made: Any = None
    refusal: RuleBroken | None = None
    status: int = 200


def attempt(request: HttpRequest, form: BaseForm, act: Callable[[dict[str, Any]], Any]) -> Attempt:
    """Do `act` with what the form says, if it was sent and makes sense."""
    if request.method != "POST":
        return Attempt()
    if not form.is_valid():
        return Attempt(status=400)
    try:
        return Attempt(is_done=True, made=act(form.cleaned_data))
    except RuleBroken as broken:
        return Attempt(refusal=broken, status=broken.status)


def point_out_shared(request: HttpRequest, *texts: str) -> None:
    """Say which of the rules that texts name by their titles, as in [[Title]], share these with another. No queries
    where they name none so."""
    for one in shared_links(*texts, at=request.at):
        messages.warning(request, render_to_string("ruleset/_shared.html", {"one": one}))
