"""What people say of themselves."""

from django import forms
from django.utils.translation import gettext_lazy

from players.models.introductions import WORDS_LENGTH
from players.services.introductions import zones


class IntroductionForm(forms.Form):
    """What somebody says of themselves."""

    words = forms.CharField(
        required=False,
        max_length=WORDS_LENGTH,
        strip=False,
        label=gettext_lazy("About you"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("In Markdown. Everybody can read it."),
    )
    zone = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Your time zone"),
        choices=lambda: [
            ("", gettext_lazy("not shown")),
            *((name, name.replace("_", " ")) for name in zones()),
        ],
        help_text=gettext_lazy("Others see when you are awake."),
    )
