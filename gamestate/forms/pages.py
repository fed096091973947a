"""The form of a page that is gamestate."""

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from gamestate.forms.definitions import KeyedForm
from gamestate.queries.planning import COMMENT_LENGTH
from gamestate.values.definitions import PAGE_LENGTH, PAGE_TITLE_LENGTH, read_key
from gamestate.values.errors import ValueRefused


class PageForm(KeyedForm):
    """A page of gamestate. `seen` is the entry that was its last when the form was opened."""

    named = "title"
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)
    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=PAGE_TITLE_LENGTH,
        help_text=gettext_lazy("What it is called everywhere."),
    )
    key = forms.CharField(
        label=pgettext_lazy("short name", "Key"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("For its address: small letters, digits, underscores. Empty: from the title."),
    )
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=PAGE_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 18, "data-markdown": ""}),
        help_text=gettext_lazy("Markdown, tables too. [[Name of a rule]] and @Player become links."),
    )
    comment = forms.CharField(
        label=gettext_lazy("Comment"),
        max_length=COMMENT_LENGTH,
        required=False,
        help_text=gettext_lazy("What you changed, and by which rule."),
    )
    correction = forms.BooleanField(
        required=False,
        label=gettext_lazy("This corrects what is shown"),
        help_text=gettext_lazy("It is not your action. Works while the game stands still."),
    )

    def clean_text(self) -> str:
        """The text with plain line ends, as it is compared and kept."""
        return self.cleaned_data["text"].replace("\r\n", "\n").rstrip()

    def clean_key(self) -> str:
        if not self.cleaned_data["key"]:
            return ""
        try:
            return read_key(self.cleaned_data["key"])
        except ValueRefused as refused:
            raise forms.ValidationError(refused.sentence) from None
