"""The forms of secrets: keeping, changing and checking one."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gamestate.models import Algorithm, Variable
from gamestate.services import secrets

RANDOM = "random"


OWN = "own"


NONE = "none"


PRIVATE = {"autocomplete": "off", "spellcheck": "false"}


class VersionForm(forms.Form):
    """What a secret says, and how its hash is salted. `seen` is the version that its keeper looked at."""

    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    text = forms.CharField(
        max_length=secrets.TEXT_LENGTH,
        strip=False,
        label=gettext_lazy("The secret"),
        widget=forms.Textarea(attrs={"rows": 6, **PRIVATE}),
        help_text=gettext_lazy("Only you see it until you reveal it. Its history keeps it."),
    )
    salting = forms.ChoiceField(
        label=gettext_lazy("Salt"),
        choices=[
            (RANDOM, gettext_lazy("drawn at random")),
            (OWN, gettext_lazy("words of my own, as below")),
            (NONE, gettext_lazy("none: people can then guess a short or likely text from its hash")),
        ],
        initial=RANDOM,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Added to the text before hashing, so that nobody can guess it."),
    )
    salt = forms.CharField(
        max_length=secrets.SALT_LENGTH,
        required=False,
        label=gettext_lazy("Words of my own"),
        widget=forms.TextInput(attrs=PRIVATE),
        help_text=gettext_lazy("Private until revealed too. Some rules ask for words outside the ruleset."),
    )

    def clean(self) -> None:
        salting, salt = self.cleaned_data.get("salting"), self.cleaned_data.get("salt", "")
        if salting == OWN and not salt:
            self.add_error("salt", _("Write the words, or choose another salt."))
        if salting in (RANDOM, NONE) and salt:
            self.add_error("salting", _("You wrote words of your own. Choose them, or remove them."))

    @property
    def chosen_salt(self) -> str | None:
        """The salt as the services take it: None for a random one."""
        salts = {RANDOM: None, NONE: "", OWN: self.cleaned_data["salt"]}
        return salts[self.cleaned_data["salting"]]


class SecretForm(VersionForm):
    """A new secret."""

    name = forms.CharField(
        max_length=secrets.NAME_LENGTH,
        label=gettext_lazy("Public name"),
        help_text=gettext_lazy("Everybody sees it, such as “Secret”."),
    )
    algorithm = forms.ChoiceField(
        choices=Algorithm.choices,
        label=gettext_lazy("Hashed with"),
        help_text=gettext_lazy("SHA-256, or MD5 if the rules ask for it."),
    )
    tell = forms.ModelChoiceField(
        Variable.objects.none(),
        required=False,
        label=gettext_lazy("Also track the hash in"),
        empty_label=gettext_lazy("nothing else"),
        help_text=gettext_lazy("A text of each player, such as a Tell. Follows the secret."),
    )
    for_game = forms.BooleanField(
        required=False,
        label=gettext_lazy("Kept for the game, as emperor"),
        help_text=gettext_lazy("It stays yours after your reign. You can hand it on."),
    )
    field_order = ["name", "text", "salting", "salt", "algorithm", "tell", "for_game"]

    def __init__(self, *args: Any, is_emperor: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        del self.fields["seen"]
        if not is_emperor:
            del self.fields["for_game"]
        self.fields["tell"].queryset = Variable.objects.texts_of_players().order_by("key")


class HashCheckForm(forms.Form):
    """A text to hash, and the hash that it is said to have. Nothing of it is kept."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=2 * secrets.TEXT_LENGTH,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, **PRIVATE}),
        help_text=gettext_lazy("Without the salt, if you write that below."),
    )
    salt = forms.CharField(
        label=gettext_lazy("Salt"),
        max_length=secrets.SALT_LENGTH,
        required=False,
        widget=forms.TextInput(attrs=PRIVATE),
        help_text=gettext_lazy("The words after the secret, if it was hashed with some."),
    )
    algorithm = forms.ChoiceField(
        choices=Algorithm.choices,
        label=gettext_lazy("Hashed with"),
        help_text=gettext_lazy("As the page of the secret says."),
    )
    hash = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Published hash"),
        help_text=gettext_lazy("To compare with. Empty: the hash is only computed."),
    )
