"""The forms of webhooks: where they lead, and what they are told."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.i18n.dynasty_words import said_lazy
from players.models.notices import URL_LENGTH
from players.notices import channels
from players.notices.notice_kinds import PUBLIC


class WebhookForm(forms.Form):
    """A webhook: what it is called here, where it leads, and what it is told."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=channels.NAME_LENGTH,
        help_text=gettext_lazy("What the admins call it, for example after its channel."),
    )
    url = forms.CharField(
        max_length=URL_LENGTH,
        label=gettext_lazy("Address"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "inputmode": "url"}),
        help_text=gettext_lazy("A Discord webhook, or one with the same JSON. Never shown again."),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Call it when"),
        choices=[(kind, said_lazy(words)) for kind, words in PUBLIC.items()],
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("It hears only what everybody can read on the site."),
    )


class WebhookChangeForm(WebhookForm):
    """Another version of a webhook; without an address the present one stays."""

    is_on = forms.BooleanField(
        required=False,
        label=gettext_lazy("It is on"),
        help_text=gettext_lazy("While it is off, nothing is sent."),
    )

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["url"].required = False
        self.fields["url"].label = _("Another address")
