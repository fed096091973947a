"""What people type, checked for form; whether the rules allow it is for the services to say."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ruleset.law.choices import MOST
from ruleset.law.parts import AMENDS, RulesetPart
from votables.models import STANDARD_LABELS, TITLE_LENGTH, Asks, Post, Status
from votables.queries.matter_kinds import CHOICE_LENGTH
from votables.services.commenting import COMMENT_LENGTH
from votables.services.posting import BODY_LENGTH

PARTS = {
    RulesetPart.CORE: _("Core rules"),
    RulesetPart.SPECIAL_CASE: _("Special Case rules"),
    RulesetPart.APPENDIX: _("Appendix"),
    RulesetPart.DYNASTIC: _("Dynastic rules"),
    "gamestate": _("Gamestate"),
    "roster": _("Roster: names, admins, who plays"),
}
PARTS_TO_CHOOSE = [(part, PARTS[part]) for part in AMENDS]


# Room for every choice that a law can allow, with a line break of two characters after each.
CHOICES_LENGTH = MOST * (CHOICE_LENGTH + 2)


def lines_of(text: str) -> list[str]:
    """What is named in a text, one a line; empty lines name nothing."""
    return [line.strip() for line in text[:CHOICES_LENGTH].splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields of a form that are seldom used, folded away under a label while they say nothing and nothing is wrong."""

    label: str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors or field.value() for field in self.fields)


