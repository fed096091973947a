"""Writing a change of a matter on the roster: who plays, who holds an office, and when a dynasty ends."""

from django.http import HttpResponse

from votables.forms.changes import ask_what_is_gone
from votables.forms.roster import PREFIX, RosterForm, typed_step, whom
from votables.views.attaching import ChangeWriting


def add_roster_change(writing: ChangeWriting) -> HttpResponse:
    """The form for one step on the roster."""
    do, typed = writing.op.removeprefix(PREFIX), typed_step(writing.old) if writing.old else {}
    form = RosterForm(writing.data, do=do, people=whom(do), initial={**writing.initial, **typed})
    if writing.old:
        ask_what_is_gone(form)
    return writing.answer("votables/add_change.html", form, form.as_change, form=form)
