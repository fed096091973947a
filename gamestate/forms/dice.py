"""The form of the dice page."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from gamestate.services.rolling import REASON_LENGTH, TEXT_LENGTH


class DiceForm(forms.Form):
    """What to roll, and why."""

    dice = forms.CharField(
        max_length=TEXT_LENGTH,
        label=pgettext_lazy("dice", "Roll"),
        help_text=gettext_lazy("Such as DICE6 or 2DICE10."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_LENGTH,
        required=False,
        help_text=gettext_lazy("What you roll for, and by which rule. Logged for good."),
    )
