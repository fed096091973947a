"""Which rolls are looked for, counted and checked."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from blognomic.text.outside import LARGEST_KEY
from gamestate.models import Roll
from gamestate.queries.rolling import who_rolled
from players.models import Player


class RollLogForm(forms.Form):
    """Which rolls are asked for. Everything may be left out."""

    player = forms.ModelChoiceField(
        Player.objects.none(), required=False, empty_label=_("anybody"), label=_("Player")
    )
    die = forms.CharField(
        max_length=120, required=False, label=_("Die"), help_text=_("Such as DICE6, FRUIT or CARD.")
    )
    where = forms.ChoiceField(
        choices=[("", _("anywhere")), *Roll.Where.choices], required=False, label=_("Rolled in")
    )
    since = forms.DateField(
        required=False,
        label=pgettext_lazy("day", "From"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("A day (UTC)."),
    )
    until = forms.DateField(
        required=False,
        label=pgettext_lazy("day", "To"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("Including this day."),
    )
    words = forms.CharField(max_length=200, required=False, label=_("Words"))

    def __init__(self, *args: object, **options: object):
        super().__init__(*args, auto_id="sought_%s", **options)
        self.fields["player"].queryset = who_rolled()


class StatisticsForm(forms.Form):
    """Whose throws of which die."""

    player = forms.ModelChoiceField(
        Player.objects.none(), required=False, empty_label=_("everybody"), label=_("Player")
    )
    die = forms.CharField(
        max_length=120,
        required=False,
        label=_("Die"),
        help_text=_("Such as DICE6. Empty: all dice."),
    )

    def __init__(self, *args: object, **options: object):
        super().__init__(*args, auto_id="sought_%s", **options)
        self.fields["player"].queryset = who_rolled()


class CheckForm(forms.Form):
    """Which rolls are to be checked."""

    last = forms.IntegerField(
        min_value=1,
        max_value=LARGEST_KEY,
        required=False,
        label=_("Up to roll"),
        help_text=_("Empty: the newest."),
    )
