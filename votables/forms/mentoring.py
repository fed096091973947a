"""The posts that announce and end a mentorship, as they are written."""

from django import forms
from django.utils.translation import gettext_lazy

from votables.models import TITLE_LENGTH
from votables.services.posting import BODY_LENGTH


class MentoringPostForm(forms.Form):
    """The post that the rule asks for."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=TITLE_LENGTH,
        help_text=gettext_lazy("As readers find it on the front page."),
    )
    body = forms.CharField(
        max_length=BODY_LENGTH,
        strip=False,
        label=gettext_lazy("Text"),
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("What the rule asks for is already there. Add what you like."),
    )
