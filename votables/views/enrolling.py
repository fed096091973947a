"""Writing a change of a matter on the roster: who plays, who holds an office, and when a dynasty ends."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from votables.forms.changes import ask_what_is_gone
from votables.forms.roster import PREFIX, RosterForm, typed_deed, whom
from votables.views.attaching import Anew, Save, attach


def add_deed(
    request: HttpRequest,
    op: str,
    *,
    name: str,
    holder: object,
    outcome: object,
    seen: int,
    back: str,
    save: Save,
    anew: Anew | None = None,
) -> HttpResponse:
    """The form for one step on the roster, whatever changes stand before it (`outcome`). `seen` is the version that its
    author sees, `save` keeps one more change of the matter, or another in place of the one that is written `anew`."""
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
    context = {"holder": holder, "form": form, "name": name, "refusal": refusal, "back": back}
    context["instead"] = anew.place if anew else ""
    return render(request, "votables/add_change.html", context, status=status)
