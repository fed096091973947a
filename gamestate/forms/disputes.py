"""The form by which an update is disputed."""

from django import forms
from django.utils.translation import gettext_lazy

from gamestate.queries.planning import COMMENT_LENGTH


class DisputeForm(forms.Form):
    """What is wrong with an update."""

    why = forms.CharField(
        max_length=COMMENT_LENGTH,
        label=gettext_lazy("What is wrong with it"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Everybody sees it beside the update until it is settled."),
    )
