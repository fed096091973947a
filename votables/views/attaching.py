"""Keeping one more change of a draft or pending matter, from whichever form it was written in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from votables.changes.apply import ChangesOutcome
from votables.changes.change import read_change
from votables.forms.changes import typed_condition
from votables.models import Draft, Post
from votables.views.asking_once import is_warned


@dataclass(frozen=True, slots=True)
class ChangeWriting:
    """A change that is being written: what its author chose to write (`op`, of `ChangeKind.choices`) and what that is
    called; the draft or matter (`holder`), the version of it that they see, and the page that they come back to.

    `save` keeps one more change, as stored, with the version that its author saw; or another in place of that which is
    written anew (`old`, as it is stored). `place` is its place; `outcome` gives that of the changes before it.
    """

    request: HttpRequest
    op: str
    name: str
    holder: Draft | Post
    seen: int
    back: str
    save: Callable[[dict[str, object], int], None]
    outcome: Callable[[], ChangesOutcome]
    place: int
    old: Mapping[str, Any] | None = None

    @property
    def data(self) -> QueryDict | None:
        """What was sent; None where the form is only asked for."""
        return self.request.POST if self.request.method == "POST" else None

    @property
    def path(self) -> str:
        """What was chosen to write it about."""
        return self.request.POST.get("path") or self.request.GET.get("path", "")

    @property
    def initial(self) -> dict[str, object]:
        """What its ConditionForm is filled with."""
        return {"op": self.op, "seen": self.seen, **typed_condition(self.old or {})}

    def answer(
        self,
        template: str,
        form: forms.Form,
        give_change: Callable[[], dict[str, Any]],
        /,
        *others: forms.Form,
        **context: object,
    ) -> HttpResponse:
        """Keep the change that `give_change` gives once all forms are valid, and go back; else show them, with the
        refusal. The field `seen` of `form` says which version its author saw."""
        refusal, status = None, 200
        if self.data is not None:
            status = 400
            valid = [one.is_valid() for one in (form, *others)]  # each says what is wrong with it
            if all(valid):
                refusal = self._attach(give_change, form)
                if refusal is None:
                    return redirect(self.back)
                status = refusal.status
        context |= {"refusal": refusal, "warned": is_warned(self.request, refusal)}
        return self.shown(template, status=status, **context)

    def shown(self, template: str, *, status: int = 200, **context: object) -> HttpResponse:
        """A page about it."""
        about_change = {name: getattr(self, name) for name in ("holder", "name", "back", "op")}
        about_change["instead"] = str(self.place) if self.old else ""
        return render(self.request, template, {**about_change, **context}, status=status)

    def _attach(self, give_change: Callable[[], dict[str, Any]], form: forms.Form) -> RuleBroken | None:
        """Keep the change, and tell its author so; or the refusal. After a Stale one the form is about the version that
        stands now: its author has been told, and may send it again."""
        try:
            self.save(read_change(give_change()).as_json(), form.cleaned_data["seen"])
        except RuleBroken as broken:
            if isinstance(broken, Stale):
                form.data = form.data.copy()
                form.data["seen"] = self.seen
            return broken
        done = _("Saved. Here is what it does.") if self.old else _("Added. Here is what it does.")
        messages.success(self.request, done)
        return None
