"""The forms of the emperor's desk: carrying out an order, and naming who helps."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from gamestate.queries.planning import COMMENT_LENGTH
from players.models import Player
from players.services.messages import TEXT_LENGTH


class CarryOutForm(forms.Form):
    """What an order comes to, besides values. `confirmed` is there while players may not talk in private."""

    comment = forms.CharField(
        label=_("Comment on the update"),
        max_length=COMMENT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Everybody reads it in the log. Dice such as DICE6 are rolled."),
    )
    answer = forms.CharField(
        label=_("Answer in private"),
        max_length=TEXT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Markdown. Only the player and you read it."),
    )
    confirmed = forms.BooleanField(
        required=False, label=_("This is not about anything that players cannot discuss in private now.")
    )
    published = forms.CharField(
        label=_("Publish"),
        max_length=TEXT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Markdown. Becomes a Story Post that everybody reads."),
    )

    def __init__(self, *args: Any, restrained: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if not restrained:
            del self.fields["confirmed"]


class HelperForm(forms.Form):
    """Who helps the emperor with orders."""

    player = forms.TypedChoiceField(coerce=int, label=_("Player"))

    def __init__(self, *args: Any, players: Sequence[Player], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", "—"), *((one.pk, one.name) for one in players)]
        self.fields["player"].help_text = _("Reads and carries out later orders. Hidden values stay yours.")
