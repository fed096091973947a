"""What goes with an update, besides its values."""

from django import forms
from django.utils.translation import gettext_lazy

from gamestate.queries.planning import COMMENT_LENGTH


class UpdateForm(forms.Form):
    """What goes with an update, whatever it changes."""

    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=COMMENT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("What you do, by which rule. Everybody reads it. Dice roll once."),
    )
    correction = forms.BooleanField(
        required=False,
        label=gettext_lazy("This corrects what is shown"),
        help_text=gettext_lazy("The tracker was wrong. Allowed while the game stands still."),
    )
    insist = forms.CharField(
        max_length=COMMENT_LENGTH,
        required=False,
        label=gettext_lazy("Record it anyway, because"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("You say the value is legal. It stays disputed until settled."),
    )
