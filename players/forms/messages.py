"""The forms of private messages: an answer, a first message, and whom one blocks."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.models import NAME_LENGTH, SUBJECT_LENGTH, Player
from players.queries import messages as mailbox
from players.services import messages as messaging

NAMES_LENGTH = (messaging.RECIPIENTS + 1) * (NAME_LENGTH + 2)


class ReplyForm(forms.Form):
    """An answer. `confirmed` is there while No Collaboration is active."""

    text = forms.CharField(
        max_length=messaging.TEXT_LENGTH,
        strip=False,
        label=gettext_lazy("Your answer"),
        widget=forms.Textarea(attrs={"rows": 7}),
        help_text=gettext_lazy("Markdown. Only this conversation sees it. You cannot edit it later."),
    )
    confirmed = forms.BooleanField(
        required=False,
        label=gettext_lazy("This is not about anything that players cannot discuss in private now."),
    )

    def __init__(self, *args: Any, restrained: bool, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if not restrained:
            del self.fields["confirmed"]


class WriteForm(ReplyForm):
    """A first message, and to whom."""

    to = forms.CharField(
        max_length=NAMES_LENGTH,
        required=False,
        label=pgettext_lazy("recipients", "To"),
        widget=forms.TextInput(attrs={"autocapitalize": "off", "spellcheck": "false"}),
        help_text=format_lazy(
            gettext_lazy("Names with commas between, {number} at most. Everybody sees the list."),
            number=messaging.RECIPIENTS,
        ),
    )
    to_emperor = forms.BooleanField(required=False, label=gettext_lazy("To the emperor"))
    subject = forms.CharField(
        label=gettext_lazy("Subject"),
        max_length=SUBJECT_LENGTH,
        help_text=gettext_lazy("A few words, for the whole conversation."),
    )
    field_order = ["to", "to_emperor", "subject", "text", "confirmed"]

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["text"].label = _("Message")
        self.fields["to"].or_another = True

    def clean_to(self) -> list[Player]:
        people, nobody = mailbox.people_named(self.cleaned_data["to"])
        if nobody:
            raise forms.ValidationError(
                [_("Nobody is called “{name}”.").format(name=name) for name in nobody]
            )
        return people


class BlockForm(forms.Form):
    """Whom to block, by name."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        label=gettext_lazy("Name"),
        help_text=gettext_lazy("They are not told. You get no more messages from them."),
    )
