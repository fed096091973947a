"""The forms of sealed orders: calling for them, and handing one in."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamestate.models import Opening
from gamestate.services import sealing as services
from players.models import Player


class SealingForm(forms.Form):
    """A call for sealed orders."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=services.TITLE_LENGTH,
        help_text=gettext_lazy("What the orders are about, such as “Bids for the coach”."),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=services.DESCRIPTION_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("What everybody decides. Markdown."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule that asks for it"),
        help_text=gettext_lazy("The call links to it."),
    )
    awaited = forms.TypedMultipleChoiceField(
        coerce=int,
        label=gettext_lazy("Who sends an order"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Nobody waits for players while they are idle or gone."),
    )
    choices = forms.CharField(
        max_length=services.CHOICES * (services.CHOICE_LENGTH + 2),
        required=False,
        label=gettext_lazy("Choices"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One choice a line. Empty: players write what they like."),
    )
    opening = forms.ChoiceField(
        choices=Opening.choices,
        initial=Opening.ALL,
        widget=forms.RadioSelect,
        label=gettext_lazy("When the orders are opened"),
        help_text=gettext_lazy("All at once, for everybody. Until then only their authors read them."),
    )
    opens_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Opening time"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In UTC, such as 2026-11-22 18:00."),
    )

    def __init__(self, *args: Any, rules: list[tuple[str, str]], roster: list[Player], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = rules
        self.fields["awaited"].choices = [(player.pk, player.name) for player in roster]
        self.fields["awaited"].initial = [player.pk for player in roster]

    def clean(self) -> None:
        if self.cleaned_data.get("opening") in (Opening.AT, Opening.EITHER):
            if not self.cleaned_data.get("opens_at") and "opens_at" not in self.errors:
                self.add_error("opens_at", _("Say when they are opened."))


class SealedOrderForm(forms.Form):
    """An order: one of the call's choices, or words."""

    text = forms.CharField(
        max_length=services.ORDER_LENGTH,
        strip=False,
        label=gettext_lazy("Your order"),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Nobody else can read it until all orders are opened."),
    )

    def __init__(self, *args: Any, choices: list[str], **kwargs: Any):
        super().__init__(*args, **kwargs)
        if choices:
            self.fields["text"] = forms.ChoiceField(
                choices=[(choice, choice) for choice in choices],
                widget=forms.RadioSelect,
                label=_("Your order"),
                error_messages={"invalid_choice": _("This is not one of the choices.")},
            )
