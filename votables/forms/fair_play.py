"""What is said of players whom one person controls."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from players.models import NAME_LENGTH, Player
from players.queries.messages import people_named
from players.services import fair_play as shared


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
