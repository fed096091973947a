"""What people type, checked for form; whether the rules allow it is for the services to say."""

from django import forms

from votables.models import TITLE_LENGTH, Asks, Category, Post, Status
from votables.services.commenting import COMMENT_LENGTH
from votables.services.posting import BODY_LENGTH

AMENDS = (
    ("core", "Core rules"),
    ("special_case", "Special Case rules"),
    ("appendix", "Appendix"),
    ("dynastic", "Dynastic rules"),
    ("gamestate", "Gamestate"),
    ("roster", "Roster: names, admins, who plays"),
)


class PostForm(forms.Form):
    """A new post, a draft of one, or another version of it."""

    category = forms.ChoiceField(
        choices=[(value, label) for value, label in Category.choices],
        required=False,
        help_text="What kind of post it is. Only a player may use a category; anybody may post without one.",
    )
    title = forms.CharField(
        max_length=TITLE_LENGTH,
        help_text="What follows the first colon is the subject. Tags go in brackets, such as [Core].",
    )
    body = forms.CharField(
        max_length=BODY_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "data-markdown": "body"}),
        help_text="Markdown. [[Title]] links to a post, @Name to a player.",
    )
    commentary = forms.CharField(
        max_length=BODY_LENGTH,
        required=False,
        strip=False,
        label="Commentary or flavour text",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Shown below the post; the rules do not count it as part of the post.",
    )
    amends = forms.MultipleChoiceField(
        choices=AMENDS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="What it would change",
        help_text="For a proposal or call for judgement. Some laws count and resolve these differently.",
    )
    changes_nothing = forms.BooleanField(
        required=False,
        label="It changes nothing",
        help_text="For a call for judgement that asks for no change to rules, gamestate or tracking.",
    )
    asks = forms.ChoiceField(
        choices=Asks.choices,
        required=False,
        label="Asks the admins",
        help_text="Puts the post on the admins' list.",
    )

    def __init__(
        self, *args, categories: list[str] | None = None, requests: list[str] | None = None, **kwargs
    ):
        super().__init__(*args, **kwargs)
        if categories is not None:
            self.fields["category"].choices = [
                choice for choice in Category.choices if choice[0] in categories
            ]
        if requests is not None:
            if requests:
                self.fields["asks"].choices = [
                    choice for choice in Asks.choices if choice[0] in ["", *requests]
                ]
            else:
                del self.fields["asks"]

    def clean_amends(self) -> list[str]:
        return list(self.cleaned_data["amends"])


class EditForm(PostForm):
    """Another version of a published post; `seen` is the version that its author opened."""

    seen = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    typo = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args, post: Post, **kwargs):
        super().__init__(*args, requests=[], **kwargs)
        del self.fields["category"]
        if not post.is_matter:
            del self.fields["amends"]
            del self.fields["changes_nothing"]


class CategoryForm(forms.Form):
    """Another category for one's own post."""

    to = forms.ChoiceField(choices=Category.choices, required=False, label="New category")
    amends = forms.MultipleChoiceField(
        choices=AMENDS, required=False, widget=forms.CheckboxSelectMultiple, label="What it would change"
    )


class CommentForm(forms.Form):
    """A comment. Without scripts a vote is chosen beside the text and sent as `icon`, which is put after the text."""

    text = forms.CharField(
        max_length=COMMENT_LENGTH, required=False, strip=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    icon = forms.CharField(max_length=40, required=False)
    asks = forms.ChoiceField(choices=Asks.choices, required=False)
    confirmed = forms.BooleanField(required=False)


class ReasonForm(forms.Form):
    """A reason that is shown in public."""

    reason = forms.CharField(
        max_length=2000, widget=forms.Textarea(attrs={"rows": 3}), help_text="Shown in the public admin log."
    )


class OverruleForm(ReasonForm):
    """A status against the program's verdict."""

    to = forms.ChoiceField(
        label="Status",
        choices=[choice for choice in Status.choices if choice[0] in ("enacted", "failed", "illegal")],
    )


class OverturnForm(ReasonForm):
    """Another status for a resolved matter; `seen` is the resolution that the admin looked at."""

    to = forms.ChoiceField(label="Status", choices=[choice for choice in Status.choices if choice[0]])
    seen = forms.IntegerField(widget=forms.HiddenInput)


class MatterChoiceForm(ReasonForm):
    """A reason with the enacted matter that an act carries out."""

    matter = forms.ModelChoiceField(
        queryset=Post.objects.none(),
        label="By the enacted matter",
        help_text="The proposal or call that decided it.",
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["matter"].queryset = (
            Post.objects.matters()
            .filter(status=Status.ENACTED, category__in=[Category.PROPOSAL, Category.CFJ])
            .order_by("-resolved_at", "-pk")
        )


class RenameForm(MatterChoiceForm):
    """Another name for a player, as an enacted matter says."""

    name = forms.CharField(max_length=100)
    field_order = ["name", "matter", "reason"]