class PostForm(forms.Form):
    """A new post, a draft of one, or another version of it."""

    # What one may say besides, by the names of the fields; whoever is no player sees all that the form asks at once.
    SELDOM = (
        (("amends", "changes_nothing"), _("Say what it would change")),
        (("commentary", "asks"), _("Add a commentary, or ask the admins")),
        (("commentary",), _("Add a commentary")),
    )

    category = forms.ChoiceField(
        label=_("Category"),
        choices=[*STANDARD_LABELS.items()],
        required=False,
        help_text=_("Choose Proposal to put it to a vote."),
    )
    title = forms.CharField(
        label=_("Title"),
        max_length=TITLE_LENGTH,
        help_text=_("For example: [Core] A Better Quorum. Tags stand in brackets."),
    )
    body = forms.CharField(
        label=_("Body"),
        max_length=BODY_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "data-markdown": "body"}),
        help_text=_("Markdown. [[Title]] links to a post, @Name to a player."),
    )
    commentary = forms.CharField(
        max_length=BODY_LENGTH,
        required=False,
        strip=False,
        label=_("Commentary or flavour text"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Shown below the post. The rules do not count it."),
    )
    choices = forms.CharField(
        max_length=CHOICES_LENGTH,
        required=False,
        label=_("Named choices"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line. Voters type :a:, :b: and so on."),
    )
    amends = forms.MultipleChoiceField(
        choices=PARTS_TO_CHOOSE,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("What it would change"),
        help_text=_("Votes may count differently for these. Attached changes count by themselves."),
    )
    changes_nothing = forms.BooleanField(
        required=False,
        label=_("It changes nothing"),
        help_text=_("For a call for judgement that changes no rules or gamestate."),
    )
    asks = forms.ChoiceField(
        choices=Asks.choices,
        required=False,
        label=_("Asks the admins"),
        help_text=_("Puts the post on the admins’ list."),
    )

    def __init__(
        self,
        *args: Any,
        categories: list[tuple[str, str]] | None = None,
        requests: list[str] | None = None,
        with_choices: bool = False,
        plays: bool = True,
        **kwargs: Any,
    ):
        """`plays`: whether the writer is a player. Others have one category, and change nothing."""
        super().__init__(*args, **kwargs)
        if categories is not None:
            self.fields["category"].choices = categories
        if not with_choices:
            del self.fields["choices"]
        self.plays = plays
        if not plays:
            self._leave_out_what_only_players_need()
        if requests is not None:
            if requests:
                self.fields["asks"].choices = [
                    choice for choice in Asks.choices if choice[0] in ["", *requests]
                ]
            else:
                del self.fields["asks"]

    def _leave_out_what_only_players_need(self) -> None:
        """What a draft or a form that was sent has all the same is shown, so that its writer can take it away."""
        for name in ("commentary", "choices", "amends", "changes_nothing"):
            if name in self.fields and not self[name].value():
                del self.fields[name]
        if not self["category"].value():
            self.fields["category"].widget = forms.HiddenInput()

    @property
    def folds(self) -> Iterator[Fold]:
        """The fields that fold, in the order in which they are asked for."""
        left = {field.name for field in self.visible_fields()} if self.plays else set()
        for names, label in self.SELDOM:
            if left.issuperset(names):
                left.difference_update(names)
                yield Fold(label, [self[name] for name in names])

    @property
    def unfolded(self) -> list[forms.BoundField]:
        folded = {field.name for fold in self.folds for field in fold.fields}
        return [field for field in self.visible_fields() if field.name not in folded]

    def clean_amends(self) -> list[str]:
        return list(self.cleaned_data["amends"])

    def clean_choices(self) -> list[str]:
        return lines_of(self.cleaned_data["choices"])


class EditForm(PostForm):
    """Another version of a published post; `seen` is the version that its author opened."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    typo = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, post: Post, **kwargs: Any):
        super().__init__(*args, requests=[], with_choices=bool(post.choices), **kwargs)
        del self.fields["category"]
        if not post.is_matter:
            del self.fields["amends"]
            del self.fields["changes_nothing"]


class CategoryForm(forms.Form):
    """Another category for one's own post."""

    to = forms.ChoiceField(
        required=False, label=_("New category"), help_text=_("The categories you can post in now.")
    )
    choices = forms.CharField(
        max_length=CHOICES_LENGTH,
        required=False,
        label=_("Named choices"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line, for a vote between named choices."),
    )
    amends = forms.MultipleChoiceField(
        choices=PARTS_TO_CHOOSE,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("What it would change"),
    )

    def __init__(
        self, *args: Any, categories: list[tuple[str, str]], with_choices: bool = False, **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = categories
        if not with_choices:
            del self.fields["choices"]

    def clean_choices(self) -> list[str]:
        return lines_of(self.cleaned_data["choices"])


class CommentForm(forms.Form):
    """A comment, or a vote with a word or without. The vote is sent as `icon`, which is put after the text."""

    text = forms.CharField(
        label=_("Text"),
        max_length=COMMENT_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    icon = forms.CharField(label=_("Icon"), max_length=40, required=False)
    asks = forms.ChoiceField(label=_("Asks"), choices=Asks.choices, required=False)
    confirmed = forms.BooleanField(label=_("Confirmed"), required=False)


class ReasonForm(forms.Form):
    """A reason that is shown in public."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown in the public admin log."),
    )


# So that nothing is decided by a list that nobody looked at.
NOT_CHOSEN = ("", _("Choose one"))


class MarkForm(ReasonForm):
    """A mark on a matter, as that of illegality: `mark` says what the admin saw that they would do, put it on or take
    it off."""

    mark = forms.BooleanField(required=False, widget=forms.HiddenInput)


class OverruleForm(ReasonForm):
    """A status against the program's verdict."""

    to = forms.ChoiceField(
        label=_("Status"),
        choices=[NOT_CHOSEN, *(one for one in Status.choices if one[0] in ("enacted", "failed", "illegal"))],
        help_text=_("The status it gets, against the program’s verdict."),
    )


class OverturnForm(ReasonForm):
    """Another status for a resolved matter; `seen` is the resolution that the admin looked at."""

    to = forms.ChoiceField(
        label=_("Status"),
        choices=[NOT_CHOSEN, *(choice for choice in Status.choices if choice[0])],
        help_text=_("The right status. Pending means that voting goes on."),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, but: str = "", **kwargs: Any):
        """`but`: the status that the matter has, which is not offered."""
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [
            choice for choice in self.fields["to"].choices if not choice[0] or choice[0] != but
        ]


class MatterChoiceForm(ReasonForm):
    """A reason with the enacted matter that an act carries out."""

    matter = forms.ModelChoiceField(
        queryset=Post.objects.none(),
        empty_label=_("Choose one"),
        label=_("By the enacted matter"),
        help_text=_("The proposal or call that decided it."),
    )
    field_order = ["matter", "reason"]

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["matter"].queryset = Post.objects.that_changed_something()


class RenameForm(MatterChoiceForm):
    """Another name for a player, as an enacted matter says."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("Exactly as the matter has it."))
    field_order = ["name", "matter", "reason"]
