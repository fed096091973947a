"""Writing a change of a matter on the roster: who plays, who holds an office, and when a dynasty ends."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from players.speech import said_lazy
from votables.enrolled import NAMES
from votables.roster_forms import PREFIX, RosterForm, whom
from votables.views.attaching import Save, attach

# What the chooser of changes offers: the kinds of step, by the names of their forms.
DEEDS: Final[Mapping[str, str]] = {f"{PREFIX}{do}": said_lazy(name) for do, name in NAMES.items()}


def add_deed(
    request: HttpRequest, op: str, *, holder: object, seen: int, back: str, save: Save
) -> HttpResponse:
    """The form for one step on the roster. `seen` is the version that its author sees, `save` keeps one more change of
    the matter."""
    do = op.removeprefix(PREFIX)
    data = request.POST if request.method == "POST" else None
    form = RosterForm(data, do=do, people=whom(do), initial={"op": op, "seen": seen})
    refusal, status = None, 200
    if data is not None:
        status = 400
        if form.is_valid():
            refusal = attach(request, form.as_change, form=form, seen=seen, save=save)
            if refusal is None:
                return redirect(back)
            status = refusal.status
    context = {"holder": holder, "form": form, "name": DEEDS[op], "refusal": refusal, "back": back}
    return render(request, "votables/add_change.html", context, status=status)
