"""What a form that was sent does: once for all pages that ask, act, and say why not."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from blognomic.web.errors import RuleBroken


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


def once_confirmed(
    request: HttpRequest, act: Callable[[], object], *, done: str, then: Any, **question: Any
) -> HttpResponse:
    """Ask before something is done, or do it (`act`) once that is confirmed: then it says what is `done`, and leads
    on (`then`, as `redirect` takes it). The question has its `title`, a `sentence` on what becomes of it, what the
    button says (`submit`), where one came from (`cancel_url`), and whether it is a `danger`."""
    if request.method == "POST":
        act()
        messages.success(request, done)
        return redirect(then)
    return render(request, "confirm.html", question)
