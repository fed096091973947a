"""The forms of notices: how one hears of what, and what a browser says to which they are pushed."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from blognomic.i18n.dynasty_words import said
from players.models import Player
from players.models.notices import URL_LENGTH
from players.notices.notice_kinds import HOW_LABELS, KINDS
from players.permissions import may_be_told

OTHERS = ("digest_hour", "language", "votes_by_letter")
HOURS = [("", gettext_lazy("none")), *((hour, f"{hour:02}:00 UTC") for hour in range(24))]


def _hour(word: str) -> int | None:
    return int(word) if word else None


class SettingsForm(forms.Form):
    """How to hear of each kind of thing, and at which hour the daily e-mail goes."""

    digest_hour = forms.TypedChoiceField(
        coerce=int,
        choices=[(hour, f"{hour:02}:00 UTC") for hour in range(24)],
        label=gettext_lazy("The daily e-mail goes at"),
        help_text=gettext_lazy("With everything you have not read. Nothing new, no e-mail."),
    )

    language = forms.ChoiceField(
        choices=settings.LANGUAGES,
        label=gettext_lazy("E-mails are written in"),
        help_text=gettext_lazy("The switch at the foot of each page changes this too."),
    )

    votes_by_letter = forms.BooleanField(
        required=False,
        label=gettext_lazy("Links in e-mails that vote for me"),
        help_text=gettext_lazy("Anybody who reads your e-mails can then vote as you."),
    )

    pushed = forms.MultipleChoiceField(
        required=False,
        label=gettext_lazy("Pushed to my devices"),
        widget=forms.CheckboxSelectMultiple,
    )
    quiet_from = forms.TypedChoiceField(
        required=False,
        coerce=_hour,
        empty_value=None,
        choices=HOURS,
        label=gettext_lazy("Nothing is pushed from"),
    )
    quiet_until = forms.TypedChoiceField(
        required=False, coerce=_hour, empty_value=None, choices=HOURS, label=gettext_lazy("until")
    )

    def __init__(self, *args: Any, player: Player, pushes: bool, **kwargs: Any):
        """`pushes`: whether the person has devices, and chooses what is pushed to them."""
        super().__init__(*args, **kwargs)
        labels = {kind: _(one.label) for kind, one in KINDS.items() if may_be_told(player, kind)}
        for kind, label in labels.items():
            self.fields[kind] = forms.ChoiceField(
                label=label, choices=[(how, _(words)) for how, words in HOW_LABELS.items()]
            )
        self.fields["pushed"].choices = [(kind, said(label)) for kind, label in labels.items()]
        if not pushes:
            for name in ("pushed", "quiet_from", "quiet_until"):
                del self.fields[name]
        self.order_fields([*KINDS, *OTHERS])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if (cleaned.get("quiet_from") is None) != (cleaned.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose both hours, or leave both empty."))
        return cleaned

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen, as `telling.choose` takes it."""
        cleaned = self.cleaned_data
        chosen = {name: cleaned[name] for name in OTHERS}
        chosen["kinds"] = {kind: cleaned[kind] for kind in KINDS if kind in cleaned}
        if "pushed" in cleaned:
            chosen["pushed"] = {kind: kind in cleaned["pushed"] for kind in chosen["kinds"]}
            chosen["quiet"] = (
                () if cleaned["quiet_from"] is None else (cleaned["quiet_from"], cleaned["quiet_until"])
            )
        return chosen


class DeviceForm(forms.Form):
    """What a browser says of itself when notices are to be pushed to it."""

    name = forms.CharField(max_length=200, required=False)
    endpoint = forms.CharField(max_length=URL_LENGTH)
    public_key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
