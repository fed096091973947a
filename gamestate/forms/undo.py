"""The form by which updates are undone."""

from django import forms
from django.utils.translation import gettext_lazy

from gamestate.queries.planning import COMMENT_LENGTH


class UndoForm(forms.Form):
    """Why something is undone, and the newest entry of the log when one looked."""

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    why = forms.CharField(
        max_length=COMMENT_LENGTH,
        label=gettext_lazy("Why it is undone"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Shown in the log."),
    )
