"""Keeping one more change of a draft or pending matter, from whichever form it was written in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from votables.changes.change import read_change

# Keeps a change, as stored, beside those that the matter has; its author saw the version that is told with it.
Save = Callable[[dict[str, object], int], None]


@dataclass(frozen=True, slots=True)
class Anew:
    """A change that is written anew: its place, as the form sends it back, and the change as it was stored."""

    place: str
    change: Mapping[str, Any]


def attach(
    request: HttpRequest,
    asked: Callable[[], object],
    *,
    form: forms.Form,
    seen: int,
    save: Save,
    is_new: bool = True,
) -> RuleBroken | None:
    """Keep the change that `asked` gives, and tell its author so. `form` is the valid form whose field `seen` says
    which version its author saw.

    Gives the refusal, to be shown with the form, or None when the change is kept. After a Stale one the form is about
    `seen`, the version that stands now: its author has been told, and may send it again.
    """
    try:
        save(read_change(asked()).as_json(), form.cleaned_data["seen"])
    except RuleBroken as broken:
        if isinstance(broken, Stale):
            form.data = form.data.copy()
            form.data["seen"] = seen
        return broken
    done = _("Added. Here is what it does.") if is_new else _("Written anew. Here is what it does.")
    messages.success(request, done)
    return None
