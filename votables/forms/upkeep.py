"""What people type to change the rules between votes, checked for form."""

import hashlib
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from blognomic.web.widgets import LongSelect
from ruleset.models import Revision
from ruleset.queries import PlacedRule
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH
from ruleset.text.amending import FIRST
from votables.changes.in_english import LONGEST
from votables.models import Post
from votables.services.upkeep import TYPO_LENGTH, WHY_LENGTH, newest_to_reflect

from .changes import after_choices

MATTERS = 200
ACTS = {
    "edit": _("Change its title or text"),
    "add": _("Add a rule below it"),
    "move": _("Move it"),
    "repeal": _("Remove it"),
    "say": _("Say it in English"),
}
# A section stands below no rule, so that adding one is about none.
ADD_SECTION = "section"
# Which fields each act asks for.
ACT_FIELDS = {
    ADD_SECTION: ("after", "title", "text"),
    "edit": ("title", "text"),
    "add": ("after", "title", "text"),
    "move": ("parent", "after"),
    "repeal": ("with_subrules",),
    "say": ("said",),
}


class _Previewed(forms.Form):
    """A form that is shown as a difference before it is saved; `seen` is the revision that the person looked at, and
    `previewed` tells what was shown, so that nothing else is saved."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    previewed = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    @property
    def mark(self) -> str:
        """What the preview of this very input is marked with."""
        pairs = sorted((name, str(value)) for name, value in self.cleaned_data.items() if name != "previewed")
        return hashlib.sha256(repr(pairs).encode()).hexdigest()

    @property
    def was_previewed(self) -> bool:
        return self.cleaned_data["previewed"] == self.mark

    def clean_text(self) -> str:
        return str(self.cleaned_data["text"]).replace("\r\n", "\n")


class TypoForm(_Previewed):
    """A rule's title and text with a typographical mistake put right."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH, help_text=_("How it should read."))
    text = forms.CharField(
        label=_("Text"),
        max_length=TEXT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text=format_lazy(_("At most {number} characters can differ."), number=TYPO_LENGTH),
    )
    why = forms.CharField(
        max_length=WHY_LENGTH, required=False, label=_("What was wrong"), help_text=_("Shown in the history.")
    )


class MendForm(_Previewed):
    """An amendment that was enacted and does not stand in the rules, or stands there wrongly."""

    kind = forms.ChoiceField(
        label=_("What it is"),
        help_text=_("Any player can undo it later. The history says which it was."),
        choices=[
            (Revision.Kind.UPKEEP, _("it was enacted, and the rules do not say so")),
            (Revision.Kind.CORRECTION, _("an amendment was applied wrongly (admins)")),
        ],
    )
    matter = forms.ModelChoiceField(
        queryset=Post.objects.none(),
        required=False,
        widget=LongSelect,
        label=_("What was enacted"),
        help_text=_("The matter or Ascension Address that the rules should reflect."),
    )
    parent = forms.ChoiceField(
        label=_("Below"), widget=LongSelect, help_text=_("The section or rule to put it in.")
    )
    after = forms.ChoiceField(
        label=_("After"),
        required=False,
        help_text=_("Where among the rules below the chosen one."),
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        required=False,
        help_text=_("As the rules have it, without its number."),
    )
    text = forms.CharField(
        label=_("Text"),
        max_length=TEXT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text=_("The whole text of the rule, in Markdown."),
    )
    with_subrules = forms.BooleanField(required=False, initial=True, label=_("With its subrules"))
    said = forms.CharField(
        label=_("What to do"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("As in a proposal: In the rule “Quorum”, change “half” to “a third”."),
    )
    why = forms.CharField(
        max_length=2000,
        label=_("Why"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown in the history."),
    )

    def __init__(
        self,
        *args: Any,
        act: str,
        rule: int | None,
        rules: list[PlacedRule],
        admin: bool,
        matter: int | None = None,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        keep = {"seen", "previewed", "kind", "matter", "why", *ACT_FIELDS[act]}
        for name in [name for name in self.fields if name not in keep]:
            del self.fields[name]
        if admin:
            self.fields["matter"].help_text = _(
                "The matter or address that the rules should reflect. Optional for corrections."
            )
        else:
            self.fields["kind"].choices = self.fields["kind"].choices[:1]
            self.fields["kind"].widget = forms.HiddenInput()
            self.fields["kind"].initial = Revision.Kind.UPKEEP
            self.fields["matter"].required = True
        self.fields["matter"].empty_label = _("Choose one")
        self.fields["matter"].queryset = newest_to_reflect(MATTERS, besides=matter)
        choices = [(str(one.row.rule_id), f"{one.number} {one.row.title}") for one in rules]
        below = [(str(one.row.rule_id), one.row.title) for one in rules if one.row.parent_id == rule]
        if act in ("edit", ADD_SECTION):
            self.fields["title"].required = True
        if act == "move":
            self.fields["parent"].choices = [choice for choice in choices if choice[0] != str(rule)]
        self.parents = {str(one.row.rule_id): str(one.row.parent_id) for one in rules}
        if "after" in self.fields:
            within = [
                (str(one.row.parent_id), str(one.row.rule_id), f"{one.number} {one.row.title}")
                for one in rules
            ]
            self.fields["after"].choices = (
                after_choices(within, self.fields["parent"].choices, self["parent"].value())
                if act == "move"
                else [(FIRST, _("first")), ("", _("last")), *below]
            )

    def clean(self) -> None:
        after, parent = self.cleaned_data.get("after"), self.cleaned_data.get("parent")
        if after not in (None, "", FIRST) and parent and self.parents.get(after) != parent:
            self.add_error("after", _("That rule is not below the chosen one."))


class ReflectForm(forms.Form):
    """Where the rules do not show what a post did, and what is to be done there."""

    act = forms.ChoiceField(
        label=_("What is missing"), choices=[*ACTS.items(), (ADD_SECTION, _("Add a section"))]
    )
    rule = forms.ChoiceField(
        label=_("Which rule"),
        required=False,
        help_text=_("Leave this empty for a section."),
    )

    def __init__(self, *args: Any, rules: list[PlacedRule], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = [
            ("", "—"),
            *((str(one.row.rule_id), f"{one.number} {one.row.title}") for one in rules),
        ]

    def clean(self) -> None:
        if self.cleaned_data.get("act") in ACTS and not self.cleaned_data.get("rule", "-"):
            self.add_error("rule", _("Choose a rule."))


class RulesetUndoForm(forms.Form):
    """Why something is undone; `seen` is the revision that the person looked at."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    why = forms.CharField(
        label=_("Why"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown in the history."),
    )
