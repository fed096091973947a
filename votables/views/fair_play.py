"""For admins: what went beyond what the law asks of writers, and who controls several players."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt
from players.models import NAME_LENGTH, Player
from players.queries.messages import people_named
from players.services import fair_play as shared
from votables.queries import fair_play
from votables.views.resolving import admin_only


class SharedForm(forms.Form):
    """A word on two players. `says`: whether they are one person's, and whether that was announced."""

    SAYS = (
        ("announced", gettext_lazy("One person controls both, and has announced it in public")),
        ("found", gettext_lazy("One person controls both; for admins only")),
        ("neither", gettext_lazy("They are not one person’s after all")),
    )
    one = forms.CharField(
        max_length=NAME_LENGTH,
        label=gettext_lazy("A player"),
        help_text=gettext_lazy("A name from the roster."),
    )
    other = forms.CharField(
        max_length=NAME_LENGTH,
        label=gettext_lazy("and another"),
        help_text=gettext_lazy("Another name from the roster."),
    )
    says = forms.ChoiceField(
        choices=SAYS,
        label=gettext_lazy("What is true"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("What was announced is public; the rest is only for admins."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=shared.REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Where it was announced, or what shows it."),
    )

    def _player(self, field: str) -> Player:
        people, nobody = people_named(self.cleaned_data[field])
        if nobody or len(people) != 1:
            raise forms.ValidationError(_("Nobody has this name."))
        return people[0]

    def clean_one(self) -> Player:
        return self._player("one")

    def clean_other(self) -> Player:
        return self._player("other")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def fair_play_desk(request: HttpRequest) -> HttpResponse:
    """What an admin should know about fair play; and recording that one person controls two players."""
    admin_only(request)
    form = SharedForm(request.POST if request.method == "POST" else None)
    sent = attempt(request, form, lambda data: _record(request, **data))
    if sent.is_done:
        messages.success(request, _("Recorded."))
        return redirect("notices:fair_play")
    docket = request.frame.docket_or_none
    context = {
        "noticed": fair_play.noticed(docket.law, at=request.at) if docket else [],
        "fair": docket.law.fair_play if docket else None,
        "words": shared.words_on(),
        "form": form,
        "refusal": sent.refusal,
    }
    return render(request, "votables/fair_play.html", context, status=sent.status)


def _record(request: HttpRequest, *, says: str, **details: Any) -> None:
    """Record what an admin says of two accounts."""
    shared.record(
        by=request.user,
        at=request.at,
        is_one_person=says != "neither",
        announced=says == "announced",
        **details,
    )
