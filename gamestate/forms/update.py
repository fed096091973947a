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
        help_text=gettext_lazy(
            "What you do, and by which rule. Dice in it are rolled once, when you save: DICE6, 2DICE20, FRUIT, "
            "COLOUR, CARD, {north, south}. Everybody reads it and its dice, even where the values are hidden."
        ),
    )
    correction = forms.BooleanField(
        required=False,
        label=gettext_lazy("This corrects what is shown"),
        help_text=gettext_lazy(
            "No action of yours: the tracker was wrong. Allowed while the game stands still, too."
        ),
    )
    insist = forms.CharField(
        max_length=COMMENT_LENGTH,
        required=False,
        label=gettext_lazy("Record it all the same, because"),
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "You hold that the value is legal. It is recorded, and stands marked as disputed until that is "
            "settled."
        ),
    )
