"""The forms of orders: what is ordered, and until when it is due."""

from django import forms
from django.utils.translation import gettext_lazy

from players.services import orders


class OrderForm(forms.Form):
    """An order for the turn with the number `seen`."""

    seen = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    text = forms.CharField(
        max_length=orders.TEXT_LENGTH,
        strip=False,
        label=gettext_lazy("Your order"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("Markdown. You can replace it until the turn closes."),
    )


class TurnForm(forms.Form):
    """Until when orders are due: those of the open turn, or, where that is closed, of the next."""

    seen = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    due_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Orders are due"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("UTC. Players see it; later orders are marked as late."),
    )
