"""Undoing updates, one or a run of them, whole or in part."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from gamestate.forms.undo import UndoForm
from gamestate.hidden import Viewer, viewer_of
from gamestate.models import Update
from gamestate.permissions import check_may_change
from gamestate.queries.log import EntryShown, in_words, names_in
from gamestate.queries.now import begin, tracked_now
from gamestate.queries.snapshot import newest_entry
from gamestate.queries.undoing import (
    MOST_UPDATES,
    Reversal,
    reversals,
    updates_of_keys,
    with_what_they_set_off,
)
from gamestate.views.viewing import shared

WORDS = {
    "restore": gettext_lazy("Put it back"),
    "shift": gettext_lazy("Take off what was added"),
    "skip": gettext_lazy("Leave it"),
}


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing that can be put back, in words: how it stood before and after, who changed it since, and what may be
    done with it as triples of code, words and whether it is chosen; nothing but all at once where it `is_whole`."""

    key: str
    before: EntryShown
    after: EntryShown
    later: tuple[EntryShown, ...]
    choices: tuple[tuple[str, str, bool], ...]
    is_whole: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def undo(request: HttpRequest, *, undo_updates: Callable[..., Update]) -> HttpResponse:
    """What can be put back, with later changes of the same things, and doing it by `undo_updates`: what takes what
    `gamestate.services.undoing.undo` does, with what else goes with updates."""
    check_may_change(request.user)
    present = shared(request)
    begin(present)
    viewer = viewer_of(request.user, at=request.at, present=present)
    updates = _asked(request, viewer)
    chosen = {
        name.removeprefix("choice-"): request.POST[name]
        for name in request.POST
        if name.startswith("choice-")
    }
    refusal, status = None, 200
    if request.method == "POST":
        form, status = UndoForm(request.POST), 400
        if form.is_valid():
            try:
                made = undo_updates(
                    leave=request.leave,
                    updates=updates,
                    by=request.user,
                    at=request.at,
                    why=form.cleaned_data["why"],
                    choices=chosen,
                    seen=form.cleaned_data["seen"],
                )
            except RuleBroken as broken:
                refusal, status = broken, broken.status
                if status == 409:  # what is shown below is new: it may be sent again
                    form.data = form.data.copy()
                    form.data["seen"] = newest_entry() or ""
            else:
                messages.success(request, _("Undone by a new update."))
                return redirect(made)
    now = tracked_now(present, pages=True)
    if request.method != "POST":
        form = UndoForm(initial={"seen": now.newest})
    undoable = reversals(updates, viewer=viewer, state=now.state)
    if status == 409:
        chosen = _still_meant(chosen, undoable, form.cleaned_data["seen"] or 0)
    context = {
        "updates": updates,
        "things": things(undoable, chosen),
        "form": form,
        "refusal": refusal,
    }
    return render(request, "gamestate/undo.html", context, status=status)


def _asked(request: HttpRequest, viewer: Viewer) -> list[Update]:
    """The updates that the address names. Raises Http404 for one that does not exist, and
    RuleBroken for none or too many."""
    keys = request.GET.getlist("update")
    if not keys:
        raise RuleBroken(_("Choose in the log what to undo."), status=400)
    if len(set(keys)) > MOST_UPDATES:
        raise RuleBroken(
            _("You can undo at most {number} updates at once.").format(number=MOST_UPDATES), status=400
        )
    if not all(map(is_key, keys)):
        raise Http404(_("There is no such update."))
    updates = updates_of_keys({int(one) for one in keys}, viewer)
    return with_what_they_set_off(updates) if any(one.set_something_off for one in updates) else updates


def _still_meant(chosen: dict[str, str], undoable: list[Reversal], seen: int) -> dict[str, str]:
    """The choices without those for things that have changed since they were made: for these, look again."""
    moved = {each.key for each in undoable if each.changed_since(seen)}
    return {key: how for key, how in chosen.items() if key not in moved}


def things(undoable: list[Reversal], chosen: dict[str, str]) -> list[Thing]:
    """What can be put back, those things first that somebody changed since. Two queries at most."""
    names = names_in(entry for each in undoable for entry in (*each.entries, *each.later))
    made = []
    for each in sorted(undoable, key=lambda one: (not one.later, one.first.pk)):
        how = chosen.get(each.key, each.how)
        made.append(
            Thing(
                key=each.key,
                before=in_words(each.first, names),
                after=in_words(each.last, names),
                later=tuple(in_words(entry, names) for entry in each.later),
                choices=tuple((code, _words(code, each), code == how) for code in each.ways),
                is_whole=each.is_whole,
            )
        )
    return made


def _words(code: str, each: Reversal) -> str:
    return f"{WORDS[code]} ({each.difference})" if code == "shift" else str(WORDS[code])
