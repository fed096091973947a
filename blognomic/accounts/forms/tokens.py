"""What a token is called, is good for, and for how long."""

from django import forms
from django.utils.translation import gettext_lazy

from blognomic.i18n.dynasty_words import said_lazy
from players.models.tokens import TOKEN_NAME_LENGTH
from players.services import tokens as services

LIVES = (
    ("30", gettext_lazy("30 days")),
    ("90", gettext_lazy("90 days")),
    ("365", gettext_lazy("a year")),
    ("0", gettext_lazy("until I revoke it")),
)


class TokenForm(forms.Form):
    """A token: what it is called, what it is good for, and for how long."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=TOKEN_NAME_LENGTH,
        help_text=gettext_lazy("For example the program that uses it."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("A program with this token can"),
        choices=[(scope, said_lazy(words)) for scope, words in services.SCOPES.items()],
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Choose only what it needs. Public pages need no token."),
    )
    days = forms.ChoiceField(
        choices=LIVES,
        label=gettext_lazy("Works for"),
        initial="90",
        help_text=gettext_lazy("After that, make a new one."),
    )

    def __init__(self, *args: object, may_define: bool, **kwargs: object):
        super().__init__(*args, **kwargs)
        if not may_define:
            scopes = self.fields["scopes"]
            scopes.choices = [choice for choice in scopes.choices if choice[0] != "admin"]
