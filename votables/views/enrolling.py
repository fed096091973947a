"""Writing a change of a matter on the roster: who plays, who holds an office, and when a dynasty ends."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from blognomic.i18n.dynasty_words import said_lazy
from votables.changes.roster_steps import NAMES
from votables.forms.changes import ask_what_is_gone
from votables.forms.roster import PREFIX, RosterForm, typed_deed, whom
from votables.views.attaching import Anew, Save, attach

# What the chooser of changes offers: the kinds of step, by the names of their forms.
DEEDS: Final[Mapping[str, str]] = {f"{PREFIX}{do}": said_lazy(name) for do, name in NAMES.items()}


def add_deed(
    request: HttpRequest,
    op: str,
    *,
    holder: object,
    seen: int,
    back: str,
    save: Save,
    anew: Anew | None = None,
) -> HttpResponse:
    """The form for one step on the roster. `seen` is the version that its author sees, `save` keeps one more change of
    the matter, or another in place of the one that is written `anew`."""
    do = op.removeprefix(PREFIX)
    data = request.POST if request.method == "POST" else None
    initial = {"op": op, "seen": seen, **(typed_deed(anew.change) if anew else {})}
    form = RosterForm(data, do=do, people=whom(do), initial=initial)
    if anew:
        ask_what_is_gone(form)
    refusal, status = None, 200
    if data is not None:
        status = 400
        if form.is_valid():
            refusal = attach(request, form.as_change, form=form, seen=seen, save=save, is_new=anew is None)
            if refusal is None:
                return redirect(back)
            status = refusal.status
    context = {"holder": holder, "form": form, "name": DEEDS[op], "refusal": refusal, "back": back}
    context["instead"] = anew.place if anew else ""
    return render(request, "votables/add_change.html", context, status=status)
