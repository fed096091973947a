"""The forms of limited actions: declaring one, and taking it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from gamestate.models.tracked import NAME_LENGTH
from gamestate.queries.acting import (
    in_words,
)
from gamestate.services import acting
from ruleset.law.model import Frequency


class ActionForm(forms.Form):
    """An action that the rules allow so and so often."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        help_text=gettext_lazy("As its rule calls it, such as “Shop”."),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=acting.DESCRIPTION_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("What the rule lets a player do."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule that allows it"),
        help_text=gettext_lazy("The action links to it."),
    )
    frequency = forms.ChoiceField(
        label=gettext_lazy("How often"),
        help_text=gettext_lazy("It follows the law when that changes."),
    )

    def __init__(self, *args: Any, rules: list[tuple[str, str]], known: dict[str, Frequency], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = rules
        self.fields["frequency"].choices = [
            (name, f"{frequency.label}: {in_words(frequency)}") for name, frequency in known.items()
        ]


class TakeForm(forms.Form):
    """Taking an action, with a comment."""

    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=acting.COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("What you do. Shown in the log."),
    )
