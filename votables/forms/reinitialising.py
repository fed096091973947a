"""What is said of a dynasty that begins afresh."""

from django import forms
from django.utils.translation import gettext_lazy


class AfreshForm(forms.Form):
    """What a player says who reinitialises."""

    body = forms.CharField(
        label=gettext_lazy("What you say about it"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Markdown. The post says that you reinitialise in its first sentence."),
    )
