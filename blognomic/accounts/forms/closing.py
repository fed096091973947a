"""That somebody means to close their account."""

from django import forms
from django.utils.translation import gettext_lazy


class ClosingForm(forms.Form):
    """That somebody means it."""

    sure = forms.BooleanField(label=gettext_lazy("Close my account for good"))
