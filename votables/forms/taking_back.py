"""Why what was done to the roster is taken back."""

from django import forms
from django.utils.translation import gettext_lazy


class TakeBackForm(forms.Form):
    """Why what was done to the roster is taken back: asked for when it was done long ago."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Shown in the public admin log. Optional within the first hour."),
    )
